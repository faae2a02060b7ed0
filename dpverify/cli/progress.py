"""Live progress on stderr while claims are running."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

from ..claims.registry import Entry


@contextlib.contextmanager
def progress(total: int, enabled: bool) -> Iterator[Callable[[Sequence[Entry], int], None] | None]:
    """Gives a function to call with (running entries, number done), or None if nothing is to be shown.

    No thread refreshes the display: the processes of the runner are forked, and a fork must not happen while a thread holds a lock.
    """
    if not enabled or total == 0:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (BarColumn(bar_width=20), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=total)

        def show(running: Sequence[Entry], done: int) -> None:
            names = ", ".join(e.id for e in running)
            room = max(10, console.width - 45)
            bar.update(task, completed=done, description=names if len(names) <= room else names[: room - 3] + "...")
            bar.refresh()

        yield show
