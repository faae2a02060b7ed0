"""Explicit laws on a grid: the truncated geometric law (slack for repairs, last resort) and the staircase (delta = 0, small delta).

Geometric, S1's truncated Laplacian on cells; staircase, mathematics 5.3. Values are hints except where a docstring says exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import mpmath
import numpy as np

from .certificate import exp_bounds
from .lattice import Array, Lattice, periods


def geometric(epsilon: float, delta: float, grid: int, centred: bool = True) -> Array:
    """Masses of the cells 0..J of a truncated geometric law of decay e^(-epsilon/grid) a cell that needs at most about delta, delta > 0.

    The last `grid` cells of one side hold about delta; epsilon = 0 gives the uniform law.
    """
    extra = 0
    while True:
        last = math.ceil(periods(epsilon, delta) * grid) + extra
        half = np.exp(-epsilon / grid * np.arange(last + 1))
        half /= 2 * half.sum() - (half[0] if centred else 0.0)
        if half[-grid:].sum() <= delta or extra > 4 * grid:
            return half
        extra += 1


LARGE_EPSILON = 60.0
"""Beyond this the stairs after the second one are nothing."""
DIGITS = 40
"""Digits of the parameter of the one-step lower end."""


@dataclass(frozen=True)
class Slack:
    """An explicit law with room below delta, for repairs by mixing."""

    half: Array
    atom: float
    spare: float
    """Its largest divergence, below delta."""
    price: float
    """How much, relative to the least loss, a violation of the whole of delta costs to repair."""


def best_slack(lattice: Lattice, delta: float, least: float) -> Slack:
    """The explicit law with about half of delta left with which repairs are cheapest; loss in units of grid^-loss, delta > 0.

    Candidates: the truncated geometric law, and the staircase with an atom of delta/2 (which wins for large epsilon).
    """
    candidates = [(geometric(lattice.epsilon, delta / 2, lattice.grid, lattice.centred), 0.0)]
    if lattice.epsilon > 0.05:
        last = staircase_break(lattice, lattice.loss_above())
        half = np.exp(-lattice.epsilon * stair(np.arange(lattice.window + 1), last, lattice.grid))
        candidates.append((half / float(half @ lattice.multiplicity) * (1 - delta / 2), delta / 2))
    found = []
    for half, atom in candidates:
        wide = replace(lattice, window=len(half) - 1)
        spare = float(wide.divergences(half, atom).max())
        excess = float(half @ (wide.loss_above() * wide.multiplicity)) / least - 1
        price = max(excess, 0.01) * delta / (delta - spare) if spare < 0.9 * delta else math.inf
        found.append(Slack(half, atom, spare, price))
    return min(found, key=lambda s: s.price)


def staircase_break(lattice: Lattice, loss: Array) -> int:
    """The index of the last cell of the first stair for which the staircase on this grid is cheapest; epsilon > 0."""

    def cost(last: int) -> float:
        mass = np.exp(-lattice.epsilon * stair(np.arange(lattice.window + 1), last, lattice.grid)) * lattice.multiplicity
        return float((mass * loss).sum() / mass.sum())

    # The cost has one minimum in the break: a coarse look, then the neighbourhood of the best.
    step = max(1, lattice.grid // 32)
    best = min(range(0, lattice.grid, step), key=cost)
    return min(range(max(0, best - step), min(lattice.grid, best + step + 1)), key=cost)


def staircase_width(epsilon: float, loss: float) -> float:
    """gamma of mathematics 5.3, half the first stair in sensitivities, at which the staircase costs least, about; 1/2 at epsilon = 0."""
    if epsilon < 1e-3:
        return 0.5
    epsilon = min(epsilon, LARGE_EPSILON)
    count = min(math.ceil(40 / epsilon) + 1, 20_000)
    steps = np.exp(-epsilon * np.arange(1, count))

    def cost(width: float) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            powers = (width + np.arange(count)) ** (loss + 1)
            return float(powers[0] + steps @ np.diff(powers)) / (width + float(steps.sum()))

    low, high = -epsilon - 5.0, 0.0  # of log(width), which may be tiny
    for _ in range(80):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if cost(math.exp(left)) < cost(math.exp(right)) else (left, high)
    return math.exp((low + high) / 2)


def one_step_scale(epsilon: Fraction, loss: Fraction) -> str:
    """The scale of the "one-step" lower end of a certificate: a little above the least s >= 1 with s^(p+1) + p >= p e^epsilon + (p+1) s."""
    with mpmath.workdps(2 * DIGITS):
        p = mpmath.mpf(loss.numerator) / loss.denominator
        target = p * mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator) - p
        low, high = mpmath.mpf(0), mpmath.mpf(1)  # of log s

        def over(x: mpmath.mpf) -> bool:
            return bool(mpmath.exp((p + 1) * x) - (p + 1) * mpmath.exp(x) >= target)

        while not over(high):
            low, high = high, 2 * high
        for _ in range(4 * DIGITS + 20):
            middle = (low + high) / 2
            low, high = (low, middle) if over(middle) else (middle, high)
        return str(mpmath.nstr(mpmath.exp(high) * (1 + mpmath.mpf(10) ** (4 - DIGITS)), DIGITS))


def best_width(epsilon: Fraction, loss: Fraction) -> str:
    """About the width of the cheapest staircase as text, also where floating point has no name for it; epsilon > 0."""
    if epsilon <= LARGE_EPSILON:
        return repr(staircase_width(float(epsilon), float(loss)))
    # The second stair alone counts: p width^(p+1) is e^-epsilon up to terms of higher order.
    p = mpmath.mpf(loss.numerator) / loss.denominator
    width = mpmath.exp(-(mpmath.mpf(epsilon.numerator) / epsilon.denominator + mpmath.log(p)) / (p + 1))
    return str(mpmath.nstr(min(width, mpmath.mpf(1)), 15))


def stair(cell: Array, last: int, grid: int) -> Array:
    """The number of the stair a cell is on, counted from 0."""
    return np.maximum(cell - last + grid - 1, 0) // grid


def staircase_cells(epsilon: Fraction, grid: int, last: int, count: int, top: int) -> tuple[list[int], Fraction]:
    """`count` integer cell masses of a staircase, exactly private with delta = 0, and the factor with which its tail goes on.

    Each level is the one before divided by e^epsilon, rounded up: a shift by at most one sensitivity crosses one level at most.
    """
    grown = exp_bounds(epsilon)[0]
    numbers = stair(np.arange(count), last, grid).tolist()
    levels = [top]
    for _ in range(numbers[-1]):
        levels.append(-(-levels[-1] * grown.denominator // grown.numerator))
    # A short factor above e^-epsilon; a few more digits than the masses have.
    places = 10 ** (len(str(top)) + 3)
    tail = Fraction(-(-places * grown.denominator // grown.numerator), places)
    return [levels[n] for n in numbers], tail
