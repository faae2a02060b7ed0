"""Soft thresholding: every entry moved towards 0 by a threshold t, those within t set to 0."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .inputs import Array, read_array, read_deviation, read_dimension

FRACTION_FROM = 2.5
"""From here on the normal tail integrals come from a continued fraction, which has no cancellation."""
FRACTION_TERMS = 80
NO_NOISE = 1e100
"""A threshold of so many sigma: the noise is below all digits."""


def soft_threshold(noisy: Any, sigma: float, threshold: float | None = None) -> Array:
    """sign(y) (|y| - t)_+ for each entry y of `noisy` (any shape); t = `threshold`, by default `universal_threshold(d, sigma)`, same units.

    Its risk is at most (2 log d + 1)(sigma^2 + sum of min(f_i^2, sigma^2)) at the default. Source: balle2018gaussian, Section 4.
    """
    y, s = read_array(noisy), read_deviation(sigma)
    if s == 0 and threshold is None:
        return y.copy()
    t = universal_threshold(y.size, s) if threshold is None else read_deviation(threshold, "threshold")
    return np.sign(y) * np.maximum(np.abs(y) - t, 0.0)


def soft_threshold_by_sure(noisy: Any, sigma: float) -> Array:
    """`soft_threshold` at `sure_threshold`, the threshold with the least unbiased risk estimate."""
    return soft_threshold(noisy, sigma, sure_threshold(noisy, sigma))


def universal_threshold(d: int, sigma: float) -> float:
    """sigma sqrt(2 log d), about the largest of d pure noise entries."""
    return read_deviation(sigma) * math.sqrt(2.0 * math.log(read_dimension(d)))


def soft_threshold_sure(noisy: Any, sigma: float, threshold: float) -> float:
    """d sigma^2 - 2 sigma^2 #{|y_i| <= t} + sum of min(|y_i|, t)^2: its expectation is the risk of the soft threshold at t, whatever f
    is.
    """
    y, s, t = read_array(noisy), read_deviation(sigma), read_deviation(threshold, "threshold")
    size = np.abs(y)
    return float(s * s * (y.size - 2 * np.count_nonzero(size <= t)) + (np.minimum(size, t) ** 2).sum())


def sure_threshold(noisy: Any, sigma: float) -> float:
    """The t in [0, sigma sqrt(2 log d)] at which `soft_threshold_sure` is least. O(d log d)."""
    y, s = read_array(noisy), read_deviation(sigma)
    if s == 0:
        return 0.0
    # Between two neighbouring sizes the estimate increases with t, so the least is at a size or at 0.
    size = np.sort(np.abs(y).reshape(-1))
    size = size[size <= universal_threshold(y.size, s)]
    below = np.arange(1, size.size + 1)
    estimate = np.cumsum(size * size) + size * size * (y.size - below) - 2 * s * s * below
    if size.size == 0 or estimate.min() >= 0:
        return 0.0
    return float(size[int(np.argmin(estimate))])


def soft_threshold_risk(f: Any, sigma: float, threshold: float) -> Array:
    """E (estimate_i - f_i)^2 of each coordinate, exact; same shape as `f`, units squared. The risk is the sum.

    In units of sigma, with m = |f_i|, J1(c) = E (Z - c)_+ and J2(c) = E (Z - c)_+^2 for a standard normal Z:

        m^2 + J2(t - m) - 2m J1(t - m) + J2(t + m) + 2m J1(t + m).

    Relative error about 1e-13, in the tails too. At sigma = 0 it is min(|f_i|, t)^2.
    """
    truth, s, t = read_array(f, "f"), read_deviation(sigma), read_deviation(threshold, "threshold")
    if s == 0 or t / s > NO_NOISE:
        return np.minimum(np.abs(truth), t) ** 2
    with np.errstate(over="ignore"):
        # Further beyond the threshold the risk is the same.
        m = np.minimum(np.abs(truth) / s, NO_NOISE**2)
    return s * s * _unit_risk(np.atleast_1d(m), t / s).reshape(truth.shape)


def _unit_risk(m: Array, t: float) -> Array:
    first, second = _tail_integrals(t + m)
    risk = second + 2.0 * m * first
    near = m < t
    first, second = _tail_integrals(t - m[near])
    risk[near] += m[near] ** 2 - 2.0 * m[near] * first + second
    # Beyond t the sum above would cancel down from m^2. There E (Z - t)^2 1{Z > c} = (1 + t^2) Phi(-c) + (c - 2t) phi(c), c = t - m, and
    # the rest of m^2 is lost with probability Phi(c). Nothing changes further out than 50.
    far = np.minimum(m[~near], t + 50.0)
    if far.size:
        from scipy.special import ndtr

        c = t - far
        risk[~near] += (1.0 + t * t) * ndtr(-c) + (c - 2.0 * t) * _density(c) + far**2 * ndtr(c)
    return risk


def _density(c: Array) -> Array:
    return np.exp(-0.5 * c * c) / math.sqrt(2.0 * math.pi)


def _tail_integrals(c: Array) -> tuple[Array, Array]:
    """E (Z - c)_+ and E (Z - c)_+^2 for c >= 0."""
    from scipy.special import ndtr

    # Beyond 60 both are 0 in double precision.
    c = np.minimum(c, 60.0)
    density, tail = _density(c), ndtr(-c)
    first = density - c * tail
    second = (1.0 + c * c) * tail - c * density
    large = c > FRACTION_FROM
    if large.any():
        # J_n = E (Z - c)_+^n: J_{n+1} = n J_{n-1} - c J_n makes r_n = J_n/J_{n-1} = n/(c + r_{n+1}), and J_0 = phi(c)/(c + r_1).
        x = c[large]
        ratio = np.zeros_like(x)
        for n in range(FRACTION_TERMS, 2, -1):
            ratio = n / (x + ratio)
        r2 = 2.0 / (x + ratio)
        r1 = 1.0 / (x + r2)
        first[large] = density[large] / (x + r1) * r1
        second[large] = first[large] * r2
    return first, second
