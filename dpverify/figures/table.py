"""The data of a figure: texts in columns, as they stand in the CSV file."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..exact import decimal_nearest

DIGITS = 12
"""Significant digits of what was computed in floats."""


@dataclass(frozen=True)
class Table:
    """Rows of texts under `columns`; an empty text says that there is no such value."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def texts(self, name: str) -> list[str]:
        """A column."""
        i = self.columns.index(name)
        return [row[i] for row in self.rows]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """A column as floats, nan where there is no value."""
        return np.array([float(t) if t else math.nan for t in self.texts(name)])

    def distinct(self, name: str) -> list[str]:
        """The texts of a column, each once, in order."""
        return list(dict.fromkeys(self.texts(name)))

    def where(self, **wanted: str) -> Table:
        """The rows whose columns have these texts."""
        places = {self.columns.index(name): text for name, text in wanted.items()}
        return Table(self.columns, tuple(r for r in self.rows if all(r[i] == text for i, text in places.items())))

    def csv(self) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.columns, *self.rows])
        return text.getvalue().encode()


def table_of(columns: Iterable[str], rows: Iterable[Sequence[str]]) -> Table:
    return Table(tuple(columns), tuple(tuple(row) for row in rows))


def read_table(content: bytes) -> Table:
    """The inverse of `Table.csv`."""
    head, *rows = csv.reader(io.StringIO(content.decode()))
    return table_of(head, rows)


def text_of(x: float) -> str:
    """A float to nearest at 12 digits; nan and infinities have no text."""
    return decimal_nearest(Fraction(float(x)), DIGITS) if math.isfinite(x) else ""
