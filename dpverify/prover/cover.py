"""Certified covers: f > 0 (or >= 0) on a whole domain by rigorous enclosures on finitely many boxes that cover it.

On each box, in this order: the enclosure of f (in several equivalent forms); boxes outside an assumption are dropped; where a partial
derivative keeps its sign the box collapses to the face on which f is smallest; the mean-value form; a boundary layer (Taylor model) where
the box touches an end at which both sides meet; else the box is halved. Unbounded boxes are boxes like any other. Nothing is sampled.
The number of boxes is bounded, so the outcome does not depend on the speed of the machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import sympy as sp

from ..domain import Domain
from ..enclosure.box import Program, compile_expr, decide_over
from ..enclosure.interval import Interval
from ..errors import NotEnclosable
from ..symbolic.derivative import differentiate
from .layer import Layers

PREC = 64
MAX_DEPTH = 90

Box = dict[sp.Symbol, Interval]


@dataclass(frozen=True)
class Cover:
    """The outcome: `done` if f has the sign on the whole domain; else `trouble`, a box where it could not be shown."""

    done: bool
    boxes: int
    layers: int = 0
    trouble: Box | None = None

    @property
    def reason(self) -> str:
        layer = f", {self.layers} of them boundary layers with a Taylor remainder" if self.layers else ""
        return f"rigorous enclosures on {self.boxes} boxes that cover the domain{layer}"


@dataclass(frozen=True)
class _Task:
    box: Box
    depth: int
    last: sp.Symbol | None = None
    splits: dict[sp.Symbol, int] = field(default_factory=dict)


def cover(forms: Sequence[sp.Expr], domain: Domain, strict: bool, budget: int = 2000) -> Cover:
    """Try to certify that f > 0 (>= 0 if not strict) on the domain.

    forms: expressions that all have the sign of f on the domain; the first is f itself. All that is used of a form is that where it is
    positive (nonnegative) so is f. At least one of them has to be enclosable, which shows that f is defined.
    """
    return _Run(forms, domain, strict, budget).run()


class _Run:
    def __init__(self, forms: Sequence[sp.Expr], domain: Domain, strict: bool, budget: int) -> None:
        self.domain = domain
        self.strict = strict
        self.budget = budget
        used = set().union(*(e.free_symbols for e in (*forms, *domain.assumptions)))
        self.symbols = [s for s in domain.symbols if s in used]
        self.forms = list(dict.fromkeys(forms))
        self.programs = [compile_expr(f) for f in self.forms]
        self.slopes = self._slopes()
        self.layers = Layers(self.forms[0], domain, self.symbols, strict, PREC)
        self.layers_used = 0

    def _slopes(self) -> list[dict[sp.Symbol, Program]]:
        """For each form its partial derivatives, where there is a rule."""
        out = []
        for f in self.forms:
            table = {}
            for s in self.symbols:
                if s in f.free_symbols and not f.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.sign, sp.floor, sp.ceiling):
                    try:
                        table[s] = compile_expr(differentiate(f, s))
                    except NotEnclosable:
                        continue
            out.append(table)
        return out

    def run(self) -> Cover:
        start = {s: Interval.from_range(self.domain.ranges[s], PREC) for s in self.symbols}
        queue = deque([_Task(start, 0)])
        boxes = 0
        while queue:
            task = queue.popleft()
            boxes += 1
            if boxes > self.budget or task.depth > MAX_DEPTH:
                return Cover(False, boxes, trouble=task.box)
            verdict = self._settle(task)
            if verdict is True:
                continue
            if verdict is False:
                return Cover(False, boxes, trouble=task.box)
            halves = self._split(task)
            if halves is None:
                return Cover(False, boxes, trouble=task.box)
            # Breadth first: trouble that no splitting cures shows itself before the budget is spent on one corner.
            queue.extend(halves)
        return Cover(True, boxes, self.layers_used)

    # ---- one box

    def _good(self, value: Interval) -> bool:
        return value.is_positive() if self.strict else value.is_nonnegative()

    def _settle(self, task: _Task) -> bool | None:
        """True: f has the sign on the box; False: it has the opposite sign on all of it; None: not decided."""
        box = task.box
        values = []
        for program in self.programs:
            value = _run(program, box)
            if value is not None and self._good(value):
                return True
            values.append(value)
        for a in self.domain.assumptions:
            if decide_over(a, box, PREC) is False:
                return True
        first = values[0]
        if first is not None and (first.is_negative() or (self.strict and first.is_nonpositive())) and not self.domain.assumptions:
            return False
        for index, value in enumerate(values):
            if value is not None and self._by_slopes(index, box):
                return True
        if self.layers.settles(box):
            self.layers_used += 1
            return True
        return None

    def _by_slopes(self, index: int, box: Box) -> bool:
        """Monotonicity: the smallest value lies on a face. Mean-value form: value in the middle plus slopes times distances."""
        program, table = self.programs[index], self.slopes[index]
        slopes: dict[sp.Symbol, Interval] = {}
        for s, slope in table.items():
            if box[s].is_point():
                continue
            v = _run(slope, box)
            if v is not None:
                slopes[s] = v
        face = dict(box)
        moved_strictly = False
        for s, v in slopes.items():
            rising, falling = v.is_nonnegative(), v.is_nonpositive()
            if not (rising or falling):
                continue
            end, is_open = (box[s].lo, box[s].lo_open) if rising else (box[s].hi, box[s].hi_open)
            if not end.is_finite():
                continue
            trial = {**face, s: Interval(end, end)}
            if _run(program, trial) is None:
                continue
            # f is defined on the closed face, hence continuous up to it, and nowhere smaller than there.
            face = trial
            moved_strictly = moved_strictly or (is_open and v.is_nonzero())
        if face != box:
            value = _run(program, face)
            if value is not None and (self._good(value) or (moved_strictly and value.is_nonnegative())):
                return True
            box = face
        if not all(box[s].is_point() or s in slopes or s not in self.forms[index].free_symbols for s in box):
            return False
        if not all(box[s].is_bounded() for s in slopes):
            return False
        middle = {s: Interval.point(i.midpoint(), PREC) if s in slopes and not i.is_point() else i for s, i in box.items()}
        value = _run(program, middle)
        if value is None:
            return False
        for s, v in slopes.items():
            if not box[s].is_point():
                value = value + v * (box[s] - middle[s])
        return self._good(value)

    # ---- halving

    def _split(self, task: _Task) -> list[_Task] | None:
        symbol = self._widest(task)
        if symbol is None:
            return None
        try:
            parts = task.box[symbol].split()
        except NotEnclosable:
            return None
        splits = {**task.splits, symbol: task.splits.get(symbol, 0) + 1}
        return [_Task({**task.box, symbol: part}, task.depth + 1, symbol, splits) for part in parts]

    def _widest(self, task: _Task) -> sp.Symbol | None:
        """The symbol whose halving promises most: the largest slope times width where known, fewest halvings so far otherwise."""
        free = [s for s in self.symbols if not task.box[s].is_point()]
        if not free:
            return None
        unbounded = [s for s in free if not task.box[s].is_bounded()]
        if unbounded and task.depth % 2 == 0:
            return min(unbounded, key=lambda s: task.splits.get(s, 0))
        scores = {}
        for s in free:
            slope = self.slopes[0].get(s)
            v = None if slope is None else _run(slope, task.box)
            width = task.box[s].width()
            scores[s] = float("inf") if v is None or not v.is_bounded() else width * float(v.magnitude())
        finite = [s for s in free if scores[s] < float("inf")]
        if len(finite) == len(free) and task.depth % 3:
            return max(free, key=lambda s: scores[s])
        return min(free, key=lambda s: task.splits.get(s, 0))


def _run(program: Program, box: Box) -> Interval | None:
    try:
        return program(box, PREC)
    except NotEnclosable:
        return None
