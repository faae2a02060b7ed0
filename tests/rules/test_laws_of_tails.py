"""EventInequality, TailShape, Induction, TailIntegration, PairedTailIntegration, Symmetrisation, Unimodality."""

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.formulas.lower_bounds import N, b, s_value, t_value
from dpverify.notation import Delta, delta, epsilon, k, x, y
from dpverify.rules import (
    HYPOTHESIS,
    EventInequality,
    Induction,
    PairedTailIntegration,
    Symmetrisation,
    TailIntegration,
    TailShape,
    Unimodality,
    Use,
)
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, ARBITRARY, PRIVATE, PRIVATE_INTEGER, UNIMODAL, least_cost

from .deciding import conclusion, fact, on, verdict

T = PRIVATE.tail
GRID = {k: sp.Naturals0}


def test_event_inequality_reads_as_private_laws_do():
    """Checked on a law: Laplace noise of scale Delta/epsilon satisfies both events for every place and shift."""
    above = conclusion(EventInequality(PRIVATE, "above", x), domain=on({x: sp.Reals}))
    below = conclusion(EventInequality(PRIVATE, "below", x), domain=on({x: sp.Reals}))

    def tail(u):
        return sp.exp(-u) / 2 if u >= 0 else 1 - sp.exp(u) / 2

    for place in (-3, -1, 0, sp.Rational(1, 3), 1, 4):
        for relation in (above, below):
            at = {x: place, epsilon: 1, delta: 0, Delta: 1}
            sides = [s.subs(at).replace(lambda e: e.func == T(x).func, lambda e: tail(e.args[0])) for s in relation.args]
            assert relation.func(*sides) == True  # noqa: E712


def test_event_shift_is_within_the_sensitivity():
    assert verdict(EventInequality(PRIVATE, "above", x, Delta / 2), domain=on({x: sp.Reals})) == "proved"
    assert verdict(EventInequality(PRIVATE, "above", x, -Delta), domain=on({x: sp.Reals})) == "proved"
    assert verdict(EventInequality(PRIVATE, "above", x, 2 * Delta), domain=on({x: sp.Reals})) == "undecided"


def test_event_needs_a_private_law_with_parameters():
    with pytest.raises(ClaimError, match="private"):
        verdict(EventInequality(UNIMODAL, "above", x), domain=on({x: sp.Reals}))
    with pytest.raises(ClaimError, match="above"):
        verdict(EventInequality(PRIVATE, "between", x), domain=on({x: sp.Reals}))
    with pytest.raises(ClaimError, match="symmetric"):
        verdict(EventInequality(ANY_PRIVATE_INTEGER, "below", x), domain=on({x: sp.Reals, Delta: sp.Naturals}))
    with pytest.raises(ClaimError, match="range"):
        verdict(EventInequality(PRIVATE, "above", x), domain=on({x: sp.Reals}).without(epsilon))


def test_event_of_an_integer_law_needs_integers():
    with pytest.raises(ClaimError, match="integer"):
        verdict(EventInequality(PRIVATE_INTEGER, "above", x), domain=on({x: sp.Reals}))
    with pytest.raises(ClaimError, match="integer"):
        verdict(EventInequality(PRIVATE_INTEGER, "above", x, Delta / 2), domain=on({x: sp.Reals, Delta: sp.Naturals}))


def test_tail_shape():
    assert conclusion(TailShape(PRIVATE, "half")) == sp.Ge(T(sp.S.Zero), sp.Rational(1, 2))
    assert verdict(TailShape(PRIVATE, "non-increasing", Delta, 2 * Delta)) == "proved"
    assert verdict(TailShape(PRIVATE, "non-increasing", 2 * Delta, Delta)) == "undecided"
    with pytest.raises(ClaimError, match="symmetric"):
        verdict(TailShape(ARBITRARY, "half"))


def test_the_tail_of_an_integer_law_is_constant_between_integers():
    whole = on({Delta: sp.Naturals, **GRID})
    half = sp.Rational(1, 2)
    assert verdict(TailShape(PRIVATE_INTEGER, "step", k - half, k), domain=whole) == "proved"
    assert verdict(TailShape(PRIVATE_INTEGER, "step", k - 1, k), domain=whole) == "undecided"
    assert verdict(TailShape(PRIVATE_INTEGER, "step", k + half, k), domain=whole) == "undecided"
    with pytest.raises(ClaimError, match="law on the integers"):
        verdict(TailShape(PRIVATE, "step", k - half, k), domain=whole)
    with pytest.raises(ClaimError, match="must be an integer"):
        verdict(TailShape(PRIVATE_INTEGER, "step", k, k + half), domain=whole)


