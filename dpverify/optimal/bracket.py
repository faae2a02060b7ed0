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
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import InputError
from ..exact import decimal_down, decimal_up
from . import certificate
from .encode import LAW_UNIT, dual_data, law_data, repaired
from .explicit import Slack, best_slack, best_width, geometric, one_step_scale, staircase_break, staircase_cells, staircase_width
from .highs import Highs
from .interior import InteriorProgram, PairProgram, all_pairs, near_pairs
from .lattice import Array, Lattice, periods
from .solve import Program, Solution

DIGITS = 15
MAX_POINTS = 60_000
"""Largest half window of a program."""
WIDER = 1.4
MAX_WIDTH, STRIDE_WIDTH = 3000, 300
"""A law wider than the first, in sensitivities, is treated as one of about the second width in strides of many sensitivities."""
MAX_SOLVED_EPSILON = 16.0
"""Beyond this no grid of a size that can be solved shows the optimum; the one-step lower end and the staircase do."""
LEAST_ONE_STEP, LEAST_STAIRCASE = 2, Fraction(1, 40)
"""From these epsilons on the two are worth a try."""
FIRST_POINTS = 300
"""About the half window of the first, coarse program."""
COARSE_TOLERANCE = 1e-4
"""About the accuracy of the first program where finer ones may follow."""
ALL_PAIRS = 50_000
"""The interior point method takes all pairs of a grid if these are about as few as this."""
FITTED_FROM, SMALL_GRIDS, SMALL_ACCURACY = 200, (24, 41), 1e-6
"""From this fineness on it is worth while to look, among small grids, for those whose multiples fit the optimum's breaks."""
THINNED = 3
"""Of the fine grids' shifts the lower end takes one in so many."""
MAX_PAIRS = 3_000_000
"""More would need too much memory."""
MAX_GROWTH = 6
"""How much finer a grid may be whose pairs are guessed from another's."""


