"""Rule: a function whose derivative has one sign is monotone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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

    With `strict`, F(lower) < F(upper) from dF/dv > 0 (F(lower) > F(upper) from dF/dv < 0), for lower < upper.

    of:           name of the fact Derivative(F, v) >= 0, <= 0, > 0 or < 0.
    variable:     v.
    lower, upper: the two places; that both lie in the fact's range of v is an obligation.
    at:           substitution for the fact's other symbols.
    ordered:      name of a fact lower <= upper (or <); None: it is an obligation.
    strict:       the fact, the order and the conclusion are strict.

    The fact's range of v is an interval, so it holds all places in between; assumptions of the fact must not involve v.
    F is built from functions that are differentiable where they are defined, and that it is defined on the range is an obligation.
    """

    of: str
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    at: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    ordered: str | None = None
    strict: bool = False

    name = "monotonicity"
    lemma = (
        "A function with a non-negative (non-positive) derivative on an interval does not decrease (increase) there; "
        "with a positive (negative) one it increases (decreases) strictly."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.of, *((self.ordered,) if self.ordered else ()))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        rising, strictly, (low, high), obligations = _values(self.of, self.variable, (self.lower, self.upper), self.at, facts, domain)
        if self.strict and not strictly:
            raise ClaimError(f"{self.of} must be strict for a strict conclusion")
        before = sp.Lt(self.lower, self.upper, evaluate=False)
        order = before if self.strict else sp.Le(self.lower, self.upper, evaluate=False)
        if self.ordered is None:
            obligations.append(Obligation(order, domain, "the places are in order"))
        else:
            known, needed = instance(facts[self.ordered], {}, domain, self.ordered)
            if known not in (order, order.reversed, before, before.reversed):
                raise ClaimError(f"{self.ordered} must read {order}")
            obligations += needed
        up, down = (sp.Lt, sp.Gt) if self.strict else (sp.Le, sp.Ge)
        conclusion = (up if rising else down)(low, high, evaluate=False)
        return Inference(conclusion, tuple(obligations), (self.lemma,))


@dataclass(frozen=True)
class MonotoneInverse:
    """lower < upper from F(lower) < F(upper) and a fact dF/dv >= 0 (or from F(lower) > F(upper) and dF/dv <= 0).

    With a strict fact about the derivative also lower <= upper from F(lower) <= F(upper) (or from F(lower) >= F(upper) and dF/dv < 0).

    of, variable, lower, upper, at: as in Monotone.
    values: name of the fact between F(lower) and F(upper); if it is strict, so is the conclusion.
    """

    of: str
    variable: sp.Symbol
    lower: sp.Expr
    upper: sp.Expr
    values: str
    at: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)

    name = "monotonicity, backwards"
    lemma = Monotone.lemma

    def premises(self) -> tuple[str, ...]:
        return (self.of, self.values)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        rising, strictly, (low, high), obligations = _values(self.of, self.variable, (self.lower, self.upper), self.at, facts, domain)
        wanted = sp.Lt(low, high, evaluate=False) if rising else sp.Gt(low, high, evaluate=False)
        weak = sp.Le(low, high, evaluate=False) if rising else sp.Ge(low, high, evaluate=False)
        known, needed = instance(facts[self.values], {}, domain, self.values)
        if known in (wanted, wanted.reversed):
            conclusion = sp.Lt(self.lower, self.upper, evaluate=False)
        elif strictly and known in (weak, weak.reversed):
            conclusion = sp.Le(self.lower, self.upper, evaluate=False)
        else:
            raise ClaimError(f"{self.values} must read {wanted}")
        return Inference(conclusion, (*obligations, *needed), (self.lemma,))


def _values(
    of: str, v: sp.Symbol, places: tuple[sp.Expr, sp.Expr], at: Mapping[sp.Symbol, sp.Expr], facts: Mapping[str, Fact], domain: Domain
) -> tuple[bool, bool, tuple[sp.Expr, sp.Expr], list[Obligation]]:
    """Whether F rises, whether the fact is strict, F at the two places, and what must hold for them to lie where it speaks."""
    fact = facts[of]
    relation = fact.relation
    if isinstance(relation.rhs, sp.Derivative):
        relation = relation.reversed
    slope = relation.lhs
    if not isinstance(slope, sp.Derivative) or slope.variables != (v,) or relation.rhs != 0 or isinstance(relation, (sp.Eq, sp.Ne)):
        raise ClaimError(f"{of} must say that a derivative in {v} has a sign")
    if v not in fact.domain.ranges or fact.domain.ranges[v].integer or v in at:
        raise ClaimError(f"{of} must hold on an interval of {v}")
    if any(v in a.free_symbols for a in fact.domain.assumptions):
        raise ClaimError(f"{of} must hold on an interval of {v}, without assumptions that involve {v}")
    f = slope.expr
    if not _smooth(f):
        raise ClaimError(f"{f} holds a function that need not be differentiable where it is defined")
    value = Fact(sp.Eq(f, f, evaluate=False), fact.domain)
    obligations = [Obligation(value.relation, fact.domain, "the function is defined on the whole range")]
    sides = []
    for place in places:
        relation_there, needed = instance(value, {**at, v: place}, domain, of)
        sides.append(relation_there.lhs)
        obligations += needed
    rising = isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan))
    strictly = isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan))
    return rising, strictly, (sides[0], sides[1]), obligations


def _smooth(f: sp.Expr) -> bool:
    if isinstance(f, AppliedUndef):
        return False
    if f.is_Atom:
        return f.is_Symbol or f.is_number
    if isinstance(f, sp.Pow) and not (f.exp.is_integer or f.base.is_positive):
        # A base of zero under a fractional exponent is defined and not differentiable.
        return False
    return isinstance(f, (sp.Add, sp.Mul, sp.Pow, *SMOOTH)) and all(_smooth(a) for a in f.args)
