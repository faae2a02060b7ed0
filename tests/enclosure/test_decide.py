"""Decisions at points: never wrong, undecided where balls cannot decide."""

import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure.decide import certified_text, decide_at, holds_at
from dpverify.exact import rational_from_text

x = sp.Symbol("x", real=True)
POINT = {x: sp.Rational(1, 3)}


@pytest.mark.parametrize(
    ("relation", "truth"),
    [
        (sp.Lt(sp.log(1 + x), x), True), (sp.Gt(sp.log(1 + x), x), False), (sp.Le(x, sp.Rational(1, 3)), True),
        (sp.Lt(x, sp.Rational(1, 3)), False), (sp.Eq(3 * x, 1), True), (sp.Eq(sp.exp(x), sp.Rational(14, 10)), False),
        (sp.Eq(sp.exp(2 * x), sp.exp(x) ** 2, evaluate=False), None), (sp.Le(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1), None),
        (sp.Lt(sp.log(x - 1), 0, evaluate=False), None), (sp.Ne(sp.exp(x), 1), True),
    ],
)  # fmt: skip
def test_truth(relation, truth):
    assert decide_at(relation, POINT, 512).truth is truth


def test_precision_grows_until_a_small_difference_shows():
    decision = decide_at(sp.Gt(sp.exp(x) * (1 + sp.Rational(1, 10**100)), sp.exp(x), evaluate=False), POINT)
    assert decision.truth is True and decision.prec > 256


def test_an_identity_is_consistent_and_not_more():
    decision = decide_at(sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False), POINT)
    assert decision.truth is None and decision.consistent


def test_an_undefined_side_is_undecided_with_a_reason():
    decision = decide_at(sp.Eq(sp.log(x - 1), 0), POINT)
    assert decision.truth is None and decision.lhs is None and "log" in decision.reason


def test_several_assumptions_at_once():
    assert holds_at([x > 0, sp.Lt(sp.exp(x), 2)], POINT) is True
    assert holds_at([x > 0, sp.Or(x > 1, x < 0)], POINT) is False
    assert holds_at([sp.Eq(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1, evaluate=False)], POINT) is None


def test_printed_enclosures_are_outward():
    ball = arb("0.1", "1e-5")
    low, high = certified_text(ball, 3).strip("[]").split(", ")
    assert rational_from_text(low) < rational_from_text("0.09999") and rational_from_text(high) > rational_from_text("0.10001")


def test_a_patient_look_finds_differences_below_forty_digits() -> None:
    tiny = sp.Rational(1, 10**70)
    relation = sp.Eq(sp.sin(tiny), tiny, evaluate=False)
    assert decide_at(relation, {}).consistent
    assert decide_at(relation, {}, patient=True).truth is False
