"""sigma of the Gaussian at (epsilon, delta), and delta of it at (epsilon, sigma)."""

from __future__ import annotations

from fractions import Fraction

from ...gaussian.certified import certified_delta, certified_sigma
from ..point import Point, plane
from ..verdict import Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = (
    (1.0, 1e-30),
    (1.0, 1e-15),
    (1.0, 1e-12),
    (50.0, 1e-5),
    (30.0, 1e-6),
    (1000.0, 1e-6),
    (709.79, 1e-6),
    (0.0, 1e-6),
    (0.01, 1e-5),
    (10.0, 1e-5),
    (1e-17, 1e-6),
    (1.0, 0.999),
    (0.0, 0.999),
    (1000.0, 0.999),
    (0.0, 1e-300),
    (1000.0, 1e-300),
)
"""Where libraries are known to have been wrong, and corners of the domain."""
KNOWN_SIGMAS = ((4.2247, 1.0), (1.0, 4.2247), (10.0, 0.4844805262605389))
"""(epsilon, sigma): arguments that a user swapped, and the classical sigma at (10, 1e-5)."""


def _sigma_grid(points: int) -> list[Point]:
    return [Point(epsilon, delta) for epsilon, delta in plane(KNOWN, points)]


def _judge_sigma(point: Point, answer: Answer) -> Judgement:
    (sigma,) = answer
    low, high = certified_sigma(point.exact_epsilon, point.exact_delta, digits=25).fractions()
    if sigma < 0:
        return no_answer("a negative sigma", repr(sigma))
    # Without noise two neighbours are always told apart.
    true = certified_delta(point.exact_epsilon, Fraction(sigma), digits=20).fractions()[0] if sigma else Fraction(1)
    return judged(sigma, (low + high) / 2, true, point.exact_delta, (Fraction(sigma) / high) ** 2)


def _delta_grid(points: int) -> list[Point]:
    found = [Point(e, float(certified_delta(e, s).up), s) for e, s in KNOWN_SIGMAS]
    # The delta of the point is where it lies in the plane; the question is put with the sigma that belongs to it.
    return found + [Point(e, d, float(certified_sigma(Fraction(e), Fraction(d)).up)) for e, d in plane(KNOWN, points)]


def _judge_delta(point: Point, answer: Answer) -> Judgement:
    (delta,) = answer
    assert point.extra is not None
    sigma = Fraction(point.extra)
    low, high = certified_delta(point.exact_epsilon, sigma, digits=20).fractions()
    asked = max(Fraction(delta), Fraction(0))
    # What the noise costs beyond the noise that would do for the delta reported.
    needed = certified_sigma(point.exact_epsilon, asked, digits=20).fractions()[1] if 0 < asked < 1 else None
    return judged(delta, (low + high) / 2, low, asked, None if needed is None else (sigma / needed) ** 2)


SIGMA = Kind("gaussian sigma", ("epsilon", "delta"), _sigma_grid, _judge_sigma)
DELTA = Kind("gaussian delta", ("epsilon", "extra"), _delta_grid, _judge_delta)
