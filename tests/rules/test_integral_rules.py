"""The rules about integrals and sums of functions without a formula: what they give, and what they refuse."""

import pytest
import sympy as sp

from dpverify.domain import Domain, Range
from dpverify.errors import ClaimError
from dpverify.notation import d, epsilon, x
from dpverify.rules import (
    EVENT,
    Cases,
    Fact,
    GridCells,
    Indicator,
    IntegrateInequality,
    Linearity,
    Monotone,
    MonotoneInverse,
    NonNegative,
    Specialise,
    Substitution,
)
from dpverify.rules.laws import ARBITRARY, GRID, UNIMODAL, is_hockey_stick

from .deciding import verdict

f = ARBITRARY.density
line = (x, -sp.oo, sp.oo)
i, j = sp.symbols("i j", integer=True)
h, theta, s = sp.symbols("h theta s", positive=True)
PARAMETERS = Domain({epsilon: Range(sp.S.Zero, lo_open=False), d: Range()})
ON_LINE = PARAMETERS.extend(x, Range())
TARGET = sp.Eq(x, 0, evaluate=False)


def stick(shift):
    return sp.Max(0, f(x) - sp.exp(epsilon) * f(x + shift))


def test_equal_functions_have_equal_integrals():
    fact = Fact(sp.Eq(f(x), f(-x), evaluate=False), ON_LINE)
    got = IntegrateInequality(x, ("a",)).apply(TARGET, {"a": fact}, PARAMETERS)
    assert got.conclusion == sp.Eq(sp.Integral(f(x), line), sp.Integral(f(-x), line), evaluate=False)


def test_a_smaller_side_of_unknown_sign_is_refused():
    fact = Fact(sp.Le(f(x) - 1, f(-x), evaluate=False), ON_LINE)
    with pytest.raises(ClaimError):
        IntegrateInequality(x, ("a",)).apply(TARGET, {"a": fact}, PARAMETERS)


def test_non_negativity_on_a_half_line_is_not_enough():
    fact = Fact(sp.Le(f(x), f(-x), evaluate=False), ON_LINE)
    sign = Fact(sp.Ge(f(x), 0, evaluate=False), PARAMETERS.extend(x, Range(sp.S.Zero)))
    with pytest.raises(ClaimError):
        IntegrateInequality(x, ("a",), nonnegative="b").apply(TARGET, {"a": fact, "b": sign}, PARAMETERS)
    whole = Fact(sp.Ge(f(x), 0, evaluate=False), ON_LINE)
    IntegrateInequality(x, ("a",), nonnegative="b").apply(TARGET, {"a": fact, "b": whole}, PARAMETERS)


def test_linearity_takes_factors_out_and_asks_for_their_sign():
    target = sp.Eq(sp.Integral(sp.exp(epsilon) * stick(d) + d * stick(-d), line), 0, evaluate=False)
    got = Linearity(x, ((sp.exp(epsilon), stick(d)), (d, stick(-d)))).apply(target, {}, PARAMETERS)
    assert got.conclusion.rhs == sp.exp(epsilon) * sp.Integral(stick(d), line) + d * sp.Integral(stick(-d), line)
    assert sp.Ge(d, 0, evaluate=False) in [o.relation for o in got.obligations]


@pytest.mark.parametrize("parts", [((sp.S.One, f(x)),), ((x, stick(d)),)])
def test_linearity_refuses_parts_of_unknown_sign_and_factors_with_the_variable(parts):
    target = sp.Eq(sp.Integral(parts[0][0] * parts[0][1], line), 0, evaluate=False)
    with pytest.raises(ClaimError):
        Linearity(x, parts).apply(target, {}, PARAMETERS)


def test_reflection_turns_the_shift_around_for_a_symmetric_law():
    g = UNIMODAL.density
    inside = sp.Max(0, g(x) - sp.exp(epsilon) * g(x - d))
    got = Substitution(x, inside, sign=-1, law=UNIMODAL).apply(TARGET, {}, PARAMETERS)
    assert got.conclusion.rhs == sp.Integral(sp.Max(0, g(x) - sp.exp(epsilon) * g(x + d)), line)


def test_reflection_does_not_assume_symmetry():
    got = Substitution(x, stick(d), sign=-1).apply(TARGET, {}, PARAMETERS)
    assert got.conclusion.rhs.has(f(-x))
    with pytest.raises(ClaimError):
        Substitution(x, stick(d), sign=-1, law=ARBITRARY).apply(TARGET, {}, PARAMETERS)
    with pytest.raises(ClaimError):
        Substitution(x, stick(d), shift=x).apply(TARGET, {}, PARAMETERS)
    with pytest.raises(ClaimError):
        Substitution(x, stick(d), sign=2).apply(TARGET, {}, PARAMETERS)


