"""What a rule puts in place of a symbol must be a real number everywhere on the step's domain; so must what it integrates or adds up."""

import pytest
from sympy import Eq, I, Integral, Interval, Le, Limit, Max, Rational, S, Sum, Symbol, exp, floor, log, oo, sqrt

from dpverify.claims.steps import discharge
from dpverify.errors import ClaimError
from dpverify.rules import (
    EventInequality,
    Feasible,
    FirstTerm,
    Indicator,
    IntegrateInequality,
    Linearity,
    NonNegative,
    Scaling,
    Substitution,
    TailShape,
    Telescoping,
    Unimodality,
)
from dpverify.rules.base import defined
from dpverify.rules.cells import CellFunction, place
from dpverify.rules.laws import PRIVATE, UNIMODAL

from .deciding import fact, on, verdict

x, y = Symbol("x", real=True), Symbol("y", real=True)
k = Symbol("k", integer=True, nonnegative=True)
CLOSED, OPEN = on({y: Interval(0, 1)}), on({y: (0, 1)})
GROWS = Le(Max(0, x), 1 + Max(0, x), evaluate=False)
PLACES = (1 / y, log(y), 1 / y**2 - 1, sqrt(y - y**2) / y)

RULES = {
    "tail": lambda at: TailShape(PRIVATE, "non-negative", at),
    "tail at most one": lambda at: TailShape(PRIVATE, "at most one", at),
    "order of tails": lambda at: TailShape(PRIVATE, "non-increasing", at, at),
    "density": lambda at: NonNegative(UNIMODAL, at),
    "unimodal": lambda at: Unimodality(UNIMODAL, at),
    "event": lambda at: EventInequality(PRIVATE, "above", at),
    "indicator": lambda at: Indicator(at, "below"),
    "shift": lambda at: Substitution(x, exp(-(x**2)), 1, at),
    "scaling": lambda at: Scaling(at, S.One, S(2)),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize("at", PLACES, ids=str)
def test_a_place_must_be_defined(rule, at):
    assert verdict(rule(at), domain=CLOSED) in ("undecided", "checked")
    assert verdict(rule(at), domain=OPEN) == "proved"


@pytest.mark.parametrize("constant", [log(-1), sqrt(-2), I, y * I, y + log(-1)], ids=str)
def test_a_constant_must_be_a_real_number(constant):
    assert len(defined(constant, OPEN, "it")) == 1
    assert verdict(NonNegative(UNIMODAL, constant), domain=OPEN) == "undecided"


@pytest.mark.parametrize("infinite", [oo, -oo, S.NaN, S.ComplexInfinity], ids=str)
def test_an_infinite_constant_is_refused(infinite):
    with pytest.raises(ClaimError, match="not a real number"):
        defined(infinite, OPEN, "it")


@pytest.mark.parametrize("operator", [Integral(exp(x), (x, -oo, oo)), Limit(x**2, x, oo), Limit(1 / x, x, 0), Sum(k, (k, 0, oo))], ids=str)
def test_an_operator_that_is_infinite_is_no_place(operator):
    assert verdict(NonNegative(UNIMODAL, operator), domain=OPEN) == "undecided"
    assert verdict(NonNegative(UNIMODAL, -operator), domain=OPEN) == "undecided"


def test_polynomials_in_known_symbols_need_nothing():
    assert defined(3 * y**2 - Rational(1, 2), OPEN, "it") == ()
    assert defined(x, OPEN, "it") != ()


@pytest.mark.parametrize(
    "integrand", [exp(-(x**2)) * log(x), exp(-(x**2)) / (x - 1), exp(-(x**2)) * sqrt(x), exp(-(x**2)) * log(y), exp(x), S.One, x], ids=str
)
def test_an_integral_must_have_a_value(integrand):
    assert verdict(Substitution(x, integrand, -1), domain=CLOSED) == "undecided"


@pytest.mark.parametrize("integrand", [exp(x), S.One, x, exp(-(x**2)) * log(y)], ids=str)
def test_a_moved_integral_must_have_a_value(integrand):
    assert verdict(Substitution(x, integrand, 1, S.One), domain=CLOSED) == "undecided"


def test_an_integral_over_what_the_step_does_not_know():
    with pytest.raises(ClaimError):
        Substitution(x, exp(-(x**2)) * Symbol("z", real=True), 1).apply(None, {}, CLOSED)


def test_infinite_integrals_are_no_numbers():
    same = {"f": fact(Eq(exp(x), exp(x), evaluate=False), {x: S.Reals})}
    assert verdict(IntegrateInequality(x, ("f",)), same) == "undecided"
    # The others are asked for as well; that the engine cannot show them takes it long to find.
    target = Eq(Integral(2 * Max(0, x), (x, -oo, oo)), 1, evaluate=False)
    for rule, facts in ((Linearity(x, [(S(2), Max(0, x))]), {}), (IntegrateInequality(x, ("f",)), {"f": fact(GROWS, {x: S.Reals})})):
        inference = rule.apply(target, facts, CLOSED)
        assert any("finite value" in o.why for o in inference.obligations)


@pytest.mark.parametrize("term", [1 / (k - 2), log(k - 1), sqrt(k - 1), log(y) * k], ids=str)
def test_terms_of_a_sum(term):
    assert verdict(FirstTerm(k, 0, 5, term), domain=CLOSED) == "undecided"
    assert verdict(FirstTerm(k, 3, 5, term), domain=OPEN) == "proved"
    # The term cancels in the difference of f and g, and so would G in that of neighbours.
    assert verdict(Telescoping(k, 0, 5, term + 1, k, shown=term), domain=CLOSED) == "undecided"
    assert verdict(Telescoping(k, 0, 5, S.One, k + log(y)), domain=CLOSED) == "undecided"


def test_cuts_and_values_of_a_dual_function():
    for function in (
        CellFunction((floor(1 / y), floor(1 / y) + 1), (S.Zero, S.One, S(2))),
        CellFunction((S.Zero, S(2)), (1 / y, 1 / y + place, 1 / y + 3)),
    ):
        assert discharge(list(function.range_obligations(CLOSED)), (), "cells").verdict == "undecided"


def test_the_exponent_of_a_cost():
    f = exp(-2 * abs(x))
    with pytest.raises(ClaimError):
        Feasible(x, f, "p", y, x).apply(None, {"p": fact(GROWS, {x: S.Reals})}, on({y: (0, 1)}))
