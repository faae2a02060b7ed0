"""Values at which a relation may change its nature: places where a floor steps, a modulus bends, a Piecewise breaks, a pole lies,
and the sizes of the numbers that the relation names. Hints for the search only: each is confirmed elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .membership import in_range
from .numeric import approximate, as_rational

MAX_PLACES = 12
"""Breaks of one symbol that are looked at."""
MAX_SCALES = 6
DISTANCES = tuple(sp.Rational(1, 10**j) for j in (3, 6, 12, 24, 41, 64, 128, 256))
"""How far on either side of a break one looks, relative to the break (to 1 at the origin)."""
FACTORS = tuple(sp.Rational(v) for v in ("1", "1/10", "1/3", "1/2", "2", "3", "10"))
ORDINARY = sp.Integer(1000)
"""Numbers between 1/1000 and 1000 set no scale that a search would miss."""


def special_points(relation: Relational, domain: Domain, plain: Mapping[sp.Symbol, sp.Rational]) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Points that differ from the plain one in one symbol, which stands at, beside or between breaks, or at a named scale."""
    steps = list(_stepping(relation))
    scales = _scales(relation)
    for symbol, rng in domain.ranges.items():
        if symbol not in relation.free_symbols:
            continue
        others = {s: v for s, v in plain.items() if s != symbol}
        for value in dict.fromkeys((*_about_breaks(steps, symbol, others, rng), *_at_scales(scales, rng))):
            if in_range(value, rng):
                yield {**plain, symbol: value}


def breaks(relation: Relational, symbol: sp.Symbol, others: Mapping[sp.Symbol, sp.Rational], rng: Range) -> list[sp.Rational]:
    """The rational breaks along the symbol, the others fixed, in increasing order."""
    return _breaks(list(_stepping(relation)), symbol, others, rng)


def _stepping(relation: Relational) -> Iterator[tuple[sp.Expr, bool]]:
    """(u, whole): something happens where u is zero, or (whole) where u is an integer."""
    for node in sp.preorder_traversal(relation):
        if isinstance(node, (sp.floor, sp.ceiling, sp.frac)):
            yield node.args[0], True
        elif isinstance(node, sp.Mod):
            yield node.args[0] / node.args[1], True
        elif isinstance(node, (sp.Abs, sp.sign, sp.Heaviside, sp.log)):
            yield node.args[0], False
        elif isinstance(node, (sp.Max, sp.Min)):
            yield from ((a - b, False) for a, b in pairwise(node.args))
        elif isinstance(node, sp.Piecewise):
            for _, condition in node.args:
                yield from ((r.lhs - r.rhs, False) for r in condition.atoms(Relational))
        elif node.is_Pow and not node.exp.is_positive:
            yield node.base, False


def _breaks(
    steps: Sequence[tuple[sp.Expr, bool]], symbol: sp.Symbol, others: Mapping[sp.Symbol, sp.Rational], rng: Range
) -> list[sp.Rational]:
    found: set[sp.Rational] = set()
    for u, whole in steps:
        along = u.xreplace(dict(others))
        if along.free_symbols != {symbol}:
            continue
        for level in _levels(along, symbol, rng) if whole else (sp.S.Zero,):
            found.update(_roots(along - level, symbol))
            if len(found) >= 4 * MAX_PLACES:
                break
    return sorted(v for v in found if in_range(v, Range(rng.lo, rng.hi, False, False)))[:MAX_PLACES]


def _levels(u: sp.Expr, symbol: sp.Symbol, rng: Range) -> list[sp.Integer]:
    """Integers near which u may be: its values at a few places of the range."""
    out = [sp.S.Zero, sp.S.One, sp.Integer(-1)]
    places = [e for e in (rng.lo, rng.hi) if e.is_finite] or [sp.S.Zero]
    for place in (*places, places[0] + 1, places[-1] - 1):
        value = approximate(u, {symbol: place}, 20)
        if value is not None and abs(value) < 10**6:
            whole = sp.Integer(round(float(value)))
            out += [whole, whole + 1, whole - 1]
    return list(dict.fromkeys(out))


def _roots(expr: sp.Expr, symbol: sp.Symbol) -> list[sp.Rational]:
    """Rational zeros of a rational function of low degree; none of anything else."""
    if not expr.is_rational_function(symbol):
        return []
    numerator = sp.fraction(sp.together(expr))[0]
    try:
        poly = sp.Poly(numerator, symbol)
    except sp.PolynomialError:
        return []
    if poly.degree() == 1:
        a, b = poly.all_coeffs()
        return [r] if isinstance(r := -b / a, sp.Rational) else []
    if not 2 <= poly.degree() <= 6 or not all(isinstance(c, sp.Rational) for c in poly.all_coeffs()):
        return []
    return [r for r in sp.roots(poly, filter="Q") if isinstance(r, sp.Rational)]


def _about_breaks(
    steps: Sequence[tuple[sp.Expr, bool]], symbol: sp.Symbol, others: Mapping[sp.Symbol, sp.Rational], rng: Range
) -> Iterator[sp.Rational]:
    places = _breaks(steps, symbol, others, rng)
    yield from places
    yield from ((a + b) / 2 for a, b in pairwise(places))
    if rng.integer:
        return
    for place in places:
        unit = abs(place) or sp.S.One
        for distance in DISTANCES:
            yield place + unit * distance
            yield place - unit * distance


def _scales(relation: Relational) -> list[sp.Rational]:
    """Numbers far from 1 that the relation names, with their reciprocals, and the distances of ordinary ones from their neighbours."""
    named = {abs(n) for n in relation.atoms(sp.Rational) if n != 0}
    named |= {as_rational(v) for p in relation.atoms(sp.Pow) if p.is_Rational is None and (v := _power(p)) is not None}
    extreme = [n for n in named if n > ORDINARY or n * ORDINARY < 1]
    return sorted({v for n in extreme for v in (n, 1 / n)}, key=lambda v: (abs(v.p * v.q), v))[-2 * MAX_SCALES :]


def _power(p: sp.Pow) -> Any | None:
    """The size of a constant power such as 10**(1/3)."""
    return None if p.free_symbols else approximate(p, {}, 20)


def _at_scales(scales: Sequence[sp.Rational], rng: Range) -> Iterator[sp.Rational]:
    for scale in scales:
        for factor in FACTORS:
            for value in (scale * factor, -scale * factor):
                if rng.integer:
                    yield from (sp.floor(value), sp.ceiling(value))
                    continue
                yield value
                if rng.lo.is_Rational and rng.lo != 0:
                    yield rng.lo + value
                if rng.hi.is_Rational and rng.hi != 0:
                    yield rng.hi + value
