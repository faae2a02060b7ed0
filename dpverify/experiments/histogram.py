"""Private release of a sparse histogram (balle2018gaussian, Appendix B.1): L1 error against the number of bins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from .config import SEED, SEEDS, read_delta, read_epsilons, read_integer, read_integers
from .curves import draw_histogram
from .denoisers import vector_denoisers
from .experiment import Cell, Experiment, Row
from .measure import generator, measure
from .mechanisms import noises


@dataclass(frozen=True)
class HistogramConfig:
    """Counts of items in d bins, of which `occupied` hold anything: `people` persons with m items each in m different bins.

    The source's data is not published; here the occupied bins stand in random places and are chosen with odds 1, 1/2, 1/3, ... (Zipf),
    drawn afresh in each repeat. `items` are the m tried.

    Neighbouring data sets: one has all the items of one person more. One person changes m counts by one, so the L1 sensitivity is m and
    the L2 sensitivity sqrt(m); at m = 1 they are the same, which favours Laplace noise. The error is the sum of |estimate_i - count_i|,
    in items.
    """

    dimensions: tuple[int, ...] = (30, 100, 300, 1000, 3000, 10000)
    epsilons: tuple[str, ...] = ("1", "0.1", "0.01")
    delta: str = "1e-4"
    people: int = 10000
    items: tuple[int, ...] = (5, 1)
    occupied: int = 20
    repeats: int = 20
    seed: int = SEED

    def __post_init__(self) -> None:
        checked = {
            "occupied": read_integer(self.occupied, "occupied", 1, 1000),
            "dimensions": read_integers(self.dimensions, "dimensions", 3, 10_000_000),
            "items": read_integers(self.items, "items", 1, 1000),
            "epsilons": read_epsilons(self.epsilons),
            "delta": read_delta(self.delta),
            "people": read_integer(self.people, "people", 1, 1_000_000),
            "repeats": read_integer(self.repeats, "repeats", 2, 100_000),
            "seed": read_integer(self.seed, "seed", *SEEDS),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if min(self.dimensions) < self.occupied:
            raise InputError(f"dimensions has {min(self.dimensions)}; it must be at least occupied = {self.occupied}")
        if max(self.items) > self.occupied:
            raise InputError(f"items has {max(self.items)}; it must be at most occupied = {self.occupied}")


def sparse_histogram(config: HistogramConfig, items: int, d: int, repeat: int) -> Any:
    """The exact counts of one data set, a float array of shape (d,)."""
    random = generator(config.seed, "histogram", items, d, repeat)
    odds = -np.log(np.arange(1, config.occupied + 1))
    counts, block = np.zeros(config.occupied), max(1, 1_000_000 // config.occupied)
    for start in range(0, config.people, block):
        # The m largest of log-odds plus Gumbel noise are m different bins drawn one after the other with these odds.
        score = odds + random.gumbel(size=(min(block, config.people - start), config.occupied))
        chosen = np.argpartition(-score, items - 1, axis=1)[:, :items]
        counts += np.bincount(chosen.reshape(-1), minlength=config.occupied)
    histogram = np.zeros(d)
    histogram[random.choice(d, config.occupied, replace=False)] = counts
    return histogram


def data_name(items: int) -> str:
    return f"{items} item{'' if items == 1 else 's'} a person"


def _cells(config: HistogramConfig, _data: None) -> Sequence[Cell]:
    return [Cell(data_name(m), d, epsilon) for m in config.items for epsilon in config.epsilons for d in config.dimensions]


def _measure(config: HistogramConfig, _data: None, cell: Cell, fingerprint: str) -> list[Row]:
    items = int(cell.data.split()[0])
    return measure(
        cell,
        lambda repeat: sparse_histogram(config, items, cell.d, repeat),
        noises(cell.epsilon, config.delta, items, math.sqrt(items)),
        vector_denoisers(),
        ("L1", lambda difference: float(np.abs(difference).sum())),
        delta=config.delta,
        repeats=config.repeats,
        seed=config.seed,
        fingerprint=fingerprint,
    )


WIDTH = 1 + 3 * len(vector_denoisers())
EXPERIMENT = Experiment("histogram", HistogramConfig, WIDTH, lambda config: None, _cells, _measure, draw_histogram)
