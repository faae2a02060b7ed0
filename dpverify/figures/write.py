"""A figure and its data as two files."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from pathlib import Path
from typing import Any

from .. import __version__
from ..figure_style import figure_style, save
from ..whole_file import write_whole
from .figure import Figure, Workers, in_this_process
from .table import Table


def write(figure: Figure, config: Any, path: Path, workers: Workers = in_this_process) -> Table:
    """Compute, draw at `path` (.pdf, .svg or .png) and write the data as .csv beside it; the data.

    The same config gives the same bytes. Raises MissingDependency, before anything is computed, where matplotlib is missing.
    """
    with figure_style():
        pass
    table = figure.table(config, workers)
    redraw(figure, config, table, path)
    write_whole(data_path(path), table.csv())
    return table


def redraw(figure: Figure, config: Any, table: Table, path: Path) -> None:
    """Draw a table that is there."""
    with figure_style():
        save(figure.draw(config, table), path, about(figure, config, table))


def data_path(path: Path) -> Path:
    """Where the data of a figure goes."""
    return path.with_suffix(".csv")


def about(figure: Figure, config: Any, table: Table) -> str:
    """What a figure's file says of itself: the command, the version, and the fingerprint of its data."""
    words = [f"--{f.name} {getattr(config, f.name)}" for f in fields(config) if getattr(config, f.name) != f.default]
    command = " ".join(["dpverify figure", figure.name, *words])
    return f"{figure.title}. {command}, dpverify {__version__}, data sha256 {hashlib.sha256(table.csv()).hexdigest()}"
