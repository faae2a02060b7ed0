"""FiniteSupport, FirstTerm, Telescoping, IntegerPart, and the rules about an arbitrary loss."""

import random

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.formulas.lower_bounds import N, t_value, theta
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import FiniteSupport, FirstTerm, FloorOrder, IntegerPart, LossSymmetrisation, LossTailIntegration, Telescoping
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, LOSS, PRIVATE, PRIVATE_INTEGER
from dpverify.rules.loss import expected_loss

from .deciding import conclusion, fact, on, verdict

COUNT = {N: sp.Naturals0}
i = sp.Symbol("i", integer=True)
j = sp.Symbol("j", integer=True, nonnegative=True)


def test_finite_support():
    terms = sp.Max(0, N - k)
    assert verdict(FiniteSupport(k, 1, N, terms, N - k), domain=on(COUNT)) == "proved"
    assert verdict(FiniteSupport(k, 1, N, terms, N + 1 - k), domain=on(COUNT)) == "undecided"
    assert verdict(FiniteSupport(k, 1, N, sp.Max(0, N + 2 - k), N + 2 - k), domain=on(COUNT)) == "undecided"
    assert verdict(FiniteSupport(k, 3, N, terms, N - k), domain=on(COUNT)) == "undecided"


def test_telescoping_sums_are_right():
    rng = random.Random(7)
    for _ in range(8):
        c = [rng.randint(-3, 3) for _ in range(3)]
        rest = c[0] + c[1] * k + c[2] * k**2
        shown = c[2] * k
        terms = sp.expand(rest.subs(k, k + 1) - rest + shown)
        rule = Telescoping(k, 1, N, terms, rest, shown)
        assert verdict(rule, domain=on(COUNT)) == "proved"
        relation = conclusion(rule, domain=on(COUNT))
        for count in range(4):
            assert sp.simplify((relation.lhs - relation.rhs).subs(N, count).doit()) == 0


def test_telescoping_needs_its_difference():
    assert verdict(Telescoping(k, 1, N, k, k**2), domain=on(COUNT)) == "undecided"
    assert verdict(Telescoping(k, 1, N - 2, sp.Integer(1), k), domain=on(COUNT)) == "undecided"


def test_telescoping_works_for_functions_without_a_formula():
    rule = Telescoping(j, 1, N, LOSS(j * Delta) - LOSS((j - 1) * Delta), LOSS((j - 1) * Delta))
    assert verdict(rule, domain=on(COUNT)) == "proved"
    wrong = Telescoping(j, 1, N, LOSS(j * Delta) - LOSS((j - 1) * Delta), LOSS(j * Delta))
    assert verdict(wrong, domain=on(COUNT)) == "undecided"


def test_first_term():
    assert verdict(FirstTerm(k, 0, N, k**2), domain=on(COUNT)) == "proved"
    assert verdict(FirstTerm(k, 1, N, k**2), domain=on(COUNT)) == "undecided"


def test_last_term():
    rule = FirstTerm(k, 0, N, k**2, last=True)
    assert conclusion(rule, domain=on(COUNT)).rhs == N**2 + sp.Sum(k**2, (k, 0, N - 1))
    assert verdict(rule, domain=on(COUNT)) == "proved"
    assert verdict(FirstTerm(k, 1, N, k**2, last=True), domain=on(COUNT)) == "undecided"  # an empty sum has no last term


def test_integer_parts_are_in_order():
    y = sp.Symbol("y", real=True)
    assert verdict(FloorOrder(y, y + Delta), domain=on({y: sp.Reals})) == "proved"
    assert conclusion(FloorOrder(y, y + 1), domain=on({y: sp.Reals})) == sp.Le(sp.floor(y), sp.floor(y) + 1, evaluate=False)
    assert verdict(FloorOrder(y, 2 * y), domain=on({y: sp.Reals})) == "undecided"
    with pytest.raises(ClaimError, match="symbols"):
        verdict(FloorOrder(y, y + 1))


@pytest.mark.parametrize("rule", [FiniteSupport(k, 1, Delta, k, k), Telescoping(k, 1, Delta, k, k), FirstTerm(k, 1, Delta, k)])
def test_sums_run_between_integers(rule):
    with pytest.raises(ClaimError, match="integers"):
        verdict(rule)


@pytest.mark.parametrize("rule", [FiniteSupport(k, 1, N, k, k), Telescoping(k, 1, N, k, k), FirstTerm(k, 1, N, k)])
def test_the_index_is_the_sums_own(rule):
    with pytest.raises(ClaimError, match="index"):
        verdict(rule, domain=on({**COUNT, k: sp.Naturals0}))


SPLIT = {N: sp.Naturals, theta: sp.Interval.Ropen(0, 1)}


def test_integer_part():
    facts = {"split": fact(sp.Ge(N + theta, 1), SPLIT)}
    value = 1 / delta
    inside = on({delta: (0, 1)})
    rule = IntegerPart("split", N, theta, value)
    assert conclusion(rule, facts, inside) == sp.Ge(value, 1)
    assert verdict(rule, {"split": fact(sp.Ge(N + theta, 1), {**SPLIT, delta: (0, 1)})}, inside) == "proved"
    low = IntegerPart("split", N, theta, delta)
    assert verdict(low, {"split": fact(sp.Ge(N + theta, 1), {**SPLIT, delta: (0, 1)})}, inside) == "undecided"


