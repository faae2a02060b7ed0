"""Reference points as a fixture, and as a list for pytest.mark.parametrize."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest


@dataclass(frozen=True)
class ReferenceValue:
    """lower <= true value <= upper, exactly; `text`: 40 digits, or None for a bracket; `first_double`: the first float not below it."""

    text: str | None
    lower: Fraction
    upper: Fraction
    first_double: float | None

    def relative_error(self, x: float) -> float:
        """x/value - 1, from the middle of the enclosure."""
        middle = (self.lower + self.upper) / 2
        return float(Fraction(x) / middle - 1)


@dataclass(frozen=True)
class ReferencePoint:
    """Inputs as floats, and the values for exactly these floats (in `brackets`: for the decimal numbers that they stand for)."""

    inputs: dict[str, float]
    values: dict[str, ReferenceValue]

    def __str__(self) -> str:
        return ", ".join(f"{name} = {x!r}" for name, x in self.inputs.items())


def reference_points(name: str) -> list[ReferencePoint]:
    """The points of a table of `dpverify reference`. Raises InputError for an unknown name."""
    return list(_points(name))


@cache
def _points(name: str) -> tuple[ReferencePoint, ...]:
    from ..reference.document import build
    from ..reference.quantities import table

    return tuple(_point(p) for p in build(table(name))["points"])


def _point(data: dict[str, Any]) -> ReferencePoint:
    answers = data["double_inputs"] or data["decimal_inputs"]
    return ReferencePoint(
        {name: float.fromhex(given["hex"]) for name, given in data["inputs"].items()},
        {
            name: ReferenceValue(
                v["value"],
                Fraction(v["lower"]),
                Fraction(v["upper"]),
                None if v["first_double"] is None else float.fromhex(v["first_double"]),
            )
            for name, v in answers.items()
        },
    )


@pytest.fixture(scope="session")
def dp_reference() -> Callable[[str], list[ReferencePoint]]:
    """Table name -> its reference points."""
    return reference_points
