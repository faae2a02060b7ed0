"""The truncated Laplacian: (epsilon, delta)-DP (geng2018truncated, Theorem 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp
from scipy import special

from .. import notation
from ..closed_forms.truncated_laplace import truncated_laplace_amplitude, truncated_laplace_power
from ..formulas import truncated_laplace as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import log_lower_gamma, moment_float


@dataclass(frozen=True)
class TruncatedLaplace(Continuous):
    """Density B exp(-|x|/lambda) on [-A, A]: lambda = Delta/epsilon, A = lambda log(1 + q), q = (e^epsilon - 1)/(2 delta).

    epsilon > 0 and 0 < delta < 1. A is where the mass of [A - Delta, A], the worst event, is delta; for delta > 1/2 (A < Delta) the same
    formulas give an (epsilon, delta)-DP law whose least delta is smaller, ((1 + |w| (1 + 1/q))/2 with w = (1 - b)(1 - 2 delta)/(2 delta).
    Costs: geng2018truncated, Theorems 2 and 3. Raises InputError outside. Source: geng2018truncated, Theorem 1.
    """

    epsilon: Fraction
    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "the truncated Laplacian"))
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "the truncated Laplacian"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def scale(self) -> float:
        """lambda = Delta/epsilon."""
        return parameters.as_float(self.sensitivity / self.epsilon, "the scale")

    @cached_property
    def _numbers(self) -> tuple[float, float, float, float]:
        """epsilon, delta, log(1 + q) and 1/q."""
        eps = parameters.as_float(self.epsilon, "epsilon")
        dlt = parameters.as_float(self.target_delta, "delta")
        with np.errstate(over="ignore", under="ignore"):
            q, fall = np.expm1(eps) / (2 * dlt), -np.expm1(-eps)
            log = np.log1p(q) if np.isfinite(q) else eps + np.log1p(fall * ((1 - 2 * dlt) / (2 * dlt)))
            return eps, dlt, float(log), float(2 * dlt * np.exp(-eps) / fall)

    @cached_property
    def half_width(self) -> float:
        return self.scale * self._numbers[2]

    def _density(self, r: Floats) -> Floats:
        return np.exp(-r / self.scale) * ((1 + self._numbers[3]) / (2 * self.scale))

    def _tail(self, r: Floats) -> Floats:
        left = np.maximum(self.half_width - r, 0.0) / self.scale
        return 0.5 * (1 + self._numbers[3]) * np.exp(-r / self.scale) * -np.expm1(-left)

    def _tail_inverse(self, u: Floats) -> Floats:
        # e^(-r/lambda) = (2u + 1/q)/(1 + 1/q) = 1 - (1 - 2u)/(1 + 1/q)
        inverse = self._numbers[3]
        lost = (1 - 2 * u) / (1 + inverse)
        with np.errstate(divide="ignore"):
            near = -np.log1p(-np.minimum(lost, 0.5))
            far = -np.log((2 * u + inverse) / (1 + inverse))
        return np.minimum(self.scale * np.where(lost < 0.5, near, far), self.half_width)

    @property
    def amplitude(self) -> float:
        return float(truncated_laplace_amplitude(*self._numbers[:2], float(self.sensitivity)))

    @property
    def power(self) -> float:
        return float(truncated_laplace_power(*self._numbers[:2], float(self.sensitivity)))

    def moment(self, p: float) -> float:
        """E|X|^p = lambda^p (1 + 1/q) gamma(p + 1, log(1 + q)), the lower incomplete gamma function, for every p > 0."""
        p = positive_exponent(p)
        _, _, log, inverse = self._numbers

        def direct() -> float:
            if log > 1:
                return float(self.scale**p * (1 + inverse) * special.gammainc(p + 1, log) * special.gamma(p + 1))
            return float(self.half_width**p * (log * (1 + inverse)) * special.hyp1f1(p + 1, p + 2, -log) / (p + 1))

        with np.errstate(all="ignore"):
            return moment_float(direct, lambda: p * math.log(self.scale) + math.log1p(inverse) + log_lower_gamma(p + 1, log))

    def _profile(self, epsilon: Floats) -> Floats:
        eps, dlt, log, inverse = self._numbers
        excess = -np.expm1(-eps) * (2 * dlt - 1) / (2 * dlt)
        edge = dlt if dlt <= 0.5 else (1 + excess * (1 + inverse)) / 2
        # Below epsilon the worst event begins left of 0, at x = -u lambda.
        u = np.maximum(eps - epsilon, 0.0) / 2
        ratio = dlt * np.exp(-2 * u) * (np.expm1(-np.minimum(epsilon, eps)) / np.expm1(-eps))
        inner = -np.expm1(-u) * (1 + inverse) + ratio
        return np.where((epsilon < eps) & ((eps + epsilon) / 2 <= log), inner, edge)

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta if epsilon >= self.epsilon else None

    def forms(self) -> Forms:
        point = {
            notation.epsilon: rational(self.epsilon),
            notation.delta: rational(self.target_delta),
            notation.Delta: rational(self.sensitivity),
        }
        numbers = {"scale": notation.Delta / notation.epsilon, "half_width": formulas.half_width(), "height": formulas.height()}
        return Forms(point, numbers, formulas.half_width(), formulas.amplitude(), formulas.power())

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        """Of the events [x, oo) the worst is the one at A - Delta or, for a smaller epsilon, the one where the ratio is e^epsilon."""
        q, own = formulas.q(), notation.epsilon
        edge = notation.delta
        if self.target_delta > Fraction(1, 2):
            edge = 1 - ((1 + q) ** 2 * sp.exp(-own) - 1) / (2 * q)
        if epsilon >= rational(self.epsilon):
            return edge
        # P(X >= x) = 1 - (1 + 1/q)(e^(x/lambda) - 1/(1+q))/2 for x <= 0, and (1 + 1/q)(e^(-x/lambda) - 1/(1+q))/2 for 0 <= x <= A.
        u = (own - epsilon) / 2
        first = 1 - (1 + 1 / q) * (sp.exp(-u) - 1 / (1 + q)) / 2
        second = sp.Max(0, (1 + 1 / q) * (sp.exp(-(own + epsilon) / 2) - 1 / (1 + q)) / 2)
        return sp.Max(edge, first - sp.exp(epsilon) * second, evaluate=False)

    def moment_form(self, p: sp.Rational) -> sp.Expr:
        if p in (1, 2):
            return formulas.amplitude() if p == 1 else formulas.power()
        q = formulas.q()
        gamma = sp.Integral(notation.x**p * sp.exp(-notation.x), (notation.x, 0, sp.log(1 + q)))
        return (notation.Delta / notation.epsilon) ** p * (1 + 1 / q) * gamma

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)
