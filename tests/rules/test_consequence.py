"""Consequence and Specialise: what follows from facts, and at which instances a fact may be used."""

import pytest
import sympy as sp

from dpverify.domain import Domain, Range
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon, x, y
from dpverify.rules import Consequence, Fact, Specialise, Use
from dpverify.rules.laws import LOSS, PRIVATE, UNIMODAL, fact_about, is_finite_integral, least_cost

from .deciding import conclusion, fact, on, verdict

T = PRIVATE.tail
REALS = {x: sp.Reals}


def test_multipliers_make_a_farkas_certificate():
    facts = {"a": fact(sp.Ge(T(1), 2)), "b": fact(sp.Ge(T(2), 3))}
    good = Consequence([Use("a", times=2), Use("b", times=1)])
    assert verdict(good, facts, target=sp.Ge(2 * T(1) + T(2), 7)) == "proved"
    assert verdict(good, facts, target=sp.Ge(2 * T(1) + T(2), 8)) == "undecided"


def test_a_negative_multiplier_is_refused():
    facts = {"a": fact(sp.Ge(T(1), 2))}
    with pytest.raises(ClaimError, match="negative"):
        verdict(Consequence([Use("a", times=-1)]), facts, target=sp.Le(T(1), 2))
    negative = Consequence([Use("a", times=-sp.exp(epsilon))])
    assert verdict(negative, facts, target=sp.Le(sp.exp(epsilon) * T(1), 2 * sp.exp(epsilon))) == "undecided"


def test_a_multiplier_must_be_defined():
    """1/delta is not defined at delta = 0, where delta T >= 0 says nothing of T."""
    facts = {"a": fact(sp.Ge(delta * T(1), 0, evaluate=False))}
    got = verdict(Consequence([Use("a", times=1 / delta)]), facts, target=sp.Ge(T(1), 0, evaluate=False))
    assert got not in ("proved", "certified")


def test_an_equation_may_be_used_with_either_sign():
    facts = {"a": fact(sp.Eq(T(1), delta))}
    assert verdict(Consequence([Use("a", times=-1)]), facts, target=sp.Le(T(1), delta)) == "proved"


def test_a_strict_conclusion_needs_a_strict_fact():
    facts = {"a": fact(sp.Ge(T(1), delta)), "b": fact(sp.Gt(T(1), delta))}
    assert verdict(Consequence([Use("a", times=1)]), facts, target=sp.Gt(T(1), delta)) == "undecided"
    assert verdict(Consequence([Use("b", times=1)]), facts, target=sp.Gt(T(1), delta)) == "proved"
    assert verdict(Consequence([Use("b", times=0)]), facts, target=sp.Gt(T(1), T(1), evaluate=False)) == "undecided"


def test_an_equation_follows_from_equations():
    facts = {"a": fact(sp.Eq(T(1), 2 * T(2))), "b": fact(sp.Eq(T(2), delta)), "c": fact(sp.Ge(T(2), delta))}
    good = Consequence([Use("a", times=1), Use("b", times=2)])
    assert verdict(good, facts, target=sp.Eq(T(1), 2 * delta)) == "proved"
    assert verdict(good, facts, target=sp.Eq(T(1), 3 * delta)) == "undecided"
    assert verdict(Consequence([Use("a", times=1), Use("b", times=-2)]), facts, target=sp.Eq(T(1), 2 * delta)) == "undecided"
    with pytest.raises(ClaimError, match="equations only"):
        verdict(Consequence([Use("a", times=1), Use("c", times=2)]), facts, target=sp.Eq(T(1), 2 * delta))


@pytest.mark.parametrize("kind", [sp.Le, sp.Eq])
def test_what_cancels_must_be_defined(kind):
    """1/delta is no number at delta = 0, although it cancels in the difference of the sides."""
    facts = {"a": fact(kind(T(1), T(2), evaluate=False))}
    rule = Consequence([Use("a", times=1)])
    target = kind(T(1) + 1 / delta, T(2) + 1 / delta, evaluate=False)
    assert verdict(rule, facts, target=target) == "undecided"
    positive = {"a": fact(kind(T(1), T(2), evaluate=False), {delta: (0, 1)})}
    assert verdict(rule, positive, on({delta: (0, 1)}), target) == "proved"


def test_two_bounds_that_meet_are_an_equation():
    value = 1 / sp.sinh(epsilon)
    facts = {"a": fact(sp.Ge(T(1), value)), "b": fact(sp.Le(T(1), value)), "c": fact(sp.Le(T(1), 2 * value))}
    assert verdict(Consequence(["a", "b"]), facts, target=sp.Eq(T(1), value)) == "proved"
    assert verdict(Consequence(["a", "c"]), facts, target=sp.Eq(T(1), value)) == "undecided"
    assert verdict(Consequence(["a"]), facts, target=sp.Eq(T(1), value)) == "undecided"


f = UNIMODAL.density
LINE = (x, -sp.oo, sp.oo)


@pytest.mark.parametrize(
    "integrand",
    [
        sp.Piecewise((f(x + delta), x >= delta), (0, True)),
        sp.Max(0, f(x) - f(x + Delta)) + f(-x),
        sp.exp(epsilon) * sp.Min(f(x), delta * f(x - 1)),
        sp.Piecewise((f(x), (x >= 0) & (x < Delta)), (-f(x + 1), True)),
    ],
)
def test_an_integral_of_densities_is_a_number(integrand):
    whole = sp.Integral(integrand, LINE)
    assert is_finite_integral(whole)
    facts = {"a": fact(sp.Le(whole, delta))}
    assert verdict(Consequence([Use("a", times=1)]), facts, target=sp.Le(whole, 2 * delta)) == "proved"


