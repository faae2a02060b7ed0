"""Functions without a formula are numbers at their arguments, and nowhere else."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Abs, Ge, Gt, Integral, Interval, Lt, Max, Rational, Sum, exp, log, oo, pi, sqrt

from dpverify import Claim, Step, verify
from dpverify.claims.places import place_without_value
from dpverify.domain import Domain
from dpverify.notation import Delta, delta, epsilon
from dpverify.read_domain import parse_domain
from dpverify.rules import Consequence, NonNegative, Specialise, SumLinearity, Use, minimax_risk, sequence
from dpverify.rules.laws import ARBITRARY, PRIVATE_INTEGER, least_cost

x, a = sp.symbols("x a", real=True)
j, k, n = sp.symbols("j k n", integer=True)
f, u = ARBITRARY.density, sequence("u")
AROUND, RIGHT = {a: Interval.open(-1, 1)}, {a: Interval.open(0, 1)}


def on(domain: dict) -> Domain:
    (only,) = parse_domain(domain)
    return only


def by(relation: sp.Rel, domain: dict, rule: object = None) -> str:
    steps = (Step(relation, "said", rule=Consequence(()) if rule is None else rule),)
    return verify(Claim(title="said", statement=relation, domain=domain, steps=steps)).verdict


PLACES = [log(a), 1 / a, sqrt(a), a ** Rational(1, 3), log(a) ** 2]


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("function", [f, u], ids=["density", "sequence"])
def test_a_place_is_a_number(place: sp.Expr, function: object) -> None:
    said = Ge(function(place) ** 2, 0, evaluate=False)  # type: ignore[operator]
    assert by(said, RIGHT) == "proved"
    assert by(said, AROUND) == "undecided"


def test_an_undefined_place_leads_to_nothing_false() -> None:
    """(a - 1/3)^2 < 10^-60 near 1/3, where its fourth root is no place of a density."""
    p = (a - Rational(1, 3)) ** 2 - Rational(1, 10**60)
    g, q = sqrt(2) / pi * x**2 / (1 + x**4), p ** Rational(1, 4)
    steps = (
        Step(Ge(f(q) ** 2, 0, evaluate=False), rule=Consequence(()), label="q"),
        Step(Ge(g.subs(x, q) ** 2, 0, evaluate=False), rule=Specialise("q", law=ARBITRARY, density=(x, g)), label="r"),
        Step(Ge(p, 0, evaluate=False), rule=Consequence((Use("r", {}, pi**2 * (1 + p) ** 2 / 2),))),
    )
    claim = Claim(title="tiny", statement=Ge(p, 0, evaluate=False), domain=RIGHT, steps=steps)
    assert verify(claim).verdict in ("undecided", "refuted")
    q = a ** Rational(1, 4)
    steps = (
        Step(Ge(f(q) ** 2, 0, evaluate=False), rule=Consequence(()), label="q"),
        Step(Ge(g.subs(x, q) ** 2, 0, evaluate=False), rule=Specialise("q", law=ARBITRARY, density=(x, g)), label="r"),
        Step(Ge(a, 0, evaluate=False), rule=Consequence((Use("r", {}, pi**2 * (1 + a) ** 2 / 2),)), label="s"),
        Step(Ge(f(x), 0, evaluate=False), rule=NonNegative(ARBITRARY, x), domain={x: sp.S.Reals}, label="t"),
        Step(Ge(a * f(0), 0, evaluate=False), rule=Consequence(("s", Use("t", {x: 0})))),
    )
    claim = Claim(title="a factor", statement=Ge(a * f(0), 0, evaluate=False), domain=AROUND, steps=steps)
    assert verify(claim).verdict == "undecided"


@pytest.mark.parametrize("density", [exp(-Abs(x)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)], ids=["Laplace", "Gaussian"])
def test_specialised_at_no_place(density: sp.Expr) -> None:
    said = Ge(density.subs(x, 1 / a) ** 2, 0, evaluate=False)
    steps = (
        Step(Ge(f(1 / a) ** 2, 0, evaluate=False), rule=Consequence(()), label="f"),
        Step(said, rule=Specialise("f", law=ARBITRARY, density=(x, density))),
    )
    for domain, wanted in ((AROUND, "undecided"), (RIGHT, "proved")):
        assert verify(Claim(title="special", statement=said, domain=domain, steps=steps)).verdict == wanted


@pytest.mark.parametrize("part", [u(log(a)), u(k / a)], ids=str)
def test_places_in_sums(part: sp.Expr) -> None:
    count = {n: sp.S.Naturals}
    rule = SumLinearity(k, 1, n, ((2, part),))
    said = rule.apply(None, {}, on({**RIGHT, **count})).conclusion
    assert by(said, {**RIGHT, **count}, rule) == "proved"
    assert by(said, {**AROUND, **count}, rule) == "undecided"


def test_the_index_of_a_sum_lies_between_its_ends() -> None:
    assert place_without_value(Sum(u(1 / k), (k, 1, n)), on({n: sp.S.Naturals})) is None
    assert place_without_value(Sum(u(1 / k), (k, 0, n)), on({n: sp.S.Naturals})) == u(1 / k)
    assert place_without_value(Integral(f(1 / x), (x, 0, 1)), on(RIGHT)) == f(1 / x)


def test_sums_end_at_integers_whatever_stands_around_them() -> None:
    inner = Sum(u(j), (j, 1, k))
    assert place_without_value(Sum(inner, (k, 1, n)), on({n: sp.S.Naturals})) is None
    assert place_without_value(Sum(u(j * k), (j, 1, k), (k, 1, n)), on({n: sp.S.Naturals})) is None
    within = Sum(u(j), (j, 1, x))
    assert place_without_value(Integral(within, (x, 0, 1)), on(RIGHT)) == within
    assert place_without_value(sp.Product(u(j), (j, 1, n / 2)), on({n: sp.S.Naturals})) is not None


def test_a_sum_from_beyond_its_end_says_nothing_of_its_index() -> None:
    """SymPy's sum from 5 to 1 has the terms 2, 3 and 4 (with a minus), one to an unknown end may be such a sum."""
    assert place_without_value(Sum(u(1 / (j - 3)), (j, 5, 1)), on(RIGHT)) is not None
    assert place_without_value(Sum(u(1 / (j - 3)), (j, 5, 9)), on(RIGHT)) is None
    assert place_without_value(Sum(u(1 / (j - 3)), (j, 5, n)), on({n: sp.S.Integers})) is not None
    assert place_without_value(Sum(u(1 / (j - 3)), (j, 5, n)), on({n: sp.Range(9, oo)})) is None


