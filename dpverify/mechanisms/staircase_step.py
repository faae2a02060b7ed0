"""The atom and the step of the truncated staircase that cost least, found in many digits and rounded to exact numbers.

Any atom and step give a private law, so what is found here need not be trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath as mp
import sympy as sp

from ..formulas import truncated_staircase as formulas

DIGITS = 17
LEAST_REST = mp.mpf(10) ** -40
"""The least delta - alpha that is tried, relative to delta: for large epsilon the best one is far below what matters."""


ROUGH, FINE = 30, 50
"""Rounds of a search; near its minimum a cost is flat, so that half of the digits of the place are enough."""


@lru_cache(maxsize=256)
def best_parameters(epsilon: Fraction, delta: Fraction, loss: int) -> tuple[Fraction, Fraction]:
    """(alpha, gamma) next to the best for E|X|^loss, loss 1 or 2.

    0 <= alpha < delta, (delta - alpha)/(1 - alpha) <= 1/2, 0 <= gamma <= 1.
    """
    # For small epsilon the costs are small differences.
    with mp.workdps(50 + 7 * _zeros(epsilon) // 2):
        eps, dlt = _mp(epsilon), _mp(delta)
        most = min(dlt, 1 - dlt)
        least = LEAST_REST * dlt

        def cost(scale: Any) -> Any:
            """The least cost at delta - alpha = most * e^-scale."""
            rest = most * mp.exp(-scale)
            return (1 - dlt + rest) * _best_step(eps, rest / (1 - dlt + rest), loss, ROUGH)[0]

        rest = most
        if cost(mp.mpf(0)) > cost(mp.mpf(1) / 1000):
            rest = most * mp.exp(-_golden(cost, mp.mpf(0), mp.log(most / least), ROUGH))
        gamma = _best_step(eps, rest / (1 - dlt + rest), loss, FINE)[1]
        short = min(_fraction(rest), delta, 1 - delta)
        return delta - short, min(max(_fraction(gamma), Fraction(0)), Fraction(1))


def _best_step(epsilon: Any, delta: Any, loss: int, rounds: int) -> tuple[Any, Any]:
    """The least cost at sensitivity one without an atom, and its gamma; delta <= 1/2."""
    grown = mp.expm1(epsilon)
    q = grown / (2 * delta)
    if loss == 1:
        # The levels are as many as (e^((N-1) epsilon) - 1)(e^(N epsilon) - 1) <= q^2 allows.
        factor = mp.exp(epsilon)
        g = (1 + factor + mp.sqrt((1 + factor) ** 2 - 4 * factor * (1 - q * q))) / (2 * factor)
        n = max(1, int(mp.ceil(mp.log(g) / epsilon)))
        rising, falling = mp.expm1(n * epsilon) + q * q, -mp.expm1(-n * epsilon)
        v = mp.sqrt(falling * factor / rising)
        return (mp.sqrt(rising * falling) / (2 * mp.sinh(epsilon / 2)) - n) / q, (v * (1 + q) - 1) / grown
    coefficients = _power_coefficients()

    def cost(gamma: Any) -> Any:
        v = (1 + gamma * grown) / (1 + q)
        n = 1 + int(mp.floor(-mp.log(v) / epsilon))
        c3, c2, c1, c0 = coefficients(n, epsilon, delta)
        return (c3 * v**2 - c2 * v + c1 + c0 / v) / q

    gamma = _golden(cost, mp.mpf(0), mp.mpf(1), rounds)
    if gamma < mp.mpf(10) ** -8:
        # For large epsilon the best step is like e^(-epsilon/3): look for its logarithm.
        gamma = mp.exp(-_golden(lambda t: cost(mp.exp(-t)), mp.mpf(0), 2 * epsilon, rounds))
    return cost(gamma), gamma


@lru_cache(maxsize=1)
def _power_coefficients() -> Callable[..., Any]:
    n, e, d = sp.symbols("n e d")
    return sp.lambdify((n, e, d), formulas.power_coefficients(n, e, d), modules="mpmath", cse=True)  # type: ignore[no-any-return]


def _golden(f: Callable[[Any], Any], low: Any, high: Any, rounds: int) -> Any:
    """About where a function with one minimum has it."""
    ratio = (mp.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    fa, fb = f(a), f(b)
    for _ in range(rounds):
        if fa <= fb:
            high, b, fb = b, a, fa
            a = high - ratio * (high - low)
            fa = f(a)
        else:
            low, a, fa = a, b, fb
            b = low + ratio * (high - low)
            fb = f(b)
    return (low + high) / 2


def _mp(number: Fraction) -> Any:
    return mp.mpf(number.numerator) / number.denominator


def _fraction(number: Any) -> Fraction:
    return Fraction(mp.nstr(number, DIGITS))


def _zeros(number: Fraction) -> int:
    """About how many zeros follow the point."""
    return max(0, len(str(number.denominator)) - len(str(number.numerator)))
