"""Resolved operators against mpmath on the formula as written, at random rational points of the domain, to 30 digits."""

import random

import pytest
import sympy as sp
from sympy import Abs, Derivative, Integral, Limit, Max, Min, Piecewise, Rational, Sum, erfc, exp, floor, log, oo, pi, sqrt

from dpverify.read_domain import parse_domain
from dpverify.symbolic.resolve import BINDERS, resolve
from tests.symbolic.reference import assert_same, random_point

x, y, t = sp.symbols("x y t", real=True)
k, i = sp.Symbol("k", integer=True, nonnegative=True), sp.Symbol("i", integer=True)
N = sp.Symbol("N", integer=True, positive=True)
lam, A, B, s, Delta, d, c, p = sp.symbols("lambda A B sigma Delta d c p", positive=True)
epsilon, delta = sp.symbols("epsilon delta", nonnegative=True)
mu = sp.Symbol("mu", real=True)

positive = (0, oo)
q = (exp(epsilon) - 1) / (2 * delta)
width = Delta / epsilon * log(1 + q)
height = epsilon / (2 * Delta) * (1 + 1 / q)
half = {epsilon: positive, delta: (0, Rational(1, 2)), Delta: positive}
box = {epsilon: (Rational(1, 2), 2), delta: (Rational(1, 20), Rational(9, 20)), Delta: (Rational(1, 2), 2)}


def laplace(u, scale=lam):
    return exp(-Abs(u) / scale) / (2 * scale)


def gauss(u, scale=s):
    return exp(-(u**2) / (2 * scale**2)) / (scale * sqrt(2 * pi))


def cut(u, support=A):
    return Piecewise((B * exp(-Abs(u) / lam), Abs(u) <= support), (0, True))


sizes = {v: (Rational(1, 2), 3) for v in (lam, A, B, s, Delta, d, c)}


def case(name, expr, domain, points=None, breaks=(), assumptions=(), integers=()):
    return pytest.param(expr, domain, points or {v: sizes[v] for v in domain}, breaks, assumptions, frozenset(integers), id=name)


