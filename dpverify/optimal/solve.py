"""The lattice program by rows on demand: only the (shift, point) pairs that some solution violated are in it.

Minimise sum c_i p_i over symmetric laws p >= 0 (and an atom, seen from the upper end), where each active shift k has a row
atom + sum_i s_(k,i) <= delta and each active pair a row p_i - e^epsilon p_(i+k) <= s_(k,i), s >= 0. The multipliers of the pair rows are
the weights y_k(i) of mathematics 8.3, those of the shift rows the z_k.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from .highs import Highs
from .lattice import Array, Lattice

SHIFTS_A_ROUND = 8
MAX_ROUNDS = 200


@dataclass
class Weights:
    """One shift's part of a solution: cap z and weights y at all points from left to right."""

    cap: float
    values: Array


@dataclass
class Solution:
    """A law and multipliers as the solver has them, made finite and nonnegative, nothing else promised."""

    lattice: Lattice
    law: Array
    atom: float
    weights: dict[int, Weights]
    mean: float
    """The multiplier of the normalisation: mu of 8.3."""
    rounds: int = 1
    violation: float = 0.0
    """Largest divergence / delta - 1."""


class RowsOnDemand(ABC):
    """Rounds of solve and separate; how a round is solved is up to the subclass."""

    shifts_a_round = SHIFTS_A_ROUND

    def __init__(self, lattice: Lattice, delta: float, monotone: bool = False) -> None:
        self.lattice, self.delta, self.monotone = lattice, delta, monotone
        self.active: dict[int, Array] = {}
        """For each active shift which points have a row."""
        self.reach = max(lattice.window - lattice.grid, 0)
        """Rows are made for points up to this far from 0 only. For the lower end it is window - grid, so that the multipliers hold beyond
        the window too: there is no weight that a column beyond it could see."""
        self.watched = [lattice.grid] if monotone else list(range(1, lattice.grid + 1))
        """The shifts that the law has to be private at; for the lower end any will do."""
        self.loss = np.zeros(lattice.window + 1)
        self.unit = 1.0

    def set_loss(self, loss: Array, atom: bool, unit: float) -> None:
        """Loss of the points, given to the solver in this unit, and whether the atom may be used (then for the upper end)."""
        if atom:
            self.reach = self.lattice.window
        self.loss, self.unit = loss, unit

    def activate(self, shift: int, points: Array) -> int:
        """Add rows for pairs (shift, point) that have none; how many."""
        lattice = self.lattice
        points = points[lattice.mirror(points) <= self.reach]
        if shift not in self.active:
            self.active[shift] = np.zeros(lattice.origin + lattice.window + 1, bool)
            self._add_shift(shift)
        points = points[~self.active[shift][points + lattice.origin]]
        self.active[shift][points + lattice.origin] = True
        if len(points):
            self._add_pairs(shift, points)
        return len(points)

    def solve(self, tolerance: float, seconds: float, progress: float = 0.0) -> Solution:
        """Rounds until no divergence exceeds delta by the relative tolerance, or the time is over.

        With `progress` above 0 also until a round raises the least cost by no more than that share: for the lower end, where any round's
        multipliers will do, the last rounds are not worth their time.
        """
        end = time.monotonic() + seconds
        costs = self.loss * self.lattice.multiplicity
        cost = -np.inf
        for rounds in range(1, MAX_ROUNDS + 1):
            solution = self._round(end - time.monotonic())
            over = self.lattice.divergences(solution.law, solution.atom) / self.delta - 1
            solution.rounds, solution.violation = rounds, float(over[self.watched].max())
            before, cost = cost, float(solution.law @ costs)
            slow = progress > 0 and cost - before <= progress * cost
            if solution.violation <= tolerance or slow or time.monotonic() >= end or not self._separate(solution, over, tolerance):
                break
        return solution

    def _separate(self, solution: Solution, over: Array, tolerance: float) -> int:
        """Activate pairs that the law violates at the worst shifts; how many."""
        lattice = self.lattice
        bad = [k for k in sorted(self.watched, key=lambda k: -over[k]) if over[k] > tolerance / 2]
        chosen: list[int] = []
        for k in bad:
            # Neighbouring shifts see the same flaw: of the new ones take some that lie apart.
            if k in self.active or all(abs(k - other) > lattice.grid / (3 * self.shifts_a_round) for other in chosen):
                chosen.append(k)
            if len(chosen) >= self.shifts_a_round:
                break
        full = lattice.mirrored(solution.law)
        return sum(self.activate(k, np.nonzero(lattice.excess(full, k) > 1e-9 * self.delta)[0] - lattice.origin) for k in chosen)

    @abstractmethod
    def _add_shift(self, shift: int) -> None: ...

    @abstractmethod
    def _add_pairs(self, shift: int, points: Array) -> None: ...

    @abstractmethod
    def _round(self, seconds: float) -> Solution:
        """Solve the program of the active pairs."""


