"""What a symbolic step hands back: a value or a bare fact, with the reasons why it holds."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr


@dataclass(frozen=True)
class Proof:
    """A fact has been shown. reasons: short sentences for the reader, in the order in which they were used ($LaTeX$ allowed)."""

    reasons: tuple[str, ...] = ()

    def and_then(self, other: Proof) -> Proof:
        """Both facts; a reason that is given twice is kept once."""
        return Proof(merge_reasons(self.reasons, other.reasons))


@dataclass(frozen=True)
class Derived:
    """An expression that has been shown to equal the one asked about, with the reasons."""

    value: Expr
    reasons: tuple[str, ...] = ()


def merge_reasons(*groups: tuple[str, ...]) -> tuple[str, ...]:
    """The reasons of all groups in order, each once."""
    return tuple(dict.fromkeys(r for g in groups for r in g))
