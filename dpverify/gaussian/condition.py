"""The analytic Gaussian condition in mpmath at any precision: the same number as the balls', by another route."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

from .inputs import read_digits, read_epsilon, read_sensitivity, read_sigma

GUARD = 32
LARGE = 1e8
"""Beyond it the tail comes from its asymptotic series: mpmath's own overflows somewhere above 1e150."""


def gaussian_condition(epsilon: Any, sigma: Any, sensitivity: Any = 1, digits: int = 50) -> Any:
    """The privacy profile of N(0, sigma^2) at sensitivity Delta as an mpmath number of `digits` correct significant digits:

        Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta).

    N(0, sigma^2) is (epsilon, delta)-DP iff this is at most delta. For epsilon >= 0, sigma > 0, sensitivity > 0, taken exactly: text such
    as "1e-5", int, Fraction, Decimal, mpf, or a float by its shortest text. Raises DomainError, a ValueError.
    Source: balle2018gaussian, Theorem 8.
    """
    eps, ratio, count = read_epsilon(epsilon), read_sensitivity(sensitivity) / read_sigma(sigma), read_digits(digits)
    wanted = math.ceil(count * math.log2(10)) + GUARD
    # exp(-x^2/2) loses the bits before the point of x^2, and so does x where it is the difference of two large numbers.
    large = 2 * max(0, _log2(ratio), _log2(eps / ratio) if eps else 0)
    precision = wanted + large
    while True:
        with mpmath.workprec(precision):
            half, m = _mpf(ratio) / 2, _mpf(eps / ratio)
            first, second = normal_tail(m - half), mpmath.exp(_mpf(eps)) * normal_tail(m + half)
            value = first - second
            lost = first._mpf_[2] + first._mpf_[3] - value._mpf_[2] - value._mpf_[3] if value > 0 else precision
        if lost <= precision - wanted - large:
            with mpmath.workdps(count):
                return +value
        precision = max(wanted + large + lost + GUARD, precision + wanted) if value > 0 else 2 * precision


def normal_tail(x: Any) -> Any:
    """1 - Phi(x) for an mpmath number x of any size, at the working precision."""
    if x < LARGE:
        return mpmath.erfc(x / mpmath.sqrt(2)) / 2
    # phi(x)/x (1 - 1/x^2 + 3/x^4 - ...): the error is less than the first term left out.
    square = x * x
    total = term = mpf(1)
    k = 1
    while abs(term) > mpmath.eps:
        term = -term * k / square
        total += term
        k += 2
    return mpmath.exp(-square / 2) / (x * mpmath.sqrt(2 * mpmath.pi)) * total


def _mpf(q: Fraction) -> Any:
    return mpf(q.numerator) / q.denominator


def _log2(q: Fraction) -> int:
    return q.numerator.bit_length() - q.denominator.bit_length()
