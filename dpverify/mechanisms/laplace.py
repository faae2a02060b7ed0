"""Laplace noise: pure epsilon-DP (dwork2006calibrating, Theorem 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..formulas import laplace as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import moment_float


@dataclass(frozen=True)
class Laplace(Continuous):
    """Density epsilon/(2 Delta) exp(-|x| epsilon/Delta): scale lambda = Delta/epsilon.

    epsilon > 0: the least scale for which f(x) <= e^epsilon f(x + d) for all |d| <= Delta. E|X| = lambda, E X^2 = 2 lambda^2,
    profile max(0, 1 - exp((epsilon' - epsilon)/2)). Raises InputError for epsilon <= 0. Source: dwork2006calibrating, Theorem 1.
    """

    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "Laplace noise"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))

    @cached_property
    def scale(self) -> float:
        """lambda = Delta/epsilon."""
        return parameters.as_float(self.sensitivity / self.epsilon, "the scale")

    def _density(self, r: Floats) -> Floats:
        return np.exp(-r / self.scale) / (2 * self.scale)

    def _tail(self, r: Floats) -> Floats:
        return 0.5 * np.exp(-r / self.scale)

    def _tail_inverse(self, u: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            return -self.scale * np.log(2 * u)

    @property
    def amplitude(self) -> float:
        return self.scale

    @property
    def power(self) -> float:
        return 2 * self.scale * self.scale

    @property
    def half_width(self) -> float:
        return math.inf

    def moment(self, p: float) -> float:
        """E|X|^p = Gamma(p + 1) lambda^p for every p > 0."""
        p = positive_exponent(p)
        scale = self.scale
        return moment_float(lambda: math.gamma(p + 1) * scale**p, lambda: math.lgamma(p + 1) + p * math.log(scale))

    def _profile(self, epsilon: Floats) -> Floats:
        return np.maximum(-np.expm1((epsilon - float(self.epsilon)) / 2), 0.0)

    def forms(self) -> Forms:
        return Forms(
            {notation.epsilon: rational(self.epsilon), notation.Delta: rational(self.sensitivity)},
            {"scale": notation.Delta / notation.epsilon},
            None,
            formulas.amplitude(),
            formulas.power(),
        )

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        return sp.S.Zero if epsilon >= rational(self.epsilon) else formulas.privacy_profile(epsilon)

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)

    def moment_form(self, p: sp.Rational) -> sp.Expr:
        return formulas.moment(p)
