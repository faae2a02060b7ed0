"""Taylor models hold on their whole interval, and enclosed limits hold the true limit."""

import random

import mpmath
import pytest
import sympy as sp
from sympy import Limit, Rational, erfc, exp, log, oo, pi, sin, sqrt, tanh

from dpverify.enclosure.decide import decide_at
from dpverify.enclosure.interval import Interval
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable
from dpverify.notation import Delta, delta, epsilon, sigma
from dpverify.symbolic.taylor_model import enclose_limit_at, taylor_model

t = sp.Symbol("t", positive=True)
p = sp.Symbol("p", positive=True)
x = sp.Symbol("x", real=True)
q = (exp(epsilon) - 1) / (2 * delta)
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
power = 2 * Delta**2 / epsilon**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q)
profile = (
    erfc(-(Delta / (2 * sigma) - epsilon * sigma / Delta) / sqrt(2)) / 2
    - exp(epsilon) * erfc((Delta / (2 * sigma) + epsilon * sigma / Delta) / sqrt(2)) / 2
)


def holds_at(expr, var, model, point):
    """Whether (f/t^v - sum c_i t^i)/t^n lies in the remainder at one exact point, by balls."""
    n = len(model.coefficients)
    polynomial = sum((c * var**i for i, c in enumerate(model.coefficients)), sp.S.Zero)
    rho = enclose_at((expr / var**model.valuation - polynomial) / var**n, point, 600)
    return not (rho < model.remainder.lo or rho > model.remainder.hi)


KNOWN = [
    (amplitude, epsilon, {delta: (Rational(1, 10), Rational(1, 8)), Delta: (1, 2)}, Rational(1, 100)),
    (power, epsilon, {delta: (Rational(1, 4), Rational(1, 3)), Delta: (1, 1)}, Rational(1, 50)),
    ((epsilon * amplitude).subs(delta, epsilon), epsilon, {Delta: (1, 2)}, Rational(1, 4)),
    (profile, sigma, {epsilon: (1, 2), Delta: (1, 2)}, Rational(1, 5)),
    (exp(1 / t**2) * erfc(1 / t) / t, t, {}, Rational(1, 4)),
    (t / (exp(t) - 1), t, {}, Rational(1)),
    (sqrt(1 + p * t) / (2 + sin(t)), t, {p: (1, 3)}, Rational(1, 8)),
    (log((exp(p * t) - 1) / t), t, {p: (1, 2)}, Rational(1, 8)),
    (erfc(p + t) / tanh(t), t, {p: (0, 1)}, Rational(1, 8)),
    (exp(-p / t) + 1 / (1 + t), t, {p: (1, 2)}, Rational(1, 8)),
    (exp(1 / t) / (exp(1 / t) + exp(p / t**2)), t, {p: (1, 2)}, Rational(1, 8)),
]


@pytest.mark.parametrize(("expr", "var", "ranges", "radius"), KNOWN)
def test_model_holds_on_the_whole_interval(expr, var, ranges, radius):
    box = {s: Interval.closed(*r) for s, r in ranges.items()}
    model = taylor_model(expr, var, radius, box, 3)
    rng = random.Random(5)
    for _ in range(12):
        point = {s: lo + (hi - lo) * Rational(rng.randrange(0, 9), 8) for s, (lo, hi) in ranges.items()}
        point[var] = radius * Rational(rng.randrange(1, 65), 64) * Rational(1, 2 ** rng.choice([0, 0, 1, 4, 10]))
        assert holds_at(expr, var, model, point)


def test_random_models_hold():
    rng = random.Random(77)

    def make(depth):
        if depth == 0:
            return rng.choice([t, p * t, t**2, sp.S.One, p, 2 + t, exp(t) - 1])
        u, v = make(depth - 1), make(depth - 1)
        forms = [u + v, u - v, u * v, u / (t + p), u / t, exp(u), log(1 + p + t * u), erfc(u), sin(u), sqrt(p + t**2), exp(-1 / t) * u]
        return rng.choice(forms)

    made = 0
    for _ in range(80):
        expr = make(rng.choice([1, 2, 2]))
        if t not in expr.free_symbols:
            continue
        try:
            model = taylor_model(expr, t, Rational(1, 16), {p: Interval.closed(1, 2)}, 3)
        except NotEnclosable:
            continue
        made += 1
        for value, place in ((1, Rational(1, 16)), (Rational(3, 2), Rational(1, 40)), (2, Rational(1, 1000))):
            assert holds_at(expr, t, model, {t: place, p: value}), (expr, model)
    assert made > 35


@pytest.mark.parametrize("expr", [log(t), exp(1 / t), 1 / (p - Rational(3, 2) + t), sqrt(t), sp.Function("T")(t), sqrt(t - p)])
def test_no_model(expr):
    with pytest.raises(NotEnclosable):
        taylor_model(expr, t, Rational(1, 16), {p: Interval.closed(1, 2)}, 3)


POINT = {epsilon: Rational(3, 10), delta: Rational(1, 7), Delta: Rational(2), sigma: Rational(1)}


@pytest.mark.parametrize(
    ("expr", "variable", "at", "side", "wanted"),
    [
        (amplitude, epsilon, 0, "+", Rational(7, 2)),
        (power, epsilon, 0, "+", Rational(49, 3)),
        (amplitude, delta, 0, "+", Rational(20, 3)),
        (profile, sigma, oo, "-", 0),
        (profile, sigma, 0, "+", 1),
        (x**2 * exp(-x), x, oo, "-", 0),
        (sin(x) / x, x, 0, "+-", 1),
        (x * log(x), x, 0, "+", 0),
        ((1 + 2 / x) ** x, x, oo, "-", exp(2)),
        (exp(x) * erfc(x), x, -oo, "+", 0),
        (exp(x**2) * erfc(x) * x, x, oo, "-", 1 / sqrt(pi)),
    ],
)
def test_enclosed_limit(expr, variable, at, side, wanted):
    ball = enclose_limit_at(Limit(expr, variable, at, side), POINT, 200)
    with mpmath.workdps(50):
        assert ball.contains(enclose_at(sp.sympify(wanted), {}, 400))
    assert ball.rad() < 1e-40


def test_a_wrong_limit_is_excluded():
    value = enclose_limit_at(Limit(amplitude.subs(delta, epsilon) * epsilon / Delta, epsilon, 0), POINT, 200)
    assert not value.contains(enclose_at(Rational(189069784, 10**9), {}, 200))
    assert decide_at(sp.Eq(1 - 2 * log(Rational(3, 2)), Rational(189069784, 10**9), evaluate=False), {}).truth is False


@pytest.mark.parametrize("expr", [sp.Abs(x) / x, 1 / x, sin(1 / x)])
def test_no_enclosure_without_a_limit(expr):
    with pytest.raises(NotEnclosable):
        enclose_limit_at(Limit(expr, x, 0, "+-"), {})
