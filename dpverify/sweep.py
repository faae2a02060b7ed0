"""Certified brackets over a grid of (epsilon, delta), kept as rows of a CSV file that survives a kill at any moment.

Only the parent writes: each row is one write of a whole line, flushed to the disk. A file whose last line has no end (power cut) loses that
line when it is opened again. Points are taken in a shuffled order, so that the time still needed can be estimated from those done.
"""

from __future__ import annotations

import csv
import fcntl
import io
import os
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, astuple, dataclass, fields
from decimal import Context, Decimal
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from .errors import DpverifyError, InputError, MissingDependency
from .exact import decimal_nearest, decimal_up, rational_from_text

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
    """The points of LO:HI:N (equal steps, exact) or LO:HI:N:log (equal ratios, rounded to a few digits) as texts, ends included."""
    wanted = f"{name} is {text!r}; it must be LO:HI:N or LO:HI:N:log with LO < HI, N >= 2 (or LO = HI, N = 1)"
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


def exact_text(x: Fraction) -> str:
    """Exact text: decimal where that is short, else p/q."""
    short = decimal_nearest(x, 15)
    return short if Fraction(short) == x else str(x)


def compute(point: Point) -> Row:
    """The row of a point."""
    from .optimal.bracket import Problem, bracket

    epsilon, delta, loss, wanted = (Fraction(t) for t in (point.epsilon, point.delta, point.loss, point.wanted))
    found = bracket(Problem(epsilon, delta, loss=loss), wanted)
    gap = "Infinity" if found.gap is None else decimal_up(found.gap, 6)
    facts = {"grid": str(found.grid), "shifts": str(found.shifts), "solver": found.solver, "seconds": f"{found.seconds:.3f}"}
    return Row(**asdict(point), lower=found.lower, upper=found.upper, rel_gap=gap, **facts)


class Table:
    """The CSV file, open for appending and locked against a second writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise InputError(f"{path} is being written by another sweep") from None
        self.rows = self._read()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _read(self) -> list[Row]:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        head = _line(HEADER)
        if not head.startswith(content[: len(head)]):
            raise InputError(f"{self.path} exists and is not a table of a sweep")
        if len(whole) < len(content):
            os.ftruncate(self._file, len(whole))
        if not whole:
            self._write(head)
            return []
        rows = []
        for number, cells in enumerate(csv.reader(io.StringIO(whole.decode("utf-8", "replace"))), 1):
            if len(cells) != len(HEADER):
                raise InputError(f"{self.path} line {number} is not a row of a sweep")
            if number > 1:
                rows.append(Row(*cells))
        return rows

    def append(self, row: Row) -> None:
        """One whole line, on the disk when this returns."""
        self._write(_line(astuple(row)))
        self.rows.append(row)

    def _write(self, line: bytes) -> None:
        written = os.write(self._file, line)
        if written != len(line):
            raise OSError(28, "no space left on device", str(self.path))
        os.fsync(self._file)

    def sort(self, order: Sequence[Point]) -> None:
        """Rewrite the rows in the order of the grid, all or nothing; rows of other points come last."""
        place = {p: i for i, p in enumerate(order)}
        rows = sorted(self.rows, key=lambda r: place.get(r.point, len(place)))
        if rows == self.rows:
            return
        unfinished = self.path.with_name(self.path.name + ".part")
        with open(unfinished, "wb") as file:
            file.write(_line(HEADER) + b"".join(_line(astuple(r)) for r in rows))
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, self.path)


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


@dataclass(frozen=True)
class Progress:
    """What is known while a sweep runs."""

    done: int
    total: int
    seconds_left: float | None
    """Mean time of the points done in this run, times those left; None before the first."""


def sweep(points: Sequence[Point], table: Table, workers: Workers, show: Callable[[Progress], None] = lambda _: None) -> list[Row]:
    """Compute the points that the table lacks; the rows of all points in the order given."""
    known = {row.point for row in table.rows}
    left = [p for p in dict.fromkeys(points) if p not in known]
    random.Random(SEED).shuffle(left)
    start, total = time.monotonic(), len(left)
    show(Progress(0, total, None))
    for done, row in enumerate(workers(left), 1):
        table.append(row)
        show(Progress(done, total, (time.monotonic() - start) / done * (total - done)))
    table.sort(points)
    found = {row.point: row for row in table.rows}
    return [found[p] for p in points]


Workers = Callable[[Sequence[Point]], Iterator[Row]]


def local_workers(jobs: int) -> Workers:
    """Processes on this machine; they end when their parent does, however it ended."""

    def run(points: Sequence[Point]) -> Iterator[Row]:
        if not points:
            return
        pool = ProcessPoolExecutor(min(jobs, len(points)), get_context("spawn"), _end_with_parent, (os.getpid(),))
        try:
            # A few points in line for each process: a long line would hold back the news of a broken pool.
            line = iter(points)
            running = {pool.submit(compute, p) for p in _take(line, 2 * jobs)}
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
                    running |= {pool.submit(compute, p) for p in _take(line, 1)}
        except BrokenProcessPool:
            raise DpverifyError("a worker process died; start the same sweep again to go on") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    return run


def _take(line: Iterator[Any], count: int) -> Iterable[Any]:
    return [x for _, x in zip(range(count), line, strict=False)]


def _end_with_parent(parent: int) -> None:
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


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
            flow = as_completed([client.submit(compute, p, pure=False) for p in _take(line, 256)], loop=client.loop)
            for future in flow:
                try:
                    row = future.result()
                except DpverifyError:
                    raise
                except Exception as error:
                    # Whatever a cluster does to a task (a worker lost, another version there), the rows so far are kept.
                    raise DpverifyError(f"the cluster failed: {type(error).__name__}: {error}") from None
                yield row
                for p in _take(line, 1):
                    flow.add(client.submit(compute, p, pure=False))

    return run
