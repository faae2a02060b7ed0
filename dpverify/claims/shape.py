"""Whether the fields of a claim are of the kinds they should be; what they say is looked at elsewhere."""

from __future__ import annotations

from dataclasses import fields
from types import MappingProxyType, NoneType
from typing import Any

from ..rules import RULES
from .claim import VERDICTS, Claim, Step

MAPPINGS = (dict, MappingProxyType)
SEQUENCES = (tuple, list)


def shape_fault(claim: Claim) -> str | None:
    """What is wrong with the first field that is not of its kind, or None."""
    if type(claim) is not Claim:
        # A class of the author's own could say one thing to the engine and another to the reader; the same holds below.
        return f"it is a {type(claim).__name__}; only Claim itself is supported"
    absent = [f.name for f in fields(claim) if not hasattr(claim, f.name)]
    if absent:
        return f"it has no {absent[0]}"
    if type(claim.title) is not str or not claim.title.strip():
        return "the title is missing"
    if claim.id is not None and not _is_word(claim.id):
        return f"the id {claim.id!r} is not a text without spaces"
    if type(claim.expected) is not str or claim.expected not in VERDICTS:
        return f"expected is {claim.expected!r}; it is one of {', '.join(VERDICTS)}"
    for name in ("source", "corrects", "quote"):
        if type(getattr(claim, name)) not in (str, NoneType):
            return f"{name} is {getattr(claim, name)!r}; give a text"
    if type(claim.note) is not str:
        return f"note is {claim.note!r}; give a text"
    for name in ("uses", "covers"):
        if not _are_texts(getattr(claim, name)):
            return f"{name} is {getattr(claim, name)!r}; give a list of texts"
    for name in ("assumptions", "steps", "points"):
        if type(getattr(claim, name)) not in SEQUENCES:
            return f"{name} is {getattr(claim, name)!r}; give a list"
    if type(claim.domain) not in MAPPINGS:
        return f"the domain is {claim.domain!r}; give a dictionary from symbols to sets"
    for number, step in enumerate(claim.steps, 1):
        message = _step_fault(step)
        if message:
            return f"step {number}: {message}"
    if not all(type(p) in MAPPINGS for p in claim.points):
        return "points is not a list of dictionaries from symbols to numbers"
    return None


def _step_fault(step: Any) -> str | None:
    if type(step) is not Step or not all(hasattr(step, f.name) for f in fields(step)):
        return f"{step!r} is not a Step"
    if type(step.because) is not str:
        return f"because is {step.because!r}; give a text"
    if not _are_texts(step.uses):
        return f"uses is {step.uses!r}; give a list of texts"
    if type(step.label) not in (str, NoneType):
        return f"the label is {step.label!r}; give a text"
    if type(step.domain) not in MAPPINGS:
        return f"the domain is {step.domain!r}; give a dictionary from symbols to sets"
    rule = step.rule
    if rule is not None and (type(rule) not in RULES or not all(hasattr(rule, f.name) for f in fields(rule))):
        return f"the rule {type(rule).__name__} is not in the list of rules"
    return None


def _is_word(value: Any) -> bool:
    return type(value) is str and bool(value) and not any(c.isspace() for c in value)


def _are_texts(value: Any) -> bool:
    return type(value) in SEQUENCES and all(type(v) is str for v in value)