ab = {A: positive, B: positive, lam: positive}
CASES = [
    case("truncated, finite ends", Integral(B * exp(-Abs(x) / lam), (x, -A, A)), ab, breaks=(0,)),
    case("truncated, piecewise", Integral(cut(x), (x, -oo, oo)), ab, breaks=(-A, 0, A)),
    case("truncated, first moment", Integral(Abs(x) * cut(x), (x, -oo, oo)), ab, breaks=(-A, 0, A)),
    case("truncated, third moment", Integral(Abs(x) ** 3 * B * exp(-Abs(x) / lam), (x, -A, A)), ab, breaks=(0,)),
    case("truncated, mass", Integral(height * exp(-Abs(x) * epsilon / Delta), (x, -width, width)), half, box, (0,)),
    case("truncated, edge", Integral(height * exp(-x * epsilon / Delta), (x, width - Delta, width)), half, box),
    case("truncated, second moment", Integral(x**2 * height * exp(-Abs(x) * epsilon / Delta), (x, -width, width)), half, box, (0,)),
    case("laplace mass", Integral(laplace(x), (x, -oo, oo)), {lam: positive}, breaks=(-9, 0, 9)),
    case("laplace fourth moment", Integral(x**4 * laplace(x), (x, -oo, oo)), {lam: positive}, breaks=(-9, 0, 9)),
    case("laplace tail", Integral(laplace(x), (x, A, oo)), {lam: positive, A: positive}),
    case("laplace cdf", Integral(laplace(t), (t, -oo, mu)), {lam: positive, mu: (-oo, oo)}, {lam: (1, 2), mu: (-2, 2)}, (0,)),
    case(
        "shifted laplace moment",
        Integral(Abs(x) * laplace(x - mu), (x, -oo, oo)),
        {lam: positive, mu: (-oo, oo)},
        {lam: (1, 2), mu: (-2, 2)},
        (0, mu),
    ),
    case("gauss mass", Integral(gauss(x), (x, -oo, oo)), {s: positive}, breaks=(-3, 0, 3)),
    case("gauss amplitude", Integral(Abs(x) * gauss(x), (x, -oo, oo)), {s: positive}, breaks=(-3, 0, 3)),
    case("gauss sixth moment", Integral(x**6 * gauss(x), (x, -oo, oo)), {s: positive}, breaks=(-3, 0, 3)),
    case("gauss tail", Integral(gauss(x), (x, A, oo)), {s: positive, A: positive}, breaks=(5, 9)),
    case(
        "gauss tilted",
        Integral(exp(c * x) * gauss(x - mu), (x, -oo, oo)),
        {s: positive, c: positive, mu: (-oo, oo)},
        {s: (1, 2), c: (1, 2), mu: (-1, 1)},
        (-6, 0, 6, 12),
    ),
    case("erfc integral", Integral(erfc(x / s), (x, 0, oo)), {s: positive}, breaks=(3,)),
    case("erfc against exp", Integral(exp(-c * x) * erfc(x / s), (x, A, oo)), {s: positive, c: positive, A: positive}, breaks=(4,)),
    case(
        "moment of real order", Integral(x**p * exp(-x / lam), (x, 0, oo)), {lam: positive, p: positive}, {lam: (1, 2), p: (1, 3)}, (5, 20)
    ),
    case(
        "uniform moment of real order",
        Integral(Abs(x) ** p / (2 * A), (x, -A, A)),
        {A: positive, p: positive},
        {A: (1, 2), p: (3, 5)},
        (0,),
    ),
    case(
        "uniform power",
        Integral(x**2 * delta / Delta, (x, -Delta / (2 * delta), Delta / (2 * delta))),
        {Delta: positive, delta: (0, 1)},
        {Delta: (1, 2), delta: (Rational(1, 9), 1)},
    ),
    case("logarithm", Integral(log(x), (x, 1, 1 + A)), {A: positive}),
    case("reciprocal", Integral(1 / (x + A), (x, 0, A)), {A: positive}),
    case("cauchy tail", Integral(1 / (1 + x) ** 2, (x, A, oo)), {A: positive}),
    case(
        "total variation of uniform",
        Integral(
            Max(0, Piecewise((1 / (2 * A), Abs(x) <= A), (0, True)) - Piecewise((1 / (2 * A), Abs(x - d) <= A), (0, True))), (x, -oo, oo)
        ),
        {A: positive, d: positive},
        {A: (2, 3), d: (1, 2)},
        (-A, d - A, A, A + d),
    ),
    case(
        "hockey stick of laplace",
        Integral(Max(0, laplace(x) - exp(epsilon) * laplace(x + d)), (x, -oo, oo)),
        {lam: positive, d: positive, epsilon: positive},
        {lam: (1, 2), d: (1, 3), epsilon: (Rational(1, 9), 2)},
        (0, -d, (epsilon * lam - d) / 2),
    ),
    case(
        "hockey stick of gauss",
        Integral(Max(0, gauss(x) - exp(epsilon) * gauss(x + d)), (x, -oo, oo)),
        {s: positive, d: positive, epsilon: positive},
        {s: (1, 2), d: (1, 2), epsilon: (Rational(1, 9), 1)},
        (epsilon * s**2 / d - d / 2, -9, 9),
    ),
    case(
        "total variation of gauss",
        Integral(Abs(gauss(x) - gauss(x - d)) / 2, (x, -oo, oo)),
        {s: positive, d: positive},
        {s: (1, 2), d: (1, 2)},
        (d / 2, -9, 9),
    ),
    case(
        "hockey stick of truncated laplace",
        Integral(Max(0, cut(x) - exp(d / lam) * cut(x + d)), (x, -oo, oo)),
        {**ab, d: positive},
        {A: (2, 3), B: (1, 2), lam: (1, 2), d: (1, 2)},
        (-A, A, 0, A - d, -A - d, -d),
        (sp.Le(d, A),),
    ),
    case(
        "overlap", Integral(Min(gauss(x), gauss(x - d)), (x, -oo, oo)), {s: positive, d: positive}, {s: (1, 2), d: (1, 2)}, (d / 2, -9, 9)
    ),
    case("geometric", Sum(exp(-epsilon * k), (k, 0, oo)), {epsilon: positive}, {epsilon: (1, 2)}),
    case("geometric, power base", Sum(k**2 * c**k, (k, 0, oo)), {c: (0, 1)}, {c: (Rational(1, 9), Rational(1, 2))}),
    case(
        "geometric, finite",
        Sum(A * c**k * k, (k, 0, N - 1)),
        {A: positive, c: (0, 1), N: sp.S.Naturals},
        {A: (1, 2), c: (Rational(1, 9), Rational(8, 9)), N: (1, 9)},
        integers=(N,),
    ),
    case("squares, finite", Sum(k**2, (k, 1, N)), {N: sp.S.Naturals}, {N: (1, 30)}, integers=(N,)),
    case("two-sided geometric", Sum(Abs(i) * exp(-epsilon * Abs(i)), (i, -oo, oo)), {epsilon: positive}, {epsilon: (1, 2)}),
    case("two-sided geometric power", Sum(i**2 * c ** Abs(i), (i, -oo, oo)), {c: (0, 1)}, {c: (Rational(1, 9), Rational(1, 2))}),
    case(
        "cut two-sided geometric",
        Sum(exp(-epsilon * Abs(i)), (i, -N, N)),
        {epsilon: positive, N: sp.S.Naturals},
        {epsilon: (1, 2), N: (1, 9)},
        integers=(N,),
    ),
    case("telescoping", Sum(1 / ((k + 1) * (k + 2)), (k, 0, N)), {N: sp.S.Naturals}, {N: (1, 30)}, integers=(N,)),
    case(
        "double sum of integral",
        Sum(exp(-epsilon * k) * Integral(x, (x, k * Delta, (k + p) * Delta)), (k, 0, oo)),
        {epsilon: positive, Delta: positive, p: (0, 1)},
        {epsilon: (1, 2), Delta: (1, 2), p: (Rational(1, 9), 1)},
    ),
    case(
        "staircase mass",
        Integral(
            exp(-epsilon * floor(Abs(x) / Delta)) * Piecewise((1, Abs(x) / Delta - floor(Abs(x) / Delta) < p), (exp(-epsilon), True)),
            (x, -oo, oo),
        ),
        {epsilon: positive, Delta: positive, p: (0, 1)},
        {epsilon: (20, 25), Delta: (1, 2), p: (Rational(1, 9), 1)},
        tuple(sg * (j + o) * Delta for sg in (-1, 1) for j in range(5) for o in (0, p)),
    ),
    case(
        "staircase that begins within a cell",
        Integral(exp(-epsilon * floor(Abs(x) / Delta + 1 - p)) * Abs(x), (x, -oo, oo)),
        {epsilon: positive, Delta: positive, p: sp.Interval.Lopen(0, 1)},
        {epsilon: (20, 25), Delta: (1, 2), p: (Rational(1, 9), 1)},
        tuple(sg * (j + p) * Delta for sg in (-1, 1) for j in range(5)) + (0,),
    ),
    case(
        "first staircase cell, closed range",
        Integral(Piecewise((1, Abs(x) < p * Delta), (exp(-epsilon), Abs(x) < Delta), (0, True)), (x, -oo, oo)),
        {epsilon: positive, Delta: positive, p: (0, 1)},
        {epsilon: (1, 2), Delta: (1, 2), p: (Rational(1, 9), 1)},
        (-Delta, -p * Delta, 0, p * Delta, Delta),
    ),
    case("rate that may vanish", Integral(exp(-mu * x), (x, 0, A)), {mu: (-oo, oo), A: positive}, {mu: (-1, 2), A: (1, 2)}),
    case(
        "finite geometric whose ratio may be one",
        Sum(k * exp(-epsilon * k), (k, 0, N - 1)),
        {epsilon: sp.Interval.Ropen(0, oo), N: sp.S.Naturals},
        {epsilon: (0, 1), N: (1, 9)},
        integers=(N,),
    ),
]


