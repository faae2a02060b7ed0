"""Lower bounds of the least amplitude V1* and power V2* (geng2018truncated, Theorems 4 and 5; the t-bound and the s-bound).

With c = (1 - 2 delta)/(2 delta), t = 1 - e^-epsilon the number of periods is n = 1 + log(1 + ct)/epsilon. In these quantities every
formula below is a sum of terms of one sign; the textbook forms subtract numbers that agree in all digits when epsilon or 1 - 2 delta is
small.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .inputs import Floats, plain, privacy
from .series import coth_excess, decay_remainder, difference, exp_remainder_2, exp_remainder_3, log1p_pair, product, quotient

_FEW = 4
"""So many terms are added one by one: there the closed sums would cancel."""


def lower_bound_amplitude(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """V1low = 2 a Delta ((b - b^n)/(1-b)^2 - (n-1) b^n/(1-b)) at the real number of periods n = log(1+q)/epsilon.

    a = (delta + (e^epsilon - 1)/2) b, b = e^-epsilon. epsilon >= 0, 0 <= delta < 1 (not both 0), Delta > 0; limits at the ends, and 0 for
    delta >= 1/2, where the formula is no bound. In units of Delta. Error at most 8 ulp. Raises DomainError.
    Source: geng2018truncated, Theorem 4 (integer n); for real n it is below the t-bound.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        fall, ratio = _fall(eps)
        log, grown, slope, _, _ = _logarithm(eps, dlt, fall)
        whole = (1 - 2 * dlt) * decay_remainder(eps) / (ratio * ratio) + 2 * dlt * slope * (slope * exp_remainder_2(log, grown))
        value = _faded(ratio * whole, eps, size)
        pure = _faded(1 / fall, eps, size)
        return plain(np.where(dlt == 0, pure, np.where(dlt >= 0.5, 0.0, value)))


