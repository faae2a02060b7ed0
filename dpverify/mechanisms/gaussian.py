"""Gaussian noise: (epsilon, delta)-DP, calibrated by the classical formula or exactly (balle2018gaussian, Theorem 8)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from scipy import special

from .. import notation
from ..errors import InputError
from ..exact import rational_from_number
from ..formulas import gaussian as formulas
from ..gaussian.certified import certified_delta, certified_sigma, classical_gaussian_sigma
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import moment_float


@dataclass(frozen=True)
class Gaussian(Continuous):
    """N(0, sigma^2) with an exact sigma > 0.

    Profile Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta). E|X| = sigma sqrt(2/pi).
    Raises InputError. Source: balle2018gaussian, Theorem 8. `analytic_gaussian` and `classical_gaussian` choose sigma.
    """

    exact_sigma: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        sigma = rational_from_number(self.exact_sigma, "sigma")
        if sigma <= 0:
            raise InputError(f"sigma is {self.exact_sigma!r}; it must be a finite number above 0")
        object.__setattr__(self, "exact_sigma", sigma)
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))

    @cached_property
    def sigma(self) -> float:
        """The least float that is not below the exact sigma."""
        near = parameters.as_float(self.exact_sigma, "sigma")
        return near if Fraction(near) >= self.exact_sigma else math.nextafter(near, math.inf)

    def _density(self, r: Floats) -> Floats:
        z = r / self.sigma
        return np.exp(-z * z / 2) / (self.sigma * math.sqrt(2 * math.pi))

    def _tail(self, r: Floats) -> Floats:
        return special.ndtr(-r / self.sigma)

    def _tail_inverse(self, u: Floats) -> Floats:
        return np.maximum(-self.sigma * special.ndtri(u), 0.0)

    def _sample(self, generator: np.random.Generator, size: tuple[int, ...] | None) -> Any:
        return generator.normal(0.0, self.sigma, size)

    @property
    def amplitude(self) -> float:
        return self.sigma * math.sqrt(2 / math.pi)

    @property
    def power(self) -> float:
        return self.sigma * self.sigma

    @property
    def half_width(self) -> float:
        return math.inf

    def moment(self, p: float) -> float:
        """E|X|^p = sigma^p 2^(p/2) Gamma((p + 1)/2)/sqrt(pi) for every p > 0."""
        p = positive_exponent(p)
        sigma = self.sigma
        return moment_float(
            lambda: sigma**p * 2 ** (p / 2) * math.gamma((p + 1) / 2) / math.sqrt(math.pi),
            lambda: p * math.log(sigma) + p / 2 * math.log(2) + math.lgamma((p + 1) / 2) - math.log(math.pi) / 2,
        )

    def _profile(self, epsilon: Floats) -> Floats:
        from ..gaussian.profile import gaussian_delta

        return np.asarray(gaussian_delta(epsilon, self.sigma, parameters.as_float(self.sensitivity, "sensitivity")))

    def forms(self) -> Forms:
        point = {notation.sigma: rational(self.exact_sigma), notation.Delta: rational(self.sensitivity)}
        return Forms(point, {"sigma": notation.sigma}, None, formulas.amplitude(), notation.sigma**2)

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        return formulas.privacy_profile(epsilon, notation.Delta / notation.sigma)

    def delta_attained(self, epsilon: Any) -> tuple[Fraction, Fraction]:
        return certified_delta(epsilon, self.exact_sigma, self.sensitivity).fractions()

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)

    def moment_form(self, p: sp.Rational) -> sp.Expr:
        return notation.sigma**p * 2 ** (p / 2) * sp.gamma((p + 1) / 2) / sp.sqrt(sp.pi)


def analytic_gaussian(epsilon: Any, delta: Any, sensitivity: Any = 1) -> Gaussian:
    """N(0, sigma^2) with the least sigma that is (epsilon, delta)-DP, rounded up at 17 digits; epsilon >= 0, 0 < delta < 1.

    Raises InputError. Source: balle2018gaussian, Theorem 8.
    """
    return Gaussian(Fraction(certified_sigma(epsilon, delta, sensitivity).up), sensitivity)


def classical_gaussian(epsilon: Any, delta: Any, sensitivity: Any = 1) -> Gaussian:
    """N(0, sigma^2) with sigma = Delta sqrt(2 log(1.25/delta))/epsilon, rounded up at 17 digits; 0 < epsilon <= 1, 0 < delta < 1.

    Raises InputError, which names the exact alternative, for epsilon > 1, where the formula is not private everywhere.
    Source: dwork2014algorithmic, Theorem 3.22.
    """
    return Gaussian(Fraction(classical_gaussian_sigma(epsilon, delta, sensitivity).up), sensitivity)
