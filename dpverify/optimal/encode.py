"""From a solver's numbers to a certificate's integers."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import numpy as np

from .explicit import Slack
from .lattice import Array, Lattice
from .solve import Solution

LONG_RUN = 4
"""Equal weights from this many on are stored as a count."""
LAW_UNIT = 10**20
"""Total of the integer masses of a law, about."""


def dual_data(solution: Solution, accuracy: float) -> dict[str, Any]:
    """The `dual` of a certificate: weights clipped to 0..cap and rounded to integers.

    accuracy: how much of the least loss (in units of grid^-loss) the rounding may cost, about.
    """
    lattice = solution.lattice
    parts = {k: w for k, w in solution.weights.items() if w.cap > 0 and w.values.any()}
    unit = 10 ** max(0, math.ceil(-math.log10(max(accuracy, 1e-300) / (2 * (len(parts) + 1) * lattice.growth))))
    multipliers = []
    reach = 0
    for shift in sorted(parts):
        cap = round(parts[shift].cap * unit)
        values = [min(max(round(v), 0), cap) for v in (parts[shift].values * unit).tolist()]
        runs = _runs(values, lattice.window)
        if runs:
            multipliers.append({"shift": shift, "cap": max(values), "runs": runs})
            used = [position for position, value in enumerate(values, -lattice.window) if value]
            reach = max(reach, -used[0], used[-1] + shift)
    loss = lattice.loss_below()
    past = int(np.searchsorted(loss, solution.mean))
    # Beyond the window the loss counts as constant, so the window must reach past mu.
    window = max(reach, min(past + 1, lattice.window), 1)
    if past > lattice.window:
        window = max(window, min(4 * lattice.window, math.ceil(max(solution.mean, 0.0) ** (1 / lattice.loss)) + 2))
    return {"stride": 1, "grid": lattice.grid, "window": window, "unit": unit, "multipliers": multipliers}


def _runs(values: list[int], window: int) -> list[list[Any]]:
    """[start, count, value] for each long stretch of equal non-zero values, [start, values] for the other stretches without a zero."""
    runs: list[list[Any]] = []
    position = -window
    for value, group in itertools.groupby(values):
        count = len(list(group))
        last = runs[-1] if runs else None
        if value == 0:
            pass
        elif count >= LONG_RUN:
            runs.append([position, count, value])
        elif last is not None and len(last) == 2 and last[0] + len(last[1]) == position:
            last[1].extend([value] * count)
        else:
            runs.append([position, [value] * count])
        position += count
    return runs


def law_data(grid: int, half: Array, atom: float, centred: bool = True) -> dict[str, Any]:
    """The `law` of a certificate without a tail: masses of the cells 0, 1, ... and of the atom as integers."""
    cells = [int(r) for r in (np.maximum(half, 0.0) * float(LAW_UNIT)).tolist()]
    while len(cells) > 1 and cells[-1] == 0:
        cells.pop()
    return {"grid": grid, "centred": centred, "atom": int(max(atom, 0.0) * float(LAW_UNIT)), "cells": cells, "tail": "0"}


def repaired(lattice: Lattice, half: Array, atom: float, slack: Slack, delta: float) -> tuple[Array, float]:
    """A mixture of a law with one that has slack, of total one and with divergences of at most delta (up to rounding).

    The divergence of a mixture is at most the mixture of the divergences. Raises nothing: a useless law gives the slack law.
    """
    size = max(len(half), len(slack.half))
    half, other = np.pad(half, (0, size - len(half))), np.pad(slack.half, (0, size - len(slack.half)))
    wide = replace(lattice, window=size - 1)
    total = float((half * wide.multiplicity).sum()) + atom
    if not 0 < total < math.inf:
        return other, slack.atom
    half, atom = half / total, atom / total
    over = float(wide.divergences(half, atom).max())
    if over <= delta:
        return half, atom
    if slack.spare >= delta:
        return other, slack.atom
    share = (over - delta) / (over - slack.spare)
    return (1 - share) * half + share * other, (1 - share) * atom + share * slack.atom
