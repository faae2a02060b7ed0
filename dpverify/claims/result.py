"""What deciding a claim gives back: data."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from .claim import Claim

STRENGTH = {"proved": 3, "certified": 2, "checked": 1}
"""Order of the positive verdicts; refuted and undecided match only themselves."""


def matches(verdict: str, expected: str) -> bool:
    """True if `verdict` equals `expected` or is stronger (proved > certified > checked)."""
    if verdict == expected:
        return True
    return verdict in STRENGTH and expected in STRENGTH and STRENGTH[verdict] > STRENGTH[expected]


def weakest(*verdicts: str) -> str:
    """The verdict of a conclusion that needs all of `verdicts`: the weakest; anything not positive is "undecided"."""
    if any(v not in STRENGTH for v in verdicts):
        return "undecided"
    return min(verdicts, key=STRENGTH.__getitem__, default="proved")


@dataclass(frozen=True)
class Counterexample:
    """A certified point where a statement fails: symbol name -> exact rational text, enclosures of both sides as text."""

    point: dict[str, str]
    lhs: str
    rhs: str


@dataclass(frozen=True)
class Decision:
    """How one relation on one domain was decided.

    verdict:   one of VERDICTS.
    evidence:  one sentence per argument, in the order in which they were used (plain text, may hold $LaTeX$).
    rests_on:  lemmas in prose on which the decision rests (from rules), empty for plain mathematics.
    """

    verdict: str
    evidence: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    counterexample: Counterexample | None = None


@dataclass(frozen=True)
class StepResult:
    """Decision of one step, with its number (from 1)."""

    number: int
    decision: Decision


@dataclass(frozen=True, repr=False)
class Result:
    """Decision of a claim, with those of its steps."""

    claim: Claim
    verdict: str
    evidence: tuple[str, ...]
    rests_on: tuple[str, ...]
    counterexample: Counterexample | None
    steps: tuple[StepResult, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        return matches(self.verdict, self.claim.expected)

    def __repr__(self) -> str:
        return f"<Result {self.verdict}: {self.claim.title}>"

    def _repr_latex_(self) -> str:
        """How a notebook shows the result where it can show formulas only."""
        return rf"$\displaystyle {_formula(self.claim)}\qquad\text{{{self.verdict}}}$"

    def _repr_html_(self) -> str:
        """How a notebook shows the result: title, formula, verdict, and what it rests on."""
        items = [("Evidence", e) for e in self.evidence] + [("Rests on", lemma) for lemma in self.rests_on]
        if self.counterexample is not None:
            found = self.counterexample
            at = ", ".join(f"{name} = {value}" for name, value in found.point.items())
            items.insert(0, ("Counterexample", f"{at}: left side in {found.lhs}, right side in {found.rhs}"))
        rows = "".join(f"<li>{kind}: {escape(text)}</li>" for kind, text in items)
        formula = escape(rf"$\displaystyle {_formula(self.claim)}$")
        return f"<div><p>{escape(self.claim.title)}: <b>{self.verdict}</b></p><p>{formula}</p><ul>{rows}</ul></div>"


def _formula(claim: Claim) -> str:
    # Here and not at the top: a result is plain data, and only a notebook pays for the printer.
    from sympy import latex

    return str(latex(claim.statement))
