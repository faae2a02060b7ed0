"""Where a derivative may vanish: candidate values of one symbol at which to cut a domain. Any cut is sound, so nothing is checked here."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..errors import NotEnclosable
from ..symbolic.normal_form import factors

MAX_CANDIDATES = 3


def turning_points(slope: sp.Expr, symbol: sp.Symbol, domain: Domain) -> list[sp.Expr]:
    """Roots of the factors of `slope` that can be written down: linear ones, c*M = d*N with powers and exponentials, log u = c."""
    try:
        parts = [p for p, _ in factors(slope, domain)[1] if p.has(symbol)]
    except NotEnclosable:
        return []
    out: list[sp.Expr] = []
    for part in sorted(parts, key=sp.count_ops):
        for root in _roots(sp.expand(part), symbol):
            root = sp.simplify(root) if root.is_number else root
            if root.is_extended_real is not False and not root.has(symbol, sp.zoo, sp.nan, sp.oo, sp.I) and root not in out:
                out.append(root)
    return out[:MAX_CANDIDATES]


def _roots(part: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    linear = _linear_root(part, symbol)
    if linear is not None:
        return [linear]
    terms = sp.Add.make_args(part)
    if len(terms) == 2:
        return _two_terms(terms[0], -terms[1], symbol)
    logs = [a for a in part.atoms(sp.log) if a.has(symbol)]
    if len(logs) == 1:
        coefficient, rest = part.coeff(logs[0], 1), part.coeff(logs[0], 0)
        if coefficient != 0 and not coefficient.has(symbol) and not rest.has(symbol):
            root = _linear_root(logs[0].args[0] - sp.exp(-rest / coefficient), symbol)
            return [] if root is None else [root]
    if part.is_polynomial(symbol) and sp.degree(part, symbol) == 2:
        a, b, c = (part.coeff(symbol, i) for i in (2, 1, 0))
        disc = sp.sqrt(b**2 - 4 * a * c)
        return [(-b + disc) / (2 * a), (-b - disc) / (2 * a)]
    return []


def _linear_root(part: sp.Expr, symbol: sp.Symbol) -> sp.Expr | None:
    part = sp.expand(part)
    a, b = part.coeff(symbol, 1), part.coeff(symbol, 0)
    if a == 0 or a.has(symbol) or b.has(symbol) or sp.expand(part - a * symbol - b) != 0:
        return None
    return sp.cancel(-b / a)


def _two_terms(left: sp.Expr, right: sp.Expr, symbol: sp.Symbol) -> list[sp.Expr]:
    """left = right after taking logarithms, if that is linear in the symbol or in its logarithm."""
    positive = {s: sp.Dummy(s.name, positive=True) for s in left.free_symbols | right.free_symbols}
    back = {d: s for s, d in positive.items()}
    mine = positive[symbol]
    equation = sp.expand(sp.expand_log(sp.log(left.xreplace(positive)) - sp.log(right.xreplace(positive)), force=True))
    root = _linear_root(equation, mine)
    if root is None:
        name = sp.Dummy("l")
        root = _linear_root(equation.subs(sp.log(mine), name), name)
        if root is None or root.has(mine):
            return []
        root = sp.exp(root)
    return [root.xreplace(back)]
