"""Rule: a sequence of functions is determined by its first member and its recurrence.

Such a sequence is a definition: F(1, t) and F(n + 1, t) are written out, the latter with F(n, .) in it, also under an integral. The name
of its function is made from the definition, and all parameters are its arguments, so that one name can never mean two sequences.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, all_bound, put
from ..domain import Domain, Range
from ..errors import ClaimError
from ..symbolic.lost import partial_nodes
from .base import Fact, Inference, Obligation
from .finite_sums import numbers
from .premise import FROM_ONE

PREVIOUS = sp.Function("previous", real=True)
"""PREVIOUS(u) stands for F(n, u) in the recurrence."""


@dataclass(frozen=True)
class Recurrence:
    """The functions F(1, .), F(2, .), ... of a real t with F(1, t) = first and F(n + 1, t) = following.

    letter:    how it is printed.
    index:     n, a positive integer symbol.
    place:     t, a real symbol.
    first:     an expression in t (not in n).
    following: an expression in n and t that holds PREVIOUS(u) for F(n, u), where u may depend on a bound variable.
    The other free symbols of both are parameters; they may also hold arbitrary sequences.
    """

    letter: str
    index: sp.Symbol
    place: sp.Symbol
    first: sp.Expr
    following: sp.Expr

    @property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        own = (self.first.free_symbols | self.following.free_symbols) - {self.index, self.place}
        return tuple(sorted(own, key=lambda s: s.name))

    def at(self, n: sp.Expr, t: sp.Expr) -> sp.Expr:
        """F(n, t)."""
        definition = "|".join(sp.srepr(part) for part in (self.index, self.place, self.first, self.following))
        name = f"{self.letter}_rec{hashlib.sha256(definition.encode()).hexdigest()[:32]}"
        return sp.Function(name, real=True)(n, t, *self.parameters)

    def start(self, closed: sp.Expr) -> Relational:
        """F(1, t) = G(1, t) for the closed form G."""
        return sp.Eq(self.first, _at(closed, {self.index: sp.S.One}), evaluate=False)

    def step(self, closed: sp.Expr) -> Relational:
        """What G(n + 1, t) is if F(n, .) = G(n, .)."""
        caught = (closed.free_symbols - {self.place}) & all_bound(self.following)
        if caught:
            raise ClaimError(f"the closed form would be caught by the bound variable {min(s.name for s in caught)} of the recurrence")
        places = {e: put(closed, {self.place: e.args[0]}, "the place") for e in self.following.atoms(PREVIOUS)}
        return sp.Eq(self.following.xreplace(places), _at(closed, {self.index: self.index + 1}), evaluate=False)


@dataclass(frozen=True)
class Recursion:
    """F(n, t) = G(n, t) for all integers n >= 1 and all real t.

    sequence: the definition of F.
    closed:   G(n, t).
    first:    name of a fact F(1, t) = G(1, t), as `sequence.start(closed)` writes it, for all t.
    The recurrence must have a value for every number in place of PREVIOUS(u) (an obligation).
    step:     name of a fact that the recurrence takes G(n, .) to G(n + 1, .), as `sequence.step(closed)` writes it, for all n and t.
    sums:     names of equations u = w, for all n, by which u in G(n + 1, t) may be written w in that fact (a sum without its last term).
    """

    sequence: Recurrence
    closed: sp.Expr
    first: str
    step: str
    sums: tuple[str, ...] = ()

    name = "recursion"
    lemma = "A sequence of functions is determined by its first member and its recurrence."

    def premises(self) -> tuple[str, ...]:
        return (self.first, self.step, *self.sums)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        sequence, n, t = self.sequence, self.sequence.index, self.sequence.place
        _well_formed(sequence)
        if domain.ranges.get(n) != FROM_ONE or domain.ranges.get(t) != Range():
            raise ClaimError(f"the step must hold for every integer {n} from 1 on and every real {t}")
        unknown = [f for f in self.closed.atoms(AppliedUndef) if not _is_sequence(f)]
        endless = [op for op in self.closed.atoms(*BINDERS) if op.atoms(AppliedUndef) and not _is_finite_sum(op)]
        if self.closed.has(sp.Piecewise) or unknown or endless:
            raise ClaimError("the closed form must be one formula without cases, of arbitrary sequences in finite sums at most")
        if any({n, t} & a.free_symbols for a in domain.assumptions):
            raise ClaimError(f"the step must hold for every {n} and {t}, not only under a hypothesis")
        _holds(self.first, facts[self.first], sequence.start(self.closed), {t: Range()}, domain)
        every = {n: FROM_ONE, t: Range()}
        wanted = sequence.step(self.closed)
        for name in self.sums:
            known = facts[name].relation
            if not isinstance(known, sp.Eq) or known.free_symbols & all_bound(wanted.rhs):
                raise ClaimError(f"{name} must be an equation that does not speak of a bound variable")
            _holds(name, facts[name], known, every, domain)
            wanted = sp.Eq(wanted.lhs, wanted.rhs.xreplace({known.lhs: known.rhs}), evaluate=False)
        _holds(self.step, facts[self.step], wanted, every, domain)
        shown = [o for value in (sp.S.One, n + 1) for o in _lost(self.closed, {n: value}, domain)]
        obligations = (*_total(sequence, domain), *shown)
        words = f"${sequence.letter}_1,{sequence.letter}_2,\\dots$ are defined by their first member and the recurrence shown."
        return Inference(sp.Eq(sequence.at(n, t), self.closed, evaluate=False), obligations, (words, self.lemma))


def _at(closed: sp.Expr, values: Mapping[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The closed form at another index; a sum that then is empty is 0."""
    there = put(closed, values, "the index")
    return there.xreplace({total: sp.S.Zero for total in there.atoms(sp.Sum) if _is_empty(total)})


