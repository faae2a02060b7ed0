"""Rule: a relation follows from facts once every function without a formula is read as an arbitrary real number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, greater_difference, is_finite
from .laws import is_finite_integral, is_hockey_stick
from .specialise import instance


@dataclass(frozen=True)
class Use:
    """A fact by name, at an instance, with a non-negative multiplier (None: leave it to the engine)."""

    name: str
    at: Mapping[sp.Symbol, sp.Expr] | None = None
    times: sp.Expr | None = None


def follow(target: Relational, uses: Sequence[Use], facts: Mapping[str, Fact], domain: Domain) -> tuple[Obligation, ...]:
    """What must hold for `target` to follow from the used facts.

    With multipliers m_i >= 0 the obligation is difference(target) >= sum m_i difference(fact_i): a Farkas certificate. An equation's
    multiplier may have either sign; an equation follows from equations if its difference of sides is the combination of theirs.
    Without, the facts become assumptions about fresh real symbols that stand for the functions without a formula.
    """
    obligations: list[Obligation] = []
    relations: list[tuple[Relational, sp.Expr | None]] = []
    for use in uses:
        relation, needed = instance(facts[use.name], use.at or {}, domain, use.name)
        if not is_finite(relation):
            raise ClaimError(f"{use.name} speaks of infinity, with which one cannot reckon")
        obligations += needed
        relations.append((relation, use.times))
    table: dict[sp.Expr, sp.Symbol] = {}
    wide = domain
    sums = {op for r, _ in relations for op in r.atoms(sp.Sum) if _is_finite_sum(op)}
    plain_target = _opened(target, table, sums)
    plain = [(_opened(r, table, sums), t) for r, t in relations]
    for symbol in table.values():
        wide = wide.extend(symbol, Range())
    if any(t is not None for _, t in plain):
        obligations += _farkas(plain_target, plain, wide)
    elif not _between(plain_target, [r for r, _ in plain]):
        obligations.append(Obligation(plain_target, wide.restrict(*(r for r, _ in plain)), "the step follows from the facts it uses"))
    return tuple(obligations)


def _between(target: Relational, facts: Sequence[Relational]) -> bool:
    """True if the target is u = v and two of the facts say u <= v and u >= v."""
    u, v = target.args
    below = {sp.Le(u, v, evaluate=False), sp.Ge(v, u, evaluate=False)}
    above = {sp.Ge(u, v, evaluate=False), sp.Le(v, u, evaluate=False)}
    return isinstance(target, sp.Eq) and bool(below & set(facts)) and bool(above & set(facts))


def _farkas(target: Relational, facts: Sequence[tuple[Relational, sp.Expr | None]], domain: Domain) -> list[Obligation]:
    if isinstance(target, sp.Eq) and not all(isinstance(r, sp.Eq) for r, _ in facts):
        raise ClaimError("with multipliers an equation follows from equations only")
    out: list[Obligation] = []
    goal, strict = (target.lhs - target.rhs, False) if isinstance(target, sp.Eq) else greater_difference(target)
    strict_fact = False
    for relation, times in facts:
        if times is None:
            raise ClaimError("give every used fact a multiplier, or none")
        factor = sp.sympify(times)
        # Deciding the sign also shows that the multiplier is defined: 1/delta at delta = 0 would prove anything.
        plain = factor.is_Rational
        if isinstance(relation, sp.Eq):
            goal -= factor * (relation.lhs - relation.rhs)
            if not plain:
                out += defined(factor, domain, "a multiplier")
            continue
        part, part_strict = greater_difference(relation)
        goal -= factor * part
        if plain and factor < 0:
            raise ClaimError(f"the multiplier {factor} is negative")
        needs_positive = strict and part_strict and factor != 0
        strict_fact = strict_fact or needs_positive
        if not plain:
            if factor.has(*BINDERS):
                out += defined(factor, domain, "a multiplier")
            relation_wanted = sp.Gt if needs_positive else sp.Ge
            out.append(Obligation(relation_wanted(factor, 0, evaluate=False), domain, "a multiplier is non-negative"))
    out += _definedness(target, [r for r, _ in facts], domain)
    goal = sp.expand(goal)
    if goal == 0 and (not strict or strict_fact):
        return out
    if isinstance(target, sp.Eq):
        out.append(Obligation(sp.Eq(goal, 0, evaluate=False), domain, "the step is a combination of the equations it uses"))
        return out
    relation = sp.Gt(goal, 0, evaluate=False) if strict and not strict_fact else sp.Ge(goal, 0, evaluate=False)
    out.append(Obligation(relation, domain, "the step is a non-negative combination of the facts it uses"))
    return out


def _definedness(target: Relational, facts: Sequence[Relational], domain: Domain) -> list[Obligation]:
    """What makes the target's sides numbers: 1/delta on both sides cancels in the difference, and is no number at delta = 0.

    The facts' own terms are numbers wherever the facts hold.
    """
    known = {term for fact in facts for side in fact.args for term in sp.Add.make_args(side)}
    terms = {term: None for side in target.args for term in sp.Add.make_args(side) if term not in known}
    return [o for term in terms for o in defined(term, domain, "a term of the conclusion")]


def _is_finite_sum(op: sp.Sum) -> bool:
    """True for a sum between finite ends, without another operator in it: where a fact that holds it is true, it is a real number."""
    return len(op.limits) == 1 and not op.function.has(*BINDERS) and all(end.is_finite is not False for end in op.limits[0][1:])


def _opened(relation: Relational, table: dict[sp.Expr, sp.Symbol], sums: Set[sp.Sum]) -> Relational:
    """The relation with every function without a formula replaced by a real symbol (arguments compared after expansion).

    sums: finite sums that stand in the facts; the same sum is the same number.
    """

    def symbol_for(term: sp.Expr) -> sp.Symbol:
        key = term.func(*(sp.expand(a) for a in term.args))
        if key not in table:
            table[key] = sp.Dummy(f"{term.func.__name__}[{len(table)}]", real=True)
        return table[key]

    swap = {}
    for term in relation.atoms(AppliedUndef):
        if any(a.atoms(AppliedUndef) for a in term.args):
            raise ClaimError(f"{term} nests functions without a formula")
        swap[term] = symbol_for(term)
    if not swap:
        return relation
    numbers = {}
    for op in relation.atoms(*BINDERS):
        if op.atoms(AppliedUndef):
            if not (op in sums or is_hockey_stick(op) or is_finite_integral(op)):
                raise ClaimError(f"{op} holds a function without a formula, which cannot be read as a number there")
            numbers[op] = table.setdefault(op, sp.Dummy(f"H[{len(table)}]", real=True))
    sides = [side.xreplace(numbers) for side in relation.args]
    return relation.func(*(side.xreplace(swap) for side in sides), evaluate=False)


@dataclass(frozen=True)
class Consequence:
    """The step follows from facts, by real arithmetic.

    uses: names of facts or `Use(name, at, times)`.
    """

    uses: Sequence[str | Use]

    name = "consequence"
    lemma = "A relation between real numbers that holds for all reals satisfying the premises holds for the values in question."

    def _uses(self) -> tuple[Use, ...]:
        return tuple(u if isinstance(u, Use) else Use(u) for u in self.uses)

    def premises(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(u.name for u in self._uses()))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        return Inference(target, follow(target, self._uses(), facts, domain), ())
