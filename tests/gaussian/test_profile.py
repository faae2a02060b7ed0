"""`gaussian_delta` and `gaussian_epsilon`: accuracy against balls at 50 digits, inverse of each other, edges."""

import math

import numpy as np
import pytest

from dpverify import analytic_gaussian_sigma, gaussian_delta, gaussian_epsilon
from dpverify.errors import DomainError

from .draws import epsilons_and_deltas, errors, log_uniform, sigmas, true_delta, true_epsilon, truths, ulps, worst


def inputs(seed, n):
    rng = np.random.default_rng(seed)
    epsilon, delta = epsilons_and_deltas(rng, n)
    return epsilon, delta, sigmas(rng, analytic_gaussian_sigma(epsilon, delta))


def check_delta(seed, n):
    epsilon, _, sigma = inputs(seed, n)
    error = errors(gaussian_delta(epsilon, sigma), truths(true_delta, epsilon, sigma))
    assert np.abs(error).max() <= 8, worst(error, epsilon, sigma)
    return error


def check_epsilon(seed, n):
    _, delta, sigma = inputs(seed, n)
    error = errors(gaussian_epsilon(delta, sigma), truths(true_epsilon, delta, sigma))
    assert np.abs(error).max() <= 8, worst(error, delta, sigma)
    return error


def test_delta_within_8_ulp():
    check_delta(1, 3000)


def test_epsilon_within_8_ulp():
    check_epsilon(2, 3000)


@pytest.mark.campaign
def test_delta_and_epsilon_within_8_ulp_on_many_points():
    print(f"delta: largest error {np.abs(check_delta(3, 100_000)).max():.2f} ulp")
    print(f"epsilon: largest error {np.abs(check_epsilon(4, 100_000)).max():.2f} ulp")


def test_epsilon_inverts_delta():
    rng = np.random.default_rng(5)
    epsilon, sigma = log_uniform(rng, 1e-3, 1e3, 3000), log_uniform(rng, 0.1, 30, 3000)
    delta = gaussian_delta(epsilon, sigma)
    # Where delta depends on epsilon enough for float64, and is neither 0 nor 1.
    good = (delta > 1e-300) & (delta < 0.99) & (epsilon * sigma > 0.05)
    assert good.sum() > 500
    back = gaussian_epsilon(delta[good], sigma[good])
    # d log delta/d log epsilon is about epsilon sigma M(b)/(M(t) - M(b)), at least a few hundredths here.
    assert np.allclose(back, epsilon[good], rtol=1e-11, atol=0)


def test_monotone():
    epsilon, _, sigma = inputs(6, 5000)
    delta = gaussian_delta(epsilon, sigma)
    assert np.all(gaussian_delta(epsilon * 1.01, sigma) <= delta * (1 + 2e-15))
    assert np.all(gaussian_delta(epsilon, sigma * 1.01) <= delta * (1 + 2e-15))
    assert np.all(gaussian_delta(epsilon, sigma, 1.01) >= delta * (1 - 2e-15))


def test_only_the_ratio_of_sensitivity_and_sigma_counts():
    epsilon, delta, sigma = inputs(7, 2000)
    assert np.array_equal(gaussian_delta(epsilon, sigma * 8, 8), gaussian_delta(epsilon, sigma))
    assert np.array_equal(gaussian_epsilon(delta, sigma * 8, 8), gaussian_epsilon(delta, sigma))


@pytest.mark.parametrize(
    "epsilon, sigma",
    [
        (0.0, 1.0),
        (1e300, 1e-150),
        (1e300, 7.071067811865475e-151),
        (1.0, 1e300),
        (1.0, 1e-300),
        (5e-324, 1e305),
        (0.0, 1.7e308),
        (700.0, 1.0),
        (37.0, 1.0),
        (1e6, 7.1e-4),
    ],
)
def test_extreme_inputs_of_delta(epsilon, sigma):
    got, exact = gaussian_delta(epsilon, sigma), true_delta(epsilon, sigma)
    assert got == float(exact) or abs(ulps(got, exact)) <= 8


def test_subnormal_delta_and_then_0():
    # delta at sigma = 1 crosses 1e-308 near epsilon = 37.
    epsilon = np.linspace(36.9, 40, 400)
    delta = gaussian_delta(epsilon, 1.0)
    assert np.all(np.diff(delta) <= 0) and delta[0] > 0 and delta[-1] == 0
    assert np.any((delta > 0) & (delta < 2.3e-308))
    assert np.abs(errors(delta, truths(true_delta, epsilon, np.ones(400)))).max() <= 8


def test_epsilon_is_0_from_the_total_variation_on():
    total_variation = math.erf(1 / math.sqrt(8))
    assert gaussian_epsilon(total_variation * (1 + 1e-15), 1.0) == 0.0
    assert 0 < gaussian_epsilon(total_variation * (1 - 1e-14), 1.0) < 1e-12
    assert gaussian_epsilon(0.999, 1.0) == 0.0


def test_scalars_and_shapes():
    assert type(gaussian_delta(1, 1)) is float and type(gaussian_epsilon(0.1, 1)) is float
    assert gaussian_delta(np.ones((2, 1)), np.ones(3)).shape == (2, 3)
    assert gaussian_epsilon(np.full((2, 1), 0.1), np.ones(3)).shape == (2, 3)


@pytest.mark.parametrize("call", [lambda: gaussian_delta(-1, 1), lambda: gaussian_delta(1, 0), lambda: gaussian_epsilon(1.5, 1)])
def test_refusals(call):
    with pytest.raises(DomainError, match="it must be"):
        call()
