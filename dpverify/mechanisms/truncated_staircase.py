"""The truncated staircase: (epsilon, delta)-DP, the best known explicit symmetric unimodal noise."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp

from .. import notation
from ..errors import InputError
from ..exact import rational_from_number
from ..formulas import truncated_staircase as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, floor_of, rational
from .law import Continuous, Floats
from .staircase_step import best_parameters

HALF = Fraction(1, 2)
MAX_SUMMED_LEVELS = 2000


@dataclass(frozen=True)
class TruncatedStaircase(Continuous):
    """An atom alpha at 0, and 1 - alpha times the density a b^k on (k - 1 + gamma) Delta <= |x| < (k + gamma) Delta, |x| <= A.

    b = e^-epsilon, k = 0, 1, ..., N. The density part alone is (epsilon, delta')-DP, delta' = (delta - alpha)/(1 - alpha) <= 1/2; with
    q = (e^epsilon - 1)/(2 delta') and v = (1 + gamma (e^epsilon - 1))/(1 + q): a = delta'/(v Delta), N = 1 + floor(-log(v)/epsilon),
    A = (N - 1 + gamma + s) Delta, s = (1 - v e^((N-1) epsilon))/(1 - b). The mass of [A - Delta, A] and the atom make up delta.
    alpha and gamma are exact numbers next to those that make E|X| (`loss` 1) or E X^2 (`loss` 2) least in this family. epsilon > 0 and
    0 < delta < 1. Raises InputError outside. Source: this project; proofs/truncated_staircase.
    """

    epsilon: Fraction
    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)
    loss: Fraction = Fraction(1)
    exact_atom: Fraction = field(init=False, compare=False, repr=False)
    exact_gamma: Fraction = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", parameters.positive_epsilon(self.epsilon, "the truncated staircase"))
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "the truncated staircase"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))
        loss = rational_from_number(self.loss, "loss")
        if loss not in (1, 2):
            raise InputError(f"loss is {self.loss}; the truncated staircase is built for loss 1 (amplitude) and 2 (power)")
        object.__setattr__(self, "loss", loss)
        atom, gamma = best_parameters(self.epsilon, self.target_delta, int(loss))
        object.__setattr__(self, "exact_atom", atom)
        object.__setattr__(self, "exact_gamma", gamma)

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def levels(self) -> int:
        """N. Where v is a power of b up to what can be told, either of two numbers describes the law."""
        found = floor_of(-sp.log(self._v) / notation.epsilon, self._point())
        if found is None:
            raise InputError("epsilon and delta are so extreme that the number of levels cannot be told")
        return 1 + found

    @property
    def _share(self) -> sp.Expr:
        return (notation.delta - notation.alpha) / (1 - notation.alpha)

    @property
    def _v(self) -> sp.Expr:
        return formulas.relative_height(notation.gamma, notation.epsilon, self._share)

    def _point(self) -> dict[sp.Symbol, sp.Rational]:
        numbers = {
            notation.epsilon: self.epsilon,
            notation.delta: self.target_delta,
            notation.Delta: self.sensitivity,
            notation.alpha: self.exact_atom,
            notation.gamma: self.exact_gamma,
        }
        return {symbol: rational(number) for symbol, number in numbers.items()}

    @cached_property
    def _forms(self) -> Forms:
        n, share, rest = sp.Integer(self.levels), self._share, 1 - notation.alpha
        width = formulas.half_width(n, notation.gamma, notation.epsilon, share)
        numbers = {
            "atom": notation.alpha,
            "gamma": notation.gamma,
            "half_width": width,
            "height": rest * formulas.height(notation.gamma, notation.epsilon, share),
        }
        amplitude = rest * formulas.amplitude(self._v, n, notation.epsilon, share)
        power = rest * formulas.power(self._v, n, notation.epsilon, share)
        return Forms(self._point(), numbers, width, amplitude, power)

    def forms(self) -> Forms:
        return self._forms

    def moment_form(self, p: sp.Rational) -> sp.Expr | None:
        """E|X|^p, a sum over the levels; None where there are very many of them.

        2 (1 - alpha) a Delta^(p+1)/(p + 1) ((1 - b) sum_{k<N} b^k (k + gamma)^(p+1) + b^N (N - 1 + gamma + s)^(p+1)).
        """
        if p in (1, 2):
            return super().moment_form(p)
        if self.levels > MAX_SUMMED_LEVELS:
            return None
        n, b, k = sp.Integer(self.levels), sp.exp(-notation.epsilon), sp.Symbol("k", integer=True, nonnegative=True)
        reach = self._forms.parameters["half_width"] / notation.Delta
        whole = (1 - b) * sp.Sum(sp.exp(-notation.epsilon * k) * (k + notation.gamma) ** (p + 1), (k, 0, n - 1))
        front = 2 * self._forms.parameters["height"] * notation.Delta ** (p + 1) / (p + 1)
        return front * (whole + sp.exp(-n * notation.epsilon) * reach ** (p + 1))

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta if epsilon >= self.epsilon else None

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        """At the shift Delta the ratio is e^(own epsilon) on [-min(gamma, 1 - gamma) Delta, A - Delta], at most 1 left of it."""
        if epsilon >= rational(self.epsilon):
            return notation.delta
        near = notation.gamma if self.exact_gamma <= HALF else 1 - notation.gamma
        left = (1 - notation.alpha) * notation.Delta * formulas.height(notation.gamma, notation.epsilon, self._share) * near
        mass = (1 - notation.alpha) / 2 - (notation.delta - notation.alpha) + left
        return notation.delta + mass * (1 - sp.exp(epsilon - notation.epsilon))

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        density = formulas.density(x, sp.Integer(self.levels), notation.gamma, notation.epsilon, self._share)
        return (1 - notation.alpha) * density

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    def _float(self, form: sp.Expr, name: str) -> float:
        return parameters.as_float(self._exact(form), name)

    def _exact(self, form: sp.Expr) -> Fraction:
        low, high = self._forms.enclosure(form)
        return (low + high) / 2

    @cached_property
    def gamma(self) -> float:
        """The step."""
        return float(self.exact_gamma)

    @property
    def atom(self) -> float:
        return float(self.exact_atom)

    @cached_property
    def _epsilon(self) -> float:
        return parameters.as_float(self.epsilon, "epsilon")

    @cached_property
    def _period(self) -> float:
        return parameters.as_float(self.sensitivity, "sensitivity")

    @cached_property
    def _first(self) -> float:
        """The mass per sensitivity on the highest level: (1 - alpha) a Delta."""
        if self.gamma == 0:
            raise InputError(f"epsilon is {self._epsilon}: the step is below the range of floats; only certified values are available")
        return self._float(self._forms.parameters["height"] * notation.Delta, "the height")

    @cached_property
    def _last(self) -> tuple[float, float]:
        """s, and b^N."""
        form = formulas.last_part(sp.Integer(self.levels), notation.gamma, notation.epsilon, self._share)
        low = self._forms.enclosure(sp.exp(-self.levels * notation.epsilon))[0]
        return parameters.nearest_float(self._exact(form)), parameters.nearest_float(low)

    @cached_property
    def half_width(self) -> float:
        return self._float(self._forms.parameters["half_width"], "the half width")

    @cached_property
    def amplitude(self) -> float:
        return parameters.nearest_float(self._exact(self._forms.amplitude))

    @cached_property
    def power(self) -> float:
        return parameters.nearest_float(self._exact(self._forms.power))

    def moment(self, p: float) -> float:
        """E|X|^p, p > 0, where the levels are at most 2000; InputError else."""
        p = positive_exponent(p)
        form = self.moment_form(rational(Fraction(p)))
        if form is None:
            raise InputError(f"p is {p}; with {self.levels} levels this law has moments E|X|^p for p = 1 and p = 2 only")
        return parameters.nearest_float(self._exact(form))

    def _level(self, y: Floats) -> Floats:
        return np.clip(np.floor(y - self.gamma) + 1, 0, self.levels)

    def _density(self, r: Floats) -> Floats:
        return self._first * np.exp(-self._epsilon * self._level(r / self._period)) / self._period

    def _beyond(self, k: Floats) -> Floats:
        """The mass beyond level k < N, in units of `_first`: b^(k+1) + ... + b^(N-1) + s b^N."""
        eps, (s, end) = self._epsilon, self._last
        return np.exp(-eps * (k + 1)) * (np.expm1(-eps * (self.levels - 1 - k)) / np.expm1(-eps)) + s * end

    def _tail(self, r: Floats) -> Floats:
        y = np.minimum(r, self.half_width) / self._period
        k = self._level(y)
        inner = np.exp(-self._epsilon * k) * np.maximum(k + self.gamma - y, 0.0) + self._beyond(np.minimum(k, self.levels - 1))
        outer = self._last[1] * (self.half_width - np.minimum(r, self.half_width)) / self._period
        # In the middle the parts add up to half the mass beside the atom, up to rounding.
        return np.where(r == 0, (1 - self.atom) / 2, self._first * np.where(k < self.levels, inner, outer))

    def _tail_inverse(self, u: Floats) -> Floats:
        w, fall = u / self._first, -math.expm1(-self._epsilon)
        s, end = self._last
        # The start of level k has the mass (b^k - b^N)/(1 - b) + s b^N beyond it.
        beyond = np.maximum(w - s * end, 0.0) * fall
        with np.errstate(divide="ignore", invalid="ignore"):
            if end > 1e-280:
                reached = self.levels - np.log1p(beyond / end) / self._epsilon
            else:
                reached = -np.log(beyond + end) / self._epsilon
            k = np.clip(np.floor(reached), 0, self.levels - 1)
            y = k + self.gamma - (w - self._beyond(k)) * np.exp(self._epsilon * k)
            outer = self.half_width - (w / end * self._period if end else 0.0)
        inner = np.clip(y, np.maximum(k - 1 + self.gamma, 0.0), k + self.gamma) * self._period
        found = np.where(w <= s * end, outer, np.minimum(inner, self.half_width))
        return np.where(u >= (1 - self.atom) / 2, 0.0, np.maximum(found, 0.0))

    def _profile(self, epsilon: Floats) -> Floats:
        near = self._first * min(self.gamma, 1 - self.gamma)
        mass = float((1 - self.exact_atom) / 2 - (self.target_delta - self.exact_atom)) + near
        return float(self.target_delta) + mass * np.maximum(-np.expm1(epsilon - self._epsilon), 0.0)