def _lost(closed: sp.Expr, values: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> list[Obligation]:
    """What makes the parts defined that drop out of the closed form at that index, as log(n t) does beside n - 1."""
    kept = partial_nodes(_at(closed, values))
    there = {_at(node, values): None for node in sorted(partial_nodes(closed), key=sp.default_sort_key)}
    return [o for part in there if part not in kept for o in numbers(part, domain, "a part of the closed form")]


def _is_empty(total: sp.Sum) -> bool:
    """True for a sum that ends just before its start: it is 0."""
    (_, low, high), *more = total.limits
    return not more and low.is_Integer and high == low - 1


def _well_formed(sequence: Recurrence) -> None:
    n, t = sequence.index, sequence.place
    if type(sequence) is not Recurrence or not (n.is_integer and n.is_positive) or t.is_integer or t.is_nonnegative or t.is_nonpositive:
        raise ClaimError("a recurrence runs over a positive integer symbol and a real one")
    if n in sequence.first.free_symbols or sequence.first.has(PREVIOUS) or {n, t} & all_bound(sequence.following + sequence.first):
        raise ClaimError("the first member must be free of the index, and neither the index nor the place may be bound")
    if not all(f.func == PREVIOUS or _is_sequence(f) for f in (sequence.first + sequence.following).atoms(AppliedUndef)):
        raise ClaimError("a recurrence may hold arbitrary sequences, but no function of a law")
    if any(len(e.args) != 1 or e.args[0].has(PREVIOUS) for e in sequence.following.atoms(PREVIOUS)):
        raise ClaimError("the recurrence must hold PREVIOUS at one place, not within itself")


def _is_sequence(f: AppliedUndef) -> bool:
    return bool(f.func.__name__.endswith("_seq"))


def _is_finite_sum(op: sp.Expr) -> bool:
    return isinstance(op, sp.Sum) and all(end.is_finite is not False for _, *ends in op.limits for end in ends)


def _total(sequence: Recurrence, domain: Domain) -> tuple[Obligation, ...]:
    """The recurrence must have a value whatever numbers stand in it, at places that exist: what cancels once F is put in is not lost."""
    wide = domain
    for v in sorted(all_bound(sequence.following), key=str):
        wide = wide.extend(v, Range())
    calls = sorted(sequence.following.atoms(PREVIOUS), key=sp.default_sort_key)
    obligations = [o for call in calls for o in numbers(call.args[0], wide, "a place of the recurrence")]
    values = {call: sp.Dummy("value", real=True) for call in calls}
    for value in values.values():
        domain = domain.extend(value, Range())
    return (*obligations, *numbers(sequence.following.xreplace(values), domain, "the recurrence"))


def _holds(name: str, fact: Fact, wanted: Relational, free: Mapping[sp.Symbol, Range], domain: Domain) -> None:
    """ClaimError unless the fact is the relation wanted, for all values of the free symbols and everywhere on the step's domain."""
    if fact.relation not in (wanted, wanted.reversed):
        raise ClaimError(f"{name} must read {wanted}")
    for symbol, rng in fact.domain.ranges.items():
        needed = free.get(symbol, domain.ranges.get(symbol))
        if needed is None or needed.intersect(rng) != needed:
            raise ClaimError(f"{name} holds on a smaller range of {symbol} than the step")
    for assumption in fact.domain.assumptions:
        if set(free) & assumption.free_symbols or assumption not in domain.assumptions:
            raise ClaimError(f"{name} has the hypothesis {assumption}, which the step does not have")
