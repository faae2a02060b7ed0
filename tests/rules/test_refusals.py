"""What each rule refuses: a fact on too small a set, under a hypothesis, of another law; symbols that are taken or unknown."""

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.notation import Delta, d, delta, epsilon, k, x, y
from dpverify.rules import (
    HYPOTHESIS,
    Cases,
    Chord,
    ConcaveMass,
    Consequence,
    DiscreteDominance,
    DualHypothesis,
    Feasible,
    GridCells,
    Induction,
    IntegerInfimum,
    IntegerPart,
    IntegerWeakDuality,
    IntegrateInequality,
    Linearity,
    LossSymmetrisation,
    LossTailIntegration,
    LPWeakDuality,
    Monotone,
    NonNegative,
    PairedTailIntegration,
    RandomisedRounding,
    Smearing,
    Specialise,
    StochasticDominance,
    Substitution,
    TailIntegration,
    TailShape,
    TransportDuality,
    Unimodality,
)
from dpverify.rules.cells import CellFunction, cell, place
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.integer_weak_duality import dual_inequality, reach
from dpverify.rules.laws import (
    ANY_PRIVATE_INTEGER,
    ARBITRARY,
    GRID,
    MONOTONE_PRIVATE,
    MONOTONE_PRIVATE_INTEGER,
    PRIVATE,
    PRIVATE_INTEGER,
    UNIMODAL,
    grid_step,
    loss_power,
)
from dpverify.rules.loss import expected_loss
from dpverify.rules.lp_weak_duality import Dual
from dpverify.rules.rounding import lattice_point as j
from dpverify.rules.smearing import cell_number

from .deciding import conclusion, fact, on

half = sp.Rational(1, 2)
i, i2 = sp.symbols("i i2", integer=True)
s, stranger = sp.Symbol("s", positive=True), sp.Symbol("stranger", real=True)
c, t = sp.Symbol("c", real=True), sp.Symbol("t", nonnegative=True)
theta = sp.Symbol("theta", nonnegative=True)
h = grid_step
f, G = UNIMODAL.density, MONOTONE_PRIVATE.within
LINE = (x, -sp.oo, sp.oo)
INTEGER = {Delta: sp.Naturals}
at = on(INTEGER)
tied = sp.Ge(sp.exp(epsilon), 1 + delta)
"""A hypothesis that no step here has."""


def says(relation, extra=None, *assumptions):
    return {"a": fact(relation, extra, *assumptions)}


def refused(rule, word, facts=None, domain=None, target=None):
    with pytest.raises(ClaimError, match=word):
        conclusion(rule, facts or {}, domain or on(), target)


# --- facts on too little -----------------------------------------------------------------------------------------------------------------

POSITIVE = {s: (0, sp.oo)}
above = sp.Gt(s, -1, evaluate=False)
rising = sp.Ge(sp.Derivative(sp.exp(s), s), 0, evaluate=False)
bent = sp.Le(sp.Derivative(s**3, s, s), 6, evaluate=False)
tail = sp.Ge(PRIVATE.tail(k * Delta), delta, evaluate=False)
integer_tail = sp.Ge(PRIVATE_INTEGER.tail(k), delta, evaluate=False)
pairs = sp.Ge(PRIVATE.tail(y + k * Delta) + PRIVATE.tail((k + 1) * Delta - y), delta, evaluate=False)
private_loss = sp.Ge(expected_loss(PRIVATE_INTEGER, i), delta, evaluate=False)
split = sp.Ge(i + theta, 1, evaluate=False)
stick = sp.Max(0, f(x) - sp.exp(epsilon) * f(x + d))
pointwise = sp.Le(stick, f(x), evaluate=False)
uniform = sp.Piecewise((delta / Delta, sp.Abs(x) <= Delta / (2 * delta)), (0, True))
private = sp.Le(sp.Integral(sp.Max(0, uniform - sp.exp(epsilon) * uniform.subs(x, x + d)), LINE), delta)
mass = sp.Le(G(t), t, evaluate=False)

