"""Signs of expressions on a domain (first version: interval ends through SymPy assumptions)."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain

SIGNS = ("+", "-", "0", "+0", "-0", "!0")


def sign(expr: sp.Expr, domain: Domain) -> str | None:
    """Sign of `expr` on the whole domain: '+', '-', '0', '+0' (>= 0), '-0' (<= 0), '!0' (nonzero), or None (not known)."""
    e = _with_assumptions(sp.sympify(expr), domain)
    if e.has(sp.Float, sp.nan, sp.zoo, sp.I):
        return None
    if e.is_zero:
        return "0"
    if e.is_positive:
        return "+"
    if e.is_negative:
        return "-"
    if e.is_nonnegative:
        return "+0"
    if e.is_nonpositive:
        return "-0"
    if e.is_nonzero and e.is_real:
        return "!0"
    return None


def _with_assumptions(expr: sp.Expr, domain: Domain) -> sp.Expr:
    table = {}
    for symbol, rng in domain.ranges.items():
        known: dict[str, bool] = {"real": True}
        if rng.integer:
            known["integer"] = True
        if rng.lo.is_nonnegative and rng.lo_open or rng.lo.is_positive:
            known["positive"] = True
        elif rng.lo.is_nonnegative:
            known["nonnegative"] = True
        elif rng.hi.is_nonpositive and rng.hi_open or rng.hi.is_negative:
            known["negative"] = True
        table[symbol] = sp.Dummy(symbol.name, **known)
    return expr.xreplace(table)
