"""A derivation: each step decided by itself, and the chain composed to the statement.

A bare expression continues the chain ("= expression"). A relation whose left side is where the chain stands continues it too.
Any other relation is a lemma that later steps may use. The chain composes if it arrives at the statement's right side with a
relation that implies the statement's, or if a step is the statement itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, all_bound, bound_symbols
from ..domain import Domain, Range
from ..errors import ClaimError
from ..rules import Fact, Obligation
from ..rules.base import is_finite
from ..rules.laws import LAWS, Law, fact_about
from ..rules.specialise import instance
from ..symbolic.lost import keeps_definedness, keeps_parts
from ..symbolic.normal_form import is_zero
from .as_written import as_written
from .decide import decide
from .result import Decision, Result, StepResult, weakest
from .validate import Prepared, PreparedStep, formulas

OPERATORS = BINDERS
DIRECTION = {sp.Eq: 0, sp.LessThan: 1, sp.StrictLessThan: 1, sp.GreaterThan: -1, sp.StrictGreaterThan: -1}


@dataclass(frozen=True)
class Derivation:
    """The decided steps and the relation each asserts (a bare expression written out as an equation)."""

    results: tuple[StepResult, ...]
    relations: tuple[Relational, ...]
    verdict: str
    rests_on: tuple[str, ...]


def derive(prepared: Prepared, known: Mapping[str, Result], facts_of_claims: Mapping[str, Sequence[Fact]]) -> Derivation:
    """Decide every step and compose the chain. Raises ClaimError, naming the step, if the chain does not compose."""
    relations = compose(prepared)
    labels: dict[str, int] = {}
    results: list[StepResult] = []
    for step, relation in zip(prepared.steps, relations, strict=True):
        label = step.step.label
        decision = _decide_step(step, relation, labels, relations, prepared, known, facts_of_claims)
        decision = as_written(decision, (step.expression, *formulas(step.step.rule)), step.domains)
        results.append(StepResult(step.number, decision))
        if label is not None:
            if label in labels or label in facts_of_claims:
                raise ClaimError(f"step {step.number} reuses the label {label!r}")
            labels[label] = step.number - 1
    used = [known[u].verdict for s in prepared.steps for u in _names(s) if u in known]
    verdict = weakest(*(r.decision.verdict for r in results), *used)
    rests_on = dict.fromkeys(lemma for r in results for lemma in r.decision.rests_on)
    for s in prepared.steps:
        for u in _names(s):
            if u in known:
                rests_on.update(dict.fromkeys(known[u].rests_on))
    return Derivation(tuple(results), relations, verdict, tuple(rests_on))


def compose(prepared: Prepared) -> tuple[Relational, ...]:
    """The relation each step asserts; ClaimError unless together they lead to the statement."""
    goal = prepared.statement
    cursor, direction, strict, links = goal.lhs, 0, False, 0
    begin = goal.lhs
    arrived = False
    relations: list[Relational] = []
    introduced: dict[sp.Symbol, list[Range | None]] = {}
    for step in prepared.steps:
        expr = step.expression
        if not isinstance(expr, Relational):
            if not _on_whole_domain(step, prepared):
                raise ClaimError(f"step {step.number} continues the chain, so it cannot narrow the claim's domain")
            relations.append(sp.Eq(cursor, expr, evaluate=False))
            _same_points(step, relations[-1], prepared, introduced)
            cursor, links = expr, links + 1
            continue
        relations.append(expr)
        if not _on_whole_domain(step, prepared):
            continue
        if same_statement(expr, goal):
            arrived = True
        elif same(expr.lhs, cursor, step.domains):
            _same_points(step, expr, prepared, introduced)
            way = DIRECTION[type(expr)]
            if way and direction and way != direction:
                raise ClaimError(f"step {step.number} turns the chain of inequalities around")
            direction = direction or way
            strict = strict or isinstance(expr, (sp.StrictLessThan, sp.StrictGreaterThan))
            begin = begin if links else expr.lhs
            cursor, links = expr.rhs, links + 1
    if arrived:
        return tuple(relations)
    last = prepared.steps[-1].number
    if not links or not same(cursor, goal.rhs, prepared.domains):
        raise ClaimError(f"the chain does not compose: after step {last} it stands at {cursor}, the statement's right side is {goal.rhs}")
    for shown, written in ((begin, goal.lhs), (cursor, goal.rhs)):
        # The steps' sides are defined; what the statement says beyond them has to be as well.
        if not all(keeps_definedness([written], shown, d) for d in prepared.domains):
            raise ClaimError(f"the chain does not compose: {written} is not shown to be defined everywhere")
    if not _implies(direction, strict, goal):
        raise ClaimError(f"the chain does not compose: up to step {last} it gives a weaker relation than the statement's")
    return tuple(relations)


def _on_whole_domain(step: PreparedStep, prepared: Prepared) -> bool:
    """True if what holds on the step's domains holds on the claim's: a step may narrow a symbol's range only as a lemma."""
    if len(step.domains) != len(prepared.domains):
        return False
    for mine, whole in zip(step.domains, prepared.domains, strict=True):
        if any(mine.ranges.get(s) != r for s, r in whole.ranges.items()) or mine.assumptions != whole.assumptions:
            return False
    return True


