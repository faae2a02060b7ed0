"""`analytic_gaussian_sigma`: accuracy over the whole domain against balls at 50 digits, directions of rounding, arrays, refusals."""

import math
import time
from fractions import Fraction

import numpy as np
import pytest

from dpverify import analytic_gaussian_sigma, gaussian_delta
from dpverify.enclosure.gaussian import profile_is_at_most
from dpverify.errors import DomainError, InputError

from .draws import epsilons_and_deltas, errors, log_uniform, true_sigma, truths, ulps, worst

CORNERS = [
    (0.0, 1e-300),
    (0.0, 0.5),
    (0.0, 1 - 2.0**-53),
    (5e-324, 1e-300),
    (5e-324, 1 - 2.0**-53),
    (1e-300, 1e-300),
    (1e-290, 1e-300),
    (1e-15, 1e-15),
    (1e-15, 1e-300),
    (5000.0, 1e-300),
    (5000.0, 0.5),
    (5000.0, 1 - 2.0**-53),
    (1.0, 0.28620821192209649),
    (2.0**-1074, 2.0**-996),
]


def check_accuracy(seed, n):
    epsilon, delta = epsilons_and_deltas(np.random.default_rng(seed), n)
    exact = truths(true_sigma, epsilon, delta)
    error = errors(analytic_gaussian_sigma(epsilon, delta), exact)
    assert np.abs(error).max() <= 8, worst(error, epsilon, delta)
    up = errors(analytic_gaussian_sigma(epsilon, delta, rounding="up"), exact)
    assert up.min() >= 0 and up.max() <= 16, worst(up, epsilon, delta)
    return error


def test_within_8_ulp_and_up_within_0_to_16():
    check_accuracy(1, 3000)


@pytest.mark.campaign
def test_within_8_ulp_and_up_within_0_to_16_on_many_points():
    error = check_accuracy(2, 200_000)
    print(f"sigma: largest error {np.abs(error).max():.2f} ulp")


@pytest.mark.parametrize("epsilon, delta", CORNERS)
def test_corners(epsilon, delta):
    exact = true_sigma(epsilon, delta)
    assert abs(ulps(analytic_gaussian_sigma(epsilon, delta), exact)) <= 8
    assert 0 <= ulps(analytic_gaussian_sigma(epsilon, delta, rounding="up"), exact) <= 16
    assert 0 <= ulps(analytic_gaussian_sigma(np.array([epsilon]), delta, rounding="up-exact")[0], exact) < 1


def test_up_exact_is_the_first_private_float():
    epsilon, delta = epsilons_and_deltas(np.random.default_rng(3), 300)
    sigma = analytic_gaussian_sigma(epsilon, delta, rounding="up-exact")
    for e, d, s in zip(epsilon, delta, sigma, strict=True):
        e, d, s = Fraction(e), Fraction(d), float(s)
        assert profile_is_at_most(e, 1 / Fraction(s), d)
        assert not profile_is_at_most(e, 1 / Fraction(math.nextafter(s, 0)), d)


def test_sensitivity_scales():
    rng = np.random.default_rng(4)
    epsilon, delta = epsilons_and_deltas(rng, 2000)
    # A power of two scales exactly; anything else costs its rounding.
    one = analytic_gaussian_sigma(epsilon, delta)
    assert np.array_equal(analytic_gaussian_sigma(epsilon, delta, 2.0**10), one * 2.0**10)
    size = log_uniform(rng, 1e-6, 1e6, 2000)
    assert np.allclose(analytic_gaussian_sigma(epsilon, delta, size), one * size, rtol=1e-15, atol=0)


def test_monotone_in_epsilon_and_delta():
    rng = np.random.default_rng(5)
    epsilon, delta = epsilons_and_deltas(rng, 5000)
    sigma = analytic_gaussian_sigma(epsilon, delta)
    slack = 1 + 2e-15
    assert np.all(analytic_gaussian_sigma(epsilon * 1.01, delta) <= sigma * slack)
    assert np.all(analytic_gaussian_sigma(epsilon, delta + (1 - delta) * 0.01) <= sigma * slack)


