"""How far a relation is from holding at a point, numerically; and maps from real coordinates onto the ranges. Hints only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .numeric import Evaluator, as_mpf, evaluator

DIGITS = 40
MAX_DIGITS = 320
OUTSIDE = mpmath.mpf(-10) ** 31


MEASURES = ("ratio", "terms", "gap")
"""Logarithm of the ratio of the sides, gap relative to the terms, plain gap: each leads the climb where others are flat."""


@dataclass(frozen=True)
class Violation:
    """v(point): positive where the relation fails, zero where the sides agree; None where it cannot be evaluated.

    For small <= big the gap is small - big; for an equation it is |l - r|, for l != r it is -|l - r|.
    """

    kind: str
    measure: str
    sides: Evaluator
    slacks: Evaluator | None

    @classmethod
    def of(cls, relation: Relational, domain: Domain, measure: str = "ratio") -> Violation:
        kind = "equal" if isinstance(relation, sp.Eq) else "unequal" if isinstance(relation, sp.Ne) else "order"
        pair = (relation.lts, relation.gts) if kind == "order" else (relation.lhs, relation.rhs)
        terms = tuple(t for side in pair for t in sp.Add.make_args(side)) if measure == "terms" else ()
        tied = tuple(
            a.gts - a.lts for a in domain.assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne))
        )
        slacks = evaluator(tied, domain.symbols) if tied else None
        return cls(kind, measure, evaluator((*pair, *terms), domain.symbols), slacks)

    def __call__(self, point: Sequence[Any], digits: int = DIGITS) -> Any | None:
        digits = max(digits, _needed(point))
        v = self._at(point, digits)
        # What looks like a violation (or a tie) may be cancellation: look again with more digits.
        return v if v is None or v < 0 else self._at(point, 4 * digits)

    def _at(self, point: Sequence[Any], digits: int) -> Any | None:
        if self.slacks is not None:
            slack = self.slacks(point, digits)
            if slack is None:
                return None
            if min(slack) < 0:
                # Outside the assumptions: worse than any point inside, and the worse the farther outside.
                return OUTSIDE * (1 - min(slack))
        values = self.sides(point, digits)
        if values is None:
            return None
        small, big, *terms = values
        with mpmath.workdps(digits):
            size = abs(small) + abs(big)
            gap = small - big
            if abs(gap) <= size * mpmath.mpf(10) ** (3 - digits):
                return mpmath.mpf(0)
            if self.kind != "order":
                return abs(gap) / size if self.kind == "equal" else -abs(gap) / size
            if self.measure == "gap":
                return gap
            if self.measure == "terms":
                return gap / sum((abs(t) for t in terms), start=mpmath.mpf(0))
            if small * big > 0:
                return mpmath.log(small / big) if small > 0 else mpmath.log(big / small)
            return gap / size


def _needed(point: Sequence[Any]) -> int:
    """Digits in which a rational point can be told from its neighbours: 1 - 1e-50 is not 1, nor 10^60 a multiple of pi."""
    bits = max((v.p.bit_length() + v.q.bit_length() for v in point if isinstance(v, sp.Rational)), default=0)
    return min(20 + bits * 3 // 10, MAX_DIGITS)


@dataclass(frozen=True)
class Coordinate:
    """A map of [-1, 1] onto most of a range: logarithmic towards its ends, or linear."""

    value: Callable[[float], Any]
    integer: bool


def coordinates(rng: Range) -> list[Coordinate]:
    """Ways to run through a range, the logarithmic first."""
    lo = None if rng.lo.is_infinite else as_mpf(rng.lo)
    hi = None if rng.hi.is_infinite else as_mpf(rng.hi)
    if rng.integer:
        return [Coordinate(lambda u: _integer(u, rng), True)]
    if lo is not None and hi is not None:
        width = hi - lo
        ways = [lambda u: lo + width * (1 + mpmath.mpf(u)) / 2, lambda u: lo + width / (1 + mpmath.exp(-30 * mpmath.mpf(u)))]
        if lo > 0 and hi > 10 * lo:
            ways.append(lambda u: lo * mpmath.power(hi / lo, (1 + mpmath.mpf(u)) / 2))
    elif lo is not None:
        ways = [lambda u: lo + mpmath.exp(12 * mpmath.mpf(u)), lambda u: lo + mpmath.exp(60 * mpmath.mpf(u))]
    elif hi is not None:
        ways = [lambda u: hi - mpmath.exp(12 * mpmath.mpf(u)), lambda u: hi - mpmath.exp(60 * mpmath.mpf(u))]
    else:
        ways = [lambda u: mpmath.sinh(8 * mpmath.mpf(u)), lambda u: mpmath.sinh(40 * mpmath.mpf(u)), lambda u: 3 * mpmath.mpf(u)]
    return [Coordinate(w, False) for w in ways]


def _integer(u: float, rng: Range) -> Any:
    first, last = rng.first_integer(), rng.last_integer()
    t = (1 + u) / 2
    if first.is_finite and last.is_finite:
        return mpmath.mpf(int(first) + round(t * int(last - first)))
    if first.is_finite:
        return mpmath.mpf(int(first) + int(mpmath.exp(12 * t) - 1))
    if last.is_finite:
        return mpmath.mpf(int(last) - int(mpmath.exp(12 * t) - 1))
    return mpmath.mpf(round(mpmath.sinh(10 * u)))
