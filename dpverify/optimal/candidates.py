"""The best certified ends so far: every candidate passes through certificate.py, whatever it came from."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from . import certificate
from .encode import LAW_UNIT, law_data, repaired
from .explicit import Slack, best_slack, best_width, geometric, one_step_scale, staircase_break, staircase_cells
from .lattice import Array, Lattice
from .problem import Bracket, Problem
from .setting import Setting
from .solve import Solution

LEAST_ONE_STEP, LEAST_STAIRCASE = 2, Fraction(1, 40)
"""From these epsilons on the two explicit ends are worth a try."""


class Candidates:
    """Keeps the best dual and the best law offered for a problem at sensitivity one."""

    def __init__(self, unit: Problem, setting: Setting) -> None:
        self.problem, self.setting = unit, setting
        self.head = certificate.read_problem(unit.data())
        self.best = Bracket(unit)

    def gap(self) -> float:
        """The relative gap of the best ends; infinite as long as nothing is known."""
        found = self.best.gap
        return math.inf if found is None else float(found)

    def offer_dual(self, dual: dict[str, Any]) -> Fraction:
        """What a dual proves; kept if it is the best so far."""
        value = certificate.lower_bound(self.head, certificate.read_dual(dual))
        if value > self.best.low or not self.best.dual:
            self.best.low, self.best.dual = value, dual
            self.best.shifts = len(dual.get("multipliers", ()))
            self.best.grid = dual.get("grid", 1)
        return value

    def offer_law(self, law: dict[str, Any]) -> bool:
        """Keep a law if it is private and the cheapest so far; whether it is private."""
        try:
            value = certificate.upper_bound(self.head, certificate.read_law(law))
        except certificate.WrongBound:
            return False
        if self.best.high is None or value < self.best.high:
            self.best.high, self.best.law = value, law
        return True

    def offer_explicit(self) -> None:
        """Bounds that need no solver."""
        self.offer_dual({"stride": 1, "grid": 1, "window": 0, "unit": 1, "multipliers": []})
        for name in ("laplace", "uniform"):
            self.offer_law({"name": name})
        if self.problem.epsilon >= LEAST_ONE_STEP:
            self.offer_dual({"name": "one-step", "scale": one_step_scale(self.problem.epsilon, self.problem.loss)})
        if self.problem.epsilon >= LEAST_STAIRCASE:
            self.offer_law({"name": "staircase", "width": best_width(self.problem.epsilon, self.problem.loss)})
        if self.setting.epsilon > 0 and math.isfinite(self.setting.truncation):
            # A width a little above log(1+q)/epsilon; where that is hard to tell, wider.
            width = max(Fraction(self.setting.truncation), Fraction(1))
            for margin in (1e-12, 1e-9, 1e-6, 1e-3):
                if self.offer_law({"name": "truncated-laplace", "width": str(_short(width * (1 + Fraction(margin))))}):
                    break
        if self.setting.stride == 1 and self.setting.delta > 0:
            for margin in (1e-9, 1e-6, 1e-3):
                if self.offer_law(law_data(1, geometric(self.setting.epsilon, self.setting.delta * (1 - margin), 1), 0.0)):
                    break

    def least(self, grid: int) -> float:
        """The order of the least loss, in units of grid^-loss."""
        found = float(self.best.high or 1) * (float(grid) / self.setting.stride) ** self.setting.loss
        if not 0 < found < 1e200:
            raise OverflowError("the losses are beyond floating point")
        return found

    def slack(self, lattice: Lattice, law: Array) -> Slack:
        """What a law on this lattice, of about this shape, is best repaired with."""
        least = float(law @ (lattice.loss_above() * lattice.multiplicity))
        return best_slack(lattice, self.setting.solved_delta, max(least, 1e-3 * self.least(lattice.grid)))

    def offer_repaired(self, solution: Solution, slack: Slack) -> None:
        """Offer the solver's law, mixed with as much slack as makes it private exactly."""
        lattice = solution.lattice
        # The solver's law decreases up to its tolerance only.
        found = np.minimum.accumulate(solution.law) if self.problem.monotone else solution.law
        for margin in (1e-9, 1e-7, 1e-5, 1e-3):
            half, atom = repaired(lattice, found, solution.atom, slack, self.setting.solved_delta * (1 - margin))
            if self.setting.solved_delta == self.setting.delta:
                private = self.offer_law(law_data(lattice.grid, half, atom, lattice.centred))
            else:
                private = self._mix(lattice, half, atom, self.setting.delta / self.setting.solved_delta * (1 - margin))
            if private:
                return

    def _mix(self, lattice: Lattice, half: Array, atom: float, share: float) -> bool:
        """Offer the mixture of a law (weight `share`) with the staircase of the same grid."""
        grid, centred = lattice.grid, lattice.centred
        reach = (math.log(100 / min(self.setting.target, 0.1)) + 2 * self.setting.loss) / self.setting.epsilon + 3
        count = max(math.ceil(reach * grid), len(half))
        if count > certificate.MAX_WINDOW // 2:
            return False
        wide = replace(lattice, window=count - 1)
        last = staircase_break(wide, wide.loss_above())
        cells, tail = staircase_cells(self.problem.epsilon, grid, last, count, LAW_UNIT)
        total = 2 * sum(cells) - (cells[0] if centred else 0) + 2 * sum(cells[-grid:]) * tail / (1 - tail)
        # The staircase has weight one, so the law has share/(1 - share).
        weight = share / (1 - share) * float(total)
        for i, r in enumerate(half.tolist()):
            cells[i] += int(r * weight)
        return self.offer_law({"grid": grid, "centred": centred, "atom": int(atom * weight), "cells": cells, "tail": str(tail)})


def _short(x: Fraction) -> Fraction:
    """A rational of few digits near x >= 1."""
    places = max(0, 20 - len(str(int(x))))
    return Fraction(math.ceil(x * 10**places), 10**places)
