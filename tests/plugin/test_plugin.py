"""The module inside pytest: how failures read, the fixture, and what the import costs."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpverify import truncated_laplace_amplitude
from dpverify.errors import InputError
from dpverify.pytest import reference_points

ROOT = Path(__file__).resolve().parents[2]

CONFTEST = 'pytest_plugins = ["dpverify.pytest"]\n'
SUITE = """
import math
import sympy as sp
import pytest
from dpverify import analytic_gaussian_sigma
from dpverify.pytest import assert_dp, assert_tight_sigma, reference_points

x = sp.Symbol("x", real=True)

def classical(epsilon, delta, sensitivity):
    return sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon

def test_classical():
    assert_tight_sigma(classical, points=[(10.0, 1e-5)])

def test_ours():
    assert_tight_sigma(analytic_gaussian_sigma, points=[(10.0, 1e-5)])

def test_support():
    a = sp.Rational(2)
    law = sp.Piecewise((sp.exp(-sp.Abs(x)) / (2 * (1 - sp.exp(-a))), sp.Abs(x) <= a), (0, True))
    assert_dp(law, 1, "0.1")

def test_tie():
    assert_dp(sp.Piecewise((sp.Rational(1, 10), sp.Abs(x) <= 5), (0, True)), "0", "0.1")

def test_fixture(dp_reference):
    assert all(p.values["half_width"].first_double > 0 for p in dp_reference("uniform"))

@pytest.mark.parametrize("point", reference_points("uniform"), ids=str)
def test_points(point):
    point.inputs["delta"] < 1
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("suite")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_library.py").write_text(SUITE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=_here())
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_the_outcomes(report):
    assert "3 failed, 11 passed" in report


def test_a_violation_reads_well(report):
    assert "E   AssertionError: the calibration is off at 1 of 1 points (1 with too little noise)" in report
    assert "E   sigma is too small at epsilon = 10.0, delta = 1e-05, sensitivity = 1.0" in report
    assert "E     privacy violation: with this sigma the true delta is 0.0000226537, 2.2653 times the one asked for" in report


def test_a_wrong_law_reads_well(report):
    assert "E   AssertionError: the noise is not private at epsilon = 1, delta = 0.1, sensitivity = 1" in report
    assert "for the event S = {x : f(x) > e^epsilon f(x + d)}, about [" in report


def test_undecided_is_its_own_failure(report):
    assert "Undecided: undecided whether the noise is private at epsilon = 0, delta = 0.1" in report


def test_the_import_is_cheap():
    heavy = {"sympy", "flint", "numpy", "scipy", "mpmath", "click", "highspy"}
    code = f"import sys, dpverify.pytest; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=_here())
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_points_test_a_real_function():
    seen = 0
    for point in reference_points("truncated-laplace"):
        truth = point.values["amplitude"]
        if truth.first_double is not None and 1e-300 < truth.first_double < 1e300:
            found = float(truncated_laplace_amplitude(*(point.inputs[n] for n in ("epsilon", "delta", "sensitivity"))))
            assert abs(truth.relative_error(found)) < 1e-13, str(point)
            seen += 1
    assert seen > 80


def test_values_are_those_of_the_floats():
    """At delta = 0.1 the float is above 1/10, so that the half width 1/(2 delta) lies below 5."""
    [point] = [p for p in reference_points("uniform") if p.inputs["delta"] == 0.1]
    truth = point.values["half_width"]
    exact = Fraction(point.inputs["sensitivity"]) / (2 * Fraction(0.1))
    assert truth.lower <= exact <= truth.upper and math.isclose(truth.first_double, exact)


def test_unknown_table():
    with pytest.raises(InputError):
        reference_points("nonsense")


def _here():
    return {**os.environ, "PYTHONPATH": str(ROOT)}
