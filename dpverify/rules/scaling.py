"""Rule: noise scales with the sensitivity. X is private for Delta iff X/Delta is for 1, so V_p*(Delta) = (Delta/Delta')^p V_p*(Delta')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import delta, epsilon
from .base import Fact, Inference, Obligation, defined
from .laws import least_cost, least_monotone_cost


@dataclass(frozen=True)
class Scaling:
    """V_p(epsilon, delta, one) = (one/other)^p V_p(epsilon, delta, other); monotone: for the symmetric unimodal laws."""

    power: sp.Expr
    one: sp.Expr
    other: sp.Expr
    monotone: bool = False

    name = "scaling"
    lemma = "$X$ is $(\\epsilon,\\delta)$-DP for sensitivity $\\Delta$ iff $cX$ is for $c\\Delta$, $c>0$, and $E|cX|^p=c^pE|X|^p$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        power, one, other = (sp.sympify(e) for e in (self.power, self.one, self.other))
        if not {epsilon, delta, *power.free_symbols, *one.free_symbols, *other.free_symbols} <= set(domain.ranges):
            raise ClaimError("scaling needs ranges for epsilon, delta, the exponent and both sensitivities")
        least = least_monotone_cost if self.monotone else least_cost
        obligations = tuple(Obligation(sp.Gt(s, 0, evaluate=False), domain, "a sensitivity is positive") for s in (one, other))
        obligations += tuple(o for value in (power, one, other) for o in defined(value, domain, "an exponent or a sensitivity"))
        conclusion = sp.Eq(least(power, epsilon, delta, one), (one / other) ** power * least(power, epsilon, delta, other), evaluate=False)
        return Inference(conclusion, obligations, (self.lemma,))
