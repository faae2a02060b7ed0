"""Exact limits: values known from calculus and from the results on additive noise, and refusals where there is no limit."""

import mpmath
import pytest
import sympy as sp
from sympy import Abs, Max, Piecewise, Rational, erfc, erfinv, exp, gamma, log, oo, pi, sin, sinh, sqrt, symbols, tanh

from dpverify.notation import Delta, delta, epsilon, sigma
from dpverify.read_domain import parse_domain
from dpverify.symbolic.limit import limit

x = symbols("x", real=True)
d = symbols("d", real=True)
n = symbols("n", positive=True)
c = symbols("c", positive=True)
k = symbols("k", integer=True, nonnegative=True)
HALF = Rational(1, 2)
(DOMAIN,) = parse_domain(
    {epsilon: (0, oo), delta: (0, HALF), Delta: (0, oo), sigma: (0, oo), c: (0, oo), x: (-oo, oo), n: (0, oo), k: sp.S.Naturals0}
)
POINT = dict(zip((epsilon, delta, Delta, sigma, c, x), map(Rational, ("7/5", "3/11", "8/3", "5/4", "9/7", "-4/3")), strict=True))

q = (exp(epsilon) - 1) / (2 * delta)
b = exp(-epsilon)
a = (delta + (exp(epsilon) - 1) / 2) * b
periods = log(1 + q) / epsilon
amplitude = Delta / epsilon * (1 - log(1 + q) / q)
power = 2 * Delta**2 / epsilon**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q)
amplitude_low = 2 * a * Delta * ((b - b**periods) / (1 - b) ** 2 - (periods - 1) * b**periods / (1 - b))
power_low = (
    2
    * a
    * Delta**2
    * (b + b**2 - periods**2 * b**periods + (2 * periods**2 - 2 * periods - 1) * b**periods * b - (periods - 1) ** 2 * b**periods * b**2)
    / (1 - b) ** 3
)
profile = (
    erfc(-(Delta / (2 * sigma) - epsilon * sigma / Delta) / sqrt(2)) / 2
    - exp(epsilon) * erfc((Delta / (2 * sigma) + epsilon * sigma / Delta) / sqrt(2)) / 2
)
three_halves = log(Rational(3, 2))
gaussian_scale = Delta / (2 * sqrt(2) * erfinv(delta))

