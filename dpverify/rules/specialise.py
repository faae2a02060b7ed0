"""Rule: a universally quantified fact holds at every instance that lies in its domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, all_bound, put, put_relation, refuse_capture
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, exists
from .laws import Law, is_finite_integral, is_hockey_stick, law_of, own_parameters


def instance(fact: Fact, at: Mapping[sp.Symbol, sp.Expr], domain: Domain, name: str) -> tuple[Relational, tuple[Obligation, ...]]:
    """The fact's relation at the substitution, and what must hold on `domain` for the instance to lie in the fact's domain.

    Symbols of the fact that `at` does not mention stand for the symbols of the same name in `domain`.
    """
    swap = {s: sp.sympify(e) for s, e in at.items()}
    strangers = [str(s) for s in swap if s not in fact.domain.ranges]
    if strangers:
        raise ClaimError(f"{name} does not range over {', '.join(strangers)}")
    # T, M ... of a private law (f, p of a law on a grid) mean the law at the point's own parameters: at others it is another law.
    moved = [s.name for s in own_parameters(fact.relation) if swap.get(s, s) != s]
    if moved:
        raise ClaimError(f"{name} speaks of a law that depends on {moved[0]}, which therefore cannot be moved")
    # A function of a law means the law at the point's own parameters, which it does not name: an operator over one of these moves it.
    bound = {s for r in (fact.relation, *fact.domain.assumptions) if isinstance(r, sp.Basic) for s in all_bound(r)}
    hidden = [s.name for value in swap.values() for s in own_parameters(value) if s in bound]
    if hidden:
        raise ClaimError(f"a value put into {name} depends on {hidden[0]}, which is a bound variable there")
    obligations: list[Obligation] = []
    for symbol, rng in fact.domain.ranges.items():
        value = swap.get(symbol, symbol)
        missing = [s.name for s in value.free_symbols if s not in domain.ranges]
        if missing:
            raise ClaimError(f"the instance of {name} leaves {', '.join(missing)} without a range")
        if value == symbol and domain.ranges[symbol].intersect(rng) == domain.ranges[symbol]:
            continue
        inside = membership(value, rng)
        put = f"${sp.latex(symbol)} := {sp.latex(value)}$"
        obligations += [Obligation(rel, domain, f"{put} stays in the range of {name}") for rel in inside]
        if not inside or value.has(*BINDERS):  # an infinite limit lies above every bound
            obligations += defined(value, domain, put)
        if rng.integer and not is_integer(value, domain):
            raise ClaimError(f"the instance of {name} puts {value} for the integer {symbol}")
    simultaneous = {s: e for s, e in swap.items() if s != e}
    what = f"the instance of {name}"
    for assumption in fact.domain.assumptions:
        rel = put_relation(assumption, simultaneous, what)
        if rel is not sp.S.true and rel not in domain.assumptions:
            obligations.append(Obligation(rel, domain, f"the instance satisfies the hypothesis of {name}"))
    return put_relation(fact.relation, simultaneous, what), tuple(obligations)


def membership(value: sp.Expr, rng: Range) -> list[Relational]:
    """The relations that say value lies in rng."""
    out = []
    if rng.lo.is_finite:
        out.append((sp.Gt if rng.lo_open else sp.Ge)(value, rng.lo, evaluate=False))
    if rng.hi.is_finite:
        out.append((sp.Lt if rng.hi_open else sp.Le)(value, rng.hi, evaluate=False))
    return out


def is_integer(value: sp.Expr, domain: Domain) -> bool:
    """True if the value is an integer wherever the domain's integer symbols are."""
    swap = {s: sp.Symbol(s.name, integer=True) for s, r in domain.ranges.items() if r.integer}
    return bool(value.xreplace(swap).is_integer)


