"""How far the mechanisms are from the certified optimum at one point: rows that two figures share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..errors import InputError
from ..exact import decimal_down, decimal_up
from ..sweep import Point, compute
from .settings import EXPONENTS
from .table import DIGITS

RELATIVE_GAP = "1e-3"
NAMES = {
    "laplace": "Laplace",
    "staircase": "staircase",
    "uniform": "uniform",
    "classical-gaussian": "classical Gaussian",
    "analytic-gaussian": "analytic Gaussian",
    "truncated-laplace": "truncated Laplacian",
    "truncated-staircase": "truncated staircase",
}
"""Mechanism -> its words. The staircases are those best for the loss. The Gaussian mixture is not among them: it takes seconds a point."""
COLUMNS = {
    "epsilon": "ε, exact",
    "delta": "δ, exact",
    "mechanism": "name, as in `dpverify mechanism`",
    "cost_lower": "E|X| or E X² of the mechanism, rounded down",
    "cost_upper": "the same, rounded up",
    "lower": "certified lower end of the least cost over all noise laws",
    "upper": "certified upper end",
    "excess_lower": "cost_lower/upper − 1, rounded down: another law saves so much for certain; negative where the bracket cannot tell",
    "excess_upper": "cost_upper/lower − 1, rounded up: no law saves more",
}


@dataclass(frozen=True)
class Place:
    """A point of the plane, as exact texts."""

    epsilon: str
    delta: str
    loss: str


def rows_at(place: Place) -> list[tuple[str, ...]]:
    """A row for each mechanism that applies; COLUMNS says what it holds."""
    from ..mechanisms.registry import mechanism

    exponent = EXPONENTS[place.loss]
    found = compute(Point(place.epsilon, place.delta, exponent, RELATIVE_GAP))
    low, high = Fraction(found.lower), Fraction(found.upper)
    rows: list[tuple[str, ...]] = []
    for short in NAMES:
        name = f"{short}-{place.loss}" if "staircase" in short else short
        try:
            ends = mechanism(name).law(place.epsilon, place.delta).moment_ends(Fraction(exponent))
        except InputError:
            # The classical Gaussian beyond epsilon = 1.
            continue
        assert ends is not None
        excess = decimal_down(ends[0] / high - 1, DIGITS), decimal_up(ends[1] / low - 1, DIGITS)
        cost = decimal_down(ends[0], DIGITS), decimal_up(ends[1], DIGITS)
        rows.append((place.epsilon, place.delta, name, *cost, found.lower, found.upper, *excess))
    return rows


def words(name: str) -> str:
    """The words of a mechanism by its full name."""
    return NAMES[name.removesuffix("-amplitude").removesuffix("-power")]
