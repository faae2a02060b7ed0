"""Points of a domain: one to show that it is not empty, many to try a statement on. Every point returned is certified to lie inside."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import count, islice, product, takewhile

import mpmath
import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .elimination import Elimination, eliminate
from .membership import certainly_in, in_range
from .numeric import as_mpf, as_rational, evaluator
from .rounding import simplest_between

_SIMPLE = tuple(sp.Rational(v) for v in ("1", "1/2", "2", "1/4", "3", "1/10", "5", "10", "1/3", "3/4", "1/100", "20", "1/20", "100"))
_FAR = (3, 6, 12, 1, 2, 4, 8, 9, 15, 30)
SCATTERED_VALUES, SCATTERED_TRIALS = 9, 400
TRIED_EXACTLY = 12
_VERY_FAR = tuple(2**k for k in range(5, 15))


def witness(domain: Domain) -> dict[sp.Symbol, sp.Expr] | None:
    """A point of the domain, certified, simple if possible; None if none was found (the domain may be empty).

    Values are rational except for symbols that an equality assumption determines, whose value is exact but may be irrational.
    """
    return next(points(domain, count=1, seed=0), None)


def sample(domain: Domain, count: int, seed: int = 0) -> list[dict[sp.Symbol, sp.Expr]]:
    """Up to `count` certified points: simple ones, near the ends (10^-j off), far out, and log-uniform random ones."""
    return list(points(domain, count, seed))


def points(domain: Domain, count: int, seed: int = 0) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """The same as `sample`, one at a time, simplest first."""
    # A range that is one irrational number is that number; the search is for rational values of the others.
    single = {s: r.lo for s, r in domain.ranges.items() if r.lo == r.hi and not r.lo.is_Rational and not r.is_empty()}
    rest = domain
    for symbol, value in single.items():
        rest = rest.fix(symbol, value)
    reduced = eliminate(rest)
    found = (reduced.complete(p) for p in reduced_points(reduced.domain, seed))
    return islice(({**p, **single} for p in found if _completed_in(p, rest, reduced)), count)


def reduced_points(domain: Domain, seed: int = 0) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Certified rational points of a domain without solvable equalities; ends after a bounded number of trials."""
    seen = set()
    symbols = domain.symbols
    plausible = _plausibility(domain)
    for values in _candidates(domain, seed):
        if values in seen or not plausible(values):
            continue
        seen.add(values)
        point = dict(zip(symbols, values, strict=True))
        if certainly_in(point, domain):
            yield point


