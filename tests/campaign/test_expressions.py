"""Random expressions: the enclosures hold what plain mpmath finds to sixty digits, are narrow, and refuse what is not real."""

from __future__ import annotations

import random
from collections import Counter

import pytest
import sympy as sp
from flint import arb, fmpq

from dpverify.enclosure.box import enclose_over
from dpverify.enclosure.function_table import REWRITTEN, UNARY_FUNCTIONS
from dpverify.enclosure.interval import Interval, working_precision
from dpverify.enclosure.point import _OWN, BALL_FUNCTIONS, enclose_at
from dpverify.errors import NotEnclosable
from tests.campaign.mpmath_value import DIGITS, Undefined, value_at
from tests.campaign.random_trees import UNARY, X, Y, proper, random_point, random_range

LONG = 400
"""Seeds of the long form; the short one has a few."""


def known(tree: sp.Expr, point: dict[sp.Symbol, sp.Rational]) -> arb:
    """The sixty-digit value as a ball that certainly holds the true one: the comparisons below are then exact, however large it is."""
    with working_precision(1000):
        value = arb(value_at(tree, point))
        assert value.is_exact()
        size = abs(value).max(arb(f"1e-{DIGITS}"))
        return value + arb(0, (size * arb(f"1e-{DIGITS + 5}")).upper())


def try_points(seed: int, rounds: int) -> Counter:
    """What happened to random trees at random points; asserts that enclosures hold the value, and that there is none without one."""
    rng, seen = random.Random(f"points {seed}"), Counter()  # type: ignore[var-annotated]
    while seen["trees"] < rounds:
        tree = proper(rng, rng.randint(1, 4))
        if tree is None:
            continue
        point = random_point(rng)
        try:
            value = known(tree, point)
        except Undefined as why:
            seen["no value"] += 1
            if str(why) in ("not real", "division by zero"):
                seen["refused"] += 1
                with pytest.raises(NotEnclosable):
                    enclose_at(tree, point, 128)
            continue
        seen["trees"] += 1
        try:
            ball = enclose_at(tree, point, 128)
        except NotEnclosable:
            continue
        seen["enclosed"] += 1
        assert ball.overlaps(value), (tree, point, value, ball)
        ball = enclose_at(tree, point, 700)
        assert ball.overlaps(value), (tree, point, value, ball)
        seen["narrow"] += ball.rad() <= abs(value).max(arb(1)) * arb(f"1e-{DIGITS}")
    return seen


def try_boxes(seed: int, rounds: int) -> Counter:
    """Random trees over random boxes; asserts that the value at each member lies in the enclosure, end by end."""
    rng, seen = random.Random(f"boxes {seed}"), Counter()  # type: ignore[var-annotated]
    while seen["trees"] < rounds:
        tree = proper(rng, rng.randint(1, 3))
        if tree is None:
            continue
        (rx, mx), (ry, my) = random_range(rng), random_range(rng)
        seen["trees"] += 1
        try:
            enclosure = enclose_over(tree, {X: Interval.from_range(rx), Y: Interval.from_range(ry)}, rng.choice([30, 64, 128]))
        except NotEnclosable:
            continue
        seen["enclosed"] += 1
        for u in mx:
            point = {X: u, Y: rng.choice(my)}
            try:
                value = known(tree, point)
            except Undefined as why:
                assert str(why) not in ("not real", "division by zero"), (tree, rx, ry, point, enclosure)
                continue
            seen["members"] += 1
            assert not (value < enclosure.lo or value > enclosure.hi), (tree, rx, ry, point, enclosure)
    return seen


def try_small_boxes(seed: int, rounds: int) -> Counter:
    """Over boxes of width 1e-12 around a point the enclosure is not much wider than the function's slope allows."""
    rng, seen = random.Random(f"small {seed}"), Counter()  # type: ignore[var-annotated]
    half = sp.Rational(1, 2 * 10**12)
    while seen["trees"] < rounds:
        tree = proper(rng, rng.randint(1, 3))
        point = random_point(rng)
        if tree is None:
            continue
        try:
            value = known(tree, point)
            near = [known(tree, {X: point[X] + i * half, Y: point[Y] + j * half}) for i in (-1, 1) for j in (-1, 1)]
            enclosure = enclose_over(tree, {s: Interval.closed(v - half, v + half) for s, v in point.items()}, 128)
        except (Undefined, NotEnclosable):
            continue
        spread = max((abs(v - value).upper() for v in near), key=float)
        if not spread < arb("1e-3") or not enclosure.is_bounded():
            continue
        seen["trees"] += 1
        assert not any(v < enclosure.lo or v > enclosure.hi for v in near), (tree, point, enclosure)
        seen["narrow"] += enclosure.hi - enclosure.lo <= 1000 * spread + abs(value).max(arb(1)) * arb("1e-9")
    return seen


def test_every_function_of_the_enclosures_is_tried():
    tried = {*UNARY, sp.Max, sp.Min, sp.Piecewise, sp.binomial, sp.polygamma, sp.Pow, sp.Mod}
    assert {*UNARY_FUNCTIONS, *REWRITTEN, *BALL_FUNCTIONS, *_OWN} <= tried


def test_remainders_are_those_of_exact_numbers():
    rng = random.Random("remainders")
    for _ in range(200):
        point = random_point(rng)
        remainder = sp.Mod(X, point[Y], evaluate=False)
        if point[Y] == 0:
            with pytest.raises(NotEnclosable):
                enclose_at(remainder, point, 128)
            continue
        exact = point[X] - point[Y] * sp.floor(point[X] / point[Y])
        ball = enclose_at(remainder, point, 128)
        assert ball.overlaps(arb(fmpq(exact.p, exact.q))) and ball.rad() <= arb("1e-20") * (1 + abs(arb(fmpq(exact.p, exact.q))))


def test_points_short(campaign_figures):
    seen = sum((try_points(seed, 60) for seed in range(4)), Counter())
    campaign_figures["trees at points"] += seen["trees"]
    judge(seen)


def judge(seen: Counter) -> None:
    assert seen["enclosed"] >= 0.9 * seen["trees"], seen
    assert seen["narrow"] >= 0.98 * seen["enclosed"], seen


def test_boxes_short(campaign_figures):
    seen = sum((try_boxes(seed, 60) for seed in range(4)), Counter())
    campaign_figures["trees over boxes"] += seen["trees"]
    campaign_figures["members of boxes"] += seen["members"]
    assert seen["members"] > seen["trees"] / 2, seen


def test_small_boxes_short(campaign_figures):
    seen = sum((try_small_boxes(seed, 25) for seed in range(4)), Counter())
    campaign_figures["trees over small boxes"] += seen["trees"]
    assert seen["narrow"] >= 0.95 * seen["trees"], seen


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1000, 1000 + LONG, 20))
def test_expressions_long(seed, campaign_figures):
    points = sum((try_points(s, 30) for s in range(seed, seed + 20)), Counter())
    boxes = sum((try_boxes(s, 30) for s in range(seed, seed + 20)), Counter())
    small = sum((try_small_boxes(s, 5) for s in range(seed, seed + 20)), Counter())
    campaign_figures["trees at points"] += points["trees"]
    campaign_figures["trees over boxes"] += boxes["trees"]
    campaign_figures["members of boxes"] += boxes["members"]
    campaign_figures["trees over small boxes"] += small["trees"]
    judge(points)
    assert small["narrow"] >= 0.95 * small["trees"], small
