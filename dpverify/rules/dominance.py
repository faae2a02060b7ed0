"""Rules: noise that is stochastically larger in |x| costs more, whatever the loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import put, read_as
from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta
from .base import Fact, Inference, Obligation, exists
from .integrate import at_parameters
from .laws import LAWS, LINE_LOSS_WORDS, LOSS, LOSS_WORDS, PRIVATE_INTEGER, Law, law_of, refuse_parameters
from .loss import expected_loss
from .specialise import instance
from .tail import grid_bound

LEMMA = "If $P(|X|\\le t)\\le P(|Y|\\le t)$ for all $t\\ge0$, then $E\\,g(|X|)\\ge E\\,g(|Y|)$ for every non-decreasing $g$."


@dataclass(frozen=True)
class StochasticDominance:
    """E L(X) >= E L(Y) for an arbitrary law X and an explicit symmetric law Y, because P(|X| <= t) <= P(|Y| <= t) for all t >= 0.

    law:   the law of X. fact: name of the fact P(|X| <= t) <= W(t) for all t >= 0; place: the symbol t.
    variable, density, atom: Y has the mass `atom` at 0 and the density f(x) beside it.
    number: (c, value): a symbol c of f, atom and W that stands for a function of X's law at a fixed place, such as f_X(Delta/2).
    inside: names of facts about `value`; the obligations about Y are shown for every real c that satisfies them.
    power: None for the arbitrary loss L, or p > 0 for E|X|^p.

    Obligations: Y is a symmetric law of mass one, and P(|Y| <= t) = atom + int_{-t}^t f >= min(1, W(t)) for all t >= 0.
    """

    law: Law
    fact: str
    place: sp.Symbol
    variable: sp.Symbol
    density: sp.Expr
    atom: sp.Expr = sp.S.Zero
    number: tuple[sp.Symbol, sp.Expr] | None = None
    inside: tuple[str, ...] = ()
    power: sp.Expr | None = None

    name = "stochastic dominance"
    lemma = LEMMA

    def premises(self) -> tuple[str, ...]:
        return (self.fact, *self.inside)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        t, x, f, atom = self.place, self.variable, sp.sympify(self.density), sp.sympify(self.atom)
        back, wide, obligations = self._with_number(facts, domain)
        bound = self._bound(facts, domain)
        for c, value in back.items():
            bound = read_as(bound, value, c, f"{value}")
        self._well_formed(bound, f, atom, wide)
        line, half = wide.extend(x, Range()), Range(lo=sp.S.Zero, lo_open=False)
        near = atom + sp.Integral(f, (x, -t, t))
        obligations += [
            Obligation(sp.Ge(atom, 0, evaluate=False), wide, "the atom's mass is non-negative"),
            Obligation(sp.Ge(f, 0, evaluate=False), line, "the density is non-negative"),
            Obligation(sp.Eq(put(f, {x: -x}, "the mirror image"), f, evaluate=False), wide.extend(x, half), "the density is symmetric"),
            Obligation(sp.Eq(atom + sp.Integral(f, (x, -sp.oo, sp.oo)), 1, evaluate=False), wide, "the law has mass one"),
            Obligation(sp.Ge(near, sp.Min(1, bound), evaluate=False), wide.extend(t, half), "it has at least the mass near the origin"),
        ]
        if self.power is None:
            left, loss, at_origin = self.law.loss(), LOSS(x), LOSS(sp.S.Zero)
        else:
            left, loss, at_origin = self.law.moment(self.power), sp.Abs(x) ** self.power, sp.S.Zero
            obligations.append(Obligation(sp.Gt(self.power, 0, evaluate=False), domain, "the loss increases from 0"))
        total = sp.Integral(loss * f, (x, -sp.oo, sp.oo))
        obligations += exists(total, wide, "the cost")
        cost = at_origin * atom + total
        conclusion = sp.Ge(left, put(cost, back, "the number"), evaluate=False)
        words = (self.law.words + ".", *(() if self.power is not None else (LINE_LOSS_WORDS,)), self.lemma)
        return Inference(conclusion, tuple(obligations), words)

    def _with_number(self, facts: Mapping[str, Fact], domain: Domain) -> tuple[dict[sp.Symbol, sp.Expr], Domain, list[Obligation]]:
        """The symbol c with its value, the domain with every c that satisfies the facts, and what makes these apply."""
        if self.number is None:
            if self.inside:
                raise ClaimError("facts about a number need the number")
            return {}, domain, []
        c, value = self.number
        if c in domain.ranges or not (isinstance(value, AppliedUndef) and law_of(value) is self.law):
            raise ClaimError(f"{c} must be a symbol of its own that stands for a function of the law {self.law.key}")
        if any(a.atoms(AppliedUndef) or not a.free_symbols <= set(domain.ranges) for a in value.args):
            raise ClaimError(f"{value} must be at a place that the step's domain fixes")
        wide = domain.extend(c, Range())
        obligations: list[Obligation] = []
        for name in self.inside:
            known, needed = instance(facts[name], {}, domain, name)
            obligations += needed
            relation = known.func(*(read_as(side, value, c, name) for side in known.args), evaluate=False)
            if relation.atoms(AppliedUndef):
                raise ClaimError(f"{name} must speak of {value} alone")
            wide = wide.restrict(relation)
        return {c: value}, wide, obligations

    def _bound(self, facts: Mapping[str, Fact], domain: Domain) -> sp.Expr:
        """W(t), from the fact."""
        fact, t = facts[self.fact], self.place
        half = Range(lo=sp.S.Zero, lo_open=False)
        rng = fact.domain.ranges.get(t)
        if t in domain.ranges or rng is None or rng.integer or rng.intersect(half) != half:
            raise ClaimError(f"{self.fact} must hold for all {t} >= 0")
        if any(t in a.free_symbols for a in fact.domain.assumptions):
            raise ClaimError(f"{self.fact} must hold for all {t} >= 0")
        at_parameters(self.fact, fact, t, domain)
        if not isinstance(fact.relation, sp.LessThan) or fact.relation.lhs != self.law.within(t):
            raise ClaimError(f"{self.fact} must read {self.law.within(t)} <= ...")
        return fact.relation.rhs

    def _well_formed(self, bound: sp.Expr, f: sp.Expr, atom: sp.Expr, wide: Domain) -> None:
        x, t = self.variable, self.place
        refuse_parameters((x, t), "variable and place")
        if not any(self.law is law for law in LAWS) or x == t or {x, t} & set(wide.ranges):
            raise ClaimError(f"{x} and {t} must be symbols of their own")
        for part, own in ((bound, {t}), (f, {x}), (atom, set())):
            if part.atoms(AppliedUndef) or not part.free_symbols <= set(wide.ranges) | own:
                raise ClaimError(f"{part} must be explicit, in the symbols of the step")
        if self.power is not None and not sp.sympify(self.power).free_symbols <= set(wide.ranges):
            raise ClaimError(f"the power {self.power} must be given in the symbols of the step")


@dataclass(frozen=True)
class DiscreteDominance:
    """E L(X) >= sum_i L(i) p(i) for a symmetric private law on the integers whose tail is at least that of the masses p.

    fact: name of the fact T(j) >= t(j) for all integers j >= 1; index: j.
    variable, masses: i and p(i), with the obligations p(-j) = p(j) = t(j) - t(j+1) >= 0 and t(j) >= 0 for j >= 1, p(0) = 1 - 2 t(1).

    Then t(j) <= T(j) tends to 0, so that the masses from j on add up to t(j), and P(|Y| >= j) = 2 t(j) <= 2 T(j) = P(|X| >= j).
    """

    fact: str
    index: sp.Symbol
    variable: sp.Symbol
    masses: sp.Expr

    name = "stochastic dominance on the integers"
    lemma = LEMMA

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        if Delta not in domain.ranges or not domain.ranges[Delta].integer:
            raise ClaimError("a law on the integers needs an integer sensitivity")
        i, j, p = self.variable, self.index, sp.sympify(self.masses)
        if not i.is_integer or i.is_nonnegative or i.is_nonpositive or i in domain.ranges or p.atoms(AppliedUndef):
            raise ClaimError(f"{i} must be an integer symbol of either sign, no symbol of the step, and the masses explicit in it")
        if not p.free_symbols <= set(domain.ranges) | {i} or i == j:
            raise ClaimError("the masses hold symbols that the step does not have")
        bound, inner = grid_bound(facts[self.fact], self.fact, PRIVATE_INTEGER.tail(j), j, domain)
        name = "the index"
        origin, first = put(p, {i: 0}, name), put(bound, {j: 1}, name)
        after, own, mirror = put(bound, {j: j + 1}, name), put(p, {i: j}, name), put(p, {i: -j}, name)
        obligations = (
            Obligation(sp.Eq(own, bound - after, evaluate=False), inner, "the masses are the differences of the bounds"),
            Obligation(sp.Eq(mirror, own, evaluate=False), inner, "the masses are symmetric"),
            Obligation(sp.Ge(own, 0, evaluate=False), inner, "the masses are non-negative"),
            Obligation(sp.Ge(bound, 0, evaluate=False), inner, "the bounds are non-negative"),
            Obligation(sp.Eq(origin, 1 - 2 * first, evaluate=False), domain, "the mass of the origin is the rest"),
        )
        cost = sp.Sum(LOSS(i) * p, (i, -sp.oo, sp.oo))
        conclusion = sp.Ge(expected_loss(PRIVATE_INTEGER, i), cost, evaluate=False)
        return Inference(conclusion, obligations, (PRIVATE_INTEGER.words + ".", LOSS_WORDS, self.lemma))
