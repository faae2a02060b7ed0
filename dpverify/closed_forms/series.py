"""Remainders of the exponential series and other differences that would cancel, for x >= 0. Each to about two units in the last place."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np

from .inputs import Floats

_BREAK = 3.0
"""Up to here the series is summed (all terms positive), beyond it the difference loses less than one bit."""
_TERMS = 32


def _remainder(x: Floats, order: int) -> Floats:
    """Sum over j >= 0 of x^j/(j + order)! for x <= _BREAK."""
    total = np.full_like(x, 1 / factorial(_TERMS + order))
    for j in reversed(range(_TERMS)):
        total = total * x + 1 / factorial(j + order)
    return total


def exp_remainder_2(x: Any, grown: Any = None) -> Floats:
    """(e^x - 1 - x)/x^2, which is 1/2 at 0. Give e^x - 1 as `grown` where it is known better than from the rounded x."""
    x = np.asarray(x, dtype=np.float64)
    far = np.maximum(x, _BREAK)
    grown = np.expm1(far) if grown is None else grown
    return np.where(x <= _BREAK, _remainder(np.minimum(x, _BREAK), 2), (grown - far) / far / far)


def exp_remainder_3(x: Any, grown: Any = None) -> Floats:
    """(e^x - 1 - x - x^2/2)/x^3, which is 1/6 at 0. `grown` as above."""
    x = np.asarray(x, dtype=np.float64)
    far = np.maximum(x, _BREAK)
    grown = np.expm1(far) if grown is None else grown
    return np.where(x <= _BREAK, _remainder(np.minimum(x, _BREAK), 3), (grown - far * (1 + far / 2)) / far / far / far)


def decay_remainder(x: Any) -> Floats:
    """(e^-x - 1 + x)/x^2, which is 1/2 at 0 and falls like 1/x."""
    # The terms alternate, but up to 1 the first outweighs the rest by far.
    x = np.asarray(x, dtype=np.float64)
    near = np.minimum(x, 1.0)
    far = np.maximum(x, 1.0)
    total = np.full_like(near, 1 / factorial(24))
    for j in reversed(range(22)):
        total = 1 / factorial(j + 2) - near * total
    return np.where(x <= 1, total, (np.expm1(-far) + far) / far / far)


def coth_excess(x: Any) -> Floats:
    """coth x - 1/x for 0 <= x <= 1/4."""
    x = np.asarray(x, dtype=np.float64)
    coefficients = (1 / 3, -1 / 45, 2 / 945, -1 / 4725, 2 / 93555, -1382 / 638512875, 4 / 18243225, -3617 / 162820783125)
    square = x * x
    total = np.full_like(x, coefficients[-1])
    for c in reversed(coefficients[:-1]):
        total = total * square + c
    return total * x


def exp_quotient(epsilon: Floats, numerator: int, denominator: int) -> Floats:
    """exp(-epsilon numerator/denominator) for numerator/denominator in (1/2, 2) or a third: the rounding of the exponent is made good."""
    exponent = epsilon * numerator / denominator
    # epsilon*numerator - exponent*denominator, exactly where the split products below are exact.
    high, low = small_product(exponent, float(denominator))
    left, rest = small_product(epsilon, float(numerator))
    return np.exp(-exponent) * (1 - ((left - high) + (rest - low)) / denominator)


def small_product(a: Floats, b: float) -> tuple[Floats, Floats]:
    """a*b as rounded product and error (Dekker), for b of few bits."""
    product = a * b
    big = a * 134217729.0
    high = big - (big - a)
    low = a - high
    return product, (high * b - product) + low * b


def quotient(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """a/b as rounded quotient and error."""
    rounded = a / b
    high, low = product(rounded, b)
    return rounded, ((a - high) - low) / b


def product(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """a*b as rounded product and error (Dekker); the factors are scaled into the middle of the range first."""
    (x, i), (y, j) = np.frexp(a), np.frexp(b)
    rounded = x * y
    big = x * 134217729.0
    x_high = big - (big - x)
    big = y * 134217729.0
    y_high = big - (big - y)
    x_low, y_low = x - x_high, y - y_high
    error = ((x_high * y_high - rounded) + x_high * y_low + x_low * y_high) + x_low * y_low
    return np.ldexp(rounded, i + j), np.ldexp(error, i + j)


def difference(a: float, b: Floats) -> tuple[Floats, Floats]:
    """a - b for a >= b >= 0 as rounded difference and error."""
    rounded = a - b
    return rounded, (a - rounded) - b


def log1p_pair(w: Floats, low: Floats) -> tuple[Floats, Floats]:
    """log(1 + w + low) as rounded value and most of its error, low small against w >= 0 (or w > -1, then without the error)."""
    log = np.log1p(w)
    high, lost = product(log, log)
    # w - (e^log - 1), where w - log and the difference to log^2/2 are exact.
    residual = ((w - log) - high / 2) - lost / 2 - log * log * log * exp_remainder_3(log)
    return log, (np.where((log >= 0) & (log <= _BREAK), residual, 0.0) + low) / (1 + w)
