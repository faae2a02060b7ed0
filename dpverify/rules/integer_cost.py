"""Rule: the least cost of integer-valued private noise is an infimum, below every law's cost and above every bound of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta as sensitivity
from ..notation import delta, epsilon
from .base import Fact, Inference
from .laws import (
    ANY_PRIVATE_INTEGER,
    MONOTONE_PRIVATE_INTEGER,
    PRIVATE_INTEGER,
    Law,
    law_of,
    least_cost,
    least_integer_cost,
    least_monotone_cost,
    least_monotone_integer_cost,
    refuse_parameters,
)
from .premise import index_symbol, parameters

LATTICE_LAWS = {
    ANY_PRIVATE_INTEGER: (least_integer_cost, least_cost),
    PRIVATE_INTEGER: (least_integer_cost, least_cost),
    MONOTONE_PRIVATE_INTEGER: (least_monotone_integer_cost, least_monotone_cost),
}
"""The laws on the integers, with the infima over them and over the laws on the line that correspond to them."""


def expected_cost(cost: sp.Expr, law: Law, index: sp.Symbol) -> sp.Sum:
    """sum_i c(|i|) P(X = i); `cost` is c(|i|) written in the index."""
    if law not in LATTICE_LAWS:
        raise ClaimError("the expected cost on the lattice is that of a private law on the integers")
    index_symbol(index, "the index of a lattice sum")
    return sp.Sum(cost * law.mass(index), (index, -sp.oo, sp.oo))


def bound_of(name: str, fact: Fact, left: sp.Expr, domain: Domain) -> sp.Expr:
    """B in the fact `left >= B`, B free of laws, on all of the step's domain."""
    relation = fact.relation
    if isinstance(relation, (sp.LessThan, sp.StrictLessThan)):
        relation = relation.reversed
    if not isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)) or relation.lhs != left:
        raise ClaimError(f"{name} must read {left} >= ...")
    if any(law_of(f) is not None for f in relation.rhs.atoms(AppliedUndef)):
        raise ClaimError(f"the bound in {name} must not depend on the law")
    for symbol, have in fact.domain.ranges.items():
        if symbol not in domain.ranges or domain.ranges[symbol].intersect(have) != domain.ranges[symbol]:
            raise ClaimError(f"{name} holds on a smaller range of {symbol} than the step")
    if any(a not in domain.assumptions for a in fact.domain.assumptions):
        raise ClaimError(f"{name} has a hypothesis that the step does not have")
    return relation.rhs


@dataclass(frozen=True)
class IntegerInfimum:
    """sum_i |i|^p P(X = i) >= V for every law of the class, V its least cost; or V >= B from the fact that every law costs at least B.

    law: a private law on the integers. power: p. index: i. fact: None, or the name of the fact sum_i |i|^p P(X = i) >= B.
    """

    law: Law
    power: sp.Expr
    index: sp.Symbol
    fact: str | None = None

    name = "infimum over integer laws"
    lemma = (
        "An infimum is the greatest number that is at most every value; over all integer-valued private laws it is the same as over the "
        "symmetric ones, since averaging with the mirror image keeps privacy and $E|X|^p$."
    )

    def premises(self) -> tuple[str, ...]:
        return () if self.fact is None else (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        parameters(domain, "the least cost on the lattice")
        refuse_parameters((self.index,), "the index")
        if self.index in {*domain.ranges, *sp.sympify(self.power).free_symbols}:
            raise ClaimError(f"the index {self.index} must be a symbol that the step does not have")
        left = expected_cost(sp.Abs(self.index) ** self.power, self.law, self.index)
        if not sp.sympify(self.power).free_symbols <= set(domain.ranges):
            raise ClaimError(f"{self.power} holds symbols that the step does not have")
        least = LATTICE_LAWS[self.law][0](self.power, epsilon, delta, sensitivity)
        words = (self.law.words + ".", self.lemma)
        if self.fact is None:
            return Inference(sp.Ge(left, least, evaluate=False), (), words)
        return Inference(sp.Ge(least, bound_of(self.fact, facts[self.fact], left, domain), evaluate=False), (), words)
