"""Verdicts on made-up libraries of which it is known what they do wrong."""

import math
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpverify.audit.audit import audit, judge, summaries
from dpverify.audit.kinds import kind
from dpverify.audit.libraries import Function, Library, libraries
from dpverify.audit.point import Point
from dpverify.audit.runner import Reply
from dpverify.gaussian.certified import certified_sigma

PYTHON = Path(sys.executable)
KEYS = "library version function points violations loose no_answer did_not_return max_rel_error worst".split()

# sigma of the classical formula: private for epsilon <= 1, and larger than needed. Everything else that can go wrong has its epsilon.
FAKE = """
import ctypes, math, time
def answer(epsilon, delta):
    if epsilon == 0: raise ZeroDivisionError("division by zero")
    if epsilon == 1000: return math.exp(epsilon)
    if epsilon == 709.79: return math.inf
    if epsilon == 50: time.sleep(3600)
    if epsilon == 30: ctypes.string_at(0)
    if epsilon == 10: return 1e-3
    return math.sqrt(2 * math.log(1.25 / delta)) / epsilon
"""


def run(code, name="gaussian sigma", points=0, limit=0.5):
    library = Library("pytest", (), (Function("fake", name, code),))
    return audit(library, PYTHON, points, limit)


def test_every_verdict_in_the_order_of_the_grid_and_a_hang_and_a_crash_cost_one_point_each():
    (found,) = run(FAKE)
    verdicts = {(c.point.epsilon, c.point.delta): c.found for c in found.cells}
    assert [c.point for c in found.cells] == kind("gaussian sigma").grid(0)
    assert verdicts[1.0, 1e-30].verdict == "loose"
    assert verdicts[50.0, 1e-5].verdict == "did not return" and "cut off" in verdicts[50.0, 1e-5].reason
    assert verdicts[30.0, 1e-6].verdict == "did not return" and "signal 11" in verdicts[30.0, 1e-6].reason
    assert verdicts[0.0, 1e-6].verdict == "no answer" and "division" in verdicts[0.0, 1e-6].reason
    assert verdicts[1000.0, 1e-6].verdict == "no answer" and "OverflowError" in verdicts[1000.0, 1e-6].reason
    assert verdicts[709.79, 1e-6].verdict == "no answer" and verdicts[709.79, 1e-6].reason == "not a finite number"
    assert verdicts[10.0, 1e-5].verdict == "violation"

    (row,) = summaries([found])
    assert [k for k in row if k not in ("kind", "tight", "undecided")] == KEYS
    assert (row["violations"], row["no_answer"], row["did_not_return"]) == (1, 7, 2)
    assert row["points"] == sum(row[k] for k in ("violations", "loose", "no_answer", "did_not_return", "tight", "undecided"))
    assert row["worst"]["epsilon"] == "10.0" and Fraction(row["worst"]["delta_ratio"]) > 9e4


def verdict(name, point, *value):
    return judge(kind(name), point, Reply(value=list(value)))


def test_sigma_to_nearest_is_tight_and_a_little_less_or_more_is_not():
    right = float(certified_sigma(1, "1e-15").up)
    point = Point(1.0, 1e-15)
    for near in (math.nextafter(right, 0), right, math.nextafter(right, math.inf)):
        assert verdict("gaussian sigma", point, near).verdict == "tight"
    low, high = verdict("gaussian sigma", point, right * (1 - 1e-6)), verdict("gaussian sigma", point, right * (1 + 1e-6))
    assert low.verdict == "violation" and Fraction(low.delta_ratio) > 1
    assert high.verdict == "loose" and Fraction(high.variance_ratio) == pytest.approx(1 + 2e-6, abs=2e-7)
    assert verdict("gaussian sigma", point, 0.0).verdict == "violation"
    assert verdict("gaussian sigma", point, -1.0).verdict == "no answer"


@pytest.mark.parametrize(
    "epsilon, delta, sigma, ratio",
    [(1.0, 1e-30, 8.243354, 2e12), (1.0, 1e-30, 9.848727, 5.8e5), (1.0, 1e-15, 6.999636, 41), (1000.0, 1e-6, 2.2e-308, 1e6)],
)
def test_violations_measured_on_libraries_that_are_out_there(epsilon, delta, sigma, ratio):
    found = verdict("gaussian sigma", Point(epsilon, delta), sigma)
    assert found.verdict == "violation" and float(found.delta_ratio) == pytest.approx(ratio, rel=0.2)


