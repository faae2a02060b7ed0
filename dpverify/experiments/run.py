"""An experiment's table, filled a cell at a time and continued where it was."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..processes import in_processes
from ..table import Progress, Table, fill
from .config import fingerprint
from .experiment import Cell, Experiment, Row, find

WORK = "experiment"
Workers = Callable[[Callable[[Cell], list[Row]], Sequence[Cell]], Iterable[list[Row]]]


def local_workers(jobs: int) -> Workers:
    """Processes of this machine."""
    return lambda function, cells: in_processes(function, cells, jobs, WORK)


def in_this_process(function: Callable[[Cell], list[Row]], cells: Sequence[Cell]) -> Iterator[list[Row]]:
    return map(function, cells)


def run(
    experiment: Experiment,
    config: Any,
    data: Any,
    path: Path,
    workers: Workers = in_this_process,
    show: Callable[[Progress], None] = lambda _: None,
) -> list[Row]:
    """Compute the cells that the table at `path` lacks; all its rows in the order of the cells. `data` is what `experiment.load` gave.

    Raises InputError, and leaves the file as it was, if it holds rows of another config, seed or data set.
    """
    mark = fingerprint(config, _bytes(data))
    cells = experiment.cells(config, data)
    with Table(path, Row, WORK) as table:
        other = next((r.config for r in table.rows if r.config != mark), None)
        if other is not None:
            raise InputError(f"{path} holds another config, seed or data (fingerprint {other}, this one is {mark}); name another file")
        groups = Counter((r.data, r.d, r.epsilon) for r in table.rows)
        # A power cut may have kept a part of what was written at once.
        place = {cell: i for i, cell in enumerate(cells)}
        table.rewrite([r for r in table.rows if groups[r.data, r.d, r.epsilon] == experiment.width])
        done = {r.cell for r in table.rows}
        left = [cell for cell in cells if cell not in done]
        # Small and large cells mixed, so that the time left can be judged by the cells done.
        random.Random(config.seed).shuffle(left)
        fill(table, len(left), workers(partial(_measure, experiment.name, config, data, mark), left), show)
        table.rewrite(sorted(table.rows, key=lambda r: place[r.cell]))
        return table.rows


def _measure(name: str, config: Any, data: Any, mark: str, cell: Cell) -> list[Row]:
    # By name: functions of an experiment need not be picklable.
    return find(name).measure(config, data, cell, mark)


def _bytes(data: Any) -> bytes:
    if data is None:
        return b""
    return b"".join(f"{key}{np.shape(value)}".encode() + np.ascontiguousarray(value).tobytes() for key, value in sorted(data.items()))
