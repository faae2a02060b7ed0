"""Total-variation denoising on grids, which is trend filtering of order zero: neighbouring cells are drawn to equal values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import InputError, MissingDependency
from .inputs import Array, read_array, read_deviation, read_weight
from .sure import monte_carlo_sure

WEIGHTS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Weights tried, in units of sigma; beside them the limit of infinite weight, the mean of all cells."""
ITERATIONS = 300
LEAST_WEIGHT, LARGEST_WEIGHT = 1e-30, 1e100
"""Of a grid whose largest entry is about 1: a lower weight changes no digit, a higher one no step of the algorithm."""


def total_variation(noisy: Any, sigma: float, weight: float | None = None, seed: int = 0) -> Array:
    """argmin over u of ||u - noisy||^2/2 + weight TV(u), TV(u) = sum over the cells of the length of the vector of forward differences.

    `noisy`: a grid of one or more dimensions, in the units of sigma and of `weight`; weight = inf gives the mean of all cells. By default
    the weight is the multiple of sigma in WEIGHTS, or inf, with the least unbiased risk estimate, whose probe is drawn with `seed`. It
    sees only the noisy grid, so it costs no privacy.

    Chambolle's algorithm as scikit-image has it, with a fixed number of steps, so that the estimate depends smoothly on the data: the
    objective is within 1 % of its minimum for weights up to 2 sigma; beyond that the steps end before the minimum, at a rougher grid. The
    risk estimate is for the grid that is returned. Raises MissingDependency without scikit-image.
    """
    y, s = read_array(noisy), read_deviation(sigma)
    if y.ndim == 0:
        raise InputError("noisy is a single number; total variation needs a grid of at least one dimension")
    if s == 0 and weight is None:
        return y.copy()
    return _solve(y, _least_risk(y, s, seed) if weight is None else read_weight(weight))


def total_variation_sure(noisy: Any, sigma: float, weight: float, seed: int = 0) -> float:
    """Unbiased estimate of the risk of `total_variation` at a fixed weight, whatever f is (`monte_carlo_sure`)."""
    w = read_weight(weight)
    return monte_carlo_sure(lambda y: _solve(y, w), noisy, sigma, seed)


def _least_risk(y: Array, sigma: float, seed: int) -> float:
    estimates = {w: monte_carlo_sure(lambda z, w=w: _solve(z, w), y, sigma, seed) for w in (m * sigma for m in WEIGHTS)}  # type: ignore[misc]
    # The mean has divergence 1, so this is its unbiased risk estimate without a probe.
    estimates[np.inf] = float(((y - y.mean()) ** 2).sum()) + sigma * sigma * (2.0 - y.size)
    return min(estimates, key=lambda w: estimates[w])


def _solve(y: Array, weight: float) -> Array:
    if weight == np.inf:
        return np.full_like(y, y.mean())
    if weight == 0:
        return y.copy()
    try:
        from skimage.restoration import denoise_tv_chambolle
    except ImportError:
        raise MissingDependency("total variation needs the package scikit-image: pip install 'dpverify[experiments]'") from None
    # In units of a power of two, which changes no digit, no square over- or underflows.
    exponent = math.frexp(float(np.abs(y).max()))[1]
    in_units = weight / math.ldexp(1.0, exponent)
    if in_units < LEAST_WEIGHT:
        return y.copy()
    u = denoise_tv_chambolle(np.ldexp(y, -exponent), weight=min(in_units, LARGEST_WEIGHT), eps=0.0, max_num_iter=ITERATIONS)
    return np.ldexp(np.asarray(u), exponent)
