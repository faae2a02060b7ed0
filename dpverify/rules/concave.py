"""Rule: the mass that a symmetric monotone law has within t of the origin is a concave function of t."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined
from .laws import Law


@dataclass(frozen=True)
class ConcaveMass:
    """A property of G(t) = P(|X| <= t), t >= 0, for a symmetric monotone law with the density f beside its atom.

    what: "line": G(at) <= G(place) + 2 f(place) (at - place), obligations at >= 0 and place > 0: the part of |x| between the two places
          has the mass 2 int f, and there f is at most f(place) if it lies beyond, at least f(place) if it lies before;
          "positive": f(place) > 0, from a fact G(place) <= bound with bound < 1, obligation place > 0: some mass lies beyond;
          "non-negative": G(at) >= 0.
    fact: for "positive", the name of the fact.
    """

    law: Law
    what: str
    place: sp.Expr = sp.S.Zero
    at: sp.Expr = sp.S.Zero
    fact: str | None = None

    name = "concavity of the mass near the origin"
    lemma = (
        "For a symmetric monotone law with density $f$ beside its atom, $G(t)=P(|X|\\le t)\\ge0$ satisfies "
        "$G(t)\\le G(u)+2f(u)(t-u)$ for $t\\ge0$, $u>0$, and $f(u)>0$ if $G(u)<1$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,) if self.fact else ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if not (self.law.symmetric and self.law.monotone):
            raise ClaimError("concavity of the mass near the origin needs a symmetric monotone law")
        mass, density, words = self.law.within, self.law.density, (self.law.words + ".", self.lemma)
        at, place = sp.sympify(self.at), sp.sympify(self.place)
        if not (at.free_symbols | place.free_symbols) <= set(domain.ranges):
            raise ClaimError("the places hold symbols that the step does not have")
        if self.what == "non-negative":
            return Inference(sp.Ge(mass(at), 0, evaluate=False), defined(at, domain, "the place"), words)
        numbers = (*defined(at, domain, "the place"), *defined(place, domain, "the other place"))
        inside = Obligation(sp.Gt(place, 0, evaluate=False), domain, "the place is not the origin")
        if self.what == "line":
            line = mass(place) + 2 * density(place) * (at - place)
            reach = Obligation(sp.Ge(at, 0, evaluate=False), domain, "the mass is looked at within a distance")
            return Inference(sp.Le(mass(at), line, evaluate=False), (inside, reach, *numbers), words)
        if self.what == "positive" and self.fact is not None:
            bound = self._bound(facts[self.fact], mass(place), domain)
            rest = Obligation(sp.Lt(bound, 1, evaluate=False), domain, "some mass lies beyond")
            return Inference(sp.Gt(density(place), 0, evaluate=False), (inside, rest, *numbers), words)
        raise ClaimError(f"what is {self.what!r}; it must be 'line', 'non-negative' or 'positive' (with `fact`)")

    def _bound(self, fact: Fact, mass: sp.Expr, domain: Domain) -> sp.Expr:
        relation = fact.relation
        if not isinstance(relation, (sp.LessThan, sp.StrictLessThan)) or relation.lhs != mass:
            raise ClaimError(f"{self.fact} must read {mass} <= ...")
        for s, r in fact.domain.ranges.items():
            if s not in domain.ranges or domain.ranges[s].intersect(r) != domain.ranges[s]:
                raise ClaimError(f"{self.fact} holds on a smaller range of {s} than the step")
        if any(a not in domain.assumptions for a in fact.domain.assumptions):
            raise ClaimError(f"{self.fact} has a hypothesis that the step does not have")
        return relation.rhs
