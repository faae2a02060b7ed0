"""Soft threshold: closed risk in every corner, SURE without bias, the best threshold by trial, the bound of 7.4."""

import mpmath
import numpy as np
import pytest

from dpverify.denoising.threshold import (
    soft_threshold,
    soft_threshold_by_sure,
    soft_threshold_risk,
    soft_threshold_sure,
    sure_threshold,
    universal_threshold,
)

THRESHOLDS = (0.0, 1e-8, 0.1, 1.0, 2.49, 2.51, 5.0, 20.0, 37.0)
MEANS = (0.0, 1e-10, 0.1, 1.0, 2.5, 4.99, 5.0, 5.01, 19.0, 40.0, 1e6, 1e130)


@pytest.mark.parametrize("t", THRESHOLDS)
def test_risk_against_the_textbook_form_with_many_digits(t):
    # The textbook form, which cancels in double precision and is evaluated with 700 digits.
    risks = soft_threshold_risk(np.array(MEANS), 1.0, t)
    with mpmath.workdps(700):
        for m, found in zip(MEANS[:-1], risks, strict=False):
            m, u = mpmath.mpf(m), mpmath.mpf(t)
            inside = mpmath.ncdf(u - m) - mpmath.ncdf(-u - m)
            expected = 1 + u**2 + (m**2 - u**2 - 1) * inside - (u - m) * mpmath.npdf(u + m) - (u + m) * mpmath.npdf(u - m)
            assert abs(mpmath.mpf(float(found)) / expected - 1) < 1e-13, m
    assert risks[-1] == pytest.approx(1 + t * t, rel=1e-14)


def test_risk_against_quadrature():
    with mpmath.workdps(20):
        for m, t in ((0.0, 1.0), (0.7, 1.5), (3.0, 2.0)):
            loss = lambda y, m=m, t=t: (mpmath.sign(y) * max(abs(y) - t, 0) - m) ** 2 * mpmath.npdf(y, m, 1)  # noqa: E731
            expected = mpmath.quad(loss, [-15, -t, t, m + 15])
            assert float(soft_threshold_risk(m, 1.0, t)) == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("sigma", [1.0, 0.2])
def test_risk_and_sure_by_chance(agree, sigma):
    random = np.random.default_rng(7)
    f = np.array([0.0, 0.0, 0.5, -1.0, 3.0]) * sigma
    noisy = f + random.normal(scale=sigma, size=(20000, 5))
    t = 1.2 * sigma
    risk = float(soft_threshold_risk(f, sigma, t).sum())
    agree(((soft_threshold(noisy, sigma, t) - f) ** 2).sum(axis=1), risk)
    # SURE sees the noisy array only, and has the same expectation.
    agree([soft_threshold_sure(y, sigma, t) for y in noisy], risk)


def test_the_threshold_of_least_sure_by_trial():
    random = np.random.default_rng(9)
    for d in (1, 2, 7, 60):
        for _ in range(20):
            y = random.normal(size=d) + random.choice([0.0, 4.0], size=d)
            best = sure_threshold(y, 1.0)
            candidates = np.append(np.linspace(0, universal_threshold(d, 1.0), 300), np.abs(y)[np.abs(y) <= universal_threshold(d, 1.0)])
            assert 0 <= best <= universal_threshold(d, 1.0)
            assert soft_threshold_sure(y, 1.0, best) <= min(soft_threshold_sure(y, 1.0, t) for t in candidates) + 1e-9
    assert np.array_equal(soft_threshold_by_sure(y, 1.0), soft_threshold(y, 1.0, best))


def test_the_bound_of_7_4_and_what_it_says_for_sparse_answers():
    # Total risk <= (2 log d + 1)(sigma^2 + sum of min(f_i^2, sigma^2)) on a grid of f and d; at the worst f_i it is nearly reached.
    worst = 0.0
    for d in (2, 3, 10, 1000, 10**6):
        t = universal_threshold(d, 1.0)
        f = np.concatenate([np.linspace(0, 3, 301), t + np.linspace(-3, 8, 101)])
        each = soft_threshold_risk(np.abs(f), 1.0, t)
        bound = (2 * np.log(d) + 1) * (1 / d + np.minimum(f * f, 1.0))
        assert np.all(each <= bound)
        worst = max(worst, float((each / bound).max()))
    assert 0.9 < worst <= 1.0


def test_by_hand():
    assert soft_threshold([3.0, -3.0, 0.5, -0.5, 1.0], 9.0, 1.0).tolist() == [2.0, -2.0, 0.0, 0.0, 0.0]
    assert universal_threshold(1, 5.0) == 0.0 and universal_threshold(100, 2.0) == pytest.approx(2 * np.sqrt(2 * np.log(100)))
    assert soft_threshold_risk([0.5, -7.0], 0.0, 2.0).tolist() == [0.25, 4.0]
    assert soft_threshold_risk(np.zeros((2, 3)), 1.0, 0.0) == pytest.approx(np.ones((2, 3)))