TOO_LITTLE = [
    (Cases(s, ("a",)), says(above, {s: sp.Naturals}), on(POSITIVE), "interval"),
    (Cases(s, ("a",)), says(above, POSITIVE, sp.Le(s, delta)), on(POSITIVE), "interval"),
    (Cases(s, ("a",)), says(above, {**POSITIVE, epsilon: (0, 1)}), on(POSITIVE), "smaller range"),
    (Cases(s, ("a",)), says(above, POSITIVE, tied), on(POSITIVE), "hypothesis"),
    (Chord("a", s, half, sp.S.One, half), says(bent, {s: sp.Naturals}), on(), "interval"),
    (Chord("a", s, half, sp.S.One, half), says(bent), on(), "interval"),
    (Chord("a", s, half, sp.S.One, half, at={s: half}), says(bent, POSITIVE), on(), "interval"),
    (Monotone("a", s, half, sp.S.One), says(rising, {s: sp.Naturals}), on(), "interval"),
    (Monotone("a", s, half, sp.S.One), says(rising), on(), "interval"),
    (Monotone("a", s, half, sp.S.One, at={s: half}), says(rising, POSITIVE), on(), "interval"),
    (ConcaveMass(MONOTONE_PRIVATE, "positive", Delta, fact="a"), says(sp.Le(G(Delta), half), {}, tied), on(), "hypothesis"),
    (ConcaveMass(MONOTONE_PRIVATE, "positive", Delta, fact="a"), says(sp.Le(G(Delta), half), {delta: (0, half)}), on(), "smaller"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform), says(mass, {t: sp.Interval(0, sp.oo)}, sp.Le(t, Delta)), on(), "for all"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform), says(mass, {t: (0, sp.oo)}), on(), "for all"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform), says(mass, {t: sp.Naturals0}), on(), "for all"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform), says(mass, {t: sp.Interval(0, sp.oo)}, tied), on(), "hypothesis"),
    (Feasible(x, uniform, "a", d, sp.S.One), says(private, {delta: (0, 1), d: sp.Interval(0, Delta)}, tied), on({delta: (0, 1)}), "hypoth"),
    (IntegerPart("a", i, theta, 1 / delta), says(split, {i: sp.Naturals, theta: sp.Naturals0}), on({delta: (0, 1)}), "must hold for all"),
    (IntegrateInequality(x, ("a",)), says(pointwise, {x: sp.Reals, d: sp.Reals}, tied), on({d: sp.Reals}), "hypothesis"),
    (IntegrateInequality(x, ("a",)), says(pointwise, {x: (0, sp.oo), d: sp.Reals}), on({d: sp.Reals}), "cover all"),
    (IntegrateInequality(x, ("a",)), says(pointwise, {x: sp.Reals, d: sp.Reals}, sp.Le(x, d)), on({d: sp.Reals}), "cover all"),
    (IntegrateInequality(x, ("a",), d), says(pointwise, {x: sp.Reals, d: sp.Reals}, sp.Le(x, d)), on({d: sp.Reals}), "cover all"),
    (IntegrateInequality(x, ("a",)), says(pointwise, {x: sp.Reals, d: (0, 1)}), on({d: sp.Reals}), "smaller range"),
    (LossSymmetrisation("a", i), says(private_loss, {**INTEGER, epsilon: (0, 1)}), at, "smaller range"),
    (LossSymmetrisation("a", i), says(private_loss, INTEGER, tied), at, "hypothesis"),
    (TailIntegration(PRIVATE, "a", k), says(tail, {k: sp.Naturals, s: (0, 1)}), on(), "no parameter"),
    (TailIntegration(PRIVATE, "a", k), says(tail, {k: sp.Naturals}, tied), on(), "hypothesis"),
    (PairedTailIntegration(PRIVATE, "a", k, y), says(pairs, {k: sp.Naturals, y: sp.Interval(0, sp.oo)}), on(), "all integers"),
    (PairedTailIntegration(PRIVATE, "a", k, y), says(pairs, {k: sp.Naturals0, y: (0, sp.oo)}), on(), "must hold for all 0"),
    (PairedTailIntegration(PRIVATE, "a", k, y), says(pairs, {k: sp.Naturals0, y: sp.Interval(0, sp.oo)}, sp.Le(y, k)), on(), "for all 0"),
    (DiscreteDominance("a", k, i, delta), says(integer_tail, {**INTEGER, k: sp.Range(2, sp.oo)}), at, "all integers"),
]


