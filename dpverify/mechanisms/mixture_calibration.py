"""The least sigma of the mixture of Gaussians at sensitivity 1, and its least delta: guessed in floats, certified by `mixture_shifts`."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .least import least_certified
from .mixture_shifts import falls_from_the_middle, is_private

Floats = NDArray[np.float64]
DIGITS = 6
SMALLEST_SOLVED = 1e-9
"""Below this delta sigma is taken from the unimodal mixtures, which need no delta; it is larger by less than about 1e-3 of itself."""
SMALLEST_DELTA, DELTA_DIGITS = Fraction(1, 10**9), 4
LARGEST_SOLVED = Fraction(9, 10)
"""Above this delta sigma is the one for it: the mixture is next to discrete there and gains nothing."""
SHIFTS, POINTS = 32, 1 << 12


def density(x: Floats, epsilon: float, sigma: float) -> Floats:
    """f(x), in floats; terms far from x are left out."""
    reach = math.ceil(sigma * (9.5 + 2 * epsilon * sigma)) + 1
    nearest = np.rint(x)
    total = np.zeros_like(x)
    for j in range(-reach, reach + 1):
        k = nearest + j
        total += np.exp(-epsilon * np.abs(k) - ((x - k) / sigma) ** 2 / 2)
    return total * (math.tanh(epsilon / 2) / (sigma * math.sqrt(2 * math.pi)))


def divergence(epsilon: float, budget: float, sigma: float) -> float:
    """The largest divergence over the shifts in [0, 1], numerically: shifts on a grid, ever finer around the best."""
    last = max(1, math.ceil(7 * sigma))
    x = (np.arange(-(last + 1) * POINTS, (last + 2) * POINTS) + 0.5) / POINTS
    f = density(x, epsilon, sigma)
    count = 2 * (last + 1) * POINTS
    with np.errstate(over="ignore"):
        here, grown = f[:count], math.exp(min(budget, 700.0)) * f
    weight = np.where(np.abs(x[1:count]) > last, 1 / -math.expm1(-epsilon), 1.0) / (2 * POINTS)

    def at(shift: int) -> float:
        v = here - grown[shift : shift + count]
        # Linear between the points: the cells at which the sign changes count in part.
        positive = np.maximum(v, 0)
        left, right = positive[:-1], positive[1:]
        change = (left > 0) != (right > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            part = np.where(change, (left**2 + right**2) / np.abs(v[1:] - v[:-1]), left + right)
        # No dot product: a threaded one waits for its threads.
        return float((part * weight).sum())

    step = POINTS // SHIFTS
    found = {j: at(j) for j in range(0, POINTS + 1, step)}
    while step > 1:
        best = max(found, key=lambda j: found[j])
        step = max(step // 4, 1)
        found |= {j: at(j) for j in range(max(best - 3 * step, 0), min(best + 3 * step, POINTS) + 1, step) if j not in found}
    return max(found.values())


def _is_unimodal(epsilon: float, sigma: float) -> bool:
    """Numerically: f falls on [0, 1]."""
    x = np.linspace(0, 1, 2001)
    f = density(x, epsilon, sigma)
    return bool((np.diff(f)[1:] < 0).all())


def _bisect(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The least number at which `holds`, about; it holds at high and does not at low."""
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _certified(guess: float, holds: Callable[[Fraction], bool], what: str) -> Fraction:
    found = least_certified(Fraction(guess), DIGITS, holds)
    if found is None:
        raise InputError(f"{what} is so extreme that no standard deviation of the Gaussian mixture could be certified")
    return found


@lru_cache(maxsize=64)
def unimodal_sigma(epsilon: Fraction) -> Fraction:
    """About the least sigma at which the mixture is certified to be unimodal, and so epsilon-DP with delta = 0."""
    eps = float(epsilon)
    guess = _bisect(lambda s: _is_unimodal(eps, s), 0.02, 3.0)
    return _certified(guess, lambda s: falls_from_the_middle(epsilon, s), f"epsilon = {eps:g}")


@lru_cache(maxsize=256)
def is_certified(epsilon: Fraction, delta: Fraction, sigma: Fraction) -> bool:
    """Whether the mixture is certified to be (epsilon, delta)-DP at sensitivity 1."""
    delta = min(delta, LARGEST_SOLVED)
    return falls_from_the_middle(epsilon, sigma) or is_private(epsilon, epsilon, delta, sigma) is True


@lru_cache(maxsize=64)
def least_sigma(epsilon: Fraction, delta: Fraction) -> Fraction:
    """The least sigma of six digits certified to make the mixture (epsilon, delta)-DP at sensitivity 1; never one too small.

    One unit of the last digit lower the certificate fails, nearly always because that mixture is certified not to be private.
    """
    delta = min(delta, LARGEST_SOLVED)
    eps, dlt = float(epsilon), float(delta)
    unimodal = unimodal_sigma(epsilon)
    if dlt < SMALLEST_SOLVED:
        return unimodal
    low = float(unimodal)
    while divergence(eps, eps, low) <= dlt and low > 1e-3:
        low *= 0.8
    guess = _bisect(lambda s: divergence(eps, eps, s) <= dlt, low, float(unimodal))
    try:
        found = _certified(guess, lambda s: s < unimodal and is_certified(epsilon, delta, s), f"delta = {dlt:g}")
    except InputError:
        return unimodal
    return min(found, unimodal)


def least_delta(epsilon: Fraction, budget: Fraction, sigma: Fraction) -> tuple[Fraction, Fraction] | None:
    """Certified ends, four digits apart by one unit as a rule, of the profile at the budget; None where it could not be certified."""
    refuted = [Fraction(0)]

    def holds(delta: Fraction) -> bool:
        private = delta >= 1 or is_private(epsilon, budget, delta, sigma)
        if private is False:
            refuted.append(delta)
        return private is True

    guess = Fraction(divergence(float(epsilon), float(budget), float(sigma)))
    found = least_certified(max(guess, SMALLEST_DELTA), DELTA_DIGITS, holds)
    return None if found is None else (max(refuted), found)
