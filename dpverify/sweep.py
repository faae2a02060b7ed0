"""Certified brackets over a grid of (epsilon, delta), kept as rows of a CSV file that survives a kill at any moment.

Points are taken in a shuffled order, so that the time still needed can be estimated from those done.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path

from .errors import DpverifyError, InputError, MissingDependency
from .exact import decimal_nearest, decimal_up, rational_from_text
from .processes import in_processes, take
from .table import Progress, fill
from .table import Table as CsvTable

MAX_POINTS = 1_000_000
LOG_DIGITS = 6
"""Significant digits of the points of a logarithmic range."""
SEED = 20260101


@dataclass(frozen=True)
class Point:
    """One bracket to be found, as exact texts."""

    epsilon: str
    delta: str
    loss: str
    wanted: str


@dataclass(frozen=True)
class Row:
    """One line of the file."""

    epsilon: str
    delta: str
    loss: str
    wanted: str
    lower: str
    upper: str
    rel_gap: str
    grid: str
    shifts: str
    solver: str
    seconds: str

    @property
    def point(self) -> Point:
        return Point(self.epsilon, self.delta, self.loss, self.wanted)

    @property
    def reached(self) -> bool:
        return self.rel_gap != "Infinity" and Fraction(self.rel_gap) <= Fraction(self.wanted)


HEADER = tuple(f.name for f in fields(Row))


def read_range(text: str, name: str) -> list[str]:
    """The points of LO:HI:N (equal steps, exact), LO:HI:N:log (equal ratios, rounded to a few digits) or A,B,C as texts, ends included."""
    if "," in text and ":" not in text:
        return _listed(text, name)
    wanted = f"{name} is {text!r}; it must be LO:HI:N or LO:HI:N:log with LO < HI, N >= 2 (or LO = HI, N = 1), or numbers A,B,C"
    parts = text.split(":")
    logarithmic = len(parts) == 4 and parts[3] == "log"
    if not (len(parts) == 3 or logarithmic) or not (parts[2].isascii() and parts[2].isdigit()) or len(parts[2]) > 7:
        raise InputError(wanted)
    try:
        low, high = rational_from_text(parts[0]), rational_from_text(parts[1])
    except InputError:
        raise InputError(wanted) from None
    count = int(parts[2])
    if low == high and count == 1:
        return [parts[0].strip()]
    if not low < high or not 2 <= count <= MAX_POINTS:
        raise InputError(wanted)
    if not logarithmic:
        return [exact_text(low + (high - low) * i / (count - 1)) for i in range(count)]
    if low <= 0:
        raise InputError(f"{name} is {text!r}; a logarithmic range must begin above 0")
    context = Context(prec=30)
    ends = [context.ln(context.divide(Decimal(x.numerator), Decimal(x.denominator))) for x in (low, high)]
    step = context.divide(ends[1] - ends[0], Decimal(count - 1))
    inner = [context.exp(context.add(ends[0], context.multiply(step, Decimal(i)))) for i in range(1, count - 1)]
    return [exact_text(low), *(decimal_nearest(Fraction(x), LOG_DIGITS) for x in inner), exact_text(high)]


def _listed(text: str, name: str) -> list[str]:
    """The numbers of A,B,C as they are written, each once."""
    entries = [entry.strip() for entry in text.split(",")]
    try:
        numbers = [rational_from_text(entry) for entry in entries]
    except InputError:
        raise InputError(f"{name} is {text!r}; it must be LO:HI:N, LO:HI:N:log or numbers A,B,C") from None
    if len(numbers) > MAX_POINTS or len(set(numbers)) < len(numbers):
        raise InputError(f"{name} is {text!r:.60}; it must be at most {MAX_POINTS} numbers, no two of them equal")
    return entries


def exact_text(x: Fraction) -> str:
    """Exact text: decimal where that is short, else p/q."""
    short = decimal_nearest(x, 15)
    return short if Fraction(short) == x else str(x)


def compute(point: Point) -> Row:
    """The row of a point."""
    from .optimal.bracket import bracket
    from .optimal.problem import Problem
    from .optimal.values import closed_forms_beside

    epsilon, delta, loss, wanted = (Fraction(t) for t in (point.epsilon, point.delta, point.loss, point.wanted))
    found = bracket(Problem(epsilon, delta, loss=loss), wanted)
    closed_forms_beside(found)
    gap = "Infinity" if found.gap is None else decimal_up(found.gap, 6)
    facts = {"grid": str(found.grid), "shifts": str(found.shifts), "solver": found.solver, "seconds": f"{found.seconds:.3f}"}
    return Row(**asdict(point), lower=found.lower, upper=found.upper, rel_gap=gap, **facts)


class Table(CsvTable[Row]):
    """The CSV file of a sweep."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Row, "sweep")

    def sort(self, order: Sequence[Point]) -> None:
        """Rewrite the rows in the order of the grid; rows of other points come last."""
        place = {p: i for i, p in enumerate(order)}
        self.rewrite(sorted(self.rows, key=lambda r: place.get(r.point, len(place))))


def sweep(points: Sequence[Point], table: Table, workers: Workers, show: Callable[[Progress], None] = lambda _: None) -> list[Row]:
    """Compute the points that the table lacks; the rows of all points in the order given."""
    known = {row.point for row in table.rows}
    left = [p for p in dict.fromkeys(points) if p not in known]
    random.Random(SEED).shuffle(left)
    fill(table, len(left), ([row] for row in workers(left)), show)
    table.sort(points)
    found = {row.point: row for row in table.rows}
    return [found[p] for p in points]


Workers = Callable[[Sequence[Point]], Iterator[Row]]


def local_workers(jobs: int) -> Workers:
    """Processes on this machine; they end when their parent does, however it ended."""
    return lambda points: in_processes(compute, points, jobs, "sweep")


def dask_workers(address: str) -> Workers:
    """The workers of a Dask cluster, which must have dpverify installed."""
    try:
        from distributed import Client, as_completed
    except ImportError:
        raise MissingDependency("--scheduler needs the package distributed (pip install distributed)") from None

    def run(points: Sequence[Point]) -> Iterator[Row]:
        try:
            client = Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise MissingDependency(f"the Dask scheduler {address} cannot be reached: {error}") from None
        with client:
            # Not one future a point at once: a big grid would fill the scheduler.
            line = iter(points)
            flow = as_completed([client.submit(compute, p, pure=False) for p in take(line, 256)], loop=client.loop)
            for future in flow:
                try:
                    row = future.result()
                except DpverifyError:
                    raise
                except Exception as error:
                    # Whatever a cluster does to a task (a worker lost, another version there), the rows so far are kept.
                    raise DpverifyError(f"the cluster failed: {type(error).__name__}: {error}") from None
                yield row
                for p in take(line, 1):
                    flow.add(client.submit(compute, p, pure=False))

    return run
