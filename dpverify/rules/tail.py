"""Rules about the tail T(x) = P(X >= x) of a symmetric law: its shape, and the moments it bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta
from .base import Fact, Inference, Obligation, defined, over
from .laws import Law, refuse_parameters
from .specialise import is_integer


@dataclass(frozen=True)
class TailShape:
    """An elementary property of the tail.

    what: "non-negative": T(at) >= 0;  "at most one": T(at) <= 1;  "half": T(0) >= 1/2 (symmetric law);
          "non-increasing": T(at) >= T(to), obligation at <= to;
          "step": T(at) = T(to) for a law on the integers, an integer `to` and at in (to - 1, to] (obligations).
    """

    law: Law
    what: str
    at: sp.Expr = sp.S.Zero
    to: sp.Expr | None = None

    name = "tail shape"
    lemma = (
        "$T(x)=P(X\\ge x)$ does not increase and lies in $[0,1]$; for a symmetric law $T(0)\\ge\\tfrac12$; on the integers "
        "$T(x)=T(\\lceil x\\rceil)$."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        tail, words = self.law.tail, (self.law.words + ".", self.lemma)
        place = defined(self.at, domain, "the place")
        if self.what == "non-negative":
            return Inference(sp.Ge(tail(self.at), 0, evaluate=False), place, words)
        if self.what == "at most one":
            return Inference(sp.Le(tail(self.at), 1, evaluate=False), place, words)
        if self.what == "half":
            if not self.law.symmetric:
                raise ClaimError("T(0) >= 1/2 needs a symmetric law")
            return Inference(sp.Ge(tail(sp.S.Zero), sp.Rational(1, 2), evaluate=False), (), words)
        if self.what == "non-increasing" and self.to is not None:
            order = Obligation(sp.Le(self.at, self.to, evaluate=False), domain, "the places are in order")
            return Inference(sp.Ge(tail(self.at), tail(self.to), evaluate=False), (order,), words)
        if self.what == "step" and self.to is not None:
            if not self.law.integer or Delta not in domain.ranges or not domain.ranges[Delta].integer:
                raise ClaimError("a tail that is constant between integers needs a law on the integers")
            if not is_integer(sp.sympify(self.to), domain):
                raise ClaimError(f"{self.to} must be an integer")
            inside = (
                Obligation(sp.Le(self.at, self.to, evaluate=False), domain, "the places are in order"),
                Obligation(sp.Gt(self.at, self.to - 1, evaluate=False), domain, "no integer lies between the places"),
            )
            return Inference(sp.Eq(tail(self.at), tail(self.to), evaluate=False), inside, words)
        known = "'non-negative', 'at most one', 'half', 'non-increasing' or 'step' (the last two with `to`)"
        raise ClaimError(f"what is {self.what!r}; it must be {known}")


@dataclass(frozen=True)
class TailIntegration:
    """A lower bound of a moment of a symmetric law from lower bounds of its tail on the grid k*Delta.

    law:   a symmetric law.
    fact:  name of the fact T(k Delta) >= t(k) for all integers k >= 1 (k the only symbol that is not a parameter).
    index: the symbol k.
    power: 1: E|X| >= 2 Delta sum_{k>=1} t(k);   2: E X^2 >= 2 Delta^2 sum_{k>=1} (2k - 1) t(k).
    upto:  an integer N >= 0 (an expression): the sum ends there, and the t(k) may have either sign.
    Without it the obligation t(k) >= 0 gives the infinite sum a meaning in [0, oo].

    Why: |X| >= Delta floor(|X|/Delta), and floor(u)^p = sum_{k=1}^{floor(u)} (k^p - (k-1)^p), so E|X|^p >= Delta^p sum_{k>=1}
    (k^p - (k-1)^p) P(|X| >= k Delta), and P(|X| >= k Delta) = 2 T(k Delta) for k >= 1 by symmetry.
    """

    law: Law
    fact: str
    index: sp.Symbol
    power: int = 1
    upto: sp.Expr | None = None

    name = "tail integration"
    lemma = (
        "For a symmetric law, $E|X|^p\\ge 2\\Delta^p\\sum_{k\\ge1}(k^p-(k-1)^p)\\,P(X\\ge k\\Delta)$, "
        "since $|X|\\ge\\Delta\\lfloor|X|/\\Delta\\rfloor$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if self.power not in (1, 2):
            raise ClaimError(f"tail integration is for power 1 or 2, not {self.power}")
        if not self.law.symmetric:
            raise ClaimError("tail integration needs a symmetric law")
        k = self.index
        bound, inner = grid_bound(facts[self.fact], self.fact, self.law.tail(k * Delta), k, domain)
        weight = sp.S.One if self.power == 1 else 2 * k - 1
        end, obligation = last_index(self.upto, k, bound, inner, domain, least=0)
        total = 2 * Delta**self.power * over(sp.Sum, weight * bound, k, sp.S.One, end)
        conclusion = sp.Ge(self.law.moment(sp.Integer(self.power)), total, evaluate=False)
        return Inference(conclusion, (obligation,), (self.law.words + ".", self.lemma))


@dataclass(frozen=True)
class PairedTailIntegration:
    """The first moment of a symmetric law from bounds of T(y + k Delta) + T((k+1) Delta - y) for 0 <= y <= Delta/2.

    fact: name of the fact T(y + k Delta) + T((k+1) Delta - y) >= 2 s(k) for all integers k >= 0 and 0 <= y <= Delta/2.
    upto: an integer N >= -1 (an expression): the sum ends there, and the s(k) may have either sign.
    Conclusion: E|X| >= 2 Delta sum_{k>=0} s(k), since E|X| = 2 int_0^oo T, which is
    2 sum_k int_0^{Delta/2} (T(y + k Delta) + T((k+1) Delta - y)) dy.
    """

    law: Law
    fact: str
    index: sp.Symbol
    place: sp.Symbol
    upto: sp.Expr | None = None

    name = "tail integration in pairs"
    lemma = (
        "For a symmetric law, $E|X|=2\\int_0^\\infty T(x)\\,dx"
        "=2\\sum_{k\\ge0}\\int_0^{\\Delta/2}\\bigl(T(y+k\\Delta)+T((k+1)\\Delta-y)\\bigr)dy$."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if not self.law.symmetric:
            raise ClaimError("tail integration needs a symmetric law")
        k, y, tail = self.index, self.place, self.law.tail
        fact = facts[self.fact]
        rng = fact.domain.ranges.get(y)
        zero = sp.S.Zero
        if rng is None or rng.intersect(Range(lo=zero, lo_open=False)) != Range(lo=zero, lo_open=False, hi=rng.hi, hi_open=rng.hi_open):
            raise ClaimError(f"{self.fact} must hold for all 0 <= {y} <= Delta/2")
        limits = [a for a in fact.domain.assumptions if y in a.free_symbols]
        if any(a not in (sp.Le(y, Delta / 2), sp.Lt(y, Delta / 2)) for a in limits) or rng.hi is not sp.S.Infinity:
            raise ClaimError(f"{self.fact} must hold for all 0 <= {y} <= Delta/2")
        pair = tail(sp.expand(y + k * Delta)) + tail(sp.expand((k + 1) * Delta - y))
        bound, inner = grid_bound(fact, self.fact, pair, k, domain, start=0, also=(y,))
        if y in bound.free_symbols:
            raise ClaimError(f"the bound of {self.fact} must not depend on {y}")
        end, obligation = last_index(self.upto, k, bound, inner, domain, least=-1)
        total = Delta * over(sp.Sum, bound, k, sp.S.Zero, end)
        conclusion = sp.Ge(self.law.moment(sp.S.One), total, evaluate=False)
        return Inference(conclusion, (obligation,), (self.law.words + ".", self.lemma))


def last_index(
    upto: sp.Expr | None, k: sp.Symbol, bound: sp.Expr, inner: Domain, domain: Domain, least: int
) -> tuple[sp.Expr, Obligation]:
    """The upper end of a sum of lower bounds, and what makes that sum right: T >= 0 lets it stop anywhere."""
    if upto is None:
        return sp.S.Infinity, Obligation(sp.Ge(bound, 0, evaluate=False), inner, "the bounds are non-negative")
    end = sp.sympify(upto)
    if k in end.free_symbols or not end.free_symbols <= set(domain.ranges) or not is_integer(end, domain):
        raise ClaimError(f"the sum must end at an integer of the step's domain, not at {end}")
    return end, Obligation(sp.Ge(end, least, evaluate=False), domain, "the sum is not cut below its start")


def grid_bound(
    fact: Fact, name: str, left: sp.Expr, k: sp.Symbol, domain: Domain, start: int = 1, also: tuple[sp.Symbol, ...] = ()
) -> tuple[sp.Expr, Domain]:
    """The bound t in the fact `left >= t`, and the domain with the index; ClaimError unless the fact covers all k >= start."""
    refuse_parameters((k, *also), f"the variable of {name}")
    if k in domain.ranges or set(also) & {k, *domain.ranges}:
        raise ClaimError(f"{', '.join(s.name for s in (k, *also))} must be symbols of {name} alone")
    rng = fact.domain.ranges.get(k)
    if rng is None or not rng.integer or rng.hi is not sp.S.Infinity or rng.first_integer() > start:
        raise ClaimError(f"{name} must hold for all integers {k} >= {start}")
    outside = [s.name for s, r in fact.domain.ranges.items() if s != k and s not in also and domain.ranges.get(s) is None]
    if outside:
        raise ClaimError(f"{name} has the symbol {outside[0]}, which is no parameter of the step")
    for s, r in fact.domain.ranges.items():
        if s != k and s not in also and domain.ranges[s].intersect(r) != domain.ranges[s]:
            raise ClaimError(f"{name} holds on a smaller range of {s} than the step")
    for a in fact.domain.assumptions:
        if k in a.free_symbols or (a not in domain.assumptions and not a.free_symbols & set(also)):
            raise ClaimError(f"{name} has the hypothesis {a}, which the step does not have")
    relation = fact.relation
    if isinstance(relation, (sp.LessThan, sp.StrictLessThan)):
        relation = relation.reversed
    if not isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)) or sp.expand(_flat(relation.lhs) - _flat(left)) != 0:
        raise ClaimError(f"{name} must read {left} >= ...")
    inner = domain.extend(k, Range(lo=sp.Integer(start), lo_open=False, integer=True))
    if relation.rhs.atoms(AppliedUndef):
        raise ClaimError(f"the bound in {name} must be explicit")
    return relation.rhs, inner


def _flat(expr: sp.Expr) -> sp.Expr:
    return expr.replace(lambda e: isinstance(e, AppliedUndef), lambda e: e.func(*(sp.expand(a) for a in e.args)))
