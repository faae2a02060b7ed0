"""`gaussian_condition`: inside the balls at every size, and the formula as it is written."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpverify import certified_delta, gaussian_condition
from dpverify.gaussian.condition import LARGE, normal_tail

from .draws import log_uniform


def as_fraction(x):
    return Fraction(*map(int, mpmath.libmp.to_rational(x._mpf_)))


def test_inside_the_ball():
    rng = np.random.default_rng(1)
    epsilon = np.where(rng.random(400) < 0.1, 0, log_uniform(rng, 1e-20, 1e6, 400))
    sigma = log_uniform(rng, 1e-10, 1e10, 400)
    seen = 0
    for e, s in zip(epsilon, sigma, strict=True):
        if e * s > 300:
            continue
        seen += 1
        low, high = certified_delta(float(e), float(s), digits=30).fractions()
        value = as_fraction(gaussian_condition(float(e), float(s), digits=45))
        assert low * (1 - Fraction(1, 10**44)) <= value <= high * (1 + Fraction(1, 10**44)), (e, s)
    assert seen > 200


def test_the_formula_as_written():
    with mpmath.workdps(60):
        for e, s, size in [("0.5", "2", "1"), ("3", "0.7", "2"), ("0", "4", "0.1")]:
            half, shift = mpmath.mpf(size) / (2 * mpmath.mpf(s)), mpmath.mpf(e) * mpmath.mpf(s) / mpmath.mpf(size)
            exact = mpmath.ncdf(half - shift) - mpmath.exp(mpmath.mpf(e)) * mpmath.ncdf(-half - shift)
            assert abs(gaussian_condition(e, s, size, digits=50) / exact - 1) < mpmath.mpf(10) ** -49


@pytest.mark.parametrize("digits", [5, 15, 50, 500])
def test_all_digits_are_right(digits):
    low, high = (gaussian_condition("1e-12", "30", digits=d) for d in (digits, digits + 20))
    with mpmath.workdps(digits + 30):
        assert abs(low / high - 1) < mpmath.mpf(10) ** (1 - digits)


def test_no_overflow_far_out():
    # mpmath.ncdf(-1e155) overflows.
    assert gaussian_condition(1, "1e155", digits=20) > 0
    assert gaussian_condition(1, "1e-155", digits=20) == 1
    # s (phi(1) - (1 - Phi(1))) to first order in s = 1e-300, as epsilon/s = 1
    tail = mpmath.erfc(mpmath.sqrt(0.5)) / 2
    assert abs(gaussian_condition("1e-300", "1e300", digits=20) / (mpmath.npdf(1) - tail) * mpmath.mpf(10) ** 300 - 1) < 1e-14


def test_the_two_forms_of_the_tail_meet():
    with mpmath.workdps(40):
        below, above = mpmath.mpf(LARGE) * (1 - mpmath.mpf(10) ** -30), mpmath.mpf(LARGE)
        slope = mpmath.log(normal_tail(below) / normal_tail(above))
        # d log(1 - Phi)/dx = -(x + 1/x ...)
        assert abs(slope / (LARGE * LARGE * mpmath.mpf(10) ** -30) - 1) < 1e-9


def test_the_working_precision_is_left_as_it_was():
    before = mpmath.mp.prec
    gaussian_condition(1, 2, digits=100)
    assert mpmath.mp.prec == before
