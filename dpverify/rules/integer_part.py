"""Rules about integer parts: every number is an integer and a fractional part, and the integer part does not decrease."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put_relation
from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined
from .laws import refuse_parameters
from .specialise import instance


@dataclass(frozen=True)
class IntegerPart:
    """The fact at N := floor(value), theta := value - floor(value).

    fact:  name of a fact about all integers N >= N0 and all 0 <= theta < 1.
    index: N, and part: theta, its symbols.
    value: a real expression; value >= N0 is an obligation, and gives floor(value) >= N0 because N0 is an integer.
    """

    fact: str
    index: sp.Symbol
    part: sp.Symbol
    value: sp.Expr

    name = "integer part"
    lemma = "Every real number is an integer plus a number in $[0,1)$."

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        fact, value = facts[self.fact], sp.sympify(self.value)
        whole, rest = fact.domain.ranges.get(self.index), fact.domain.ranges.get(self.part)
        if whole is None or not whole.integer or whole.hi is not sp.S.Infinity:
            raise ClaimError(f"{self.fact} must hold for all integers {self.index} from a start on")
        if rest is None or rest.integer or not (rest.lo < 0 or (rest.lo == 0 and not rest.lo_open)) or not rest.hi >= 1:
            raise ClaimError(f"{self.fact} must hold for all 0 <= {self.part} < 1")
        refuse_parameters((self.index, self.part), "the integer and the fractional part")
        if any({self.index, self.part} & a.free_symbols for a in fact.domain.assumptions):
            raise ClaimError(f"{self.fact} must not tie {self.index} or {self.part} to anything")
        missing = sorted(s.name for s in value.free_symbols if s not in domain.ranges)
        if missing:
            raise ClaimError(f"{missing[0]} has no range in the step")
        floor = sp.floor(value)
        others = Fact(fact.relation, fact.domain.without(self.index).without(self.part))
        _, obligations = instance(others, {}, domain, self.fact)
        start = whole.first_integer()
        if start.is_finite:
            obligations += (Obligation(sp.Ge(value, start, evaluate=False), domain, "the number is not below the first integer"),)
        obligations += defined(value, domain, "the number")
        swap = {self.index: floor, self.part: value - floor}
        relation = put_relation(fact.relation, swap, f"the instance of {self.fact}")
        return Inference(relation, obligations, ())


@dataclass(frozen=True)
class FloorOrder:
    """floor(lower) <= floor(upper), with the obligation lower <= upper."""

    lower: sp.Expr
    upper: sp.Expr

    name = "order of integer parts"
    lemma = "The integer part does not decrease."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        lower, upper = sp.sympify(self.lower), sp.sympify(self.upper)
        if not (lower.free_symbols | upper.free_symbols) <= set(domain.ranges):
            raise ClaimError("the numbers hold symbols that the step does not have")
        order = Obligation(sp.Le(lower, upper, evaluate=False), domain, "the numbers are in order")
        numbers = (*defined(lower, domain, "the lower number"), *defined(upper, domain, "the upper number"))
        return Inference(sp.Le(sp.floor(lower), sp.floor(upper), evaluate=False), (order, *numbers), (self.lemma,))
