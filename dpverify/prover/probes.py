"""Numerical signs on sample points, to leave hopeless branches of a proof search early. Hints only: they prune, they never prove."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import mpmath
import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .numeric import as_mpf, as_rational, evaluator
from .rounding import simplest_between

DIGITS = 45
CLOUD = 36
LINES = 5
SWEEP = 23


def domain_key(domain: Domain) -> tuple[Any, ...]:
    """A hashable name of a domain."""
    return tuple(domain.ranges.items()), domain.assumptions


def signs_seen(expr: sp.Expr, domain: Domain) -> set[int]:
    """Signs (-1, 0, 1) that the expression takes on sample points of the domain, as far as the first two points of opposite signs.

    Values lost in rounding noise are left out.
    """
    seen: set[int] = set()
    for s in _signs(expr, domain.symbols, probe_points(domain_key(domain))):
        if s is not None:
            seen.add(s)
        if seen >= {-1, 1}:
            break
    return seen


def is_seen_negative(expr: sp.Expr, domain: Domain) -> bool:
    """True if the expression is negative at one of the sample points of the domain."""
    return -1 in _signs(expr, domain.symbols, probe_points(domain_key(domain)))


def sign_pattern(expr: sp.Expr, symbol: sp.Symbol, domain: Domain) -> set[tuple[int, ...]]:
    """Patterns such as (1, -1): the successive signs along the symbol, for some values of the others."""
    patterns = set()
    for line in _lines(domain_key(domain), symbol):
        compressed: list[int] = []
        for s in _signs(expr, domain.symbols, line):
            if s and (not compressed or compressed[-1] != s):
                compressed.append(s)
        patterns.add(tuple(compressed))
    return patterns


def common_crossing(expr: sp.Expr, symbol: sp.Symbol, domain: Domain) -> list[sp.Rational]:
    """A short rational at which the expression seems to change sign in the symbol, whatever the others are; else nothing."""
    place = domain.symbols.index(symbol)
    evaluate = evaluator((expr,), domain.symbols)
    found = set()
    for line in _lines(domain_key(domain), symbol):
        signs = list(_signs(expr, domain.symbols, line))
        known = [(p, s) for p, s in zip(line, signs, strict=True) if s]
        pair = next(((p, q) for (p, s), (q, r) in pairwise(known) if s != r), None)
        if pair is None:
            continue
        low, high = pair
        start = evaluate(low, DIGITS)
        for _ in range(70):
            middle = low[:place] + ((low[place] + high[place]) / 2,) + low[place + 1 :]
            v = evaluate(middle, DIGITS)
            if v is None or start is None:
                return []
            if v[0] == 0:
                low = high = middle
                break
            low, high = (middle, high) if (v[0] > 0) == (start[0] > 0) else (low, middle)
        centre, room = as_rational(low[place]), sp.Rational(1, 10**12)
        found.add(simplest_between(centre - room, centre + room))
    return list(found) if len(found) == 1 and all(v.q < 10**4 for v in found) else []


def _signs(expr: sp.Expr, symbols: tuple[sp.Symbol, ...], points: Sequence[tuple[Any, ...]]) -> Iterator[int | None]:
    if not expr.free_symbols:
        points = points[:1]
    evaluate = evaluator((expr,), symbols)
    for p in points:
        values = evaluate(p, DIGITS)
        if values is None:
            yield None
            continue
        v = values[0]
        if v < 1e-12:
            again = evaluate(p, 3 * DIGITS)
            if again is None or abs(again[0] - v) > abs(again[0]) / 2:
                v = mpmath.mpf(0)
        yield 0 if v == 0 else 1 if v > 0 else -1


@lru_cache(maxsize=400)
def probe_points(key: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """Sample points of the domain with that key: log-uniform towards the ends, assumptions checked numerically."""
    ranges, assumptions = key
    chance = random.Random(7)
    inside = _filter(tuple(s for s, _ in ranges), assumptions)
    points = []
    for trial in range(40 * CLOUD):
        p = tuple(_pick(r, chance, trial) for _, r in ranges)
        if inside(p):
            points.append(p)
            if len(points) >= CLOUD:
                break
    return tuple(points)


@lru_cache(maxsize=800)
def _lines(key: tuple[Any, ...], symbol: sp.Symbol) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """For some sample points the line through them along one symbol, in increasing order."""
    ranges, assumptions = key
    symbols = [s for s, _ in ranges]
    place = symbols.index(symbol)
    inside = _filter(tuple(symbols), assumptions)
    chance = random.Random(11)
    lines = []
    for base in probe_points(key)[:LINES]:
        values = sorted({_pick(ranges[place][1], chance, i) for i in range(SWEEP)})
        line = [base[:place] + (v,) + base[place + 1 :] for v in values]
        lines.append(tuple(p for p in line if inside(p)))
    return tuple(lines)


def _filter(symbols: tuple[sp.Symbol, ...], assumptions: tuple[Any, ...]):
    relations = [a for a in assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne))]
    if not relations:
        return lambda p: True
    evaluate = evaluator(tuple(a.gts - a.lts for a in relations), symbols)

    def inside(p: tuple[Any, ...]) -> bool:
        slack = evaluate(p, 30)
        return slack is not None and all(s > 0 for s in slack)

    return inside


def _pick(rng: Range, chance: random.Random, trial: int) -> Any:
    lo = None if rng.lo.is_infinite else as_mpf(rng.lo)
    hi = None if rng.hi.is_infinite else as_mpf(rng.hi)
    with mpmath.workdps(30):
        if lo is not None and hi is not None:
            t = mpmath.mpf(chance.random())
            if trial % 3 == 1:
                t = mpmath.power(10, -5 * t)
            elif trial % 3 == 2:
                t = 1 - mpmath.power(10, -5 * t)
            return lo + (hi - lo) * t
        reach = mpmath.mpf(chance.uniform(-4, 1.6 if trial % 4 else 5))
        step = mpmath.power(10, reach)
        if lo is not None:
            return lo + step
        if hi is not None:
            return hi - step
        return step if chance.random() < 0.5 else -step
