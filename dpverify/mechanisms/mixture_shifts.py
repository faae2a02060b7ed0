"""Is the mixture of Gaussians N(k, sigma^2) with weights ~ e^(-|k| epsilon) private at sensitivity 1? A certified "yes" or "no".

With b = e^-epsilon, v_d(x) = f(x) - e^budget f(x + d): the divergence at shift d is the integral of max(0, v_d), and all d in [0, 1] count
(f is symmetric); the budget is epsilon or any other number of at least 0. Four facts make that finite. With
eta(x) = (1-b)^2 sum_{j>=1} b^(j-1) phi_sigma(x + j), which falls for x >= -1,

    f(x + 1) = b f(x) + eta(x)                                                        for all x.

1. If f falls on [0, 1] it falls on [0, oo), by induction over the periods. Then f is unimodal, only the shift 1 counts, and there the
   weights give f(x) <= e^epsilon f(x + 1): it is epsilon-DP with delta = 0.
2. On the right v_d(x + 1) <= b v_d(x) + eta(x) for x >= 0, so beyond J + 1 there is at most b/(1-b) times the integral over [J, J + 1] and
   P(N(0, sigma^2) > J + 1).
3. On the left v_d(x - 1) <= b v_d(x) for x <= 0, as eta(-x) <= eta(-x - d); so beyond -(J + 1) there is at most b/(1-b) times the integral
   over [-(J + 1), -J].
4. On both sides there is as much as that, but for what eta takes away: v_d(x + 1) >= b v_d(x) - e^budget eta(x + d), and to the left
   v_d(x - 1) >= b v_d(x) - e^budget eta(-x - d), where eta has at most (1-b) P(N(0, sigma^2) > J) beyond J - 1. Summed over the periods,
   at most e^budget P(N(0, sigma^2) > J) is missing on a side.

The divergence falls in sigma, since more Gaussian noise is post-processing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..enclosure.gaussian_mixture import Floats, Table, tables, upper_tail

CELLS_PER_SIGMA = 24
SAFETY = 1 + 1e-10
"""Covers the rounding of sums of positive floats."""
MAX_TASKS = 3000
MAX_LEVEL = 14
MAX_PERIODS = 12
FINE = 16


def falls_from_the_middle(epsilon: Fraction, sigma: Fraction) -> bool:
    """Whether f is certified to be unimodal (fact 1)."""
    per_unit = _cells(sigma)
    f, _ = tables(epsilon, epsilon, sigma, 0, 1, per_unit)
    half = 0.5 / (per_unit * FINE)
    x: Floats = (np.arange(per_unit * FINE, dtype=np.float64) + 0.5) * (2 * half)
    cell, t = f.locate(x)
    _, slope = f.value(cell, t)
    second = _second(f, cell, t)
    # Upper bounds of f' and f'' on the fine cells; f'(0) = 0, so f' <= 0 as long as f'' <= 0.
    second = second + f.curvature_error[cell]
    curved = (np.abs(second) + 2 * f.curvature_error[cell]) * half + f.third[cell] * half * half
    slope_bound = slope + f.slope_error[cell] + curved * SAFETY + 1e-15 * np.abs(slope)
    second_bound = second + f.third[cell] * half * SAFETY + 1e-15 * np.abs(second)
    concave = np.logical_and.accumulate(second_bound < 0)
    return bool((concave | (slope_bound < 0)).all())


def _second(f: Table, cell: np.ndarray, t: Floats) -> Floats:
    c = f.coefficients[cell].T
    total = np.zeros_like(t)
    for n in reversed(range(2, len(c))):
        total = total * t + n * (n - 1) * c[n]
    return total


def _cells(sigma: Fraction) -> int:
    return 2 ** max(5, math.ceil(math.log2(CELLS_PER_SIGMA / float(sigma))))


@dataclass(frozen=True)
class _Task:
    """Shifts d - r .. d + r, on the cells x - h .. x + h that may count, with their weights."""

    d: float
    r: float
    x: Floats
    h: float
    weight: Floats
    level: int


def is_private(epsilon: Fraction, budget: Fraction, delta: Fraction, sigma: Fraction) -> bool | None:
    """Whether the divergence at `budget` is at most delta for every shift: certified True, certified False, or None for "can't tell"."""
    tail_at, beyond, missing = _last_period(budget, delta, sigma)
    per_unit = _cells(sigma)
    f, grown = tables(epsilon, budget, sigma, -tail_at - 1, tail_at + 3, per_unit)
    repeat = 1 / -math.expm1(-float(epsilon)) * SAFETY
    h = 0.5 / per_unit
    x: Floats = (2 * np.arange(2 * (tail_at + 1) * per_unit, dtype=np.float64) + 1) * h - (tail_at + 1)
    weight: Floats = np.where(np.abs(x) > tail_at, repeat, 1.0)
    allowed = float(delta) * (1 - 1e-12) - beyond
    todo = [_Task((2 * i + 1) * h, h, x, h, weight, 0) for i in reversed(range(per_unit))]
    done = 0
    while todo:
        task = todo.pop()
        done += 1
        least, bound, active = _bounds(task, f, grown)
        if bound <= allowed:
            continue
        if least - missing > float(delta) * (1 + 1e-12):
            return False
        if done > MAX_TASKS or task.level == MAX_LEVEL:
            return None
        quarter = task.h / 2
        kept = task.x[active]
        finer = np.concatenate([kept - quarter, kept + quarter])
        weights = np.concatenate([task.weight[active]] * 2)
        for side in (-0.5, 0.5):
            todo.append(_Task(task.d + side * task.r, task.r / 2, finer, quarter, weights, task.level + 1))
    return True


def _last_period(budget: Fraction, delta: Fraction, sigma: Fraction) -> tuple[int, float, float]:
    """J >= 1 with P(N(0, sigma^2) > J + 1) well below delta, an upper bound of that, and one of what fact 4 leaves out on both sides.

    What fact 4 leaves out is to be well below delta too, as long as that takes few periods.
    """
    growth = math.exp(min(float(budget), 700.0)) * SAFETY if budget < 700 else math.inf
    last = 1
    while upper_tail((last + 1) / sigma) > delta / 10**5 or (growth * upper_tail(last / sigma) > delta / 10**7 and last < MAX_PERIODS):
        last += 1
    return last, upper_tail((last + 1) / sigma), 2 * growth * upper_tail(last / sigma)


def _bounds(task: _Task, f: Table, grown: Table) -> tuple[float, float, np.ndarray]:
    """A lower bound of the divergence at the middle shift, an upper one for all shifts of the task, the cells where that is positive.

    v at a shift d + tau is at most f(x) - g(x + d) - tau g'(x + d) + r^2/2 max|g''|, g = e^budget f: linear in tau up to a constant, so the
    integral of its positive part is convex in tau and largest at tau = r or -r. On a cell of x it is linear up to second order as well.
    """
    r, h = task.r, task.h
    cell, t = f.locate(task.x)
    value, slope = f.value(cell, t)
    other, s = grown.locate(task.x + task.d)
    shifted, shifted_slope = grown.value(other, s)
    # Shifts and cells reach into the neighbouring cells of the table at most.
    near = [np.clip(other + i, 0, len(grown.error) - 1) for i in (-1, 0, 1)]
    second, third = (np.maximum.reduce([column[i] for i in near]) for column in (grown.second, grown.third))
    middle, rise = value - shifted, np.abs(slope - shifted_slope) * h
    errors = f.error[cell] + grown.error[other] + h * (f.slope_error[cell] + grown.slope_error[other])
    rounding = 1e-15 * (np.abs(value) + np.abs(shifted) + rise)
    # At the middle shift itself v is linear in x up to this.
    bend = ((f.second[cell] + second) * h * h / 2 + errors) * SAFETY + rounding
    least = float((_positive_part(middle - bend, rise / SAFETY, h) * task.weight).sum()) / SAFETY**2
    slack = second * (r + h) ** 2 / 2 + (f.second[cell] + r * third) * h * h / 2 + r * grown.slope_error[other] + errors
    slack = slack * SAFETY + rounding
    ends = [_positive_part(middle + tau * shifted_slope + slack, rise * SAFETY, h) for tau in (r, -r)]
    bound = max(float((end * task.weight).sum()) for end in ends) * SAFETY
    return least, bound, (ends[0] > 0) | (ends[1] > 0)


def _positive_part(middle: Floats, rise: Floats, h: float) -> Floats:
    """The integral over [-h, h] of the positive part of a linear function with this middle and middle + rise at one end."""
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.maximum(middle + rise, 0.0) ** 2 / (2 * rise) * h
    return np.where(middle >= rise, 2 * h * middle, np.where(middle > -rise, part, 0.0))
