"""What an audited function should answer: its grid and its judge, one file a noise law. Sensitivity is 1 throughout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..point import Point
from ..verdict import Judgement

Answer = list[float]
"""The numbers that a function gave, all of them finite."""


@dataclass(frozen=True)
class Kind:
    """A question that several libraries answer."""

    name: str
    inputs: tuple[str, ...]
    """Names of the fields of Point, in the order in which the function takes them."""
    grid: Callable[[int], list[Point]]
    judge: Callable[[Point, Answer], Judgement]
    answers: int = 1
    """How many numbers an answer has."""

    @property
    def plane(self) -> bool:
        """Whether its points fill the plane of epsilon and delta."""
        return len(self.inputs) > 1


def kind(name: str) -> Kind:
    """The kind of this name."""
    from . import discrete_gaussian, gaussian, geometric, staircase, threshold, truncated_laplace, uniform

    kinds = (
        gaussian.SIGMA,
        gaussian.DELTA,
        truncated_laplace.KIND,
        uniform.KIND,
        staircase.KIND,
        geometric.KIND,
        discrete_gaussian.KIND,
        threshold.KIND,
    )
    return {k.name: k for k in kinds}[name]
