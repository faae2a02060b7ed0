"""The optimal symmetric monotone (0, delta)-DP noise: uniform with an atom at 0 (geng2018additive)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from .. import notation
from ..errors import InputError
from ..exact import rational_from_number
from ..formulas import additive as formulas
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .moments import moment_float


@dataclass(frozen=True)
class Additive(Continuous):
    """P_alpha: an atom alpha at 0 and density (delta - alpha)/Delta on |x| <= w, w = (1 - alpha) Delta/(2 (delta - alpha)); 0 < delta < 1.

    alpha = max(0, (p + 1) delta - p) makes E|X|^p least among all symmetric monotone (0, delta)-DP laws; `loss` is that p, 1 (amplitude)
    or 2 (power) or any other rational above 0. A shift by d moves alpha + (delta - alpha) |d|/Delta, and as the atom and its image are
    never in one place the least delta is the same for every epsilon. Raises InputError outside. Source: geng2018additive, Theorem 3.
    """

    target_delta: Fraction
    sensitivity: Fraction = Fraction(1)
    loss: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "target_delta", parameters.target_delta(self.target_delta, "additive noise"))
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))
        loss = rational_from_number(self.loss, "loss")
        if loss <= 0:
            raise InputError(f"loss is {self.loss}; it must be an exponent above 0")
        object.__setattr__(self, "loss", loss)

    @cached_property
    def exact_atom(self) -> Fraction:
        """alpha."""
        return max(Fraction(0), (self.loss + 1) * self.target_delta - self.loss)

    @cached_property
    def exact_half_width(self) -> Fraction:
        """w."""
        alpha = self.exact_atom
        return (1 - alpha) * self.sensitivity / (2 * (self.target_delta - alpha))

    @property
    def atom(self) -> float:
        return float(self.exact_atom)

    @cached_property
    def half_width(self) -> float:
        return parameters.as_float(self.exact_half_width, "the half width")

    @cached_property
    def _beside(self) -> float:
        """1 - alpha."""
        return float(1 - self.exact_atom)

    def _density(self, r: Floats) -> Floats:
        return np.full_like(r, self._beside / (2 * self.half_width))

    def _tail(self, r: Floats) -> Floats:
        return 0.5 * self._beside * (np.maximum(self.half_width - r, 0.0) / self.half_width)

    def _tail_inverse(self, u: Floats) -> Floats:
        return np.maximum(1 - 2 * u / self._beside, 0.0) * self.half_width

    @property
    def amplitude(self) -> float:
        return self._beside * (self.half_width / 2)

    @property
    def power(self) -> float:
        return self._beside * (self.half_width * (self.half_width / 3))

    def moment(self, p: float) -> float:
        """E|X|^p = (1 - alpha) w^p/(p + 1) for every p > 0."""
        p = positive_exponent(p)
        w, beside = self.half_width, self._beside
        return moment_float(lambda: beside * w**p / (p + 1), lambda: p * math.log(w) + math.log(beside) - math.log1p(p))

    def _profile(self, epsilon: Floats) -> Floats:
        return np.full_like(epsilon, float(self.target_delta))

    def _point(self) -> dict[sp.Symbol, Any]:
        return {
            notation.alpha: rational(self.exact_atom),
            notation.delta: rational(self.target_delta),
            notation.Delta: rational(self.sensitivity),
        }

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        return self.target_delta

    def forms(self) -> Forms:
        height = (notation.delta - notation.alpha) / notation.Delta
        numbers = {"atom": notation.alpha, "half_width": formulas.half_width(), "height": height}
        return Forms(self._point(), numbers, formulas.half_width(), formulas.moment(sp.S.One), formulas.moment(sp.Integer(2)))

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        return notation.delta

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)

    def moment_form(self, p: sp.Rational) -> sp.Expr:
        return formulas.moment(p)
