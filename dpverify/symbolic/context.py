"""The field of a normal form together with its domain: substitutions, side conditions, assumptions and signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..domain import Domain
from . import sign_set as ss
from .generators import Field, Layout, Polynomial, Ratio, polynomial_key
from .sign_set import SignSet

MAX_NESTING = 4
MAX_QUESTIONS = 120


@dataclass(frozen=True)
class Known:
    """An assumption of the domain: poly has a sign within `signs`."""

    poly: Polynomial
    signs: SignSet


@dataclass(frozen=True)
class Condition:
    """A side condition met on the way: the value of `ratio` has a sign within `signs` (else the expression is undefined)."""

    ratio: Ratio
    signs: SignSet


Nested = Callable[[sp.Expr, Domain], tuple[sp.Expr, bool]]
"""Normal form of an inner expression on another domain, and whether it was shown to be defined there."""


class Context(Field):
    """A Field over a Domain.

    conditions: what must hold for the expression to be defined, in the order met.
    facts:      sign facts that a rewriting rested on, as (expression, sign code).
    opaque:     operators and special values that became generators -> whether they are known to exist.
    known:      the domain's assumptions as polynomials.
    """

    def __init__(self, domain: Domain, layout: Layout, poly_sign: Callable[[Context, Polynomial], SignSet], nested: Nested):
        super().__init__(layout)
        self.nested = nested
        self.domain = domain
        self.conditions: dict[Any, Condition] = {}
        self.facts: dict[tuple[sp.Expr, str], None] = {}
        self.opaque: dict[sp.Expr, bool] = {}
        self.known: list[Known] = []
        self.symbols: dict[sp.Symbol, Ratio] = {}
        self.substitutions: dict[sp.Symbol, sp.Expr] = {}
        self.applied: dict[Any, list[tuple[Any, Any]]] = {}
        self.by_poly: dict[tuple[str, Any], Ratio] = {}
        self.memo: dict[sp.Expr, Ratio] = {}
        self._poly_sign = poly_sign
        self._signs: dict[Any, SignSet] = {}
        self._busy: set[Any] = set()
        self._questions = 0

    def sign_of(self, p: Polynomial) -> SignSet:
        """The possible signs of a polynomial on the domain."""
        if p == 0:
            return ss.ZERO
        key = polynomial_key(p)
        found = self._signs.get(key)
        if found is None:
            if key in self._busy:
                return ss.ANY
            self._busy.add(key)
            try:
                found = self._poly_sign(self, p)
            finally:
                self._busy.discard(key)
            # Within another sign question (busy) the answer may be weaker than it could be, so it is kept only at the top.
            if found != ss.ANY or not self._busy:
                self._signs[key] = found
        return found

    def may_recurse(self) -> bool:
        """Whether an argument that raises further questions about signs is still affordable (a fixed ration, not a clock)."""
        self._questions += 1
        return len(self._busy) <= MAX_NESTING and self._questions <= MAX_QUESTIONS

    def forget_signs(self) -> None:
        """Drop remembered signs (after assumptions were added)."""
        self._signs.clear()

    def sign_of_ratio(self, a: Ratio) -> SignSet:
        """The possible signs of num/den where den is nonzero."""
        if a.num == 0:
            return ss.ZERO
        out = self.sign_of_product(a.num)
        return out if a.den == 1 else ss.product(out, self.sign_of_product(a.den) - {0})

    def sign_of_product(self, p: Polynomial) -> SignSet:
        """The sign of p through its factors, and if they leave it open that of p as a whole."""
        content, parts = self.factor(p)
        out = ss.POSITIVE if content > 0 else ss.NEGATIVE
        for q, e in parts:
            out = ss.product(out, ss.power(self.sign_of(q), e))
        if len(parts) > 1 and out not in (ss.POSITIVE, ss.NEGATIVE):
            out &= self.sign_of(p)
        return out

    def fact(self, p: Polynomial, signs: SignSet) -> None:
        """Note that a rewriting rested on this sign (single symbols and exponentials go without saying)."""
        code = ss.to_code(signs)
        if code is not None and not p.is_constant() and self.as_generator(p) is None:
            self.facts[(self.to_expr(p), code)] = None

    def require(self, a: Ratio, signs: SignSet) -> None:
        """Note a side condition."""
        if a.num.is_constant() and a.den.is_constant():
            if (0 if a.num == 0 else 1 if a.num.leading_coefficient() > 0 else -1) in signs:
                return
        self.conditions[(polynomial_key(a.num), polynomial_key(a.den), signs)] = Condition(a, signs)