def test_what_the_tail_shape_knows():
    with pytest.raises(ClaimError, match="what"):
        verdict(TailShape(PRIVATE, "convex"))


def induction(target, base, step, extra=None, *assumptions):
    facts = {
        "half": fact(sp.Ge(T(sp.S.Zero), sp.Rational(1, 2))),
        "event": fact(sp.Le(T(x), sp.exp(epsilon) * T(x + Delta) + delta), {x: sp.Reals}),
    }
    return verdict(Induction(k, base, step), facts, on(extra or GRID, *assumptions), target)


GOOD_STEP = [Use("event", {x: k * Delta}, b), Use(HYPOTHESIS, times=b)]


def test_induction_proves_the_tail_bound_and_nothing_better():
    assert induction(sp.Ge(T(k * Delta), t_value(k)), [Use("half", times=1)], GOOD_STEP) == "proved"
    assert induction(sp.Ge(T(k * Delta), t_value(k) + delta), [Use("half", times=1)], GOOD_STEP) == "undecided"
    assert induction(sp.Ge(T(k * Delta), sp.exp(-k * epsilon) / 2), [Use("half", times=1)], GOOD_STEP) == "undecided"


def test_induction_needs_its_base():
    assert induction(sp.Ge(T(k * Delta), t_value(k)), [], GOOD_STEP) == "undecided"


def test_induction_runs_over_all_integers_from_a_start():
    target = sp.Ge(T(k * Delta), t_value(k))
    with pytest.raises(ClaimError, match="all integers"):
        induction(target, [Use("half", times=1)], GOOD_STEP, {k: sp.Range(0, 5)})
    with pytest.raises(ClaimError, match="hypothesis"):
        induction(target, [Use("half", times=1)], GOOD_STEP, GRID, sp.Ge(k * Delta, 5))


def test_induction_does_not_move_its_hypothesis_or_the_law():
    target = sp.Ge(T(k * Delta), t_value(k))
    with pytest.raises(ClaimError, match="cannot be moved"):
        induction(target, [Use("half", times=1)], [Use("event", {x: k * Delta}, b), Use(HYPOTHESIS, {k: k + 1}, b)])
    with pytest.raises(ClaimError, match="parameter"):
        verdict(Induction(Delta), {}, on({Delta: sp.Naturals}), sp.Ge(T(Delta), 0, evaluate=False))


def grid_fact(bound=None, extra=None, *assumptions):
    return {"grid": fact(sp.Ge(T(k * Delta), t_value(k) if bound is None else bound), extra or GRID, *assumptions)}


def test_tail_integration_holds_for_a_law():
    """E|X| >= 2 Delta sum T(k Delta) with equality for mass on multiples of Delta: X = 0, 1, -1, 2, -2 with mass 1/5 each."""
    tails = {1: sp.Rational(2, 5), 2: sp.Rational(1, 5)}
    assert 2 * sum(tails.values()) == sp.Rational(6, 5) == sum(abs(v) for v in (0, 1, -1, 2, -2)) / sp.Integer(5)
    assert 2 * sum((2 * j - 1) * t for j, t in tails.items()) == sum(v**2 for v in (0, 1, -1, 2, -2)) / sp.Integer(5)


def test_tail_integration_sums(long_search):
    finite = conclusion(TailIntegration(PRIVATE, "grid", k, 2, upto=N), grid_fact(), on({N: sp.Naturals0}))
    assert finite.rhs == 2 * Delta**2 * sp.Sum((2 * k - 1) * t_value(k), (k, 1, N))
    assert verdict(TailIntegration(PRIVATE, "grid", k, 1, upto=N), grid_fact(), on({N: sp.Naturals0})) == "proved"
    whole = {N: sp.Integers}
    free = sp.Symbol("M_", integer=True)
    assert verdict(TailIntegration(PRIVATE, "grid", k, 1, upto=free), grid_fact(), on({free: sp.Integers, **{}})) == "undecided"
    assert whole


def test_an_infinite_sum_needs_terms_that_are_not_negative():
    assert verdict(TailIntegration(PRIVATE, "grid", k, 1), grid_fact()) == "undecided"
    assert verdict(TailIntegration(PRIVATE, "grid", k, 1), grid_fact(sp.Max(0, t_value(k)))) == "proved"


