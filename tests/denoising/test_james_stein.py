"""James-Stein: exact risk by the Poisson average, by Kummer's function, by chance; domination."""

import mpmath
import numpy as np
import pytest

from dpverify.denoising.james_stein import james_stein, james_stein_positive_part, james_stein_positive_part_risk, james_stein_risk

NORMS = (0.0, 1e-6, 0.3, 1.0, 2.0, 5.0, 20.0, 300.0, 14142.0, 14143.0, 1e7)
DIMENSIONS = (3, 4, 10, 100, 10000)


@pytest.mark.parametrize("d", DIMENSIONS)
def test_risk_is_that_of_kummers_function(d):
    # E[1/(a + 2K)] = integral over t in (0, 1) of t^(a-1) e^(-m(1 - t^2)) = 1F1(1; a/2 + 1; -m)/a, an evaluation of its own.
    a = d - 2
    with mpmath.workdps(40):
        for norm in NORMS:
            m = mpmath.mpf(norm) ** 2 / 2
            expected = d - a * mpmath.hyp1f1(1, mpmath.mpf(a) / 2 + 1, -m)
            assert abs(james_stein_risk(norm, d, 1.0) / expected - 1) < 1e-13, norm


def test_risk_at_0_is_2_sigma_squared():
    for d in DIMENSIONS:
        assert james_stein_risk(0.0, d, 3.0) == pytest.approx(18.0, rel=1e-14)


@pytest.mark.parametrize(("d", "norm", "sigma"), [(3, 0.0, 1.0), (3, 2.0, 1.0), (10, 3.0, 0.5), (50, 4.0, 2.0)])
def test_risks_by_chance(agree, d, norm, sigma):
    random = np.random.default_rng(5)
    # The risk depends on the length only: put f in an oblique direction.
    f = norm * np.ones(d) / np.sqrt(d)
    noisy = f + random.normal(scale=sigma, size=(20000, d))
    plain = [((james_stein(y, sigma) - f) ** 2).sum() for y in noisy]
    positive = [((james_stein_positive_part(y, sigma) - f) ** 2).sum() for y in noisy]
    agree(plain, james_stein_risk(norm, d, sigma))
    agree(positive, james_stein_positive_part_risk(norm, d, sigma))


@pytest.mark.parametrize("d", DIMENSIONS)
def test_each_dominates_the_one_before(d):
    # Strictly for every f (7.2): positive part < James-Stein < d sigma^2, where the differences are above rounding.
    for norm in NORMS:
        positive, plain = james_stein_positive_part_risk(norm, d, 1.0), james_stein_risk(norm, d, 1.0)
        assert positive <= plain * (1 + 1e-12) and plain <= d
        if norm <= np.sqrt(d):
            assert positive < plain < d
    risks = [james_stein_risk(norm, d, 1.0) for norm in NORMS]
    assert risks == sorted(risks)


def test_the_positive_part_never_turns_the_answer():
    y = np.array([0.5, 0.1, -0.2, 0.3])
    assert np.all(james_stein(y, 1.0) * y <= 0) and np.array_equal(james_stein_positive_part(y, 1.0), np.zeros(4))
    far = y * 100
    assert np.array_equal(james_stein(far, 1.0), james_stein_positive_part(far, 1.0))
    assert james_stein(far, 1.0) == pytest.approx(far * (1 - 2 / (far @ far)), rel=1e-15)


def test_at_the_ends_of_the_range():
    assert james_stein_risk(1e130, 5, 1e-300) == pytest.approx(5e-600) and james_stein_risk(1e130, 5, 1.0) == pytest.approx(5.0)
    assert james_stein_positive_part_risk(1e130, 5, 1.0) == pytest.approx(5.0)
    large = np.full(4, 1e130)
    assert james_stein(large, 1.0) == pytest.approx(large) and james_stein_positive_part(large, 1.0) == pytest.approx(large)
    assert np.array_equal(james_stein_positive_part(np.full(4, 1e-200), 1.0), np.zeros(4))
    assert np.all(james_stein(np.full(4, 1e-200), 1.0) == pytest.approx(-0.5e200))


def test_nothing_received_nothing_said():
    assert np.array_equal(james_stein(np.zeros(4), 1.0), np.zeros(4))
    assert james_stein_risk(5.0, 4, 0.0) == 0.0 == james_stein_positive_part_risk(5.0, 4, 0.0)
