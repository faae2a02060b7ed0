"""The privacy parameters of a question, read exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import InputError
from ..exact import rational_from_number

MAX_EPSILON = 1000


@dataclass(frozen=True)
class Budget:
    """epsilon in [0, 1000], delta in [0, 1), sensitivity > 0, and a relative slack >= 0 on delta."""

    epsilon: Fraction
    delta: Fraction
    sensitivity: Fraction
    slack: Fraction = Fraction(0)

    @property
    def allowed(self) -> Fraction:
        """delta (1 + slack)."""
        return self.delta * (1 + self.slack)


def read_budget(epsilon: Any, delta: Any, sensitivity: Any, slack: Any = 0) -> Budget:
    """Floats by their shortest decimal text. Raises InputError."""
    values = [
        rational_from_number(v, n) for v, n in ((epsilon, "epsilon"), (delta, "delta"), (sensitivity, "sensitivity"), (slack, "slack"))
    ]
    if not 0 <= values[0] <= MAX_EPSILON:
        raise InputError(f"epsilon is {epsilon!r}; it must be a number from 0 to {MAX_EPSILON}")
    if not 0 <= values[1] < 1:
        raise InputError(f"delta is {delta!r}; it must be a number with 0 <= delta < 1")
    if not values[2] > 0:
        raise InputError(f"sensitivity is {sensitivity!r}; it must be a number above 0")
    if not 0 <= values[3] < 1:
        raise InputError(f"slack is {slack!r}; it must be a number with 0 <= slack < 1")
    return Budget(*values)
