"""What one grid's solution says of the next grid: how wide it is, and which pairs of a shift and a point will be tight."""

from __future__ import annotations

import numpy as np

from .lattice import Array, Lattice
from .solve import Solution

THINNED = 3
"""Of the fine grids' shifts the lower end takes one in so many."""


def reach(lower: Solution) -> float:
    """Half the window in sensitivities that the next grid's multipliers need, judged from this one's."""
    lattice = lower.lattice
    highest = max((w.cap for w in lower.weights.values()), default=0.0)
    ends = [k + np.nonzero(w.values > 1e-7 * highest)[0].max(initial=0) - lattice.origin for k, w in lower.weights.items()]
    past = np.searchsorted(lattice.loss_below(), lower.mean)
    # Rows end one sensitivity before the window does.
    return (max([*ends, past]) + 3) / lattice.grid


def thinned(grid: int) -> list[int]:
    """Every third shift, counted from the sensitivity downwards, and the last but one.

    For the lower end any shifts will do. On these a fine grid shows nearly as much as on all of them (about nine tenths of what it shows
    more than one of a third of its fineness), but with a third of the pairs. The last but one matters most of those that are left out.
    """
    return sorted({*range(grid, 0, -THINNED), grid - 1} - {0})


def first_pairs(lattice: Lattice, coarse: Solution | None, monotone: bool) -> dict[int, Array]:
    """The pairs a program starts with: a few shifts with all points to the right, and where a coarser program's weights were positive."""
    window, grid = lattice.window, lattice.grid
    shifts = {grid} if monotone else {grid, max(1, grid // 2), 1}
    pairs = {k: np.arange(-(k // 2), window + 1) for k in shifts}
    if coarse is None or monotone:
        return pairs
    ratio = grid / coarse.lattice.grid
    points = np.arange(-window, window + 1)
    origin = np.rint(points / ratio).astype(int) + coarse.lattice.window
    inside = (origin >= 0) & (origin < 2 * coarse.lattice.window + 1)
    for shift, weights in coarse.weights.items():
        if weights.cap <= 0:
            continue
        used = weights.values > 1e-9 * weights.cap
        used[1:] |= used[:-1].copy()
        used[:-1] |= used[1:].copy()
        mask = np.zeros(len(points), bool)
        mask[inside] = used[origin[inside]]
        fine = min(max(round(shift * ratio), 1), grid)
        pairs[fine] = np.union1d(pairs.get(fine, points[:0]), points[mask])
    return pairs
