"""The faces that assumptions cut out of a domain, and slices beside them: where an inequality often fails first.

On a < b the gap b - a may be as small as one likes, but a search that draws points never meets a gap of 1e-30. Each slice b - a = gap is a
domain of its own with one symbol fewer, every point of which lies in the domain given.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain

GAPS = tuple(sp.Rational(1, 10**j) for j in (12, 24, 48, 96))
MAX_TIES = 4


def faces(domain: Domain) -> Iterator[Domain]:
    """Parts of the domain on which one assumption is an equation: attained ones (a <= b as a = b), then b = a + gap; curves as graphs."""
    for equation in domain.assumptions:
        if isinstance(equation, sp.Eq):
            yield from _graphs(domain, equation, equation)
    ties = [a for a in domain.assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne)) and a.free_symbols]
    for gap in (sp.S.Zero, *GAPS):
        for tie in ties[:MAX_TIES]:
            if gap == 0 and not isinstance(tie, (sp.Le, sp.Ge)):
                continue
            equation = sp.Eq(tie.gts, tie.lts + gap, evaluate=False)
            yield _replaced(domain, tie, equation)
            yield from _graphs(domain, tie, equation)


def _replaced(domain: Domain, old: Relational, new: Relational, *more: Relational) -> Domain:
    return Domain(domain.ranges, tuple(a for a in domain.assumptions if a != old)).restrict(new, *more)


def _graphs(domain: Domain, old: Relational, equation: sp.Eq) -> Iterator[Domain]:
    """An equation that is quadratic in a real symbol, solved for it: one domain a branch."""
    difference = equation.lhs - equation.rhs
    for symbol, rng in domain.ranges.items():
        if rng.integer or not difference.has(symbol) or not difference.is_polynomial(symbol):
            continue
        poly = sp.Poly(difference, symbol)
        if poly.degree() != 2:
            continue
        a, b, c = poly.all_coeffs()
        if not a.is_Rational:
            continue
        radicand = sp.expand(b**2 / 4 - a * c)
        for sign in (1, -1):
            value = (-b / 2 + sign * sp.sqrt(radicand)) / a
            yield _replaced(domain, old, sp.Eq(symbol, value, evaluate=False), sp.Ge(radicand, 0, evaluate=False))
        return