@pytest.mark.parametrize(
    "integrand",
    [
        x * f(x),  # may diverge
        f(2 * x),  # not the density at a shifted place
        f(x) + 1,
        f(x) * f(x + 1),  # a product may diverge
        f(x) / delta,  # undefined at delta = 0
        sp.Piecewise((f(x), 1 / x > 0), (0, True)),
        sp.Piecewise((f(x), f(x) > 0), (0, True)),  # left alone: the condition is about the law
        sp.Piecewise((f(x), x > 0), (1, True)),
        LOSS(x),
    ],
)
def test_other_integrals_are_not(integrand):
    whole = sp.Integral(integrand, LINE)
    assert not is_finite_integral(whole)
    with pytest.raises(ClaimError, match="cannot be read as a number"):
        verdict(Consequence([Use("a", times=1)]), {"a": fact(sp.Le(whole, delta))}, target=sp.Le(whole, 2 * delta))


def test_only_integrals_over_the_line_are_numbers():
    assert not is_finite_integral(sp.Integral(f(x), (x, 0, sp.oo)))
    assert not is_finite_integral(sp.Integral(f(x), (x, 0, y)))


def test_all_multipliers_or_none():
    facts = {"a": fact(sp.Ge(T(1), 2)), "b": fact(sp.Ge(T(2), 3))}
    with pytest.raises(ClaimError, match="multiplier"):
        verdict(Consequence([Use("a", times=1), "b"]), facts, target=sp.Ge(T(1), 2))


def test_without_multipliers_the_engine_decides():
    facts = {"a": fact(sp.Ge(T(1), delta)), "b": fact(sp.Le(T(1), delta))}
    assert verdict(Consequence(["a", "b"]), facts, target=sp.Eq(T(1), delta)) == "proved"
    assert verdict(Consequence(["a"]), facts, target=sp.Eq(T(1), delta)) != "proved"


def test_an_instance_must_lie_in_the_range():
    facts = {"a": fact(sp.Ge(T(x), 0, evaluate=False), {x: sp.Interval(0, sp.oo)})}
    assert verdict(Specialise("a", {x: Delta}), facts) == "proved"
    assert verdict(Specialise("a", {x: -Delta}), facts) == "undecided"


def test_an_instance_must_satisfy_the_hypotheses():
    facts = {"a": fact(sp.Ge(T(x), delta), REALS, sp.Le(x, Delta))}
    assert verdict(Specialise("a", {x: Delta / 2}), facts) == "proved"
    assert verdict(Specialise("a", {x: 2 * Delta}), facts) == "undecided"


def test_an_instance_must_be_defined():
    facts = {"a": fact(sp.Ge(y**2, 0, evaluate=False), {y: sp.Reals})}
    assert verdict(Specialise("a", {y: 1 / delta}), facts) == "undecided"
    assert verdict(Specialise("a", {y: 1 / epsilon}), facts) == "proved"


def test_an_integer_symbol_takes_integers_only():
    n = sp.Symbol("n_", integer=True)
    facts = {"a": fact(sp.Ge(T(n), 0, evaluate=False), {n: sp.Integers})}
    with pytest.raises(ClaimError, match="integer"):
        verdict(Specialise("a", {n: Delta}), facts)


def test_parameters_of_a_private_law_cannot_be_moved():
    """T at 2 epsilon is the tail of another law, whatever its name."""
    facts = {"a": fact(sp.Ge(T(0), epsilon)), "v": fact(sp.Ge(least_cost(1, epsilon, delta, Delta), delta))}
    with pytest.raises(ClaimError, match="cannot be moved"):
        verdict(Specialise("a", {epsilon: 2 * epsilon}), facts)
    moved = conclusion(Specialise("v", {epsilon: 2 * epsilon}), facts)
    assert moved.lhs == least_cost(1, 2 * epsilon, delta, Delta)


def test_bound_variables_do_not_catch_an_instance():
    facts = {"a": fact(sp.Ge(sp.Integral(sp.exp(-x * y), (x, 0, 1)), 0, evaluate=False), {y: sp.Reals})}
    with pytest.raises(ClaimError, match="caught"):
        verdict(Specialise("a", {y: x}), facts, on(REALS))


def test_a_symbol_that_the_fact_lacks_is_refused():
    facts = {"a": fact(sp.Ge(T(0), 0, evaluate=False))}
    with pytest.raises(ClaimError, match="does not range over"):
        verdict(Specialise("a", {x: Delta}), facts)


def test_a_fact_is_freed_of_symbols_it_does_not_depend_on():
    wide = on({x: sp.Reals, y: (0, 1)}, sp.Le(y, Delta))
    about = fact_about(sp.Ge(T(0), 0, evaluate=False), wide)
    assert x not in about.domain.ranges and y in about.domain.ranges
    assert {epsilon, delta, Delta} <= set(about.domain.ranges)
    empty = Domain({x: Range(sp.Integer(1), sp.Integer(0))})
    assert isinstance(fact_about(sp.Ge(T(0), 0, evaluate=False), empty), Fact)
    assert x in fact_about(sp.Ge(T(0), 0, evaluate=False), empty).domain.ranges
