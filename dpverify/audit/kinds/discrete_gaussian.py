"""sigma of the discrete Gaussian at (epsilon, delta)."""

from __future__ import annotations

from fractions import Fraction

from ...enclosure.discrete_gaussian import delta_ends, variance_ends
from ...gaussian.certified import certified_sigma
from ..point import Point, plane
from ..verdict import Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = ((50.0, 1e-12), (1.0, 1e-5), (1.0, 1e-12), (10.0, 1e-9), (0.1, 0.5), (500.0, 1e-6), (1000.0, 1e-6))
LEAST_EPSILON = 0.1
"""Below it the sums are long, and the law is a rounded Gaussian."""
SMALLEST = Fraction(1, 64)
FINE_BELOW = 50
"""Up to here the least sigma is found to the last bit of a float; above, where each sum is long, to nine digits."""


def _grid(points: int) -> list[Point]:
    wide = [(e, d) for e, d in plane(KNOWN, 3 * points) if e >= LEAST_EPSILON]
    return [Point(epsilon, delta) for epsilon, delta in wide[: len(KNOWN) + points]]


def _least(epsilon: Fraction, delta: Fraction, private: Fraction) -> Fraction:
    """A private sigma below the private one, near the least: found by halving, so it is no proof that there is none below."""
    low, high = SMALLEST, private
    while high - low > high * (Fraction(1, 10**16) if high <= FINE_BELOW else Fraction(1, 10**9)):
        middle = Fraction(float((low + high) / 2))
        if middle in (low, high):
            break
        if delta_ends(epsilon, middle)[1] <= delta:
            high = middle
        else:
            low = middle
    return high


def _judge(point: Point, answer: Answer) -> Judgement:
    (sigma,) = answer
    if sigma < 0:
        return no_answer("a negative sigma", repr(sigma))
    epsilon, delta, exact = point.exact_epsilon, point.exact_delta, Fraction(sigma)
    # The continuous Gaussian's sigma is near enough from above to start at, in steps that double.
    start = max(2 * certified_sigma(epsilon, delta).fractions()[1], 2 * SMALLEST)
    while delta_ends(epsilon, start)[1] > delta:
        start *= 2
    least = _least(epsilon, delta, Fraction(float(start)))
    if exact < SMALLEST:
        return judged(sigma, least, Fraction(1) if not exact else delta_ends(epsilon, SMALLEST)[0], delta, Fraction(0))
    return judged(sigma, least, delta_ends(epsilon, exact)[0], delta, variance_ends(exact)[0] / variance_ends(least)[1])


KIND = Kind("discrete Gaussian", ("epsilon", "delta"), _grid, _judge)
