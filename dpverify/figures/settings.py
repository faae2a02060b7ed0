"""Checks of the settings that figures share. Raises InputError that names the setting, its value and the range."""

from __future__ import annotations

from fractions import Fraction

from ..errors import InputError
from ..exact import rational_from_text

EXPONENTS = {"amplitude": "1", "power": "2"}
"""Loss -> p of E|X|^p."""
MAX_POINTS = 200


def check_number(text: str, name: str, least: str, below: str, zero: bool = False) -> None:
    """least <= number < below, or 0 where that is allowed."""
    wanted = f"{name} is {text[:40]!r}; this figure needs a number from {least} to below {below}" + (", or 0" if zero else "")
    # A long text is a number of no figure, and reading it takes time.
    if len(text) > 100:
        raise InputError(wanted)
    try:
        number = rational_from_text(text)
    except InputError:
        raise InputError(wanted) from None
    if not (Fraction(least) <= number < Fraction(below) or (zero and number == 0)):
        raise InputError(wanted)


def check_points(points: int, least: int = 3, most: int = MAX_POINTS) -> None:
    if not least <= points <= most:
        raise InputError(f"points is {points}; this figure needs an integer from {least} to {most}")


def check_loss(loss: str) -> None:
    if loss not in EXPONENTS:
        raise InputError(f"loss is {loss!r}; it must be {' or '.join(EXPONENTS)}")