def test_bounds_of_indicators_and_densities():
    assert Indicator(x, "above").apply(TARGET, {}, ON_LINE).conclusion == sp.Le(EVENT(x), 1)
    assert NonNegative(ARBITRARY, x + d).apply(TARGET, {}, ON_LINE).conclusion == sp.Ge(f(x + d), 0)
    with pytest.raises(ClaimError):
        Indicator(x, "between").apply(TARGET, {}, ON_LINE)


def test_cells_of_a_grid_interpolate():
    p = GRID.mass
    domain = Domain(
        {epsilon: Range(sp.S.Zero, lo_open=False), h: Range(sp.S.Zero), theta: Range(sp.S.Zero, sp.S.One), j: Range(integer=True)}
    )
    got = GridCells(x, i, j, theta).apply(TARGET, {}, domain)

    def cell(k):
        return sp.Max(0, p(i) - sp.exp(epsilon) * p(i + k))

    assert got.conclusion.rhs == sp.Sum((1 - theta) * cell(j) + theta * cell(j + 1), (i, -sp.oo, sp.oo))
    with pytest.raises(ClaimError):
        GridCells(x, i, theta, theta).apply(TARGET, {}, domain)


def test_only_hockey_stick_integrals_are_read_as_numbers():
    g = UNIMODAL.density
    assert is_hockey_stick(sp.Integral(stick(d), line))
    assert not is_hockey_stick(sp.Integral(stick(d), (x, 0, sp.oo)))
    assert not is_hockey_stick(sp.Integral(sp.Max(0, f(x) + sp.exp(epsilon) * f(x + d)), line))
    assert not is_hockey_stick(sp.Integral(sp.Max(0, f(x) - sp.exp(epsilon) * g(x + d)), line))
    assert not is_hockey_stick(sp.Integral(sp.Max(0, f(x**2) - sp.exp(epsilon) * f(x + d)), line))
    assert not is_hockey_stick(sp.Integral(sp.Max(0, f(2 * x) - sp.exp(epsilon) * f(x + d)), line))


@pytest.mark.parametrize(
    "operator",
    [
        sp.Sum(sp.Max(0, GRID.mass(i) - sp.exp(epsilon) * GRID.mass(i + j)), (i, -sp.oo, sp.oo)),
        sp.Integral(sp.Max(0, f(d - x) - sp.exp(epsilon) * f(-x)), line),
    ],
    ids=str,
)
def test_hockey_sticks(operator):
    assert is_hockey_stick(operator)


g = sp.Function("g", real=True)
e = sp.exp(epsilon)


@pytest.mark.parametrize(
    "operator",
    [
        sp.Max(0, f(x) - e * f(x + d)),
        sp.Integral(sp.Max(0, f(x) - e * f(x + d)), (x, 0, 1), (d, 0, 1)),
        sp.Integral(f(x) - e * f(x + d), line),
        sp.Integral(sp.Max(0, f(x)), line),
        sp.Integral(sp.Max(0, f(x) - f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) + f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) + x), line),
        sp.Integral(sp.Max(0, x - e * f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) - e * x), line),
        sp.Integral(sp.Max(0, f(x) - sp.exp(d)), line),
        sp.Integral(sp.Max(0, f(x) - e * f(x) * f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) - 2 * e * f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) - e * f(x + d) - f(x - d)), line),
        sp.Integral(sp.Max(0, 1, f(x) - e * f(x + d)), line),
        sp.Integral(sp.Max(1, f(x) - e * f(x + d)), line),
        sp.Integral(sp.Max(0, f(x) - e * f(d - x)), line),
        sp.Integral(sp.Max(0, g(x) - e * g(x + d)), line),
        sp.Integral(sp.Max(0, GRID.mass(x) - e * GRID.mass(x + d)), line),
        sp.Sum(sp.Max(0, f(i) - e * f(i + j)), (i, -sp.oo, sp.oo)),
        sp.Sum(sp.Max(0, GRID.mass(i) - e * GRID.mass(i + j)), (i, 0, sp.oo)),
        sp.Integral(sp.Max(0, f(i) - e * f(i + d)), (i, -sp.oo, sp.oo)),
    ],
    ids=str,
)
def test_what_is_like_a_hockey_stick_but_none(operator):
    assert not is_hockey_stick(operator)


def test_monotonicity_needs_an_interval_and_a_smooth_function():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    slope = Fact(sp.Ge(sp.Derivative(sp.exp(s * theta), s), 0, evaluate=False), domain)
    got = Monotone("a", s, sp.S.One, 1 + theta).apply(TARGET, {"a": slope}, domain)
    assert got.conclusion == sp.Le(sp.exp(theta), sp.exp((1 + theta) * theta))
    assert sp.Le(1, 1 + theta, evaluate=False) in [o.relation for o in got.obligations]
    for bad in (
        Fact(sp.Ge(sp.Derivative(sp.floor(s), s), 0, evaluate=False), domain),
        Fact(sp.Ge(sp.Derivative(sp.sqrt(s - 1), s), 0, evaluate=False), domain),
        Fact(slope.relation, domain.restrict(sp.Le(s, theta))),
        Fact(sp.Ge(sp.exp(s), 0, evaluate=False), domain),
    ):
        with pytest.raises(ClaimError):
            Monotone("a", s, sp.S.One, 1 + theta).apply(TARGET, {"a": bad}, domain)


