"""The James-Stein estimator and its positive part, with their exact risks.

With S = ||noisy||^2/sigma^2, which is non-central chi-square with d degrees of freedom and non-centrality 2m = ||f||^2/sigma^2: S given
K ~ Poisson(m) is chi-square with d + 2K degrees of freedom, so every risk here is a Poisson average of a central expectation.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import InputError
from .inputs import Array, read_array, read_deviation, read_dimension

LARGE = 1e8
"""Poisson mean beyond which the expansion for large means is right to the last digits."""
DEVIATIONS = 12.0
"""Poisson weights further from the mean than this many standard deviations (and 60) are left out: below 1e-30 in sum."""


def james_stein(noisy: Any, sigma: float) -> Array:
    """(1 - (d - 2) sigma^2/||noisy||^2) noisy, for d >= 3 entries in any shape (0 where noisy = 0).

    Its risk is below d sigma^2, that of `noisy`, for every f: `james_stein_risk`. Raises InputError for d < 3, and for a noisy array so
    small beside sigma that the estimate is beyond floating point. Source: balle2018gaussian, Section 4; the factor d - 2 comes from
    E[(d - 2)/||noisy||^2] = 1/(w^2 + sigma^2) under the prior N(0, w^2 I).
    """
    y, s, size = _measured(noisy, sigma)
    if s == 0 or size == 0:
        return y.copy()
    # In this order nothing overflows that is not itself too large.
    moved = (y.size - 2) * s * (s / size)
    if not math.isfinite(moved):
        raise InputError(f"sigma is {s}, but ||noisy|| is {size:.3g}: the estimate is beyond floating point")
    return y - moved * (y / size)


def james_stein_positive_part(noisy: Any, sigma: float) -> Array:
    """(1 - (d - 2) sigma^2/||noisy||^2)_+ noisy, for d >= 3 entries in any shape. Its risk is below that of `james_stein` for every f."""
    y, s, size = _measured(noisy, sigma)
    if s == 0 or size == 0:
        return y.copy()
    ratio = s / size
    return y * max(0.0, 1.0 - (y.size - 2) * ratio * ratio)


def _measured(noisy: Any, sigma: float) -> tuple[Array, float, float]:
    y, s = read_array(noisy), read_deviation(sigma)
    if y.size < 3:
        raise InputError(f"noisy has {y.size} {'entry' if y.size == 1 else 'entries'}; James-Stein needs d >= 3")
    scale = float(np.abs(y).max())
    return y, s, scale * float(np.linalg.norm(y / scale)) if scale > 0 else 0.0


def james_stein_risk(norm: float, d: int, sigma: float) -> float:
    """d sigma^2 - (d - 2)^2 sigma^4 E[1/||noisy||^2], the exact risk at any f with ||f|| = `norm`, d >= 3; 2 sigma^2 at norm = 0.

    E[1/S] = E[1/(d - 2 + 2K)] (module docstring). Relative error about 1e-13.
    """
    m, count, s = _read(norm, d, sigma)
    if s == 0:
        return 0.0
    a = count - 2
    # d - a^2/(a + 2K) = 2 + 2aK/(a + 2K): a sum of positive terms.
    if m > LARGE:
        x = a / (2.0 * m)
        mean = (1.0 - (x / m) / (1.0 + x) ** 2) / (1.0 + x)
    else:
        k, weight = _poisson(m)
        mean = float((weight * (2.0 * k / (a + 2.0 * k))).sum())
    return (2.0 + a * mean) * s * s


def james_stein_positive_part_risk(norm: float, d: int, sigma: float) -> float:
    """The exact risk of `james_stein_positive_part` at any f with ||f|| = `norm`, d >= 3. Relative error about 1e-12.

    Stein's identity gives sigma^2 E[(d - a^2/S) 1{S > a} + (S - d) 1{S <= a}] with a = d - 2. For a chi-square S of n degrees of freedom
    E[1/S; S > a] = P(chi2_{n-2} > a)/(n - 2) and E[S; S <= a] = n P(chi2_{n+2} <= a).
    """
    from scipy.special import gammainc, gammaincc

    m, count, s = _read(norm, d, sigma)
    if s == 0:
        return 0.0
    a = count - 2
    if m > max(LARGE, 1000.0 * a):
        # P(S <= a) is below e^(-m/8): the positive part is never taken.
        return james_stein_risk(norm, d, sigma)
    k, weight = _poisson(m)
    n = count + 2.0 * k
    above = count * gammaincc(n / 2, a / 2) - a * a / (n - 2) * gammaincc(n / 2 - 1, a / 2)
    below = n * gammainc(n / 2 + 1, a / 2) - count * gammainc(n / 2, a / 2)
    return float((weight * (above + below)).sum()) * s * s


def _read(norm: Any, d: Any, sigma: Any) -> tuple[float, int, float]:
    size, count, s = read_deviation(norm, "norm"), read_dimension(d, 3), read_deviation(sigma)
    ratio = size / s if s > 0 else 0.0
    return 0.5 * ratio * ratio, count, s


def _poisson(m: float) -> tuple[Array, Array]:
    """(k, P(K = k)) around the mean m, by ratios from the mode outwards, so that no large logarithms cancel."""
    reach = int(DEVIATIONS * math.sqrt(m)) + 60
    mode = int(m)
    k = np.arange(max(0, mode - reach), mode + reach + 1, dtype=np.float64)
    at = mode - int(k[0])
    weight = np.ones_like(k)
    weight[at + 1 :] = np.cumprod(m / k[at + 1 :])
    weight[:at] = np.cumprod(k[at:0:-1] / m)[::-1] if m > 0 else 0.0
    return k, weight / weight.sum()
