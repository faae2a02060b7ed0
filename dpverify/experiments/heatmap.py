"""Private release of a spatial heat map (balle2018gaussian, Section 5.3): RMSE against epsilon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, MissingDependency
from .city import BOX, at_most, city_trips
from .config import CELLS, MAX_PER_USER, NOT_IN_THE_NUMBERS, SEED, SEEDS, read_delta, read_epsilons, read_integer, read_number, read_text
from .denoisers import grid_denoisers
from .experiment import Cell, Experiment, Row
from .maps import draw_heatmap
from .measure import generator, measure
from .mechanisms import noises

AIRPORTS, RUSH, NIGHT = "airports", "city, rush hour", "city, night"
CONTINENT = (-125.0, -66.0, 24.0, 50.0)
"""Longitudes and latitudes around the contiguous United States, in degrees."""


@dataclass(frozen=True)
class HeatmapConfig:
    """Numbers of points in the cells of a grid of `cells` x `cells`.

    By default three maps: the airports of the United States that vega_datasets ships (real and sparse), and a simulated city at the rush
    hour and at night with `trips_rush` and `trips_night` pick-ups of `drivers` drivers (dense centre; see `city`), since the source's
    taxi data is not in any package. With `points`, the name of a CSV file, one map of its columns `x` and `y` instead, in `box` = [x
    least, x most, y least, y most] or else in the smallest box around the points, which is then taken to be public.

    Neighbouring data sets: one has all the points of one person more. A person has at most `max_per_user` = K points, and they may all
    lie in one cell, so both the L1 and the L2 sensitivity are K. In the city and in a file with a column `user`, only the first K points
    of each person are counted; otherwise K is taken at its word. The error is the root of the mean squared error over the cells, in
    points per cell.
    """

    epsilons: tuple[str, ...] = ("0.01", "0.03", "0.1", "0.3", "1", "3", "10")
    delta: str = "1e-6"
    cells: int = 64
    max_per_user: int = 5
    trips_rush: int = 40000
    trips_night: int = 4000
    drivers: int = 10000
    points: str = field(default="", metadata=NOT_IN_THE_NUMBERS)
    x: str = field(default="", metadata=NOT_IN_THE_NUMBERS)
    y: str = field(default="", metadata=NOT_IN_THE_NUMBERS)
    user: str = field(default="", metadata=NOT_IN_THE_NUMBERS)
    box: tuple[float, ...] = field(default=(), metadata=NOT_IN_THE_NUMBERS)
    picture_epsilon: str = field(default="1", metadata=NOT_IN_THE_NUMBERS)
    repeats: int = 5
    seed: int = SEED

    def __post_init__(self) -> None:
        checked = {
            "epsilons": read_epsilons(self.epsilons),
            "delta": read_delta(self.delta),
            "cells": read_integer(self.cells, "cells", *CELLS),
            "max_per_user": read_integer(self.max_per_user, "max_per_user", *MAX_PER_USER),
            "trips_rush": read_integer(self.trips_rush, "trips_rush", 1, 10_000_000),
            "trips_night": read_integer(self.trips_night, "trips_night", 1, 10_000_000),
            "drivers": read_integer(self.drivers, "drivers", 1, 10_000_000),
            "picture_epsilon": read_epsilons((self.picture_epsilon,), "picture_epsilon")[0],
            "repeats": read_integer(self.repeats, "repeats", 2, 100_000),
            "seed": read_integer(self.seed, "seed", *SEEDS),
            "box": _read_box(self.box),
        }
        checked |= {name: read_text(getattr(self, name), name) for name in ("points", "x", "y", "user")}
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if self.points and not (self.x and self.y):
            raise InputError(f"points is {self.points!r}; the columns x and y must be named too")
        for name in ("x", "y", "user", "box"):
            if getattr(self, name) and not self.points:
                raise InputError(f"{name} is {getattr(self, name)!r}, which is about a file of points, but points names none")


def _read_box(box: Any) -> tuple[float, ...]:
    if box == ():
        return ()
    wanted = "[x least, x most, y least, y most], finite numbers that increase"
    if not isinstance(box, (tuple, list)) or len(box) != 4:
        raise InputError(f"box is {box!r}; it must be {wanted}")
    numbers = tuple(read_number(v, "box", wanted) for v in box)
    if not (numbers[0] < numbers[1] and numbers[2] < numbers[3]):
        raise InputError(f"box is {list(numbers)}; it must be {wanted}")
    return numbers


def load_maps(config: HeatmapConfig) -> dict[str, Any]:
    """Name -> exact counts, float arrays of shape (cells, cells). Raises InputError or MissingDependency before anything is computed."""
    maps = _counts(config)
    # Missing packages are named now, not after minutes.
    for denoise in grid_denoisers().values():
        denoise(np.arange(16.0).reshape(4, 4), 1.0)
    return maps


def _counts(config: HeatmapConfig) -> dict[str, Any]:
    from .points import count_cells, read_points

    if config.points:
        path = Path(config.points)
        points = read_points(path, config.x, config.y, config.user or None, config.max_per_user)
        counts = count_cells(points, config.cells, config.box or None)  # type: ignore[arg-type]
        if not counts.any():
            raise InputError(f"{path} has no points in the box {list(config.box)}")
        return {path.stem: counts}
    maps = {AIRPORTS: count_cells(read_points(_airports(), "longitude", "latitude"), config.cells, CONTINENT)}
    for name, hour, trips in ((RUSH, "rush", config.trips_rush), (NIGHT, "night", config.trips_night)):
        points, driver = city_trips(generator(config.seed, "city", hour), hour, trips, config.drivers)
        maps[name] = count_cells(at_most(points, driver, config.max_per_user), config.cells, BOX)
    return maps


def _airports() -> Path:
    try:
        from vega_datasets import local_data
    except ImportError:
        raise MissingDependency("the map of airports needs the package vega_datasets: pip install 'dpverify[experiments]'") from None
    return Path(local_data.airports.filepath)


def _cells(config: HeatmapConfig, maps: dict[str, Any]) -> Sequence[Cell]:
    return [Cell(name, config.cells**2, epsilon) for name in maps for epsilon in config.epsilons]


def _measure(config: HeatmapConfig, maps: dict[str, Any], cell: Cell, fingerprint: str) -> list[Row]:
    return measure(
        cell,
        lambda repeat: maps[cell.data],
        noises(cell.epsilon, config.delta, config.max_per_user, config.max_per_user),
        grid_denoisers(),
        ("RMSE", lambda difference: float(np.sqrt(np.mean(difference**2)))),
        delta=config.delta,
        repeats=config.repeats,
        seed=config.seed,
        fingerprint=fingerprint,
    )


WIDTH = 1 + 3 * len(grid_denoisers())
EXPERIMENT = Experiment("heatmap", HeatmapConfig, WIDTH, load_maps, _cells, _measure, draw_heatmap)
