"""Float64 answers decided in balls, one at a time."""

from __future__ import annotations

import math
from fractions import Fraction

from ..errors import NotEnclosable

REACH = 400
"""So many floats around a first guess are tried."""


def first_private_of_exact(epsilon: Fraction, delta: Fraction, sensitivity: Fraction) -> float:
    """The first float64 sigma at which N(0, sigma^2) is (epsilon, delta)-DP for these very numbers; inf if none is."""
    from ..enclosure.gaussian import sigma_ends

    return first_private(epsilon, delta, sensitivity, _nearest(sigma_ends(epsilon, delta, sensitivity, 20)))


def first_private(epsilon: float | Fraction, delta: float | Fraction, sensitivity: float | Fraction, guess: float) -> float:
    """The first float64 sigma at which N(0, sigma^2) is (epsilon, delta)-DP, sought from the guess on; inf if none is."""
    if guess <= 0:
        guess = 5e-324
    if _is_private(epsilon, delta, sensitivity, guess):
        for _ in range(REACH):
            below = math.nextafter(guess, 0.0)
            if below == 0.0 or not _is_private(epsilon, delta, sensitivity, below):
                return guess
            guess = below
    else:
        for _ in range(REACH):
            guess = math.nextafter(guess, math.inf)
            if _is_private(epsilon, delta, sensitivity, guess):
                return guess
    raise NotEnclosable(f"the guess for sigma at epsilon = {epsilon!r}, delta = {delta!r}, sensitivity = {sensitivity!r} is far off")


def _is_private(epsilon: float | Fraction, delta: float | Fraction, sensitivity: float | Fraction, sigma: float) -> bool:
    from ..enclosure.gaussian import profile_is_at_most

    if math.isinf(sigma):
        return True
    return profile_is_at_most(Fraction(epsilon), Fraction(sensitivity) / Fraction(sigma), Fraction(delta))


def nearest_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    from ..enclosure.gaussian import sigma_ends

    return _nearest(sigma_ends(Fraction(epsilon), Fraction(delta), Fraction(sensitivity), 20))


def nearest_delta(epsilon: float, sigma: float, sensitivity: float) -> float:
    from ..enclosure.gaussian import delta_ends

    return _nearest(delta_ends(Fraction(epsilon), Fraction(sensitivity) / Fraction(sigma), 20))


def nearest_epsilon(delta: float, sigma: float, sensitivity: float) -> float:
    from ..enclosure.gaussian import epsilon_ends

    return _nearest(epsilon_ends(Fraction(sensitivity) / Fraction(sigma), Fraction(delta), 20))


def _nearest(ends: tuple) -> float:
    from ..enclosure.balls import fraction_of

    try:
        return float(fraction_of(ends[1]))
    except OverflowError:
        return math.inf
