"""The ledger's formulas and the package's floats are the same functions: compared at random points."""

import mpmath
import numpy as np
import pytest
import sympy as sp

from dpverify.denoising.bayes import bayes_risk, bayes_shrinkage
from dpverify.denoising.james_stein import james_stein_risk
from dpverify.denoising.threshold import soft_threshold, soft_threshold_risk
from dpverify.formulas import denoising as formulas

SEED = 20261130


def test_soft_threshold_risk():
    t, mu = sp.symbols("t mu", real=True)
    exact = sp.lambdify((t, mu), formulas.soft_threshold_risk(t, mu), "mpmath")
    rng = np.random.default_rng(SEED)
    with mpmath.workdps(40):
        for threshold, f, sigma in rng.uniform((0.0, -6.0, 0.1), (5.0, 6.0, 3.0), size=(40, 3)):
            expected = sigma**2 * exact(mpmath.mpf(threshold) / mpmath.mpf(sigma), mpmath.mpf(f) / mpmath.mpf(sigma))
            assert float(soft_threshold_risk([f], sigma, threshold)[0] / expected) == pytest.approx(1.0, rel=1e-12)


def test_soft_threshold_loss():
    for y, threshold, f in np.random.default_rng(SEED).uniform((-4.0, 0.0, -3.0), (4.0, 2.0, 3.0), size=(40, 3)):
        expected = float(formulas.soft_threshold_loss(sp.Float(y), sp.Float(threshold), sp.Float(f)))
        assert (soft_threshold([y], 1.0, threshold)[0] - f) ** 2 == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("d", [3, 4, 11, 200])
def test_james_stein_risk(d):
    v = mpmath.mpf
    for norm, sigma in np.random.default_rng(SEED + d).uniform((0.0, 0.5), (8.0, 2.0), size=(5, 2)):
        eta = sp.Symbol("eta", positive=True)
        body = formulas.inverse_moment(d, eta)
        integrand = sp.lambdify((formulas.v, eta), body.function, "mpmath")
        term = formulas.inverse_moment_series(d, eta)
        summand = sp.lambdify((term.variables[0], eta), term.function, "mpmath")
        with mpmath.workdps(30):
            m = v(norm) ** 2 / (2 * v(sigma) ** 2)
            by_integral = mpmath.quad(lambda x: integrand(x, m), [0, 0.5, 1])  # noqa: B023
            # The Poisson weights beyond are below 1e-30.
            by_sum = mpmath.fsum(summand(k, m) for k in range(int(m + 20 * mpmath.sqrt(m)) + 60))
            assert abs(by_sum / by_integral - 1) < 1e-18
            expected = v(sigma) ** 2 * (d - (d - 2) ** 2 * by_integral)
            assert float(james_stein_risk(norm, d, sigma) / expected) == pytest.approx(1.0, rel=1e-11)


def test_bayes():
    for w, sigma, y in np.random.default_rng(SEED).uniform((0.1, 0.1, -5.0), (3.0, 3.0, 5.0), size=(20, 3)):
        assert bayes_risk(7, sigma, w) == pytest.approx(7 * formulas.bayes_risk(w, sigma), rel=1e-14)
        assert bayes_shrinkage([y], sigma, w)[0] == pytest.approx(y * formulas.bayes_factor(w, sigma), rel=1e-14)
