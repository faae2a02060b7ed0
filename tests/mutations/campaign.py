"""Run the neighbours of claims through the engine and judge them independently.

A neighbour is *wrong* when plain mpmath violates it by more than 1e-20, at the engine's own counterexample or at one of many
random points. No wrong one may be proved or certified; nearly all wrong ones must be refuted with a point.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from dpverify.claims.claim import Claim
from dpverify.claims.registry import Entry
from dpverify.claims.validate import prepare
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError, SoundnessError
from tests.mutations.neighbours import neighbours
from tests.mutations.oracle import VIOLATION, points, violation

SEED = 20180509
SLOW_SECONDS = 6
"""Processor time after which the judge of a statement with an integral, a sum or a limit looks at no further point."""


@dataclass(frozen=True)
class Judged:
    """One neighbour: what the engine said, and what the independent judge says ("wrong", "no violation found", "not evaluable")."""

    claim: str
    kind: str
    statement: str
    verdict: str
    judgement: str
    point: dict[str, str]


def judge(claim: Claim, name: str, most: int, trials: int, seconds: int) -> Iterator[Judged]:
    """At most `most` neighbours of the claim, chosen with a fixed seed so that every kind of change is tried."""
    for neighbour in chosen(claim, name, most):
        verdict, point = engine(neighbour.claim, seconds)
        if verdict == "ill-formed":
            continue
        yield Judged(
            name, neighbour.kind, str(neighbour.claim.statement), verdict, independent(neighbour.claim, verdict, point, trials), point
        )


def chosen(claim: Claim, name: str, most: int) -> list:
    every = list(neighbours(claim))
    rng = random.Random(f"{SEED} {name}")
    rng.shuffle(every)
    kinds: dict[str, list] = {}
    for n in every:
        kinds.setdefault(n.kind, []).append(n)
    out: list = []
    while len(out) < most and any(kinds.values()):
        for group in kinds.values():
            if group and len(out) < most:
                out.append(group.pop())
    return out


class _TimeUp(BaseException):
    """Raised by the alarm; no `except Exception` on the way swallows it."""


def engine(claim: Claim, seconds: int) -> tuple[str, dict[str, str]]:
    """The verdict and the counterexample's point; "out of time" after so many seconds of processor time, "ill-formed" if refused."""

    def ring(signum: int, frame: object) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        result = verify(claim)
    except ClaimError:
        return "ill-formed", {}
    except SoundnessError:
        raise
    except _TimeUp:
        return "out of time", {}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return result.verdict, dict(result.counterexample.point) if result.counterexample else {}


def independent(claim: Claim, verdict: str, point: dict[str, str], trials: int) -> str:
    prepared = prepare(claim)
    statement = prepared.statement
    if verdict == "refuted":
        symbols = {s.name: s for part in prepared.domains for s in part.ranges}
        by = violation(statement, {symbols[k]: sp.Rational(v) for k, v in point.items() if k in symbols})
        return "not evaluable" if by is None else "wrong" if by > VIOLATION else "no violation found"
    looked = 0
    if not claim.domain:
        by = violation(statement, {})
        return "not evaluable" if by is None else "wrong" if by > VIOLATION else "no violation found"
    raw = {s: claim.domain[k] for k in claim.domain for part in prepared.domains[:1] for s in part.ranges if s.name == k.name}
    assumptions = tuple(a for a in prepared.domains[0].assumptions)
    slow = statement.has(sp.Integral, sp.Sum, sp.Limit)
    start = time.process_time()
    for p in points(raw, assumptions, max(5, trials // 500) if slow else trials, SEED):
        if slow and time.process_time() - start > SLOW_SECONDS:
            break
        by = violation(statement, p)
        if by is None:
            continue
        looked += 1
        if by > VIOLATION:
            return "wrong"
    return "no violation found" if looked else "not evaluable"


def table(rows: Iterable[Judged]) -> dict[str, int]:
    """Counts: tried, wrong, refuted among the wrong, let through (proved or certified although wrong)."""
    rows = list(rows)
    wrong = [r for r in rows if r.judgement == "wrong"]
    return {
        "tried": len(rows),
        "wrong": len(wrong),
        "refuted": sum(r.verdict == "refuted" for r in wrong),
        "let through": sum(r.verdict in ("proved", "certified", "checked") for r in wrong),
        "refuted, not confirmed": sum(r.verdict == "refuted" and r.judgement == "no violation found" for r in rows),
    }


def explicit(entry: Entry) -> bool:
    """True for a statement without functions that stand for an arbitrary law."""
    return not entry.claim.statement.atoms(AppliedUndef)


def report(rows: list[Judged]) -> str:
    """The figures, and every wrong neighbour that was not refuted."""
    survivors = [r for r in rows if r.judgement == "wrong" and r.verdict != "refuted"]
    lines = [str(table(rows)), *(f"{r.claim} | {r.kind} | {r.verdict} | {r.statement}" for r in survivors)]
    return "\n".join(lines)
