"""A rule's own symbols are nobody else's, and what is no number is not read as one: claims that once came out proved."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Abs, Eq, Ge, Integer, Integral, Interval, Le, Max, Product, S, Subs, Sum, exp, log, oo

from dpverify import Claim, Step
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Consequence, Feasible, Induction, IntegerInfimum, Specialise, Unimodality, sequence
from dpverify.rules.laws import PRIVATE_INTEGER, UNIMODAL, least_cost, least_integer_cost, loss_power

x, a = sp.symbols("x a", real=True)
i, j = sp.symbols("i j", integer=True, positive=True)
u = sequence("u")


def outcome(statement: sp.Rel, domain: dict, *steps: Step) -> str:
    try:
        return verify(Claim(title="own", statement=statement, domain=domain, steps=steps)).verdict
    except ClaimError:
        return "refused"


def kept(kind: type, left: sp.Expr, right: sp.Expr) -> sp.Rel:
    return kind(left, right, evaluate=False)


@pytest.mark.parametrize(
    "said",
    [kept(Ge, Product(u(j), (j, 1, 2)), S.Zero), kept(Eq, Subs(u(x), x, 2), u(x)), kept(Ge, Product(u(j) ** 2, (j, 1, 2)) - 1, S.Zero)],
    ids=str,
)
def test_bound_places_are_not_single_numbers(said: sp.Rel) -> None:
    assert outcome(said, {x: S.Reals}, Step(said, rule=Consequence(()))) in ("refused", "undecided")


@pytest.mark.parametrize("shift", [epsilon, delta, Delta], ids=str)
def test_a_shift_is_no_parameter(shift: sp.Symbol) -> None:
    f = exp(-Abs(x)) / 2
    worst = Integral(Max(0, f - exp(epsilon) * f.subs(x, x + shift)), (x, -oo, oo))
    cost = Integral(Abs(x) * f, (x, -oo, oo))
    said = kept(Le, least_cost(1, epsilon, delta, Delta), cost)
    domain = {epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo)}
    steps = (Step(kept(Le, worst, delta), label="p"), Step(said, rule=Feasible(x, f, "p", shift, Integer(1))))
    assert outcome(said, domain, *steps) in ("refused", "undecided")


def test_an_index_is_not_the_power() -> None:
    said = kept(Ge, Sum(Abs(i) ** i * PRIVATE_INTEGER.mass(i), (i, -oo, oo)), least_integer_cost(i, epsilon, delta, Delta))
    domain = {i: S.Naturals, epsilon: (0, oo), delta: (0, 1), Delta: S.Naturals}
    assert outcome(said, domain, Step(said, rule=IntegerInfimum(PRIVATE_INTEGER, i, i))) == "refused"


def test_induction_over_the_power() -> None:
    said = kept(Le, (loss_power - 1) * (u(2) - 2 ** (loss_power - 1)), S.Zero)
    assert outcome(said, {loss_power: S.Naturals}, Step(said, rule=Induction(loss_power, base=(), step=()))) == "refused"


def test_a_density_does_not_move_with_the_place() -> None:
    density = a / 2 * exp(-a * Abs(x))
    domain = {a: (0, oo), x: S.Reals}
    general = Step(kept(Ge, UNIMODAL.density(a), S.Zero), rule=Unimodality(UNIMODAL, a), label="n", domain={a: S.Reals})
    special = kept(Ge, -a / 2 * exp(a * Abs(a)), S.Zero)
    said = kept(Ge, UNIMODAL.density(x) - a / 2 * exp(a * Abs(a)), UNIMODAL.density(x))
    steps = (general, Step(special, rule=Specialise("n", {a: -a}, UNIMODAL, (x, density)), label="g"), Step(said, rule=Consequence(("g",))))
    assert outcome(said, domain, *steps) in ("refused", "undecided")


def test_sums_end_at_integers() -> None:
    total = Sum(u(j), (j, 1, a))
    said = kept(Eq, total, total)
    assert outcome(said, {a: (0, oo)}, Step(said, rule=Consequence(()))) in ("refused", "undecided")


def test_a_logarithm_is_no_end() -> None:
    said = kept(Ge, Sum(u(j), (j, 1, log(a))) ** 2, S.Zero)
    assert outcome(said, {a: (1, oo)}, Step(said, rule=Consequence(()))) in ("refused", "undecided")