def _same_points(step: PreparedStep, link: Relational, prepared: Prepared, introduced: dict[sp.Symbol, list[Range | None]]) -> None:
    """The links of a chain hold at one point together: a symbol that the claim does not have keeps its range all along the chain."""
    for symbol in sorted(link.free_symbols - set(prepared.domains[0].ranges), key=str):
        ranges = [domain.ranges.get(symbol) for domain in step.domains]
        if None in ranges:
            raise ClaimError(f"step {step.number} continues the chain with {symbol}, which has no domain there")
        if introduced.setdefault(symbol, ranges) != ranges:
            raise ClaimError(f"step {step.number} gives {symbol} another domain than an earlier step of the chain")


def _implies(direction: int, strict: bool, goal: Relational) -> bool:
    wanted = DIRECTION[type(goal)]
    if isinstance(goal, (sp.StrictLessThan, sp.StrictGreaterThan)):
        return direction == wanted and strict
    return direction in (0, wanted)


def same(a: sp.Expr, b: sp.Expr, domains: Sequence[Domain]) -> bool:
    """True if the two expressions are the same where both are defined, structurally or by normal forms on every part of the domain."""
    if a == b:
        return True
    if a.atoms(AppliedUndef) != b.atoms(AppliedUndef):
        return False
    return all(is_zero(a - b, d) is not None for d in domains)


def same_statement(a: Relational, b: Relational) -> bool:
    """True if a is literally b, possibly written from right to left."""
    return a == b or a.reversed == b


def _names(step: PreparedStep) -> tuple[str, ...]:
    rule = step.step.rule
    return (*step.step.uses, *(rule.premises() if rule is not None else ()))


def _decide_step(
    step: PreparedStep,
    relation: Relational,
    labels: Mapping[str, int],
    relations: Sequence[Relational],
    prepared: Prepared,
    known: Mapping[str, Result],
    facts_of_claims: Mapping[str, Sequence[Fact]],
) -> Decision:
    for name in _names(step):
        if name in facts_of_claims and known[name].verdict in ("refuted", "undecided"):
            return Decision("undecided", (f"it uses {name}, which is {known[name].verdict}",))
    parts = [
        _decide_on(step, relation, i, domain, labels, relations, prepared, facts_of_claims) for i, domain in enumerate(step.domains)
    ]
    bad = next((p for p in parts if p.verdict == "refuted"), None)
    if bad is not None:
        return bad
    evidence = tuple(dict.fromkeys(e for p in parts for e in p.evidence))
    rests_on = tuple(dict.fromkeys(lemma for p in parts for lemma in p.rests_on))
    return Decision(weakest(*(p.verdict for p in parts)), evidence, rests_on)