class Program(RowsOnDemand):
    """By the simplex method, warm from round to round. Masses are scaled so that delta becomes one: the tolerances are absolute."""

    def __init__(self, lattice: Lattice, delta: float, monotone: bool = False, model: Highs | None = None) -> None:
        super().__init__(lattice, delta, monotone)
        n = lattice.window + 1
        self.scale = max(delta, 1e-9)
        self.model = model = model or Highs()
        free = model.infinity
        self.atom_column = n
        model.add_columns(np.zeros(n + 1), np.zeros(n + 1), np.append(np.full(n, free), 0.0))
        weights = np.append(lattice.multiplicity, 1.0)
        total = np.array([1.0 / self.scale])
        model.add_rows(total, total, np.zeros(1), np.arange(n + 1), weights)
        self._blocks: list[tuple[int, Array, int]] = []
        self._shift_rows: dict[int, int] = {}
        if monotone:
            inner = np.arange(n - 1)
            index = np.stack([inner, inner + 1], axis=1).ravel()
            model.add_rows(np.zeros(n - 1), np.full(n - 1, free), 2 * inner, index, np.tile([1.0, -1.0], n - 1))

    def set_loss(self, loss: Array, atom: bool, unit: float) -> None:
        super().set_loss(loss, atom, unit)
        self.model.set_costs(np.arange(len(loss)), loss * self.lattice.multiplicity / unit)
        self.model.set_column_bounds(self.atom_column, 0.0, self.model.infinity if atom else 0.0)

    def _add_shift(self, shift: int) -> None:
        model, free = self.model, self.model.infinity
        self._shift_rows[shift] = model.rows
        model.add_rows(np.array([-free]), np.array([self.delta / self.scale]), np.zeros(1), np.array([self.atom_column]), np.ones(1))

    def _add_pairs(self, shift: int, points: Array) -> None:
        lattice, model, free, n = self.lattice, self.model, self.model.infinity, len(points)
        slack = model.columns + np.arange(n)
        model.add_columns(np.zeros(n), np.zeros(n), np.full(n, free), np.full(n, self._shift_rows[shift]), np.ones(n))
        here, there = lattice.mirror(points), lattice.mirror(points + shift)
        value = np.tile([1.0, -lattice.growth, -1.0], (n, 1))
        same = here == there
        value[same, 0] = 1.0 - lattice.growth
        keep = np.stack([np.ones(n, bool), (there <= lattice.window) & ~same, np.ones(n, bool)], axis=1)
        index = np.stack([here, there, slack], axis=1)
        starts = np.concatenate([[0], np.cumsum(keep.sum(axis=1))[:-1]])
        self._blocks.append((shift, points, model.rows))
        model.add_rows(np.full(n, -free), np.zeros(n), starts, index[keep], value[keep])

    def _round(self, seconds: float) -> Solution:
        """Solve once and make what comes back finite and nonnegative."""
        lattice, n = self.lattice, self.lattice.window + 1
        answer = self.model.solve(seconds)
        columns = sane(answer.columns, self.model.columns) * self.scale
        rows = sane(answer.multipliers, self.model.rows) * self.unit
        law = np.maximum(columns[:n], 0.0)
        atom = max(float(columns[self.atom_column]), 0.0)
        weights = {k: Weights(max(-rows[row], 0.0), np.zeros(len(self.active[k]))) for k, row in self._shift_rows.items()}
        for shift, points, first in self._blocks:
            weights[shift].values[points + lattice.origin] = np.maximum(-rows[first : first + len(points)], 0.0)
        return Solution(lattice, law, atom, weights, float(rows[0]))


def sane(values: Array, size: int) -> Array:
    """The right length and finite, whatever the solver returned."""
    fixed = np.zeros(size)
    found = np.asarray(values, dtype=float).ravel()[:size]
    fixed[: len(found)] = np.nan_to_num(found, nan=0.0, posinf=0.0, neginf=0.0)
    return fixed
