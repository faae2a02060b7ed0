"""Rule: sums and non-negative multiples of non-negative functions may be taken out of an integral or a sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, exists, over
from .integrate import at_parameters, is_nonnegative

LINE = (-sp.oo, sp.oo)


@dataclass(frozen=True)
class Linearity:
    """int sum_i c_i g_i = sum_i c_i int g_i over the real line (or sums over all integers), for c_i >= 0 and g_i >= 0.

    variable:    x, or the index of the sum (an integer symbol).
    parts:       the pairs (c_i, g_i); c_i is free of x.
    nonnegative: names of facts g_i(x) >= 0 for all x; not needed for g_i = Max(0, ...).
    same:        name of a fact h(x) = sum_i c_i g_i(x) for all x: the integral is then written as that of h.
    """

    variable: sp.Symbol
    parts: Sequence[tuple[sp.Expr, sp.Expr]]
    nonnegative: tuple[str, ...] = ()
    same: str | None = None

    name = "linearity"
    lemma = "Integrals and sums of non-negative functions are additive and positively homogeneous."

    def premises(self) -> tuple[str, ...]:
        return (*self.nonnegative, *((self.same,) if self.same else ()))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x = self.variable
        operator = sp.Sum if x.is_integer else sp.Integral
        inner = domain.extend(x, Range(integer=bool(x.is_integer)))
        obligations: list[Obligation] = []
        for c, g in self.parts:
            if x in c.free_symbols:
                raise ClaimError(f"the factor {c} depends on {x}")
            if not is_nonnegative(g, x, self.nonnegative, facts, domain):
                raise ClaimError(f"{g} must be of the form Max(0, ...), or a fact must say that it is non-negative for all {x}")
            if not (c.is_Rational and c.is_nonnegative):
                obligations.append(Obligation(sp.Ge(c, 0, evaluate=False), domain, "the factors are non-negative"))
                obligations += defined(c, domain, "a factor")
            if isinstance(g, sp.Max):  # otherwise a fact says g >= 0, hence that it is defined
                obligations += defined(g, inner, "a part")
            obligations += exists(over(operator, g, x, *LINE), domain, "the integral or sum of a part")
        if not isinstance(target, sp.Eq) or not isinstance(target.lhs, operator) or target.lhs.limits != (sp.Tuple(x, *LINE),):
            raise ClaimError(f"the step must read {operator.__name__}(..., ({x}, -oo, oo)) = ...")
        whole = sp.Add(*(c * g for c, g in self.parts))
        if self.same is not None:
            self._is_whole(target.lhs.function, whole, facts[self.same], domain)
        elif target.lhs.function != whole:
            # The integrand as written in the step and the combination of the parts agree pointwise: left to the engine.
            same = sp.Eq(target.lhs.function, whole, evaluate=False)
            obligations.append(Obligation(same, inner, "the integrand is the combination of the parts"))
        total = sp.Add(*(c * over(operator, g, x, *LINE) for c, g in self.parts))
        return Inference(sp.Eq(target.lhs, total, evaluate=False), tuple(obligations), (self.lemma,))

    def _is_whole(self, integrand: sp.Expr, whole: sp.Expr, fact: Fact, domain: Domain) -> None:
        """ClaimError unless the fact says integrand = whole for every value of the variable."""
        x = self.variable
        if not isinstance(fact.relation, sp.Eq) or set(fact.relation.args) != {integrand, whole}:
            raise ClaimError(f"{self.same} must read {integrand} = {whole}")
        limited = any(x in a.free_symbols for a in fact.domain.assumptions)
        if fact.domain.ranges.get(x) != Range(integer=bool(x.is_integer)) or limited:
            raise ClaimError(f"{self.same} must hold for all {x}")
        at_parameters(str(self.same), fact, x, domain)