NOISE = [
    # truncated Laplacian
    (amplitude, delta, 0, "+", Delta / epsilon),
    (amplitude, epsilon, 0, "+", Delta / 4 / delta),
    ((epsilon / Delta * amplitude).subs(delta, epsilon), epsilon, 0, "+", 1 - 2 * three_halves),
    ((epsilon / Delta * amplitude).subs(delta, c * epsilon), epsilon, 0, "+", 1 - 2 * c * log(1 + 1 / (2 * c))),
    (power, delta, 0, "+", 2 * Delta**2 / epsilon**2),
    (power, epsilon, 0, "+", Delta**2 / 12 / delta**2),
    ((epsilon**2 / Delta**2 * power).subs(delta, epsilon), epsilon, 0, "+", 2 * (1 - three_halves**2 - 2 * three_halves)),
    (epsilon / (2 * Delta) * (1 + 1 / q) * exp(-Abs(x) * epsilon / Delta), epsilon, 0, "+", delta / Delta),
    (amplitude / (Delta / 2 / sinh(epsilon / 2)), delta, 0, "+", sinh(epsilon / 2) / (epsilon / 2)),
    (log(1 + (exp(epsilon) - 1) / (2 * d)) * d, d, 0, "+", 0),
    # lower bounds against upper bounds
    (amplitude_low / amplitude, epsilon, 0, "+", 1 - 2 * delta),
    (amplitude_low / amplitude, delta, 0, "+", epsilon / (exp(epsilon) - 1)),
    ((amplitude_low / amplitude).subs(delta, epsilon), epsilon, 0, "+", 1),
    (power_low / power, epsilon, 0, "+", (1 - 2 * delta) * (1 - delta)),
    (power_low / power, delta, 0, "+", epsilon**2 * (1 + exp(epsilon)) / 2 / (exp(epsilon) - 1) ** 2),
    ((power_low / power).subs(delta, epsilon), epsilon, 0, "+", 1),
    # Gaussian
    (profile, sigma, oo, "+", 0),
    (profile, sigma, 0, "+", 1),
    (profile, epsilon, oo, "+", 0),
    (profile, Delta, oo, "+", 1),
    (profile, Delta, 0, "+", 0),
    (sqrt(epsilon) * exp(epsilon) * erfc(sqrt(epsilon)) / 2, epsilon, oo, "+", 1 / sqrt(4 * pi)),
    (sigma * (1 - erfc(Delta / (2 * sqrt(2) * sigma))), sigma, oo, "+", Delta / sqrt(2 * pi)),
    (x * erfc(-x / sigma) / 2 + sigma * exp(-(x**2) / sigma**2) / (2 * sqrt(pi)), x, -oo, "+", 0),
    (exp(epsilon * x) * erfc(x / sigma + c), x, oo, "+", 0),
    (Max(0, exp(-(x**2) / 2) - exp(epsilon) * exp(-((x - 1) ** 2) / 2)), x, -oo, "+", 0),
    (sqrt(2 / pi) * gaussian_scale / (Delta / 4 / delta), delta, 0, "+", 4 / pi),
    (gaussian_scale**2 / (Delta**2 / 12 / delta**2), delta, 0, "+", 6 / pi),
    (gaussian_scale, delta, 1, "-", 0),
    (gaussian_scale * sqrt(log(1 / (1 - delta))), delta, 1, "-", Delta / (2 * sqrt(2))),
    # ends of antiderivatives and of sums
    (k * exp(-epsilon * k), k, oo, "+", 0),
    (k**2 * b**k, k, oo, "+", 0),
    ((x**2 + 1) * exp(-epsilon * x / Delta), x, oo, "+", 0),
    (x * exp(epsilon * x), x, -oo, "+", 0),
    (exp(epsilon * x) * erfc(x / sigma), x, oo, "+", 0),
    (exp(epsilon * x) * erfc(x / sigma), x, -oo, "+", 0),
    (x * erfc(x) - exp(-(x**2)) / sqrt(pi), x, oo, "+", 0),
    (x * erfc(x) - exp(-(x**2)) / sqrt(pi), x, -oo, "+", -oo),
    (Max(0, exp(-x) - exp(epsilon) * exp(-2 * x)) * exp(x), x, oo, "+", 1),
]

CALCULUS = [
    ((1 + x / n) ** n, n, oo, "+", exp(x)),
    (n**n, n, 0, "+", 1),
    (n**n, n, oo, "+", oo),
    (erfc(x - 1), x, oo, "+", 0),
    (1 / x, x, 0, "+", oo),
    (1 / x, x, 0, "-", -oo),
    (1 / x**2, x, 0, "+-", oo),
    (exp(x**2) * erfc(x) * x * sqrt(pi), x, oo, "+", 1),
    (sin(x) / x, x, 0, "+-", 1),
    ((1 - exp(-x)) / x, x, 0, "+-", 1),
    (log(x) / x, x, oo, "+", 0),
    (x**c, x, oo, "+", oo),
    (log(x) ** 10 / x ** Rational(1, 100), x, oo, "+", 0),
    (gamma(n + 1) * exp(n) / n**n / sqrt(n), n, oo, "+", sqrt(2 * pi)),
    (gamma(n) * n, n, 0, "+", 1),
    (n * (n ** (1 / n) - 1) / log(n), n, oo, "+", 1),
    (exp(n + exp(-n)) - exp(n), n, oo, "+", 1),
    (log(log(n * exp(n * exp(n)) + 1)) - exp(exp(log(log(n)) + 1 / n)), n, oo, "+", 0),
    (3 * n**2 / (3**n), n, oo, "+", 0),
    ((3**n + 5**n) ** (1 / n), n, oo, "+", 5),
    (sp.atan(x), x, -oo, "+", -pi / 2),
    (tanh(x), x, oo, "+", 1),
    ((x - delta) / (x**2 - delta**2), x, delta, "+-", 1 / (2 * delta)),
    (Piecewise((x, x < 1), (x**2, True)), x, 1, "+-", 1),
    (sp.floor(x), x, 2, "-", 1),
    (sp.ceiling(x), x, 2, "-", 2),
    (sp.floor(x) / x, x, oo, "+", 1),
    (sin(x) / x, x, oo, "+", 0),
    (sp.asin(x), x, 1, "-", pi / 2),
    (sp.acos(x) / sqrt(1 - x), x, 1, "-", sqrt(2)),
    (sp.harmonic(n) - log(n), n, oo, "+", sp.EulerGamma),
    (sp.LambertW(n) / log(n), n, oo, "+", 1),
    (sp.Ei(n) * n * exp(-n), n, oo, "+", 1),
    (sp.uppergamma(c, n) * exp(n) * n ** (1 - c), n, oo, "+", 1),
    (sp.expint(1, n) + log(n), n, 0, "+", -sp.EulerGamma),
    (sp.binomial(2 * n, n) * sqrt(pi * n) / 4**n, n, oo, "+", 1),
    (sp.erfcinv(n) / sqrt(log(1 / n)), n, 0, "+", 1),
    ((c**n - 1) / n, n, 0, "+", log(c)),
    (log(sp.cosh(x)) - Abs(x), x, -oo, "+", -log(2)),
    (exp(-1 / x**2) / x**50, x, 0, "+-", 0),
    (sp.tan(x), x, pi / 2, "-", oo),
    (n - n**2 * log(1 + 1 / n), n, oo, "+", HALF),
]


