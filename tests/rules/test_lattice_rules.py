"""IntegerInfimum, RandomisedRounding, Smearing, Scaling, IntegerWeakDuality, DualHypothesis: what they give, what they refuse, and laws."""

import random
from fractions import Fraction

import pytest
import sympy as sp

from dpverify import Claim, Step, verify
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import (
    DualHypothesis,
    IntegerInfimum,
    IntegerWeakDuality,
    RandomisedRounding,
    Scaling,
    Smearing,
    Specialise,
    Unimodality,
)
from dpverify.rules.cells import place
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.integer_weak_duality import dual_inequality, dual_shift, reach
from dpverify.rules.laws import (
    ANY_PRIVATE_INTEGER,
    MONOTONE_PRIVATE_INTEGER,
    PRIVATE,
    PRIVATE_INTEGER,
    DualSolution,
    least_cost,
    least_integer_cost,
    least_monotone_cost,
    loss_power,
)
from dpverify.rules.rounding import lattice_point as j

from .deciding import conclusion, fact, on, verdict

i, k = sp.Symbol("i", integer=True), dual_shift
half = sp.Rational(1, 2)
INTEGER = {Delta: sp.Naturals}
at = on(INTEGER)


def costs(power, law=ANY_PRIVATE_INTEGER):
    return expected_cost(sp.Abs(i) ** power, law, i)


# --- infimum -----------------------------------------------------------------------------------------------------------------------------


def test_the_infimum_is_below_every_law_and_above_every_bound():
    least = least_integer_cost(1, epsilon, delta, Delta)
    assert conclusion(IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, i), domain=at) == sp.Ge(costs(1), least, evaluate=False)
    given = {"b": fact(sp.Ge(costs(1), 1 - delta), INTEGER)}
    assert conclusion(IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, i, "b"), given, at) == sp.Ge(least, 1 - delta, evaluate=False)


@pytest.mark.parametrize(
    ("given", "word"),
    [
        (fact(sp.Le(costs(1), 1), INTEGER), "must read"),
        (fact(sp.Ge(costs(2), 1), INTEGER), "must read"),
        (fact(sp.Ge(costs(1), ANY_PRIVATE_INTEGER.mass(sp.S.Zero)), INTEGER), "depend on the law"),
        (fact(sp.Ge(costs(1), 1), {**INTEGER, delta: (0, half)}), "smaller range"),
        (fact(sp.Ge(costs(1), 1), INTEGER, sp.Ge(epsilon, delta)), "hypothesis"),
    ],
)
def test_bounds_that_are_not_of_all_laws_are_refused(given, word):
    with pytest.raises(ClaimError, match=word):
        conclusion(IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, i, "b"), {"b": given}, at)


def test_the_lattice_needs_an_integer_sensitivity_and_an_integer_index():
    with pytest.raises(ClaimError, match="integer sensitivity"):
        conclusion(IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, i), domain=on())
    with pytest.raises(ClaimError, match="integer symbol"):
        conclusion(IntegerInfimum(ANY_PRIVATE_INTEGER, sp.S.One, sp.Symbol("r", real=True)), domain=at)
    with pytest.raises(ClaimError, match="law on the integers"):
        conclusion(IntegerInfimum(PRIVATE, sp.S.One, i), domain=at)


# --- rounding ----------------------------------------------------------------------------------------------------------------------------


def rounding(power, correction=sp.S.Zero, cost=None, law=ANY_PRIVATE_INTEGER):
    rule = RandomisedRounding("b", law, i, j**power if cost is None else cost, sp.sympify(power), sp.sympify(correction))
    given = expected_cost((j**power if cost is None else cost).subs(j, sp.Abs(i)), law, i)
    return rule, {"b": fact(sp.Ge(given, delta), INTEGER)}


def test_rounding_gives_the_bound_less_the_correction():
    rule, facts = rounding(2, sp.Rational(1, 4))
    assert verdict(rule, facts, at) == "proved"
    assert conclusion(rule, facts, at) == sp.Ge(least_cost(2, epsilon, delta, Delta), delta - sp.Rational(1, 4), evaluate=False)
    rule, facts = rounding(1, law=MONOTONE_PRIVATE_INTEGER)
    assert conclusion(rule, facts, at).lhs == least_monotone_cost(1, epsilon, delta, Delta)