@pytest.mark.parametrize(
    ("facts", "domain", "word"),
    [
        (grid_fact(extra={k: sp.Range(2, sp.oo)}), on(), "all integers"),
        (grid_fact(None, GRID, sp.Le(k, Delta)), on(), "hypothesis"),
        (grid_fact(T(0)), on(), "explicit"),
        ({"grid": fact(sp.Ge(T(2 * k * Delta), t_value(k)), GRID)}, on(), "must read"),
        ({"grid": fact(sp.Le(T(k * Delta), t_value(k)), GRID)}, on(), "must read"),
        ({"grid": fact(sp.Ge(T(k * Delta), t_value(k)), {**GRID, epsilon: (1, 2)})}, on(), "smaller range"),
        (grid_fact(), on(GRID), "symbols of"),
    ],
)
def test_tail_integration_refuses_facts_that_do_not_fit(facts, domain, word):
    with pytest.raises(ClaimError, match=word):
        verdict(TailIntegration(PRIVATE, "grid", k, 1), facts, domain)


def test_tail_integration_refuses_other_powers_and_laws():
    with pytest.raises(ClaimError, match="power"):
        verdict(TailIntegration(PRIVATE, "grid", k, 3), grid_fact())
    with pytest.raises(ClaimError, match="symmetric"):
        verdict(TailIntegration(ANY_PRIVATE_INTEGER, "grid", k, 1), grid_fact())
    with pytest.raises(ClaimError, match="integer"):
        verdict(TailIntegration(PRIVATE, "grid", k, 1, upto=Delta), grid_fact())


def pair_fact(bound=None, extra=None):
    inside = {k: sp.Naturals0, y: sp.Interval(0, Delta / 2)}
    relation = sp.Ge(T(y + k * Delta) + T((k + 1) * Delta - y), 2 * s_value(k) if bound is None else bound)
    return {"pairs": fact(relation, {**inside, **(extra or {})})}


def test_paired_tail_integration():
    rule = PairedTailIntegration(PRIVATE, "pairs", k, y, upto=N - 1)
    assert verdict(rule, pair_fact(), on({N: sp.Naturals0})) == "proved"
    assert conclusion(rule, pair_fact(), on({N: sp.Naturals0})).rhs == Delta * sp.Sum(2 * s_value(k), (k, 0, N - 1))
    assert verdict(PairedTailIntegration(PRIVATE, "pairs", k, y), pair_fact()) == "undecided"


@pytest.mark.parametrize("place", [sp.Interval(0, Delta / 3), sp.Interval(Delta / 4, Delta / 2), sp.Interval(1, Delta / 2)])
def test_paired_tail_integration_needs_the_whole_half_period(place):
    with pytest.raises(ClaimError, match="must hold for all"):
        verdict(PairedTailIntegration(PRIVATE, "pairs", k, y), pair_fact(extra={y: place}))


def test_paired_tail_integration_needs_a_bound_free_of_the_place():
    with pytest.raises(ClaimError, match="depend"):
        verdict(PairedTailIntegration(PRIVATE, "pairs", k, y), pair_fact(bound=y))


def test_symmetrisation():
    moment = PRIVATE.moment(sp.S.One)
    facts = {"all": fact(sp.Ge(moment, Delta * delta))}
    assert conclusion(Symmetrisation("all", sp.S.One), facts) == sp.Ge(least_cost(1, epsilon, delta, Delta), Delta * delta)
    with pytest.raises(ClaimError, match="must read"):
        verdict(Symmetrisation("all", sp.Integer(2)), facts)
    with pytest.raises(ClaimError, match="explicit"):
        verdict(Symmetrisation("all", sp.S.One), {"all": fact(sp.Ge(moment, T(0)))})
    with pytest.raises(ClaimError, match="smaller range"):
        verdict(Symmetrisation("all", sp.S.One), {"all": fact(sp.Ge(moment, delta), {epsilon: (1, 2)})})
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(Symmetrisation("all", sp.S.One), {"all": fact(sp.Ge(moment, delta), {}, sp.Le(delta, epsilon))})
    with pytest.raises(ClaimError, match="no parameter"):
        verdict(Symmetrisation("all", sp.S.One), {"all": fact(sp.Ge(moment, y), {y: (0, 1)})})


def test_unimodality():
    line = on({x: sp.Reals})
    assert verdict(Unimodality(UNIMODAL, x, 2 * x), domain=line) == "proved"
    assert verdict(Unimodality(UNIMODAL, 2 * x, x), domain=line) == "undecided"
    assert conclusion(Unimodality(UNIMODAL, x), domain=line) == sp.Ge(UNIMODAL.density(x), 0, evaluate=False)
    with pytest.raises(ClaimError, match="unimodal"):
        verdict(Unimodality(ARBITRARY, x, 2 * x), domain=line)
