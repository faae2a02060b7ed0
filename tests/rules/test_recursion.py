"""Recursion and Tonelli: a sequence is what its definition says, and only non-negative integrals change places."""

import pytest
import sympy as sp
from sympy import Eq, Ge, Integral, Le, Piecewise, S, Sum, Symbol, exp, log, oo, pi, sqrt

from dpverify import Claim, Step, verify
from dpverify.errors import ClaimError
from dpverify.rules import PREVIOUS, NonNegativeFunction, Recurrence, Recursion, Tonelli, nonnegative_function, sequence
from dpverify.rules.laws import GRID, PRIVATE, grid_step

from .deciding import conclusion, fact, on, verdict

n, j = Symbol("r", integer=True, positive=True), Symbol("j", integer=True)
t, x, z, c = (Symbol(name, real=True) for name in ("t", "x", "z", "c"))
HERE = {n: S.Naturals, t: S.Reals, c: S.Reals}
LINE = (x, -oo, oo)
bell = exp(-(x**2)) / sqrt(pi)
moved = Recurrence("F", n, t, t, Integral(bell * PREVIOUS(t + c + x), LINE))
closed = t + c * (n - 1)


def facts_for(one, other, extra=HERE):
    return {"first": fact(one, {t: extra[t], c: S.Reals}), "step": fact(other, extra)}


def test_a_recursion_is_solved_and_the_engine_shows_its_facts():
    claim = Claim(
        title="A sequence",
        statement=Eq(moved.at(n, t), closed, evaluate=False),
        domain=HERE,
        steps=(
            Step(moved.start(closed), "put in", label="first"),
            Step(moved.step(closed), "a mean", label="step"),
            Step(Eq(moved.at(n, t), closed, evaluate=False), "so on", rule=Recursion(moved, closed, "first", "step")),
        ),
        expected="proved",
    )
    assert verify(claim).verdict == "proved"
    wrong = Claim(
        title="A sequence",
        statement=Eq(moved.at(n, t), closed + n - 1, evaluate=False),
        domain=HERE,
        steps=(
            Step(moved.start(closed + n - 1), "put in", label="first"),
            Step(moved.step(closed + n - 1), "false", label="step"),
            Step(Eq(moved.at(n, t), closed + n - 1, evaluate=False), "so on", rule=Recursion(moved, closed + n - 1, "first", "step")),
        ),
    )
    assert verify(wrong).verdict == "undecided"


def test_the_facts_must_be_the_definitions():
    rule = Recursion(moved, closed, "first", "step")
    good = facts_for(moved.start(closed), moved.step(closed))
    assert verdict(rule, good, on(HERE)) == "proved"
    other = Recurrence("F", n, t, t, Integral(bell * PREVIOUS(t + 2 * c + x), LINE))
    for bad in (
        facts_for(moved.start(closed), other.step(closed)),
        facts_for(Eq(t + 1, t, evaluate=False), moved.step(closed)),
        facts_for(moved.start(closed), Le(*moved.step(closed).args, evaluate=False)),
        facts_for(moved.start(closed), moved.step(t + c * n)),
    ):
        with pytest.raises(ClaimError, match="must read"):
            verdict(rule, bad, on(HERE))


def test_a_sum_is_written_without_its_last_term_by_an_equation():
    u = sequence("u")
    adding = Recurrence("F", n, t, S.Zero, PREVIOUS(t) + u(n))
    sums = Sum(u(j), (j, 1, n - 1))
    longer = Sum(u(j), (j, 1, n))
    facts = {
        "first": fact(adding.start(sums), {t: S.Reals}),
        "step": fact(Eq(sums + u(n), sums + u(n), evaluate=False), {n: S.Naturals, t: S.Reals}),
        "last": fact(Eq(longer, sums + u(n), evaluate=False), {n: S.Naturals, t: S.Reals}),
    }
    here = on({n: S.Naturals, t: S.Reals})
    rule = Recursion(adding, sums, "first", "step", ("last",))
    assert conclusion(rule, facts, here) == Eq(adding.at(n, t), sums, evaluate=False)
    with pytest.raises(ClaimError, match="must read"):
        verdict(Recursion(adding, sums, "first", "step"), facts, here)
    some = {**facts, "last": fact(facts["last"].relation, {n: sp.Range(2, oo), t: S.Reals})}
    with pytest.raises(ClaimError, match="smaller range"):
        verdict(rule, some, here)
    with pytest.raises(ClaimError, match="must be an equation"):
        verdict(rule, {**facts, "last": fact(Le(longer, sums + u(n), evaluate=False), {n: S.Naturals, t: S.Reals})}, here)


def test_arbitrary_functions_are_real():
    assert nonnegative_function("h")(x).is_real is True and sequence("u")(n).is_real is True
    assert nonnegative_function("h")(x).is_nonnegative is None


