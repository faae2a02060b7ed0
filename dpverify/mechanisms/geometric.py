"""Two-sided geometric noise for integer queries: pure epsilon-DP (ghosh2012universally)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..formulas import geometric as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .integers import first_integer, last_before_ratio, profile_sum
from .law import Discrete, Floats
from .moments import moment_float
from .power_sums import MAX_POWER, power_sum, sum_of_powers


@dataclass(frozen=True)
class Geometric(Discrete):
    """P(i) = (1 - beta)/(1 + beta) beta^|i| on the integers, beta = e^(-epsilon/Delta), Delta a positive integer.

    P(i) <= e^epsilon P(i + d) for |d| <= Delta with equality at d = Delta, so it is epsilon-DP and no less noise of this form is.
    For Delta = 1 it is optimal for every symmetric increasing loss. E|X| = 1/sinh(epsilon/Delta), E X^2 = 2 beta/(1 - beta)^2.
    Raises InputError for epsilon <= 0 or a sensitivity that is no positive integer. Source: ghosh2012universally, Section 2.
    """

    epsilon: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "geometric noise"))
        object.__setattr__(self, "sensitivity", parameters.integer_sensitivity(self.sensitivity, "geometric noise"))

    @cached_property
    def _rate(self) -> float:
        """epsilon/Delta = -log beta."""
        return parameters.as_float(self.epsilon / self.sensitivity, "epsilon/sensitivity")

    def _density(self, r: Floats) -> Floats:
        return math.tanh(self._rate / 2) * np.exp(-self._rate * r)

    def _tail(self, r: Floats) -> Floats:
        return np.exp(-self._rate * (r + 1)) / (1 + math.exp(-self._rate))

    def _tail_inverse(self, u: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            return first_integer(-np.log(u * (1 + math.exp(-self._rate))) / self._rate - 1, self._tail, u)

    @property
    def amplitude(self) -> float:
        # 1/sinh without its overflow.
        return 2 * math.exp(-self._rate) / -math.expm1(-2 * self._rate)

    @property
    def power(self) -> float:
        fall = -math.expm1(-self._rate)
        return 2 * math.exp(-self._rate) / fall / fall

    def moment(self, p: float) -> float:
        """E|X|^p for the integers p > 0: 2 (1 - beta)/(1 + beta) sum_i i^p beta^i, summed in closed form."""
        p = positive_exponent(p)
        if p in (1, 2) or not p.is_integer() or p >= MAX_POWER:
            return super().moment(p)
        j, mass, b, fall = int(p), 2 * math.tanh(self._rate / 2), math.exp(-self._rate), -math.expm1(-self._rate)
        return moment_float(
            lambda: mass * power_sum(j, b, fall),
            lambda: math.log(mass) - self._rate + math.log(sum_of_powers(j, b)) - (j + 1) * math.log(fall),
        )

    @property
    def half_width(self) -> float:
        return math.inf

    def _profile(self, epsilon: Floats) -> Floats:
        own, rate = float(self.epsilon), self._rate
        size = parameters.as_float(self.sensitivity, "sensitivity")
        negative = last_before_ratio(epsilon, own, size)
        right = np.maximum(-np.expm1(epsilon - own), 0.0)
        return (right + profile_sum(epsilon - own, rate, np.ones_like(epsilon), negative)) / (1 + math.exp(-rate))

    def forms(self) -> Forms:
        rate = notation.epsilon / notation.Delta
        point = {notation.epsilon: rational(self.epsilon), notation.Delta: rational(self.sensitivity)}
        numbers = {"decay": sp.exp(-rate), "mass_at_0": formulas.mass(sp.S.Zero, rate)}
        return Forms(point, numbers, None, formulas.amplitude(rate), formulas.power(rate))

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        own, size = rational(self.epsilon), rational(self.sensitivity)
        if epsilon >= own:
            return sp.S.Zero
        # The ratio exceeds e^epsilon from the least i with (2 i + Delta)/Delta own > epsilon on.
        first = sp.floor(size * (epsilon / own - 1) / 2) + 1
        rate = notation.epsilon / notation.Delta
        upper = 1 - formulas.tail(1 - first, rate) if first <= 0 else formulas.tail(first, rate)
        return upper - sp.exp(epsilon) * formulas.tail(first + size, rate)

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.mass(x, notation.epsilon / notation.Delta)