@pytest.mark.parametrize(("expr", "domain", "points", "breaks", "assumptions", "integers"), CASES)
def test_closed_form_agrees_with_quadrature(expr, domain, points, breaks, assumptions, integers):
    (dom,) = parse_domain(domain, assumptions)
    found = resolve(expr, dom)
    assert not found.value.has(*BINDERS), found.value
    assert found.reasons
    rng = random.Random(str(expr))
    point = random_point(points, rng, integers)
    while not all(a.subs(point) == sp.true for a in assumptions):
        point = random_point(points, rng, integers)
    assert_same(found.value, expr, point, breaks)


def value_of(expr, domain, assumptions=()):
    (dom,) = parse_domain(domain, assumptions)
    return resolve(expr, dom).value


def is_left(expr, domain, assumptions=()):
    return value_of(expr, domain, assumptions) == expr


NESTED = [
    (Integral(exp(-x / lam) * Integral(y * exp(-y), (y, 0, x)), (x, 0, oo)), lam / (1 + 1 / lam) ** 2, lam),
    (Integral(exp(-x - y), (y, 0, x), (x, 0, A)), (1 - exp(-A)) ** 2 / 2, A),
    (Integral(Integral(laplace(y), (y, x, oo)), (x, 0, oo)), lam / 2, lam),
    (Limit(Integral(Abs(x) * laplace(x), (x, -A, A)), A, oo), lam, lam),
    (Limit(Sum(exp(-c * k), (k, 0, N)), N, oo), 1 / (1 - exp(-c)), c),
    (Limit(Integral(x * exp(-c * x), (x, 0, A)), c, 0), A**2 / 2, A),
    (Derivative(Integral(gauss(t), (t, c, oo)), c), -gauss(c), c),
    (Derivative(Integral(x * exp(-c * x), (x, 0, oo)), c), -2 / c**3, c),
    (Derivative(Sum(exp(-c * k), (k, 0, oo)), c), -exp(-c) / (1 - exp(-c)) ** 2, c),
]  # by hand