@dataclass(frozen=True)
class Specialise:
    """The step is the fact `of` at symbol := expression; with `law` and `density`, also at a concrete symmetric unimodal density.

    of:      label of an earlier step or id of a used claim.
    at:      substitution for the fact's symbols (missing symbols stand for themselves).
    law:     the law over which the fact quantifies, with
    density: (variable, expression): the concrete density put in its place.
    given:   names of facts that are hypotheses of the instance word for word; these need not be shown again.
    """

    of: str
    at: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    law: Law | None = None
    density: tuple[sp.Symbol, sp.Expr] | None = None
    given: tuple[str, ...] = ()

    name = "specialisation"
    lemma = "What holds for all holds at each instance."

    def premises(self) -> tuple[str, ...]:
        return (self.of, *self.given)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        fact = facts[self.of]
        obligations: list[Obligation] = []
        if self.density is not None:
            if self.law is None:
                raise ClaimError("Specialise with a density needs the law it is put in place of")
            var, expr = self.density
            moved = sorted(s.name for s in expr.free_symbols & set(self.at))
            if moved:
                raise ClaimError(f"the density depends on {moved[0]}, which the same step cannot move")
            obligations += law_obligations(self.law, var, expr, domain)
            fact = Fact(_put_density(fact.relation, self.law, var, expr), fact.domain)
        relation, more = instance(fact, self.at, domain, self.of)
        for name in self.given:
            known, needed = instance(facts[name], {}, domain, name)
            more = (*(o for o in more if o.relation != known or o.domain != domain), *needed)
        if self.density is not None:
            obligations += self._integrals(facts[self.of].relation, domain)
        left = [f for f in relation.atoms(AppliedUndef) if law_of(f) is self.law and self.density is not None]
        if left:
            raise ClaimError(f"Specialise leaves {left[0]} in the conclusion")
        return Inference(relation, (*obligations, *more), ())


    def _integrals(self, general: Relational, domain: Domain) -> Iterator[Obligation]:
        """What the fact says of integrals over the law's functions supposes that these have values: those that need not have one at every
        density are shown to have one at this."""
        assert self.law is not None and self.density is not None
        for op in general.atoms(sp.Integral, sp.Sum):
            inner = any(other != op and other.has(op) for other in general.atoms(*BINDERS))
            if inner or not op.atoms(AppliedUndef) or is_hockey_stick(op) or is_finite_integral(op):
                continue
            special = _put_density(sp.Eq(op, 0, evaluate=False), self.law, *self.density)
            moved = put_relation(special, {s: e for s, e in self.at.items() if s != e}, "an integral of the fact")
            yield from exists(moved.lhs, domain, "an integral over the density")


def law_obligations(law: Law, var: sp.Symbol, expr: sp.Expr, domain: Domain) -> list[Obligation]:
    """What has to hold for `expr` to be a density of the law: mass one, non-negative, symmetric, unimodal."""
    if law.private or law.integer or law.grid:
        raise ClaimError("only a law that is described by its density can be specialised to one")
    # On the parameters of the density alone: what holds without the other symbols and their assumptions holds with them.
    for s in domain.symbols:
        if s == var or s not in expr.free_symbols:
            domain = domain.without(s)
    real = domain.extend(var, Range())
    half = domain.extend(var, Range(lo=sp.S.Zero, lo_open=False))
    out = [
        Obligation(sp.Eq(sp.Integral(expr, (var, -sp.oo, sp.oo)), 1, evaluate=False), domain, "the density has mass one"),
        Obligation(sp.Ge(expr, 0, evaluate=False), real, "the density is non-negative"),
    ]
    mirror = "the density at another place"
    if law.symmetric:
        out.append(Obligation(sp.Eq(put(expr, {var: -var}, mirror), expr, evaluate=False), half, "the density is symmetric"))
    if law.unimodal:
        step = sp.Dummy("step", nonnegative=True)
        wide = half.extend(step, Range(lo=sp.S.Zero, lo_open=False))
        falls = sp.Ge(expr, put(expr, {var: var + step}, mirror), evaluate=False)
        out.append(Obligation(falls, wide, "the density does not increase on the right half"))
    return out


def _put_density(relation: Relational, law: Law, var: sp.Symbol, expr: sp.Expr) -> Relational:
    name = law.density(var).func
    # The density's parameters must stay free where it is put in; what is put into it as the place must stay free inside it.
    places = {e: put(expr, {var: e.args[0]}, f"{e}") for e in relation.atoms(AppliedUndef) if e.func == name}
    refuse_capture(relation, [sp.Tuple(*expr.free_symbols - {var})], "the density")
    return relation.func(*(side.xreplace(places) for side in relation.args), evaluate=False)
