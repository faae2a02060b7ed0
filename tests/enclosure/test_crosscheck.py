"""mpmath and the balls agree; a wrong ball is noticed."""

import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure import crosscheck as module
from dpverify.enclosure.crosscheck import crosscheck, mpmath_value
from dpverify.errors import SoundnessError
from dpverify.notation import Delta, delta, epsilon

x = sp.Symbol("x", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
q = (sp.exp(epsilon) - 1) / (2 * delta)
POINT = {epsilon: sp.Rational(1, 3), delta: sp.Rational(1, 7), Delta: sp.Rational(5, 2)}
EXPRESSIONS = [
    Delta / epsilon * (1 - sp.log(1 + q) / q),
    sp.erfc(Delta / sp.sqrt(2)) * sp.loggamma(q) + sp.Max(delta, epsilon) ** sp.Rational(1, 3),
    sp.Integral(sp.exp(-x * epsilon / Delta), (x, 0, Delta / epsilon * sp.log(1 + q))),
    sp.Integral(sp.Max(0, sp.exp(-sp.Abs(x)) - sp.exp(epsilon) * sp.exp(-sp.Abs(x + 1))), (x, -sp.oo, sp.oo)),
    sp.Sum(k * sp.exp(-epsilon * k), (k, 0, sp.oo)),
    sp.Sum(k**2, (k, 0, 5)),
    sp.Piecewise((1, epsilon < delta), (sp.sinh(epsilon), True)),
]


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_both_evaluations_agree(expr):
    assert crosscheck(expr, POINT, 30).is_finite()


def test_mpmath_value_has_the_digits_asked_for():
    value = mpmath_value(sp.exp(epsilon), POINT, 80)
    assert abs(value**3 / mpmath_value(sp.E, {}, 80) - 1) < 1e-79


def test_a_peak_that_mpmath_misses_at_first_is_no_error():
    narrow = sp.Integral(sp.exp(-32 * (x - 8) ** 2) * sp.log(1 + x**2), (x, 0, sp.oo))
    assert crosscheck(narrow, {}, 20).is_finite()


def test_a_sum_that_misleads_extrapolation_is_no_error():
    assert crosscheck(sp.Sum(sp.Max(0, sp.exp(-epsilon * k) - sp.Rational(1, 100)), (k, 0, sp.oo)), POINT, 20).is_finite()


def test_a_wrong_ball_is_an_error(monkeypatch):
    monkeypatch.setattr(module, "enclose_at", lambda *args: arb(1.5))
    with pytest.raises(SoundnessError, match="mpmath"):
        crosscheck(sp.exp(epsilon), POINT)
