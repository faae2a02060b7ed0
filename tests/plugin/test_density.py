"""Densities in SymPy: no verdict is ever wrong, on step densities whose divergence is known exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

from dpverify.privacy.density import decide_density
from dpverify.privacy.inputs import read_budget
from dpverify.privacy.shape import shape_of

x = sp.Symbol("x", real=True)
CELL = Fraction(1, 2)


def _steps(masses: list[int]) -> sp.Expr:
    """Density constant on cells of width 1/2 from 0 on, with these relative masses."""
    total = sum(masses)
    height = [sp.Rational(2 * m, total) for m in masses]
    return sp.Piecewise((0, x < 0), *((h, x < sp.Rational(i + 1, 2)) for i, h in enumerate(height)), (0, True))


def _divergence(masses: list[int]) -> Fraction:
    """The largest TV over shifts of 1/2 and 1, the knots of a piecewise affine function of the shift (epsilon = 0)."""
    total, worst = sum(masses), 0
    for k in (1, 2):
        padded = [0] * k + masses + [0] * k
        worst = max(worst, sum(max(0, a - b) for a, b in zip(padded, padded[k:], strict=False)))
        worst = max(worst, sum(max(0, b - a) for a, b in zip(padded, padded[k:], strict=False)))
    return Fraction(worst, total)


def _is_unimodal(masses: list[int]) -> bool:
    peak = masses.index(max(masses))
    return masses[: peak + 1] == sorted(masses[: peak + 1]) and masses[peak:] == sorted(masses[peak:], reverse=True)


@pytest.mark.parametrize("seed", range(8))
def test_no_wrong_verdict_on_step_densities(seed):
    rng = random.Random(seed)
    masses = [rng.randint(1, 4) for _ in range(rng.randint(3, 7))]
    if seed % 2:
        masses = sorted(masses[::2]) + sorted(masses[1::2], reverse=True)
    truth = _divergence(masses)
    law = _steps(masses)
    # Unimodal laws are decided well within the limit; the others may take all of it.
    limit = 20.0 if _is_unimodal(masses) else 0.7
    above = decide_density(law, x, read_budget(0, min(truth * Fraction(101, 100), Fraction(999, 1000)), 1), seconds=limit)
    below = decide_density(law, x, read_budget(0, truth * Fraction(99, 100), 1), seconds=limit)
    assert truth * Fraction(101, 100) >= 1 or above.verdict != "not private"
    assert below.verdict != "private"
    if _is_unimodal(masses):
        assert (above.verdict, below.verdict) == ("private", "not private")
        assert above.lower <= truth <= above.upper


@pytest.mark.parametrize("seed", range(30))
def test_only_unimodal_steps_are_called_unimodal(seed):
    rng = random.Random(100 + seed)
    masses = [rng.randint(0, 3) for _ in range(rng.randint(2, 6))] + [1]
    gap = shape_of(_steps(masses), x).unimodal_gap
    assert gap is None or (float(gap) < 1e-20) == _is_unimodal(masses)


def test_variation_of_steps():
    """|rise| + |falls|: heights 1/2, 3/2, 1/2, 1 on cells of 1/2 give 1/2 + 1 + 1 + 1/2 + 1."""
    masses = [1, 3, 1, 2]
    shape = shape_of(_steps(masses), x)
    heights = [0, *(Fraction(2 * m, 7) for m in masses), 0]
    exact = sum(abs(a - b) for a, b in zip(heights, heights[1:], strict=False))
    assert abs(float(shape.variation) - float(exact)) < 1e-12


def test_two_peaks_are_never_unimodal():
    peaks = (sp.exp(-((x - 2) ** 2)) + sp.exp(-((x + 2) ** 2))) / (2 * sp.sqrt(sp.pi))
    gap = shape_of(peaks, x).unimodal_gap
    assert gap is None or gap > 0.1


@pytest.mark.parametrize("law", [sp.DiracDelta(x), sp.exp(-sp.floor(sp.Abs(x))) * (1 - sp.exp(-1)) / 2, sp.Function("g")(x)])
def test_laws_beyond_reach_are_undecided(law):
    assert decide_density(law, x, read_budget(1, "0.1", 1), seconds=3).verdict == "undecided"
