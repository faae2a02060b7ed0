"""All cells as a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from ..whole_file import write_whole
from .audit import Audited, described


def write_cells(audited: Sequence[Audited], path: Path) -> None:
    """One line a cell, in the order of the grids; all or nothing."""
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\n")
    head = False
    for a in audited:
        for cell in a.cells:
            head_of_row = {"library": a.library, "version": a.version, "function": a.function, "kind": a.kind.name}
            row = head_of_row | described(a.kind, cell)
            if not head:
                lines.writerow(row)
                head = True
            lines.writerow("" if v is None else v for v in row.values())
    write_whole(path, text.getvalue().encode())