@dataclass(frozen=True)
class Problem:
    """What is asked: least E|X|^loss under (epsilon, delta) at this sensitivity, over all laws or the symmetric unimodal ones."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction = Fraction(1)
    loss: Fraction = Fraction(1)
    monotone: bool = False

    def __post_init__(self) -> None:
        if self.epsilon < 0 or not 0 <= self.delta < 1 or self.sensitivity <= 0 or self.loss <= 0:
            raise InputError("epsilon >= 0, 0 <= delta < 1, sensitivity > 0 and loss > 0 are needed")
        if self.epsilon == self.delta == 0:
            raise InputError("epsilon is 0 and delta is 0: no finite noise exists; one of them must be above 0")

    def data(self) -> dict[str, str]:
        """The head of a certificate."""
        numbers = {n: str(getattr(self, n)) for n in ("epsilon", "delta", "sensitivity", "loss")}
        return numbers | {"laws": "monotone" if self.monotone else "all"}


@dataclass
class Bracket:
    """The best ends found so far, each with the data that proves it; `lower`, `upper` are decimal texts rounded outwards."""

    problem: Problem
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    dual: dict[str, Any] = field(default_factory=dict)
    law: dict[str, Any] = field(default_factory=dict)
    grid: int = 1
    shifts: int = 0
    solver: str = "none"
    seconds: float = 0.0

    @property
    def lower(self) -> str:
        return decimal_down(self.low, DIGITS)

    @property
    def upper(self) -> str:
        assert self.high is not None
        return decimal_up(self.high, DIGITS)

    @property
    def gap(self) -> Fraction | None:
        """(upper - lower)/lower of the printed ends; None if lower is 0."""
        low, high = Fraction(self.lower), Fraction(self.upper)
        return (high - low) / low if low else None

    def certificate(self) -> dict[str, Any]:
        """The certificate of this bracket, ready for JSON."""
        ends = {"lower": self.lower, "upper": self.upper}
        return {"format": certificate.FORMAT} | self.problem.data() | ends | {"dual": self.dual, "law": self.law}


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
        self.target = float(rel_gap)
        self.start = time.monotonic()
        self.seconds = seconds
        # All is done at sensitivity one; the loss scales exactly.
        self.unit = replace(problem, sensitivity=Fraction(1))
        self.head = certificate.read_problem(self.unit.data())
        # Below the range of floating point anything positive will do: these are the solver's numbers, never a bound's.
        self.epsilon = max(float(problem.epsilon), 1e-300) if problem.epsilon else 0.0
        self.delta = max(float(problem.delta), 1e-300) if problem.delta else 0.0
        self.loss = float(problem.loss)
        self.best = Bracket(self.unit)
        self.solved_delta = self._solved_delta()
        self.truncation = periods(self.epsilon, self.delta) if self.delta else math.inf
        width = periods(self.epsilon, self.solved_delta)
        self.stride = int(width / STRIDE_WIDTH) if width > MAX_WIDTH else 1
        """How many sensitivities the lattice program takes as one: for a wide law that loses nearly nothing."""
        if self.stride > 1:
            rate = math.expm1(self.stride * self.epsilon) / self.epsilon if self.epsilon else float(self.stride)
            self.epsilon, self.delta = self.stride * self.epsilon, min(self.delta * rate, 0.5)
            self.solved_delta = self._solved_delta()
        self.width = periods(self.epsilon, self.solved_delta) + 3
        """Half the window, in strides; grows when the multipliers turn out to reach further."""
        self.stair = staircase_width(self.epsilon, self.loss)
        self.solver = "none"
        self.module = 0
        """Very fine grids are multiples of this; 0 until it is known."""

    def _solved_delta(self) -> float:
        """The delta of the program: the asked one, or one at which tangent and chord differ by well less than the gap asked for."""
        if self.epsilon == 0:
            return self.delta
        ratio = min(max(20 / self.target, 1e3), 1e7)
        return max(self.delta, min(math.expm1(min(self.epsilon, 700.0)) / (2 * ratio), 0.1 * self.target))

    def run(self) -> Bracket:
        self._last_resort()
        if self.gap() > self.target and self.epsilon <= MAX_SOLVED_EPSILON:
            # Numbers too large for floating point end the search with what was found so far.
            with np.errstate(all="ignore"), contextlib.suppress(OverflowError):
                self._solve()
        head = certificate.read_problem(self.problem.data())
        low = certificate.lower_bound(head, certificate.read_dual(self.best.dual))
        high = certificate.upper_bound(head, certificate.read_law(self.best.law))
        return replace(self.best, problem=self.problem, low=low, high=high, seconds=time.monotonic() - self.start)

    def _solve(self) -> None:
        """Grids of growing fineness until the gap is reached or the time is used up."""
        # The gap of a grid is about (half width * grid)^-2 / 4 where the density is nearly flat, and larger otherwise.
        guess = math.ceil(0.7 / (self.width * math.sqrt(self.target)))
        grid = max(1, min(8, guess, int(FIRST_POINTS / self.width)))
        found: Ends | None = None
        while grid * self.width <= MAX_POINTS:
            began = time.monotonic()
            if found is None or self.problem.monotone or self.stride > 1:
                found = self._refine(grid, found)
            else:
                found = self._refine_inside(grid, found)
            spent = time.monotonic() - began
            gap = self.gap()
            # With a stride the upper end stays what it is, and two grids show the lower one.
            if gap <= self.target or (self.stride > 1 and grid > 1):
                break
            left = self.seconds - (time.monotonic() - self.start)
            grown = min(max(math.sqrt(gap / (0.8 * self.target)), 1.2), 8.0)
            # The time of a program grows about like the cube of its grid.
            grown = min(grown, (max(left, 0.0) / max(spent, 0.02)) ** (1 / 3))
            inside = not self.problem.monotone and self.stride == 1
            following = self._next_inside(found, grown) if inside else min(math.ceil(grid * grown), int(MAX_POINTS / self.width))
            if following <= grid:
                break
            grid = following

    def _next_inside(self, found: Ends, grown: float) -> int:
        """The next grid of the interior point method, about `grown` times as fine as the last one."""
        last = found.lower.lattice.grid
        largest = int(MAX_GROWTH * last)
        if not self._shows(last, last):
            # All pairs will be needed: no more than can be had soon, but enough to show the first stair.
            few = max(int(math.sqrt(ALL_PAIRS / self.width)), math.ceil(1 / self.stair))
            largest = max(few, int(2.5 * last)) if last >= few else few
        most = int(math.sqrt(MAX_PAIRS / self.width))
        wanted = min(math.ceil(last * grown), largest, most)
        if wanted <= last:
            return last
        if wanted > FITTED_FROM and self._shows(last, last):
            if self.module == 0:
                self.module = self._best_small_grid(found)
            multiple = self.module * math.ceil(wanted / self.module)
            return multiple if self._shows(last, multiple) else multiple - self.module
        return self._fitting(wanted)

    def _best_small_grid(self, found: Ends) -> int:
        """The grid among some small ones that shows both ends best for its fineness: its multiples are good as well."""
        best, chosen = math.inf, 0
        for grid in range(*SMALL_GRIDS):
            lattice = Lattice(self.epsilon, grid, math.ceil(min(self.width, _reach(found.lower) + 0.1) * grid), self.loss)
            lower = self._solve_inside(lattice, False, found.lower, SMALL_ACCURACY)
            upper = self._solve_inside(replace(lattice, centred=False), True, found.upper, SMALL_ACCURACY)
            ends = [float(s.law @ (loss * s.lattice.multiplicity)) for s, loss in self._losses(lower, upper)]
            if (gap := (ends[1] - ends[0]) * grid ** (2 - self.loss)) < best:
                best, chosen = gap, grid
        return chosen

    @staticmethod
    def _losses(lower: Solution, upper: Solution) -> list[tuple[Solution, Array]]:
        return [(lower, lower.lattice.loss_below()), (upper, upper.lattice.loss_above())]

    def _fitting(self, grid: int) -> int:
        """A grid of about this fineness on which the staircase of the same epsilon has its breaks nearly on grid points.

        The optimum has most of its breaks there too, and such grids show both ends better than their neighbours.
        """
        return min(range(grid, grid + max(grid // 4, 1) + 1), key=lambda m: (abs(m * self.stair - round(m * self.stair)) / m, m))

    def gap(self) -> float:
        found = self.best.gap
        return math.inf if found is None else float(found)

    # --- candidates ------------------------------------------------------------------------------------------------------------------

    def _offer_dual(self, dual: dict[str, Any]) -> Fraction:
        """What a dual proves; kept if it is the best so far."""
        value = certificate.lower_bound(self.head, certificate.read_dual(dual))
        if value > self.best.low or not self.best.dual:
            self.best.low, self.best.dual = value, dual
            self.best.shifts = len(dual.get("multipliers", ()))
            self.best.grid = dual.get("grid", 1)
        return value

    def _offer_law(self, law: dict[str, Any]) -> bool:
        """Keep a law if it is private and the cheapest so far; whether it is private."""
        try:
            value = certificate.upper_bound(self.head, certificate.read_law(law))
        except certificate.WrongBound:
            return False
        if self.best.high is None or value < self.best.high:
            self.best.high, self.best.law = value, law
        return True

    def _last_resort(self) -> None:
        """Bounds that need no solver."""
        self._offer_dual({"stride": 1, "grid": 1, "window": 0, "unit": 1, "multipliers": []})
        for name in ("laplace", "uniform"):
            self._offer_law({"name": name})
        if self.problem.epsilon >= LEAST_ONE_STEP:
            self._offer_dual({"name": "one-step", "scale": one_step_scale(self.problem.epsilon, self.problem.loss)})
        if self.problem.epsilon >= LEAST_STAIRCASE:
            self._offer_law({"name": "staircase", "width": best_width(self.problem.epsilon, self.problem.loss)})
        if self.epsilon > 0 and math.isfinite(self.truncation):
            # A width a little above log(1+q)/epsilon; where that is hard to tell, wider.
            width = max(Fraction(self.truncation), Fraction(1))
            for margin in (1e-12, 1e-9, 1e-6, 1e-3):
                if self._offer_law({"name": "truncated-laplace", "width": str(_short(width * (1 + Fraction(margin))))}):
                    break
        if self.stride == 1 and self.delta > 0:
            for margin in (1e-9, 1e-6, 1e-3):
                if self._offer_law(law_data(1, geometric(self.epsilon, self.delta * (1 - margin), 1), 0.0)):
                    break

    # --- one grid --------------------------------------------------------------------------------------------------------------------

    def _refine(self, grid: int, coarse: Ends | None) -> Ends:
        """Solve both programs of a grid by the simplex method and offer what they give."""
        # Where finer grids follow, the last digits of this one are not worth their rounds.
        inside = not self.problem.monotone and self.stride == 1
        tolerance = max(self.target, COARSE_TOLERANCE) if inside else self.target
        margin = min(tolerance / 6, 0.05)
        guess = coarse.lower if coarse else None
        while True:
            lattice = Lattice(self.epsilon, grid, math.ceil(self.width * grid), self.loss)
            program = self._program(lattice, margin, guess)
            least = self._least(grid)
            program.set_loss(lattice.loss_below(), False, least)
            lower = program.solve(0.9 * margin, self._left(), 0.03 * tolerance)
            self._offer_dual(dual_data(lower, self.target * 1e-2 * least) | {"stride": self.stride})
            if not self._narrow(lower):
                break
            self.width, guess = self.width * WIDER, lower
        if self.stride > 1 or self.gap() <= self.target:
            return Ends(lower, lower)
        program.set_loss(lattice.loss_above(), True, least)
        slack = self._slack(lattice, lower.law)
        # A violation is repaired by mixing, so the rounds may end as soon as that costs little.
        upper = program.solve(0.9 * margin + 0.1 * tolerance / slack.price, self._left())
        self._offer_repaired(upper, slack)
        return Ends(lower, upper)

    def _refine_inside(self, grid: int, coarse: Ends) -> Ends:
        """Solve both programs of a grid by the interior point method: the lower one on points, the upper one on cells between them."""
        least_width = 0.0
        while True:
            width = max(least_width, min(self.width, _reach(coarse.lower)))
            lattice = Lattice(self.epsilon, grid, math.ceil(width * grid), self.loss)
            lower = self._solve_inside(lattice, False, coarse.lower)
            self._offer_dual(dual_data(lower, self.target * 1e-2 * self._least(grid)))
            if not self._narrow(lower):
                break
            least_width = width * WIDER
            self.width = max(self.width, least_width)
        if self.gap() <= self.target:
            return Ends(lower, coarse.upper)
        for centred in (False, True):
            support = np.nonzero(coarse.upper.law > 1e-9 * coarse.upper.law.max())[0].max(initial=0)
            width = (support + 2) / coarse.upper.lattice.grid + 1 / grid
            lattice = Lattice(self.epsilon, grid, math.ceil(width * grid), self.loss, centred)
            upper = self._solve_inside(lattice, True, coarse.upper)
            self._offer_repaired(upper, self._slack(lattice, upper.law))
            # Cells around the points are the better ones sometimes; they are tried where that may be enough.
            if not self.target < self.gap() < 1.5 * self.target:
                break
        return Ends(lower, upper)

    def _solve_inside(self, lattice: Lattice, above: bool, guess: Solution, accuracy: float = 0.0) -> Solution:
        self.best.solver = f"{self.solver}, then dpverify's interior point method"
        accuracy = accuracy or 0.03 * self.target
        program = InteriorProgram(lattice, self.solved_delta, accuracy, guess, self.make_interior)
        program.set_loss(lattice.loss_above() if above else lattice.loss_below(), above, self._least(lattice.grid))
        pairs = near_pairs(lattice, guess) if self._shows(guess.lattice.grid, lattice.grid) else all_pairs(lattice)
        if not above and lattice.grid > FITTED_FROM:
            program.watched = thinned(lattice.grid)
        for shift in program.watched:
            if shift in pairs:
                program.activate(shift, pairs[shift])
        return program.solve(accuracy, self._left(), 0.0 if above else accuracy)

    def _shows(self, grid: int, finer: int) -> bool:
        """Whether the tight pairs of a grid are a good guess for a finer one's."""
        return grid * self.stair >= 2 and finer <= MAX_GROWTH * grid

    def _narrow(self, lower: Solution) -> bool:
        """Whether the window is too narrow, and a wider one can be had: mass that counts at the edge, where it is free of constraints, or a
        mean cost beyond the window."""
        lattice, loss = lower.lattice, lower.lattice.loss_below()
        edge = slice(max(lattice.window - lattice.grid, 0) + 1, None)
        narrow = 2 * lower.law[edge] @ loss[edge] > 1e-3 * self.target * self._least(lattice.grid) or lower.mean > loss[-1]
        return bool(narrow) and lattice.window * WIDER <= MAX_POINTS and self._left() >= 1

    def _slack(self, lattice: Lattice, law: Array) -> Slack:
        least = float(law @ (lattice.loss_above() * lattice.multiplicity))
        return best_slack(lattice, self.solved_delta, max(least, 1e-3 * self._least(lattice.grid)))

    def _least(self, grid: int) -> float:
        """The order of the least loss, in units of grid^-loss."""
        found = float(self.best.high or 1) * (float(grid) / self.stride) ** self.loss
        if not 0 < found < 1e200:
            raise OverflowError("the losses are beyond floating point")
        return found

    def _left(self) -> float:
        return max(0.5, self.seconds - (time.monotonic() - self.start))

    def _program(self, lattice: Lattice, margin: float, coarse: Solution | None) -> Program:
        program = Program(lattice, self.solved_delta * (1 - margin), self.problem.monotone, self.make_model())
        self.solver = self.best.solver = program.model.name
        for shift, points in first_pairs(lattice, coarse, self.problem.monotone).items():
            program.activate(shift, points)
        return program

    def _offer_repaired(self, solution: Solution, slack: Slack) -> None:
        lattice = solution.lattice
        # The solver's law decreases up to its tolerance only.
        found = np.minimum.accumulate(solution.law) if self.problem.monotone else solution.law
        for margin in (1e-9, 1e-7, 1e-5, 1e-3):
            half, atom = repaired(lattice, found, solution.atom, slack, self.solved_delta * (1 - margin))
            if self.solved_delta == self.delta:
                private = self._offer_law(law_data(lattice.grid, half, atom, lattice.centred))
            else:
                private = self._mix(lattice, half, atom, self.delta / self.solved_delta * (1 - margin))
            if private:
                return

    def _mix(self, lattice: Lattice, half: Array, atom: float, share: float) -> bool:
        """Offer the mixture of a law (weight `share`) with the staircase of the same grid."""
        grid, centred = lattice.grid, lattice.centred
        reach = (math.log(100 / min(self.target, 0.1)) + 2 * self.loss) / self.epsilon + 3
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
        return self._offer_law({"grid": grid, "centred": centred, "atom": int(atom * weight), "cells": cells, "tail": str(tail)})


