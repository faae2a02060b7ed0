"""Least costs of symmetric monotone (0, delta)-DP noise: uniform, with an atom at 0 for large delta (geng2018additive, Theorem 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .inputs import plain, positive_deltas, sensitivities, together


def additive_amplitude(delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """Delta/(4 delta) for delta <= 1/2, (1 - delta) Delta above; 0 < delta < 1, at most 8 ulp off. Raises DomainError.

    Source: geng2018additive, equation 9.
    """
    dlt, size = together(positive_deltas(delta), sensitivities(sensitivity))
    with np.errstate(all="ignore"):
        return plain(np.where(dlt <= 0.5, size / (4 * dlt), (1 - dlt) * size))


def additive_power(delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """Delta^2/(12 delta^2) for delta <= 2/3, (9/16)(1 - delta) Delta^2 above; 0 < delta < 1, at most 8 ulp off. Raises DomainError.

    Source: geng2018additive, equation 10, on its whole range.
    """
    dlt, size = together(positive_deltas(delta), sensitivities(sensitivity))
    with np.errstate(all="ignore"):
        ratio = size / dlt
        return plain(np.where(3 * dlt <= 2, ratio * (ratio / 12), size * (0.5625 * (1 - dlt) * size)))
