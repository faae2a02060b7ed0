"""What SymPy's automatic simplification drops must not pass for defined: statements without a value somewhere are never proved."""

import pytest
import sympy as sp
from sympy import (
    Derivative,
    Eq,
    FiniteSet,
    Ge,
    Gt,
    Integral,
    Interval,
    Le,
    Limit,
    Mul,
    Piecewise,
    Product,
    Range,
    Rational,
    S,
    Sum,
    acosh,
    ceiling,
    floor,
    gamma,
    log,
    pi,
    polygamma,
    sqrt,
)

from dpverify import Claim, verify
from dpverify.domain import Domain
from dpverify.errors import NotEnclosable
from dpverify.read_domain import parse_domain
from dpverify.symbolic import lost
from dpverify.symbolic.lost import keeps_definedness, partial_nodes, put_in

u, v, t, x = sp.symbols("u v t x", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
n = sp.Symbol("n", integer=True, positive=True)
z = sp.Symbol("z", integer=True)
LINE = {u: (-sp.oo, sp.oo)}
PLANE = {u: (-sp.oo, sp.oo), v: (-sp.oo, sp.oo)}


def eq(a, b):
    return Eq(a, b, evaluate=False)


UNDEFINED = {
    "derivative of a logarithm": (eq(u * Derivative(log(u), u), 1), LINE),
    "derivative of a logarithm of negatives": (eq(u * Derivative(log(-(u**2)), u), 2), LINE),
    "derivative of a root": (eq(sqrt(u) * Derivative(sqrt(u), u), Rational(1, 2)), LINE),
    "derivative of a root at its end": (eq(sqrt(u) * Derivative(sqrt(u), u), Rational(1, 2)), {u: Interval(0, 1)}),
    "derivative of a difference of logarithms": (eq(Derivative(log(2 * u) - log(u), u), 0), LINE),
    "derivative of acosh": (eq(Derivative(acosh(u), u) ** 2 * (u**2 - 1), 1), LINE),
    "derivative of a gamma function": (eq(Derivative(gamma(u), u) - gamma(u) * polygamma(0, u), 0), LINE),
    "derivative of a floor": (eq(Derivative(floor(u), u), 0), LINE),
    "derivative of a floor and a ceiling": (eq(Derivative(ceiling(u) - floor(u), u), 0), LINE),
    "derivative under an integral": (eq(Integral(x * Derivative(log(x), x), (x, -1, 1)), 2), {}),
    "end with a pole": (eq(Integral(1, (x, 0, 1 / v)) * v, 1), {v: (-1, 1)}),
    "integrand with a pole, no width": (eq(Integral(1 / v, (x, 0, v)), 1), {v: Interval(0, 1)}),
    "ends that are not real": (eq(Integral(x, (x, sqrt(u), sqrt(2 * u))), u / 2), {u: (-1, 0)}),
    "empty sum of undefined terms": (eq(Sum(log(v), (k, 1, 0)), 0), {v: Interval(-1, 1)}),
    "limit at a point that is not real": (eq(Limit(t**2, t, sqrt(u)), u), {u: (-1, 0)}),
    "limit with a factor that is undefined": (eq(Limit(t * log(v), t, 0), 0), {v: Interval(-1, 1)}),
    "limit of logarithms of negatives": (eq(Limit(log(-(t**2)) - log(-2 * t**2), t, 0), -log(2)), {}),
    "limit of logarithms, for some parameters": (eq(Limit(log(u * t) - log(2 * u * t), t, 0), -log(2)), {u: (-1, 1)}),
    "squares of complex terms of a sum": (eq(Sum(log(-k) ** 2, (k, 1, 1)), -(pi**2)), {}),
    "squares of complex terms of a product": (eq(Product(log(-k) ** 2, (k, 1, 1)), -(pi**2)), {}),
    "roots that meet again": (eq(sqrt(Sum(u, (k, 1, 1))) * sqrt(Limit(u + t, t, 0)), u), {u: (-1, 0)}),
    "a quotient of two operators": (eq(Sum(u, (k, 1, 1)) / Limit(u + t, t, 0), 1), {u: (-1, 1)}),
    "a single value": (Le(log(u) ** 2, 0, evaluate=False), {u: FiniteSet(-1)}),
    "a single value inside an integral": (eq(Integral(log(u) ** 2, (x, 0, 1)), -(pi**2)), {u: FiniteSet(-1)}),
    "a single integer": (Le(log(z) ** 2, 0, evaluate=False), {z: Range(-1, 0)}),
    "integers one by one": (Le(sqrt(z) * sqrt(z - 1), 5, evaluate=False), {z: Range(-1, 2)}),
    "a formula of an infinite limit": (eq(sp.exp(-Limit(1 / t, t, 0)), 0), {}),
    "a maximum with an infinite limit": (eq(sp.Max(0, -Limit(1 / t, t, 0)), 0), {}),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_statements_are_left_undecided(name: str) -> None:
    statement, domain = UNDEFINED[name]
    assert verify(Claim(title=name, statement=statement, domain=domain)).verdict == "undecided"


def test_solved_assumptions_keep_what_they_cancel() -> None:
    relation = Ge(Mul(v, 1 / v, evaluate=False), 1, evaluate=False)
    result = verify(Claim(title="pole at zero", statement=relation, domain=PLANE, assumptions=[eq(v, u**2)]))
    assert result.verdict not in ("proved", "certified")


def test_no_counterexample_where_an_assumption_is_undefined() -> None:
    claim = Claim(title="u is not zero", statement=Gt(u**2, 0, evaluate=False), domain=PLANE, assumptions=[eq(v / u, 2 * v / u)])
    assert verify(claim).verdict != "refuted"


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        (eq(u * Derivative(log(u), u), 1), {u: (0, sp.oo)}),
        (eq(Limit(t * log(v), t, 0), 0), {v: (0, 1)}),
        (eq(Limit(log(u * t) - log(2 * u * t), t, 0), -log(2)), {u: (0, 1)}),
        (eq(Limit(log(1 - u * t) - log(2 - 2 * u * t), t, 0), -log(2)), LINE),
        (eq(Integral(1, (x, 0, 1 / v)) * v, 1), {v: (0, 1)}),
        (eq(Sum(u, (k, 1, 1)) / Limit(u + t, t, 0), 1), {u: (0, 1)}),
    ],
)
def test_the_same_is_proved_where_it_is_defined(statement, domain) -> None:
    assert verify(Claim(title="defined", statement=statement, domain=domain)).verdict == "proved"


