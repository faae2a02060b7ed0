"""Normal form of an expression on a domain (first version: rational functions only)."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .derived import Proof
from .sign import sign


def normalise(expr: sp.Expr, domain: Domain) -> sp.Expr:
    """An expression equal to `expr` on the domain, in normal form."""
    return sp.cancel(sp.together(expr)) if not expr.has(sp.Integral, sp.Sum, sp.Limit, sp.Piecewise) else expr


def is_zero(expr: sp.Expr, domain: Domain) -> Proof | None:
    """A proof that `expr` is defined and zero on the whole domain, else None (not known)."""
    num, den = sp.fraction(sp.together(expr))
    if sp.expand(num) == 0 and sign(den, domain) in ("+", "-", "!0"):
        return Proof(("normal form",))
    return None


def numerator_denominator(expr: sp.Expr, domain: Domain) -> tuple[sp.Expr, sp.Expr]:
    """(n, d) with expr = n/d on the domain, d a polynomial in the generators of the normal form."""
    return sp.fraction(normalise(expr, domain))


def factors(expr: sp.Expr, domain: Domain) -> tuple[sp.Rational, tuple[tuple[sp.Expr, int], ...]]:
    """(c, ((p1, e1), ...)) with expr = c * p1**e1 * ... on the domain, the p_i irreducible over the rationals in the generators."""
    c, fs = sp.factor_list(normalise(expr, domain))
    return c, tuple(fs)
