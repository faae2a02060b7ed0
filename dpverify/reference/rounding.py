"""The first float64 at or above a number that is only known by enclosures."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

Ends = tuple[Fraction, Fraction]
DIGITS = (60, 240, 1000, 10_000)
"""1 - e^-1000 is within 10^-434 of a float64: so many digits may be needed to tell them apart."""


def float_at_or_above(q: Fraction) -> float:
    """The least float64 that is not below q, exactly; inf beyond the largest one."""
    try:
        nearest = float(q)
    except OverflowError:
        return math.inf if q > 0 else -math.nextafter(math.inf, 0.0)
    if math.isinf(nearest):
        return nearest
    return nearest if Fraction(nearest) >= q else math.nextafter(nearest, math.inf)


def first_double(ends: Callable[[int], Ends]) -> float | None:
    """The least float64 that is not below the value enclosed by `ends(digits)`; None where it is beyond the range, or not decided.

    It is decided when both ends round up to the same float64. Undecided can only stay a value within 10^-10000 of a float64.
    Ends 0 < high stand for a positive value, which rounds up to the least positive float64 at least.
    """
    for digits in DIGITS:
        low, high = ends(digits)
        first = float_at_or_above(low) if low or not high else math.ulp(0.0)
        if first == float_at_or_above(high):
            return first if math.isfinite(first) else None
    return None
