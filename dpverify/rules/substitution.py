"""Rule: an integral over the line does not change under reflection and translation of its variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, put
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, defined, exists
from .laws import Law, law_of


@dataclass(frozen=True)
class Substitution:
    """int g(x) dx = int g(s x + c) dx over the real line, s = 1 or -1.

    variable: x.
    integrand: g(x).
    sign:     s.
    shift:    c, free of x.
    The shift and the integrand must be real numbers everywhere, and the integral must have a finite value; one of a function without a
    formula is supposed to: it equals the other one, or neither exists.
    law:      a symmetric law whose density f may on the right be written f(-u) for f(u); chosen so that x has a positive sign in u.
    """

    variable: sp.Symbol
    integrand: sp.Expr
    sign: int = 1
    shift: sp.Expr = sp.S.Zero
    law: Law | None = None

    name = "substitution"
    lemma = "An integral over the real line is invariant under $x\\mapsto\\pm x+c$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x = self.variable
        shift = sp.sympify(self.shift)
        if self.sign not in (1, -1) or x in shift.free_symbols:
            raise ClaimError(f"the substitution must be {x} -> {x} + c or {x} -> -{x} + c with c free of {x}")
        if x in domain.ranges:
            raise ClaimError(f"{x} is bound in the integral and cannot be a parameter of the step")
        integrand = sp.sympify(self.integrand)
        if integrand.has(*BINDERS):
            raise ClaimError("the integrand must not hold another integral, sum, limit or derivative")
        known = {x, *domain.ranges}
        if not shift.free_symbols <= known or not integrand.free_symbols <= known:
            raise ClaimError("the integrand or the shift holds symbols that the step does not have")
        moved = put(integrand, {x: self.sign * x + shift}, "the new variable")
        words: tuple[str, ...] = (self.lemma,)
        if self.law is not None:
            if not self.law.symmetric:
                raise ClaimError("f(-u) = f(u) needs a symmetric law")
            moved = moved.replace(lambda e: isinstance(e, AppliedUndef), lambda e: _upright(e, x, self.law))
            words = (self.law.words + ".", self.lemma)
        line = (x, -sp.oo, sp.oo)
        conclusion = sp.Eq(sp.Integral(integrand, line), sp.Integral(moved, line), evaluate=False)
        obligations = (
            *defined(shift, domain, "the shift"),
            *defined(integrand, domain.extend(x, Range()), "the integrand"),
            *exists(sp.Integral(integrand, line), domain, "the integral"),
        )
        return Inference(conclusion, obligations, words)


def _upright(term: AppliedUndef, x: sp.Symbol, law: Law | None) -> sp.Expr:
    """f(-x + c) as f(x - c) for the density f of a symmetric law."""
    if law is None or law_of(term) is not law or term.func != law.density(x).func:
        return term
    argument = sp.expand(term.args[0])
    return term.func(-argument) if argument.coeff(x) == -1 else term.func(argument)
