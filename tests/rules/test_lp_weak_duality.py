"""LPWeakDuality: certificates that hold, certificates with one thing wrong, and the inequality behind it on random laws."""

import random

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import LPWeakDuality
from dpverify.rules.cells import CellFunction, cell, place
from dpverify.rules.laws import least_cost
from dpverify.rules.lp_weak_duality import Dual

from .deciding import conclusion, on, verdict

half = sp.Rational(1, 2)


def one_step(height=half, level=half, cuts=(0,), left_cuts=(0,), shift=1, cells=(-2, -1, 0, 1, 2)):
    """A certificate with N = 1 at epsilon = 0: y_1 jumps from 0 to Delta at 0, y_-1 from Delta to 0 at 0 (values times `height`)."""
    right = CellFunction(cuts, (sp.S.Zero, height * Delta))
    left = CellFunction(left_cuts, (height * Delta, sp.S.Zero), rising=False)
    return LPWeakDuality((Dual(right, shift), Dual(left, -shift)), level * Delta, cells)


FLAT = {epsilon: sp.FiniteSet(0)}


def test_a_certificate_at_epsilon_zero():
    """|x| + 1{x>=0} - 1{x>=1} + 1{x<0} - 1{x<-1} >= 1: V1* >= Delta - 2 delta Delta."""
    rule = one_step(height=sp.S.One, level=sp.S.One)
    assert verdict(rule, domain=on(FLAT)) == "proved"
    assert conclusion(rule, domain=on(FLAT)).rhs == Delta - 2 * delta * Delta


@pytest.mark.parametrize(
    "rule",
    [
        one_step(height=sp.S.One, level=sp.Rational(11, 10)),
        one_step(height=sp.Integer(2), level=sp.Integer(2)),
        one_step(height=-sp.S.One, level=-sp.S.One),
        one_step(height=sp.S.One, level=sp.S.One, cuts=(1,), cells=(-2, -1, 0, 1, 2, 3)),
    ],
)
def test_a_wrong_certificate_is_not_shown(rule):
    assert verdict(rule, domain=on(FLAT)) == "undecided"


def test_the_same_certificate_fails_for_positive_epsilon():
    assert verdict(one_step(height=sp.S.One, level=sp.S.One)) == "undecided"


def test_a_shift_beyond_the_sensitivity_fails():
    assert verdict(one_step(height=sp.S.One, level=sp.S.One, shift=2, cells=(-3, -2, -1, 0, 1, 2, 3)), domain=on(FLAT)) == "undecided"


def test_cells_that_straddle_a_cut_are_not_shown():
    """With coarser cells a formula would be used outside its piece."""
    assert verdict(one_step(height=sp.S.One, level=sp.S.One, cells=(-2, 2)), domain=on(FLAT)) == "undecided"


def test_a_function_that_is_not_monotone_is_not_shown():
    wave = CellFunction((0, 1, 2), (sp.S.Zero, Delta, Delta / 2, Delta))
    rule = LPWeakDuality((Dual(wave, 1),), -9 * Delta, (0, 1, 2, 3))
    assert verdict(rule, domain=on(FLAT)) == "undecided"
    inner_wave = CellFunction((0, 1), (sp.S.Zero, Delta * place * (1 - place) * 9, Delta))
    assert verdict(LPWeakDuality((Dual(inner_wave, 1),), -9 * Delta, (0, 1, 2)), domain=on(FLAT)) == "undecided"


def test_empty_pieces_are_not_shown():
    empty = CellFunction((1, 1), (sp.S.Zero, Delta, Delta))
    assert verdict(LPWeakDuality((Dual(empty, 1),), -9 * Delta, (1, 2)), domain=on(FLAT)) == "undecided"


@pytest.mark.parametrize(
    ("rule", "word"),
    [
        (LPWeakDuality((), Delta, (0,)), "at least one"),
        (LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero, Delta)), sp.Rational(1, 2)),), Delta, (0,)), "whole number"),
        (LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero,)), 1),), Delta, (0,)), "one value more"),
        (LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero, Delta * cell)), 1),), Delta, (0,)), "constant"),
        (LPWeakDuality((Dual(CellFunction((Delta,), (sp.S.Zero, Delta)), 1),), Delta, (0,)), "integer"),
        (LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero, Delta)), 1),), Delta, (Delta,)), "integer"),
        (LPWeakDuality((Dual(CellFunction((0,), (sp.S.Zero, Delta)), 1),), sp.Symbol("stranger"), (0,)), "does not have"),
    ],
)
def test_malformed_certificates(rule, word):
    with pytest.raises(ClaimError, match=word):
        verdict(rule)


def test_parameters_must_have_ranges():
    with pytest.raises(ClaimError, match="range"):
        verdict(one_step(), domain=on().without(delta))


def test_the_lemma_on_random_finite_laws():
    """E y(X) - e^eps E y(X - d) <= delta z with delta the exact hockey-stick divergence of the shift d = 1."""
    rng = random.Random(11)
    for _ in range(40):
        mass = [rng.randint(0, 9) for _ in range(7)]
        total = sum(mass) or 1
        p = {v: sp.Rational(m, total) for v, m in enumerate(mass)}
        ratio = sp.Rational(rng.randint(10, 30), 10)
        worst = sum(max(0, p.get(v, 0) - ratio * p.get(v - 1, 0)) for v in range(-1, 9))
        y = {v: sp.Rational(rng.randint(0, 8), 8) for v in range(-2, 10)}
        gain = sum(p[v] * (y[v] - ratio * y[v - 1]) for v in p)
        # P(S) <= e^eps P(S + 1) + delta for the shift by one to the right of the event: the divergence of P from P(. + 1).
        other = sum(max(0, p.get(v, 0) - ratio * p.get(v + 1, 0)) for v in range(-1, 9))
        assert gain <= max(worst, other)
        assert gain <= other


def test_conclusion_is_about_every_law():
    assert conclusion(one_step(), domain=on(FLAT)).lhs == least_cost(1, epsilon, delta, Delta)