def _decide_on(
    step: PreparedStep,
    relation: Relational,
    part: int,
    domain: Domain,
    labels: Mapping[str, int],
    relations: Sequence[Relational],
    prepared: Prepared,
    facts_of_claims: Mapping[str, Sequence[Fact]],
) -> Decision:
    facts: dict[str, Fact] = {}
    for name in _names(step):
        if name in labels:
            index = labels[name]
            facts[name] = fact_about(relations[index], _matching(prepared.steps[index], part, len(step.domains)))
        elif name in facts_of_claims:
            options = facts_of_claims[name]
            if len(options) != 1:
                raise ClaimError(f"step {step.number} uses {name}, whose domain has several parts; state it on one interval")
            facts[name] = options[0]
        else:
            raise ClaimError(f"step {step.number} uses {name!r}, which is neither an earlier step nor a used claim")
    rule = step.step.rule
    if rule is None:
        return _plain(step, relation, domain, facts)
    _refuse_foreign_laws(step.number, rule)
    try:
        inference = rule.apply(relation, facts, domain)
    except ClaimError as fault:
        raise ClaimError(f"step {step.number} ({rule.name}): {fault}") from None
    except (TypeError, AttributeError, ValueError, LookupError, sp.SympifyError) as fault:
        raise ClaimError(f"step {step.number} ({rule.name}) is not well formed: {str(fault)[:100]}") from None
    if not _covers(inference.conclusion, relation, domain):
        raise ClaimError(f"step {step.number} ({rule.name}): the rule gives {inference.conclusion}, the step says {relation}")
    helpers = {name: facts[name] for name in step.step.uses}
    return discharge([_with_facts(o, helpers) for o in inference.obligations], inference.lemmas, rule.name)


def _refuse_foreign_laws(number: int, rule: Any) -> None:
    """A law is told by the names of its functions, so a look-alike with other properties would lend them to the real one."""
    for part in fields(rule):
        value = getattr(rule, part.name)
        if isinstance(value, Law) and not any(value is law for law in LAWS):
            raise ClaimError(f"step {number} ({rule.name}) has the law {value.key!r}, which is not in the list of laws")


def _with_facts(obligation: Obligation, facts: Mapping[str, Fact]) -> Obligation:
    """The obligation on the same points, where the facts that hold on all of its domain are written out as assumptions."""
    bound = {v for op in obligation.relation.atoms(*OPERATORS) for v in bound_symbols(op)}
    domain = obligation.domain
    for name, fact in facts.items():
        if fact.relation.has(AppliedUndef, *OPERATORS) or fact.relation.free_symbols & bound:
            continue
        try:
            relation, needed = instance(fact, {}, obligation.domain, name)
        except (ClaimError, KeyError):
            continue  # the fact speaks of symbols that the obligation does not have
        if not needed:
            domain = domain.restrict(relation)
    return Obligation(obligation.relation, domain, obligation.why)


def _matching(step: PreparedStep, part: int, parts: int) -> Domain:
    if len(step.domains) == 1:
        return step.domains[0]
    if len(step.domains) == parts:
        return step.domains[part]
    raise ClaimError(f"step {step.number} has a domain in several parts that do not match those of the step that uses it")


def discharge(obligations: Sequence[Obligation], lemmas: Sequence[str], name: str) -> Decision:
    """The decision of a rule's application: the weakest of its obligations, each decided like any other relation."""
    verdicts, evidence = ["proved"], [f"rule: {name}"]
    for obligation in obligations:
        decision = decide(obligation.relation, (obligation.domain,))
        verdicts.append(decision.verdict)
        if decision.verdict in ("refuted", "undecided"):
            missing = f"side condition not shown ({obligation.why}): ${sp.latex(obligation.relation)}$"
            return Decision("undecided", (*evidence, missing), tuple(lemmas))
        evidence.append(f"{obligation.why}: {decision.verdict}")
    return Decision(weakest(*verdicts), tuple(evidence), tuple(lemmas))


def _plain(step: PreparedStep, relation: Relational, domain: Domain, facts: Mapping[str, Fact]) -> Decision:
    """A step without a rule: the used facts, at the same symbols, become assumptions; equations may also be substituted."""
    used: list[Relational] = []
    verdicts = ["proved"]
    for name, fact in facts.items():
        try:
            fact_here, needed = instance(fact, {}, domain, name)
        except ClaimError:
            # A universal fact over symbols that the step lacks cannot be used without saying at which instance.
            raise ClaimError(f"step {step.number} uses {name}, which speaks of other symbols; use the rule Specialise first") from None
        extra = discharge(needed, (), "use of a fact")
        verdicts.append(extra.verdict)
        if is_finite(fact_here):
            used.append(fact_here)
    if weakest(*verdicts) == "undecided":
        return Decision("undecided", ("a used fact is not shown to apply on the step's domain",))
    if any(same_statement(relation, r) for r in used):
        return Decision(weakest(*verdicts), ("it is one of the facts it uses",))
    fallback = Decision("undecided", ("the step could not be shown",))
    # A used equation says that its sides have values; nothing says so of an integral that the step alone writes.
    valued = {op for r in used if isinstance(r, sp.Eq) for op in r.atoms(sp.Integral, sp.Sum)}
    for candidate, where in _readings(relation, used, domain):
        same_sides = isinstance(candidate, sp.Eq) and candidate.lhs == candidate.rhs and all(_in_integrals(s) for s in relation.args)
        if same_sides and relation.atoms(sp.Integral, sp.Sum) <= valued:
            return Decision(weakest(*verdicts), ("both sides are the same once the used facts are put in",))
        decision = decide(candidate, (where,))
        if decision.verdict == "refuted" and candidate == relation:
            return decision
        if decision.verdict in ("proved", "certified"):
            return Decision(weakest(decision.verdict, *verdicts), decision.evidence, decision.rests_on)
        if decision.verdict == "checked":
            fallback = Decision(weakest(decision.verdict, *verdicts), decision.evidence, decision.rests_on)
    return fallback


