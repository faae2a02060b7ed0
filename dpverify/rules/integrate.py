"""Rule: a pointwise relation between functions passes to their integrals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import BINDERS
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, exists, over
from .specialise import instance


@dataclass(frozen=True)
class IntegrateInequality:
    """int g <= int h over the real line, from facts g(x) <= h(x) that together cover all real x; or int g = int h from g(x) = h(x).

    variable:    x.
    facts:       names of facts with the same relation, whose ranges of x cover the line: (-oo, oo), or two half-lines that meet.
                 An end of a half-line may be an expression c given as `split` (the facts then hold under x <= c and x >= c).
    nonnegative: name of a fact g(x) >= 0 for all real x; not needed for g = Max(0, ...), nor for an equation.
    finite:      name of a fact that the integral of h is at most (or equals) an explicit number; without it that is an obligation.

    With 0 <= g <= h both integrals exist in [0, oo], and that of h must be finite. Equal functions have the same integral. Integrals that
    hold a function without a formula may both be infinite, or neither need exist.
    """

    variable: sp.Symbol
    facts: tuple[str, ...]
    split: sp.Expr | None = None
    nonnegative: str | None = None
    finite: str | None = None

    name = "integration of an inequality"
    lemma = "If $0\\le g\\le h$ everywhere, then $\\int g\\le\\int h$; if $g=h$ everywhere, then $\\int g=\\int h$."

    def premises(self) -> tuple[str, ...]:
        return (*self.facts, *(name for name in (self.nonnegative, self.finite) if name))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x = self.variable
        used = [facts[n] for n in self.facts]
        if not used or any(f.relation != used[0].relation for f in used) or not isinstance(used[0].relation, (sp.LessThan, sp.Eq)):
            raise ClaimError("the facts must all be the same relation, g <= h or g = h")
        for name, fact in zip(self.facts, used, strict=True):
            at_parameters(name, fact, x, domain)
        conditions = [tuple(a for a in f.domain.assumptions if x in a.free_symbols) for f in used]
        whole = any(f.domain.ranges.get(x) == Range() and not c for f, c in zip(used, conditions, strict=True))
        if not whole:
            if self.split is not None and x in sp.sympify(self.split).free_symbols:
                raise ClaimError(f"the split {self.split} depends on {x}")
            halves = {c for f, c in zip(used, conditions, strict=True) if _only_by_assumptions(f.domain, x)}
            if self.split is None or not {(sp.Le(x, self.split),), (sp.Ge(x, self.split),)} <= halves:
                raise ClaimError(f"the facts must cover all real {x}: give the two half-lines {x} <= c and {x} >= c and split=c")
        g, h = used[0].relation.args
        left, right = (over(sp.Integral, side, x, -sp.oo, sp.oo) for side in (g, h))
        # The other integral then is finite too.
        finite = self._finite(right, facts, domain.without(x))
        if not whole and self.split is not None:
            finite = (*finite, *defined(self.split, domain.without(x), "the split"))
        if isinstance(used[0].relation, sp.Eq):
            return Inference(sp.Eq(left, right, evaluate=False), finite, (self.lemma,))
        if not is_nonnegative(g, x, (self.nonnegative,) if self.nonnegative else (), facts, domain):
            raise ClaimError("the smaller side must be of the form Max(0, ...), or a fact must say that it is non-negative")
        return Inference(sp.Le(left, right, evaluate=False), finite, (self.lemma,))


    def _finite(self, integral: sp.Expr, facts: Mapping[str, Fact], domain: Domain) -> tuple[Obligation, ...]:
        if self.finite is None:
            return exists(integral, domain, "the integral of the right side", integrand_too=False)
        relation, needed = instance(facts[self.finite], {}, domain, self.finite)
        if isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)):
            relation = relation.reversed
        bound = relation.rhs
        # An infinite integral is above every number, and equal to every other infinite one.
        if relation.lhs != integral or bound.has(sp.oo, -sp.oo, *BINDERS) or isinstance(relation, sp.Ne):
            raise ClaimError(f"{self.finite} must read {integral} <= a number")
        return needed


def _only_by_assumptions(domain: Domain, x: sp.Symbol) -> bool:
    """True if nothing but the domain's assumptions limits x: its range is what they imply for a real x."""
    if x not in domain.ranges:
        return False
    implied = domain.with_range(x, Range()).restrict().ranges[x]
    return domain.ranges[x].intersect(implied) == implied


def at_parameters(name: str, fact: Fact, x: sp.Symbol, domain: Domain) -> None:
    """ClaimError unless the fact, read for a variable x, holds for all other symbols of the step's domain."""
    for s, r in fact.domain.ranges.items():
        if s != x and (s not in domain.ranges or domain.ranges[s].intersect(r) != domain.ranges[s]):
            raise ClaimError(f"{name} holds on a smaller range of {s} than the step")
    for a in fact.domain.assumptions:
        if x not in a.free_symbols and a not in domain.assumptions:
            raise ClaimError(f"{name} has the hypothesis {a}, which the step does not have")


def is_nonnegative(g: sp.Expr, x: sp.Symbol, names: tuple[str, ...], facts: Mapping[str, Fact], domain: Domain) -> bool:
    """True if g is Max(0, ...), or one of the named facts says g >= 0 for every value of x (all reals, or all integers)."""
    if isinstance(g, sp.Max) and sp.S.Zero in g.args:
        return True
    for name in names:
        fact = facts[name]
        limited = any(x in a.free_symbols for a in fact.domain.assumptions)
        whole = fact.domain.ranges.get(x) == Range(integer=bool(x.is_integer)) and not limited
        if fact.relation in (sp.Ge(g, 0, evaluate=False), sp.Le(0, g, evaluate=False)) and whole:
            at_parameters(name, fact, x, domain)
            return True
    return False