def test_the_step_of_a_grid_belongs_to_the_law():
    domain = Domain({epsilon: Range(sp.S.Zero, lo_open=False), h: Range(sp.S.Zero)})
    fact = Fact(sp.Ge(GRID.density(h), 0, evaluate=False), domain)
    with pytest.raises(ClaimError):
        Specialise("a", {h: 2 * h}).apply(TARGET, {"a": fact}, domain)
    with pytest.raises(ClaimError):
        Specialise("a", law=GRID, density=(x, sp.exp(-(x**2)))).apply(TARGET, {"a": fact}, domain)


def test_monotonicity_backwards_needs_the_strict_order_of_the_values():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    slope = Fact(sp.Ge(sp.Derivative(sp.exp(s), s), 0, evaluate=False), domain)
    below = Fact(sp.Lt(sp.exp(s), sp.exp(theta), evaluate=False), domain)
    rule = MonotoneInverse("a", s, s, theta, "b")
    assert rule.apply(TARGET, {"a": slope, "b": below}, domain).conclusion == sp.Lt(s, theta)
    for other in (sp.Le(sp.exp(s), sp.exp(theta)), sp.Gt(sp.exp(s), sp.exp(theta)), sp.Lt(sp.exp(theta), sp.exp(s))):
        with pytest.raises(ClaimError):
            rule.apply(TARGET, {"a": slope, "b": Fact(other, domain)}, domain)


def test_strict_monotonicity_needs_a_strict_derivative_and_a_strict_order():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    strict = Fact(sp.Gt(sp.Derivative(sp.exp(s), s), 0, evaluate=False), domain)
    weak = Fact(sp.Ge(sp.Derivative(sp.exp(s), s), 0, evaluate=False), domain)
    falling = Fact(sp.Lt(sp.Derivative(sp.exp(-s), s), 0, evaluate=False), domain)
    rule = Monotone("a", s, theta, 2 * theta, strict=True)
    got = rule.apply(TARGET, {"a": strict}, domain)
    assert got.conclusion == sp.Lt(sp.exp(theta), sp.exp(2 * theta), evaluate=False)
    assert sp.Lt(theta, 2 * theta, evaluate=False) in [o.relation for o in got.obligations]
    assert rule.apply(TARGET, {"a": falling}, domain).conclusion == sp.Gt(sp.exp(-theta), sp.exp(-2 * theta), evaluate=False)
    with pytest.raises(ClaimError):
        rule.apply(TARGET, {"a": weak}, domain)
    order = Fact(sp.Le(theta, 2 * theta, evaluate=False), domain)
    with pytest.raises(ClaimError):
        Monotone("a", s, theta, 2 * theta, ordered="b", strict=True).apply(TARGET, {"a": strict, "b": order}, domain)
    # Without `strict` a strict derivative gives no strict conclusion: the places may be equal.
    same = Monotone("a", s, theta, theta).apply(TARGET, {"a": strict}, domain).conclusion
    assert same == sp.Le(sp.exp(theta), sp.exp(theta), evaluate=False)


def test_equal_places_are_not_strictly_ordered():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    slope = Fact(sp.Gt(sp.Derivative(sp.exp(s), s), 0, evaluate=False), domain)
    assert verdict(Monotone("a", s, theta, theta), {"a": slope}, domain) == "proved"
    assert verdict(Monotone("a", s, theta, theta, strict=True), {"a": slope}, domain) == "undecided"
    assert verdict(Monotone("a", s, theta, 2 * theta, strict=True), {"a": slope}, domain) == "proved"


def test_monotonicity_backwards_without_strictness_needs_a_strict_derivative():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    weak, strict = (Fact(r(sp.Derivative(sp.exp(s), s), 0, evaluate=False), domain) for r in (sp.Ge, sp.Gt))
    below = Fact(sp.Le(sp.exp(s), sp.exp(theta), evaluate=False), domain)
    rule = MonotoneInverse("a", s, s, theta, "b")
    assert rule.apply(TARGET, {"a": strict, "b": below}, domain).conclusion == sp.Le(s, theta, evaluate=False)
    with pytest.raises(ClaimError):
        rule.apply(TARGET, {"a": weak, "b": below}, domain)
    above = Fact(sp.Ge(sp.exp(s), sp.exp(theta), evaluate=False), domain)
    with pytest.raises(ClaimError):
        rule.apply(TARGET, {"a": strict, "b": above}, domain)


