"""Bound and scale of the truncated Laplacian at (epsilon, delta)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ... import notation
from ...formulas import truncated_laplace as formulas
from ...mechanisms.certified import enclosure_of, rational
from ..point import Point, plane
from ..verdict import Judgement, judged, no_answer
from . import Answer, Kind

KNOWN = ((0.5, 1e-6), (1.0, 1e-6), (700.0, 1e-6), (710.0, 1e-6), (1e-17, 1e-6), (5e-17, 0.3), (1e-9, 1e-9), (0.0, 0.1), (1.0, 0.6))

_BOUND, _SCALE = sp.symbols("A b", positive=True)


def _grid(points: int) -> list[Point]:
    return [Point(epsilon, delta) for epsilon, delta in plane(KNOWN, points)]


def _lost(bound: Fraction, scale: Fraction) -> Fraction:
    """A lower bound of delta at every epsilon: the mass that a shift by 1 moves out of [-A, A], noise e^(-|x|/b) on it."""
    if bound <= Fraction(1, 2):
        return Fraction(1)
    whole = 2 * (1 - sp.exp(-_BOUND / _SCALE))
    if bound >= 1:
        # e^(-A/b) (e^(1/b) - 1), as a difference that is not one of equal numbers.
        mass = sp.exp(-_BOUND / _SCALE) * (sp.exp(1 / _SCALE) - 1)
    else:
        mass = (1 - sp.exp(-_BOUND / _SCALE)) + (1 - sp.exp(-(1 - _BOUND) / _SCALE))
    return enclosure_of(mass / whole, {_BOUND: rational(bound), _SCALE: rational(scale)}, 20)[0]


def _variance(bound: Fraction, scale: Fraction) -> tuple[Fraction, Fraction]:
    """Ends of b^2 (2 - (u^2 + 2u)/(e^u - 1)), u = A/b."""
    u = _BOUND / _SCALE
    form = _SCALE**2 * (2 - (u**2 + 2 * u) / (sp.exp(u) - 1))
    return enclosure_of(form, {_BOUND: rational(bound), _SCALE: rational(scale)}, 15)


def _judge(point: Point, answer: Answer) -> Judgement:
    bound, scale = answer
    if bound < 0 or scale < 0:
        return no_answer("a negative bound or scale", repr(bound))
    where = {notation.epsilon: rational(point.exact_epsilon), notation.delta: rational(point.exact_delta), notation.Delta: sp.S.One}
    if point.epsilon == 0:
        low = high = 1 / (2 * point.exact_delta)
    else:
        low, high = enclosure_of(formulas.half_width(), where, 20)
    truth = (low + high) / 2
    if bound == 0 or scale == 0:
        return judged(bound, truth, Fraction(1), point.exact_delta, Fraction(0))
    true = _lost(Fraction(bound), Fraction(scale))
    if point.epsilon == 0:
        ratio = _variance(Fraction(bound), Fraction(scale))[0] / (high**2 / 3)
    else:
        ratio = _variance(Fraction(bound), Fraction(scale))[0] / _variance(high, 1 / point.exact_epsilon)[1]
    return judged(bound, truth, true, point.exact_delta, ratio)


KIND = Kind("truncated Laplace", ("epsilon", "delta"), _grid, _judge, answers=2)