@pytest.mark.parametrize(("rule", "facts", "domain", "word"), TOO_LITTLE, ids=lambda p: type(p).__name__)
def test_a_fact_must_hold_wherever_the_rule_needs_it(rule, facts, domain, word):
    refused(rule, word, facts, domain)


def test_an_open_end_of_a_half_period_is_enough():
    """A single place more or less does not change an integral."""
    inside = says(pairs, {k: sp.Naturals0, y: sp.Interval(0, sp.oo)}, sp.Lt(y, Delta / 2))
    assert conclusion(PairedTailIntegration(PRIVATE, "a", k, y), inside).lhs == PRIVATE.moment(sp.S.One)


def test_one_of_two_halves_does_not_cover_the_line():
    both = {"a": fact(pointwise, {x: sp.Reals, d: sp.Reals}, sp.Le(x, d)), "b": fact(pointwise, {x: sp.Reals, d: sp.Reals}, sp.Ge(x, d))}
    domain = on({d: sp.Reals})
    assert conclusion(IntegrateInequality(x, ("a", "b"), d), both, domain).rhs == sp.Integral(f(x), LINE)
    refused(IntegrateInequality(x, ("a", "b"), d + 1), "cover all", both, domain)
    refused(IntegrateInequality(x, ("a", "b")), "cover all", both, domain)
    shorter = {**both, "b": fact(pointwise, {x: (-sp.oo, 5), d: sp.Reals}, sp.Ge(x, d))}
    refused(IntegrateInequality(x, ("a", "b"), d), "smaller range", shorter, domain)
    other = {**both, "b": fact(sp.Le(stick, 2 * f(x), evaluate=False), {x: sp.Reals, d: sp.Reals}, sp.Ge(x, d))}
    refused(IntegrateInequality(x, ("a", "b"), d), "same relation", other, domain)


# --- laws and shapes ---------------------------------------------------------------------------------------------------------------------

