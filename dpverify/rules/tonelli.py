"""Rule: the two integrals of a non-negative function over the plane may change places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS
from ..domain import Domain, Range
from ..errors import ClaimError
from .arbitrary import is_measurable
from .base import Fact, Inference, over
from .integrate import at_parameters
from .laws import own_parameters
from .specialise import instance


@dataclass(frozen=True)
class Tonelli:
    """int (int K(x, y) dx) dy = int (int K(x, y) dy) dx over the plane, for K >= 0.

    inner, outer: x and y. integrand: K, without another integral, sum or limit in it.
    nonnegative:  name of a fact K(x, y) >= 0 for all real x and y.
    finite:       name of a fact that the left side is at most (or equals) an explicit number; then both sides are finite. It may be left
                  out only if K holds a function without a formula: the two sides then are equal, or neither is finite.
    """

    inner: sp.Symbol
    outer: sp.Symbol
    integrand: sp.Expr
    nonnegative: str
    finite: str | None = None

    name = "order of integration"
    lemma = "Tonelli: $\\int\\int K(x,y)\\,dx\\,dy=\\int\\int K(x,y)\\,dy\\,dx$ for measurable $K\\ge0$."

    def premises(self) -> tuple[str, ...]:
        return (self.nonnegative, *((self.finite,) if self.finite else ()))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x, y, k = self.inner, self.outer, sp.sympify(self.integrand)
        if x == y or any(s.is_integer or s in domain.ranges for s in (x, y)):
            raise ClaimError("the two variables must be different real symbols that the step does not have")
        if {x, y} & set(own_parameters(sp.Ge(k, 0, evaluate=False))):
            raise ClaimError("a law of the integrand depends on one of the variables")
        if k.has(*BINDERS):
            raise ClaimError("the integrand must not hold another integral, sum, limit or derivative")
        strange = [f for f in k.atoms(AppliedUndef) if {x, y} & f.free_symbols and not is_measurable(f)]
        if strange:
            raise ClaimError(f"{strange[0]} is not known to be measurable")
        fact = facts[self.nonnegative]
        if fact.relation not in (sp.Ge(k, 0, evaluate=False), sp.Le(0, k, evaluate=False)):
            raise ClaimError(f"{self.nonnegative} must read {k} >= 0")
        for s in (x, y):
            if fact.domain.ranges.get(s, Range()) != Range() or any(s in a.free_symbols for a in fact.domain.assumptions):
                raise ClaimError(f"{self.nonnegative} must hold for all real {s}")
        at_parameters(self.nonnegative, fact, x, domain.extend(y, Range()))
        line = (-sp.oo, sp.oo)
        left = over(sp.Integral, over(sp.Integral, k, x, *line), y, *line)
        right = over(sp.Integral, over(sp.Integral, k, y, *line), x, *line)
        conclusion = sp.Eq(left, right, evaluate=False)
        if self.finite is None:
            if not k.atoms(AppliedUndef):
                raise ClaimError("name a fact that says that the left side is at most a number")
            return Inference(conclusion, (), (self.lemma,))
        relation, needed = instance(facts[self.finite], {}, domain, self.finite)
        if isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)) or relation.rhs == left:
            relation = relation.reversed
        upwards = isinstance(relation, (sp.Ne, sp.GreaterThan, sp.StrictGreaterThan))
        if upwards or relation.lhs != left or relation.rhs.has(sp.oo, -sp.oo, *BINDERS):
            raise ClaimError(f"{self.finite} must read {left} <= a number")
        return Inference(conclusion, needed, (self.lemma,))
