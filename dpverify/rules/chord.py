"""Rule: how far a chord lies above a function whose second derivative is bounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put
from ..domain import Domain
from ..errors import ClaimError
from .base import Fact, Inference, Obligation
from .monotone import _smooth
from .specialise import instance


@dataclass(frozen=True)
class Chord:
    """(1 - t) F(a) + t F(b) <= F((1 - t) a + t b) + t (1 - t) (b - a)^2 M/2 from a fact F''(v) <= M, for 0 <= t <= 1.

    of:       name of the fact Derivative(F, v, v) <= M (or <), M free of v. variable: v.
    lower, upper: a and b; that both lie in the fact's range of v is an obligation, and then so does all that is between them.
    part:     t. at: substitution for the fact's other symbols.

    F - M v^2/2 has a second derivative <= 0, so it is concave, and a concave function lies above its chords.
    """

    of: str
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    part: sp.Expr
    at: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)

    name = "chord of a function"
    lemma = (
        "If $F''\\le M$ on an interval, then $F-\\frac M2v^2$ is concave there, so that a chord of $F$ lies above it by at most "
        "$\\frac M2t(1-t)(b-a)^2$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.of,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        v, fact = self.variable, facts[self.of]
        relation = fact.relation
        if isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)):
            relation = relation.reversed
        slope = relation.lhs
        if not isinstance(relation, (sp.LessThan, sp.StrictLessThan)) or not isinstance(slope, sp.Derivative):
            raise ClaimError(f"{self.of} must say that a second derivative in {v} is at most a number")
        if slope.variables != (v, v) or v in relation.rhs.free_symbols or not _smooth(slope.expr):
            raise ClaimError(f"{self.of} must bound the second derivative in {v} of a smooth function by a number free of {v}")
        if v not in fact.domain.ranges or fact.domain.ranges[v].integer or v in self.at:
            raise ClaimError(f"{self.of} must hold on an interval of {v}")
        if not all(_bounds(a, v) for a in fact.domain.assumptions if v in a.free_symbols):
            raise ClaimError(f"{self.of} must hold on an interval of {v}: an assumption that involves {v} must bound it")
        a, b, t = (sp.sympify(e) for e in (self.lower, self.upper, self.part))
        value = Fact(sp.Eq(slope.expr, relation.rhs, evaluate=False), fact.domain)
        obligations = [
            Obligation(sp.Eq(slope.expr, slope.expr, evaluate=False), fact.domain, "the function is defined on the whole range"),
            Obligation(sp.Ge(t, 0, evaluate=False), domain, "the part is at least 0"),
            Obligation(sp.Le(t, 1, evaluate=False), domain, "the part is at most 1"),
        ]
        sides = []
        for point in (a, b):
            there, needed = instance(value, {**self.at, v: point}, domain, self.of)
            sides.append(there)
            obligations += needed
        between = put(slope.expr, {**self.at, v: (1 - t) * a + t * b}, "the place between")
        chord = (1 - t) * sides[0].lhs + t * sides[1].lhs
        excess = t * (1 - t) * (b - a) ** 2 * sides[0].rhs / 2
        return Inference(sp.Le(chord, between + excess, evaluate=False), tuple(obligations), (self.lemma,))


def _bounds(assumption: Relational, v: sp.Symbol) -> bool:
    """True for v <= c and the like, c free of v: what satisfies it is an interval."""
    if isinstance(assumption, (sp.Eq, sp.Ne)):
        return False
    return any(side == v and v not in other.free_symbols for side, other in (assumption.args, assumption.args[::-1]))
