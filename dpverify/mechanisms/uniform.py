"""Uniform noise: (0, delta)-DP."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..formulas import uniform as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import moment_float


@dataclass(frozen=True)
class Uniform(Continuous):
    """Density delta/Delta on [-Delta/(2 delta), Delta/(2 delta)], 0 < delta < 1.

    A shift by d moves the mass |d| delta/Delta out of the support, so it is (0, delta)-DP, and no smaller delta will do for any epsilon.
    E|X|^p = (Delta/(2 delta))^p/(p + 1). Raises InputError outside. Source: geng2018additive, Section II.
    """

    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "uniform noise"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))

    @cached_property
    def half_width(self) -> float:
        return parameters.as_float(self.sensitivity / (2 * self.target_delta), "the half width")

    def _density(self, r: Floats) -> Floats:
        return np.full_like(r, 0.5 / self.half_width)

    def _tail(self, r: Floats) -> Floats:
        return 0.5 * np.maximum(self.half_width - r, 0.0) / self.half_width

    def _tail_inverse(self, u: Floats) -> Floats:
        return (1 - 2 * u) * self.half_width

    @property
    def amplitude(self) -> float:
        return self.half_width / 2

    @property
    def power(self) -> float:
        return self.half_width * (self.half_width / 3)

    def moment(self, p: float) -> float:
        """E|X|^p = (Delta/(2 delta))^p/(p + 1) for every p > 0."""
        p = positive_exponent(p)
        w = self.half_width
        return moment_float(lambda: w**p / (p + 1), lambda: p * math.log(w) - math.log1p(p))

    def _profile(self, epsilon: Floats) -> Floats:
        return np.full_like(epsilon, float(self.target_delta))

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta

    def forms(self) -> Forms:
        point = {notation.delta: rational(self.target_delta), notation.Delta: rational(self.sensitivity)}
        numbers = {"half_width": formulas.half_width(), "height": notation.delta / notation.Delta}
        return Forms(point, numbers, formulas.half_width(), formulas.amplitude(), formulas.power())

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        return notation.delta

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)

    def moment_form(self, p: sp.Rational) -> sp.Expr:
        return formulas.moment(p)
