"""What an experiment is, and the rows of its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Cell:
    """The least piece of work: a data set of d entries released at one epsilon (exact text)."""

    data: str
    d: int
    epsilon: str


@dataclass(frozen=True)
class Row:
    """One line of the table: the error of one mechanism with one denoiser, all as texts.

    `error` is the mean of `metric` (the distance of the estimate from the exact answer) over `repeats` independent releases,
    `standard_error` the sample deviation of the metric over sqrt(repeats); `sigma` is the standard deviation of the noise in each entry,
    0 for the mechanism "none", which answers 0 without looking. `config` is the fingerprint of everything the numbers depend on.
    """

    data: str
    d: str
    epsilon: str
    delta: str
    mechanism: str
    denoiser: str
    sigma: str
    metric: str
    error: str
    standard_error: str
    repeats: str
    seed: str
    config: str

    @property
    def cell(self) -> Cell:
        return Cell(self.data, int(self.d), self.epsilon)


@dataclass(frozen=True)
class Experiment:
    """`load(config)` gives the data the config names (None if there is none), checked; the other functions take it back.

    `cells(config, data)` are the pieces in the order of the table, `measure(config, data, cell, fingerprint)` the `width` rows of one of
    them, `draw(config, data, rows)` a matplotlib figure.
    """

    name: str
    config: type[Any]
    width: int
    load: Callable[[Any], Any]
    cells: Callable[[Any, Any], Sequence[Cell]]
    measure: Callable[[Any, Any, Cell, str], list[Row]]
    draw: Callable[[Any, Any, Sequence[Row]], Any]


def find(name: str) -> Experiment:
    """The experiment of that name."""
    from importlib import import_module

    experiment: Experiment = import_module(f".{name}", __package__).EXPERIMENT
    return experiment


def rows_of(rows: Sequence[Row], **wanted: str) -> list[Row]:
    """Those whose columns have the wanted texts, in order."""
    return [r for r in rows if all(getattr(r, key) == value for key, value in wanted.items())]

