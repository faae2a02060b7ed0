"""A certified bracket of the least loss: choose grids, solve, encode, and let certificate.py say what that proves.

Whatever the solver returns, both ends come from `certificate.lower_bound` and `certificate.upper_bound`: it can make them loose,
never wrong.
For a delta so small that the optimum hardly differs from that of a larger one, the program is solved at the larger one only: its
multipliers bound every delta from below (a tangent, mathematics 8.4), and its law mixed with the staircase, which needs no delta, bounds
it from above (a chord). For large epsilon two explicit ends (the one-step dual, the staircase with an atom) are near enough to the optimum.
Else a coarse program is solved by the simplex method, and its tight pairs lead to fine ones, which the interior point method solves.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from . import certificate
from .candidates import Candidates
from .encode import dual_data
from .grids import first_grid, fitting, growth, largest_grid, shows
from .guess import all_pairs, first_pairs, near_pairs, reach, thinned
from .highs import Highs
from .interior import InteriorProgram, PairProgram
from .lattice import Array, Lattice
from .problem import Bracket, Problem
from .setting import setting
from .solve import Program, Solution

MAX_POINTS = 60_000
"""Largest half window of a program."""
WIDER, EDGE, EDGE_INSIDE = 1.4, 1e-3, 0.03
"""A window grows so much if what lies at its edge is more than this share of the gap asked for; an interior point law is less accurate."""
MAX_SOLVED_EPSILON = 16.0
"""Beyond this no grid of a size that can be solved shows the optimum; the one-step lower end and the staircase do."""
COARSE_TOLERANCE = 1e-4
"""About the accuracy of the first program where finer ones may follow."""
FITTED_FROM, SMALL_GRIDS, SMALL_ACCURACY = 200, (24, 41), 1e-6
"""From this fineness on it is worth while to look, among small grids, for those whose multiples fit the optimum's breaks."""


def bracket(
    problem: Problem,
    rel_gap: Fraction,
    seconds: float = 200.0,
    make_model: Callable[[], Highs] = Highs,
    make_interior: type[PairProgram] = PairProgram,
) -> Bracket:
    """Refine until (upper - lower)/lower <= rel_gap or the time is used up. lower <= V* <= upper always."""
    return _Search(problem, rel_gap, seconds, make_model, make_interior).run()


@dataclass(frozen=True)
class Ends:
    """The solver's answers for the two programs of a grid."""

    lower: Solution
    upper: Solution


