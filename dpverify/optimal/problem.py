"""What is asked of a bracket, and what was found: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..errors import InputError
from ..exact import decimal_down, decimal_up
from . import certificate

DIGITS = 15


@dataclass(frozen=True)
class Problem:
    """What is asked: least E|X|^loss under (epsilon, delta) at this sensitivity, over all laws or the symmetric unimodal ones."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction = Fraction(1)
    loss: Fraction = Fraction(1)
    monotone: bool = False

    def __post_init__(self) -> None:
        if self.epsilon < 0 or not 0 <= self.delta < 1 or self.sensitivity <= 0 or self.loss <= 0:
            raise InputError("epsilon >= 0, 0 <= delta < 1, sensitivity > 0 and loss > 0 are needed")
        if self.epsilon == self.delta == 0:
            raise InputError("epsilon is 0 and delta is 0: no finite noise exists; one of them must be above 0")

    def data(self) -> dict[str, str]:
        """The head of a certificate."""
        numbers = {n: str(getattr(self, n)) for n in ("epsilon", "delta", "sensitivity", "loss")}
        return numbers | {"laws": "monotone" if self.monotone else "all"}


@dataclass
class Bracket:
    """The best ends found so far, each with the data that proves it; `lower`, `upper` are decimal texts rounded outwards."""

    problem: Problem
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    dual: dict[str, Any] = field(default_factory=dict)
    law: dict[str, Any] = field(default_factory=dict)
    grid: int = 1
    shifts: int = 0
    solver: str = "none"
    seconds: float = 0.0

    @property
    def lower(self) -> str:
        return decimal_down(self.low, DIGITS)

    @property
    def upper(self) -> str:
        assert self.high is not None
        return decimal_up(self.high, DIGITS)

    @property
    def gap(self) -> Fraction | None:
        """(upper - lower)/lower of the printed ends; None if lower is 0."""
        low, high = Fraction(self.lower), Fraction(self.upper)
        return (high - low) / low if low else None

    def certificate(self) -> dict[str, Any]:
        """The certificate of this bracket, ready for JSON."""
        ends = {"lower": self.lower, "upper": self.upper}
        return {"format": certificate.FORMAT} | self.problem.data() | ends | {"dual": self.dual, "law": self.law}
