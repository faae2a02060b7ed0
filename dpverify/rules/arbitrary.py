"""Rule: an arbitrary non-negative function. And which functions without a formula are measurable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..domain import Domain
from .base import Fact, Inference, defined
from .indicator import EVENT
from .laws import law_of


def sequence(letter: str) -> sp.Function:
    """u_1, u_2, ..., an arbitrary sequence of real numbers (a measurable function where its argument is real): nothing is known of it."""
    return sp.Function(f"{letter}_seq", real=True)


def nonnegative_function(letter: str) -> sp.Function:
    """h(x), an arbitrary non-negative measurable function; only `NonNegativeFunction` knows of it."""
    return sp.Function(f"{letter}_nn", real=True)


def is_measurable(f: AppliedUndef) -> bool:
    """True for the functions of laws and events, and for the arbitrary ones of this file."""
    name = f.func.__name__
    return name.endswith(("_seq", "_nn")) or f.func == EVENT or law_of(f) is not None


@dataclass(frozen=True)
class NonNegativeFunction:
    """h(at) >= 0 for the arbitrary non-negative function h of that letter."""

    letter: str
    at: sp.Expr

    name = "non-negative function"
    lemma = "$h$ is an arbitrary non-negative measurable function."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        words = self.lemma.replace("$h$", f"${self.letter}$")
        value = nonnegative_function(self.letter)(self.at)
        return Inference(sp.Ge(value, 0, evaluate=False), defined(sp.sympify(self.at), domain, "the place"), (words,))
