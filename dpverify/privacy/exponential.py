"""e^epsilon between two rationals."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..enclosure.balls import fraction_of, working_precision
from ..enclosure.point import enclose_at


def exp_ends(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    with working_precision(160):
        ball = enclose_at(sp.exp(sp.Rational(epsilon.numerator, epsilon.denominator)), {}, 160)
        return fraction_of(ball.lower()), fraction_of(ball.upper())
