"""Brackets: the laws they obey, known values, and a solver that lies."""

import dataclasses
import json
import math
import random
from fractions import Fraction

import numpy as np
import pytest

from dpverify.errors import InputError, SoundnessError
from dpverify.optimal import certificate
from dpverify.optimal.bracket import bracket
from dpverify.optimal.highs import Answer, Highs
from dpverify.optimal.interior import Iterate, PairProgram
from dpverify.optimal.problem import Problem
from dpverify.optimal.values import closed_form_values, closed_forms_beside

# From shared reference brackets, each re-checked in rational arithmetic by another program: epsilon, delta, loss, lower, upper.
REFERENCE = [
    ("1", "0.01", 1, 0.907043635328544, 0.9071717144218724),
    ("0.5", "0.05", 2, 2.959270162240557, 2.9598488659442963),
    ("0.2", "0.1", 1, 1.623157058793187, 1.6233644470809454),
    ("0.1", "0.01", 2, 66.23191725257655, 66.23712558591303),
    ("1", "1e-05", 1, 0.9593058370975026, 0.9597999467594914),
    ("0.1", "0.01", 1, 6.508125971986096, 6.508362528092258),
    ("0.7", "0.2", 2, 0.7129502639331285, 0.7132757847664675),
    ("1", "0.01", 2, 1.586040540541667, 1.5863660613750503),
    ("1", "0.1", 1, 0.6907612626775249, 0.6908591407293194),
    ("0", "0.5", 2, 0.31234750375375286, 0.31292620745745764),
    ("1", "0.2", 1, 0.5586360749923093, 0.5587543740889558),
]
GAP = Fraction(1, 1000)


def solve(epsilon, delta, loss=1, gap=GAP, sensitivity="1", **options):
    monotone = options.pop("monotone", False)
    return bracket(Problem(Fraction(epsilon), Fraction(delta), Fraction(sensitivity), Fraction(loss), monotone), gap, **options)


def ends(found):
    return float(found.lower), float(found.upper)


@pytest.mark.parametrize("epsilon, delta, loss, low, high", REFERENCE)
def test_reference_brackets_overlap(epsilon, delta, loss, low, high):
    found = solve(epsilon, delta, loss)
    lower, upper = ends(found)
    assert lower <= high * (1 + 1e-9) and upper >= low * (1 - 1e-9)
    assert found.gap <= GAP
    assert certificate.check(json.dumps(found.certificate())) == (found.lower, found.upper)


def test_closed_forms_are_in_order():
    rng = random.Random(3)
    for _ in range(12):
        epsilon, delta = Fraction(repr(round(10 ** rng.uniform(-1.3, 0.3), 4))), Fraction(repr(round(10 ** rng.uniform(-4, -0.31), 5)))
        loss = rng.choice([1, 2])
        found = solve(epsilon, delta, loss, Fraction(1, 50))
        values = closed_form_values(epsilon, delta, Fraction(1), Fraction(loss))
        lower, upper = ends(found)
        order = [float(values[k]) for k in ("v_low", "t_bound", "s_bound") if values[k] is not None]
        assert sorted(order) == order or max(a - b for a, b in zip(order, order[1:], strict=False)) < 1e-12
        assert order[-1] <= upper and lower <= float(values["v_upp"])


def test_no_delta_is_the_staircase():
    for epsilon in (0.1, 1.0, 2.0):
        lower, upper = ends(solve(repr(epsilon), "0"))
        assert lower <= 1 / (2 * math.sinh(epsilon / 2)) * (1 + 1e-12) and upper >= 1 / (2 * math.sinh(epsilon / 2)) * (1 - 1e-12)
        b = math.exp(-epsilon)
        power = (2 ** (-2 / 3) * (b * (1 + b)) ** (2 / 3) + b) / (1 - b) ** 2
        lower, upper = ends(solve(repr(epsilon), "0", 2))
        assert lower <= power * (1 + 1e-12) and upper >= power * (1 - 1e-12)