@pytest.mark.parametrize("shift", [log(a), 1 / a], ids=str)
def test_shifts_of_densities(shift: sp.Expr) -> None:
    for integral in (
        Integral(f(x + shift), (x, -oo, oo)),
        Integral(Max(0, f(x + shift) - exp(epsilon) * f(x)), (x, -oo, oo)),
    ):
        said = Ge(integral + 1, integral, evaluate=False)
        assert by(said, {**RIGHT, epsilon: (0, oo)}) == "proved"
        assert by(said, {**AROUND, epsilon: (0, oo)}) == "undecided"


def test_masses_lie_at_integers() -> None:
    p = PRIVATE_INTEGER.mass
    assert by(Ge(p(n) ** 2, 0, evaluate=False), {n: sp.S.Integers}) == "proved"
    assert by(Ge(p(a) ** 2, 0, evaluate=False), AROUND) == "undecided"
    assert by(Ge(p(n / 2) ** 2, 0, evaluate=False), {n: sp.S.Integers}) == "undecided"


def test_the_least_cost_is_a_number_where_a_law_is_private() -> None:
    cost = least_cost(1, epsilon, delta, Delta)
    said = Lt(cost, cost + 1, evaluate=False)
    private = {epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo)}
    assert by(said, private) == "proved"
    assert by(said, {**private, epsilon: Interval(0, oo)}) == "undecided"
    elsewhere = least_cost(1, epsilon, delta, a)
    assert by(Ge(elsewhere + 1, elsewhere, evaluate=False), {**private, **AROUND}) == "undecided"


def test_the_least_risk_is_a_number_where_there_is_noise() -> None:
    said = Ge(minimax_risk(n, a) ** 2, 0, evaluate=False)
    assert by(said, {n: sp.S.Naturals, **RIGHT}) == "proved"
    assert by(said, {n: sp.Range(-3, 3), **RIGHT}) == "undecided"
    assert by(said, {n: sp.S.Naturals, **AROUND}) == "undecided"
    assert by(Gt(minimax_risk(a + 1, a) ** 2 + 1, 0, evaluate=False), RIGHT) == "undecided"
