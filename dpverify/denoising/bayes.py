"""Bayes shrinkage: the posterior mean under the prior f ~ N(0, w^2 I)."""

from __future__ import annotations

from typing import Any

from .inputs import Array, read_array, read_deviation, read_dimension


def bayes_shrinkage(noisy: Any, sigma: float, prior_sigma: float) -> Array:
    """noisy w^2/(w^2 + sigma^2), the posterior mean E[f | noisy] for f ~ N(0, w^2 I), w = `prior_sigma` >= 0.

    No estimator has a smaller risk averaged over that prior. `noisy`: any shape, in the units of sigma and w. Source: balle2018gaussian,
    Section 4.
    """
    y, s, w = read_array(noisy), read_deviation(sigma), read_deviation(prior_sigma, "prior_sigma")
    return y.copy() if s == 0 else y * _factor(s, w)


def bayes_risk(d: int, sigma: float, prior_sigma: float) -> float:
    """d w^2 sigma^2/(w^2 + sigma^2): the risk of `bayes_shrinkage` averaged over the prior, the least possible. Exact up to rounding."""
    count, s, w = read_dimension(d), read_deviation(sigma), read_deviation(prior_sigma, "prior_sigma")
    return 0.0 if s == 0 else count * _factor(s, w) * s * s


def bayes_shrinkage_risk(f: Any, sigma: float, prior_sigma: float) -> float:
    """The risk of `bayes_shrinkage` at a given f (any shape): c^2 d sigma^2 + (1 - c)^2 ||f||^2, c = w^2/(w^2 + sigma^2)."""
    truth, s, w = read_array(f, "f"), read_deviation(sigma), read_deviation(prior_sigma, "prior_sigma")
    if s == 0:
        return 0.0
    kept, lost = _factor(s, w), _factor(w, s)
    return float(kept * kept * truth.size * s * s + lost * lost * (truth * truth).sum())


def _factor(sigma: float, w: float) -> float:
    """w^2/(w^2 + sigma^2), without squaring what would overflow."""
    if w == 0:
        return 0.0
    ratio = sigma / w
    return 1.0 / (1.0 + ratio * ratio)
