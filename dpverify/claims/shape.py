"""Whether the fields of a claim are of the kinds they should be; what they say is looked at elsewhere."""

from __future__ import annotations

from dataclasses import fields
from types import NoneType
from typing import Any

from ..rules import RULES
from .claim import VERDICTS, Claim, Step

MAPPINGS = (dict,)
"""No proxies: what stands behind one may be of the author's own class."""
SEQUENCES = (tuple, list)


def is_exactly(value: Any, *kinds: type) -> bool:
    """True if the value's class is one of these; `in` would ask the class whether it is equal to them, and it could say so."""
    return any(type(value) is kind for kind in kinds)


def rule_fault(rule: Any) -> str | None:
    """What is wrong with a rule beside what its fields hold, or None."""
    if not is_exactly(rule, *RULES):
        return f"the rule {type(rule).__name__} is not in the list of rules"
    if sorted(vars(rule)) != sorted(f.name for f in fields(rule)):
        return f"the rule {type(rule).__name__} has been given what is none of its fields, or lacks one"
    try:
        premises = tuple(rule.premises())
    except (TypeError, AttributeError, ValueError, LookupError) as error:
        return f"the rule {type(rule).__name__} is not well formed: {error}"
    return None if _are_texts(premises) else f"the rule {type(rule).__name__} names its premises by {premises!r}; give texts"


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
        if not is_exactly(getattr(claim, name), str, NoneType):
            return f"{name} is {getattr(claim, name)!r}; give a text"
    if type(claim.note) is not str:
        return f"note is {claim.note!r}; give a text"
    for name in ("uses", "covers"):
        if not _are_texts(getattr(claim, name)):
            return f"{name} is {getattr(claim, name)!r}; give a list of texts"
    for name in ("assumptions", "steps", "points"):
        if not is_exactly(getattr(claim, name), *SEQUENCES):
            return f"{name} is {getattr(claim, name)!r}; give a list"
    if not is_exactly(claim.domain, *MAPPINGS):
        return f"the domain is {claim.domain!r}; give a dictionary from symbols to sets"
    for number, step in enumerate(claim.steps, 1):
        message = _step_fault(step)
        if message:
            return f"step {number}: {message}"
    if not all(is_exactly(p, *MAPPINGS) for p in claim.points):
        return "points is not a list of dictionaries from symbols to numbers"
    return None


def _step_fault(step: Any) -> str | None:
    if type(step) is not Step or not all(hasattr(step, f.name) for f in fields(step)):
        return f"{step!r} is not a Step"
    if type(step.because) is not str:
        return f"because is {step.because!r}; give a text"
    if not _are_texts(step.uses):
        return f"uses is {step.uses!r}; give a list of texts"
    if not is_exactly(step.label, str, NoneType):
        return f"the label is {step.label!r}; give a text"
    if not is_exactly(step.domain, *MAPPINGS):
        return f"the domain is {step.domain!r}; give a dictionary from symbols to sets"
    return None if step.rule is None else rule_fault(step.rule)


def _is_word(value: Any) -> bool:
    return type(value) is str and bool(value) and not any(c.isspace() for c in value)


def _are_texts(value: Any) -> bool:
    return is_exactly(value, *SEQUENCES) and all(type(v) is str for v in value)
