"""Bounded integrands of bounded support: recognised as integrable, and nothing else is."""

import pytest
from sympy import Abs, And, Function, Integral, Max, Or, Piecewise, Symbol, exp, floor, log, oo, sqrt

from dpverify.rules.support import vanishes_far_out

x, y = Symbol("x", real=True), Symbol("y", real=True)
near, strip = Abs(x) <= y, And(x >= -y, x < 3)


@pytest.mark.parametrize("value", [x**2, floor(x / y) + 1, exp(x) * Max(x, y), Abs(x) ** 3 * exp(-floor(x)), y / (1 + y)], ids=str)
@pytest.mark.parametrize("condition", [near, strip, And(near, x > y / 2)], ids=str)
def test_bounded(value, condition):
    assert vanishes_far_out(Piecewise((value, condition), (0, True)), x)
    assert vanishes_far_out(Piecewise((0, x > 1), (value, condition), (0, True)), x)


@pytest.mark.parametrize(
    "integrand",
    [
        exp(-Abs(x)),
        Piecewise((1, near), (exp(-x), True)),
        Piecewise((1 / x, near), (0, True)),
        Piecewise((log(x), strip), (0, True)),
        Piecewise((sqrt(x), strip), (0, True)),
        Piecewise((exp(1 / x), strip), (0, True)),
        Piecewise((1, x <= y), (0, True)),
        Piecewise((1, x >= y), (0, True)),
        Piecewise((1, Or(near, x > 7)), (0, True)),
        Piecewise((1, Abs(x) <= x + y), (0, True)),
        Piecewise((1, And(x >= -y, x < oo)), (0, True)),
        Piecewise((Function("f", real=True)(x), near), (0, True)),
        Piecewise((Integral(1 / y, (y, 0, x)), near), (0, True)),
        Piecewise((1, And(near, 1 / x > y)), (0, True)),
    ],
    ids=str,
)
def test_not_known_to_be(integrand):
    assert not vanishes_far_out(integrand, x)
