"""Exact parameters of a law: read, checked, and turned into floats."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from ..errors import InputError
from ..exact import decimal_nearest, rational_from_number


def positive_epsilon(value: Any, law: str) -> Fraction:
    number = rational_from_number(value, "epsilon")
    if number <= 0:
        raise InputError(f"epsilon is {_text(value, number)}; {law} needs a finite number above 0")
    return number


def epsilon(value: Any) -> Fraction:
    number = rational_from_number(value, "epsilon")
    if number < 0:
        raise InputError(f"epsilon is {_text(value, number)}; it must be a finite number of at least 0")
    return number


def target_delta(value: Any, law: str) -> Fraction:
    number = rational_from_number(value, "delta")
    if not 0 < number < 1:
        raise InputError(f"delta is {_text(value, number)}; {law} needs a number with 0 < delta < 1")
    return number


def any_delta(value: Any) -> Fraction:
    number = rational_from_number(value, "delta")
    if not 0 <= number < 1:
        raise InputError(f"delta is {_text(value, number)}; it must be a number with 0 <= delta < 1")
    return number


def sensitivity(value: Any) -> Fraction:
    number = rational_from_number(value, "sensitivity")
    if number <= 0:
        raise InputError(f"sensitivity is {_text(value, number)}; it must be a finite number above 0")
    return number


def integer_sensitivity(value: Any, law: str) -> Fraction:
    number = sensitivity(value)
    if number.denominator != 1:
        raise InputError(f"sensitivity is {_text(value, number)}; {law} is for integer queries and needs a positive integer")
    return number


def nearest_float(number: Fraction) -> float:
    """The nearest float, infinite beyond their range."""
    try:
        return float(number)
    except OverflowError:
        return math.inf


def as_float(number: Fraction, name: str) -> float:
    """The nearest float. InputError if it is beyond their range."""
    value = nearest_float(number)
    if math.isinf(value) or (value == 0) != (number == 0):
        raise InputError(f"{name} is {decimal_nearest(number, 6)}, beyond the range of floats: only certified values are available")
    return value


def _text(value: Any, number: Fraction) -> str:
    return repr(value) if isinstance(value, str) else decimal_nearest(number, 12)
