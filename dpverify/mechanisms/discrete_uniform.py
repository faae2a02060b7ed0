"""Discrete uniform noise with two end points for integer queries: (0, delta)-DP."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..formulas import discrete_uniform as formulas
from . import parameters
from .certified import Forms, rational
from .integers import first_integer
from .law import Discrete, Floats


@dataclass(frozen=True)
class DiscreteUniform(Discrete):
    """P(i) = delta/Delta for |i| <= M, the rest r = (1 - (2M + 1) delta/Delta)/2 on each of -(M+1) and M + 1; Delta a positive integer.

    M = floor((Delta/delta - 1)/2), 0 < delta < 1. A shift by d <= Delta moves at most the Delta largest masses, together delta: it is
    (0, delta)-DP.
    For Delta = 1 it is the optimum among all noise laws on the integers at epsilon = 0; for an even Delta >= Delta/delta - 1 the delta
    attained is below the target. Raises InputError outside. Source: geng2018additive, Section I (1/delta odd or even, Delta = 1).
    """

    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "discrete uniform noise"))
        object.__setattr__(self, "sensitivity", parameters.integer_sensitivity(self.sensitivity, "discrete uniform noise"))

    @cached_property
    def exact_mass(self) -> Fraction:
        """delta/Delta."""
        return self.target_delta / self.sensitivity

    @cached_property
    def inner(self) -> int:
        """M."""
        periods = (1 / self.exact_mass - 1) / 2
        return periods.numerator // periods.denominator

    @cached_property
    def exact_end(self) -> Fraction:
        """r, from 0 to below delta/Delta."""
        return (1 - (2 * self.inner + 1) * self.exact_mass) / 2

    @cached_property
    def last(self) -> int:
        """The largest value of the noise."""
        return self.inner + (self.exact_end > 0)

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def half_width(self) -> float:
        return parameters.as_float(Fraction(self.last), "the half width")

    @cached_property
    def _masses(self) -> tuple[float, float, float]:
        """delta/Delta, r and M."""
        return float(self.exact_mass), float(self.exact_end), parameters.as_float(Fraction(self.inner), "the half width")

    def _density(self, r: Floats) -> Floats:
        mass, end, inner = self._masses
        return np.where(r <= inner, mass, end)

    def _tail(self, r: Floats) -> Floats:
        mass, end, inner = self._masses
        return np.where(r <= inner, end + mass * np.maximum(inner - r, 0.0), 0.0)

    def _tail_inverse(self, u: Floats) -> Floats:
        mass, end, inner = self._masses
        return first_integer(inner - (u - end) / mass, self._tail, u, self.half_width)

    @property
    def amplitude(self) -> float:
        mass, n = self.exact_mass, self.inner + 1
        return parameters.nearest_float(n * (1 - n * mass))

    @property
    def power(self) -> float:
        mass, n = self.exact_mass, self.inner + 1
        return parameters.nearest_float(n * n * (1 - (2 * n - 1) * mass) + n * (n - 1) * (2 * n - 1) * mass / 3)

    def _profile(self, epsilon: Floats) -> Floats:
        # At the shift Delta the last Delta values leave the support, and the one before them meets the end point.
        size = self.sensitivity
        if self.exact_end == 0:
            return np.full_like(epsilon, float(self.target_delta))
        edge = float((size - 1) * self.exact_mass + self.exact_end)
        met = self.exact_mass if size < 2 * self.last else self.exact_end
        lost = float(met - self.exact_end) - self._masses[1] * np.expm1(epsilon)
        return edge + np.maximum(lost, 0.0)

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta

    def forms(self) -> Forms:
        inner, end = sp.Integer(self.inner), rational(self.exact_end)
        point = {notation.delta: rational(self.target_delta), notation.Delta: rational(self.sensitivity)}
        mass, width = rational(self.exact_mass), sp.Integer(self.last)
        numbers = {"mass": mass, "half_width": width, "end_mass": end if end else mass}
        return Forms(point, numbers, width, formulas.amplitude(inner), formulas.power(inner))

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        mass, end, size = rational(self.exact_mass), rational(self.exact_end), rational(self.sensitivity)
        if end == 0:
            return rational(self.target_delta)
        met = mass if self.sensitivity < 2 * self.last else end
        edge = (size - 1) * mass + end
        if epsilon == 0:
            return edge + met - end
        return sp.Add(edge, sp.Max(0, met - sp.exp(epsilon) * end, evaluate=False), evaluate=False)

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.mass(x, formulas.inner_end())
