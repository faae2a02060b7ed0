"""Random expressions on random boxes: the value at random members never leaves the enclosure."""

import random

import pytest
import sympy as sp
from flint import arb

from dpverify.domain import Range
from dpverify.enclosure.box import enclose_over
from dpverify.enclosure.interval import Interval, working_precision
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable

X, Y = sp.symbols("X Y", positive=True)
R = sp.Rational


def random_expression(rng, depth):
    if depth == 0:
        return rng.choice([X, Y, X, Y, sp.S.One, R(rng.randint(1, 9), rng.randint(1, 9)), -X, 1 - 3 * Y])
    a = random_expression(rng, depth - 1)
    b = random_expression(rng, rng.randint(0, depth - 1))
    return rng.choice(
        [
            lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a / (a + b), lambda: sp.exp(-a),
            lambda: sp.exp(a) - sp.exp(b), lambda: b * sp.exp(a) - b, lambda: sp.log(1 + a), lambda: sp.log(a),
            lambda: sp.sqrt(a), lambda: sp.Abs(a), lambda: a**2, lambda: a**3, lambda: sp.erfc(a),
            lambda: sp.exp(b) * sp.erfc(a), lambda: 1 - sp.erfc(a), lambda: sp.Max(a, b), lambda: sp.Min(a, b, 1),
            lambda: sp.Piecewise((a, X < R(1, 3)), (b, True)), lambda: sp.tanh(a), lambda: sp.gamma(a),
            lambda: sp.loggamma(a), lambda: a ** R(1, 3), lambda: sp.Abs(a) ** b, lambda: sp.sinh(a), lambda: sp.cosh(a),
            lambda: sp.atan(a), lambda: sp.sin(a), lambda: sp.cos(a), lambda: sp.floor(a),
        ]
    )()  # fmt: skip


def random_range(rng):
    """A range in (0, oo) whose ends may be any rationals, open or closed, and members of it (ends included where closed)."""
    lo = rng.choice([R(0), R(1, 3), R(rng.randint(1, 40), rng.randint(1, 12)), R(1, 10**12)])
    hi = rng.choice([sp.oo, lo + R(rng.randint(1, 40), rng.randint(1, 12)), lo + R(1, 10**9), lo * 3 if lo else R(1, 3)])
    lo_open, hi_open = lo == 0 or rng.random() < 0.5, hi is sp.oo or rng.random() < 0.5
    members = [lo] * (not lo_open) + [hi] * (not hi_open)
    for _ in range(3):
        t = R(rng.randint(1, 99), 100) ** rng.choice([1, 8])
        members.append(lo + (hi - lo) * t if hi is not sp.oo else lo + t / (1 - t))
        if not hi_open:
            continue
        if hi is not sp.oo:
            members.append(hi - (hi - lo) * t * R(1, 10**20))
    return Range(lo, hi, lo_open, hi_open), members


def outside(value: arb, enclosure: Interval) -> bool:
    """True if the value is certainly no member."""
    return bool(
        value > enclosure.hi or value < enclosure.lo
        or (value.is_exact() and ((enclosure.hi_open and value == enclosure.hi) or (enclosure.lo_open and value == enclosure.lo)))
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_no_value_leaves_its_enclosure(seed, rounds=60):
    rng = random.Random(seed)
    hits = 0
    for _ in range(rounds):
        try:
            expr = random_expression(rng, rng.randint(1, 3))
        except (ValueError, RecursionError):  # SymPy refuses Max of something complex, and loses itself in some Abs
            continue
        if not isinstance(expr, sp.Expr) or expr.has(sp.zoo, sp.nan, sp.I, sp.oo):
            continue
        (rx, mx), (ry, my) = random_range(rng), random_range(rng)
        try:
            enclosure = enclose_over(expr, {X: Interval.from_range(rx), Y: Interval.from_range(ry)}, rng.choice([30, 64, 128]))
        except NotEnclosable:
            continue
        for u in mx:
            v = rng.choice(my)
            try:
                value = enclose_at(expr, {X: u, Y: v}, 300)
            except NotEnclosable:
                continue
            hits += 1
            with working_precision(300):
                assert not outside(value, enclosure), (expr, u, v, enclosure, value)
    assert hits > rounds
