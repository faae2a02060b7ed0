"""The rate r of geometric noise, P(i) proportional to e^(-r |i|), at epsilon: it is epsilon-DP iff r <= epsilon."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ...mechanisms.certified import enclosure_of, rational
from ..point import Point, epsilons
from ..verdict import DELTA_TOLERANCE, Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = (1.0, 0.01, 50.0, 1000.0, 1e-17)

_RATE, _EPSILON = sp.symbols("r epsilon", positive=True)


def _grid(points: int) -> list[Point]:
    return [Point(epsilon) for epsilon in epsilons(KNOWN, points)]


def _variance(rate: Fraction) -> tuple[Fraction, Fraction]:
    """Ends of 2 beta/(1 - beta)^2 = 1/(2 sinh(r/2)^2)."""
    return enclosure_of(2 * sp.exp(-_RATE) / (1 - sp.exp(-_RATE)) ** 2, {_RATE: rational(rate)}, 15)


def _judge(point: Point, answer: Answer) -> Judgement:
    (rate,) = answer
    if rate < 0:
        return no_answer("a negative rate", repr(rate))
    epsilon, exact = point.exact_epsilon, Fraction(rate)
    if exact == 0:
        return no_answer("no law: the rate is 0", repr(rate))
    true = Fraction(0)
    if exact > epsilon * (1 + DELTA_TOLERANCE):
        # P(X >= 0) - e^epsilon P(X >= 1)
        where = {_RATE: rational(exact), _EPSILON: rational(epsilon)}
        true = enclosure_of((1 - sp.exp(_EPSILON - _RATE)) / (1 + sp.exp(-_RATE)), where, 15)[0]
    return judged(rate, epsilon, true, Fraction(0), _variance(exact)[0] / _variance(epsilon)[1])


KIND = Kind("geometric", ("epsilon",), _grid, _judge)
