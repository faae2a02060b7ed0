"""Functions on the line given cell by cell, as the dual functions of linear-programming bounds are.

The cells of a grid of step h are [j h, (j+1) h), j any integer; x = (j + theta) h with 0 <= theta < 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy as sp

from ..capture import put
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Obligation, defined
from .specialise import is_integer

cell = sp.Symbol("j", integer=True)
"""Number of the cell."""
place = sp.Symbol("theta", nonnegative=True)
"""Place within the cell, 0 <= theta < 1."""
further = sp.Symbol("eta", nonnegative=True)
"""A second place in the same cell, at or beyond `place`."""


@dataclass(frozen=True)
class CellFunction:
    """y(x) = values[i] at (cell, place) for cuts[i-1] <= j < cuts[i]; the first piece reaches to -oo, the last to +oo.

    cuts:   integer expressions c_1 < c_2 < ...; values: one more than cuts, expressions in `cell`, `place` and the parameters.
    rising: True if y does not decrease, False if it does not increase. Its values then lie between the constant end pieces.
    """

    cuts: tuple[sp.Expr, ...]
    values: tuple[sp.Expr, ...]
    rising: bool = True

    def well_formed(self, domain: Domain) -> None:
        """ClaimError unless this describes one function on the whole line with constant ends."""
        if len(self.values) != len(self.cuts) + 1 or not self.cuts:
            raise ClaimError("a cell function needs one value more than cuts")
        for cut in self.cuts:
            if not sp.sympify(cut).free_symbols <= set(domain.ranges) or not is_integer(sp.sympify(cut), domain):
                raise ClaimError(f"the cut {cut} is not an integer of the step's domain")
        for end in (self.values[0], self.values[-1]):
            if sp.sympify(end).free_symbols & {cell, place}:
                raise ClaimError("the first and the last piece of a cell function must be constant")

    @property
    def bottom(self) -> sp.Expr:
        return sp.sympify(self.values[0] if self.rising else self.values[-1])

    @property
    def top(self) -> sp.Expr:
        """z: the largest value."""
        return sp.sympify(self.values[-1] if self.rising else self.values[0])

    def range_obligations(self, domain: Domain) -> Iterable[Obligation]:
        """What makes y a monotone function with values in [0, z]: non-empty pieces, no step the wrong way, a non-negative bottom."""
        yield Obligation(sp.Ge(self.bottom, 0, evaluate=False), domain, "the dual function is non-negative")
        for cut in self.cuts:
            yield from defined(sp.sympify(cut), domain, "a cut")
        for a, b in zip(self.cuts, self.cuts[1:], strict=False):
            yield Obligation(sp.Ge(sp.sympify(b) - a, 1, evaluate=False), domain, "the pieces of the dual function are in order")
        for i, value in enumerate(self.values):
            value = sp.sympify(value)
            inner = self._piece(i, domain)
            # Differences of neighbouring values may lose a part that is not defined.
            yield from defined(value, inner.extend(place, UNIT), "a value of the dual function")
            if place in value.free_symbols:
                both = inner.extend(place, UNIT).extend(further, UNIT).restrict(sp.Ge(further, place, evaluate=False))
                yield self._ordered(value, put(value, {place: further}, "a place"), both, "the dual function is monotone within a cell")
            if cell in value.free_symbols:
                neighbours = inner.restrict(*([sp.Le(cell + 1, self.cuts[i] - 1, evaluate=False)] if i < len(self.cuts) else []))
                after = put(value, {cell: cell + 1, place: 0}, "a place")
                yield self._ordered(put(value, {place: 1}, "a place"), after, neighbours, "the dual function is monotone from cell to cell")
            if i < len(self.cuts):
                cut = sp.sympify(self.cuts[i])
                before = put(value, {cell: cut - 1, place: 1}, "a place")
                after = put(sp.sympify(self.values[i + 1]), {cell: cut, place: 0}, "a place")
                yield self._ordered(before, after, domain, "the dual function is monotone from piece to piece")

    def _ordered(self, before: sp.Expr, after: sp.Expr, domain: Domain, why: str) -> Obligation:
        low, high = (before, after) if self.rising else (after, before)
        return Obligation(sp.Ge(high - low, 0, evaluate=False), domain, why)

    def _piece(self, i: int, domain: Domain) -> Domain:
        inner = domain.extend(cell, Range(integer=True))
        if i > 0:
            inner = inner.restrict(sp.Ge(cell, self.cuts[i - 1], evaluate=False))
        if i < len(self.cuts):
            inner = inner.restrict(sp.Le(cell, sp.sympify(self.cuts[i]) - 1, evaluate=False))
        return inner

    def at(self, piece: int, shift: int) -> sp.Expr:
        """The formula of y(x - shift h) when cell j - shift lies in the piece."""
        return put(sp.sympify(self.values[piece]), {cell: cell - shift}, "a place")


UNIT = Range(lo=sp.S.Zero, hi=sp.S.One, lo_open=False, hi_open=False)
"""0 <= theta <= 1. The end 1 is the next cell's start; every formula is continuous there, so including it costs nothing."""