def _readings(relation: Relational, used: Sequence[Relational], domain: Domain) -> list[tuple[Relational, Domain]]:
    """The ways to use facts: equations put in, facts as assumptions, and the relation by itself. Any one of them is enough."""
    out: list[tuple[Relational, Domain]] = []
    # Inside an integral, sum or limit the bound variable leaves the step's domain, on which the fact was shown.
    bound = all_bound(relation)
    outer = bound.difference(*(bound_symbols(op) for op in relation.atoms(sp.Derivative))).union(
        *(bound_symbols(op) for op in relation.atoms(*BINDERS) if not isinstance(op, sp.Derivative))
    )
    equations = {r.lhs: r.rhs for r in used if isinstance(r, sp.Eq) and not r.free_symbols & bound}
    if equations:
        put_in = relation.func(*(side.xreplace(equations) for side in relation.args), evaluate=False)
        if put_in != relation and all(keeps_parts(side, equations, domain) for side in relation.args):
            out.append((put_in, domain))
    # An assumption that holds an operator says nothing that the sign rules could use, and is costly to look at.
    plain = [r for r in used if not r.atoms(AppliedUndef) and not r.has(*OPERATORS) and not r.free_symbols & outer]
    plain = [r for r in plain if _open(r) or not r.free_symbols & bound]
    if plain and not relation.atoms(AppliedUndef):
        out.append((relation, domain.restrict(*plain)))
    return [*out, (relation, domain)]


def _in_integrals(side: sp.Expr) -> bool:
    """True for a combination of integrals and sums with rational factors: putting equals for equals cannot hide an undefined part."""
    if isinstance(side, (sp.Add, sp.Mul)):
        return all(_in_integrals(a) for a in side.args)
    return side.is_Rational or isinstance(side, (sp.Integral, sp.Sum))


def _open(relation: Relational) -> bool:
    """True for a strict inequality between continuous functions: it holds near every point where it holds, so also under a derivative."""
    jumps = (sp.Piecewise, sp.floor, sp.ceiling, sp.sign, sp.Heaviside)
    return isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan)) and not relation.has(*jumps)


def _covers(conclusion: Relational, relation: Relational, domain: Domain) -> bool:
    """True if the conclusion is the relation, up to orientation, normal forms of the sides, and strict for non-strict."""
    for candidate in (conclusion, conclusion.reversed):
        if DIRECTION[type(candidate)] != DIRECTION[type(relation)]:
            continue
        wants_strict = isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan))
        has_strict = isinstance(candidate, (sp.StrictLessThan, sp.StrictGreaterThan))
        if wants_strict and not has_strict:
            continue
        # The rule's sides are defined; what the step says beyond them has to be as well.
        if not keeps_definedness(relation.args, candidate, domain):
            continue
        if all(a == b or is_zero(a - b, domain) is not None for a, b in zip(candidate.args, relation.args, strict=True)):
            return True
        # Operators over functions without a formula may be infinite: what they have in common does not cancel.
        endless = any(op.atoms(AppliedUndef) for r in (candidate, relation) for op in r.atoms(*BINDERS))
        if not isinstance(relation, sp.Eq) and not endless:
            if is_zero((candidate.lhs - candidate.rhs) - (relation.lhs - relation.rhs), domain) is not None:
                return True
    return False