@pytest.mark.parametrize(
    ("power", "correction", "cost"),
    [
        (2, 0, None),
        (2, sp.Rational(24, 100), None),
        (1, 0, j + sp.Rational(1, 100)),
        (1, -sp.Rational(1, 100), None),
        (3, sp.Rational(1, 4), None),
    ],
)
def test_too_small_a_correction_is_not_shown(power, correction, cost):
    rule, facts = rounding(power, correction, cost)
    assert verdict(rule, facts, at) == "undecided"


def test_a_given_comparison_must_be_the_right_one():
    chord = (1 - place) * j**2 + place * (j + 1) ** 2
    good = sp.Le(chord, (j + place) ** 2 + 1, evaluate=False)
    where = {**INTEGER, j: sp.Naturals0, place: sp.Interval(0, 1)}
    rule = RandomisedRounding("b", ANY_PRIVATE_INTEGER, i, j**2, sp.Integer(2), sp.S.One, pointwise="c")
    bound = {"b": fact(sp.Ge(costs(2), 1), INTEGER)}
    assert conclusion(rule, {**bound, "c": fact(good, where)}, at).rhs == 0
    for wrong, domain, word in (
        (sp.Le(chord, (j + place) ** 2 + 2, evaluate=False), where, "must read"),
        (good, {**where, j: sp.Naturals}, "every j"),
        (good, {**where, place: sp.Interval(0, half)}, "every theta"),
        (good, {**where, delta: (0, half)}, "smaller range"),
    ):
        with pytest.raises(ClaimError, match=word):
            conclusion(rule, {**bound, "c": fact(wrong, domain)}, at)
    with pytest.raises(ClaimError, match="hypothesis"):
        conclusion(rule, {**bound, "c": fact(good, where, sp.Le(place, 1 + epsilon - delta))}, at)


def test_rounding_a_private_law_keeps_it_private_and_interpolates_the_cost():
    """Laws on quarters with sensitivity 1 (4 quarters), rounded to the integers: exact hockey-stick divergences."""
    rng = random.Random(5)
    ratio = Fraction(3, 2)

    def divergence(p, shift):
        return sum(max(Fraction(0), p.get(v, Fraction(0)) - ratio * p.get(v + shift, Fraction(0))) for v in set(p) | {v - shift for v in p})

    for _ in range(25):
        mass = {v: rng.randint(0, 5) for v in range(-9, 10)}
        total = sum(mass.values()) or 1
        p = {v: Fraction(m, total) for v, m in mass.items()}
        worst = max(divergence(p, d) for d in range(-4, 5))
        rounded: dict[int, Fraction] = {}
        for v, m in p.items():
            low, part = divmod(v, 4)
            rounded[low] = rounded.get(low, Fraction(0)) + m * (1 - Fraction(part, 4))
            rounded[low + 1] = rounded.get(low + 1, Fraction(0)) + m * Fraction(part, 4)
        assert max(divergence(rounded, d) for d in (-1, 1)) <= worst
        assert sum(abs(n) * m for n, m in rounded.items()) == sum(abs(Fraction(v, 4)) * m for v, m in p.items())


# --- smearing ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "correction", "centre", "expected"),
    [
        (1, 0, sp.Rational(1, 4), "proved"),
        (2, sp.Rational(1, 12), 0, "proved"),
        (1, 0, sp.Rational(24, 100), "undecided"),
        (2, sp.Rational(1, 13), 1, "undecided"),
        (2, 0, sp.Rational(1, 12), "undecided"),
    ],
)
def test_smearing_needs_the_cells_means(power, correction, centre, expected):
    rule = Smearing(PRIVATE_INTEGER, i, sp.sympify(power), sp.sympify(correction), sp.sympify(centre))
    assert verdict(rule, domain=at) == expected


def test_smearing_refuses_other_laws_and_says_which_infimum():
    with pytest.raises(ClaimError, match="symmetric"):
        conclusion(Smearing(ANY_PRIVATE_INTEGER, i, sp.S.One, sp.S.Zero, sp.S.One), domain=at)
    with pytest.raises(ClaimError, match="law on the integers"):
        conclusion(Smearing(PRIVATE, i, sp.S.One, sp.S.Zero, sp.S.One), domain=at)
    with pytest.raises(ClaimError, match="does not have"):
        conclusion(Smearing(PRIVATE_INTEGER, i, sp.Symbol("p", positive=True), sp.S.Zero, sp.S.One), domain=at)
    assert conclusion(Smearing(MONOTONE_PRIVATE_INTEGER, i, sp.S.One, sp.S.Zero, sp.S.One), domain=at).lhs.func.__name__ == "Vmono"


