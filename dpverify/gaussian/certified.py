"""The analytic Gaussian mechanism to any number of digits, every answer an enclosure (balle2018gaussian, Theorem 8).

N(0, sigma^2) is (epsilon, delta)-DP for sensitivity Delta iff delta(epsilon, sigma) <= delta, where

    delta(epsilon, sigma) = Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta).

Arguments are exact: int, Fraction, Decimal, text such as "1e-5", or a float, which is taken by its shortest decimal text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..errors import DomainError, NotEnclosable
from ..exact import decimal_nearest
from .inputs import read_delta, read_digits, read_epsilon, read_sensitivity, read_sigma

if TYPE_CHECKING:
    from ..enclosure.gaussian import Ends

EXTRA_DIGITS = 5
"""By so many digits the printed ends are finer than the answer."""


@dataclass(frozen=True)
class Enclosure:
    """lower <= value <= upper, and `up`, the least number of the wanted digits that is not below the value, all as decimal text."""

    lower: str
    upper: str
    up: str

    def fractions(self) -> tuple[Fraction, Fraction]:
        """The two ends, exactly."""
        return Fraction(self.lower), Fraction(self.upper)


@dataclass(frozen=True)
class Calibration:
    """Everything about the analytic Gaussian at (epsilon, delta, sensitivity).

    `classical` = Delta sqrt(2 log(1.25/delta))/epsilon, rounded up, or None where that formula is not known to hold (epsilon = 0 or > 1);
    `delta_0` = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)), at which sigma = Delta/sqrt(2 epsilon); `amplitude` = E|X| = sigma sqrt(2/pi);
    `power` = E X^2 = sigma^2. The last three are rounded to nearest.
    """

    sigma: Enclosure
    classical: str | None
    delta_0: str
    amplitude: str
    power: str


def calibrate(epsilon: Any, delta: Any, sensitivity: Any = 1, digits: int = 17) -> Calibration:
    """The least sigma and what it costs, at `digits` significant digits. Raises InputError outside the domain."""
    from ..enclosure import gaussian as balls

    eps, dlt, size = _read(epsilon, delta, sensitivity)
    count = read_digits(digits)
    found: list[Ends] = []

    def ends(n: int) -> Ends:
        found[:] = [balls.sigma_ends(eps, dlt, size, n)]
        return found[0]

    sigma = _enclosure(ends, count)
    classical = None
    if 0 < eps <= 1:
        classical = classical_gaussian_sigma(eps, dlt, size, count).up
    return Calibration(
        sigma,
        classical,
        _nearest(balls.turning_ends(eps, count + 10), count),
        _nearest(balls.amplitude_ends(found[0], count + 10), count),
        _nearest(balls.power_ends(found[0], count + 10), count),
    )


def certified_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1, digits: int = 17) -> Enclosure:
    """Enclosure of the least sigma with which N(0, sigma^2) is (epsilon, delta)-DP; epsilon >= 0, 0 < delta < 1, sensitivity > 0.

    The root of Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta) = delta. `lower` is
    rounded down and `upper` up; `up`, the first number of `digits` digits at or above the root, is safe to use as it is. Raises
    DomainError, a ValueError. Source: balle2018gaussian, Theorem 8.
    """
    from ..enclosure.gaussian import sigma_ends

    eps, dlt, size = _read(epsilon, delta, sensitivity)
    return _enclosure(lambda n: sigma_ends(eps, dlt, size, n), read_digits(digits))


def certified_delta(epsilon: Any, sigma: Any, sensitivity: Any = 1, digits: int = 17) -> Enclosure:
    """Enclosure of the least delta with which N(0, sigma^2) is (epsilon, delta)-DP; epsilon >= 0, sigma > 0, sensitivity > 0.

    delta = Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta), `lower` rounded down,
    `upper` and `up` rounded up. Below 10^-300000 it is [0, 1e-300000]. Raises DomainError, a ValueError.
    Source: balle2018gaussian, Theorem 8.
    """
    from ..enclosure.gaussian import delta_ends

    eps, ratio = read_epsilon(epsilon), read_sensitivity(sensitivity) / read_sigma(sigma)
    return _enclosure(lambda n: delta_ends(eps, ratio, n), read_digits(digits))


def certified_epsilon(delta: Any, sigma: Any, sensitivity: Any = 1, digits: int = 17) -> Enclosure:
    """Enclosure of the least epsilon >= 0 with which N(0, sigma^2) is (epsilon, delta)-DP; 0 iff delta >= 2 Phi(Delta/(2 sigma)) - 1.

    0 < delta < 1, sigma > 0, sensitivity > 0. `lower` is rounded down, `upper` and `up` are rounded up. Raises DomainError, a ValueError.
    Source: balle2018gaussian, Theorem 8.
    """
    from ..enclosure.gaussian import epsilon_ends

    dlt, ratio = read_delta(delta), read_sensitivity(sensitivity) / read_sigma(sigma)
    return _enclosure(lambda n: epsilon_ends(ratio, dlt, n), read_digits(digits))


def classical_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1, digits: int = 17) -> Enclosure:
    """Enclosure of Delta sqrt(2 log(1.25/delta))/epsilon, the classical Gaussian, for 0 < epsilon <= 1 and 0 < delta < 1.

    `lower` is rounded down, `upper` and `up` are rounded up. Raises DomainError, a ValueError, with the exact value to use instead, for
    other epsilon: the formula is not private everywhere there. Source: dwork2014algorithmic, Appendix A.
    """
    from ..enclosure.gaussian import classical_ends, scaled_ends

    eps, dlt, size = _read(epsilon, delta, sensitivity)
    if not 0 < eps <= 1:
        exact = certified_sigma(eps, dlt, size, 6).up
        raise DomainError(
            f"epsilon is {epsilon!r}; the classical Gaussian needs 0 < epsilon <= 1; use the analytic Gaussian, whose sigma is {exact} here"
        )
    return _enclosure(lambda n: scaled_ends(classical_ends(eps, dlt, n), size, n), read_digits(digits))


def _read(epsilon: Any, delta: Any, sensitivity: Any) -> tuple[Fraction, Fraction, Fraction]:
    eps = read_epsilon(epsilon)
    return eps, read_delta(delta, epsilon=epsilon), read_sensitivity(sensitivity)


def _enclosure(ends: Callable[[int], Ends], digits: int) -> Enclosure:
    from ..enclosure.balls import end_text

    for extra in (EXTRA_DIGITS + 5, 60, 600):
        low, high = ends(digits + extra)
        up = end_text(high, digits, True)
        # The true value rounds up to this too, unless a number of so few digits lies between the ends.
        if low == high or up == end_text(low, digits, True):
            break
    shown = digits + EXTRA_DIGITS
    return Enclosure(end_text(low, shown, False), end_text(high, shown, True), up)


def _nearest(ends: Ends, digits: int) -> str:
    from ..enclosure.balls import fraction_of

    try:
        return decimal_nearest((fraction_of(ends[0]) + fraction_of(ends[1])) / 2, digits)
    except NotEnclosable:
        # Beyond 10^300000: Arb's own text, which is as near.
        return str(ends[0].str(digits, radius=False))