def test_put_in_refuses_complex_and_infinite_parts() -> None:
    for expr, value in ((log(u) ** 2, -1), (sqrt(u) * sqrt(u - 1), -1), (u * (1 / (u + 1)), -1), (sp.asin(u) ** 2, 2)):
        with pytest.raises(NotEnclosable):
            put_in(expr, {u: S(value)}, Domain())
    assert put_in(sqrt(u) + 1 / u, {u: S(4)}, Domain()) == Rational(9, 4)


def test_put_in_asks_only_for_the_branch_that_is_chosen() -> None:
    pieces = Piecewise((log(u), u > 0), (u, True))
    assert put_in(pieces, {u: S(-1)}, Domain()) == -1
    with pytest.raises(NotEnclosable):
        put_in(Piecewise((log(u), u < 0), (u, True)), {u: S(-1)}, Domain())


def test_lost_parts_are_named() -> None:
    (domain,) = parse_domain(LINE)
    (positive,) = parse_domain({u: (0, sp.oo)})
    assert partial_nodes(sp.exp(u) + 1 / u) == {1 / u}
    assert not keeps_definedness([u, 1 / u], S.One, domain)
    assert keeps_definedness([u, 1 / u], S.One, positive)
    assert keeps_definedness([log(u)], 2 * log(u), domain)


TOTAL = (
    Piecewise((x**2, sp.Abs(x) < 1), (sp.exp(x), x < 4), (0, True), evaluate=False),
    sp.Max(0, Piecewise((x, x > 0), (-1, True)) - Piecewise((3, sp.Abs(x) < 2), (0, True)), evaluate=False),
    sp.Abs(x - 1) * sp.sign(x) + sp.erf(x) * sp.Heaviside(x - 2),
)
PARTIAL = (
    Piecewise((1, x > 0), (2, x < 0), evaluate=False),
    Piecewise((log(x), x > 0), (0, True)),
    Piecewise((1, sqrt(x) > 1), (0, True)),
    sp.Abs(x) / x,
    sp.oo * sp.Abs(x),
    Integral(sp.Abs(x), (x, 0, 1)),
    sp.Function("f")(x),
)


def test_nothing_can_drop_out_of_a_total_formula_and_something_out_of_the_others():
    """The short way is taken for the first kind only, and there it is what the long way says."""
    for expr in TOTAL:
        assert lost._is_total_throughout(expr)
    for expr in PARTIAL:
        assert not lost._is_total_throughout(expr)


@pytest.mark.parametrize("expr", TOTAL)
def test_the_short_way_is_the_long_way(expr, monkeypatch):
    (domain,) = parse_domain({x: Interval.open(5, sp.oo)})
    for node in expr.atoms(sp.Abs, sp.sign, sp.Heaviside, Piecewise, sp.Lt):
        value = S.false if isinstance(node, sp.Lt) else S(7)
        short = lost.replaced(expr, node, value, domain, lost.is_defined)
        with monkeypatch.context() as patch:
            patch.setattr(lost, "_is_total_throughout", lambda _: False)
            assert lost.replaced(expr, node, value, domain, lost.is_defined) in (short, None)
