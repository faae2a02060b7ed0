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


def all_pairs(lattice: Lattice) -> dict[int, Array]:
    """Every shift with every point that may matter: for a larger epsilon only those that are moved outwards."""
    if lattice.epsilon < 0.3:
        return dict.fromkeys(range(1, lattice.grid + 1), lattice.points)
    return {k: np.arange(-(k // 2) - 2, lattice.window + 1) for k in range(1, lattice.grid + 1)}


def near_pairs(lattice: Lattice, coarse: Solution) -> dict[int, Array]:
    """The pairs that are tight or nearly so for a coarser grid's law, and their neighbours there."""
    old = coarse.lattice
    full = old.mirrored(coarse.law)
    masses = full[: len(full) - old.grid]
    over = old.divergences(coarse.law, coarse.atom)
    least = 1e-6 * old.grid**-1.0 * over.max()
    tight = np.zeros((old.grid + 1, len(masses)), bool)
    highest = max((w.cap for w in coarse.weights.values()), default=0.0)
    for k in range(1, old.grid + 1):
        weights = coarse.weights.get(k)
        used = weights is not None and weights.cap > 1e-5 * highest
        if over[k] < 0.97 * over.max() and not used:
            continue
        tight[k] = (old.excess(full, k) > -0.02 * masses) & (masses > least)
        if used and weights is not None:
            tight[k] |= weights.values > 1e-6 * weights.cap
    tight[:, 1:] |= tight[:, :-1].copy()
    tight[:, :-1] |= tight[:, 1:].copy()
    tight[1:] |= tight[:-1].copy()
    tight[:-1] |= tight[1:].copy()
    middle = 0.0 if lattice.centred else 0.5
    points = lattice.points
    origin = np.rint((points + middle) * old.grid / lattice.grid - (0.0 if old.centred else 0.5)).astype(int) + old.origin
    inside = (origin >= 0) & (origin < tight.shape[1])
    pairs = {lattice.grid: points}
    for k in range(1, lattice.grid):
        mask = np.zeros(len(points), bool)
        mask[inside] = tight[min(max(round(k * old.grid / lattice.grid), 1), old.grid), origin[inside]]
        if mask.any():
            pairs[k] = points[mask]
    return pairs