def same(value, wanted):
    if value == wanted:
        return True
    if value.has(oo, -oo) or sp.sympify(wanted).has(oo, -oo):
        return False
    with mpmath.workdps(40):
        return abs(sp.N((value - wanted).subs(POINT), 40)) < 1e-30


@pytest.mark.parametrize(("expr", "variable", "at", "side", "wanted"), NOISE + CALCULUS)
def test_value(expr, variable, at, side, wanted):
    found = limit(expr, variable, sp.sympify(at), side, DOMAIN)
    assert found is not None
    assert same(found.value, wanted)
    assert found.reasons


@pytest.mark.parametrize(
    ("expr", "at", "side"),
    [
        (1 / x, 0, "+-"),
        (Abs(x) / x, 0, "+-"),
        (sin(x), oo, "+"),
        (sin(1 / x), 0, "+"),
        (Piecewise((x, x < 1), (x + 1, True)), 1, "+-"),
        (exp(1 / x), 0, "+-"),
        (log(x), -oo, "+"),
        (sqrt(x), 0, "-"),
        (sp.Function("T")(x), 0, "+"),
        (sp.floor(x), 2, "+-"),
    ],
)
def test_no_limit_no_value(expr, at, side):
    assert limit(expr, x, sp.sympify(at), side, DOMAIN) is None


@pytest.mark.parametrize(
    ("expr", "at"),
    [
        (exp((c - 2) * x), oo),
        (x ** (c - 1), oo),
        (1 / ((c - 1) + 1 / x), oo),
        ((c - 2) * x, oo),
        (Abs(x - c) / (x - 1), 1),
    ],
)
def test_a_sign_that_depends_on_the_parameter_gives_none(expr, at):
    assert limit(expr, x, sp.sympify(at), "+", DOMAIN) is None


def test_the_domain_decides():
    narrow = DOMAIN.restrict(sp.Lt(c, 1))
    assert limit(exp((c - 1) * x), x, oo, "+", narrow).value == 0
    assert limit(exp((1 - c) * x), x, oo, "+", narrow).value == oo


def test_a_point_outside_the_symbols_own_assumptions_is_refused():
    assert limit(Abs(n), n, sp.S.Zero, "-", DOMAIN) is None
    assert limit(n, n, -oo, "+", DOMAIN) is None


def test_an_unreal_or_inexact_expression_is_refused():
    assert limit(sp.Float(0.5) * x, x, sp.S.Zero, "+", DOMAIN) is None
    assert limit(sp.I * x + 1, x, sp.S.Zero, "+", DOMAIN) is None


def test_an_expansion_that_grows_too_large_gives_up():
    # The limit is 0; the point is that the answer comes in bounded work.
    nested = erfc(sp.sinh(exp(x + 1)) / sp.cosh(exp(c * x) * erfc(x)))
    assert limit(nested, x, oo, "+", DOMAIN) is None
