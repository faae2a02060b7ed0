"""Rule: a pointwise inequality between non-negative functions passes to their integrals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference


@dataclass(frozen=True)
class IntegrateInequality:
    """int g <= int h over the real line, from facts g(x) <= h(x) that together cover all real x.

    variable: x.
    facts:    names of facts with the same relation g <= h, whose ranges of x cover the line: (-oo, oo), or two half-lines that meet.
              An end of a half-line may be an expression c given as `split` (the facts then hold under x <= c and x >= c).
    """

    variable: sp.Symbol
    facts: tuple[str, ...]
    split: sp.Expr | None = None

    name = "integration of an inequality"
    lemma = "If $0\\le g\\le h$ everywhere and $h$ is integrable, then $\\int g\\le\\int h$."

    def premises(self) -> tuple[str, ...]:
        return tuple(self.facts)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x = self.variable
        used = [facts[n] for n in self.facts]
        if not used or any(f.relation != used[0].relation for f in used) or not isinstance(used[0].relation, sp.LessThan):
            raise ClaimError("the facts must all be the same inequality g <= h")
        for name, fact in zip(self.facts, used, strict=True):
            for s, r in fact.domain.ranges.items():
                if s != x and (s not in domain.ranges or domain.ranges[s].intersect(r) != domain.ranges[s]):
                    raise ClaimError(f"{name} holds on a smaller range of {s} than the step")
            for a in fact.domain.assumptions:
                if x not in a.free_symbols and a not in domain.assumptions:
                    raise ClaimError(f"{name} has the hypothesis {a}, which the step does not have")
        conditions = [tuple(a for a in f.domain.assumptions if x in a.free_symbols) for f in used]
        whole = any(f.domain.ranges.get(x) == Range() and not c for f, c in zip(used, conditions, strict=True))
        if not whole:
            halves = {c for f, c in zip(used, conditions, strict=True) if f.domain.ranges.get(x) == Range()}
            if self.split is None or not {(sp.Le(x, self.split),), (sp.Ge(x, self.split),)} <= halves:
                raise ClaimError(f"the facts must cover all real {x}: give the two half-lines {x} <= c and {x} >= c and split=c")
        g, h = used[0].relation.args
        for side in (g, h):
            if not (isinstance(side, sp.Max) and sp.S.Zero in side.args):
                raise ClaimError("both sides must be of the form Max(0, ...), so that the integrals exist in [0, oo]")
        line = (x, -sp.oo, sp.oo)
        return Inference(sp.Le(sp.Integral(g, line), sp.Integral(h, line), evaluate=False), (), (self.lemma,))
