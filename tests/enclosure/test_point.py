"""Balls at exact points: they hold mpmath's value, exact things stay exact, and the undefined is refused."""

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx

from dpverify.enclosure.interval import fraction_of, working_precision
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable

x, y = sp.symbols("x y", real=True)
POINT = {x: sp.Rational(7, 5), y: sp.Rational(-3, 8)}

MPMATH = {
    sp.exp(x) - 1: lambda a, b: mpmath.expm1(a),
    sp.log(x) / y: lambda a, b: mpmath.log(a) / b,
    sp.erfc(x): lambda a, b: mpmath.erfc(a),
    sp.loggamma(x) + sp.gamma(x): lambda a, b: mpmath.loggamma(a) + mpmath.gamma(a),
    sp.Abs(y) ** sp.Rational(2, 3): lambda a, b: mpmath.power(abs(b), mpmath.mpf(2) / 3),
    x**y: lambda a, b: a**b,
    sp.coth(x) + sp.atan(y) * sp.pi: lambda a, b: mpmath.coth(a) + mpmath.atan(b) * mpmath.pi,
    sp.LambertW(x): lambda a, b: mpmath.lambertw(a).real,
    sp.binomial(x + 3, x): lambda a, b: mpmath.binomial(a + 3, a),
    sp.Max(x, y) + sp.Min(x, y, -1): lambda a, b: a - 1,
    sp.erfinv(y): lambda a, b: mpmath.erfinv(b),
    sp.EulerGamma * sp.Catalan + sp.GoldenRatio: lambda a, b: mpmath.euler * mpmath.catalan + mpmath.phi,
}


@pytest.mark.parametrize("expr", MPMATH, ids=str)
def test_the_ball_holds_an_independent_value_and_is_narrow(expr):
    with mpmath.workdps(60):
        value = MPMATH[expr](mpmath.mpf(7) / 5, mpmath.mpf(-3) / 8)
        text = mpmath.nstr(value, 55)
    ball = enclose_at(expr, POINT, 160)
    with working_precision(300):
        assert abs(ball - arb(text)) < arb("1e-44")
        assert ball.rad() < arb("1e-40")


def test_rationals_stay_exact():
    z = sp.Rational(1, 3)
    ball = enclose_at(3 * x * z - sp.Rational(7, 5) + sp.sqrt(sp.Rational(9, 4)) + sp.Max(0, y), POINT, 64)
    assert ball.is_exact() and fraction_of(ball) == sp.Rational(3, 2)


def test_a_condition_on_the_boundary_is_decided_exactly():
    step = sp.Piecewise((1, x < sp.Rational(7, 5)), (2, True))
    assert enclose_at(step, POINT) == 2


def test_tiny_arguments_do_not_cancel():
    tiny = {x: sp.Rational(1, 10**60)}
    assert enclose_at(sp.log(1 + x) / x, tiny, 64).rel_accuracy_bits() > 50


@pytest.mark.parametrize(
    "expr",
    [sp.log(y), sp.sqrt(y), 1 / (x - sp.Rational(7, 5)), sp.Symbol("z") + 1, sp.Function("f")(x), sp.Limit(sp.sin(y) / y, y, 0),
     sp.acosh(y), sp.gamma(y - sp.Rational(13, 8)), sp.oo * x, sp.Piecewise((1, x < 0))],
)  # fmt: skip
def test_undefined_or_unknown_is_refused(expr):
    with pytest.raises(NotEnclosable):
        enclose_at(expr, POINT)


def test_irrational_coordinates_are_exact_constants():
    assert enclose_at(sp.exp(x), {x: sp.log(3)}, 100).contains(3)
    with pytest.raises(NotEnclosable):
        enclose_at(x, {x: sp.Float("0.1")})


def test_precision_is_left_alone():
    before = ctx.prec
    enclose_at(sp.exp(x), POINT, 777)
    with pytest.raises(NotEnclosable):
        enclose_at(sp.log(y), POINT, 777)
    assert ctx.prec == before


def test_erfc_far_out_keeps_its_digits() -> None:
    for t in (10**3, 10**6, 10**8):
        value = enclose_at(sp.erfc(t / sp.sqrt(2)) * sp.exp(sp.Integer(t) ** 2 / 2) * t, {}, 400)
        assert abs(value - (arb(2) / arb.pi()).sqrt()) < arb(2) / t**2 + arb(10) ** -12 and value.rad() < arb(10) ** -10
