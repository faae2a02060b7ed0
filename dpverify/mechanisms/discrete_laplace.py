"""Truncated discrete Laplace noise for integer queries: (epsilon, delta)-DP, the truncated Laplacian's twin on the integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..closed_forms.series import coth_excess, exp_remainder_2, exp_remainder_3
from ..errors import InputError
from ..formulas import discrete_laplace as formulas
from . import parameters
from .certified import Forms, floor_of, rational
from .integers import first_integer, last_before_ratio, profile_sum
from .law import Discrete, Floats


@dataclass(frozen=True)
class DiscreteLaplace(Discrete):
    """P(i) = c beta^|i| for |i| <= W, beta = e^(-epsilon/Delta), c = (1 - beta)/(1 + beta - 2 beta^(W+1)), Delta a positive integer.

    epsilon > 0, 0 < delta < 1. P(i) <= e^epsilon P(i + d) inside the support, so the worst event is the last Delta values, which the shift
    by Delta moves out; W is the least integer at which they have mass at most delta:
    W + 1 = ceiling((Delta/epsilon) log(2 (1+q)/(1+beta))), q = (e^epsilon - 1)/(2 delta). The delta attained is that mass, or less where
    W < Delta - 1 (there the Delta values reach past -W). Both are at most the target.
    Raises InputError outside. Source: the integer form of geng2018truncated, Theorem 1.
    """

    epsilon: Fraction
    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "discrete Laplace noise"))
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "discrete Laplace noise"))
        object.__setattr__(self, "sensitivity", parameters.integer_sensitivity(self.sensitivity, "discrete Laplace noise"))

    @cached_property
    def last(self) -> int:
        """W, exact (where the real number whose ceiling it is cannot be told from an integer, one more: still private)."""
        low = floor_of(formulas.real_end(), self._point())
        if low is None:
            low = floor_of(formulas.real_end() + sp.Rational(1, 2), self._point())
        if low is None:
            raise InputError("epsilon and delta are so extreme that the support cannot be enclosed")
        return max(low, 0)

    def _point(self) -> dict[sp.Symbol, sp.Rational]:
        return {
            notation.epsilon: rational(self.epsilon),
            notation.delta: rational(self.target_delta),
            notation.Delta: rational(self.sensitivity),
        }

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _rate(self) -> float:
        """epsilon/Delta = -log beta."""
        return parameters.as_float(self.epsilon / self.sensitivity, "epsilon/sensitivity")

    @cached_property
    def half_width(self) -> float:
        return parameters.as_float(Fraction(self.last), "the half width")

    @cached_property
    def _total(self) -> float:
        """D = 1 + beta - 2 beta^(W+1); c = (1 - beta)/D."""
        return math.expm1(-self._rate) - 2 * math.expm1(-(self.half_width + 1) * self._rate)

    def _density(self, r: Floats) -> Floats:
        return -math.expm1(-self._rate) / self._total * np.exp(-self._rate * r)

    def _tail(self, r: Floats) -> Floats:
        left = np.maximum(self.half_width - r, 0.0)
        return np.exp(-self._rate * (r + 1)) * -np.expm1(-self._rate * left) / self._total

    def _tail_inverse(self, u: Floats) -> Floats:
        # beta^(j+1) <= u D + beta^(W+1)
        rate, reach = self._rate, self.half_width + 1
        with np.errstate(divide="ignore"):
            near = np.log1p(u * self._total + math.expm1(-rate * reach))
            far = np.log(u * self._total + math.exp(-rate * reach))
            guess = -np.where(near > -0.5, near, far) / rate - 1
        return first_integer(guess, self._tail, u, self.half_width)

    @property
    def amplitude(self) -> float:
        # (2/D) sum_{j < W} (beta^(j+1) - beta^(W+1)) = (2/D) beta^(W+1) sum_{i <= W} (e^(i rate) - 1)
        x, n = self._rate, self.half_width + 1
        if n * x <= 2:
            total = x * (x / math.expm1(x)) * n * (n * exp_remainder_2(n * x) - exp_remainder_2(x))
            return float(2 * math.exp(-n * x) * total / self._total)
        fall, decay = -math.expm1(-x), math.exp(-x * self.half_width)
        return 2 * math.exp(-x) * (-math.expm1(-x * self.half_width) / fall - self.half_width * decay) / self._total

    @property
    def power(self) -> float:
        # (2/D) sum_{j < W} (2j + 1) (beta^(j+1) - beta^(W+1))
        x, n, last = self._rate, self.half_width + 1, self.half_width
        if n * x <= 2:
            z, ratio = n * x, x / math.expm1(x)
            # coth(x/2) - 2/x is needed for x <= 1/2 only: with n >= 4 a larger one is not here.
            coth = coth_excess(x / 2) / x if x <= 0.5 else (1 / math.tanh(x / 2) - 2 / x) / x
            inner = 2 * n * n * exp_remainder_3(z) + coth * math.expm1(z) / z - n * exp_remainder_2(x)
            return float(2 * math.exp(-z) * n * x * ratio * inner / self._total)
        fall, decay = -math.expm1(-x), math.exp(-x * last)
        kept = (2 - fall) - decay * (2 * last * fall + 2 - fall)
        return 2 * math.exp(-x) * (kept / fall / fall - last * last * decay) / self._total

    def _profile(self, epsilon: Floats) -> Floats:
        own, rate, last = float(self.epsilon), self._rate, self.half_width
        size = parameters.as_float(self.sensitivity, "sensitivity")
        inside = last - size
        if inside < -last:
            return np.ones_like(epsilon)
        edge = self._tail(np.asarray(inside)) if inside >= 0 else 1 - self._tail(np.asarray(-inside - 1))
        lead = epsilon - own
        right = np.maximum(-np.expm1(lead), 0.0) * (-math.expm1(-rate * (inside + 1)) if inside >= 0 else 0.0)
        start = np.full_like(epsilon, max(1.0, -inside))
        return edge + (right + profile_sum(lead, rate, start, last_before_ratio(epsilon, own, size))) / self._total

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta if epsilon >= self.epsilon else None

    def forms(self) -> Forms:
        width = sp.Integer(self.last)
        numbers = {"decay": formulas.decay(), "half_width": width, "mass_at_0": formulas.height(width)}
        return Forms(self._point(), numbers, width, formulas.amplitude(width), formulas.power(width))

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        """The worst event is {i >= j}: j is the first place outside the shifted support, or an earlier one with a ratio above e^epsilon."""
        own, size, last = rational(self.epsilon), rational(self.sensitivity), sp.Integer(self.last)
        first = last - size + 1
        if epsilon < own:
            first = min(first, sp.floor(size * (epsilon / own - 1) / 2) + 1)
        return self._from(first) - sp.exp(epsilon) * self._from(first + size)

    def _from(self, j: sp.Integer) -> sp.Expr:
        """P(X >= j)."""
        if j <= 0:
            return sp.S.One if j <= -self.last else 1 - self._from(1 - j)
        if j > self.last:
            return sp.S.Zero
        beta_to = [sp.exp(-k * notation.epsilon / notation.Delta) for k in (1, j, self.last + 1)]
        return (beta_to[1] - beta_to[2]) / (1 + beta_to[0] - 2 * beta_to[2])

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.mass(x, formulas.last())
