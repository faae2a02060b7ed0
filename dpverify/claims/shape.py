"""Whether the fields of a claim are of the kinds they should be; what they say is looked at elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .claim import VERDICTS, Claim, Step


def shape_fault(claim: Claim) -> str | None:
    """What is wrong with the first field that is not of its kind, or None."""
    if not isinstance(claim.title, str) or not claim.title.strip():
        return "the title is missing"
    if claim.id is not None and not _is_word(claim.id):
        return f"the id {claim.id!r} is not a text without spaces"
    if claim.expected not in VERDICTS:
        return f"expected is {claim.expected!r}; it is one of {', '.join(VERDICTS)}"
    for name in ("source", "corrects", "quote"):
        if not isinstance(getattr(claim, name), str | None):
            return f"{name} is {getattr(claim, name)!r}; give a text"
    if not isinstance(claim.note, str):
        return f"note is {claim.note!r}; give a text"
    for name in ("uses", "covers"):
        if not _are_texts(getattr(claim, name)):
            return f"{name} is {getattr(claim, name)!r}; give a list of texts"
    for name in ("assumptions", "steps", "points"):
        if not isinstance(getattr(claim, name), list | tuple):
            return f"{name} is {getattr(claim, name)!r}; give a list"
    if not isinstance(claim.domain, Mapping):
        return f"the domain is {claim.domain!r}; give a dictionary from symbols to sets"
    for number, step in enumerate(claim.steps, 1):
        message = _step_fault(step)
        if message:
            return f"step {number}: {message}"
    if not all(isinstance(p, Mapping) for p in claim.points):
        return "points is not a list of dictionaries from symbols to numbers"
    return None


def _step_fault(step: Any) -> str | None:
    if not isinstance(step, Step):
        return f"{step!r} is not a Step"
    if not isinstance(step.because, str):
        return f"because is {step.because!r}; give a text"
    if not _are_texts(step.uses):
        return f"uses is {step.uses!r}; give a list of texts"
    if step.label is not None and not isinstance(step.label, str):
        return f"the label is {step.label!r}; give a text"
    if not isinstance(step.domain, Mapping):
        return f"the domain is {step.domain!r}; give a dictionary from symbols to sets"
    return None


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and not any(c.isspace() for c in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)