@pytest.mark.parametrize(
    ("extra", "word"),
    [
        ({N: sp.Range(1, 9), theta: sp.Interval.Ropen(0, 1)}, "all integers"),
        ({N: sp.Naturals, theta: sp.Interval.open(0, 1)}, "must hold for all"),
        ({N: sp.Naturals, theta: sp.Interval.Ropen(0, sp.Rational(1, 2))}, "must hold for all"),
    ],
)
def test_integer_part_needs_all_of_both(extra, word):
    with pytest.raises(ClaimError, match=word):
        verdict(IntegerPart("split", N, theta, 1 / delta), {"split": fact(sp.Ge(N + theta, 1), extra)})


def test_integer_part_refuses_ties():
    with pytest.raises(ClaimError, match="tie"):
        verdict(IntegerPart("split", N, theta, 1 / delta), {"split": fact(sp.Ge(N + theta, 1), SPLIT, sp.Le(N * Delta, 3))})


INTEGER = {Delta: sp.Naturals, N: sp.Naturals}


def test_loss_rules():
    facts = {"tail": fact(sp.Ge(PRIVATE_INTEGER.tail(j * Delta), t_value(j)), {**INTEGER, j: sp.Naturals})}
    rule = LossTailIntegration("tail", j, N - 1, i)
    assert verdict(rule, facts, on(INTEGER)) == "proved"
    assert verdict(LossTailIntegration("tail", j, N - 3, i), facts, on(INTEGER)) == "undecided"
    relation = conclusion(rule, facts, on(INTEGER))
    symmetric = {"loss": fact(relation, INTEGER)}
    out = conclusion(LossSymmetrisation("loss", i), symmetric, on(INTEGER))
    assert out == sp.Ge(expected_loss(ANY_PRIVATE_INTEGER, i), relation.rhs)


def test_loss_tail_integration_in_steps_of_one():
    facts = {"tail": fact(sp.Ge(PRIVATE_INTEGER.tail(j), (1 - j * delta) / 2, evaluate=False), {**INTEGER, j: sp.Naturals})}
    rule = LossTailIntegration("tail", j, N, i, step=sp.S.One)
    assert verdict(rule, facts, on(INTEGER)) == "proved"
    assert conclusion(rule, facts, on(INTEGER)).rhs.has(sp.Function("L", real=True)(j - 1))
    with pytest.raises(ClaimError, match="must read"):
        verdict(LossTailIntegration("tail", j, N, i), facts, on(INTEGER))
    with pytest.raises(ClaimError, match="integer"):
        verdict(LossTailIntegration("tail", j, N, i, step=sp.Rational(1, 2)), facts, on(INTEGER))
    backwards = {"tail": fact(sp.Ge(PRIVATE_INTEGER.tail(-j), 0, evaluate=False), {**INTEGER, j: sp.Naturals})}
    assert verdict(LossTailIntegration("tail", j, N, i, step=-sp.S.One), backwards, on(INTEGER)) == "undecided"


def test_loss_tail_integration_is_true_of_a_law():
    """Masses 1/8, 1/4, 1/4, 1/4, 1/8 at -2..2, sensitivity 1, and several losses: with the law's own tails the bound holds."""
    mass = {-2: 1, -1: 2, 0: 2, 1: 2, 2: 1}
    for loss in (abs, lambda v: v * v, lambda v: min(abs(v), 1), lambda v: abs(v) - 3):
        exact = sp.Rational(sum(loss(v) * p for v, p in mass.items()), 8)
        tail = {r: sp.Rational(sum(p for v, p in mass.items() if v >= r), 8) for r in (1, 2)}
        for count in (0, 1, 2):
            assert exact >= loss(0) + 2 * sum((loss(r) - loss(r - 1)) * tail[r] for r in range(1, count + 1))


def test_loss_rules_refuse_what_does_not_fit():
    facts = {"tail": fact(sp.Ge(PRIVATE_INTEGER.tail(j * Delta), t_value(j)), {j: sp.Naturals})}
    with pytest.raises(ClaimError, match="integer sensitivity"):
        verdict(LossTailIntegration("tail", j, sp.Integer(3), i), facts)
    other = {"tail": fact(sp.Ge(PRIVATE.tail(j * Delta), t_value(j)), {Delta: sp.Naturals, j: sp.Naturals})}
    with pytest.raises(ClaimError, match="must read"):
        verdict(LossTailIntegration("tail", j, sp.Integer(3), i), other, on({Delta: sp.Naturals}))
    with pytest.raises(ClaimError, match="must read"):
        verdict(LossSymmetrisation("loss", i), {"loss": fact(sp.Ge(PRIVATE_INTEGER.tail(0), epsilon))})
    bound = fact(sp.Ge(expected_loss(PRIVATE_INTEGER, i), PRIVATE_INTEGER.tail(0)))
    with pytest.raises(ClaimError, match="law"):
        verdict(LossSymmetrisation("loss", i), {"loss": bound})


def test_an_index_may_not_leave_its_declared_range():
    """Abs(k) is k for SymPy when k is declared non-negative, so a sum from -3 on would be read wrongly."""
    with pytest.raises(ClaimError, match="declared range"):
        verdict(Telescoping(k, -3, N, sp.Abs(k), k * (k - 1) / 2), domain=on(COUNT))
    with pytest.raises(ClaimError, match="declared range"):
        verdict(FirstTerm(sp.Symbol("r", real=True), 0, N, sp.Integer(1)), domain=on(COUNT))