def test_no_epsilon_is_uniform_at_the_exact_points():
    for delta, value in (("1/4", 1.0), ("1/10", 2.5), ("3/4", 0.25)):
        found = solve("0", delta)
        lower, upper = ends(found)
        assert lower <= value <= upper and found.gap <= GAP


def test_monotone_laws_without_epsilon():
    # mathematics 4.5 and 4.6
    for delta, loss, value in (("2/5", 1, 0.625), ("3/4", 1, 0.25), ("3/5", 2, 1 / (12 * 0.36)), ("4/5", 2, 9 / 16 * 0.2)):
        found = solve("0", delta, loss, monotone=True)
        lower, upper = ends(found)
        assert lower <= value * (1 + 1e-12) and upper >= value * (1 - 1e-12) and found.gap <= GAP


def test_monotone_laws_are_strictly_worse():
    assert float(solve("1", "0.1", gap=Fraction(1, 2000), monotone=True).lower) > 0.6965 > float(solve("1", "0.1").upper)


def test_tiny_delta_is_a_tangent_and_a_chord():
    ends_before = (0.0, math.inf)
    for delta in ("1e-4", "1e-6", "1e-9", "1e-12", "1e-15", "0"):
        found = solve("1", delta)
        assert found.gap <= GAP
        lower, upper = ends(found)
        assert upper >= ends_before[0]
        ends_before = (lower, upper)


def test_loss_scales_with_the_sensitivity():
    one, other = solve("1", "0.1", "2.5"), solve("1", "0.1", "2.5", sensitivity="360")
    assert float(other.lower) == pytest.approx(float(one.lower) * 360**2.5, rel=1e-12)
    assert float(other.upper) == pytest.approx(float(one.upper) * 360**2.5, rel=1e-12)


def test_losses_between_and_beyond():
    for loss in ("0.5", "1.5", "3", "4.321"):
        assert solve("1", "0.1", loss, Fraction(1, 100)).gap <= Fraction(1, 100)


def test_extreme_inputs_end_with_some_bracket():
    for words in (("10000", "0.1"), ("1e-300", "0"), ("0", "1e-300"), ("1", "0.999999"), ("30", "0")):
        found = solve(*words, seconds=1.0)
        assert 0 <= Fraction(found.lower) <= Fraction(found.upper)
        certificate.check(json.dumps(found.certificate()))


def test_large_epsilon_is_the_staircase_with_an_atom():
    for epsilon, delta in (("20", "0.3"), ("60", "1e-9"), ("300", "0.75")):
        found = solve(epsilon, delta)
        value = (1 - float(delta)) / (2 * math.sinh(float(epsilon) / 2))
        assert float(found.upper) == pytest.approx(value, rel=1e-9) and found.gap <= GAP
        assert closed_forms_beside(found)
    assert 0 < Fraction(solve("1000", "0.1", "3").lower)


@pytest.mark.parametrize(
    "epsilon, loss, gap",
    [
        ("5", 1, Fraction(1, 100)),
        ("5", 2, Fraction(1, 100)),
        ("10", 1, Fraction(1, 100)),
        ("10", 2, Fraction(1, 10)),
        pytest.param("5", 1, GAP, marks=pytest.mark.campaign),
        pytest.param("5", 2, GAP, marks=pytest.mark.campaign),
        pytest.param("10", 2, Fraction(1, 100), marks=pytest.mark.campaign),
    ],
)
def test_tiny_delta_at_a_large_epsilon(epsilon, loss, gap):
    assert solve(epsilon, "1e-12", loss, gap, seconds=1000.0).gap <= gap


def test_hostile_numbers_end_with_a_bracket():
    rng = random.Random(11)
    extremes = {"epsilon": ("1e-300", "0", "3e-9", "0.7", "12", "9999"), "delta": ("0", "1e-300", "1e-9", "0.4", "0.999999999999")}
    for _ in range(15):
        epsilon, delta = rng.choice(extremes["epsilon"]), rng.choice(extremes["delta"])
        loss, size = rng.choice(("0.001", "1", "2.5", "100")), rng.choice(("1e-300", "1", "1e300"))
        if Fraction(epsilon) == Fraction(delta) == 0:
            continue
        found = solve(epsilon, delta, loss, sensitivity=size, seconds=0.5, monotone=rng.random() < 0.2)
        assert 0 <= Fraction(found.lower) <= Fraction(found.upper)
        certificate.check(json.dumps(found.certificate()))


