"""What a figure is: data about it, a function from its config to its table, and one that draws the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .table import Table

A = TypeVar("A")
B = TypeVar("B")


class Workers(Protocol):
    """Applies a picklable function to many arguments; the answers come in the order of the arguments."""

    def __call__(self, function: Callable[[A], B], arguments: Sequence[A]) -> list[B]: ...


def in_this_process(function: Callable[[A], B], arguments: Sequence[A]) -> list[B]:
    return [function(a) for a in arguments]


@dataclass(frozen=True)
class Figure:
    """`columns` gives each column of the table its meaning, `config` is the frozen dataclass of the settings, all with default values.

    `table(config, workers)` computes, `draw(config, table)` gives a matplotlib figure and computes nothing; call it inside `figure_style`.
    """

    name: str
    title: str
    """What is shown, in one line of at most 61 characters."""
    source: str
    seen: str
    """One sentence: what one sees."""
    columns: Mapping[str, str]
    config: type[Any]
    table: Callable[[Any, Workers], Table]
    draw: Callable[[Any, Table], Any]
