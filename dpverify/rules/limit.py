"""Rule: what is at least f(w) for every w is at least the limit of f."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, defined
from .integrate import at_parameters
from .laws import own_parameters


@dataclass(frozen=True)
class LimitOfBound:
    """M >= lim f(w) as w -> oo from a fact M >= f(w) (or >) for all w beyond some place, M free of w; likewise M <= lim f(w).

    of:       name of the fact; the range of w in it is not bounded above, and no assumption speaks of w.
    variable: w, a real or integer symbol that the step does not have; f is a formula.
    That the limit exists and is finite is an obligation.
    """

    of: str
    variable: sp.Symbol

    name = "limit of a bound"
    lemma = "If $M\\ge f(w)$ for all large $w$ and $f(w)\\to L$ as $w\\to\\infty$, then $M\\ge L$; likewise for $\\le$."

    def premises(self) -> tuple[str, ...]:
        return (self.of,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        w, fact = self.variable, facts[self.of]
        rng = fact.domain.ranges.get(w)
        if w in domain.ranges or rng is None or rng.hi is not sp.oo or rng.is_empty():
            raise ClaimError(f"{self.of} must hold for all large {w}, and the step must not have that symbol")
        if any(w in a.free_symbols for a in fact.domain.assumptions):
            raise ClaimError(f"{self.of} must hold for all large {w}, not only under a hypothesis")
        at_parameters(self.of, fact, w, domain)
        relation = fact.relation
        if isinstance(relation, (sp.Eq, sp.Ne)) or w in relation.lhs.free_symbols & relation.rhs.free_symbols:
            raise ClaimError(f"{self.of} must be an inequality of which one side is free of {w}")
        flip = w in relation.lhs.free_symbols
        bounded, bound = (relation.rhs, relation.lhs) if flip else relation.args
        if w in own_parameters(relation) or bound.atoms(AppliedUndef):
            raise ClaimError(f"{self.of} holds a function without a formula that may depend on {w}")
        above = isinstance(relation.reversed if flip else relation, (sp.GreaterThan, sp.StrictGreaterThan))
        limit = sp.Limit(bound, w, sp.oo)
        conclusion = (sp.Ge if above else sp.Le)(bounded, limit, evaluate=False)
        return Inference(conclusion, defined(limit, domain, "the limit"), (self.lemma,))
