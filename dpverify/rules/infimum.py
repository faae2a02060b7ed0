"""Rules that connect a bound for every law, or one feasible law, with the least possible cost V_p*."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import put
from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact, Inference, Obligation, defined, exists
from .laws import PRIVATE, least_cost, refuse_parameters


@dataclass(frozen=True)
class Symmetrisation:
    """V_p* >= L from E|X|^p >= L for an arbitrary symmetric (epsilon, delta)-DP law.

    fact:  name of the fact M(p) >= L, L explicit in the parameters.
    power: p.
    """

    fact: str
    power: sp.Expr

    name = "symmetrisation"
    lemma = (
        "Averaging a law with its mirror image keeps $(\\epsilon,\\delta)$-DP, because the constraint is convex and the set of shifts "
        "symmetric, and does not change $E|X|^p$; so the infimum over all laws is the infimum over symmetric ones."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        fact = facts[self.fact]
        relation = fact.relation
        if isinstance(relation, (sp.LessThan, sp.StrictLessThan)):
            relation = relation.reversed
        moment = PRIVATE.moment(self.power)
        if not isinstance(relation, (sp.GreaterThan, sp.StrictGreaterThan)) or relation.lhs != moment:
            raise ClaimError(f"{self.fact} must read {moment} >= ...")
        if relation.rhs.atoms(AppliedUndef):
            raise ClaimError(f"the bound in {self.fact} must be explicit")
        loose = [s.name for s in fact.domain.ranges if s not in domain.ranges]
        if loose:
            raise ClaimError(f"{self.fact} has the symbol {loose[0]}, which is no parameter of the step")
        for s, r in fact.domain.ranges.items():
            if domain.ranges[s].intersect(r) != domain.ranges[s]:
                raise ClaimError(f"{self.fact} holds on a smaller range of {s} than the step")
        if any(a not in domain.assumptions for a in fact.domain.assumptions):
            raise ClaimError(f"{self.fact} has a hypothesis that the step does not have")
        # An infimum of values > L is only >= L.
        return Inference(sp.Ge(least_cost(self.power, epsilon, delta, Delta), relation.rhs, evaluate=False), (), (self.lemma,))


@dataclass(frozen=True)
class Feasible:
    """V_p* <= E|X|^p for one law, an atom at 0 and a density beside it, that is (epsilon, delta)-DP.

    variable, density, atom: the law has mass `atom` at 0 and the density f elsewhere.
    private: name of the fact atom + int (f(x) - e^epsilon f(x + d))_+ dx <= delta for all |d| <= Delta (symmetric f: 0 <= d <= Delta);
             with an atom, which stands at another place after every shift d != 0, 0 < d <= Delta is enough.
    shift:   the symbol d of that fact.
    power:   p > 0, so that the atom costs nothing.
    """

    variable: sp.Symbol
    density: sp.Expr
    private: str
    shift: sp.Symbol
    power: sp.Expr
    atom: sp.Expr = sp.S.Zero

    name = "feasible law"
    lemma = (
        "A symmetric law with mass $\\alpha\\ge0$ at $0$ and a density $f$ elsewhere is $(\\epsilon,\\delta)$-DP for sensitivity $\\Delta$ "
        "iff $\\alpha+\\int(f(x)-e^{\\epsilon}f(x+d))_+dx\\le\\delta$ for all $0<d\\le\\Delta$: the worst event is where the first law "
        "outweighs the second, which includes the atom because the shifted one lies elsewhere. "
        "The least cost is at most the cost of any such law."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.private,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        var, f, d = self.variable, self.density, self.shift
        fact = facts[self.private]
        atom = sp.sympify(self.atom)
        power = sp.sympify(self.power)
        refuse_parameters((var,), "the place")
        if {var, d} & (atom.free_symbols | power.free_symbols) or d in f.free_symbols:
            raise ClaimError("the law must not depend on the shift, nor its atom or the exponent on the place")
        if f.atoms(AppliedUndef) or atom.atoms(AppliedUndef):
            raise ClaimError("the law must be explicit")
        shifted = put(f, {var: var + d}, "the density at another place")
        wanted = atom + sp.Integral(sp.Max(0, f - sp.exp(epsilon) * shifted), (var, -sp.oo, sp.oo))
        relation = fact.relation
        if not isinstance(relation, sp.LessThan) or relation.rhs != delta or relation.lhs != wanted:
            raise ClaimError(f"{self.private} must read {wanted} <= delta")
        whole_shift(fact, d, self.private, domain, zero=atom == 0)
        real = domain.extend(var, Range())
        half = domain.extend(var, Range(lo=sp.S.Zero, lo_open=False))
        obligations: tuple[Obligation, ...] = (
            Obligation(sp.Eq(atom + sp.Integral(f, (var, -sp.oo, sp.oo)), 1, evaluate=False), domain, "the law has mass one"),
            Obligation(sp.Ge(f, 0, evaluate=False), real, "the density is non-negative"),
            Obligation(sp.Eq(put(f, {var: -var}, "the density at another place"), f, evaluate=False), half, "the density is symmetric"),
        )
        if atom != 0:
            obligations += (
                Obligation(sp.Ge(atom, 0, evaluate=False), domain, "the atom's mass is non-negative"),
                Obligation(sp.Gt(power, 0, evaluate=False), domain, "the atom costs nothing"),
            )
        cost = sp.Integral(sp.Abs(var) ** power * f, (var, -sp.oo, sp.oo))
        obligations += (*defined(power, domain, "the exponent"), *exists(cost, domain, "the cost"))
        return Inference(sp.Le(least_cost(power, epsilon, delta, Delta), cost, evaluate=False), obligations, (self.lemma,))


def whole_shift(fact: Fact, d: sp.Symbol, name: str, domain: Domain, zero: bool = True) -> None:
    """ClaimError unless the fact holds for all 0 <= d <= Delta (0 < d if not `zero`) and wherever else the step's domain lies."""
    refuse_parameters((d,), "the shift")
    rng = fact.domain.ranges.get(d)
    covers_zero = rng is not None and (rng.lo < 0 or (rng.lo == 0 and not (zero and rng.lo_open))) and not rng.integer
    if not covers_zero or rng is None or rng.hi is not sp.S.Infinity:
        raise ClaimError(f"{name} must hold for all 0 <= {d} <= Delta")
    for a in fact.domain.assumptions:
        if d in a.free_symbols and a != sp.Le(d, Delta):
            raise ClaimError(f"{name} must hold for all 0 <= {d} <= Delta")
        if d not in a.free_symbols and a not in domain.assumptions:
            raise ClaimError(f"{name} has the hypothesis {a}, which the step does not have")
    for s, r in fact.domain.ranges.items():
        if s != d and (s not in domain.ranges or domain.ranges[s].intersect(r) != domain.ranges[s]):
            raise ClaimError(f"{name} holds on a smaller range of {s} than the step")
