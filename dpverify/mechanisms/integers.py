"""What the laws on the integers share: rounding a real inverse to the right integer, and sums of their privacy profiles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .law import Floats


def first_integer(guess: Floats, tail: Callable[[Floats], Floats], u: Floats, last: float = np.inf) -> Floats:
    """The least integer j, 0 <= j <= last, with tail(j) <= u, from a guess that is right up to rounding."""
    with np.errstate(invalid="ignore"):
        j = np.clip(np.ceil(guess), 0.0, last)
        lower = np.maximum(j - 1, 0.0)
        j = np.where(tail(lower) <= u, lower, j)
        return np.where(tail(j) <= u, j, np.minimum(j + 1, last))


def last_before_ratio(epsilon: Floats, own: float, size: float) -> Floats:
    """The number m of integers -m, ..., -1 at which P(i)/P(i + size) = exp((2i + size) own/size) exceeds e^epsilon."""
    return np.maximum(np.ceil(size * (1 - epsilon / own) / 2) - 1, 0.0)


def profile_sum(lead: Floats, rate: float, first: Floats, last: Floats) -> Floats:
    """(1 - beta) sum_{j=first}^{last} (beta^j - e^lead beta^-j), beta = e^-rate, 0 for last < first; every term non-negative."""
    count = np.maximum(last - first + 1, 0.0)
    return np.exp(-rate * first) * -np.expm1(-rate * count) * np.maximum(-np.expm1(lead + rate * (last + first)), 0.0)
