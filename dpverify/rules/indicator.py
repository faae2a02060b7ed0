"""Rule: elementary bounds of the functions without a formula that stand for events, densities and masses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, defined
from .laws import Law

EVENT = sp.Function("s_event", real=True)
"""s(x), the indicator of an arbitrary (measurable) event S: P(S) = int s(x) f(x) dx and P(S + d) = int s(x) f(x + d) dx."""


@dataclass(frozen=True)
class Indicator:
    """s(at) >= 0 (bound "below") or s(at) <= 1 (bound "above") for the indicator s of an arbitrary event."""

    at: sp.Expr
    bound: str

    name = "indicator"
    lemma = "The indicator $s$ of an event takes the values 0 and 1 only; $P(S)=\\int s(x)f(x)\\,dx$ and $P(S+d)=\\int s(x)f(x+d)\\,dx$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        place = defined(self.at, domain, "the place")
        if self.bound == "below":
            return Inference(sp.Ge(EVENT(self.at), 0, evaluate=False), place, (self.lemma,))
        if self.bound == "above":
            return Inference(sp.Le(EVENT(self.at), 1, evaluate=False), place, (self.lemma,))
        raise ClaimError(f"bound is {self.bound!r}; it must be 'below' or 'above'")


@dataclass(frozen=True)
class NonNegative:
    """f(at) >= 0 for the density of a law."""

    law: Law
    at: sp.Expr

    name = "non-negative density"
    lemma = "A density is non-negative."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if self.law.integer:
            raise ClaimError("a law on the integers has masses, not a density")
        place = defined(self.at, domain, "the place")
        return Inference(sp.Ge(self.law.density(self.at), 0, evaluate=False), place, (self.law.words + ".", self.lemma))
