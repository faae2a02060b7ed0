"""The least number of a few digits at which something is certified."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from ..exact import decimal_up

MOST = 1 << 14
"""Further than so many units of the last digit from the guess nothing is looked for."""


def least_certified(guess: Fraction, digits: int, holds: Callable[[Fraction], bool]) -> Fraction | None:
    """A number near the guess > 0 at which `holds`, while it does not one unit of the last digit below; None if there is none near.

    `holds` is to be true from some number on (where it only mostly is, what is returned is one of its starts).
    """
    first = Fraction(decimal_up(guess, digits))
    unit = Fraction(10) ** (math.floor(math.log10(first)) + 1 - digits)
    low, high = (-1, 0) if holds(first) else (0, 1)
    while low >= 0 and not holds(first + high * unit):
        low, high = high, 2 * high
        if high > MOST:
            return None
    while low < 0 and low > -MOST and first + low * unit > 0 and holds(first + low * unit):
        low, high = 2 * low, low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(first + middle * unit) else (middle, high)
    return first + high * unit
