"""Half width of uniform noise at (0, delta), against the least power that (0, delta)-DP noise can have."""

from __future__ import annotations

from fractions import Fraction

from ...mechanisms.registry import mechanism
from ..point import Point, deltas
from ..verdict import Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = (0.9, 0.5, 0.1, 1e-6)


def _grid(points: int) -> list[Point]:
    return [Point(0.0, delta) for delta in deltas(KNOWN, points)]


def _judge(point: Point, answer: Answer) -> Judgement:
    (width,) = answer
    delta = point.exact_delta
    if width < 0:
        return no_answer("a negative width", repr(width))
    true = min(Fraction(1), 1 / (2 * Fraction(width))) if width else Fraction(1)
    least = mechanism("additive-power").law(0, delta).forms()
    power = least.enclosure(least.power)[1]
    return judged(width, 1 / (2 * delta), true, delta, Fraction(width) ** 2 / 3 / power)


KIND = Kind("(0, delta) uniform", ("delta",), _grid, _judge)
