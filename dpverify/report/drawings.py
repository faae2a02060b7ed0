"""The figures of a report: every one that `dpverify figure` knows, as SVG with its data as CSV."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..figures.registry import figures
from ..figures.work import local_workers
from ..figures.write import data_path, write
from ..table import Progress
from .page import Drawing

FOLDER = "figures"


def draw_all(folder: Path, jobs: int, show: Callable[[Progress], None] = lambda _: None) -> list[Drawing]:
    """Draw them in `folder`/figures, with their default settings. Raises MissingDependency where matplotlib is missing."""
    (folder / FOLDER).mkdir()
    made = []
    for figure in figures():
        path = folder / FOLDER / f"{figure.name}.svg"
        write(figure, figure.config(), path, local_workers(jobs, show))
        file, data = (p.relative_to(folder).as_posix() for p in (path, data_path(path)))
        made.append(Drawing(figure.name, figure.title, figure.source, figure.seen, file, data))
    return made
