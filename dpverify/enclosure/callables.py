"""A user's function arb -> arb, as a function from exact intervals to exact ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb

from ..errors import InputError, NotEnclosable
from .balls import ball_of, fraction_of, working_precision


def arb_image(function: Callable[[Any], Any], prec: int = 128) -> Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """(a, b) -> ends of a set that holds function(x) for all x in [a, b], if the function encloses its values on every ball.

    Raises InputError if it does not answer with an arb, NotEnclosable if the answer is not finite.
    """

    def image(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        with working_precision(prec):
            value = function(ball_of(a, prec) if a == b else ball_of(a, prec).union(ball_of(b, prec)))
            if not isinstance(value, arb):
                raise InputError(f"the function returned {type(value).__name__}, not an arb of python-flint")
            if not value.is_finite():
                raise NotEnclosable("the function has no finite enclosure there")
            return fraction_of(value.lower()), fraction_of(value.upper())

    return image
