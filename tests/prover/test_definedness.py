"""Definedness: shown only where every denominator, logarithm and root is all right."""

import pytest
from sympy import Abs, Integral, Interval, Max, Piecewise, Rational, S, Sum, exp, log, oo, sqrt, symbols

from dpverify.prover.definedness import defined_on
from dpverify.read_domain import parse_domain

x, y = symbols("x y", real=True)
k = symbols("k", integer=True, nonnegative=True)

DEFINED = [
    (1 / x, {x: (0, oo)}),
    (log(x) / (1 + x), {x: (0, oo)}),
    (sqrt(x), {x: Interval(0, 1)}),
    (1 / (1 + x**2), {x: S.Reals}),
    (x**y, {x: (0, 1), y: S.Reals}),
    (Piecewise((1 / x, x > 0), (0, True)), {x: S.Reals}),
    (Piecewise((log(x), x > 1), (log(2 - x), True)), {x: S.Reals}),
    (Abs(x) + Max(x, 0), {x: S.Reals}),
    (Integral(exp(-y), (y, 0, x)), {x: (0, oo)}),
    (Sum(exp(-k), (k, 0, 5)), {}),
]
NOT_SHOWN = [
    (1 / x, {x: (-1, 1)}),
    (log(x), {x: Interval(0, 1)}),
    (sqrt(x), {x: (-1, 1)}),
    (1 / (x - Rational(1, 3)), {x: (0, 1)}),
    (x / x**2, {x: S.Reals}),
    (Piecewise((1, x > 0)), {x: S.Reals}),
    (Piecewise((x, x > 1), (log(x), True)), {x: S.Reals}),
    (1 / sqrt(x), {x: Interval(0, 1)}),
    (Integral(1 / y, (y, 0, x)), {x: (0, oo)}),
    (Sum(exp(k), (k, 0, oo)), {}),
    (x**y, {x: Interval(0, 1), y: S.Reals}),
    (log(y), {x: (0, 1)}),
]


@pytest.mark.parametrize(("expr", "domain"), DEFINED)
def test_shown(expr, domain):
    parts = parse_domain(domain)
    assert all(defined_on(expr, p) is not None for p in parts)


@pytest.mark.parametrize(("expr", "domain"), NOT_SHOWN)
def test_not_shown(expr, domain):
    parts = parse_domain(domain)
    assert any(defined_on(expr, p) is None for p in parts)
