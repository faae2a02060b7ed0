"""The JSON answers about claims and results: keys and meanings are a contract with other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..claims.claim import VERDICTS
from ..claims.registry import Entry
from ..claims.result import Result
from .printer import latex
from .statement import hypotheses, laws


def listing_answer(entry: Entry) -> dict[str, Any]:
    """An entry of `dpverify claims --json`."""
    claim = entry.claim
    return {"id": entry.id, "title": claim.title, "source": claim.source, "covers": list(claim.covers), "expected": claim.expected}


def claim_answer(entry: Entry, result: Result) -> dict[str, Any]:
    """An entry of `dpverify verify --json`."""
    claim, found = entry.claim, result.counterexample
    return {
        "id": entry.id,
        "title": claim.title,
        "source": claim.source,
        "covers": list(claim.covers),
        "statement": latex(claim.statement),
        "verdict": result.verdict,
        "expected": claim.expected,
        "ok": result.ok,
        "rests_on": list(result.rests_on),
        "evidence": list(result.evidence),
        "counterexample": None if found is None else {"point": dict(found.point), "lhs": found.lhs, "rhs": found.rhs},
        "seconds": round(result.seconds, 3),
    }


def summary(results: Iterable[Result]) -> dict[str, int]:
    """How many claims there are, how many are ok, and how many have each verdict."""
    numbers = {"total": 0, "ok": 0, **dict.fromkeys(VERDICTS, 0)}
    for result in results:
        numbers["total"] += 1
        numbers["ok"] += result.ok
        numbers[result.verdict] += 1
    return numbers


def show_answer(entry: Entry) -> dict[str, Any]:
    """`dpverify show --json`: the claim as it is written; formulas as LaTeX."""
    claim = entry.claim
    return {
        **listing_answer(entry),
        "file": entry.path.as_posix(),
        "statement": latex(claim.statement),
        "hypotheses": hypotheses(claim),
        "laws": [law.words for law in laws(claim)],
        "uses": dict(entry.uses),
        "corrects": claim.corrects,
        "quote": claim.quote,
        "note": claim.note,
        "steps": [
            {
                "number": number,
                "label": step.label,
                "expression": latex(step.expression),
                "because": step.because,
                "uses": list(step.uses),
                "rule": None if step.rule is None else getattr(step.rule, "name", type(step.rule).__name__),
                "lemma": None if step.rule is None else getattr(step.rule, "lemma", None),
            }
            for number, step in enumerate(claim.steps, 1)
        ],
    }
