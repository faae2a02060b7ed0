"""What every noise law has. All laws here are symmetric, so a law is given by its tail on the right half.

A law on the reals has a density (beside an atom at 0, if there is one), a law on the integers masses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, SoundnessError
from ..exact import rational_from_number
from . import parameters
from .arguments import numbers, positive_exponent, random_generator, sample_size

if TYPE_CHECKING:
    import sympy as sp

    from .certified import Certified, Forms

Floats = NDArray[np.float64]


class Law(ABC):
    """A frozen symmetric noise law; a value: equal laws are those with equal exact parameters.

    Methods take numbers or arrays and return floats; anything else raises InputError. What is beyond the floats is inf or 0. `sf`, and
    `cdf` on the left, are right relative to their size far out in the tails.
    """

    discrete: ClassVar[bool] = False
    sensitivity: Fraction

    # --- what a law gives ------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def _density(self, r: Floats) -> Floats:
        """Density (mass) at r >= 0 (integers r >= 0)."""

    @abstractmethod
    def _tail(self, r: Floats) -> Floats:
        """P(X > r) for r >= 0 (integers r >= 0)."""

    @abstractmethod
    def _tail_inverse(self, u: Floats) -> Floats:
        """The least r >= 0 with P(X > r) <= u, for 0 <= u <= 1/2."""

    @property
    @abstractmethod
    def amplitude(self) -> float:
        """E|X|."""

    @property
    @abstractmethod
    def power(self) -> float:
        """E X^2."""

    @property
    @abstractmethod
    def half_width(self) -> float:
        """The support is [-half_width, half_width]; infinite for the whole line."""

    @abstractmethod
    def _profile(self, epsilon: Floats) -> Floats:
        """The privacy profile at epsilon >= 0."""

    @abstractmethod
    def forms(self) -> Forms:
        """The exact law in symbols, with the values of the symbols."""

    @abstractmethod
    def profile_form(self, epsilon: sp.Rational) -> sp.Expr:
        """The privacy profile at an exact epsilon >= 0 as an expression in the symbols of `forms`."""

    @abstractmethod
    def density(self, x: sp.Expr) -> sp.Expr:
        """The density (mass) in symbols of `dpverify.notation`."""

    # --- what follows ----------------------------------------------------------------------------------------------------------------

    @property
    def atom(self) -> float:
        """P(X = 0) of a law on the reals."""
        return 0.0

    @property
    def support(self) -> tuple[float, float]:
        """The least interval (range of integers) that holds all the mass."""
        return (-self.half_width, self.half_width)

    @property
    def parameters(self) -> dict[str, float]:
        """The numbers by which the law is usually given."""
        forms = self.forms()
        return {name: float(text) for name, text in forms.texts().items()}

    @np.errstate(all="ignore")
    def cdf(self, x: ArrayLike) -> Any:
        """P(X <= x)."""
        x = numbers(x, "x")
        # P(X <= x) = P(X >= -x) by symmetry, which on the integers is P(X > -x - 1).
        left = self._tail(np.maximum(np.ceil(-x) - 1, 0)) if self.discrete else self._tail(np.maximum(-x, 0))
        right = 1 - self._tail(np.maximum(np.floor(x) if self.discrete else x, 0))
        return _where_number(x, np.where(x < 0, left, right))

    @np.errstate(all="ignore")
    def sf(self, x: ArrayLike) -> Any:
        """P(X > x) = 1 - cdf(x), without the cancellation."""
        x = numbers(x, "x")
        right = self._tail(np.maximum(np.floor(x) if self.discrete else x, 0))
        left = 1 - (self._tail(np.maximum(np.ceil(-x) - 1, 0)) if self.discrete else self._tail(np.maximum(-x, 0)))
        return _where_number(x, np.where(x < 0, left, right))

    @np.errstate(all="ignore")
    def ppf(self, p: ArrayLike) -> Any:
        """The least x with cdf(x) >= p; nan outside 0 <= p <= 1."""
        p = numbers(p, "p")
        inside = (p >= 0) & (p <= 1)
        q = np.where(inside, p, 0.5)
        upper = self._tail_inverse(np.minimum(1 - q, 0.5))
        return np.where(inside, np.where(q > 0.5, upper, 0.0 - self._lower_inverse(np.minimum(q, 0.5))), np.nan)[()]

    @np.errstate(all="ignore")
    def isf(self, p: ArrayLike) -> Any:
        """The least x with sf(x) <= p: ppf(1 - p), without the cancellation."""
        p = numbers(p, "p")
        inside = (p >= 0) & (p <= 1)
        q = np.where(inside, p, 0.5)
        lower = 0.0 - self._lower_inverse(np.minimum(1 - q, 0.5))
        return np.where(inside, np.where(q < 0.5, self._tail_inverse(np.minimum(q, 0.5)), lower), np.nan)[()]

    def _lower_inverse(self, p: Floats) -> Floats:
        """The greatest r >= 0 with P(X >= r) >= p, for 0 <= p <= 1/2."""
        r = self._tail_inverse(p)
        if not self.discrete:
            return r
        # P(X > r) <= p, P(X > r - 1) > p: the greatest j with P(X > j - 1) >= p is r, or r + 1 where P(X > r) = p.
        return np.where((self._tail(r) >= p) & (p > 0), r + 1, r)

    def rvs(self, size: int | tuple[int, ...] | None = None, rng: np.random.Generator | int | None = None) -> Any:
        """Samples for simulation (no safe release). `size` is a number, a shape or None; `rng` a numpy Generator or a seed."""
        return self._sample(random_generator(rng), sample_size(size))

    @np.errstate(all="ignore")
    def _sample(self, generator: np.random.Generator, size: tuple[int, ...] | None) -> Any:
        """By inversion; laws that have a better way take it."""
        u = (1 - generator.random(size)) / 2
        sign = 2.0 * generator.integers(0, 2, size) - 1
        value = sign * self._tail_inverse(np.asarray(u, dtype=np.float64))
        return (value + 0.0)[()]

    def delta(self, epsilon: ArrayLike) -> Any:
        """The privacy profile: the least delta at which adding this noise is (epsilon, delta)-DP, epsilon >= 0. Raises InputError.

        It is the hockey-stick divergence sup_{|d| <= Delta} sup_S P(S) - e^epsilon P(S + d) of the exact law, near to a few ulp.
        """
        values = numbers(epsilon, "epsilon")
        good = np.isfinite(values) & (values >= 0)
        if not good.all():
            raise InputError(f"epsilon is {values[~good].flat[0]}; it must be a finite number of at least 0")
        with np.errstate(all="ignore"):
            return np.clip(self._profile(values), 0.0, 1.0)[()]

    def delta_attained(self, epsilon: Any) -> tuple[Fraction, Fraction]:
        """Certified ends around the privacy profile of the exact law at an exact epsilon >= 0."""
        from .certified import rational

        budget = parameters.epsilon(epsilon)
        low, high = self.forms().enclosure(self.profile_form(rational(budget)))
        proved = self.guarantee(budget)
        if proved is None:
            return low, high
        if low > proved:
            raise SoundnessError(f"{self} is ({budget}, {proved})-DP by its theorem, but its divergence is at least {float(low)}")
        return low, min(high, proved)

    def guarantee(self, epsilon: Fraction) -> Fraction | None:
        """The delta at which the law's theorem says that it is private at this epsilon; None where it says nothing."""
        return None

    def certified(self, epsilon: Any, delta: Any = None) -> Certified:
        """Certified decimal values of the exact law; `delta_attained` is the profile at this epsilon >= 0, rounded up.

        Where it is at most `delta`, the one asked for, so is its text.
        """
        from .certified import certify

        amplitude, power = self.moment_ends(Fraction(1)), self.moment_ends(Fraction(2))
        if amplitude is None or power is None:
            raise InputError(f"{self} has no closed amplitude or power")
        asked = None if delta is None else rational_from_number(delta, "delta")
        return certify(self.forms(), amplitude, power, self.delta_attained(epsilon)[1], asked)

    def moment(self, p: float) -> float:
        """E|X|^p for the p > 0 for which there is a closed form, inf beyond the floats. Raises InputError for any other."""
        p = positive_exponent(p)
        if p == 1:
            return self.amplitude
        if p == 2:
            return self.power
        raise InputError(f"p is {p}; this law has closed moments E|X|^p for p = 1 and p = 2")

    def moment_ends(self, p: Fraction) -> tuple[Fraction, Fraction] | None:
        """Certified ends around E|X|^p, None where there is no closed form."""
        from .certified import rational

        form = self.moment_form(rational(p))
        return None if form is None else self.forms().enclosure(form)

    def moment_form(self, p: sp.Rational) -> sp.Expr | None:
        """E|X|^p in symbols, None where there is no closed form."""
        forms = self.forms()
        return {1: forms.amplitude, 2: forms.power}.get(p)


