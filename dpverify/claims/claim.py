"""A claim and the steps of its derivation: data, no behaviour.

A claim is a SymPy relation together with the domain on which it is said to hold. Nothing in this file decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

VERDICTS = ("proved", "certified", "checked", "refuted", "undecided")


@dataclass(frozen=True, eq=False)
class Step:
    """One line of a derivation.

    expression: a SymPy relation, or an expression (then it continues the chain: "= expression").
    because:    the reason in words, one clause; LaTeX in $...$ is allowed.
    uses:       what the step rests on: ids of claims, or labels of earlier steps.
    rule:       an instance of a class from `dpverify.rules` whose conclusion is this step; None for plain mathematics.
    label:      a name by which later steps can use this one.
    domain:     symbols that this step introduces (symbol -> set), with the same forms as Claim.domain.
    """

    expression: Any
    because: str = ""
    uses: Sequence[str] = ()
    rule: Any = None
    label: str | None = None
    domain: Mapping[Any, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement with its domain, and optionally its derivation.

    title:       one line of prose.
    statement:   a SymPy relation (Eq, Lt, Le, Gt, Ge); sides may hold Integral, Sum, Limit, Derivative, Piecewise.
    domain:      symbol -> set; a pair (a, b) is the open interval, any SymPy set is allowed.
    assumptions: relations that tie the symbols together.
    id:          default: path and variable name.
    source:      key in proofs/references.bib with the place, e.g. "geng2018truncated, Theorem 2".
    covers:      numbers of the statements this claim covers, e.g. ("2.7",).
    steps:       the derivation.
    points:      points (symbol -> exact number) to be looked at first.
    uses:        ids of claims used as a whole.
    expected:    the verdict the author expects; the claim is ok at this verdict or a stronger one.
    corrects:    id of the refuted claim that this one puts right.
    quote:       the source's sentence, verbatim, where this claim renders one.
    note:        what a reader should know besides, in prose (LaTeX in $...$ is allowed).
    """

    title: str
    statement: Any
    domain: Mapping[Any, Any] = field(default_factory=dict)
    assumptions: Sequence[Any] = ()
    id: str | None = None
    source: str | None = None
    covers: Sequence[str] = ()
    steps: Sequence[Step] = ()
    points: Sequence[Mapping[Any, Any]] = ()
    uses: Sequence[str] = ()
    expected: str = "certified"
    corrects: str | None = None
    quote: str | None = None
    note: str = ""
