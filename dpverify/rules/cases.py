"""Rule: what holds on each of several neighbouring intervals of a symbol holds on their union."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference
from .integrate import at_parameters


@dataclass(frozen=True)
class Cases:
    """A relation on the whole range of a symbol, from facts with the same relation on pieces of the range.

    variable: the symbol; its range in the step's domain must be covered by those of the facts, taken in their order:
              the first reaches as far down as the step, each begins where the one before ends, the last reaches as far up.
    facts:    names of the facts.
    """

    variable: sp.Symbol
    facts: tuple[str, ...]

    name = "cases"
    lemma = "What holds on each of several sets holds on their union."

    def premises(self) -> tuple[str, ...]:
        return tuple(self.facts)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        v = self.variable
        used = [facts[n] for n in self.facts]
        whole = domain.ranges.get(v)
        if not used or whole is None or whole.integer:
            raise ClaimError(f"give facts on intervals of {v}, a real symbol of the step")
        if any(f.relation != used[0].relation for f in used):
            raise ClaimError("the facts must all be the same relation")
        reached: Range | None = None
        for name, fact in zip(self.facts, used, strict=True):
            piece = fact.domain.ranges.get(v)
            if piece is None or piece.integer or any(v in a.free_symbols for a in fact.domain.assumptions):
                raise ClaimError(f"{name} must hold on an interval of {v}")
            at_parameters(name, fact, v, domain)
            reached = piece if reached is None else _joined(reached, piece, name)
        if reached is None or reached.intersect(whole) != whole:
            raise ClaimError(f"the facts leave out a part of the range of {v}")
        return Inference(used[0].relation, (), (self.lemma,))


def _joined(first: Range, second: Range, name: str) -> Range:
    """The union of two intervals of which the second begins where the first ends (or before), inside or beyond it."""
    inside = bool(second.lo < first.hi) and bool(second.lo >= first.lo)
    touching = second.lo == first.hi and not (second.lo_open and first.hi_open)
    if not (inside or touching) or not bool(second.hi >= first.hi):
        raise ClaimError(f"{name} does not begin where the fact before it ends")
    hi_open = second.hi_open and (first.hi_open or second.hi != first.hi)
    return Range(first.lo, second.hi, first.lo_open, hi_open)
