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
from .base import Fact, Inference, Obligation, over
from .laws import ANY_PRIVATE_INTEGER, LOSS, LOSS_WORDS, PRIVATE_INTEGER, law_of
from .specialise import is_integer
from .tail import grid_bound, last_index


def expected_loss(law: object, i: sp.Symbol) -> sp.Expr:
    """E L(X) = sum_i L(i) P(X = i) for one of the two private laws on the integers."""
    if law not in (PRIVATE_INTEGER, ANY_PRIVATE_INTEGER):
        raise ClaimError("the expected loss is written for a private law on the integers")
    return sp.Sum(LOSS(i) * law.mass(i), (i, -sp.oo, sp.oo))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class LossTailIntegration:
    """E L(X) >= L(0) + 2 sum_{j=1}^{N} (L(j h) - L((j-1) h)) t(j) for a symmetric private law on the integers.

    fact:  name of the fact T(j h) >= t(j) for all integers j >= 1. index: j. upto: N >= 0, an integer.
    atom:  the summation variable i of E L(X) in the conclusion.
    step:  h, an integer >= 1 (an obligation): the sensitivity Delta unless given.

    Why: L(|x|) >= L(0) + sum_{j=1}^{N} (L(j h) - L((j-1) h)) 1{|x| >= j h}, every difference is >= 0,
    and P(|X| >= j h) = 2 T(j h) for j >= 1 by symmetry.
    """

    fact: str
    index: sp.Symbol
    upto: sp.Expr
    atom: sp.Symbol
    step: sp.Expr = Delta

    name = "tail integration of a loss"
    lemma = (
        "For symmetric $X$, an integer $h\\ge1$ and even $L$, non-decreasing on the naturals: $E\\,L(X)\\ge L(0)+2\\sum_{j=1}^{N}"
        "\\bigl(L(jh)-L((j-1)h)\\bigr)P(X\\ge jh)$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if Delta not in domain.ranges or not domain.ranges[Delta].integer:
            raise ClaimError("a law on the integers needs an integer sensitivity")
        j, h = self.index, sp.sympify(self.step)
        obligations: tuple[Obligation, ...] = ()
        if h != Delta:
            if not h.free_symbols <= set(domain.ranges) or not is_integer(h, domain):
                raise ClaimError(f"the step {h} must be an integer of the step's domain")
            obligations = (Obligation(sp.Ge(h, 1, evaluate=False), domain, "the step is positive"),)
        bound, inner = grid_bound(facts[self.fact], self.fact, PRIVATE_INTEGER.tail(j * h), j, domain)
        end, obligation = last_index(sp.sympify(self.upto), j, bound, inner, domain, least=0)
        total = LOSS(0) + 2 * over(sp.Sum, (LOSS(j * h) - LOSS((j - 1) * h)) * bound, j, sp.S.One, end)
        conclusion = sp.Ge(expected_loss(PRIVATE_INTEGER, self.atom), total, evaluate=False)
        return Inference(conclusion, (*obligations, obligation), (PRIVATE_INTEGER.words + ".", LOSS_WORDS, self.lemma))


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
