"""Exact coefficients of generalised series: real SymPy expressions in the parameters, with a cheap canonical form and decided signs.

Everything that an expansion has to *know* about a coefficient passes through this file: whether it is zero and which sign it has
on the whole parameter domain. An answer that is not certain raises `Undecided`; nothing is guessed.
"""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .cancellation import TooLarge, cancelled
from .normal_form import is_zero, normalise
from .sign import sign

CANCEL_LIMIT = 400
"""Coefficients with more operations than this are kept as they are (only speed depends on it)."""


class ExpansionFailed(Exception):
    """No expansion: an unknown function, an argument outside the real domain, an oscillation."""


class Undecided(ExpansionFailed):
    """A sign or a zero-test that the expansion depends on could not be decided on the whole domain."""


class NeedMoreTerms(ExpansionFailed):
    """Every retained term cancelled; the same computation with more terms may succeed."""


class Coefficients:
    """The field of coefficients over a parameter domain.

    `reasons` collects the sign decisions that were used, as short sentences for the reader.
    """

    def __init__(self, domain: Domain):
        self.domain = domain
        self.reasons: list[str] = []
        self._canonical: dict[sp.Expr, sp.Expr] = {}
        self._signs: dict[sp.Expr, str | None] = {}

    def canonical(self, c: sp.Expr) -> sp.Expr:
        """An equal expression in which common cancellations are carried out (not a full normal form)."""
        if c.is_Rational or c.is_Symbol:
            return c
        if c not in self._canonical:
            self._canonical[c] = self._cancel(c)
        return self._canonical[c]

    def _cancel(self, c: sp.Expr) -> sp.Expr:
        if not c.has(sp.Add) or c.count_ops() > CANCEL_LIMIT:
            return c
        try:
            # Each atom is an independent variable here, so a cancellation is valid wherever the original is defined.
            return cancelled(c)
        except TooLarge:
            return c

    def sign_or_none(self, c: sp.Expr) -> str | None:
        """'+', '-', '0', '+0', '-0', '!0' as decided on the whole domain, else None."""
        if c.is_Rational:
            return "0" if c == 0 else "+" if c > 0 else "-"
        if c not in self._signs:
            answer = sign(c, self.domain)
            if answer not in ("+", "-", "0", "!0") and is_zero(c, self.domain) is not None:
                answer = "0"
            self._signs[c] = answer
            if answer in ("+", "-", "!0") and c.free_symbols:
                relation = {"+": ">", "-": "<", "!0": r"\ne"}[answer]
                self.reasons.append(f"${sp.latex(c)} {relation} 0$ on the domain")
        return self._signs[c]

    def sign(self, c: sp.Expr) -> str:
        """'+', '-' or '0'; raises Undecided."""
        answer = self.sign_or_none(c)
        if answer in ("+", "-", "0"):
            return answer
        raise Undecided(f"the sign of {c} is not decided")

    def vanishes(self, c: sp.Expr) -> bool:
        """Whether c is zero on the whole domain (True) or nowhere (False); raises Undecided."""
        answer = self.sign_or_none(c)
        if answer in ("+", "-", "!0"):
            return False
        if answer == "0":
            return True
        raise Undecided(f"whether {c} vanishes is not decided")

    def presentable(self, c: sp.Expr) -> sp.Expr:
        """The normal form of a result, if it is shorter."""
        c = self.canonical(c)
        if c.is_Rational:
            return c
        other = normalise(c, self.domain)
        return other if other.count_ops() <= c.count_ops() else c