def test_a_bracket_beside_a_closed_form_it_excludes_is_a_fault():
    found = solve("1", "0.1", gap=Fraction(1, 10))
    closed_forms_beside(found)
    for wrong in ({"high": Fraction(1, 2)}, {"low": Fraction(3, 4), "high": Fraction(1)}):
        with pytest.raises(SoundnessError, match="contradicts"):
            closed_forms_beside(dataclasses.replace(found, **wrong))


def test_neither_epsilon_nor_delta():
    with pytest.raises(InputError, match="no finite noise"):
        solve("0", "0")


class Liar(Highs):
    """Solves, then spoils the answer."""

    rng = np.random.default_rng(5)
    kind = 0

    def solve(self, seconds):
        answer = super().solve(seconds)
        columns, multipliers = answer.columns.copy(), answer.multipliers.copy()
        if self.kind == 0:
            return Answer("optimal", self.rng.normal(size=len(columns)), self.rng.normal(size=len(multipliers)))
        if self.kind == 1:
            return Answer("infeasible", np.full(len(columns), np.nan), np.full(len(multipliers), np.inf))
        if self.kind == 2:
            return Answer("optimal", columns[:3], multipliers[:1])
        if self.kind == 3:
            return Answer("optimal", columns * self.rng.uniform(0, 2, len(columns)), multipliers * self.rng.uniform(0, 2, len(multipliers)))
        if self.kind == 4:
            return Answer("optimal", -columns, -multipliers)
        if self.kind == 5:
            return Answer("optimal", np.zeros(0), np.zeros(0))
        return Answer("optimal", columns * 1e30, multipliers * 1e30)


class InteriorLiar(PairProgram):
    """Solves, then spoils the answer."""

    rng = np.random.default_rng(6)
    kind = 0

    def minimise(self, at, accuracy, seconds):
        if self.kind == 0:
            primal, dual = ([self.rng.normal(size=len(v)) for v in group] for group in (at.primal, at.dual))
            return Iterate(primal, dual, 1.0)
        if self.kind == 1:
            primal, dual = ([np.full(len(v), bad) for v in group] for group, bad in ((at.primal, np.nan), (at.dual, np.inf)))
            return Iterate(primal, dual, math.nan)
        found = super().minimise(at, accuracy, seconds)
        if self.kind == 2:
            return Iterate([v[:3] for v in found.primal], [v[:1] for v in found.dual], -math.inf)
        if self.kind == 3:
            primal, dual = ([v * self.rng.uniform(0, 2, len(v)) for v in group] for group in (found.primal, found.dual))
            return Iterate(primal, dual, found.mean)
        factor = {4: -1.0, 5: 0.0, 6: 1e30}[self.kind]
        return Iterate([factor * v for v in found.primal], [factor * v for v in found.dual], factor * found.mean)


@pytest.mark.parametrize("kind", range(7))
@pytest.mark.parametrize("which", ["simplex", "interior"])
def test_a_lying_solver_makes_the_bracket_loose_never_wrong(kind, which):
    simplex = type("ThisLiar", (Liar,), {"kind": kind}) if which == "simplex" else Highs
    interior = type("ThisLiar", (InteriorLiar,), {"kind": kind}) if which == "interior" else PairProgram
    for epsilon, delta, low, high in (("1", "0.1", 0.6907612, 0.6908592), ("1", "1e-5", 0.959305, 0.959800), ("0", "0.5", 0.5, 0.5)):
        found = solve(epsilon, delta, make_model=simplex, make_interior=interior, seconds=1.0, gap=Fraction(1, 10000))
        assert float(found.lower) <= high and float(found.upper) >= low
        certificate.check(json.dumps(found.certificate()))
