"""delta of a threshold release: a count of 1 with discrete Laplace noise of scale 1/epsilon shows itself iff it reaches the threshold T.

delta = P(X >= T - 1) = b^(T-1)/(1 + b), b = e^-epsilon.
"""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp

from ...mechanisms.certified import enclosure_of, rational
from ..point import Point, plane
from ..verdict import Judgement, judged
from . import Answer, Kind

KNOWN = ((1.0, 5),)
LEAST_EPSILON = 1e-4

_EPSILON, _T, _DELTA = sp.symbols("epsilon T delta", positive=True)
_TAIL = sp.exp(-_EPSILON * (_T - 1)) / (1 + sp.exp(-_EPSILON))
_THRESHOLD = 1 - sp.log(_DELTA * (1 + sp.exp(-_EPSILON))) / _EPSILON


def _grid(points: int) -> list[Point]:
    wide = [(e, d) for e, d in plane((), 4 * points) if e >= LEAST_EPSILON and d < 0.5]
    put = [(e, max(2, 1 + math.ceil(-math.log(d * (1 + math.exp(-e))) / e))) for e, d in wide[:points]]
    # Where epsilon is large the next threshold would have a delta below the range of floats.
    return [Point(e, _delta(e, t), float(t)) for e, t in (*KNOWN, *put) if e * (t - 1) < 690]


def _delta(epsilon: float, threshold: float) -> float:
    return math.exp(-epsilon * (threshold - 1)) / (1 + math.exp(-epsilon))


def _judge(point: Point, answer: Answer) -> Judgement:
    (delta,) = answer
    where = {_EPSILON: rational(point.exact_epsilon), _T: sp.Integer(int(point.extra or 0))}
    low, high = enclosure_of(_TAIL, where, 20)
    reported = max(Fraction(delta), Fraction(0))
    ratio = None
    if 0 < reported < Fraction(1, 2):
        # Not a variance: the threshold's distance from 1 over the least one for the delta reported, squared.
        needed = enclosure_of(_THRESHOLD, {**where, _DELTA: rational(reported)}, 15)[1]
        ratio = (Fraction(int(point.extra or 0) - 1) / (needed - 1)) ** 2 if needed > 1 else None
    return judged(delta, (low + high) / 2, low, reported, ratio)


KIND = Kind("threshold release", ("epsilon", "extra"), _grid, _judge)