SHAPES = [
    (Cases(s, ()), {}, on(POSITIVE), "intervals"),
    (Cases(s, ("a",)), says(above, POSITIVE), on(), "a real symbol of the step"),
    (Cases(s, ("a",)), says(above, POSITIVE), on({s: sp.Naturals}), "a real symbol of the step"),
    (NonNegative(PRIVATE_INTEGER, x), {}, on({x: sp.Reals}), "not a density"),
    (Unimodality(MONOTONE_PRIVATE_INTEGER, x), {}, on({x: sp.Reals}), "not a density"),
    (PairedTailIntegration(ANY_PRIVATE_INTEGER, "a", k, y), says(pairs, {k: sp.Naturals0, y: sp.Interval(0, sp.oo)}), on(), "symmetric"),
    (TailShape(PRIVATE_INTEGER, "step", half, sp.S.One), {}, on(), "needs a law on the integers"),
    (TailShape(PRIVATE_INTEGER, "step", half, sp.S.One), {}, on().without(Delta), "needs a law on the integers"),
    (TailShape(PRIVATE, "step", half, sp.S.One), {}, at, "needs a law on the integers"),
    (Feasible(x, f(x), "a", d, sp.S.One), says(private, {d: sp.Interval(0, Delta)}), on(), "explicit"),
    (Feasible(x, uniform, "a", d, sp.S.One, atom=f(0)), says(private, {d: sp.Interval(0, Delta)}), on(), "explicit"),
    (Feasible(x, uniform, "a", d, x), says(private, {d: sp.Interval(0, Delta)}), on(), "depend"),
    (Feasible(x, uniform * d, "a", d, sp.S.One), says(private, {d: sp.Interval(0, Delta)}), on(), "depend"),
    (Specialise("a", density=(x, uniform)), says(sp.Ge(f(y), 0), {y: sp.Reals}), on({y: sp.Reals}), "needs the law"),
    (Specialise("a", law=UNIMODAL, density=(x, f(x) / 2)), says(sp.Ge(f(y), 0), {y: sp.Reals}), on({y: sp.Reals}), "leaves"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform, inside=("b",)), says(mass), on(), "need the number"),
    (IntegerWeakDuality(PRIVATE, i, j, sp.S.Zero, sp.S.One, sp.S.Zero, "a", "a", "a"), {}, at, "law on the integers"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, j, sp.Sum(1, (i2, 1, 2)), sp.S.One, sp.S.Zero, "a", "a", "a"), {}, at, "nor hold a sum"),
    (IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, i), {}, at.without(epsilon), "range for epsilon"),
    (RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, j, sp.S.One), {}, at.without(delta), "range for delta"),
    (Smearing(PRIVATE_INTEGER, i, sp.S.One, sp.S.Zero, sp.S.One), {}, on(), "integer sensitivity"),
    (IntegrateInequality(x, ()), {}, on(), "same relation"),
    (IntegrateInequality(x, ("a",)), says(sp.Lt(stick, f(x)), {x: sp.Reals, d: sp.Reals}), on({d: sp.Reals}), "same relation"),
    (GridCells(x, s, sp.S.One, theta), {}, on({h: (0, sp.oo), theta: sp.Interval(0, 1)}), "integer symbol"),
    (GridCells(x, i, sp.S.One, theta), {}, on({theta: sp.Interval(0, 1)}), "parameter"),
    (GridCells(x, i, sp.S.One, theta / h), {}, on({h: (0, sp.oo), theta: sp.Interval(0, 1)}), "in cells"),
    (GridCells(x, i, sp.floor(1 / h), theta), {}, on({h: (0, sp.oo), theta: sp.Interval(0, 1)}), "in cells"),
    (DiscreteDominance("a", k, s, delta), says(integer_tail, {**INTEGER, k: sp.Naturals}), at, "either sign"),
    (DiscreteDominance("a", k, k, delta), says(integer_tail, {**INTEGER, k: sp.Naturals}), at, "either sign"),
    (DiscreteDominance("a", k, i, PRIVATE_INTEGER.mass(i)), says(integer_tail, {**INTEGER, k: sp.Naturals}), at, "explicit"),
    (DiscreteDominance("a", i, i, delta), says(integer_tail, {**INTEGER, k: sp.Naturals}), at, "symbols"),
    (DiscreteDominance("a", k, i, delta), says(integer_tail, {k: sp.Naturals}), on(), "integer sensitivity"),
    (LossTailIntegration("a", k, sp.S.One, i), says(integer_tail, {k: sp.Naturals}), on().without(Delta), "integer sensitivity"),
]


@pytest.mark.parametrize(("rule", "facts", "domain", "word"), SHAPES, ids=lambda p: type(p).__name__)
def test_a_rule_is_for_its_laws_and_shapes(rule, facts, domain, word):
    refused(rule, word, facts, domain)


def test_the_loss_is_that_of_a_private_law_on_the_integers():
    with pytest.raises(ClaimError, match="private law on the integers"):
        expected_loss(PRIVATE, i)


@pytest.mark.parametrize(
    "target",
    [
        None,
        sp.Le(sp.Integral(sp.Max(0, x - d), LINE), d),
        sp.Eq(sp.Integral(sp.Max(0, x - d), (x, 0, sp.oo)), d),
        sp.Eq(sp.Integral(sp.Max(0, y - d), (y, -sp.oo, sp.oo)), d),
        sp.Eq(sp.Sum(sp.Max(0, i - d), (i, -sp.oo, sp.oo)), d),
        sp.Eq(1 + sp.Integral(sp.Max(0, x - d), LINE), d),
    ],
    ids=str,
)
def test_linearity_is_about_one_integral_over_the_line(target):
    refused(Linearity(x, ((sp.S.One, sp.Max(0, x - d)),)), "must read", domain=on({d: sp.Reals}), target=target)


