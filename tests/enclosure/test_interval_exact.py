"""Arithmetic of intervals with small dyadic ends, open, closed, unbounded: each result is exactly the image, flags included.

The reference says what the image is by a definition of its own: the extremes of a bilinear map lie at corners, and one that is not zero is
attained only at a corner whose two ends are members.
"""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from dpverify.enclosure import functions as fn
from dpverify.enclosure.interval import Interval

ENDS = (-math.inf, -2.0, -0.5, 0.0, 0.5, 1.0, math.inf)
Plain = tuple[float, float, bool, bool]
"""lo, hi, and whether each end is a member."""


def every_interval() -> list[Plain]:
    out: list[Plain] = [(v, v, True, True) for v in ENDS if math.isfinite(v)]
    for lo, hi in itertools.combinations(ENDS, 2):
        for low, high in itertools.product((False, True), repeat=2):
            if (math.isfinite(lo) or not low) and (math.isfinite(hi) or not high):
                out.append((lo, hi, low, high))
    return out


ALL = every_interval()


def made(a: Plain) -> Interval:
    return Interval(arb(a[0]), arb(a[1]), not a[2], not a[3])


def plain(a: Interval) -> Plain:
    return float(a.lo), float(a.hi), not a.lo_open, not a.hi_open


def times(u: float, v: float) -> float:
    return 0.0 if u == 0 or v == 0 else u * v


def holds_zero(a: Plain) -> bool:
    return a[0] < 0 < a[1] or (a[0] == 0 and a[2]) or (a[1] == 0 and a[3])


def product(a: Plain, b: Plain) -> Plain:
    corners = [(times(a[i], b[j]), a[i + 2] and b[j + 2]) for i in (0, 1) for j in (0, 1)]
    ends, flags = [], []
    for extreme in (min, max):
        end = extreme(value for value, _ in corners)
        zero = end == 0 and (holds_zero(a) or holds_zero(b))
        ends.append(end)
        flags.append(math.isfinite(end) and (zero or any(attained and value == end != 0 for value, attained in corners)))
    return ends[0], ends[1], flags[0], flags[1]


def total(a: Plain, b: Plain) -> Plain:
    return a[0] + b[0], a[1] + b[1], a[2] and b[2], a[3] and b[3]


def negative(a: Plain) -> Plain:
    return -a[1], -a[0], a[3], a[2]


def inverse(a: Plain) -> Plain:
    """Of an interval without zero."""
    below = a[1] <= 0
    lo, hi = (1 / a[1] if a[1] else -math.inf), (1 / a[0] if a[0] else math.inf)
    return (0.0 if below and a[0] == -math.inf and lo > 0 else lo), hi, a[3] and a[1] != 0, a[2] and a[0] != 0


def largest(a: Plain, b: Plain) -> Plain:
    lo, hi = max(a[0], b[0]), max(a[1], b[1])
    low = a[2] if a[0] > b[0] else b[2] if b[0] > a[0] else a[2] and b[2]
    high = a[3] if a[1] > b[1] else b[3] if b[1] > a[1] else a[3] or b[3]
    return lo, hi, low, high


def size(a: Plain) -> Plain:
    if a[0] >= 0 or a[1] <= 0:
        return a if a[0] >= 0 else negative(a)
    _, hi, _, high = largest(a, negative(a))
    return 0.0, hi, True, high


@pytest.mark.parametrize("a", ALL, ids=str)
def test_two_intervals(a: Plain) -> None:
    for b in ALL:
        x, y = made(a), made(b)
        assert plain(x * y) == product(a, b), ("*", a, b)
        assert plain(x + y) == total(a, b), ("+", a, b)
        assert plain(x - y) == total(a, negative(b)), ("-", a, b)
        assert plain(fn.maximum(x, y)) == largest(a, b), ("max", a, b)
        assert plain(fn.minimum(x, y)) == negative(largest(negative(a), negative(b))), ("min", a, b)
        lo, hi = min(a[0], b[0]), max(a[1], b[1])
        assert plain(x.hull(y)) == (lo, hi, (a[0] == lo and a[2]) or (b[0] == lo and b[2]), (a[1] == hi and a[3]) or (b[1] == hi and b[3]))
        both = x.intersect(y)
        lo, hi = max(a[0], b[0]), min(a[1], b[1])
        low = all(c[2] for c in (a, b) if c[0] == lo)
        high = all(c[3] for c in (a, b) if c[1] == hi)
        empty = lo > hi or (lo == hi and not (low and high))
        assert (both is None) if empty else plain(both) == (lo, hi, low, high), ("and", a, b)
        inside = (a[0] > b[0] or (a[0] == b[0] and (b[2] or not a[2]))) and (a[1] < b[1] or (a[1] == b[1] and (b[3] or not a[3])))
        assert x.is_subset(y) == inside, ("<=", a, b)


@pytest.mark.parametrize("a", ALL, ids=str)
def test_one_interval(a: Plain) -> None:
    x = made(a)
    assert plain(-x) == negative(a)
    assert plain(fn.absolute(x)) == size(a)
    cube = tuple(v**3 for v in a[:2])
    assert plain(fn.integer_power(x, 3)) == (*cube, a[2], a[3])
    square = size(a)
    assert plain(fn.integer_power(x, 2)) == (square[0] ** 2, square[1] ** 2, square[2], square[3])
    assert x.is_positive() == (a[0] > 0 or (a[0] == 0 and not a[2])) and x.is_negative() == (a[1] < 0 or (a[1] == 0 and not a[3]))
    assert (x.is_nonnegative(), x.is_nonpositive()) == (a[0] >= 0, a[1] <= 0)
    assert x.contains_zero() == holds_zero(a) and x.is_nonzero() != holds_zero(a)
    for v in (Fraction(-3), Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(5)):
        member = (a[0] < v or (a[0] == v and a[2])) and (v < a[1] or (a[1] == v and a[3]))
        assert x.contains(v) == member, (a, v)
    if not holds_zero(a):
        wanted = inverse(a)
        assert plain(x.reciprocal()) == wanted and plain(fn.integer_power(x, -1)) == wanted


def test_affine_functions() -> None:
    from dpverify.enclosure.interval import affine

    for a in ALL:
        for slope, offset in ((2, 1), (-1, 0), (Fraction(-1, 4), -3)):
            found: Any = affine(made(a), fmpq(Fraction(slope).numerator, Fraction(slope).denominator), fmpq(offset))
            ends = [float(slope) * a[0] + offset, float(slope) * a[1] + offset]
            wanted = (ends[0], ends[1], a[2], a[3]) if slope > 0 else (ends[1], ends[0], a[3], a[2])
            assert plain(found) == wanted
