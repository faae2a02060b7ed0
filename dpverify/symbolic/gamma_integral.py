"""Euler's integral: the one definite integral without an elementary antiderivative that moments of noise laws need."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .comparison import known_sign
from .derived import Derived
from .equality import prove_equal
from .terms import Part, split_terms


def gamma_integral(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, within: Domain) -> Derived | None:
    """The integral over (0, oo) of a sum of x**p exp(-c x) and x**p exp(-c x**2) with a p that is no natural number.

    Gamma(p+1)/c**(p+1) and Gamma((p+1)/2)/(2 c**((p+1)/2)), by the definition of Gamma and a change of scale; p > -1 and c > 0 are shown.
    """
    if a != 0 or b != sp.oo:
        return None
    terms = split_terms(f, x)
    if all(p.power.is_Integer and p.power >= 0 for _, p in terms):
        return None
    values = [_value(p, x, within) for _, p in terms]
    if any(v is None for v in values):
        return None
    if prove_equal(f, sp.Add(*[c * p.as_expr(x) for c, p in terms]), within) is None:
        return None
    return Derived(sp.Add(*[c * v for (c, _), v in zip(terms, values, strict=True)]), ("Euler's integral for the gamma function.",))


def _value(part: Part, x: sp.Symbol, within: Domain) -> sp.Expr | None:
    if part.other or part.exponent == 0:
        return None
    poly = sp.Poly(part.exponent, x)
    c, d = -poly.LC(), poly.degree()
    if d not in (1, 2) or len(poly.terms()) != 1 or known_sign(c, within) != "+" or known_sign(part.power + 1, within) != "+":
        return None
    s = (part.power + 1) / d
    return sp.gamma(s) / (d * c**s)