def test_reported_delta():
    point = Point(4.2247, 1.9e-5, 1.0)
    assert verdict("gaussian delta", point, 1.90111096800245e-5).verdict == "tight"
    assert verdict("gaussian delta", point, 1.9e-5).verdict == "violation"
    assert verdict("gaussian delta", point, 8.25e-5).verdict == "loose"
    assert verdict("gaussian delta", point, 0.0).delta_ratio == "oo"
    assert verdict("gaussian delta", point, 1.0).variance_ratio == "oo"


def test_truncated_laplacian():
    bound = math.log1p((math.exp(0.5) - 1) / 2e-6) / 0.5
    point = Point(0.5, 1e-6)
    assert verdict("truncated Laplace", point, bound, 2.0).verdict == "tight"
    assert verdict("truncated Laplace", point, bound * 1.1, 2.0).verdict == "loose"
    # The bound b log(1/delta) + 1: 44.7 times the delta allowed at epsilon = 5 (sensitivity 10 there, in units of it here).
    assert float(verdict("truncated Laplace", Point(5.0, 1e-6), math.log(1e6) / 5 + 0.1, 0.2).delta_ratio) == pytest.approx(44.7, rel=0.01)
    assert verdict("truncated Laplace", Point(1e-17, 1e-6), 0.0, 1e17).verdict == "violation"
    assert verdict("truncated Laplace", point, math.inf, 2.0).verdict == "no answer"
    # A bound below the sensitivity: the shift takes away the whole left side and more.
    half = verdict("truncated Laplace", Point(1.0, 0.6), 0.75, 1.0)
    inside = (1 - math.exp(-0.25)) / (2 * (1 - math.exp(-0.75)))
    assert float(half.delta_ratio) == pytest.approx((0.5 + inside) / 0.6, rel=1e-4)


def test_uniform_staircase_geometric():
    assert verdict("(0, delta) uniform", Point(0.0, 0.5), 1.0).verdict == "tight"
    assert verdict("(0, delta) uniform", Point(0.0, 0.5), 0.9).verdict == "violation"
    # Plain uniform noise at delta = 0.9 has 1.83 times the power of the best.
    assert float(verdict("(0, delta) uniform", Point(0.0, 0.9), 1 / 1.8).variance_ratio) == pytest.approx(1.83, rel=3e-3)
    # The step that is best for the amplitude costs so much power.
    for epsilon, ratio in ((5.0, 1.25), (10.0, 2.72)):
        found = verdict("staircase variance", Point(epsilon), 1 / (1 + math.exp(epsilon / 2)))
        assert found.verdict == "loose" and float(found.variance_ratio) == pytest.approx(ratio, rel=4e-3)
    assert verdict("geometric", Point(1.0), 1.0).verdict == "tight"
    assert verdict("geometric", Point(1.0), 0.5).verdict == "loose"
    assert verdict("geometric", Point(1.0), 1.1).verdict == "violation"


def test_discrete_gaussian():
    point = Point(50.0, 1e-12)
    assert float(verdict("discrete Gaussian", point, 0.1).truth) == pytest.approx(0.0999999999999990, abs=1e-16)
    low = verdict("discrete Gaussian", point, 0.09999999403953552)
    assert low.verdict == "violation" and float(low.delta_ratio) == pytest.approx(6e6, rel=0.02)
    assert verdict("discrete Gaussian", point, 0.0999999999999991).verdict == "tight"


def test_what_cannot_be_enclosed_is_undecided():
    assert verdict("discrete Gaussian", Point(1.0, 1e-5), 1e12).verdict == "undecided"


def test_threshold_release():
    # opendp issue 2922: scale 1, threshold 5.
    found = verdict("threshold release", Point(1.0, 0.013, 5.0), 0.004925833956035741)
    assert found.verdict == "violation" and float(found.truth) == pytest.approx(0.013389804932698451, rel=1e-15)
    assert verdict("threshold release", Point(1.0, 0.013, 5.0), 0.013389804932698451).verdict == "tight"
    assert verdict("threshold release", Point(1.0, 0.013, 5.0), 0.02).verdict == "loose"


def test_grids_lie_in_the_domain_grow_with_the_points_and_reach_its_ends():
    for library in libraries().values():
        for function in library.functions:
            asked = kind(function.kind)
            few, many = asked.grid(5), asked.grid(60)
            assert set(few) <= set(many) and len(set(many)) == len(many)
            assert all(0 <= p.epsilon <= 1000 and (p.delta is None or 0 < p.delta < 1) for p in many)
    many = kind("gaussian sigma").grid(200)
    assert min(p.delta for p in many) < 1e-250 and max(p.delta for p in many) > 0.99
    assert any(p.epsilon == 0 for p in many[30:]) and max(p.epsilon for p in many) == 1000
