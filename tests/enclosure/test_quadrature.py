"""Integrals: the ball holds the exact value and is narrow; what diverges, or is complex, gets no ball."""

import time

import mpmath
import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure.interval import working_precision
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable

x, d = sp.symbols("x d", real=True)
oo, half = sp.oo, sp.Rational(1, 2)
A = sp.log(3)
B = half / (1 - sp.exp(-A))


def laplace(u):
    return sp.exp(-sp.Abs(u)) / 2


def gauss(u, s=1):
    return sp.exp(-(u**2) / (2 * s**2)) / (sp.sqrt(2 * sp.pi) * s)


def truncated(u):
    return sp.Piecewise((B * sp.exp(-sp.Abs(u)), sp.Abs(u) <= A), (0, True))


def phi(u):
    return sp.erfc(-u / sp.sqrt(2)) / 2


# (integrand, lower, upper, value): values are textbook antiderivatives; for hockey sticks 5.1, 2.3 and 6.2 of the mathematics.
KNOWN = [
    (laplace(x), -oo, oo, 1),
    (sp.Abs(x) * laplace(x), -oo, oo, 1),
    (x**2 * laplace(x), -oo, oo, 2),
    (gauss(x), -oo, oo, 1),
    (x**4 * gauss(x), -oo, oo, 3),
    (sp.Abs(x) * gauss(x), -oo, oo, sp.sqrt(2 / sp.pi)),
    (gauss(x, sp.Rational(1, 1000)), -oo, oo, 1),
    (gauss(x - 100), -oo, oo, 1),
    (truncated(x), -oo, oo, 1),
    (sp.Max(0, laplace(x) - sp.exp(half) * laplace(x + 1)), -oo, oo, 1 - sp.exp(-half / 2)),
    (sp.Max(0, laplace(x) - sp.E * laplace(x + 1)), -oo, oo, 0),
    (sp.Max(0, truncated(x) - sp.E * truncated(x + 1)), -oo, oo, (sp.E - 1) / 4),
    (sp.Max(0, gauss(x) - sp.E * gauss(x + 1)), -oo, oo, phi(-half) - sp.E * phi(-half - 1)),
    (1 / (1 + x**2), -oo, oo, sp.pi),
    (1 / sp.sqrt(x), 0, 1, 2),
    (sp.log(x), 0, 1, -1),
    (x**3 * sp.log(1 / x), 0, 1, sp.Rational(1, 16)),
    (sp.sqrt(1 - x**2), -1, 1, sp.pi / 2),
    (sp.exp(-x) / sp.sqrt(x), 0, oo, sp.sqrt(sp.pi)),
    (sp.erfc(x), 0, oo, 1 / sp.sqrt(sp.pi)),
    (1 / sp.cosh(x), -oo, oo, sp.pi),
    (sp.log(x) / x**2, 1, oo, 1),
    (1 / (1 + sp.exp(x)), 0, oo, sp.log(2)),
    (sp.exp(-sp.sqrt(x)), 0, oo, 2),
    (sp.exp(-x) * sp.sin(x), 0, oo, half),
    (sp.floor(x), 0, sp.Rational(7, 2), sp.Rational(9, 2)),
    (sp.sign(x) + 1, -1, 2, 4),
    (x**2, 2, -1, -3),
    (x * sp.exp(-x), sp.log(2), oo, (1 + sp.log(2)) / 2),
    (sp.exp(x), -oo, sp.log(2), 2),
    (1 / x**2, -oo, -2, half),
    (sp.Abs(sp.exp(x) - 2), 0, 1, 4 * sp.log(2) + sp.E - 5),
]


@pytest.mark.parametrize(("f", "a", "b", "value"), KNOWN, ids=str)
def test_known_values(f, a, b, value):
    integral = sp.Integral(f, (x, a, b))
    if value is None:
        with pytest.raises(NotEnclosable):
            enclose_at(integral, {}, 64)
        return
    ball = enclose_at(integral, {}, 64)
    with working_precision(300):
        assert ball.overlaps(enclose_at(value, {}, 200))
        assert ball.rad() < arb("1e-15")


