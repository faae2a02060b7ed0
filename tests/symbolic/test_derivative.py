"""Law: the derivative agrees with a central difference at 60 digits; values for the rules that differences cannot see."""

import random

import mpmath
import pytest
import sympy as sp
from sympy import Abs, Function, Integral, Max, Piecewise, Sum, erfc, exp, gamma, log, oo, sqrt, symbols

from dpverify.symbolic.derivative import NotDifferentiable, differentiate

from .random_expressions import DOMAINS, TooLarge, domains, expression, point, value, x, y, z

N, K = symbols("N K", integer=True, positive=True)


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_a_difference_quotient(seed):
    rng = random.Random(seed)
    box = domains()[2]
    assert len(DOMAINS) > 2
    seen = 0
    for _ in range(120):
        try:
            e = expression(rng, 3)
            d = differentiate(e, x)
        except (ValueError, TypeError, NotDifferentiable):
            continue
        if e.has(sp.nan, sp.zoo, sp.I, oo) or not e.has(x):
            continue
        at = point(rng, box)
        h = sp.Rational(1, 10**15)
        try:
            left, right, slope = value(e, {**at, x: at[x] - h}), value(e, {**at, x: at[x] + h}), value(d, at)
        except TooLarge:
            continue
        if None in (left, right) or e.has(sp.sign, sp.Heaviside, Piecewise, sp.Max, sp.Min, Abs):
            continue
        with mpmath.workdps(60):
            quotient = (right - left) / (2 * mpmath.mpf(10) ** -15)
            assert slope is not None and abs(quotient - slope) < mpmath.mpf(10) ** -8 * (1 + abs(slope) ** 3 + abs(right) ** 3), (e, at)
        seen += 1
    assert seen > 8


def test_pieces_away_from_their_break_points():
    d = differentiate(Piecewise((x**2, x < 1), (log(x), True)), x)
    assert d.subs(x, sp.Rational(1, 2)) == 1 and d.subs(x, 2) == sp.Rational(1, 2)
    d = differentiate(Max(x, 2 * x - 1, 0), x)
    assert [d.subs(x, v) for v in (-1, sp.Rational(1, 2), 3)] == [0, 1, 2]
    assert differentiate(Abs(x - 2), x).subs(x, 1) == -1


def test_integrals_by_leibniz():
    t = symbols("t", real=True)
    assert differentiate(Integral(exp(-(t**2)), (t, 0, x)), x) == exp(-(x**2))
    d = differentiate(Integral(exp(-x * t), (t, x, 2 * x)), x)
    assert sp.simplify(d - (Integral(-t * exp(-x * t), (t, x, 2 * x)) + 2 * exp(-2 * x**2) - exp(-(x**2)))) == 0
    assert differentiate(Integral(exp(x), (x, 0, 1)), x) == 0


def test_a_bound_variable_is_not_captured():
    """d/dx of the integral over y from 0 to x of an inner integral over x must not mix the two x."""
    inner = Integral(x * y, (x, 0, 1))
    d = differentiate(Integral(inner, (y, 0, x)), x)
    assert d.doit() == x / 2


def test_sums_and_undefined_functions():
    assert differentiate(Sum(exp(-x * K), (K, 0, N)), x) == Sum(-K * exp(-x * K), (K, 0, N))
    T = Function("T")
    assert differentiate(T(x) * x, x) == T(x) + x * sp.Derivative(T(x), x)
    assert differentiate(y ** x, x) == y**x * log(y)
    assert sp.simplify(differentiate(sqrt(z) * erfc(z), z) - sp.diff(sqrt(z) * erfc(z), z)) == 0


def test_what_has_no_rule_is_refused():
    with pytest.raises(NotDifferentiable):
        differentiate(sp.zeta(x), x)
    with pytest.raises(NotDifferentiable):
        differentiate(Sum(K, (K, 0, x)), x)
    assert differentiate(gamma(x), x) == gamma(x) * sp.polygamma(0, x)