@pytest.mark.parametrize(("expr", "value", "symbol"), NESTED)
def test_nested_operators(expr, value, symbol):
    domain = dict.fromkeys((lam, A, s, c), positive)
    found = value_of(expr, domain)
    assert not found.has(*BINDERS)
    for v in (Rational(3, 7), Rational(5, 3)):
        assert_same(found, value, {lam: v, A: v, s: v, c: v})


def test_leibniz_rule_where_the_integral_itself_stays():
    smooth = Integral(exp(-(t**4)) / (1 + t), (t, 0, c))
    assert sp.simplify(value_of(Derivative(smooth, c), {c: positive}) - exp(-(c**4)) / (1 + c)) == 0
    improper = Derivative(Integral(exp(-c * t**4) / (1 + t), (t, 0, oo)), c)
    assert is_left(improper, {c: positive})


@pytest.mark.parametrize(
    "expr",
    [
        Integral(1 / x, (x, 0, A)),
        Integral(1 / x**2, (x, -1, 1)),
        Integral(1 / x, (x, -1, 1)),
        Integral(1 / (x - c) ** 2, (x, 0, A)),
        Integral(x, (x, -oo, oo)),
        Integral(exp(c * x), (x, 0, oo)),
        Integral(log(x), (x, -1, 1)),
        Integral(1 / x, (x, 1, oo)),
        Sum(exp(c * k), (k, 0, oo)),
        Sum(1 / k, (k, 1, oo)),
        Sum(c**k, (k, 0, oo)),
        Sum(k, (k, -oo, oo)),
        Sum(1 / (k - 3), (k, 0, 5)),
        Limit(Abs(x) / x, x, 0, "+-"),
        Derivative(Abs(mu), mu),
    ],
    ids=str,
)
def test_what_has_no_finite_value_is_left_as_written(expr):
    assert is_left(expr, {A: positive, c: positive, mu: (-oo, oo)})


