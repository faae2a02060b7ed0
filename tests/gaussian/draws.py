"""Random inputs over the whole domain, and the exact answer in units of the last place."""

from fractions import Fraction

import numpy as np

from dpverify.enclosure.balls import fraction_of
from dpverify.enclosure.gaussian import delta_ends, epsilon_ends, sigma_ends
from dpverify.errors import NotEnclosable


def log_uniform(rng, low, high, n):
    return np.exp(rng.uniform(np.log(low), np.log(high), n))


def epsilons_and_deltas(rng, n):
    """epsilon in [0, 5000], delta in [1e-300, 1): each uniform on several scales, delta also near 1 and near small multiples of epsilon."""
    kind = rng.integers(0, 6, n)
    epsilon = log_uniform(rng, 1e-16, 5000, n)
    epsilon = np.where(kind == 1, log_uniform(rng, 1e-307, 5000, n), epsilon)
    epsilon = np.where(kind == 2, rng.uniform(0, 5000, n), epsilon)
    epsilon = np.where(rng.random(n) < 0.02, 0.0, epsilon)
    epsilon = np.where(rng.random(n) < 0.02, 5e-324, epsilon)
    kind = rng.integers(0, 5, n)
    delta = log_uniform(rng, 1e-300, 1, n)
    delta = np.where(kind == 1, rng.uniform(0.001, 1, n), delta)
    delta = np.where(kind == 2, 1 - log_uniform(rng, 1.2e-16, 1, n), delta)
    delta = np.where(kind == 3, log_uniform(rng, 1e-15, 1, n), delta)
    near = (rng.random(n) < 0.15) & (epsilon > 1e-290) & (epsilon < 1)
    delta = np.where(near, np.clip(np.where(near, epsilon, 1) * np.exp(rng.uniform(-20, 3, n)), 1e-300, 0.9), delta)
    return epsilon, np.clip(delta, 1e-300, 1 - 2.0**-53)


def sigmas(rng, best):
    """Around the calibrated ones, and anywhere."""
    n = best.size
    out = np.where(rng.random(n) < 0.5, best * np.exp(rng.normal(0, 0.3, n)), best)
    return np.where(rng.random(n) < 0.2, log_uniform(rng, 1e-4, 1e4, n), out)


def true_sigma(epsilon, delta, digits=50):
    return fraction_of(sigma_ends(Fraction(epsilon), Fraction(delta), Fraction(1), digits)[0])


def true_delta(epsilon, sigma, digits=50):
    try:
        return fraction_of(delta_ends(Fraction(epsilon), 1 / Fraction(sigma), digits)[0])
    except NotEnclosable:
        return Fraction(0)


def true_epsilon(delta, sigma, digits=50):
    return fraction_of(epsilon_ends(1 / Fraction(sigma), Fraction(delta), digits)[0])


def ulps(got, exact):
    """(got - exact) in units of the last place of the exact number."""
    return float((Fraction(float(got)) - exact) / Fraction(float(np.spacing(float(exact)))))


def truths(truth, *inputs):
    return [truth(*(float(v) for v in row)) for row in zip(*inputs, strict=True)]


def errors(got, exact):
    """The error of each element in ulp."""
    return np.array([ulps(g, e) for g, e in zip(got, exact, strict=True)])


def worst(error, *inputs):
    """For the message of a failed test."""
    i = int(np.argmax(np.abs(error)))
    return f"{error[i]:.2f} ulp at {[float(v[i]) for v in inputs]!r}"
