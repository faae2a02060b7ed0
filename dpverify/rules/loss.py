"""Rules about the expected loss of integer-valued noise, for an arbitrary even loss that does not decrease away from 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta
from .base import Fact, Inference
from .laws import ANY_PRIVATE_INTEGER, LOSS, LOSS_WORDS, PRIVATE_INTEGER, law_of
from .tail import grid_bound, last_index


def expected_loss(law: object, i: sp.Symbol) -> sp.Expr:
    """E L(X) = sum_i L(i) P(X = i) for one of the two private laws on the integers."""
    if law not in (PRIVATE_INTEGER, ANY_PRIVATE_INTEGER):
        raise ClaimError("the expected loss is written for a private law on the integers")
    return sp.Sum(LOSS(i) * law.mass(i), (i, -sp.oo, sp.oo))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class LossTailIntegration:
    """E L(X) >= L(0) + 2 sum_{j=1}^{N} (L(j Delta) - L((j-1) Delta)) t(j) for a symmetric private law on the integers.

    fact:  name of the fact T(j Delta) >= t(j) for all integers j >= 1. index: j. upto: N >= 0, an integer.
    atom:  the summation variable i of E L(X) in the conclusion.

    Why: L(|x|) >= L(0) + sum_{j=1}^{N} (L(j Delta) - L((j-1) Delta)) 1{|x| >= j Delta}, every difference is >= 0,
    and P(|X| >= j Delta) = 2 T(j Delta) for j >= 1 by symmetry.
    """

    fact: str
    index: sp.Symbol
    upto: sp.Expr
    atom: sp.Symbol

    name = "tail integration of a loss"
    lemma = (
        "For symmetric $X$ and even $L$, non-decreasing on the naturals: $E\\,L(X)\\ge L(0)+2\\sum_{j=1}^{N}"
        "\\bigl(L(j\\Delta)-L((j-1)\\Delta)\\bigr)P(X\\ge j\\Delta)$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if Delta not in domain.ranges or not domain.ranges[Delta].integer:
            raise ClaimError("a law on the integers needs an integer sensitivity")
        j = self.index
        bound, inner = grid_bound(facts[self.fact], self.fact, PRIVATE_INTEGER.tail(j * Delta), j, domain)
        end, obligation = last_index(sp.sympify(self.upto), j, bound, inner, domain, least=0)
        total = LOSS(0) + 2 * sp.Sum((LOSS(j * Delta) - LOSS((j - 1) * Delta)) * bound, (j, 1, end))
        conclusion = sp.Ge(expected_loss(PRIVATE_INTEGER, self.atom), total, evaluate=False)
        return Inference(conclusion, (obligation,), (PRIVATE_INTEGER.words + ".", LOSS_WORDS, self.lemma))


@dataclass(frozen=True)
class LossSymmetrisation:
    """E L(X) >= B for every private law on the integers, from the same for symmetric ones.

    fact: name of the fact sum_i L(i) P(i) >= B for symmetric laws, B without functions of a law. atom: i.
    """

    fact: str
    atom: sp.Symbol

    name = "symmetrisation of an expected loss"
    lemma = (
        "Averaging a law with its mirror image keeps $(\\epsilon,\\delta)$-DP, because the constraint is convex and the set of shifts "
        "symmetric, and does not change $E\\,L(X)$ for even $L$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        fact = facts[self.fact]
        relation = fact.relation
        wanted = expected_loss(PRIVATE_INTEGER, self.atom)
        if not isinstance(relation, sp.GreaterThan) or relation.lhs != wanted:
            raise ClaimError(f"{self.fact} must read {wanted} >= ...")
        if any(law_of(f) is not None for f in relation.rhs.atoms(AppliedUndef)):
            raise ClaimError(f"the bound in {self.fact} must not depend on the law")
        for s, r in fact.domain.ranges.items():
            if s not in domain.ranges or domain.ranges[s].intersect(r) != domain.ranges[s]:
                raise ClaimError(f"{self.fact} holds on a smaller range of {s} than the step")
        if any(a not in domain.assumptions for a in fact.domain.assumptions):
            raise ClaimError(f"{self.fact} has a hypothesis that the step does not have")
        conclusion = sp.Ge(expected_loss(ANY_PRIVATE_INTEGER, self.atom), relation.rhs, evaluate=False)
        return Inference(conclusion, (), (ANY_PRIVATE_INTEGER.words + ".", self.lemma))