def test_derivative_at_the_closed_end_of_a_range_is_not_taken_from_inside():
    # on c >= 0 the integral is c**2/2, but to the left of 0 it continues as -c**2/2
    v = sp.Symbol("v", real=True)
    expr = Derivative(Integral(Abs(t), (t, 0, v)), v)
    assert is_left(expr, {v: sp.Interval(0, 1)})
    assert value_of(expr, {v: (0, 1)}) == v


def test_bound_variable_is_not_the_parameter_of_the_same_name():
    # the x of the domain is positive; the bound one runs over negative numbers too
    assert value_of(x * Integral(Abs(x), (x, -1, 1)), {x: (0, 1)}) == x
    assert sp.simplify(value_of(Integral(exp(-Abs(x) / lam) / x.subs(x, 2), (x, -oo, oo)), {x: (0, 1), lam: positive}) - lam) == 0


def test_orientation():
    assert value_of(Integral(x**2, (x, A, 0)), {A: positive}) == -(A**3) / 3
    assert sp.expand(value_of(Integral(Abs(x), (x, mu, A)), {A: positive, mu: (-oo, 0)}) - A**2 / 2 - mu**2 / 2) == 0


def test_piecewise_answer_where_the_parameters_decide():
    found = value_of(Integral(Abs(x - mu), (x, 0, 1)), {mu: (-oo, oo)})
    for v, true in ((-1, Rational(3, 2)), (0, Rational(1, 2)), (Rational(1, 2), Rational(1, 4)), (1, Rational(1, 2)), (3, Rational(5, 2))):
        assert found.subs(mu, v) == true


def test_conditions_of_the_parameters_are_used():
    tail = Integral(Piecewise((exp(-x), x > d), (0, True)), (x, 0, oo))
    assert value_of(tail, {d: positive}) == exp(-d)
    assert value_of(Abs(d - A) + sp.Max(d, A), {d: positive, A: positive}, [sp.Lt(d, A)]) == 2 * A - d


def test_one_formula_where_both_cases_agree():
    box = Piecewise((1 / (2 * N + 1), Abs(i) <= N), (0, True))
    shift = Sum(Max(0, box - box.subs(i, i - 1)), (i, -oo, oo))
    assert value_of(shift, {N: sp.S.Naturals}) == 1 / (2 * N + 1)
    truncated = Piecewise((height * exp(-Abs(x) * epsilon / Delta), Abs(x) <= width), (0, True))
    moved = Integral(Max(0, truncated - exp(epsilon) * truncated.subs(x, x + Delta)), (x, -oo, oo))
    assert value_of(moved, half) == delta


def test_logarithms_of_densities():
    kl = Integral(gauss(x) * log(gauss(x) / gauss(x - d)), (x, -oo, oo))
    assert value_of(kl, {s: positive, d: positive}) == d**2 / (2 * s**2)


def test_derivative_at_a_point():
    assert value_of(sp.Subs(Derivative(Integral(exp(-c * x), (x, 0, t)), t), t, A), {c: positive, A: positive}) == exp(-A * c)


def test_bound_variables_of_one_name_do_not_mix():
    # x bound twice, and free in an end
    assert value_of(Integral(x * Integral(x, (x, 0, x)), (x, 0, A)), {A: positive}) == A**4 / 8
    assert value_of(Integral(x, (x, 0, x)), {x: (0, oo)}) == x**2 / 2
    assert value_of(x + Integral(x, (x, 0, x)), {x: (-1, 0)}).equals(x + x**2 / 2)
    assert value_of(Sum(k * Sum(k, (k, 0, k)), (k, 0, 3)), {}) == 25
    assert value_of(Limit(x * Integral(exp(-x * t), (t, 0, oo)), x, oo), {}) == 1
    inner = Integral(exp(-k * x), (k, 0, 1))  # an integer-named symbol as a variable of integration
    assert sp.simplify(value_of(inner, {x: (0, oo)}) - (1 - exp(-x)) / x) == 0