def lower_bound_power(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """V2low = Delta^2 ((e^epsilon+1)/(e^epsilon-1)^2 - n^2/q - 2n/(q (e^epsilon-1))) at the real number of periods n = log(1+q)/epsilon.

    Domain, limits and errors as for lower_bound_amplitude; in units of Delta^2. Source: geng2018truncated, Theorem 5 (integer n).
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        fall, ratio = _fall(eps)
        log, grown, slope, slope_error, log_error = _logarithm(eps, dlt, fall)
        first, second = _power_weights(eps, fall, ratio)
        small, cubic = 2 * dlt * slope, exp_remainder_3(log, grown)
        third = small * cubic * slope * slope * (2 - fall)
        # The third term goes with the cube of the logarithm, so its rounding error counts thrice and is made good.
        excess = 3 * slope_error + log_error * (exp_remainder_2(log, grown) / cubic - 3)
        whole = small * first + small * slope * second + third * (1 + excess)
        value = _faded(whole, eps, size, size)
        pure = _faded((2 - fall) / fall / fall, eps, size, size)
        return plain(np.where(dlt == 0, pure, np.where(dlt >= 0.5, 0.0, value)))


def t_bound_amplitude(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """2 Delta sum_{k>=1} t_k with t_0 = 1/2, t_{k+1} = max(0, b (t_k - delta)): a lower bound of V1*, summed in closed form.

    epsilon >= 0, 0 <= delta < 1 (not both 0), Delta > 0; limits at the ends. In units of Delta. Error at most 8 ulp, to either
    side. Raises DomainError. Proved in the ledger as lower_bounds.t_bound_amplitude.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        fall, _ = _fall(eps)
        value = _faded(2 * _Recursion(eps, dlt, difference(0.5, dlt), fall, fall, 1.0).sum(), eps, size)
        pure = _faded(1 / fall, eps, size)
        return plain(np.where(dlt == 0, pure, np.where(dlt >= 0.5, 0.0, value)))


def t_bound_power(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """2 Delta^2 sum_{k>=1} (2k - 1) t_k, t_k as in t_bound_amplitude: a lower bound of V2*, summed in closed form.

    Domain and errors as for t_bound_amplitude; in units of Delta^2. Proved in the ledger as lower_bounds.t_bound_power.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        fall, _ = _fall(eps)
        value = _faded(2 * _Recursion(eps, dlt, difference(0.5, dlt), fall, fall, 1.0).weighted_sum(), eps, size, size)
        pure = _faded((2 - fall) / fall / fall, eps, size, size)
        return plain(np.where(dlt == 0, pure, np.where(dlt >= 0.5, 0.0, value)))


def s_bound_amplitude(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """2 Delta sum_{k>=0} s_k with s_0 = b (1-delta)/(1+b), s_{k+1} = max(0, b (s_k - delta)): a lower bound of V1*, in closed form.

    Domain, limits and errors as for t_bound_amplitude, which it is never below; positive for delta >= 1/2 too. In units of Delta.
    Proved in the ledger as lower_bounds.s_bound_amplitude.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        fall, _ = _fall(eps)
        value = _faded(2 * _Recursion(eps, dlt, difference(1.0, dlt), fall / (2 - fall), fall, 0.5).sum(), eps, size)
        return plain(np.where(dlt == 0, _faded(2 / ((1 + np.exp(-eps)) * fall), eps, size), value))


class _Recursion:
    """u_k of u_{k+1} = max(0, b (u_k - delta)), with u_k = delta b (e^(nu - k epsilon) - 1)/t, t = 1 - b, as long as that is positive.

    e^nu = 1 + w, w = (start/delta) gain: so u_0 = start b gain/t. `start` comes with its rounding error, `limit` is gain/t at
    epsilon = 0. Sums come without the factor b.
    """

    def __init__(self, eps: Floats, dlt: Floats, start: tuple[Floats, Floats], gain: Floats, fall: Floats, limit: float) -> None:
        self.eps, self.dlt, self.fall = eps, dlt, fall
        high, low = start
        slope, rest = quotient(high, dlt)
        rest = rest + low / dlt
        per_epsilon = np.where(eps == 0, limit, gain / fall)
        slope_at_zero = slope * limit
        self.grown = dlt + high * gain
        """delta (1 + w)"""
        w, lost = product(slope, gain)
        self.log, log_rest = log1p_pair(w, rest * gain + lost)
        self.first = high * per_epsilon
        reach = np.where(eps == 0, slope_at_zero, self.log / eps)
        self.count = np.floor(reach) + 1
        last = (self.count - 1) * eps
        left = np.expm1((self.log - last) + log_rest) / fall
        self.last_left = np.where(eps == 0, slope_at_zero - (self.count - 1), left)
        """(e^(nu - (count-1) epsilon) - 1) b/t divided by b"""
        self.last_grown = self.grown * np.exp(-last)
        """delta e^(nu - (count-1) epsilon)"""
        self.slope = slope_at_zero

    def _few(self, weights: tuple[int, ...]) -> Floats:
        total = weights[0] * self.first
        for k in range(1, _FEW):
            left = np.where(self.eps == 0, self.slope - k, -np.expm1(k * self.eps - self.log) / self.fall)
            total = total + np.where(k < self.count, weights[k] * self.grown * np.exp(-k * self.eps) * left, 0.0)
        return total

    def sum(self) -> Floats:
        """The sum of the positive u_k, divided by b."""
        n, z, square = self.count, self.count * self.eps, self._square()
        near = self.last_grown * n * (n * exp_remainder_2(z) - exp_remainder_2(self.eps)) * square + self.dlt * n * self.last_left
        far = (self.grown * -np.expm1(-z) / self.fall - n * self.dlt) / self.fall
        return np.where(n <= _FEW, self._few((1,) * _FEW), np.where(self.log <= 2, near, far))

    def weighted_sum(self) -> Floats:
        """The sum of (2k + 1) u_k over the positive u_k, divided by b."""
        n, z, square = self.count, self.count * self.eps, self._square()
        cubes = 2 * n * n * exp_remainder_3(z) + self._coth() * np.where(z == 0, 1.0, np.expm1(z) / z) - n * exp_remainder_2(self.eps)
        near = self.last_grown * n * cubes * square + self.dlt * n * n * self.last_left
        kept = (2 - self.fall) - np.exp(-z) * (2 * n * self.fall + (2 - self.fall))
        far = (self.grown * kept / self.fall / self.fall - n * self.dlt * n) / self.fall
        return np.where(n <= _FEW, self._few((1, 3, 5, 7)), np.where(self.log <= 3, near, far))

    def _square(self) -> Floats:
        """epsilon^2/(e^epsilon - 1)^2/b, 1 at 0."""
        ratio = np.where(self.eps == 0, 1.0, self.eps / self.fall)
        return ratio * ratio * np.exp(-self.eps)

    def _coth(self) -> Floats:
        """(coth(epsilon/2) - 2/epsilon)/epsilon where it is needed (epsilon below 1), 1/6 at 0."""
        half = np.minimum(self.eps / 2, 0.5)
        return np.where(half == 0, 1 / 6, coth_excess(half) / (2 * half))


def _faded(value: Floats, eps: Floats, *sizes: Floats) -> Floats:
    """value e^-epsilon times the sizes, also where e^-epsilon alone is below the range of floats."""
    root = np.exp(-eps / 2)
    near, far = np.exp(-eps) * value, root * value
    for size in sizes:
        near, far = near * size, far * size
    return np.where(eps < 600, near, far * root)


def _fall(eps: Floats) -> tuple[Floats, Floats]:
    """t = 1 - e^-epsilon and t/epsilon."""
    fall = -np.expm1(-eps)
    return fall, np.where(eps == 0, 1.0, fall / eps)


def _logarithm(eps: Floats, dlt: Floats, fall: Floats) -> tuple[Floats, ...]:
    """log(1 + ct), ct, the first divided by t (c at epsilon = 0), and by how much of themselves the third and the first are too small."""
    high, low = difference(1.0, 2 * dlt)
    slope, rest = quotient(high, 2 * dlt)
    rest = rest + low / (2 * dlt)
    w, lost = product(slope, fall)
    log, log_rest = log1p_pair(w, rest * fall + lost)
    mean, mean_rest = quotient(log, fall)
    log_error = np.where(w > 0, log_rest / log, 0.0)
    error = np.where(eps == 0, rest / slope, log_error + mean_rest / mean)
    return log, w, np.where(eps == 0, slope, mean), np.where(slope > 0, error, 0.0), log_error


def _power_weights(eps: Floats, fall: Floats, ratio: Floats) -> tuple[Floats, Floats]:
    """(1 + b - 2 r)/t^2 and ((1 + b)/2 - r^2)/t with b = e^-epsilon, t = 1 - b, r = t/epsilon; 1/6 and 1/2 at epsilon = 0."""
    half = np.minimum(eps / 2, 1.0)
    square = half * half
    cosh_part, sine_part = np.zeros_like(half), np.zeros_like(half)
    for j in reversed(range(1, 14)):
        cosh_part = cosh_part * square + (1 / factorial(2 * j) - 1 / factorial(2 * j + 1))
        sine_part = sine_part * square + (1 / factorial(2 * j) - 2 ** (2 * j + 1) / factorial(2 * j + 2))
    decay = np.exp(-half)
    sine = np.where(half == 0, 1.0, np.sinh(half) / half)
    # e^-x (cosh x - sinh x/x) and e^-x (cosh x - e^-x sinh^2 x/x^2), x = epsilon/2; fall/epsilon = ratio.
    near_first = decay * cosh_part / (2 * ratio * ratio)
    near_second = decay * (half * sine_part / 2 - np.expm1(-half) / np.where(half == 0, 1.0, 2 * half) * sine * sine) / ratio
    near_second = np.where(eps == 0, 0.5, near_second)
    far_first = ((2 - fall) - 2 * ratio) / fall / fall
    far_second = ((2 - fall) / 2 - ratio * ratio) / fall
    return np.where(eps <= 2, near_first, far_first), np.where(eps <= 2, near_second, far_second)