def scattered_points(domain: Domain, seed: int = 0) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Certified plain points in no order, so that a few of them differ in every symbol; ends after a bounded number of trials."""
    chance = random.Random(seed)
    columns = [list(islice(simple_values(r), SCATTERED_VALUES)) for r in domain.ranges.values()]
    seen = set()
    for _ in range(SCATTERED_TRIALS if all(columns) else 0):
        values = tuple(chance.choice(column) for column in columns)
        if values not in seen:
            seen.add(values)
            point = dict(zip(domain.symbols, values, strict=True))
            if certainly_in(point, domain):
                yield point


def _completed_in(point: Mapping[sp.Symbol, sp.Expr], domain: Domain, reduced: Elimination) -> bool:
    """Symbols that elimination kept have been checked, and so have the bounds of the others; integrality has not, nor definedness."""
    return all(point[s].is_integer is True for s in reduced.relaxed) and reduced.fulfilled(point)


def _plausibility(domain: Domain):
    """A quick numerical test of the assumptions that throws out hopeless candidates (a near miss stays in); the first few go without."""
    relations = [a for a in domain.assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne))]
    if not relations:
        return lambda values: True
    slack = tuple(r.gts - r.lts for r in relations)
    tried = count()

    def plausible(values) -> bool:
        if next(tried) < TRIED_EXACTLY:
            return True
        slacks = evaluator(slack, domain.symbols)(values, 20)
        return slacks is None or all(s > -1e-12 for s in slacks)

    return plausible


def _candidates(domain: Domain, seed: int) -> Iterator[tuple[sp.Rational, ...]]:
    ranges = list(domain.ranges.values())
    if not ranges:
        yield ()
        return
    simple = [list(islice(simple_values(r), 8)) for r in ranges]
    depth = {1: 8, 2: 8, 3: 5}.get(len(ranges), 3 if len(ranges) < 6 else 2)
    yield from _indexed(simple, depth)
    rng = random.Random(seed)
    yield from _repaired(domain, rng)
    edges = [list(edge_values(r)) or simple[i] for i, r in enumerate(ranges)]
    for i, column in enumerate(edges):
        for v in column:
            yield tuple(v if j == i else (s[0] if s else edges[j][0]) for j, s in enumerate(simple))
    everything = [s + e for s, e in zip(simple, edges, strict=True)]
    for turn in range(4000):
        if turn % 2:
            yield tuple(rng.choice(column) for column in everything)
        else:
            yield tuple(random_value(r, rng) for r in ranges)


def _indexed(simple: list[list[sp.Rational]], depth: int) -> Iterator[tuple[sp.Rational, ...]]:
    indices = sorted(islice(product(*[range(len(s[:depth])) for s in simple]), 600), key=sum)
    for index in indices:
        yield tuple(column[i] for column, i in zip(simple, index, strict=True))


def _repaired(domain: Domain, rng: random.Random) -> Iterator[tuple[sp.Rational, ...]]:
    """Points moved until the assumptions hold: a random walk that keeps what reduces the worst violation."""
    relations = [a for a in domain.assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne))]
    if not relations:
        return
    evaluate = evaluator(tuple(r.gts - r.lts for r in relations), domain.symbols)
    ranges = list(domain.ranges.values())
    for _ in range(30):
        values = [random_value(r, rng) for r in ranges]
        slacks = evaluate(values, 20)
        best = min(slacks) if slacks else mpmath.mpf("-inf")
        for _ in range(60):
            if best > 0:
                yield tuple(simplest_near(v, r) for v, r in zip(values, ranges, strict=True))
                yield tuple(values)
                break
            i = rng.randrange(len(values))
            trial = list(values)
            trial[i] = random_value(ranges[i], rng) if rng.random() < 0.5 else nudged(values[i], ranges[i], rng)
            slacks = evaluate(trial, 20)
            if slacks and min(slacks) > best:
                values, best = trial, min(slacks)


def simplest_near(value: sp.Rational, rng: Range) -> sp.Rational:
    """A simpler rational within a twentieth of the value, inside the range; the value itself if there is none."""
    relative = sp.Rational(1, 20)
    if rng.integer or value == 0:
        return value
    low, high = sorted((value * (1 - relative), value * (1 + relative)))
    v = simplest_between(low, high)
    return v if in_range(v, rng) else value


def nudged(value: sp.Rational, rng: Range, chance: random.Random) -> sp.Rational:
    """The value moved by a random factor or step, inside the range if possible."""
    if rng.integer:
        moved = value + chance.choice((-2, -1, 1, 2))
    else:
        moved = value * sp.Rational(chance.randint(500, 2000), 1000) if value else sp.Rational(chance.randint(-100, 100), 1000)
    return moved if in_range(moved, rng) else value


def _ends(rng: Range) -> tuple[sp.Rational | None, sp.Rational | None]:
    """Rational approximations of the finite ends (None where infinite)."""
    out: list[sp.Rational | None] = []
    for end in (rng.lo, rng.hi):
        if end.is_infinite:
            out.append(None)
        elif isinstance(end, sp.Rational):
            out.append(end)
        else:
            with mpmath.workdps(40):
                out.append(as_rational(as_mpf(end)))
    return out[0], out[1]


def simple_values(rng: Range) -> Iterator[sp.Rational]:
    """Short rationals inside the range, the most telling first."""
    if rng.integer:
        yield from _integers(rng)
        return
    lo, hi = _ends(rng)
    if lo is not None and hi is not None:
        if lo == hi:
            yield lo
            return
        raw = [lo + (hi - lo) * sp.Rational(t, 20) for t in (10, 5, 15, 2, 18)]
        shortened = [simplest_between(v - (hi - lo) / 20, v + (hi - lo) / 20) for v in raw]
        candidates = list(_SIMPLE[:6]) + shortened + raw
    elif lo is not None:
        candidates = [lo + v for v in _SIMPLE]
    elif hi is not None:
        candidates = [hi - v for v in _SIMPLE]
    else:
        candidates = [s * v for v in _SIMPLE for s in (1, -1)]
        candidates.insert(1, sp.S.Zero)
    seen = set()
    for v in candidates:
        if v not in seen and in_range(v, rng):
            seen.add(v)
            yield v


def _integers(rng: Range) -> Iterator[sp.Rational]:
    first, last = rng.first_integer(), rng.last_integer()
    if first.is_finite:
        for step in (0, 1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1000, 10**6):
            if last.is_infinite or first + step <= last:
                yield first + step
        if last.is_finite:
            yield last
    elif last.is_finite:
        for step in (0, 1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1000):
            yield last - step
    else:
        for v in (1, 0, 2, -1, 3, -2, 5, 10, -10, 100, -100):
            yield sp.Integer(v)


def far_points(domain: Domain, reach: int = _VERY_FAR[-1]) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Certified points of a domain without solvable equalities much further out, and much nearer to open ends, than `reduced_points`.

    Distances 10^±(2^k), 2^k <= reach; one symbol at a time, the others plain, then all of them together; then a plain point stretched by
    as much.
    """
    plain = next(reduced_points(domain), None)
    if plain is None:
        return
    for power in takewhile(lambda p: p <= reach, _VERY_FAR):
        columns = {symbol: list(_very_far(rng, power)) for symbol, rng in domain.ranges.items()}
        moves = [{symbol: v} for symbol, column in columns.items() for v in column]
        if len(columns) > 1:
            moves += [dict(zip(columns, row, strict=True)) for row in islice(product(*columns.values()), 32)]
            moves.append({symbol: _stretched(plain[symbol], rng, power) for symbol, rng in domain.ranges.items()})
        for move in moves:
            point = {**plain, **move}
            if certainly_in(point, domain):
                yield point