@pytest.mark.parametrize("values", [(0, sp.oo), sp.Range(0, 9), sp.Integers], ids=str)
def test_induction_runs_over_integers_from_a_start_on(values):
    symbol = i if values is sp.Integers else s if values == (0, sp.oo) else k
    refused(Induction(symbol), "all integers", domain=on({symbol: values}), target=sp.Ge(symbol, -1, evaluate=False))


def test_functions_inside_functions_are_no_numbers():
    nested = sp.Ge(f(f(y)), 0, evaluate=False)
    refused(Consequence(("a",)), "nests", says(nested, {y: sp.Reals}), on({y: sp.Reals}), nested)


def test_a_derivative_without_a_formula_gives_no_monotonicity():
    slope = says(sp.Ge(sp.Derivative(f(s), s), 0, evaluate=False), POSITIVE)
    refused(Monotone("a", s, half, sp.S.One), "differentiable", slope)


def test_a_law_that_is_not_the_symmetric_one_keeps_its_mirror_image():
    """f(-u) is written f(u) for the named law only."""
    other = ARBITRARY.density
    moved = conclusion(Substitution(x, sp.Max(0, f(x) - other(x)), -1, law=UNIMODAL))
    assert moved.rhs == sp.Integral(sp.Max(0, f(x) - other(-x)), LINE)


# --- symbols that are taken, or unknown --------------------------------------------------------------------------------------------------

right = CellFunction((0,), (sp.S.Zero, Delta))

SYMBOLS = [
    (Induction(k), {HYPOTHESIS: fact(sp.Ge(k, 0, evaluate=False), {k: sp.Naturals0})}, on({k: sp.Naturals0}), "name of the induction"),
    (IntegerInfimum(ANY_PRIVATE_INTEGER, stranger, i), {}, at, "does not have"),
    (IntegerPart("a", i, delta, 1 / epsilon), says(split, {i: sp.Naturals, delta: sp.Interval.Ropen(0, 1)}), on(), "a parameter"),
    (IntegerPart("a", i, theta, stranger), says(split, {i: sp.Naturals, theta: sp.Interval.Ropen(0, 1)}), on(), "no range"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, j, sp.S.Zero, sp.S.One, stranger, "a", "a", "a"), {}, at, "does not have"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, j, i, sp.S.One, sp.S.Zero, "a", "a", "a"), {}, on({**INTEGER, i: sp.Integers}), "own"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, j, i, i, sp.S.Zero, "a", "a", "a"), {}, at, "does not have"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, j, i, sp.S.One, i, "a", "a", "a"), {}, at, "does not have"),
    (IntegerWeakDuality(ANY_PRIVATE_INTEGER, i, i, i, sp.S.One, sp.S.Zero, "a", "a", "a"), {}, at, "does not have"),
    (LPWeakDuality((Dual(right, 1),), Delta, (0,)), {}, on({cell: sp.Integers}), "name of a cell"),
    (LPWeakDuality((Dual(right, 1),), Delta, (0,)), {}, on({place: sp.Interval(0, 1)}), "name of a cell"),
    (RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, j, stranger), {}, at, "does not have"),
    (RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, j, sp.S.One, stranger), {}, at, "does not have"),
    (RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, stranger, sp.S.One), {}, at, "does not have"),
    *(
        (RandomisedRounding("a", ANY_PRIVATE_INTEGER, i, j, sp.S.One), {}, on({**INTEGER, taken: sp.Range(1, 9)}), "taken")
        for taken in (i, j, place)
    ),
    *(
        (Smearing(PRIVATE_INTEGER, i, sp.S.One, sp.S.Zero, sp.S.One), {}, on({**INTEGER, taken: sp.Range(1, 9)}), "taken")
        for taken in (i, x, cell_number)
    ),
    (Smearing(PRIVATE_INTEGER, i, sp.S.One, stranger, sp.S.One), {}, at, "does not have"),
    (Smearing(PRIVATE_INTEGER, i, sp.S.One, sp.S.Zero, stranger), {}, at, "does not have"),
    (Specialise("a", {s: stranger}), says(above, POSITIVE), on(), "without a range"),
    (Specialise("a", {stranger: half}), says(above, POSITIVE), on(), "does not range over"),
    (Substitution(x, f(x)), {}, on({x: sp.Reals}), "bound in the integral"),
    (Substitution(x, f(x), shift=stranger), {}, on(), "does not have"),
    (Substitution(x, f(x + stranger)), {}, on(), "does not have"),
    (GridCells(x, i, sp.S.One, theta), {}, on({h: (0, sp.oo), theta: sp.Interval(0, 1), i: sp.Integers}), "no parameters"),
    (GridCells(x, i, sp.S.One, theta), {}, on({h: (0, sp.oo), theta: sp.Interval(0, 1), x: sp.Reals}), "no parameters"),
    (TransportDuality(x, Delta, (sp.S.Zero,) * 2, (sp.S.Zero,) * 2, delta), {}, on({sp.Symbol("x_v", real=True): (0, 1)}), "taken"),
    (ConcaveMass(MONOTONE_PRIVATE, "line", stranger, Delta), {}, on(), "does not have"),
    (ConcaveMass(MONOTONE_PRIVATE, "line", Delta, stranger), {}, on(), "does not have"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, stranger), says(mass, {t: sp.Interval(0, sp.oo)}), on(), "explicit"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, t * uniform), says(mass, {t: sp.Interval(0, sp.oo)}), on(), "explicit"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform, x), says(mass, {t: sp.Interval(0, sp.oo)}), on(), "explicit"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, f(x)), says(mass, {t: sp.Interval(0, sp.oo)}), on(), "explicit"),
    (StochasticDominance(MONOTONE_PRIVATE, "a", t, x, uniform, power=stranger), says(mass, {t: sp.Interval(0, sp.oo)}), on(), "power"),
    (DiscreteDominance("a", k, i, stranger), says(integer_tail, {**INTEGER, k: sp.Naturals}), at, "does not have"),
    (DualHypothesis("cost", i), {}, on({**INTEGER, loss_power: (0, sp.oo)}), "compared for"),
    (DualHypothesis("cost", i), {}, on({**INTEGER, loss_power: (0, sp.oo), j: sp.Naturals0}), "compared for"),
    (DualHypothesis("cost", i), {}, on({**INTEGER, loss_power: (0, sp.oo), j: sp.Naturals0, place: sp.Interval(0, 2)}), "compared for"),
    (DualHypothesis("cost", i), {}, on({**INTEGER, loss_power: (0, sp.oo), j: sp.Naturals0, place: (0, 2)}), "compared for"),
]