class Continuous(Law):
    """A law on the reals."""

    @np.errstate(all="ignore")
    def pdf(self, x: ArrayLike) -> Any:
        """The density; an atom at 0 is not part of it."""
        x = np.abs(numbers(x, "x"))
        inside = (x <= self.half_width) & (x < np.inf)
        return _where_number(x, np.where(inside, self._density(np.where(inside, x, 0.0)), 0.0))


class Discrete(Law):
    """A law on the integers, for integer queries of integer sensitivity."""

    discrete = True

    @np.errstate(all="ignore")
    def ppf(self, p: ArrayLike) -> Any:
        """The least integer x with cdf(x) >= p, in terms of the rounded cdf; nan outside 0 <= p <= 1."""
        p, x = numbers(p, "p"), np.asarray(super().ppf(p))
        x = np.where(self.cdf(x) < p, x + 1, x)
        return np.where((p > 0) & (self.cdf(x - 1) >= p), x - 1, x)[()]

    @np.errstate(all="ignore")
    def isf(self, p: ArrayLike) -> Any:
        """The least integer x with sf(x) <= p, in terms of the rounded sf; nan outside 0 <= p <= 1."""
        p, x = numbers(p, "p"), np.asarray(super().isf(p))
        x = np.where(self.sf(x) > p, x + 1, x)
        return np.where((p < 1) & (self.sf(x - 1) <= p), x - 1, x)[()]

    @np.errstate(all="ignore")
    def pmf(self, x: ArrayLike) -> Any:
        """P(X = x); 0 where x is no integer."""
        x = np.abs(numbers(x, "x"))
        inside = (x <= self.half_width) & (x < np.inf) & (x == np.floor(x))
        return _where_number(x, np.where(inside, self._density(np.where(inside, x, 0.0)), 0.0))


def _where_number(x: Floats, value: Floats) -> Any:
    """nan goes in, nan comes out."""
    return np.where(np.isnan(x), np.nan, value)[()]
