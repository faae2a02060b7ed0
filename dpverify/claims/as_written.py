"""A decision is about the formulas as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy as sp

from ..domain import Domain
from ..symbolic.stable import dropped_part
from .places import place_without_value
from .result import Decision


def as_written(decision: Decision, formulas: Iterable[sp.Basic], domains: Sequence[Domain]) -> Decision:
    """Undecided where what was decided need not be what was written.

    A part inside an operator drops out when SymPy builds the formula again, or a function without a formula is asked for where it is none.
    """
    if decision.verdict == "undecided":
        return decision
    for formula in formulas:
        for domain in domains:
            part = dropped_part(formula, domain)
            if part is not None:
                why = f"${sp.latex(part)}$, which drops out as soon as SymPy builds the formula again, is not shown to be defined"
                return Decision("undecided", (why,))
            place = place_without_value(formula, domain)
            if place is not None:
                return Decision("undecided", (f"the place of ${sp.latex(place)}$ is not shown to be one throughout the domain",))
    return decision
