"""The numbers with which the solver works for a problem: scaled, rounded, and no part of any proof."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .explicit import staircase_width
from .lattice import periods
from .problem import Problem

MAX_WIDTH, STRIDE_WIDTH = 3000, 300
"""A law wider than the first, in sensitivities, is treated as one of about the second width in strides of many sensitivities."""


@dataclass(frozen=True)
class Setting:
    """A problem at sensitivity one, in floating point.

    epsilon, delta: of one stride. loss: the exponent. target: the relative gap asked for.
    solved_delta:   the delta of the program: the asked one, or, where that is tiny, one at which tangent and chord differ by well less
                    than the gap asked for.
    stride:         how many sensitivities the lattice program takes as one: for a wide law that loses nearly nothing.
    width:          half the window to begin with, in strides.
    truncation:     half the width of the truncated Laplacian, in sensitivities; infinite for delta = 0.
    stair:          the width of the first step of the staircase.
    monotone:       symmetric unimodal laws only.
    """

    epsilon: float
    delta: float
    loss: float
    target: float
    solved_delta: float
    stride: int
    width: float
    truncation: float
    stair: float
    monotone: bool

    @property
    def inside(self) -> bool:
        """Whether fine grids are solved by the interior point method."""
        return not self.monotone and self.stride == 1


def setting(problem: Problem, target: float) -> Setting:
    """The setting of a problem for a relative gap."""
    # Below the range of floating point anything positive will do: these are the solver's numbers, never a bound's.
    epsilon = max(float(problem.epsilon), 1e-300) if problem.epsilon else 0.0
    delta = max(float(problem.delta), 1e-300) if problem.delta else 0.0
    loss = float(problem.loss)
    truncation = periods(epsilon, delta) if delta else math.inf
    solved = _solved_delta(epsilon, delta, target)
    width = periods(epsilon, solved)
    stride = int(width / STRIDE_WIDTH) if width > MAX_WIDTH else 1
    if stride > 1:
        rate = math.expm1(stride * epsilon) / epsilon if epsilon else float(stride)
        epsilon, delta = stride * epsilon, min(delta * rate, 0.5)
        solved = _solved_delta(epsilon, delta, target)
    stair = staircase_width(epsilon, loss)
    return Setting(epsilon, delta, loss, target, solved, stride, periods(epsilon, solved) + 3, truncation, stair, problem.monotone)


def _solved_delta(epsilon: float, delta: float, target: float) -> float:
    if epsilon == 0:
        return delta
    ratio = min(max(20 / target, 1e3), 1e7)
    return max(delta, min(math.expm1(min(epsilon, 700.0)) / (2 * ratio), 0.1 * target))
