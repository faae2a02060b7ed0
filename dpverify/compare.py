"""Every mechanism over the reals at one (epsilon, delta, sensitivity), cheapest first, against the certified bracket of the least loss.

The laws for integer queries do not compete: on the integers less noise does, so their excess over a bound for real queries says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .exact import decimal_nearest, decimal_up, decimal_up_within
from .mechanisms.certified import DIGITS
from .mechanisms.registry import MECHANISMS, Mechanism
from .optimal.bracket import bracket
from .optimal.problem import Bracket, Problem

if TYPE_CHECKING:
    from .mechanisms.law import Law

EXCESS_DIGITS = 6


@dataclass(frozen=True)
class Row:
    """A mechanism, its expected loss (to nearest), how far that is above the certified lower end (rounded up), and the delta attained (up,
    but not above the delta asked for).

    `excess` is None where the lower end is 0.
    """

    mechanism: str
    value: str
    excess: str | None
    delta_attained: str


@dataclass(frozen=True)
class Comparison:
    """The least loss over all laws on the reals is in [bracket.lower, upper].

    `upper` is that of the bracket or the cheapest row's, rounded up; `rows` come cheapest first, `missing` says why one is not among them.
    """

    problem: Problem
    bracket: Bracket
    upper: str
    rows: tuple[Row, ...]
    missing: dict[str, str]


def compare(problem: Problem, rel_gap: Fraction = Fraction(1, 1000), seconds: float = 60.0) -> Comparison:
    """All mechanisms that apply at the problem's epsilon, delta, sensitivity and loss |x|^p.

    The bracket is refined until its relative gap is rel_gap or so many seconds have passed; it holds either way.
    """
    found = bracket(problem, rel_gap, seconds)
    low = Fraction(found.lower)
    rows: list[tuple[Fraction, Row]] = []
    upper = found.upper
    missing = {}
    for chosen in MECHANISMS.values():
        if chosen.integers:
            continue
        try:
            (least, most), row = _row(chosen, problem, low)
        except InputError as error:
            missing[chosen.name] = str(error)
        else:
            rows.append(((least + most) / 2, row))
            # What a private law costs is an upper end too.
            if most < Fraction(upper) and Fraction(row.delta_attained) <= problem.delta:
                upper = decimal_up(most, DIGITS)
    # A stable sort: laws of equal cost stay in the order of the documentation.
    rows.sort(key=lambda pair: pair[0])
    return Comparison(problem, found, upper, tuple(row for _, row in rows), missing)


def _row(chosen: Mechanism, problem: Problem, low: Fraction) -> tuple[tuple[Fraction, Fraction], Row]:
    """Certified ends of the cost, and the row. InputError where the mechanism does not apply or its cost has no closed form."""
    delta: Any = problem.delta
    if chosen.uses_delta and delta == 0:
        raise InputError(f"{chosen.name} needs delta above 0")
    # As text: a message shows numbers as they are given.
    law: Law = chosen.law(*(_shown(number) for number in (problem.epsilon, delta, problem.sensitivity)))
    ends = law.moment_ends(problem.loss)
    if ends is None:
        raise InputError(f"{chosen.name} has no closed form of this loss here")
    middle = (ends[0] + ends[1]) / 2
    value = decimal_nearest(middle, DIGITS)
    excess = decimal_up(ends[1] / low - 1, EXCESS_DIGITS) if low else None
    attained = decimal_up_within(law.delta_attained(problem.epsilon)[1], delta, DIGITS)
    return ends, Row(chosen.name, value, excess, attained)


def _shown(number: Fraction) -> str:
    """The exact number as short text: decimal where that ends within the digits kept, else a ratio."""
    text = decimal_nearest(number, DIGITS)
    return text if Fraction(text) == number else str(number)