# --- scaling -----------------------------------------------------------------------------------------------------------------------------


def test_scaling():
    c = sp.Symbol("c", positive=True)
    domain = on({c: (0, sp.oo)})
    rule = Scaling(sp.Integer(2), Delta, c)
    assert conclusion(rule, domain=domain).rhs == Delta**2 / c**2 * least_cost(2, epsilon, delta, c)
    assert verdict(rule, domain=domain) == "proved"
    assert verdict(Scaling(sp.S.One, Delta, delta - 1), domain=domain) == "undecided"
    with pytest.raises(ClaimError, match="ranges"):
        conclusion(rule, domain=on())


# --- weak duality ------------------------------------------------------------------------------------------------------------------------

WEAK = dual_inequality(ANY_PRIVATE_INTEGER, j, sp.S.Zero, sp.S.Zero, i)
ZERO = {k: sp.Naturals, i: sp.Integers, **INTEGER}


def trivial(law=ANY_PRIVATE_INTEGER, weight=None, level=sp.S.Zero, cap=None, **changed):
    """The certificate with y = 0 (or a constant), and its facts."""
    y = sp.S.Zero if weight is None else weight
    z = sp.S.One if cap is None else cap
    rule = IntegerWeakDuality(law, i, j, y, z, level, "a", "b", "d", "n")
    where = {i: sp.Integers, **INTEGER} if law != MONOTONE_PRIVATE_INTEGER else {reach: sp.Naturals0, **INTEGER}
    facts = {
        "a": fact(sp.Ge(y, 0, evaluate=False), ZERO),
        "b": fact(sp.Le(y, z, evaluate=False), ZERO),
        "d": fact(dual_inequality(law, j, y, level, i), where),
        "n": fact(sp.Ge(j, 0, evaluate=False), {j: sp.Naturals0, **INTEGER}),
    }
    return rule, {**facts, **changed}


@pytest.mark.parametrize("law", [ANY_PRIVATE_INTEGER, PRIVATE_INTEGER, MONOTONE_PRIVATE_INTEGER])
def test_weak_duality_concludes_from_its_three_facts(law):
    rule, facts = trivial(law)
    got = conclusion(rule, facts, at)
    assert got == sp.Ge(costs(1, law), -delta * sp.Sum(sp.S.One, (k, 1, Delta)), evaluate=False)


@pytest.mark.parametrize(
    ("name", "wrong", "word"),
    [
        ("a", fact(sp.Ge(sp.S.Zero, -1, evaluate=False), ZERO), "must read"),
        ("b", fact(sp.Le(sp.S.Zero, 2, evaluate=False), ZERO), "must read"),
        ("d", fact(dual_inequality(ANY_PRIVATE_INTEGER, j, sp.S.Zero, -sp.S.One, i), {i: sp.Integers, **INTEGER}), "must read"),
        ("d", fact(WEAK, {i: sp.Naturals0, **INTEGER}), "every i"),
        ("d", fact(WEAK, {i: sp.Integers, Delta: sp.Range(1, 9)}), "smaller"),
        ("d", fact(WEAK, {i: sp.Integers, **INTEGER}, sp.Ge(i, 3)), "every i|hypothesis"),
    ],
)
def test_weak_duality_refuses_weaker_facts(name, wrong, word):
    rule, facts = trivial(**{name: wrong})
    with pytest.raises(ClaimError, match=word):
        conclusion(rule, facts, at)


def test_weights_with_a_smaller_range_of_shifts_are_refused_and_up_to_the_sensitivity_are_enough():
    y = sp.exp(-k)
    few = fact(sp.Ge(y, 0, evaluate=False), {k: sp.Range(1, 4), i: sp.Integers, **INTEGER})
    enough = fact(sp.Ge(y, 0, evaluate=False), {k: sp.Naturals, i: sp.Integers, **INTEGER}, sp.Le(k, Delta))
    rule, facts = trivial(weight=y, level=-sp.exp(epsilon) * Delta)
    assert conclusion(rule, {**facts, "a": enough}, at).lhs == costs(1)
    with pytest.raises(ClaimError, match="every k"):
        conclusion(rule, {**facts, "a": few}, at)