@pytest.mark.parametrize(("rule", "facts", "domain", "word"), SYMBOLS, ids=lambda p: type(p).__name__)
def test_a_rules_own_symbols_are_free_and_all_others_known(rule, facts, domain, word):
    refused(rule, word, facts, domain)


def test_facts_for_a_certificate_may_not_be_about_the_steps_own_symbols():
    """A symbol for which a fact has to hold everywhere is a symbol of the fact alone, with a range."""
    weak = dual_inequality(MONOTONE_PRIVATE_INTEGER, j, sp.S.Zero, sp.S.Zero, i)
    free = {k: sp.Naturals, i: sp.Integers, **INTEGER}
    facts = {
        "a": fact(sp.Ge(sp.exp(-k), 0, evaluate=False), {i: sp.Integers, **INTEGER}),
        "b": fact(sp.Le(sp.exp(-k), 1, evaluate=False), free),
        "d": fact(weak, {reach: sp.Naturals0, **INTEGER}),
        "n": fact(sp.Ge(j, 0, evaluate=False), {j: sp.Naturals0, **INTEGER}),
    }
    rule = IntegerWeakDuality(MONOTONE_PRIVATE_INTEGER, i, j, sp.exp(-k), sp.S.One, sp.S.Zero, "a", "b", "d", "n")
    refused(rule, "gives k no range", facts, at)


def test_the_cost_of_a_law_is_on_the_integers():
    with pytest.raises(ClaimError, match="either sign"):
        expected_cost(sp.S.One, ANY_PRIVATE_INTEGER, k)
    assert GRID.density(x).func != ARBITRARY.density(x).func
