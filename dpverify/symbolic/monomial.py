"""Monomials of generalised series: products of powers of X, log X, log log X, ... and exponentials, X -> +oo.

A monomial is determined by its logarithm, a finite sum of terms that tend to infinity:
    log m = sum_i c_i m_i + sum_j a_j log_{j+1} X,    log_1 X = log X, log_2 X = log log X, ...
with real coefficients c_i, a_j in the parameters and monomials m_i that tend to infinity (none of them an iterated logarithm).
m1 grows faster than m2 iff the leading term of log m1 - log m2 has a positive coefficient: that is how they are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key

import sympy as sp

from .coefficient import Coefficients


@dataclass(frozen=True)
class Monomial:
    """X^powers[0] * (log X)^powers[1] * (log log X)^powers[2] * ... * exp(sum of c*m over `exponent`).

    `powers` carries no trailing zeros; `exponent` holds pairs (coefficient, monomial) in a fixed order.
    """

    powers: tuple[sp.Expr, ...] = ()
    exponent: tuple[tuple[sp.Expr, Monomial], ...] = ()

    def is_one(self) -> bool:
        return not self.powers and not self.exponent

    def iterated_log(self) -> int | None:
        """j if the monomial is log_j X (j >= 0, log_0 X = X), else None."""
        if self.exponent or not self.powers or self.powers[-1] != 1 or any(p != 0 for p in self.powers[:-1]):
            return None
        return len(self.powers) - 1

    def to_expr(self, X: sp.Expr) -> sp.Expr:
        """As a SymPy expression in X."""
        out = sp.exp(sp.Add(*(c * m.to_expr(X) for c, m in self.exponent)))
        base = X
        for p in self.powers:
            out *= base**p
            base = sp.log(base)
        return out


ONE = Monomial()


def iterated_log(j: int) -> Monomial:
    """log_j X, with log_0 X = X."""
    return Monomial((sp.S.Zero,) * j + (sp.S.One,))


class MonomialGroup:
    """Multiplication, real powers and comparison of monomials over a field of coefficients."""

    def __init__(self, coefficients: Coefficients):
        self.coefficients = coefficients
        self._compared: dict[tuple[Monomial, Monomial], int] = {}
        self._products: dict[tuple[Monomial, Monomial], Monomial] = {}

    def product(self, a: Monomial, b: Monomial) -> Monomial:
        if a.is_one():
            return b
        if b.is_one():
            return a
        key = (a, b)
        if key not in self._products:
            self._products[key] = self._make([(a, sp.S.One), (b, sp.S.One)])
        return self._products[key]

    def power(self, a: Monomial, p: sp.Expr) -> Monomial:
        return ONE if a.is_one() or p == 0 else a if p == 1 else self._make([(a, p)])

    def quotient(self, a: Monomial, b: Monomial) -> Monomial:
        return a if b.is_one() else self._make([(a, sp.S.One), (b, sp.S.NegativeOne)])

    def exponential(self, terms: list[tuple[sp.Expr, Monomial]]) -> Monomial:
        """exp(sum c*m) for monomials m that tend to infinity."""
        powers: list[sp.Expr] = []
        rest: dict[Monomial, sp.Expr] = {}
        for c, m in terms:
            j = m.iterated_log()
            if j:
                # exp(c log_j X) = (log_{j-1} X)^c
                powers.extend([sp.S.Zero] * (j - len(powers)))
                powers[j - 1] += c
            else:
                rest[m] = rest.get(m, sp.S.Zero) + c
        return self._canonical(powers, rest)

    def logarithm(self, a: Monomial) -> list[tuple[sp.Expr, Monomial]]:
        """The terms of log a, unordered."""
        return [*a.exponent, *((p, iterated_log(j + 1)) for j, p in enumerate(a.powers) if p != 0)]

    def _make(self, factors: list[tuple[Monomial, sp.Expr]]) -> Monomial:
        powers: list[sp.Expr] = []
        rest: dict[Monomial, sp.Expr] = {}
        for m, p in factors:
            powers.extend([sp.S.Zero] * (len(m.powers) - len(powers)))
            for j, a in enumerate(m.powers):
                powers[j] += a * p
            for c, inner in m.exponent:
                rest[inner] = rest.get(inner, sp.S.Zero) + c * p
        return self._canonical(powers, rest)

    def _canonical(self, powers: list[sp.Expr], rest: dict[Monomial, sp.Expr]) -> Monomial:
        canonical = self.coefficients.canonical
        powers = [canonical(p) for p in powers]
        while powers and powers[-1] == 0:
            powers.pop()
        exponent = [(canonical(c), m) for m, c in rest.items()]
        exponent = [term for term in exponent if term[0] != 0]
        if len(exponent) > 1:
            exponent.sort(key=self._place)
        return Monomial(tuple(powers), tuple(exponent))

    @staticmethod
    def _place(term: tuple[sp.Expr, Monomial]) -> str:
        """Any fixed order will do: it only makes equal monomials look equal."""
        return str(term[0] * term[1].to_expr(_ORDER_SYMBOL))

    def compare(self, a: Monomial, b: Monomial) -> int:
        """1, -1 or 0: a/b tends to oo, to 0, or is identically 1. Raises Undecided."""
        if a == b:
            return 0
        key = (a, b)
        if key not in self._compared:
            answer = self._order(self.quotient(a, b))
            self._compared[key] = answer
            self._compared[(b, a)] = -answer
        return self._compared[key]

    def _order(self, r: Monomial) -> int:
        """The order of r against 1, by the leading term of log r."""
        if not r.exponent:
            # X, log X, log log X, ... : every power of one outgrows all powers of the later ones.
            signs = (self.coefficients.sign(p) for p in r.powers)
            return next((1 if s == "+" else -1 for s in signs if s != "0"), 0)
        terms = self.logarithm(r)
        if len(terms) > 1:
            # Depth of nested exponentials strictly decreases here, so the recursion ends.
            ranked = sorted({m for _, m in terms}, key=cmp_to_key(self.compare), reverse=True)
            terms.sort(key=lambda term: ranked.index(term[1]))
        position = 0
        while position < len(terms):
            c, m = terms[position]
            position += 1
            while position < len(terms) and self.compare(terms[position][1], m) == 0:
                c = c + terms[position][0]
                position += 1
            s = self.coefficients.sign(self.coefficients.canonical(c))
            if s != "0":
                return 1 if s == "+" else -1
        return 0


_ORDER_SYMBOL = sp.Symbol("X", positive=True)
