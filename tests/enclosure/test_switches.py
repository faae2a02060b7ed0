"""Switches decided over a box: the formula that is left has the value of the old one at every point of the box."""

import random

import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure.interval import Interval
from dpverify.enclosure.switches import resolve
from dpverify.errors import NotEnclosable

x = sp.Symbol("x", real=True)
EDGES = [sp.Rational(n, 2) for n in range(-4, 5)]


def condition(rng: random.Random, depth: int) -> sp.Basic:
    if depth == 0:
        relation = rng.choice((sp.Lt, sp.Le, sp.Gt, sp.Ge))
        return relation(rng.choice((x, sp.Abs(x), sp.Abs(x - 1))), rng.choice(EDGES), evaluate=False)
    parts = [condition(rng, depth - 1) for _ in range(rng.randint(2, 3))]
    return sp.Not(parts[0]) if rng.random() < 0.2 else rng.choice((sp.And, sp.Or))(*parts)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_is_equal_on_the_box(seed):
    rng = random.Random(seed)
    for _ in range(8):
        first, second = condition(rng, rng.randint(0, 2)), condition(rng, rng.randint(0, 2))
        f = sp.Piecewise((x, first), (x**2, second), (-1, True), evaluate=False)
        low = rng.choice(EDGES)
        high = low + rng.choice((sp.Rational(1, 4), sp.Rational(1, 2), 1))
        found = resolve(f, {x: Interval(arb(float(low)), arb(float(high)), True, True)}, 64)
        for i in range(1, 8):
            point = low + (high - low) * sp.Rational(i, 8)
            assert found.subs(x, point) == f.subs(x, point), (f, low, high, point)


def test_an_open_interval_within_one_piece_leaves_no_switch():
    f = sp.Piecewise((1, (sp.Abs(x) < 1) & ((x > 0) | (x < -3))), (2, (x > 0) | (x < -2)), (3, True), evaluate=False)
    for low, high, value in ((0, 1, 1), (1, 5, 2), (-1, 0, 3), (-9, -2, 2)):
        assert resolve(f, {x: Interval(arb(low), arb(high), True, True)}, 64) == value


@pytest.mark.parametrize("joined", [sp.And, sp.Or])
def test_an_undefined_part_is_not_passed_over(joined):
    """One part settles the condition; another has no value on the box, and neither has the formula."""
    settled = x > 5 if joined is sp.And else x < 5
    f = sp.Piecewise((1, joined(settled, sp.log(x - 7) > 0, evaluate=False)), (2, True), evaluate=False)
    with pytest.raises(NotEnclosable):
        resolve(f, {x: Interval(arb(0), arb(1))}, 64)
