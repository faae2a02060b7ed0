"""Private mean estimation (balle2018gaussian, Section 5.2): L2 error against the dimension."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..denoising.bayes import bayes_shrinkage
from .config import SEED, SEEDS, read_delta, read_epsilons, read_integer, read_integers, read_positive
from .curves import draw_mean
from .denoisers import BAYES, Denoiser, vector_denoisers
from .experiment import Cell, Experiment, Row
from .measure import generator, measure
from .mechanisms import noises

DATA = "gaussian cloud in the unit ball"
BLOCK = 2_000_000
"""Numbers drawn at a time."""


@dataclass(frozen=True)
class MeanConfig:
    """The mean of `records` vectors x_i of R^d with ||x_i||_2 <= 1.

    The source's data is not published; these are x_i = c + N(0, (spread^2/d) I), brought back onto the unit ball where they leave it,
    around a centre c ~ N(0, (centre^2/d) I) drawn afresh in each repeat, so that ||c|| is about `centre` whatever d is.

    Neighbouring data sets differ in one record, replaced; their number is public. Two points of the ball are at most 2 apart, and 2
    sqrt(d) in L1, so the mean has the L2 sensitivity 2/records and the L1 sensitivity 2 sqrt(d)/records. The error is ||estimate -
    mean||_2, in units of the ball's radius, the mean being that of the data and not the centre. The Bayes denoiser is given the variance
    with which the data was made.
    """

    dimensions: tuple[int, ...] = (10, 30, 100, 300, 1000, 3000, 10000)
    epsilons: tuple[str, ...] = ("0.01", "0.1", "1")
    delta: str = "1e-4"
    records: int = 500
    centre: float = 0.5
    spread: float = 0.5
    repeats: int = 20
    seed: int = SEED

    def __post_init__(self) -> None:
        checked = {
            "dimensions": read_integers(self.dimensions, "dimensions", 3, 1_000_000),
            "epsilons": read_epsilons(self.epsilons),
            "delta": read_delta(self.delta),
            "records": read_integer(self.records, "records", 1, 1_000_000),
            "centre": read_positive(self.centre, "centre", 1.0),
            "spread": read_positive(self.spread, "spread", 1.0),
            "repeats": read_integer(self.repeats, "repeats", 2, 100_000),
            "seed": read_integer(self.seed, "seed", *SEEDS),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)


def private_mean(config: MeanConfig, d: int, repeat: int) -> Any:
    """The exact mean of one data set; memory a few times d, whatever the number of records."""
    random = generator(config.seed, "mean", d, repeat)
    centre = random.standard_normal(d) * (config.centre / math.sqrt(d))
    total, block = np.zeros(d), max(1, BLOCK // d)
    for start in range(0, config.records, block):
        x = random.standard_normal((min(block, config.records - start), d))
        x *= config.spread / math.sqrt(d)
        x += centre
        x /= np.maximum(1.0, np.linalg.norm(x, axis=1))[:, None]
        total += x.sum(axis=0)
    return total / config.records


def _cells(config: MeanConfig, _data: None) -> Sequence[Cell]:
    return [Cell(DATA, d, epsilon) for epsilon in config.epsilons for d in config.dimensions]


def _measure(config: MeanConfig, _data: None, cell: Cell, fingerprint: str) -> list[Row]:
    prior = math.sqrt((config.centre**2 + config.spread**2 / config.records) / cell.d)
    denoisers: dict[str, Denoiser] = vector_denoisers() | {BAYES: lambda noisy, sigma: bayes_shrinkage(noisy, sigma, prior)}
    l2 = 2.0 / config.records
    return measure(
        cell,
        lambda repeat: private_mean(config, cell.d, repeat),
        noises(cell.epsilon, config.delta, l2 * math.sqrt(cell.d), l2),
        denoisers,
        ("L2", lambda difference: float(np.linalg.norm(difference))),
        delta=config.delta,
        repeats=config.repeats,
        seed=config.seed,
        fingerprint=fingerprint,
    )


WIDTH = 1 + 3 * (len(vector_denoisers()) + 1)
EXPERIMENT = Experiment("mean", MeanConfig, WIDTH, lambda config: None, _cells, _measure, draw_mean)
