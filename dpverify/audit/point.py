"""One input of an audited function, and the inputs that are tried."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice

EPSILON_RANGE = (1e-6, 1000.0)
"""Beside 0."""
MINUS_LOG_DELTA_RANGE = (0.03, 300.0)
"""Of -log10 delta, on a logarithmic scale again: as many points between 0.93 and 0.5 as between 0.1 and 1e-10. 0.999 is a known point."""
ZEROS = 12
"""Every so many points one has epsilon = 0."""
_STEPS = (0.7548776662466927, 0.5698402909980532)
"""1/g and 1/g^2 with g^3 = g + 1: multiples of them fill the square evenly, however many are taken."""


@dataclass(frozen=True)
class Point:
    """Sensitivity is 1. What a kind doesn't use is None. The library and the truth get exactly the same doubles."""

    epsilon: float
    delta: float | None = None
    extra: float | None = None
    """A further argument: the scale where delta is what is asked for."""

    @property
    def exact_epsilon(self) -> Fraction:
        return Fraction(self.epsilon)

    @property
    def exact_delta(self) -> Fraction:
        return Fraction(0 if self.delta is None else self.delta)


def plane(known: Sequence[tuple[float, float]], points: int) -> list[tuple[float, float]]:
    """(epsilon, delta): the known ones, then `points` spread evenly over the whole domain. More points only add to fewer."""
    return list(known) + list(islice(_spread(), points))


def epsilons(known: Sequence[float], points: int) -> list[float]:
    """The known epsilons, then `points` over the whole range, none of them 0."""
    return list(known) + [_epsilon((0.5 + i * _STEPS[0]) % 1) for i in range(1, points + 1)]


def deltas(known: Sequence[float], points: int) -> list[float]:
    return list(known) + [_delta((0.5 + i * _STEPS[1]) % 1) for i in range(1, points + 1)]


def _spread() -> Iterator[tuple[float, float]]:
    for i in count(1):
        x, y = ((0.5 + i * step) % 1 for step in _STEPS)
        yield (0.0 if i % ZEROS == 0 else _epsilon(x)), _delta(y)


def _between(u: float, low: float, high: float) -> float:
    return math.exp(math.log(low) + u * (math.log(high) - math.log(low)))


def _epsilon(u: float) -> float:
    return float(f"{_between(u, *EPSILON_RANGE):.6g}")


def _delta(u: float) -> float:
    return float(f"{10 ** -_between(u, *MINUS_LOG_DELTA_RANGE):.6g}")
