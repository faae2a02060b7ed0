"""Live progress on stderr while claims are running."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..claims.registry import Entry

if TYPE_CHECKING:
    from ..table import Progress


@contextlib.contextmanager
def progress(total: int, enabled: bool) -> Iterator[Callable[[Sequence[Entry], int], None] | None]:
    """Gives a function to call with (running entries, number done), or None if nothing is to be shown.

    No thread refreshes the display: the processes of the runner are forked, and a fork must not happen while a thread holds a lock.
    """
    if not enabled or total == 0:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Bar(*columns, console=console, auto_refresh=False, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=total)

        def show(running: Sequence[Entry], done: int) -> None:
            names = ", ".join(e.id for e in running)
            room = max(10, console.width - 45)
            bar.update(task, completed=done, description=names if len(names) <= room else names[: room - 3] + "...")
            bar.refresh()

        yield show


@contextlib.contextmanager
def count_bar(enabled: bool) -> Iterator[Callable[[Progress], None]]:
    """A bar of what is done and how long the rest may take, for a table that is being filled."""
    if not enabled:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")

        def show(progress: Progress) -> None:
            left = progress.seconds_left
            text = "" if left is None else f"about {_duration(left)} left, judged by the points done"
            bar.update(task, completed=progress.done, total=progress.total, description=text)

        yield show


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    return f"{round(whole / 60)} min" if whole < 5400 else f"{whole / 3600:.1f} h"
