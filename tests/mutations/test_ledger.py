"""Neighbours of every claim of the ledger: no wrong one is ever proved or certified, nearly all wrong ones are refuted with a point.

`make test` tries one neighbour of every thirtieth claim; `make campaign` at least eight, with ten thousand points of the independent judge.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from dpverify.claims.claim import Claim
from dpverify.claims.decide import decide
from dpverify.claims.registry import Entry, select
from dpverify.claims.result import STRENGTH
from dpverify.claims.runner import run as run_claims
from dpverify.claims.steps import compose
from dpverify.claims.validate import prepare
from dpverify.errors import ClaimError
from tests.mutations.campaign import Judged, chosen, explicit, judge, report, table

WANTED_SHARE = 0.95


def entries() -> list[Entry]:
    selection = select()
    assert not selection.faults
    return list(selection.entries)


def _judge(task: tuple[Claim, str, int, int, int]) -> list[Judged]:
    return list(judge(*task))


def run(most: int, trials: int, seconds: int, every: int = 1) -> list[Judged]:
    tasks = [(replace(e.claim, steps=(), uses=()), e.id, most, trials, seconds) for e in entries() if explicit(e)][::every]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [row for rows in pool.map(_judge, tasks) for row in rows]


def check(rows: list[Judged]) -> None:
    figures = table(rows)
    assert figures["let through"] == 0, report(rows)
    assert figures["wrong"] > 0
    assert figures["refuted"] >= WANTED_SHARE * figures["wrong"], report(rows)


def test_one_neighbour_of_every_thirtieth_claim() -> None:
    check(run(most=1, trials=100, seconds=40, every=30))


@pytest.mark.campaign
def test_neighbours_of_every_claim(capsys: pytest.CaptureFixture[str]) -> None:
    rows = run(most=9, trials=10_000, seconds=60)
    with capsys.disabled():
        print("\n" + report(rows))
    check(rows)


def carried(entry: Entry, claim: Claim) -> bool:
    """True if the whole derivation, rules and used claims included, gives the neighbour a verdict of any strength."""
    (outcome,) = run_claims([replace(entry, claim=replace(claim, uses=entry.claim.uses))], select([entry.id]).needed, jobs=1)
    return outcome.result is not None and outcome.result.verdict in STRENGTH


@pytest.mark.parametrize("entry", [e for e in entries() if not explicit(e)], ids=lambda e: e.id)
def test_a_derivation_does_not_prove_a_neighbour(entry: Entry) -> None:
    """Its steps either do not compose to the neighbour, or one of them becomes a relation that is not shown."""
    mine = set(compose(prepare(entry.claim)))
    tried = 0
    for neighbour in chosen(entry.claim, entry.id, 9):
        if neighbour.claim.statement == entry.claim.statement:
            continue  # a wider domain: the chain composes, its steps have to fail there
        try:
            prepared = prepare(replace(neighbour.claim, steps=entry.claim.steps))
        except ClaimError:
            continue
        tried += 1
        try:
            relations = compose(prepared)
        except ClaimError:
            continue
        changed = [r for r, s in zip(relations, prepared.steps, strict=True) if r not in mine and s.step.rule is None]
        if any(decide(r, prepared.domains).verdict not in STRENGTH for r in changed):
            continue
        # Where all that changed is said by rules, the rules themselves have to refuse it.
        assert not carried(entry, prepared.claim), str(neighbour.claim.statement)
    assert tried


def test_the_unchanged_claim_is_carried() -> None:
    """So that a derivation which fails for another reason does not pass for a refusal."""
    (entry,) = select(["zero_epsilon.condition.total_variation"]).entries
    assert carried(entry, entry.claim)
