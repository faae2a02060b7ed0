"""Algorithm 1 of the paper of the analytic Gaussian mechanism in mpmath: a route of its own to sigma, kept to check the others against."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
from mpmath import mpf

from ..errors import DomainError
from .condition import normal_tail
from .inputs import read_delta, read_digits, read_epsilon, read_sensitivity

GUARD = 40


def paper_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1, digits: int = 30) -> Any:
    """sigma = alpha Delta/sqrt(2 epsilon) by Algorithm 1 (balle2018gaussian), as an mpmath number of `digits` significant digits.

    delta_0 = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)). If delta >= delta_0, alpha = sqrt(1 + v/2) - sqrt(v/2) for the v with

        B+(v) = Phi(sqrt(epsilon v)) - e^epsilon Phi(-sqrt(epsilon (v + 2))) = delta;

    otherwise alpha = sqrt(1 + u/2) + sqrt(u/2) for the u with

        B-(u) = Phi(-sqrt(epsilon u)) - e^epsilon Phi(-sqrt(epsilon (u + 2))) = delta.

    For epsilon > 0. Raises DomainError, a ValueError. Meant for checks: `analytic_gaussian_sigma` and `certified_sigma` are faster and
    cover epsilon = 0.
    """
    eps_exact, dlt_exact = read_epsilon(epsilon), read_delta(delta, epsilon=epsilon)
    size, count = read_sensitivity(sensitivity), read_digits(digits)
    if not eps_exact:
        raise DomainError("epsilon is 0; Algorithm 1 needs epsilon > 0")
    # B+ and B- are differences of numbers of the order of 1, and alpha is one of the order of sqrt(v).
    cancelled = [abs(q.numerator.bit_length() - q.denominator.bit_length()) for q in (eps_exact, dlt_exact, 1 - dlt_exact)]
    with mpmath.workprec(math.ceil(count * math.log2(10)) + 3 * sum(cancelled) + GUARD):
        eps = mpf(eps_exact.numerator) / eps_exact.denominator
        dlt = mpf(dlt_exact.numerator) / dlt_exact.denominator
        growth = mpmath.exp(eps)

        def b_plus(v: Any) -> Any:
            return normal_tail(-mpmath.sqrt(eps * v)) - growth * normal_tail(mpmath.sqrt(eps * (v + 2)))

        def b_minus(u: Any) -> Any:
            return normal_tail(mpmath.sqrt(eps * u)) - growth * normal_tail(mpmath.sqrt(eps * (u + 2)))

        delta_0 = mpf(1) / 2 - growth * normal_tail(mpmath.sqrt(2 * eps))
        tolerance = mpf(10) ** (-count - 5)
        if dlt >= delta_0:
            if dlt < 0.5:
                v = _root(lambda x: mpmath.log(b_plus(x) / dlt), eps, tolerance)
            else:
                v = _root(lambda x: mpmath.log((1 - dlt) / (1 - b_plus(x))), eps, tolerance)
            alpha = mpmath.sqrt(1 + v / 2) - mpmath.sqrt(v / 2)
        else:
            u = _root(lambda x: mpmath.log(dlt / b_minus(x)), eps, tolerance)
            alpha = mpmath.sqrt(1 + u / 2) + mpmath.sqrt(u / 2)
        sigma = alpha * (mpf(size.numerator) / size.denominator) / mpmath.sqrt(2 * eps)
    with mpmath.workdps(count):
        return +sigma


def _root(function: Callable[[Any], Any], eps: Any, tolerance: Any) -> Any:
    """Where the increasing function of x >= 0 is 0: a bracket by growing and shrinking, then the secant method within it (Illinois)."""
    high = 1 / eps
    while function(high) < 0:
        high *= 16
    low = high / 16
    # alpha depends on sqrt(x) next to 1: an x as small as this is 0.
    smallest = tolerance**2
    while function(low) > 0:
        if low < smallest:
            return mpf(0)
        high, low = low, low / 16
    f_low, f_high = function(low), function(high)
    side = 0
    while high - low > tolerance * low:
        middle = (low * f_high - high * f_low) / (f_high - f_low)
        f = function(middle)
        if abs(f) < tolerance:
            return middle
        if f > 0:
            high, f_high = middle, f
            f_low = f_low / 2 if side > 0 else f_low
            side = 1
        else:
            low, f_low = middle, f
            f_high = f_high / 2 if side < 0 else f_high
            side = -1
    return (low + high) / 2