def _reach(lower: Solution) -> float:
    """Half the window in sensitivities that the next grid's multipliers need, judged from this one's."""
    lattice = lower.lattice
    highest = max((w.cap for w in lower.weights.values()), default=0.0)
    ends = [k + np.nonzero(w.values > 1e-7 * highest)[0].max(initial=0) - lattice.origin for k, w in lower.weights.items()]
    past = np.searchsorted(lattice.loss_below(), lower.mean)
    # Rows end one sensitivity before the window does.
    return (max([*ends, past]) + 3) / lattice.grid


def thinned(grid: int) -> list[int]:
    """Every third shift, counted from the sensitivity downwards, and the last but one.

    For the lower end any shifts will do. On these a fine grid shows nearly as much as on all of them (about nine tenths of what it shows
    more than one of a third of its fineness), but with a third of the pairs. The last but one matters most of those that are left out.
    """
    return sorted({*range(grid, 0, -THINNED), grid - 1} - {0})


def _short(x: Fraction) -> Fraction:
    """A rational of few digits near x >= 1."""
    places = max(0, 20 - len(str(int(x))))
    return Fraction(math.ceil(x * 10**places), 10**places)


def first_pairs(lattice: Lattice, coarse: Solution | None, monotone: bool) -> dict[int, Array]:
    """The pairs a program starts with: a few shifts with all points to the right, and where a coarser program's weights were positive."""
    window, grid = lattice.window, lattice.grid
    shifts = {grid} if monotone else {grid, max(1, grid // 2), 1}
    pairs = {k: np.arange(-(k // 2), window + 1) for k in shifts}
    if coarse is None or monotone:
        return pairs
    ratio = grid / coarse.lattice.grid
    points = np.arange(-window, window + 1)
    origin = np.rint(points / ratio).astype(int) + coarse.lattice.window
    inside = (origin >= 0) & (origin < 2 * coarse.lattice.window + 1)
    for shift, weights in coarse.weights.items():
        if weights.cap <= 0:
            continue
        used = weights.values > 1e-9 * weights.cap
        used[1:] |= used[:-1].copy()
        used[:-1] |= used[1:].copy()
        mask = np.zeros(len(points), bool)
        mask[inside] = used[origin[inside]]
        fine = min(max(round(shift * ratio), 1), grid)
        pairs[fine] = np.union1d(pairs.get(fine, points[:0]), points[mask])
    return pairs
