"""What polynomial * exponential * erfc sums tend to at infinity, by growth rates; anything else is left to `limit`."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .comparison import known_sign
from .equality import prove_equal
from .terms import Part, linear, split_terms


def value_at_infinity(F: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """The finite limit of F as x -> oo, or None. domain: x runs through an interval that is unbounded above.

    Uses: exp of a polynomial with negative leading coefficient beats every power and logarithm; 0 < erfc(v) <= exp(-v**2) for v >= 0
    beats every power and exp(linear) as v = p x + c, p > 0; erfc(v) -> 2 for p < 0; (p x + c)**r -> 0 for r < 0, p != 0.
    """
    terms = split_terms(F, x)
    total = sp.S.Zero
    for c, part in terms:
        value = _part_limit(part, x, domain)
        if value is None:
            return None
        total += c * value
    if prove_equal(F, sp.Add(*[c * p.as_expr(x) for c, p in terms]), domain) is None:
        return None
    return total


def _part_limit(part: Part, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """Every factor is sorted by what it does: tends to a constant, grows slower than exp, falls, falls like a Gaussian."""
    constant, grows, falls, gaussian = sp.S.One, part.power != 0, False, False
    for g in part.other:
        base, e = g.as_base_exp()
        if isinstance(base, (sp.erfc, sp.log)) and e.is_Integer and e > 0:
            line = linear(base.args[0], x)
            slope = known_sign(line[0], domain) if line else None
            if isinstance(base, sp.log) and slope == "+":
                grows = True
            elif isinstance(base, sp.erfc) and slope == "+":
                gaussian = True
            elif isinstance(base, sp.erfc) and slope == "-":
                constant *= 2**e
            else:
                return None
        elif (line := linear(base, x)) and not e.has(x) and known_sign(line[0], domain) in ("+", "-", "!0"):
            falls = known_sign(e, domain) == "-" or falls
            grows = known_sign(e, domain) != "-" or grows
        else:
            return None
    if part.exponent != 0:
        poly = sp.Poly(part.exponent, x)
        if known_sign(poly.LC(), domain) == "-":
            return sp.S.Zero
        return sp.S.Zero if gaussian and poly.degree() == 1 else None
    if gaussian:
        return sp.S.Zero
    if part.power != 0 and known_sign(part.power, domain) == "-" and not part.other:
        return sp.S.Zero
    if grows:
        return None
    return sp.S.Zero if falls else constant
