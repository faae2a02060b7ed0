"""The JSON answers about claims and results: keys and meanings are a contract with other programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..claims.claim import VERDICTS
from ..claims.registry import Entry
from ..claims.result import Result
from .model import Item, Model
from .order import numbers_by_size
from .printer import latex
from .statement import hypotheses, laws, topic_key


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


def report_answer(model: Model, seed: int) -> dict[str, Any]:
    """results.json of `dpverify report`: claims in the order of the page; its schema is results.schema.json beside this file."""
    covers: dict[str, list[str]] = {}
    for item in model.items:
        for number in dict.fromkeys(map(str, item.entry.claim.covers)):
            covers.setdefault(number, []).append(item.id)
    return {
        "format": 1,
        "claims": [_item_answer(item, model) for item in model.items],
        "summary": summary(item.result for item in model.items),
        "covers": dict(sorted(covers.items(), key=lambda pair: numbers_by_size(pair[0]))),
        "lemmas": list(model.lemmas),
        "versions": dict(model.versions),
        "seed": seed,
    }


def _item_answer(item: Item, model: Model) -> dict[str, Any]:
    shown, wrong = show_answer(item.entry), model.wrong(item)
    decided = {step.number: step.decision for step in item.result.steps}
    for step in shown["steps"]:
        decision = decided.get(step["number"])
        step["verdict"] = decision.verdict if decision else None
        step["evidence"] = list(decision.evidence) if decision else []
    del shown["file"]  # a path of one machine
    return {
        "number": item.number,
        "chapter": topic_key(item.entry),
        **claim_answer(item.entry, item.result),
        **{key: shown[key] for key in ("hypotheses", "laws", "uses", "quote", "note", "steps")},
        "corrects": wrong.id if wrong else item.entry.claim.corrects,
    }
