"""Rule: what (epsilon, delta)-DP says of one event and one shift.

For an (epsilon, delta)-DP noise law P, every measurable S and every |d| <= Delta: P(S) <= e^epsilon P(S + d) + delta.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact, Inference, Obligation, defined
from .laws import Law
from .specialise import is_integer


@dataclass(frozen=True)
class EventInequality:
    """The DP inequality for a half-line, written with the tail T(x) = P(X >= x).

    law:   a private law (and symmetric, for event "below"; monotone, for event "within").
    event: "above": S = [at, oo), gives T(at) <= e^epsilon T(at + shift) + delta;
           "below": S = (-at, oo), which by symmetry has mass 1 - T(at), gives 1 - T(at) <= e^epsilon T(shift - at) + delta;
           "within": S = [-shift/2, oo), shift > 0, gives (1 + G)/2 <= e^epsilon (1 - G)/2 + delta with G = P(|X| <= shift/2).
    at:    the place of the half-line's end.
    shift: |shift| <= Delta is an obligation.
    """

    law: Law
    event: str
    at: sp.Expr
    shift: sp.Expr = Delta

    name = "event inequality"
    lemma = (
        "For an $(\\epsilon,\\delta)$-DP noise law, every event $S$ and every shift $|d|\\le\\Delta$: "
        "$P(S)\\le e^{\\epsilon}P(S+d)+\\delta$."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if not self.law.private:
            raise ClaimError("the event inequality needs a private law")
        missing = [s.name for s in (epsilon, delta, Delta) if s not in domain.ranges]
        if missing:
            raise ClaimError(f"the event inequality needs a range for {', '.join(missing)}")
        if self.law.integer and not (domain.ranges[Delta].integer and is_integer(self.shift, domain)):
            raise ClaimError("a law on the integers needs an integer sensitivity and an integer shift")
        tail = self.law.tail
        if self.event == "above":
            left, right = tail(self.at), tail(self.at + self.shift)
        elif self.event == "below":
            if not self.law.symmetric:
                raise ClaimError("the event 'below' needs a symmetric law")
            # P(X > -a) = 1 - P(X <= -a) = 1 - T(a); (-a, oo) + d = (d - a, oo) has mass P(X > d - a) <= T(d - a).
            left, right = 1 - tail(self.at), tail(self.shift - self.at)
        elif self.event == "within":
            return self._within(domain)
        else:
            raise ClaimError(f"event is {self.event!r}; it must be 'above', 'below' or 'within'")
        conclusion = sp.Le(left, sp.exp(epsilon) * right + delta, evaluate=False)
        obligation = Obligation(sp.Le(sp.Abs(self.shift), Delta, evaluate=False), domain, "the shift is within the sensitivity")
        obligations = (*defined(self.at, domain, "the place"), *(() if self.shift == Delta else (obligation,)))
        return Inference(conclusion, obligations, (self.law.words + ".", self.lemma))

    def _within(self, domain: Domain) -> Inference:
        """S = [-u, oo), S + 2u = [u, oo): no atom at u > 0, so by symmetry they have the masses (1 + G(u))/2 and (1 - G(u))/2."""
        if not (self.law.symmetric and self.law.monotone):
            raise ClaimError("the event 'within' needs a symmetric monotone law")
        inner = self.law.within(sp.sympify(self.shift) / 2)
        obligations: tuple[Obligation, ...] = (Obligation(sp.Gt(self.shift, 0, evaluate=False), domain, "the shift is positive"),)
        if self.shift != Delta:
            obligations += (Obligation(sp.Le(self.shift, Delta, evaluate=False), domain, "the shift is within the sensitivity"),)
        conclusion = sp.Le((1 + inner) / 2, sp.exp(epsilon) * (1 - inner) / 2 + delta, evaluate=False)
        return Inference(conclusion, obligations, (self.law.words + ".", self.lemma))
