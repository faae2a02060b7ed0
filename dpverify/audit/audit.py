"""Runs the functions of a library over their grids and sums up what was found."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ..errors import InputError, NotEnclosable
from .kinds import Kind, kind
from .libraries import Function, Library
from .point import Point
from .runner import Reply, Session, replies
from .verdict import LOOSE, NO_ANSWER, NO_RETURN, TIGHT, UNBOUNDED, UNDECIDED, VIOLATION, Judgement, no_answer


@dataclass(frozen=True)
class Cell:
    """A point and what was said of the library's answer to it."""

    point: Point
    found: Judgement


@dataclass(frozen=True)
class Audited:
    """A function and all its cells, in the order of the grid."""

    library: str
    version: str
    function: str
    kind: Kind
    cells: tuple[Cell, ...]

    def count(self, verdict: str) -> int:
        return Counter(c.found.verdict for c in self.cells)[verdict]

    @property
    def max_rel_error(self) -> str:
        """Of |answer/truth - 1|, over all cells with an answer; "" if there is none."""
        return max((c.found.rel_error for c in self.cells if c.found.rel_error), key=Fraction, default="")

    @property
    def worst(self) -> Cell:
        """The violation by the largest factor, else the loosest answer, else the one with the largest error, else the first without one."""
        return max(self.cells, key=_badness)


def _badness(cell: Cell) -> tuple[int, float, float]:
    found = cell.found
    weight = {VIOLATION: 4, LOOSE: 3}.get(found.verdict, 1 if found.verdict == NO_RETURN else 0 if found.verdict == NO_ANSWER else 2)
    return weight, _size(found.delta_ratio or found.variance_ratio), _size(found.rel_error)


def _size(text: str) -> float:
    """A logarithm, as ratios may be beyond the range of floats."""
    if text == UNBOUNDED:
        return math.inf
    value = Fraction(text or 0)
    return -math.inf if value == 0 else float(math.log(value.numerator) - math.log(value.denominator))


def audit(library: Library, python: Path, points: int, limit: float, show: Callable[[int], None] = lambda _: None) -> list[Audited]:
    """Every function of the library over `points` points beside the known ones, `limit` seconds a call.

    `show` is called with 1 after each point. Raises runner.NotInstalled if the interpreter does not have the library.
    """
    return [_audit_function(library, f, python, points, limit, show) for f in library.functions]


def total(libraries: Sequence[Library], points: int) -> int:
    """How many cells there will be."""
    return sum(len(kind(f.kind).grid(points)) for library in libraries for f in library.functions)


def _audit_function(
    library: Library, function: Function, python: Path, points: int, limit: float, show: Callable[[int], None]
) -> Audited:
    asked = kind(function.kind)
    session = Session(python, library.name, function.code, limit)
    grid = asked.grid(points)
    cells = []
    for point, reply in zip(grid, replies(session, [_arguments(asked, p) for p in grid]), strict=True):
        cells.append(Cell(point, judge(asked, point, reply)))
        show(1)
    return Audited(library.name, session.version, function.name, asked, tuple(cells))


def _arguments(asked: Kind, point: Point) -> list[float]:
    return [getattr(point, name) for name in asked.inputs]


def judge(asked: Kind, point: Point, reply: Reply) -> Judgement:
    """The verdict on what came back."""
    if not reply.returned:
        return Judgement(NO_RETURN, reason=reply.error)
    if reply.value is None:
        return no_answer(reply.error)
    if len(reply.value) != asked.answers or not all(map(math.isfinite, reply.value)):
        shown = ", ".join(map(repr, reply.value))
        return no_answer("not a finite number" if len(reply.value) == asked.answers else "not the numbers asked for", shown)
    try:
        return asked.judge(point, reply.value)
    except (NotEnclosable, InputError) as error:
        return Judgement(UNDECIDED, ", ".join(map(repr, reply.value)), reason=str(error))


def summaries(audited: Sequence[Audited]) -> Iterator[dict[str, object]]:
    """The rows of the interface's JSON, and `kind`, `tight` and `undecided` beside them: the counts add up to `points`."""
    for a in audited:
        yield {
            "library": a.library,
            "version": a.version,
            "function": a.function,
            "kind": a.kind.name,
            "points": len(a.cells),
            "violations": a.count(VIOLATION),
            "loose": a.count(LOOSE),
            "no_answer": a.count(NO_ANSWER),
            "did_not_return": a.count(NO_RETURN),
            "tight": a.count(TIGHT),
            "undecided": a.count(UNDECIDED),
            "max_rel_error": a.max_rel_error or None,
            "worst": described(a.kind, a.worst),
        }


def described(asked: Kind, cell: Cell) -> dict[str, str | None]:
    """A cell as texts; None is what it doesn't have."""
    found = cell.found
    point = {n: None if v is None else repr(v) for n, v in (("epsilon", cell.point.epsilon), ("delta", cell.point.delta))}
    return {
        **point,
        "argument": None if cell.point.extra is None else repr(cell.point.extra),
        "verdict": found.verdict,
        **{n: getattr(found, n) or None for n in ("answer", "truth", "delta_ratio", "variance_ratio", "rel_error", "reason")},
    }