def test_precision_gives_digits():
    ball = enclose_at(sp.Integral(gauss(x), (x, -oo, oo)), {}, 256)
    assert ball.contains(1) and ball.rad() < arb("1e-70")


def test_parameters_are_fixed_at_the_point():
    ball = enclose_at(2 * sp.Integral(sp.exp(-x / d), (x, 0, d)), {d: sp.Rational(1, 7)}, 64)
    with working_precision(200):
        assert ball.overlaps(enclose_at(sp.Rational(2, 7) * (1 - sp.exp(-1)), {}, 150))


@pytest.mark.parametrize(
    ("f", "a", "b"),
    [
        (sp.sqrt(x), -1, 1), (sp.log(x), -2, -1), (sp.exp(-x) * sp.sqrt(1000 - x), 0, oo), (1 / x, -1, 1), (1 / x, 1, oo), (1 / x, 0, 1),
        (sp.sqrt(x - sp.Rational(1, 10**30)), 0, 1), (1 / (x - sp.Rational(1, 3)), 0, 1), (1 / (x - sp.Rational(1, 3)) ** 2, 0, 1),
        ((-2) ** x, 0, 1), (sp.exp(x), 0, oo), (sp.sin(x), 0, oo), (sp.Function("f")(x), 0, 1), (1, 0, oo), (1 / x**2, 0, 1),
        (sp.exp(-x) * sp.log(x - 50), 100, -oo), (sp.Symbol("z") * x, 0, 1), (sp.tan(x), 0, 2),
    ],
)  # fmt: skip
def test_divergent_complex_or_unknown_integrands_get_no_ball(f, a, b):
    with pytest.raises(NotEnclosable):
        enclose_at(sp.Integral(f, (x, a, b)), {}, 64)


@pytest.mark.parametrize("text", ["1/x", "1/x**2", "tan(x)", "exp(1/x)/x**2", "log(x + Rational(1, 3))/x"])
def test_a_pole_inside_is_given_up_quickly(text: str) -> None:
    y = sp.Symbol("y", real=True)
    integral = sp.Integral(sp.sympify(text).subs(sp.Symbol("x"), y), (y, -1, 2))
    begin = time.perf_counter()
    with pytest.raises(NotEnclosable):
        enclose_at(integral, {}, 64)
    assert time.perf_counter() - begin < 2


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (sp.sign(sp.sqrt(x) - sp.Rational(1, 2)), sp.Rational(1, 2)),
        (sp.sign(sp.log(x) + 1), 1 - 2 * sp.exp(-1)),
        (sp.sign(1 / (1 + x) - sp.Rational(2, 3)), sp.S.Zero),
    ],
    ids=str,
)
def test_a_sign_change_is_found_where_the_argument_is_no_polynomial(f, value):
    found = enclose_at(sp.Integral(f, (x, 0, 1)), {}, 64)
    assert found.contains(enclose_at(value, {}, 200)) or abs(found - enclose_at(value, {}, 64)) < 1e-12
    assert found.rad() < 1e-6


@pytest.mark.parametrize("power", [2, 3, 5])
@pytest.mark.parametrize("side", [0, 1])
def test_an_essential_singularity_at_an_end(power, side):
    """exp(-1/u^2)/u^p tends to 0 at u = 0 although each factor by itself does not: the integral is a gamma function's.

    Over (0, 1) it is Gamma((p - 1)/2, 1)/2, by v = 1/u^2.
    """
    u = x if side == 0 else 1 - x
    found = enclose_at(sp.Integral(sp.exp(-1 / u**2) / u**power, (x, 0, 1)), {}, 80)
    with mpmath.workdps(25):
        truth = mpmath.gammainc(mpmath.mpf(power - 1) / 2, 1) / 2
    assert (found - arb(str(truth))).abs_upper() < 1e-12