def test_the_unimodal_case_needs_a_bounded_cost():
    rule, facts = trivial(MONOTONE_PRIVATE_INTEGER)
    with pytest.raises(ClaimError, match="at least a number"):
        conclusion(rule, {**facts, "n": fact(sp.Ge(j, -j, evaluate=False), {j: sp.Naturals0, **INTEGER})}, at)


def test_the_cost_of_the_certificate_must_not_hide_the_law():
    rule, facts = trivial(weight=ANY_PRIVATE_INTEGER.mass(i))
    with pytest.raises(ClaimError, match="depend on the law"):
        conclusion(rule, facts, at)


def test_the_lemma_on_random_finite_laws():
    """sum_i g(i) p_i - delta sum z_k <= sum_i c p_i with delta the exact divergence over the shifts 1..m."""
    rng = random.Random(3)
    ratio, m = Fraction(7, 4), 3
    for _ in range(30):
        mass = {v: rng.randint(0, 6) for v in range(-5, 6)}
        total = sum(mass.values()) or 1
        p = {v: Fraction(n, total) for v, n in mass.items()}
        worst = max(sum(max(Fraction(0), p.get(v, 0) - ratio * p.get(v + s, 0)) for v in range(-9, 10)) for s in range(1, m + 1))
        z = [Fraction(rng.randint(0, 9), 7) for _ in range(m)]
        y = [{v: zk * Fraction(rng.randint(0, 5), 5) for v in range(-9, 10)} for zk in z]
        gain = {v: abs(v) + sum(y[s][v] - ratio * y[s].get(v - s - 1, 0) for s in range(m)) for v in p}
        mean = sum(gain[v] * p[v] for v in p)
        assert sum(abs(v) * p[v] for v in p) >= mean - worst * sum(z)


# --- the arbitrary dual solution ---------------------------------------------------------------------------------------------------------


def test_hypotheses_are_shown_and_closed():
    domain = on({**INTEGER, loss_power: (0, sp.oo), k: sp.Naturals, i: sp.Integers})
    inference = DualHypothesis("above zero", i).apply(None, {}, domain)
    assert inference.conclusion == sp.Ge(DualSolution.weight(k, i), 0, evaluate=False)
    assert "arbitrary" in inference.lemmas[0]
    with pytest.raises(ClaimError, match="what is"):
        DualHypothesis("all is well", i).apply(None, {}, domain)
    with pytest.raises(ClaimError, match="range"):
        DualHypothesis("above zero", i).apply(None, {}, at)


@pytest.mark.parametrize("symbol", [epsilon, Delta, loss_power])
def test_the_dual_solution_cannot_be_moved_to_other_parameters(symbol):
    """y, z, mu belong to one epsilon, Delta and p: a fact about them says nothing at 2 epsilon. delta may be moved."""
    domain = on({**INTEGER, loss_power: (0, sp.oo)})
    facts = {"f": fact(sp.Ge(DualSolution.level, delta), {**INTEGER, loss_power: (0, sp.oo)})}
    with pytest.raises(ClaimError, match="cannot be moved"):
        Specialise("f", {symbol: 2 * symbol}).apply(None, facts, domain)
    assert Specialise("f", {delta: delta / 2}).apply(None, facts, domain).conclusion.rhs == delta / 2


def test_an_integer_law_has_no_density():
    with pytest.raises(ClaimError, match="masses"):
        conclusion(Unimodality(MONOTONE_PRIVATE_INTEGER, sp.S.Zero), domain=at)


def test_a_claim_that_forgets_the_correction_is_not_proved():
    """V2* >= V2 on the lattice is false: at epsilon = 0, Delta = 1, delta >= 2/3 the right side is 1 - delta, and 4.6 costs 9/16 of it."""
    least = least_integer_cost(2, epsilon, delta, Delta)
    claim = Claim(
        title="power without the correction",
        statement=sp.Ge(least_cost(2, epsilon, delta, Delta), least, evaluate=False),
        domain={epsilon: sp.Interval(0, sp.oo), delta: sp.Interval.Ropen(0, 1), Delta: sp.Naturals},
        steps=(
            Step(sp.Ge(costs(2), least, evaluate=False), rule=IntegerInfimum(ANY_PRIVATE_INTEGER, sp.Integer(2), i), label="all"),
            Step(
                sp.Ge(least_cost(2, epsilon, delta, Delta), least, evaluate=False),
                rule=RandomisedRounding("all", ANY_PRIVATE_INTEGER, i, j**2, sp.Integer(2)),
            ),
        ),
    )
    assert verify(claim).verdict == "undecided"
