"""The main job: a claim in, a result out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import sympy as sp
from sympy.core.function import AppliedUndef

from ..domain import Domain
from ..enclosure.decide import decide_at
from ..errors import ClaimError, NotEnclosable, SoundnessError
from ..exact import any_number_of_digits
from ..prover.counterexample import find_counterexample
from ..prover.membership import certainly_in
from ..prover.witness import sample, witness
from ..rules import Fact
from ..rules.laws import fact_about
from ..symbolic.resolve import resolve
from .as_written import as_written
from .claim import Claim
from .decide import SEED, decide
from .result import STRENGTH, Decision, Result, StepResult, weakest
from .steps import derive
from .validate import Prepared, prepare, require_nonempty


def verify(claim: Claim, known: Mapping[str, Result] | None = None) -> Result:
    """Decide a claim.

    claim: what to decide.
    known: results of the claims named in `claim.uses` and in its steps, by id; a claim is as strong as its weakest link.

    With steps, every step is decided by itself and the chain must compose to the statement; without, the statement is decided as it
    stands. Errors fall on the side of "undecided". Raises ClaimError for a claim that is not well formed, SoundnessError if two
    independent evaluations of ours disagree.
    """
    with any_number_of_digits():
        return _verify(prepare(claim), dict(known or {}))


def verify_prepared(prepared: Prepared, known: Mapping[str, Result]) -> Result:
    """The same for a claim of which it has been shown that it is well formed."""
    with any_number_of_digits():
        return _verify(prepared, dict(known))


def _verify(prepared: Prepared, known: dict[str, Result]) -> Result:
    begin, claim = time.perf_counter(), prepared.claim
    require_nonempty(prepared, witness)
    facts = {name: _facts(name, known) for name in _wanted(claim) if name in known}
    for name in claim.uses:
        if name not in known:
            raise ClaimError(f"it uses {name!r}, which is not among the known claims")
    if claim.steps:
        decision, steps = _by_steps(prepared, known, facts)
    else:
        decision, steps = decide(prepared.statement, prepared.domains, prepared.points), ()
        decision = as_written(decision, [prepared.statement], prepared.domains)
    decision = _with_used(decision, claim, known)
    seconds = time.perf_counter() - begin
    return Result(claim, decision.verdict, decision.evidence, decision.rests_on, decision.counterexample, steps, seconds)


def _wanted(claim: Claim) -> tuple[str, ...]:
    names = list(claim.uses)
    for step in claim.steps:
        names += step.uses
        if step.rule is not None and hasattr(step.rule, "premises"):
            names += step.rule.premises()
    return tuple(dict.fromkeys(names))


def _facts(name: str, known: Mapping[str, Result]) -> tuple[Fact, ...]:
    used = prepare(known[name].claim)
    return tuple(fact_about(used.statement, domain) for domain in used.domains)


def _by_steps(
    prepared: Prepared, known: Mapping[str, Result], facts: Mapping[str, Sequence[Fact]]
) -> tuple[Decision, tuple[StepResult, ...]]:
    derivation = derive(prepared, known, facts)
    if derivation.verdict in STRENGTH:
        count = len(derivation.results)
        whole = f"{count} steps, each decided by itself, compose to the statement"
        evidence = (whole if count > 1 else "1 step, decided by itself, is the statement",)
        decision = as_written(Decision(derivation.verdict, evidence, derivation.rests_on), [prepared.statement], prepared.domains)
        if decision.verdict in STRENGTH:
            _contradict(prepared)
        return decision, derivation.results
    faults = [
        f"step {r.number} is {r.decision.verdict}: {'; '.join(r.decision.evidence[-1:])}"
        for r in derivation.results
        if r.decision.verdict not in STRENGTH
    ]
    faults = faults or ["a used claim is not established"]
    found = _refute(prepared.statement, prepared.domains, prepared.points)
    if found is not None:
        return Decision("refuted", (*found.evidence, *faults), (), found.counterexample), derivation.results
    return Decision("undecided", tuple(faults), derivation.rests_on), derivation.results


def _refute(statement: sp.Rel, domains: Sequence[Domain], points: Sequence[Mapping[sp.Symbol, sp.Rational]]) -> Decision | None:
    if statement.atoms(AppliedUndef):
        return None
    decision = decide(statement, domains, points)
    return decision if decision.verdict == "refuted" else None


def _contradict(prepared: Prepared) -> None:
    """A chain that holds while its statement fails at a point is a bug of ours: raise SoundnessError."""
    statement = prepared.statement
    if statement.atoms(AppliedUndef):
        return
    for domain in prepared.domains:
        if statement.has(sp.Integral):
            _contradict_at_points(prepared, domain)
            continue
        try:
            lhs, rhs = resolve(statement.lhs, domain), resolve(statement.rhs, domain)
            found = find_counterexample(statement.func(lhs.value, rhs.value, evaluate=False), domain, hints=prepared.points, effort="quick")
        except NotEnclosable:
            continue
        if found is not None:
            raise SoundnessError(f"the steps of {prepared.claim.title!r} were proved, yet the statement fails at {found.point}")


def _contradict_at_points(prepared: Prepared, domain: Domain) -> None:
    """The same for statements whose integrals are costly to resolve: rigorous quadrature at a few points."""
    for point in (*prepared.points, *sample(domain, 3, SEED)):
        complete = set(point) >= set(domain.ranges) and certainly_in(point, domain)
        if complete and decide_at(prepared.statement, point, max_prec=64).truth is False:
            raise SoundnessError(f"the steps of {prepared.claim.title!r} were proved, yet the statement fails at {point}")


def _with_used(decision: Decision, claim: Claim, known: Mapping[str, Result]) -> Decision:
    """The decision weakened to that of the claims used as a whole."""
    if not claim.uses or decision.verdict not in STRENGTH:
        return decision
    verdict = weakest(decision.verdict, *(known[name].verdict for name in claim.uses))
    rests_on = dict.fromkeys((*decision.rests_on, *(lemma for name in claim.uses for lemma in known[name].rests_on)))
    evidence = decision.evidence if verdict == decision.verdict else (*decision.evidence, "it is no stronger than the claims it uses")
    return Decision(verdict, evidence, tuple(rests_on), decision.counterexample)
