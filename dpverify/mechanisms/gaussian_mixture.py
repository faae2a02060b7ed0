"""A mixture of Gaussians on the multiples of the sensitivity: (epsilon, delta)-DP."""

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
from ..enclosure.gaussian_mixture import amplitude_ends, moment_ends
from ..errors import InputError
from ..exact import rational_from_number
from ..formulas import gaussian_mixture as formulas
from . import mixture_calibration as calibration
from . import parameters
from .arguments import positive_exponent
from .certified import Forms, rational
from .law import Continuous, Floats
from .mixture_shifts import falls_from_the_middle

MIN_EPSILON, MAX_EPSILON = Fraction(1, 10**6), Fraction(100)


@dataclass(frozen=True)
class GaussianMixture(Continuous):
    """N(k Delta, sigma^2) with probability (1 - b)/(1 + b) b^|k| for every integer k, b = e^-epsilon; sigma = unit_sigma Delta.

    A shift by Delta only changes the weights, by at most e^epsilon; shifts in between need sigma. `certified_mixture` finds the least
    one that is certified for all of them. E X^2 = sigma^2 + 2 b Delta^2/(1-b)^2. epsilon from 1e-6 to 100, unit_sigma from 0.01 to 3, else
    InputError. The profile at any other epsilon is numerical, to about three digits, and certified on both sides by `delta_attained`.
    Source: arXiv 2605.28078 (the mixture), dpverify/mechanisms/mixture_shifts.py (the certificate).
    """

    epsilon: Fraction
    unit_sigma: Fraction
    sensitivity: Fraction = Fraction(1)
    target_delta: Fraction | None = None
    """A delta for which the law is certified to be (epsilon, delta)-DP; checked when the law is made."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", _epsilon(self.epsilon))
        unit = rational_from_number(self.unit_sigma, "unit_sigma")
        if not Fraction(1, 100) <= unit <= 3:
            raise InputError(f"unit_sigma is {self.unit_sigma}; it must be a number from 0.01 to 3")
        object.__setattr__(self, "unit_sigma", unit)
        object.__setattr__(self, "sensitivity", parameters.sensitivity(self.sensitivity))
        if self.target_delta is None:
            return
        target = parameters.target_delta(self.target_delta, "the Gaussian mixture")
        if not calibration.is_certified(self.epsilon, target, self.unit_sigma):
            raise InputError(f"delta is {self.target_delta}; the mixture could not be certified to be private at it, sigma must be larger")
        object.__setattr__(self, "target_delta", target)

    # --- floats ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> tuple[float, float, float]:
        """epsilon, sigma/Delta and Delta."""
        return float(self.epsilon), float(self.unit_sigma), parameters.as_float(self.sensitivity, "sensitivity")

    @property
    def sigma(self) -> float:
        """The standard deviation of one Gaussian."""
        return self._numbers[1] * self._numbers[2]

    @cached_property
    def _reach(self) -> int:
        """Gaussians so many periods away do not count, even with the larger weight that they may have."""
        eps, unit, _ = self._numbers
        return math.ceil(unit * (9.5 + 2 * eps * unit)) + 1

    def _density(self, r: Floats) -> Floats:
        eps, unit, size = self._numbers
        place = r / size
        return np.where(np.isfinite(place), calibration.density(np.where(np.isfinite(place), place, 0.0), eps, unit) / size, 0.0)

    def _tail(self, r: Floats) -> Floats:
        eps, unit, size = self._numbers
        inside = np.isfinite(r / size)
        place = np.where(inside, r / size, 0.0)
        nearest = np.rint(place)
        # All that is further right counts whole: sum over k > m of the weights is b^(m+1)/(1+b).
        total = np.exp(-eps * (nearest + self._reach + 1)) / (1 + math.exp(-eps))
        for j in range(-self._reach, self._reach + 1):
            k = nearest + j
            total += math.tanh(eps / 2) * np.exp(-eps * np.abs(k)) * special.ndtr((k - place) / unit)
        return np.where(inside, total, 0.0)

    def _tail_inverse(self, u: Floats) -> Floats:
        eps, _, size = self._numbers
        u = np.asarray(u, dtype=np.float64)
        with np.errstate(divide="ignore"):
            guess = -np.log(u * (1 + math.exp(-eps))) / eps
        solved = np.isfinite(guess)
        guess = np.where(solved, guess, 0.0)
        low, high = np.maximum(guess - self._reach - 2, 0.0), np.maximum(guess, 0.0) + self._reach + 2
        for _ in range(70):
            middle = (low + high) / 2
            above = self._tail(middle * size) > u
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        return np.where(solved, np.where(u >= 0.5, 0.0, high * size), np.inf)

    def _sample(self, generator: np.random.Generator, size: tuple[int, ...] | None) -> Any:
        """A difference of two geometric numbers plus a normal one."""
        eps, unit, period = self._numbers
        stop = -math.expm1(-eps)
        k = generator.geometric(stop, size) - generator.geometric(stop, size)
        return period * (k + generator.normal(0.0, unit, size))

    @property
    def amplitude(self) -> float:
        low, high = amplitude_ends(self.epsilon, self.unit_sigma, 128)
        return parameters.nearest_float((low + high) / 2 * self.sensitivity)

    @property
    def power(self) -> float:
        eps, unit, size = self._numbers
        fall = -math.expm1(-eps)
        return size * (size * (unit * unit + 2 * math.exp(-eps) / fall / fall))

    def moment(self, p: float) -> float:
        """E|X|^p, p > 0; InputError where epsilon is so small that it takes too many terms and p is not 1 or 2."""
        p = positive_exponent(p)
        if p in (1, 2):
            return super().moment(p)
        ends = self.moment_ends(Fraction(p))
        if ends is None:
            raise InputError(f"p is {p}; with epsilon = {float(self.epsilon):g} this law has moments E|X|^p for p = 1 and p = 2 only")
        return parameters.nearest_float((ends[0] + ends[1]) / 2)

    @property
    def half_width(self) -> float:
        return math.inf

    def _profile(self, epsilon: Floats) -> Floats:
        eps, unit, _ = self._numbers
        return np.vectorize(lambda budget: calibration.divergence(eps, budget, unit), otypes=[np.float64])(epsilon)

    # --- exact -----------------------------------------------------------------------------------------------------------------------

    def forms(self) -> Forms:
        point = {
            notation.epsilon: rational(self.epsilon),
            notation.sigma: rational(self.unit_sigma * self.sensitivity),
            notation.Delta: rational(self.sensitivity),
        }
        numbers = {"sigma": notation.sigma, "decay": sp.exp(-notation.epsilon)}
        return Forms(point, numbers, None, formulas.amplitude(), formulas.power())

    def moment_ends(self, p: Fraction) -> tuple[Fraction, Fraction] | None:
        if p == 1:
            low, high = amplitude_ends(self.epsilon, self.unit_sigma, 192)
            return low * self.sensitivity, high * self.sensitivity
        if p == 2:
            return super().moment_ends(p)
        ends = moment_ends(self.epsilon, self.unit_sigma, p, 128)
        if ends is None:
            return None
        scale = self.forms().enclosure(notation.Delta ** rational(p))
        return ends[0] * scale[0], ends[1] * scale[1]

    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        raise InputError("the profile of the Gaussian mixture has no closed form; delta_attained bounds it")

    def delta_attained(self, epsilon: Any) -> tuple[Fraction, Fraction]:
        """Certified ends of the profile at an exact epsilon >= 0, four digits apart by one unit as a rule.

        The ends are 0 where the law is certified to be unimodal and epsilon is at least its own; below 1e-9 the lower end is 0, and where
        no better upper end could be certified it is the target, if epsilon is at least the law's own, or 1.
        """
        budget = parameters.epsilon(epsilon)
        if budget >= self.epsilon and falls_from_the_middle(self.epsilon, self.unit_sigma):
            return Fraction(0), Fraction(0)
        limit = self.target_delta if self.target_delta is not None and budget >= self.epsilon else Fraction(1)
        ends = calibration.least_delta(self.epsilon, budget, self.unit_sigma)
        return (Fraction(0), limit) if ends is None else (ends[0], min(ends[1], limit))

    def density(self, x: sp.Expr = notation.x) -> sp.Expr:
        return formulas.density(x)


def certified_mixture(epsilon: Any, delta: Any, sensitivity: Any = 1) -> GaussianMixture:
    """The mixture with the least sigma of six digits certified to be (epsilon, delta)-DP for every shift; never one too small.

    epsilon from 1e-6 to 100, 0 < delta < 1, else InputError. Below delta = 1e-9 sigma is that of a unimodal mixture, which is private even
    with delta = 0, and it is never above that; above delta = 0.9 it is that for 0.9.
    """
    eps = _epsilon(epsilon)
    target = parameters.target_delta(delta, "the Gaussian mixture")
    return GaussianMixture(eps, calibration.least_sigma(eps, target), sensitivity, target)


def _epsilon(value: Any) -> Fraction:
    number = rational_from_number(value, "epsilon")
    if not MIN_EPSILON <= number <= MAX_EPSILON:
        shown = repr(value) if isinstance(value, str) else float(number)
        raise InputError(f"epsilon is {shown}; the Gaussian mixture needs a number from 1e-6 to 100")
    return number
