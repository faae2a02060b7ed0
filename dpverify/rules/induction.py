"""Rule: induction over the natural numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put_relation
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference
from .consequence import Use, follow
from .laws import refuse_parameters

HYPOTHESIS = "induction hypothesis"
"""The name under which the relation at `variable` can be used in the step."""


@dataclass(frozen=True)
class Induction:
    """R(k) for all integers k >= start, from R(start) and R(k) => R(k+1).

    variable: the integer symbol k, whose range in the step's domain begins at the start.
    base:     facts from which R(start) follows.
    step:     facts from which R(k+1) follows; Use(HYPOTHESIS) is R(k).
    """

    variable: sp.Symbol
    base: Sequence[str | Use] = ()
    step: Sequence[str | Use] = ()

    name = "induction"
    lemma = "Induction over the natural numbers."

    def premises(self) -> tuple[str, ...]:
        names = [u.name if isinstance(u, Use) else u for u in (*self.base, *self.step)]
        return tuple(dict.fromkeys(n for n in names if n != HYPOTHESIS))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        rng = domain.ranges.get(self.variable)
        if rng is None or not rng.integer or not rng.first_integer().is_finite or rng.hi is not sp.S.Infinity:
            raise ClaimError(f"induction needs {self.variable} to range over all integers from a start on")
        if any(self.variable in a.free_symbols for a in domain.assumptions):
            raise ClaimError(f"induction needs every integer {self.variable} from the start on, not only those under a hypothesis")
        refuse_parameters((self.variable,), "the variable of an induction")
        start = rng.first_integer()
        if HYPOTHESIS in facts:
            raise ClaimError(f"{HYPOTHESIS!r} is the name of the induction hypothesis; call the step something else")
        at_start = _at(target, self.variable, start)
        base = follow(at_start, _as_uses(self.base), facts, domain.without(self.variable))
        # The hypothesis is a fact about this k only: instance() may not move k, so its domain is the single k of the step.
        hypothesis = Fact(target, Domain({self.variable: Range(start, sp.S.Infinity, False, True, True)}))
        for use in _as_uses(self.step):
            if use.name == HYPOTHESIS and use.at:
                raise ClaimError("the induction hypothesis holds at k itself and cannot be moved")
        step = follow(_at(target, self.variable, self.variable + 1), _as_uses(self.step), {**facts, HYPOTHESIS: hypothesis}, domain)
        return Inference(target, (*base, *step), (self.lemma,))


def _as_uses(uses: Sequence[str | Use]) -> tuple[Use, ...]:
    return tuple(u if isinstance(u, Use) else Use(u) for u in uses)


def _at(relation: Relational, symbol: sp.Symbol, value: sp.Expr) -> Relational:
    return put_relation(relation, {symbol: value}, "the next case")
