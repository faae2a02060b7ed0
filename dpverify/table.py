"""Rows of a CSV file that survives a kill at any moment, and the loop that fills it.

Only the parent process writes: what is appended at once is one write of whole lines, flushed to the disk. A file whose last line has no end
(power cut) loses that line when it is opened again.
"""

from __future__ import annotations

import csv
import fcntl
import io
import os
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from .errors import InputError
from .whole_file import write_whole

R = TypeVar("R")


class Table(Generic[R]):
    """The CSV file, open for appending and locked against a second writer. A row is a dataclass of texts, its fields are the columns."""

    def __init__(self, path: Path, row: type[R], work: str) -> None:
        """`work` is what fills such tables, for the error messages. Raises InputError for any other file, and leaves it as it is."""
        self.path = path
        self._row, self._work = row, work
        names = [f.name for f in fields(row)]  # type: ignore[arg-type]
        self._width, self._head = len(names), _line(names)
        self._file = self._open()
        try:
            self.rows: list[R] = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def _open(self) -> int:
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise InputError(f"{self.path} is being written by another {self._work}") from None
        return file

    def _read(self) -> list[R]:
        content = self.path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if not self._head.startswith(content[: len(self._head)]):
            raise InputError(f"{self.path} exists and is not a table of {_a(self._work)}")
        rows = []
        for number, cells in enumerate(csv.reader(io.StringIO(whole.decode("utf-8", "replace"))), 1):
            if len(cells) != self._width:
                raise InputError(f"{self.path} line {number} is not a row of {_a(self._work)}")
            if number > 1:
                rows.append(self._row(*cells))
        if len(whole) < len(content):
            os.ftruncate(self._file, len(whole))
        if not whole:
            self._write(self._head)
        return rows

    def append(self, *rows: R) -> None:
        """Whole lines in one write, on the disk when this returns."""
        self._write(b"".join(map(_text, rows)))
        self.rows.extend(rows)

    def _write(self, lines: bytes) -> None:
        written = os.write(self._file, lines)
        if written != len(lines):
            raise OSError(28, "no space left on device", str(self.path))
        os.fsync(self._file)

    def rewrite(self, rows: Sequence[R]) -> None:
        """These rows instead of those that are there, all or nothing."""
        if rows == self.rows:
            return
        write_whole(self.path, self._head + b"".join(map(_text, rows)))
        # The lock and the end to append to are those of the new file.
        old, self._file = self._file, self._open()
        os.close(old)
        self.rows = list(rows)


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _text(row: Any) -> bytes:
    return _line(astuple(row))


def _line(cells: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


@dataclass(frozen=True)
class Progress:
    """What is known while a table is being filled."""

    done: int
    total: int
    seconds_left: float | None
    """Mean time of what was done in this run, times what is left; None before the first."""


def fill(table: Table[R], total: int, found: Iterable[Sequence[R]], show: Callable[[Progress], None] = lambda _: None) -> None:
    """Append what comes, `total` times; the rows of one time come and stay together."""
    start = time.monotonic()
    show(Progress(0, total, None))
    try:
        for done, rows in enumerate(found, 1):
            table.append(*rows)
            show(Progress(done, total, (time.monotonic() - start) / done * (total - done)))
    finally:
        # Interrupted here, the processes that compute the rows would otherwise not hear of it.
        if isinstance(found, Generator):
            found.close()
