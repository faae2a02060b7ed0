"""A simulated city: taxi pick-ups with a dense centre, quarters, avenues and hours, for maps that are smooth where they are full."""

from __future__ import annotations

from typing import Any

import numpy as np

CENTRE = (0.45, 0.55)
QUARTERS = ((0.25, 0.30), (0.70, 0.75), (0.78, 0.28), (0.20, 0.80))
AVENUES = (0.15, 0.30, 0.45, 0.60, 0.75, 0.90)
BOX = (0.0, 1.0, 0.0, 1.0)

SHARES = {"rush": (0.55, 0.30, 0.15), "night": (0.25, 0.60, 0.15)}
"""Shares of the pick-ups near the centre, in the quarters and along the avenues: at the rush hour most are in the centre."""


def city_trips(random: np.random.Generator, hour: str, trips: int, drivers: int) -> tuple[Any, Any]:
    """(points of shape (trips, 2) in the unit square, driver of each), `hour` "rush" or "night".

    Around the centre and the quarters the places are normal (deviations 0.08 and 0.05), along the avenues they are uniform in one
    direction and within 0.01 of the avenue in the other. Points that fall outside come back from the other side of the border.
    """
    kind = random.choice(3, size=trips, p=SHARES[hour])
    points = np.empty((trips, 2))
    centre, quarter, avenue = (np.flatnonzero(kind == i) for i in range(3))
    points[centre] = np.asarray(CENTRE) + random.normal(scale=0.08, size=(centre.size, 2))
    middle = np.asarray(QUARTERS)[random.integers(len(QUARTERS), size=quarter.size)]
    points[quarter] = middle + random.normal(scale=0.05, size=(quarter.size, 2))
    along = random.uniform(size=avenue.size)
    across = np.asarray(AVENUES)[random.integers(len(AVENUES), size=avenue.size)] + random.uniform(-0.01, 0.01, size=avenue.size)
    turned = random.integers(2, size=avenue.size) == 1
    points[avenue] = np.where(turned[:, None], np.stack([along, across], axis=1), np.stack([across, along], axis=1))
    return points % 1.0, random.integers(drivers, size=trips)


def at_most(points: Any, driver: Any, most: int) -> Any:
    """The first `most` trips of each driver, in order."""
    order = np.argsort(driver, kind="stable")
    sorted_driver = driver[order]
    start = np.searchsorted(sorted_driver, sorted_driver)
    return points[np.sort(order[np.arange(driver.size) - start < most])]