@pytest.mark.parametrize("narrow", [{t: sp.Interval(0, oo)}, {n: sp.Range(2, oo)}, {n: sp.Range(1, 9)}, {c: sp.Interval(0, 1)}])
def test_the_facts_must_hold_everywhere(narrow):
    rule = Recursion(moved, closed, "first", "step")
    facts = {"first": fact(moved.start(closed), {t: S.Reals, c: S.Reals}), "step": fact(moved.step(closed), {**HERE, **narrow})}
    with pytest.raises(ClaimError, match="smaller range"):
        verdict(rule, facts, on(HERE))
    if c not in narrow:
        with pytest.raises(ClaimError, match="every"):
            verdict(rule, facts_for(moved.start(closed), moved.step(closed)), on({**HERE, **narrow}))


def test_a_hypothesis_is_not_lost():
    rule = Recursion(moved, closed, "first", "step")
    tied = {"first": fact(moved.start(closed), {t: S.Reals, c: S.Reals}), "step": fact(moved.step(closed), HERE, Ge(t, c))}
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(rule, tied, on(HERE))
    with pytest.raises(ClaimError, match="hypothesis"):
        verdict(rule, facts_for(moved.start(closed), moved.step(closed)), on(HERE, Ge(t, c)))


def test_one_name_is_one_definition():
    others = (
        Recurrence("F", n, t, t + 1, moved.following),
        Recurrence("F", n, t, t, 2 * moved.following),
        Recurrence("F", n, t, t, moved.following.subs(c, c + n)),
        Recurrence("F", Symbol("j", integer=True, positive=True), t, t, moved.following),
    )
    assert len({r.at(n, t).func for r in (moved, *others)}) == 5
    assert moved.at(n, t).args == (n, t, c)


@pytest.mark.parametrize(
    "following",
    [
        PREVIOUS(t) / t,
        PREVIOUS(t) * log(t),
        1 / PREVIOUS(t),
        sqrt(PREVIOUS(t)),
        Integral(PREVIOUS(x + log(t)) * bell, LINE),
        PREVIOUS(log(t)),
    ],
    ids=str,
)
def test_what_a_closed_form_would_hide(following):
    """At F = 1 or F = t these simplify to something that is defined everywhere; the recurrence is not."""
    hidden = Recurrence("F", n, t, S.One, following)
    assert _alone(hidden) == "undecided"


def _alone(recurrence):
    wanted = recurrence.step(S.One)
    facts = {"first": fact(recurrence.start(S.One), {t: S.Reals}), "step": fact(wanted, HERE)}
    return verdict(Recursion(recurrence, S.One, "first", "step"), facts, on(HERE))


def test_symbols_are_not_caught():
    with pytest.raises(ClaimError, match="caught"):
        moved.step(t + x)
    for bad in (
        Recurrence("F", n, t, n + t, moved.following),
        Recurrence("F", n, t, PREVIOUS(t), moved.following),
        Recurrence("F", n, t, t, Integral(PREVIOUS(t), (t, 0, 1))),
        Recurrence("F", n, t, t, PREVIOUS(PREVIOUS(t))),
        Recurrence("F", Symbol("s", integer=True), t, t, PREVIOUS(t)),
        Recurrence("F", n, Symbol("s", positive=True), t, PREVIOUS(t)),
    ):
        with pytest.raises(ClaimError):
            verdict(Recursion(bad, closed, "first", "step"), facts_for(moved.start(closed), moved.step(closed)), on(HERE))


@pytest.mark.parametrize(
    "other",
    [
        Piecewise((t, t > 0), (-t, True)),
        PRIVATE.tail(t),
        Integral(sequence("u")(x) ** 2, LINE),
        Sum(sequence("u")(j) ** 2, (j, 1, oo)),
        PREVIOUS(t),
    ],
    ids=str,
)
def test_a_closed_form_is_a_formula(other):
    with pytest.raises(ClaimError, match="without cases"):
        verdict(Recursion(moved, other, "first", "step"), facts_for(moved.start(closed), moved.step(closed)), on(HERE))


def test_a_law_has_parameters_of_its_own():
    for hidden in (Recurrence("F", n, t, PRIVATE.tail(t), PREVIOUS(t)), Recurrence("F", n, t, t, PREVIOUS(t) + PRIVATE.tail(t))):
        with pytest.raises(ClaimError, match="no function of a law"):
            verdict(Recursion(hidden, closed, "first", "step"), facts_for(moved.start(closed), moved.step(closed)), on(HERE))
    grid = GRID.density(x) * exp(-(grid_step**2))
    with pytest.raises(ClaimError, match="depends on one of the variables"):
        verdict(Tonelli(x, grid_step, grid, "positive"), {"positive": fact(Ge(grid, 0, evaluate=False), {x: S.Reals, grid_step: (0, oo)})})


# Tonelli

PLANE = {x: S.Reals, z: S.Reals}
both = exp(-(x**2) - z**2)
total = Eq(Integral(both, LINE, (z, -oo, oo)), pi, evaluate=False)


def test_the_order_of_integration():
    facts = {"positive": fact(Ge(both, 0, evaluate=False), PLANE), "total": fact(total)}
    rule = Tonelli(x, z, both, "positive", "total")
    assert verdict(rule, facts) == "proved"
    assert conclusion(rule, facts).rhs == Integral(both, (z, -oo, oo), LINE)


