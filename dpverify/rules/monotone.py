"""Rule: a function whose derivative has one sign is monotone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, Obligation
from .specialise import instance

SMOOTH = (sp.exp, sp.log, sp.erf, sp.erfc, sp.sinh, sp.cosh, sp.tanh, sp.sin, sp.cos, sp.atan)
"""Functions that are differentiable wherever they are defined; with arithmetic and powers they make up what the rule accepts."""


@dataclass(frozen=True)
class Monotone:
    """F(lower) <= F(upper) from a fact dF/dv >= 0 (or F(lower) >= F(upper) from dF/dv <= 0), for lower <= upper.

    of:           name of the fact Derivative(F, v) >= 0, <= 0, > 0 or < 0.
    variable:     v.
    lower, upper: the two places; that lower <= upper, and that both lie in the fact's range of v, are obligations.

    The fact's range of v is an interval, so it holds all places in between; assumptions of the fact must not involve v.
    F is built from functions that are differentiable where they are defined, and that it is defined on the range is an obligation.
    """

    of: str
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr

    name = "monotonicity"
    lemma = "A function with a non-negative (non-positive) derivative on an interval does not decrease (increase) there."

    def premises(self) -> tuple[str, ...]:
        return (self.of,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        v, fact = self.variable, facts[self.of]
        relation = fact.relation
        if isinstance(relation.rhs, sp.Derivative):
            relation = relation.reversed
        slope = relation.lhs
        if not isinstance(slope, sp.Derivative) or slope.variables != (v,) or relation.rhs != 0 or isinstance(relation, (sp.Eq, sp.Ne)):
            raise ClaimError(f"{self.of} must say that a derivative in {v} has a sign")
        if v not in fact.domain.ranges or fact.domain.ranges[v].integer:
            raise ClaimError(f"{self.of} must hold on an interval of {v}")
        if any(v in a.free_symbols for a in fact.domain.assumptions):
            raise ClaimError(f"{self.of} must hold on an interval of {v}, without assumptions that involve {v}")
        f = slope.expr
        if not _smooth(f):
            raise ClaimError(f"{f} holds a function that need not be differentiable where it is defined")
        obligations = [
            Obligation(sp.Le(self.lower, self.upper, evaluate=False), domain, "the places are in order"),
            Obligation(sp.Eq(f, f, evaluate=False), fact.domain, "the function is defined on the whole range"),
        ]
        for place in (self.lower, self.upper):
            _, needed = instance(Fact(sp.Eq(f, f, evaluate=False), fact.domain), {v: place}, domain, self.of)
            obligations += needed
        sides = f.subs(v, self.lower), f.subs(v, self.upper)
        rising = isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan))
        conclusion = sp.Le(*sides, evaluate=False) if rising else sp.Ge(*sides, evaluate=False)
        return Inference(conclusion, tuple(obligations), (self.lemma,))


def _smooth(f: sp.Expr) -> bool:
    if isinstance(f, AppliedUndef):
        return False
    if f.is_Atom:
        return f.is_Symbol or f.is_number
    if isinstance(f, sp.Pow) and not (f.exp.is_integer or f.base.is_positive):
        # A base of zero under a fractional exponent is defined and not differentiable.
        return False
    return isinstance(f, (sp.Add, sp.Mul, sp.Pow, *SMOOTH)) and all(_smooth(a) for a in f.args)
