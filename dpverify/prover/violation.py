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


@dataclass(frozen=True)
class Violation:
    """v(point): positive where the relation fails, relative to the size of its sides; None where it cannot be evaluated.

    For an equation v = |l - r| / (|l| + |r|), for small <= big it is (small - big) / (|small| + |big|).
    """

    symbols: tuple[sp.Symbol, ...]
    equation: bool
    sides: Evaluator
    slacks: Evaluator | None

    @classmethod
    def of(cls, relation: Relational, domain: Domain) -> Violation:
        equation = isinstance(relation, sp.Eq)
        pair = (relation.lhs, relation.rhs) if equation else (relation.lts, relation.gts)
        tied = tuple(
            a.gts - a.lts for a in domain.assumptions if isinstance(a, Relational) and not isinstance(a, (sp.Eq, sp.Ne))
        )
        return cls(domain.symbols, equation, evaluator(pair, domain.symbols), evaluator(tied, domain.symbols) if tied else None)

    def __call__(self, point: Sequence[Any], digits: int = DIGITS) -> Any | None:
        if self.slacks is not None:
            slack = self.slacks(point, digits)
            if slack is None or any(s < 0 for s in slack):
                return None
        values = self.sides(point, digits)
        if values is None:
            return None
        small, big = values
        with mpmath.workdps(digits):
            size = abs(small) + abs(big)
            if size == 0:
                return mpmath.mpf(0)
            gap = (small - big) / size
            if abs(gap) < mpmath.mpf(10) ** (3 - digits):
                return mpmath.mpf(0)
            return abs(gap) if self.equation else gap


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