@pytest.mark.parametrize(
    ("pieces", "good"),
    [
        (((0, 1, True, False), (1, 3, True, False), (2, sp.oo, False, True)), True),
        (((0, 1, True, True), (1, sp.oo, True, True)), False),
        (((0, 1, True, False), (2, sp.oo, False, True)), False),
        (((1, 2, False, False), (2, sp.oo, False, True)), False),
        (((0, 5, True, False),), False),
    ],
)
def test_cases_cover_the_range(pieces, good):
    whole = Domain({s: Range(sp.S.Zero)})
    relation = sp.Gt(s, -1, evaluate=False)
    facts = {str(i): Fact(relation, Domain({s: Range(*map(sp.sympify, p[:2]), *p[2:])})) for i, p in enumerate(pieces)}
    rule = Cases(s, tuple(facts))
    if good:
        assert rule.apply(TARGET, facts, whole).conclusion == relation
    else:
        with pytest.raises(ClaimError):
            rule.apply(TARGET, facts, whole)


def test_known_hypotheses_need_not_be_shown_again():
    domain = Domain({s: Range(sp.S.Zero), theta: Range(sp.S.Zero)})
    fact = Fact(sp.Ge(s, 1, evaluate=False), Domain({s: Range(sp.S.Zero)}, (sp.Ge(sp.exp(s), 3, evaluate=False),)))
    known = Fact(sp.Ge(sp.exp(theta), 3, evaluate=False), domain)
    plain = Specialise("a", {s: theta}).apply(TARGET, {"a": fact}, domain)
    given = Specialise("a", {s: theta}, given=("b",)).apply(TARGET, {"a": fact, "b": known}, domain)
    assert known.relation in [o.relation for o in plain.obligations]
    assert known.relation not in [o.relation for o in given.obligations]


def test_linearity_with_a_known_sum():
    """int h = int g1 + int g2 where a fact says h = g1 + g2 everywhere."""
    half = sp.Piecewise((f(x), x >= 0), (0, True))
    other = sp.Piecewise((f(x), x < 0), (0, True))
    target = sp.Eq(sp.Integral(f(x), line), 0, evaluate=False)
    sum_fact = Fact(sp.Eq(half + other, f(x), evaluate=False), ON_LINE)
    signs = {"a": Fact(sp.Ge(half, 0, evaluate=False), ON_LINE), "b": Fact(sp.Ge(other, 0, evaluate=False), ON_LINE)}
    rule = Linearity(x, ((sp.S.One, half), (sp.S.One, other)), ("a", "b"), same="sum")
    got = rule.apply(target, {**signs, "sum": sum_fact}, PARAMETERS)
    assert got.obligations == ()
    assert got.conclusion.rhs == sp.Integral(half, line) + sp.Integral(other, line)
    elsewhere = [
        (Fact(sum_fact.relation, PARAMETERS.extend(x, Range(sp.S.Zero))), "for all"),
        (Fact(sum_fact.relation, ON_LINE.restrict(sp.Ge(x, d, evaluate=False))), "for all"),
        (Fact(sp.Eq(half, f(x), evaluate=False), ON_LINE), "must read"),
        (Fact(sp.Le(half + other, f(x), evaluate=False), ON_LINE), "must read"),
    ]
    for wrong, word in elsewhere:
        with pytest.raises(ClaimError, match=word):
            rule.apply(target, {**signs, "sum": wrong}, PARAMETERS)


def test_a_fact_may_say_that_the_integral_is_finite():
    """The fact must hold the very integral as a side, and on all of the step's parameters."""
    g, h = sp.Max(0, sp.exp(-(x**2)) - 1), sp.exp(-(x**4))
    whole = sp.Integral(h, line)
    facts = {"f": Fact(sp.Le(g, h, evaluate=False), ON_LINE), "b": Fact(sp.Le(whole, 9, evaluate=False), PARAMETERS)}
    assert IntegrateInequality(x, ("f",), finite="b").apply(None, facts, PARAMETERS).obligations == ()
    assert IntegrateInequality(x, ("f",)).apply(None, facts, PARAMETERS).obligations
    above, another = sp.Ge(whole, 0, evaluate=False), sp.Le(whole, sp.Integral(1, line), evaluate=False)
    more, twice = sp.Le(whole + 1, 9, evaluate=False), sp.Le(2 * whole, 9, evaluate=False)
    for other in (above, another, more, twice, sp.Le(whole, sp.oo, evaluate=False)):
        with pytest.raises(ClaimError):
            rule = IntegrateInequality(x, ("f",), finite="b")
            rule.apply(None, {**facts, "b": Fact(other, PARAMETERS)}, PARAMETERS)
