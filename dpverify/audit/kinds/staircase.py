"""The step gamma of staircase noise at epsilon, against the one of least variance."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ... import notation
from ...formulas import staircase as formulas
from ...mechanisms.certified import enclosure_of, rational
from ..point import Point, epsilons
from ..verdict import Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = (1.0, 5.0, 10.0, 1000.0, 1e-17)


def _grid(points: int) -> list[Point]:
    return [Point(epsilon) for epsilon in epsilons(KNOWN, points)]


def _judge(point: Point, answer: Answer) -> Judgement:
    (gamma,) = answer
    if not 0 <= gamma <= 1:
        return no_answer("a step outside [0, 1]", repr(gamma))
    where = {notation.epsilon: rational(point.exact_epsilon), notation.Delta: sp.S.One}
    low, high = enclosure_of(formulas.gamma_power(), where, 20)
    power = enclosure_of(formulas.power(rational(Fraction(gamma))), where, 15)[0]
    least = enclosure_of(formulas.least_power(), where, 15)[1]
    # Every step in [0, 1] is epsilon-DP.
    return judged(gamma, (low + high) / 2, Fraction(0), Fraction(0), power / least)


KIND = Kind("staircase variance", ("epsilon",), _grid, _judge)
