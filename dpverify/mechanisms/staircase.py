"""Staircase noise: the optimal pure epsilon-DP noise (geng2016staircase)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from .. import notation
from ..closed_forms import staircase as closed
from ..errors import InputError
from ..exact import rational_from_number
from ..formulas import staircase as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import moment_float
from .power_sums import MAX_POWER, power_sum, sum_of_powers

MIN_SUMMED_EPSILON = Fraction(1, 40)
"""Below it a sum without closed form has too many terms."""


def _sum_of_powers(m: int, gamma: Any, b: Any, rest: Any) -> Any:
    """sum_k b^k (k + gamma)^m by the binomial theorem; numbers or expressions, rest = 1 - b."""
    return sum(math.comb(m, j) * gamma ** (m - j) * power_sum(j, b, rest) for j in range(m + 1))


@dataclass(frozen=True)
class Staircase(Continuous):
    """Density a b^k on [k Delta, (k + gamma) Delta) and a b^(k+1) on [(k + gamma) Delta, (k + 1) Delta), b = e^-epsilon, k = 0, 1, ...

    a = (1 - b)/(2 Delta (b + (1 - b) gamma)). gamma is the one that makes E|X| (`loss` 1) or E X^2 (`loss` 2) least, over all epsilon-DP
    noise laws: 1/(1 + e^(epsilon/2)), or ((b (1 + b)/2)^(1/3) - b)/(1 - b). epsilon > 0, else InputError.
    Source: geng2016staircase, Theorems 3 and 7.
    """

    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)
    loss: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "staircase noise"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))
        loss = rational_from_number(self.loss, "loss")
        if loss not in (1, 2):
            raise InputError(f"loss is {self.loss}; the best staircase is known for loss 1 (amplitude) and 2 (power)")
        object.__setattr__(self, "loss", loss)

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def gamma(self) -> float:
        """The step, between 0 and 1/2."""
        step = closed.staircase_gamma_amplitude if self.loss == 1 else closed.staircase_gamma_power
        return float(step(self._epsilon))

    @cached_property
    def _epsilon(self) -> float:
        return parameters.as_float(self.epsilon, "epsilon")

    @cached_property
    def _period(self) -> float:
        return parameters.as_float(self.sensitivity, "sensitivity")

    @cached_property
    def _first(self) -> float:
        """a Delta."""
        if self.gamma == 0:
            raise InputError(f"epsilon is {self._epsilon}: the step is below the range of floats; only certified values are available")
        fall = -math.expm1(-self._epsilon)
        return fall / (2 * (math.exp(-self._epsilon) + fall * self.gamma))

    def _density(self, r: Floats) -> Floats:
        steps = np.floor(r / self._period)
        late = r / self._period - steps >= self.gamma
        return self._first * np.exp(-self._epsilon * (steps + late)) / self._period

    def _tail(self, r: Floats) -> Floats:
        # What is left of the period from its place f on, and half of b for all that follows it.
        whole = np.floor(r / self._period)
        finite = np.where(np.isfinite(r / self._period), r / self._period, 0.0)
        f, b, g = finite - np.floor(finite), math.exp(-self._epsilon), self.gamma
        left = b / 2 + self._first * (np.maximum(g - f, 0.0) + b * (1 - np.maximum(f, g)))
        return np.exp(-self._epsilon * whole) * left

    def _tail_inverse(self, u: Floats) -> Floats:
        eps, g, b = self._epsilon, self.gamma, math.exp(-self._epsilon)
        with np.errstate(divide="ignore", invalid="ignore"):
            periods = -np.log(2 * u) / eps
            whole = np.floor(periods)
            rest = np.where(np.isfinite(periods), periods - whole, 0.0)
            # Mass beyond the place in this period, without the b/2 that follows: (e^(-rest epsilon) - b)/2.
            mass = -np.exp(-rest * eps) * np.expm1(-(1 - rest) * eps) / 2
            late = self._first * b * (1 - g)
            place = np.where(mass >= late, g - (mass - late) / self._first, 1 - mass / (self._first * b if b > 0 else 1.0))
        return np.where(np.isfinite(periods), (whole + np.clip(place, 0.0, 1.0)) * self._period, np.inf)

    @property
    def amplitude(self) -> float:
        if self.loss == 1:
            return float(closed.staircase_amplitude(self._epsilon, self._period))
        # w = (b (1 + b)/2)^(1/3); b alone is below the range of floats long before b/w is.
        b, fall, g = math.exp(-self._epsilon), -math.expm1(-self._epsilon), self.gamma
        if g == 0:
            return 0.0
        mean = math.exp(-2 * self._epsilon / 3) / math.cbrt((1 + b) / 2) + fall * g * (g / (b + fall * g))
        return self._period / fall * b + self._period * mean / 2

    @property
    def power(self) -> float:
        if self.loss == 2:
            return float(closed.staircase_power(self._epsilon, self._period))
        # w = h = e^(-epsilon/2) = sqrt(b), gamma/w = 1/(1 + h)
        h, fall, g = math.exp(-self._epsilon / 2), -math.expm1(-self._epsilon), self.gamma
        b, scaled = h * h, self._period / fall
        second, third = h + fall * g / (1 + h), h + fall * g * g / (1 + h)
        return scaled * (scaled * b * (1 + b)) + self._period * (scaled * b * second + self._period * third / 3)

    def moment(self, p: float) -> float:
        """E|X|^p for the integers p > 0: 2 a Delta^(p+1) (1 - b)/(p + 1) sum_k b^k (k + gamma)^(p+1), summed in closed form."""
        p = positive_exponent(p)
        if p in (1, 2) or not p.is_integer() or p >= MAX_POWER:
            return super().moment(p)
        b, fall, first = math.exp(-self._epsilon), -math.expm1(-self._epsilon), self._first
        return moment_float(
            lambda: self._period**p * (2 * first * fall / (p + 1) * _sum_of_powers(int(p) + 1, self.gamma, b, fall)),
            lambda: self._log_moment(int(p)),
        )

    def _log_moment(self, p: int) -> float:
        m, eps, fall = p + 1, self._epsilon, -math.expm1(-self._epsilon)
        step = math.log(self.gamma) + math.log(fall)
        logs = [m * step]
        for j in range(1, m + 1):
            logs.append(math.log(math.comb(m, j)) + (m - j) * step - eps + math.log(sum_of_powers(j, math.exp(-eps))))
        top = max(logs)
        total = top + math.log(sum(math.exp(v - top) for v in logs))
        return p * math.log(self._period) + math.log(2 * self._first / m) + total - m * math.log(fall)

    @property
    def half_width(self) -> float:
        return math.inf

    def _profile(self, epsilon: Floats) -> Floats:
        # On x >= -gamma Delta the ratio at shift Delta is e^(own epsilon), elsewhere at most 1 (gamma <= 1/2).
        return (0.5 + self._first * self.gamma) * np.maximum(-np.expm1(epsilon - self._epsilon), 0.0)

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    def forms(self) -> Forms:
        step = formulas.gamma_amplitude() if self.loss == 1 else formulas.gamma_power()
        point = {notation.epsilon: rational(self.epsilon), notation.Delta: rational(self.sensitivity)}
        amplitude = formulas.least_amplitude() if self.loss == 1 else formulas.amplitude(step)
        power = formulas.least_power() if self.loss == 2 else formulas.power(step)
        return Forms(point, {"gamma": step, "height": formulas.height(step)}, None, amplitude, power)

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        if epsilon >= rational(self.epsilon):
            return sp.S.Zero
        step = formulas.gamma_amplitude() if self.loss == 1 else formulas.gamma_power()
        mass = sp.Rational(1, 2) + notation.Delta * formulas.height(step) * step
        return mass * (1 - sp.exp(epsilon - notation.epsilon))

    def moment_form(self, p: sp.Rational) -> sp.Expr | None:
        """E|X|^p = 2 a Delta^(p+1) (1 - b)/(p + 1) sum_k b^k (k + gamma)^(p+1); None where the sum is long and has no closed form."""
        forms = self.forms()
        if p in (1, 2):
            return forms.amplitude if p == 1 else forms.power
        step, b = forms.parameters["gamma"], sp.exp(-notation.epsilon)
        if p.is_Integer and p < MAX_POWER:
            total = _sum_of_powers(int(p) + 1, step, b, 1 - b)
        elif self.epsilon < MIN_SUMMED_EPSILON:
            return None
        else:
            k = sp.Symbol("k", integer=True, nonnegative=True)
            total = sp.Sum(sp.exp(-notation.epsilon * k) * (k + step) ** (p + 1), (k, 0, sp.oo))
        return 2 * formulas.height(step) * notation.Delta ** (p + 1) * (1 - b) / (p + 1) * total

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x, formulas.gamma_amplitude() if self.loss == 1 else formulas.gamma_power())
