"""The lattice program in floating point: points or cells of a grid, their loss, and how far a law is from private.

Lengths are in units of the sensitivity. Nothing here is part of a guarantee: `certificate.py` re-derives every bound exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

Array = np.ndarray


@dataclass(frozen=True)
class Lattice:
    """Symmetric laws on the points i/grid, |i| <= window; seen from the upper end, on cells of width 1/grid.

    The cells are centred at the points; if not `centred`, cell i is [i, i+1)/grid and the mirror image of i >= 0 is -1-i. A law is given
    by its masses at 0..window.
    """

    epsilon: float
    grid: int
    window: int
    loss: float
    centred: bool = True

    @property
    def growth(self) -> float:
        """e^epsilon."""
        return math.exp(self.epsilon)

    @property
    def origin(self) -> int:
        """Where 0 is among all points from left to right."""
        return self.window if self.centred else self.window + 1

    @property
    def points(self) -> Array:
        """All points from left to right."""
        return np.arange(-self.origin, self.window + 1)

    def mirror(self, points: Array) -> Array:
        """The one of a point and its mirror image that is not negative."""
        return np.abs(points) if self.centred else np.where(points < 0, -1 - points, points)

    @property
    def places(self) -> Array:
        """The middles of the points or cells 0..window in sensitivities."""
        return (np.arange(self.window + 1) + (0.0 if self.centred else 0.5)) / self.grid

    @property
    def multiplicity(self) -> Array:
        """How often each of 0..window occurs: twice, but 0 once if it is its own mirror image."""
        count = np.full(self.window + 1, 2.0)
        count[0] = 1.0 if self.centred else 2.0
        return count

    def loss_below(self) -> Array:
        """c(0..window) in units of grid^-loss: the vertices of a function below |x|^loss, linear between (mathematics 8.1, 8.2)."""
        i, p = np.arange(self.window + 1, dtype=float), self.loss
        if p <= 1:
            return i**p
        excess = p * (p - 1) / 8 * np.maximum(i + 1, 1.0) ** (p - 2) if p >= 2 else p * (p - 1) / 8 * np.maximum(i, 1.0) ** (p - 2)
        if p < 2:
            excess[0] = 1 - 1 / p
            excess[1:] = excess[:-1].copy()
        return i**p - excess

    def loss_above(self) -> Array:
        """The mean of |x|^loss over the cells 0..window, in units of grid^-loss."""
        i, p = np.arange(self.window + 1, dtype=float), self.loss
        if not self.centred:
            return ((i + 1) ** (p + 1) - i ** (p + 1)) / (p + 1)
        inner = np.abs(i - 0.5)
        mean = ((i + 0.5) ** (p + 1) - inner ** (p + 1)) / (p + 1)
        mean[0] = 0.5**p / (p + 1)
        return mean

    def mirrored(self, half: Array) -> Array:
        """The masses at all points and then `grid` zeros, from those at 0..window."""
        return np.concatenate([half[:0:-1] if self.centred else half[::-1], half, np.zeros(self.grid)])

    def excess(self, full: Array, shift: int) -> Array:
        """p_i - e^epsilon p_(i+shift) at all points, from a mirrored law."""
        size = len(full) - self.grid
        return full[:size] - self.growth * full[shift : shift + size]

    def divergences(self, half: Array, atom: float = 0.0) -> Array:
        """At index k the least delta that shift k allows, k = 0..grid (index 0 is 0)."""
        full = self.mirrored(half)
        found = np.zeros(self.grid + 1)
        for k in range(1, self.grid + 1):
            found[k] = atom + np.maximum(self.excess(full, k), 0.0).sum()
        return found


def periods(epsilon: float, delta: float) -> float:
    """log(1+q)/epsilon = A/Delta, half the width of the truncated Laplacian (uniform at epsilon = 0) in sensitivities; delta > 0."""
    if epsilon == 0:
        return 0.5 / delta
    return math.log1p(min(math.expm1(min(epsilon, 300.0)) / (2 * delta), 1e300)) / epsilon