def test_delta_of_sigma_is_delta_as_far_as_sigma_has_digits():
    epsilon, delta = epsilons_and_deltas(np.random.default_rng(6), 20_000)
    sigma = analytic_gaussian_sigma(epsilon, delta)
    t = epsilon * sigma - 0.5 / sigma
    # log delta moves by kappa for each unit of log sigma (mathematics.md 6.3), and sigma is good to 4 ulp.
    kappa = np.exp(-t * t / 2 - np.log(delta)) / np.sqrt(2 * np.pi) / sigma
    assert np.all(np.abs(gaussian_delta(epsilon, sigma) / delta - 1) <= 2.0**-52 * (8 + 4 * kappa))


def test_a_million_in_seconds():
    rng = np.random.default_rng(7)
    epsilon, delta = log_uniform(rng, 0.01, 10, 10**6), log_uniform(rng, 1e-12, 0.1, 10**6)
    start = time.process_time()
    analytic_gaussian_sigma(epsilon, delta)
    # About 1.5 microseconds an element; a slow machine may take ten times as long.
    assert time.process_time() - start < 15


def test_shapes():
    grid = analytic_gaussian_sigma(np.array([[0.1], [1.0], [2.0]]), np.array([1e-5, 0.1]))
    assert grid.shape == (3, 2) and grid[1, 0] == analytic_gaussian_sigma(1, 1e-5)
    assert type(analytic_gaussian_sigma(1, 1e-5)) is float
    assert type(analytic_gaussian_sigma(np.float64(1), np.array(1e-5))) is float
    assert analytic_gaussian_sigma([], 0.1).shape == (0,)
    assert analytic_gaussian_sigma([1, 2], [0.1, 0.2], [1, 10])[1] == pytest.approx(10 * analytic_gaussian_sigma(2, 0.2), rel=1e-15)
    # Blocks are joined without a seam.
    many = np.full(20_001, 0.7)
    assert np.all(analytic_gaussian_sigma(many, 1e-6) == analytic_gaussian_sigma(0.7, 1e-6))


def test_epsilon_of_any_size_and_delta_of_any_size():
    for epsilon, delta in [(1e300, 0.1), (1.7e308, 1e-300), (1e8, 1e-9), (1.0, 1e-310), (1e-3, 5e-324), (1e-310, 1e-305)]:
        assert abs(ulps(analytic_gaussian_sigma(epsilon, delta), true_sigma(epsilon, delta))) <= 8
    assert analytic_gaussian_sigma(0.0, 1e-300, 1e300) == math.inf
    assert analytic_gaussian_sigma(0.0, 1e-300, 1e300, "up") == math.inf
    assert analytic_gaussian_sigma(0.0, 1e-300, 1e300, "up-exact") == math.inf


@pytest.mark.parametrize(
    "arguments, said",
    [
        ((-1, 0.1), "epsilon is -1.0; it must be a finite number of at least 0"),
        ((math.nan, 0.1), "epsilon is nan"),
        ((math.inf, 0.1), "epsilon is inf"),
        ((1, 0), "delta is 0.0; it must be a number with 0 < delta < 1"),
        ((1, [0.5, 1.0]), "delta[1] is 1.0"),
        ((1, [[0.5, 0.1], [0.2, -3.0]]), "delta[1, 1] is -3.0"),
        ((1e-5, 2.0), "delta is 2.0; it must be a number with 0 < delta < 1, and epsilon is below 1: are the two swapped?"),
        ((0.5, "much"), "delta is 'much'"),
        ((1, 0.1, 0), "sensitivity is 0.0; it must be a finite number above 0"),
        (("one", 0.1), "epsilon is 'one'"),
        (([1, 2], [0.1, 0.2, 0.3]), "cannot be broadcast"),
        ((1, 0.1, 1, "down"), "rounding is 'down'; it must be one of nearest, up, up-exact"),
    ],
)
def test_refusals(arguments, said):
    with pytest.raises(ValueError, match=None) as caught:
        analytic_gaussian_sigma(*arguments)
    assert isinstance(caught.value, DomainError) and isinstance(caught.value, InputError)
    assert said in str(caught.value) and "\n" not in str(caught.value)
