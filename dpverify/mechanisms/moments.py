"""Moments whose factors may be beyond the floats though the moment is not."""

from __future__ import annotations

import math
from collections.abc import Callable

NORMAL = 1e-290


def moment_float(direct: Callable[[], float], logarithm: Callable[[], float]) -> float:
    """direct(), or e^logarithm() where a factor of that over- or underflows; inf or 0 beyond the floats."""
    try:
        value = float(direct())
    except (OverflowError, ZeroDivisionError):
        value = math.nan
    return value if NORMAL < value < math.inf else from_logarithm(logarithm())


def from_logarithm(value: float) -> float:
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def log_lower_gamma(a: float, x: float) -> float:
    """log of the lower incomplete gamma function gamma(a, x) for a > 1 and x > 0."""
    from scipy import special

    part = float(special.gammainc(a, x))
    if part > NORMAL:
        return math.lgamma(a) + math.log(part)
    # gamma(a, x) = x^a e^-x/a 1F1(1; a + 1; x), and x is far below a.
    return a * math.log(x) - x - math.log(a) + math.log(float(special.hyp1f1(1.0, a + 1.0, x)))