class _Search:
    def __init__(
        self, problem: Problem, rel_gap: Fraction, seconds: float, make_model: Callable[[], Highs], make_interior: type[PairProgram]
    ) -> None:
        self.problem, self.make_model, self.make_interior = problem, make_model, make_interior
        self.start = time.monotonic()
        self.seconds = seconds
        # All is done at sensitivity one; the loss scales exactly.
        unit = replace(problem, sensitivity=Fraction(1))
        self.setting = setting(unit, float(rel_gap))
        self.candidates = Candidates(unit, self.setting)
        self.width = self.setting.width
        """Half the window, in strides; grows when the multipliers turn out to reach further."""
        self.solver = "none"
        self.module = 0
        """Very fine grids are multiples of this; 0 until it is known."""

    def run(self) -> Bracket:
        self.candidates.offer_explicit()
        if self.candidates.gap() > self.setting.target and self.setting.epsilon <= MAX_SOLVED_EPSILON:
            # Numbers too large for floating point end the search with what was found so far.
            with np.errstate(all="ignore"), contextlib.suppress(OverflowError):
                self._solve()
        head = certificate.read_problem(self.problem.data())
        low = certificate.lower_bound(head, certificate.read_dual(self.candidates.best.dual))
        high = certificate.upper_bound(head, certificate.read_law(self.candidates.best.law))
        return replace(self.candidates.best, problem=self.problem, low=low, high=high, seconds=time.monotonic() - self.start)

    def _solve(self) -> None:
        """Grids of growing fineness until the gap is reached or the time is used up."""
        grid = first_grid(self.setting)
        found: Ends | None = None
        while grid * self.width <= MAX_POINTS:
            began = time.monotonic()
            if found is None or self.setting.monotone or self.setting.stride > 1:
                found = self._refine(grid, found)
            else:
                found = self._refine_inside(grid, found)
            spent = time.monotonic() - began
            gap = self.candidates.gap()
            # With a stride the upper end stays what it is, and two grids show the lower one.
            if gap <= self.setting.target or (self.setting.stride > 1 and grid > 1):
                break
            left = self.seconds - (time.monotonic() - self.start)
            finer = growth(gap / self.setting.target, left, spent)
            if self.setting.inside:
                following = self._next_inside(found, finer)
            else:
                following = min(math.ceil(grid * finer), int(MAX_POINTS / self.width))
            if following <= grid:
                break
            grid = following

    def _next_inside(self, found: Ends, finer: float) -> int:
        """The next grid of the interior point method, about `finer` times as fine as the last one."""
        last = found.lower.lattice.grid
        wanted = min(math.ceil(last * finer), largest_grid(self.setting, last, self.width))
        if wanted <= last:
            return last
        if wanted <= FITTED_FROM or not shows(self.setting, last, last):
            return fitting(self.setting, wanted)
        if self.module == 0:
            self.module = self._best_small_grid(found)
        multiple = self.module * math.ceil(wanted / self.module)
        return multiple if shows(self.setting, last, multiple) else multiple - self.module

    def _best_small_grid(self, found: Ends) -> int:
        """The grid among some small ones that shows both ends best for its fineness: its multiples are good as well."""
        best, chosen = math.inf, 0
        for grid in range(*SMALL_GRIDS):
            lattice = Lattice(self.setting.epsilon, grid, math.ceil(min(self.width, reach(found.lower) + 0.1) * grid), self.setting.loss)
            lower = self._solve_inside(lattice, False, found.lower, SMALL_ACCURACY)
            upper = self._solve_inside(replace(lattice, centred=False), True, found.upper, SMALL_ACCURACY)
            ends = [float(s.law @ (loss * s.lattice.multiplicity)) for s, loss in self._losses(lower, upper)]
            if (gap := (ends[1] - ends[0]) * grid ** (2 - self.setting.loss)) < best:
                best, chosen = gap, grid
        return chosen

    @staticmethod
    def _losses(lower: Solution, upper: Solution) -> list[tuple[Solution, Array]]:
        return [(lower, lower.lattice.loss_below()), (upper, upper.lattice.loss_above())]

    # --- one grid --------------------------------------------------------------------------------------------------------------------

    def _refine(self, grid: int, coarse: Ends | None) -> Ends:
        """Solve both programs of a grid by the simplex method and offer what they give."""
        # Where finer grids follow, the last digits of this one are not worth their rounds.
        inside = self.setting.inside
        tolerance = max(self.setting.target, COARSE_TOLERANCE) if inside else self.setting.target
        margin = min(tolerance / 6, 0.05)
        guess = coarse.lower if coarse else None
        while True:
            lattice = Lattice(self.setting.epsilon, grid, math.ceil(self.width * grid), self.setting.loss)
            program = self._program(lattice, margin, guess)
            least = self.candidates.least(grid)
            program.set_loss(lattice.loss_below(), False, least)
            lower = program.solve(0.9 * margin, self._left(), 0.03 * tolerance)
            self.candidates.offer_dual(dual_data(lower, self.setting.target * 1e-2 * least) | {"stride": self.setting.stride})
            if not self._narrow(lower, EDGE):
                break
            self.width, guess = self.width * WIDER, lower
        if self.setting.stride > 1 or self.candidates.gap() <= self.setting.target:
            return Ends(lower, lower)
        program.set_loss(lattice.loss_above(), True, least)
        slack = self.candidates.slack(lattice, lower.law)
        # A violation is repaired by mixing, so the rounds may end as soon as that costs little.
        upper = program.solve(0.9 * margin + 0.1 * tolerance / slack.price, self._left())
        self.candidates.offer_repaired(upper, slack)
        return Ends(lower, upper)

    def _refine_inside(self, grid: int, coarse: Ends) -> Ends:
        """Solve both programs of a grid by the interior point method: the lower one on points, the upper one on cells between them."""
        least_width = 0.0
        while True:
            width = max(least_width, min(self.width, reach(coarse.lower)))
            lattice = Lattice(self.setting.epsilon, grid, math.ceil(width * grid), self.setting.loss)
            lower = self._solve_inside(lattice, False, coarse.lower)
            self.candidates.offer_dual(dual_data(lower, self.setting.target * 1e-2 * self.candidates.least(grid)))
            if not self._narrow(lower, EDGE_INSIDE):
                break
            least_width = width * WIDER
            self.width = max(self.width, least_width)
        if self.candidates.gap() <= self.setting.target:
            return Ends(lower, coarse.upper)
        for centred in (False, True):
            support = np.nonzero(coarse.upper.law > 1e-9 * coarse.upper.law.max())[0].max(initial=0)
            width = (support + 2) / coarse.upper.lattice.grid + 1 / grid
            lattice = Lattice(self.setting.epsilon, grid, math.ceil(width * grid), self.setting.loss, centred)
            upper = self._solve_inside(lattice, True, coarse.upper)
            self.candidates.offer_repaired(upper, self.candidates.slack(lattice, upper.law))
            # Cells around the points are the better ones sometimes; they are tried where that may be enough.
            if not self.setting.target < self.candidates.gap() < 1.5 * self.setting.target:
                break
        return Ends(lower, upper)

    def _solve_inside(self, lattice: Lattice, above: bool, guess: Solution, accuracy: float = 0.0) -> Solution:
        self.candidates.best.solver = f"{self.solver}, then dpverify's interior point method"
        accuracy = accuracy or 0.03 * self.setting.target
        program = InteriorProgram(lattice, self.setting.solved_delta, accuracy, guess, self.make_interior)
        program.set_loss(lattice.loss_above() if above else lattice.loss_below(), above, self.candidates.least(lattice.grid))
        pairs = near_pairs(lattice, guess) if shows(self.setting, guess.lattice.grid, lattice.grid) else all_pairs(lattice)
        if not above and lattice.grid > FITTED_FROM:
            program.watched = thinned(lattice.grid)
        for shift in program.watched:
            if shift in pairs:
                program.activate(shift, pairs[shift])
        return program.solve(accuracy, self._left(), 0.0 if above else accuracy)

    def _narrow(self, lower: Solution, share: float) -> bool:
        """Whether the window is too narrow, and a wider one can be had: mass that counts at the edge, where it is free of constraints, or a
        mean cost beyond the window."""
        lattice, loss = lower.lattice, lower.lattice.loss_below()
        edge = slice(max(lattice.window - lattice.grid, 0) + 1, None)
        small = share * self.setting.target * self.candidates.least(lattice.grid)
        narrow = 2 * lower.law[edge] @ loss[edge] > small or lower.mean > loss[-1]
        return bool(narrow) and lattice.window * WIDER <= MAX_POINTS and self._left() >= 1

    def _left(self) -> float:
        return max(0.5, self.seconds - (time.monotonic() - self.start))

    def _program(self, lattice: Lattice, margin: float, coarse: Solution | None) -> Program:
        program = Program(lattice, self.setting.solved_delta * (1 - margin), self.setting.monotone, self.make_model())
        self.solver = self.candidates.best.solver = program.model.name
        for shift, points in first_pairs(lattice, coarse, self.setting.monotone).items():
            program.activate(shift, points)
        return program
