"""Bayes shrinkage: its risk, and that nothing does better under the prior."""

import numpy as np
import pytest

from dpverify.denoising.bayes import bayes_risk, bayes_shrinkage, bayes_shrinkage_risk


@pytest.mark.parametrize(("sigma", "w"), [(1.0, 0.5), (0.3, 2.0), (2.0, 0.01)])
def test_risk_under_the_prior_and_at_a_point(agree, sigma, w):
    random = np.random.default_rng(3)
    f = random.normal(scale=w, size=(20000, 5))
    noise = random.normal(scale=sigma, size=f.shape)
    agree(((bayes_shrinkage(f + noise, sigma, w) - f) ** 2).sum(axis=1), bayes_risk(5, sigma, w))
    agree(((bayes_shrinkage(f[0] + noise, sigma, w) - f[0]) ** 2).sum(axis=1), bayes_shrinkage_risk(f[0], sigma, w))


def test_mathematics_7_1():
    # d w^2 sigma^2/(w^2 + sigma^2)
    assert bayes_risk(7, 2.0, 3.0) == pytest.approx(7 * 9 * 4 / 13, rel=1e-15)


def test_no_other_linear_shrinkage_does_better():
    # c y has the risk c^2 d sigma^2 + (1 - c)^2 d w^2 under the prior.
    d, sigma, w = 4, 1.3, 0.7
    assert min(c * c * d * sigma**2 + (1 - c) ** 2 * d * w**2 for c in np.linspace(0, 1, 1001)) >= bayes_risk(d, sigma, w) * (1 - 1e-12)


def test_the_mean_over_the_prior_of_the_risk_at_f_is_the_bayes_risk():
    # E ||f||^2 = d w^2, and the risk at f is affine in ||f||^2.
    d, sigma, w = 6, 0.8, 1.7
    f = np.full(d, w)
    assert bayes_shrinkage_risk(f, sigma, w) == pytest.approx(bayes_risk(d, sigma, w), rel=1e-14)


def test_limits():
    assert bayes_risk(3, 1.0, 0.0) == 0.0 and bayes_risk(3, 0.0, 1.0) == 0.0 and bayes_shrinkage_risk([1.0], 0, 1) == 0.0
    assert bayes_risk(3, 1.0, 1e130) == 3.0
    assert bayes_shrinkage([1.0, 2.0], 1e130, 1e-200).tolist() == [0.0, 0.0]
