"""Stein's unbiased risk estimate of an estimator that is only known as a function, the divergence by a random probe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .inputs import Array, read_array, read_deviation

STEP = 0.01
"""Length of the probe in units of sigma: small for the estimators' bends, large for rounding."""


def monte_carlo_sure(denoise: Callable[[Array], Array], noisy: Any, sigma: float, seed: int = 0) -> float:
    """-d sigma^2 + ||denoise(y) - y||^2 + 2 sigma^2 div, with div = b . (denoise(y + h b) - denoise(y))/h for random signs b, h =
    sigma/100.

    Its expectation is the risk of `denoise` at every f, up to O(h), if `denoise` is continuous with a derivative almost everywhere
    (Stein's identity; the probe is that of Ramani, Blu and Unser, 2008). sigma = 0 gives ||denoise(y) - y||^2. `noisy`: any shape, in the
    units of sigma.
    """
    y, s = read_array(noisy), read_deviation(sigma)
    estimate = denoise(y)
    residual = float(((estimate - y) ** 2).sum())
    if s * s == 0:
        return residual
    signs = np.random.default_rng(seed).integers(0, 2, size=y.shape) * 2.0 - 1.0
    divergence = float((signs * (denoise(y + STEP * s * signs) - estimate)).sum()) / (STEP * s)
    return residual + s * s * (2.0 * divergence - y.size)
