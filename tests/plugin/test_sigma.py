"""assert_tight_sigma: ours passes, and calibrations that are in use elsewhere fail on the right side, with the right numbers."""

from __future__ import annotations

import math
import re

import pytest
from scipy.stats import norm

from dpverify import analytic_gaussian_sigma
from dpverify.errors import InputError
from dpverify.pytest import assert_tight_sigma


def _profile(epsilon, sigma):
    return norm.cdf(0.5 / sigma - epsilon * sigma) - math.exp(epsilon) * norm.cdf(-0.5 / sigma - epsilon * sigma)


def bisection_with_absolute_tolerance(epsilon, delta, sensitivity):
    """A bisection for sigma that stops when delta is within 1e-12: what several libraries do."""
    low, high = 0.0, 10.0
    for _ in range(2000):
        middle = (low + high) / 2
        gap = _profile(epsilon, middle) - delta
        if abs(gap) <= 1e-12:
            break
        low, high = (middle, high) if gap > 0 else (low, middle)
    return sensitivity * middle


def classical(epsilon, delta, sensitivity):
    return sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon


def _failure(*args, **kwargs) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_tight_sigma(*args, **kwargs)
    return str(caught.value)


def test_ours_is_tight_over_the_whole_domain():
    assert_tight_sigma(lambda e, d, s: analytic_gaussian_sigma(e, d, s), rel=1e-13)


def test_ours_rounded_up_is_never_below():
    points = [(0.0, 0.5), (1.0, 1e-5, 3.0), (1000.0, 1e-6), (1e-15, 1e-300), (50.0, 0.999)]
    assert_tight_sigma(lambda e, d, s: analytic_gaussian_sigma(e, d, s, rounding="up-exact"), rel=1e-12, points=points, below=0)


def test_one_float_below_the_truth_is_a_violation_if_none_is_allowed():
    def just_below(e, d, s):
        return math.nextafter(analytic_gaussian_sigma(e, d, s, rounding="up-exact"), 0.0)

    assert_tight_sigma(just_below, points=[(1.0, 1e-5)])
    assert "too small" in _failure(just_below, points=[(1.0, 1e-5)], below=0)


def test_absolute_tolerance_is_too_small_at_small_delta():
    """For delta below 1e-12 the bisection stops where the true delta is about 1e-12 or less: at sigma = 7.5, not 11.08."""
    text = _failure(bisection_with_absolute_tolerance, points=[(1.0, 1e-5), (1.0, 1e-30)], rel=1e-6)
    assert "off at 1 of 2 points (1 with too little noise)" in text
    assert "sigma is too small at epsilon = 1.0, delta = 1e-30, sensitivity = 1.0" in text
    assert "needed    11.08310294897699" in text
    times = re.search(r"the true delta is \S+, (\S+) times the one asked for", text)
    assert times and float(times[1]) > 1e9


def test_recorded_violation():
    """sigma = 8.243354 at (1, 1e-30): 2e12 times the delta asked for (measured on a library in use)."""
    text = _failure(lambda e, d, s: 8.243354, points=[(1.0, 1e-30)])
    assert 1.5e12 < float(re.search(r"(\S+) times", text)[1]) < 2.5e12


def test_classical_formula_wastes_below_and_violates_beyond():
    text = _failure(classical, points=[(1.0, 1e-5), (10.0, 1e-5)])
    assert "sigma is too large at epsilon = 1.0" in text and "more variance than privacy needs" in text
    assert "sigma is too small at epsilon = 10.0" in text
    # The recorded true delta at (10, 1e-5) is 2.27e-5.
    assert "the true delta is 0.0000226537, 2.2653 times the one asked for" in text
    # Violations come first.
    assert text.index("too small") < text.index("too large")


def test_waste_is_the_ratio_of_variances():
    text = _failure(lambda e, d, s: 2 * analytic_gaussian_sigma(e, d, s), points=[(1.0, 0.1)])
    assert "off by    +100 %" in text and "300 % more variance" in text


@pytest.mark.parametrize("answer", [0.0, math.nan, math.inf, -1.0])
def test_answers_that_are_no_sigma(answer):
    assert f"sigma is {answer!r}" in _failure(lambda e, d, s: answer, points=[(1.0, 0.1)])


def test_an_exception_is_a_failure():
    def refuses(e, d, s):
        raise ValueError("epsilon must not be zero")

    assert "ValueError: epsilon must not be zero" in _failure(refuses, points=[(0.0, 0.1)])


@pytest.mark.parametrize("points", [[], [(1.0,)], [(-1.0, 0.1)], [(1.0, 0.0)], [(1.0, 0.1, 0.0)], [(math.nan, 0.1)]])
def test_bad_points(points):
    with pytest.raises(InputError):
        assert_tight_sigma(classical, points=points)


def test_many_failures_are_summed_up():
    text = _failure(lambda e, d, s: 1.5 * analytic_gaussian_sigma(e, d, s))
    assert "off at 108 of 108 points" in text and "and 103 more" in text