def _very_far(rng: Range, power: int) -> Iterator[sp.Rational]:
    far = sp.Integer(10) ** power
    if rng.integer:
        candidates = [far, -far]
    else:
        lo, hi = _ends(rng)
        width = hi - lo if lo is not None and hi is not None else sp.S.One
        candidates = [lo + width / far if lo is not None else -far, hi - width / far if hi is not None else far]
    yield from (v for v in candidates if in_range(v, rng))


def _stretched(value: sp.Rational, rng: Range, power: int) -> sp.Rational:
    """The value, its distance from the only finite end or from 0 made larger by 10^power."""
    lo, hi = _ends(rng)
    if lo is not None and hi is not None:
        return value
    end = lo if lo is not None else hi if hi is not None else sp.S.Zero
    return end + (value - end) * sp.Integer(10) ** power


def edge_values(rng: Range) -> Iterator[sp.Rational]:
    """Closed ends themselves, points 10^-j away from finite ends, and 10^j towards infinite ones."""
    if rng.integer:
        yield from _integers(rng)
        return
    lo, hi = _ends(rng)
    width = hi - lo if lo is not None and hi is not None else sp.S.One
    unit = min(width, sp.S.One)
    if lo is not None and not rng.lo_open and isinstance(rng.lo, sp.Rational):
        yield lo
    if hi is not None and not rng.hi_open and isinstance(rng.hi, sp.Rational):
        yield hi
    for j in _FAR:
        step = sp.Integer(10) ** -j
        values = [lo + unit * step if lo is not None else -sp.Integer(10) ** j, hi - unit * step if hi is not None else sp.Integer(10) ** j]
        if lo is None or hi is None or lo < 0 < hi:
            values += [step, -step]
        for v in values:
            if in_range(v, rng):
                yield v


def random_value(rng: Range, chance: random.Random) -> sp.Rational:
    """A random short rational inside the range: log-uniform distances from an end, or uniform."""
    if rng.integer:
        first, last = rng.first_integer(), rng.last_integer()
        if first.is_finite and last.is_finite:
            # Without an integer in the range any value will do: it is thrown out.
            return sp.Integer(chance.randint(int(first), int(last))) if first <= last else first
        jump = int(10 ** chance.uniform(0, 4)) - 1
        if first.is_finite:
            return first + jump
        return last - jump if last.is_finite else sp.Integer(chance.choice((1, -1)) * jump)
    lo, hi = _ends(rng)
    for _ in range(5):
        scale = sp.Rational(chance.randint(100, 999), 100) * sp.Integer(10) ** chance.randint(-5, 3)
        if lo is not None and hi is not None:
            kind = chance.random()
            part = sp.Rational(chance.randint(1, 999), 1000)
            if kind >= 0.6:
                part *= sp.Integer(10) ** -chance.randint(1, 8)
            value = lo + (hi - lo) * part if kind < 0.8 else hi - (hi - lo) * part
            if lo > 0 and hi / lo > 100 and kind < 0.5:
                value = lo * as_rational(mpmath.mpf(float(hi / lo)) ** chance.random())
                value = simplest_between(value * sp.Rational(99, 100), value * sp.Rational(101, 100))
        elif lo is not None:
            value = lo + scale
        elif hi is not None:
            value = hi - scale
        else:
            value = scale * chance.choice((1, -1))
        if in_range(value, rng):
            return value
    return next(iter(simple_values(rng)), sp.S.Zero)
