"""Rule: a symmetric unimodal density is larger where |x| is smaller."""

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
class Unimodality:
    """f(inner) >= f(outer), with the obligation |inner| <= |outer|; or f(inner) >= 0 when `outer` is None."""

    law: Law
    inner: sp.Expr
    outer: sp.Expr | None = None

    name = "unimodality"
    lemma = "A symmetric unimodal density satisfies $f(u)\\ge f(v)\\ge0$ whenever $|u|\\le|v|$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if not (self.law.symmetric and self.law.unimodal):
            raise ClaimError("unimodality needs a symmetric unimodal law")
        if self.law.integer:
            raise ClaimError("a law on the integers has masses, not a density")
        f, words = self.law.density, (self.law.words + ".", self.lemma)
        if self.outer is None:
            return Inference(sp.Ge(f(self.inner), 0, evaluate=False), defined(self.inner, domain, "the place"), words)
        # |u| <= |v| in the form u^2 <= v^2, whose difference factors.
        order = Obligation(sp.Le(self.inner**2, self.outer**2, evaluate=False), domain, "the arguments are in order")
        return Inference(sp.Ge(f(self.inner), f(self.outer), evaluate=False), (order,), words)