def test_signs_matter():
    """int int x z exp(-x^2 - z^2) exists; (x^2 - z^2)/(x^2 + z^2)^2 does not, and has two different iterated integrals."""
    facts = {"positive": fact(Ge(both, 0, evaluate=False), PLANE), "total": fact(total)}
    with pytest.raises(ClaimError, match="must read"):
        verdict(Tonelli(x, z, (x**2 - z**2) * both, "positive", "total"), facts)


@pytest.mark.parametrize("half", [{**PLANE, x: sp.Interval(0, oo)}, {**PLANE, z: sp.Interval(0, oo)}])
def test_the_sign_must_hold_on_the_plane(half):
    facts = {"positive": fact(Ge(both, 0, evaluate=False), half), "total": fact(total)}
    with pytest.raises(ClaimError, match="for all real"):
        verdict(Tonelli(x, z, both, "positive", "total"), facts)
    tied = {"positive": fact(Ge(both, 0, evaluate=False), PLANE, Ge(x, z)), "total": fact(total)}
    with pytest.raises(ClaimError, match="for all real"):
        verdict(Tonelli(x, z, both, "positive", "total"), tied)


@pytest.mark.parametrize(
    "finite",
    [
        Ge(Integral(both, LINE, (z, -oo, oo)), 1, evaluate=False),
        Le(Integral(both, LINE, (z, -oo, oo)), oo, evaluate=False),
        Le(Integral(2 * both, LINE, (z, -oo, oo)), 7, evaluate=False),
        Le(Integral(both, LINE, (z, -oo, oo)), Integral(both, (z, -oo, oo), LINE), evaluate=False),
    ],
    ids=str,
)
def test_finite_means_a_number(finite):
    facts = {"positive": fact(Ge(both, 0, evaluate=False), PLANE), "total": fact(finite)}
    with pytest.raises(ClaimError, match="must read"):
        verdict(Tonelli(x, z, both, "positive", "total"), facts)
    with pytest.raises(ClaimError, match="number"):
        verdict(Tonelli(x, z, both, "positive"), facts)


def test_the_variables_are_the_integrals_own():
    facts = {"positive": fact(Ge(both, 0, evaluate=False), PLANE), "total": fact(total)}
    for inner, outer, domain in ((x, x, on()), (x, z, on({x: S.Reals})), (Symbol("x", integer=True), z, on())):
        with pytest.raises(ClaimError, match="variables"):
            verdict(Tonelli(inner, outer, both, "positive", "total"), facts, domain)


def test_only_measurable_functions():
    h, u = nonnegative_function("h"), sequence("u")
    for g in (h(x) * both, u(x) ** 2 * both):
        facts = {"positive": fact(Ge(g, 0, evaluate=False), PLANE)}
        assert verdict(Tonelli(x, z, g, "positive"), facts) == "proved"
    strange = sp.Function("w", real=True)(x) ** 2 * both
    with pytest.raises(ClaimError, match="measurable"):
        verdict(Tonelli(x, z, strange, "positive"), {"positive": fact(Ge(strange, 0, evaluate=False), PLANE)})
    inner = Integral(both, LINE) * both
    with pytest.raises(ClaimError, match="another integral"):
        verdict(Tonelli(x, z, inner, "positive"), {"positive": fact(Ge(inner, 0, evaluate=False), PLANE)})


def test_a_non_negative_function():
    assert conclusion(NonNegativeFunction("h", x), domain=on(PLANE)) == Ge(nonnegative_function("h")(x), 0, evaluate=False)
    assert verdict(NonNegativeFunction("h", log(x)), domain=on(PLANE)) == "undecided"
    assert nonnegative_function("h")(x) != sequence("h")(x)


@pytest.mark.parametrize(
    ("hides", "good"),
    [
        ((n - 1) * log(t**2 + n - 1), (n - 1) * log(t**2 + n)),
        (Sum(j, (j, 1, n - 1)) * log(t**2 + n - 1), Sum(j, (j, 1, n - 1)) * log(t**2 + n)),
        (sp.Mul(n, t, 1 / t, evaluate=False), n * (t**2 + 1) / (t**2 + 1)),
    ],
    ids=str,
)
def test_a_closed_form_is_a_number_at_every_index(hides, good):
    """At n = 1, or once it is rebuilt, the first form no longer shows the part that is no number at t = 0."""
    for closed_form, wanted in ((hides, "undecided"), (good, "proved")):
        values = Recurrence("F", n, t, t, t)
        direct = Recurrence("F", n, t, values.start(closed_form).rhs, values.step(closed_form).rhs)
        every = {n: S.Naturals, t: S.Reals}
        facts = {"first": fact(direct.start(closed_form), {t: S.Reals}), "step": fact(direct.step(closed_form), every)}
        assert verdict(Recursion(direct, closed_form, "first", "step"), facts, on(every)) == wanted
