"""How fine the next grid should be."""

from __future__ import annotations

import math

from .setting import Setting

FIRST_POINTS = 300
"""About the half window of the first, coarse program."""
ALL_PAIRS = 50_000
"""The interior point method takes all pairs of a grid if these are about as few as this."""
MAX_PAIRS = 3_000_000
"""More would need too much memory."""
MAX_GROWTH = 6
"""How much finer a grid may be whose pairs are guessed from another's."""


def first_grid(setting: Setting) -> int:
    """The coarse grid to begin with: at most 8, and what may be enough."""
    # The gap of a grid is about (half width * grid)^-2 / 4 where the density is nearly flat, and larger otherwise.
    guess = math.ceil(0.7 / (setting.width * math.sqrt(setting.target)))
    return max(1, min(8, guess, int(FIRST_POINTS / setting.width)))


def growth(excess: float, left: float, spent: float) -> float:
    """How many times as fine the next grid should be; the gap is `excess` times the one asked for, the last grid took `spent` seconds."""
    wanted = min(max(math.sqrt(excess / 0.8), 1.2), 8.0)
    # The time of a program grows about like the cube of its grid.
    return min(wanted, (max(left, 0.0) / max(spent, 0.02)) ** (1 / 3))


def shows(setting: Setting, grid: int, finer: int) -> bool:
    """Whether the tight pairs of a grid are a good guess for a finer one's."""
    return grid * setting.stair >= 2 and finer <= MAX_GROWTH * grid


def largest_grid(setting: Setting, last: int, width: float) -> int:
    """The finest grid that may follow the last one, for the interior point method."""
    largest = int(MAX_GROWTH * last)
    if not shows(setting, last, last):
        # All pairs will be needed: no more than can be had soon, but enough to show the first stair.
        few = max(int(math.sqrt(ALL_PAIRS / width)), math.ceil(1 / setting.stair))
        largest = max(few, int(2.5 * last)) if last >= few else few
    return min(largest, int(math.sqrt(MAX_PAIRS / width)))


def fitting(setting: Setting, grid: int) -> int:
    """A grid of about this fineness on which the staircase of the same epsilon has its breaks nearly on grid points.

    The optimum has most of its breaks there too, and such grids show both ends better than their neighbours.
    """
    return min(range(grid, grid + max(grid // 4, 1) + 1), key=lambda m: (abs(m * setting.stair - round(m * setting.stair)) / m, m))
