"""The work of a figure in processes of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..processes import in_processes
from ..table import Progress
from .figure import Workers

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True)
class _Numbered(Generic[A, B]):
    """The function, with the place of the argument carried through."""

    function: Callable[[A], B]

    def __call__(self, argument: tuple[int, A]) -> tuple[int, B]:
        return argument[0], self.function(argument[1])


def local_workers(jobs: int, show: Callable[[Progress], None] = lambda _: None) -> Workers:
    """So many processes; they end when their parent does. `show` hears how far they are."""

    def run(function: Callable[[Any], Any], arguments: Sequence[Any]) -> list[Any]:
        start, found, total = time.monotonic(), {}, len(arguments)
        show(Progress(0, total, None))
        for i, answer in in_processes(_Numbered(function), list(enumerate(arguments)), jobs, "figure"):
            found[i] = answer
            show(Progress(len(found), total, (time.monotonic() - start) / len(found) * (total - len(found))))
        return [found[i] for i in range(total)]

    return run
