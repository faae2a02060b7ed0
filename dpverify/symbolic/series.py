r"""Generalised series: finitely many terms c*m with exact coefficients and decreasing monomials, and a truncation error O(m).

A `Series` stands for a function f of X -> +oo (and of parameters) with, for every fixed value of the parameters,
    f(X) = sum_i c_i m_i(X) + O(error(X))      (error None: f equals the sum for all large X).
Every operation below keeps this statement true: sums and products by the rules for O, analytic functions by Taylor's theorem
at an argument that tends to zero, exp and log by splitting off the terms that do not tend to zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key

import sympy as sp

from .coefficient import Coefficients, ExpansionFailed, NeedMoreTerms, Undecided
from .monomial import ONE, Monomial, MonomialGroup, iterated_log

MAX_WORK = 12_000
"""Products of terms that one expansion may form before it gives up."""


@dataclass(frozen=True)
class Series:
    """terms: (coefficient, monomial), monomials strictly decreasing and above `error`."""

    terms: tuple[tuple[sp.Expr, Monomial], ...] = ()
    error: Monomial | None = None

    def is_exact_zero(self) -> bool:
        return not self.terms and self.error is None


class SeriesAlgebra:
    """Arithmetic of series with at most `order` terms."""

    def __init__(self, coefficients: Coefficients, order: int):
        self.coefficients = coefficients
        self.monomials = MonomialGroup(coefficients)
        self.order = order
        self._work = 0

    # -- construction ---------------------------------------------------------------------------------------------

    def constant(self, c: sp.Expr) -> Series:
        c = self.coefficients.canonical(c)
        return Series() if c == 0 else Series(((c, ONE),))

    def large(self) -> Series:
        """X itself."""
        return Series(((sp.S.One, iterated_log(0)),))

    def small(self) -> Series:
        """1/X."""
        return Series(((sp.S.One, Monomial((sp.S.NegativeOne,))),))

    def _collect(self, groups: dict[Monomial, list[tuple[sp.Expr, ...]]], errors: Iterable[Monomial | None]) -> Series:
        """The sum of the grouped terms with an error of the order of the largest of `errors`.

        A group lists products that have not been multiplied out: those below the error never are.
        """
        compare = self.monomials.compare
        error = self._largest(errors)
        ordered = sorted(groups, key=cmp_to_key(compare), reverse=True) if len(groups) > 1 else list(groups)
        terms: list[tuple[sp.Expr, Monomial]] = []
        position = 0
        while position < len(ordered):
            m = ordered[position]
            if error is not None and compare(m, error) <= 0:
                break
            if len(terms) == self.order:
                error = m
                break
            parts = list(groups[m])
            position += 1
            while position < len(ordered) and compare(ordered[position], m) == 0:
                parts.extend(groups[ordered[position]])
                position += 1
            c = self.coefficients.canonical(sp.Add(*(sp.Mul(*factors) for factors in parts)))
            if c != 0:
                terms.append((c, m))
        return Series(tuple(terms), error)

    def _largest(self, monomials: Iterable[Monomial | None]) -> Monomial | None:
        out: Monomial | None = None
        for m in monomials:
            if m is not None and (out is None or self.monomials.compare(m, out) > 0):
                out = m
        return out

    # -- ring operations --------------------------------------------------------------------------------------------

    def add(self, *summands: Series) -> Series:
        groups: dict[Monomial, list[tuple[sp.Expr, ...]]] = {}
        for s in summands:
            for c, m in s.terms:
                groups.setdefault(m, []).append((c,))
        return self._collect(groups, (s.error for s in summands))

    def scale(self, a: Series, c: sp.Expr, m: Monomial = ONE) -> Series:
        """c*m*a."""
        if c == 0:
            return Series()
        product, canonical = self.monomials.product, self.coefficients.canonical
        terms = ((canonical(c * d), product(m, n)) for d, n in a.terms)
        return Series(tuple(t for t in terms if t[0] != 0), None if a.error is None else product(m, a.error))

    def negative(self, a: Series) -> Series:
        return self.scale(a, sp.S.NegativeOne)

    def multiply(self, a: Series, b: Series) -> Series:
        if a.is_exact_zero() or b.is_exact_zero():
            return Series()
        if a.error is None and len(a.terms) == 1:
            return self.scale(b, *a.terms[0])
        if b.error is None and len(b.terms) == 1:
            return self.scale(a, *b.terms[0])
        # A count and not a clock, so that the same question always gets the same answer.
        self._work += len(a.terms) * len(b.terms)
        if self._work > MAX_WORK:
            raise ExpansionFailed("the expansion is too large")
        product = self.monomials.product
        groups: dict[Monomial, list[tuple[sp.Expr, ...]]] = {}
        for c, m in a.terms:
            for d, n in b.terms:
                groups.setdefault(product(m, n), []).append((c, d))
        errors = [product(e, self.bound(other)) for e, other in ((a.error, b), (b.error, a)) if e is not None]
        return self._collect(groups, errors)

    def bound(self, a: Series) -> Monomial:
        """A monomial m with a = O(m); a must not be the exact zero."""
        if a.terms:
            return a.terms[0][1]
        if a.error is None:
            raise ExpansionFailed("zero has no order of magnitude")
        return a.error

    def integer_power(self, a: Series, n: int) -> Series:
        out, square = self.constant(sp.S.One), a
        while n:
            if n & 1:
                out = self.multiply(out, square)
            n >>= 1
            if n:
                square = self.multiply(square, square)
        return out

    # -- leading terms -----------------------------------------------------------------------------------------------

    def stripped(self, a: Series) -> Series:
        """The same series with a leading coefficient that vanishes nowhere on the domain; exact zero stays empty.

        Raises Undecided if a leading coefficient is not decided, NeedMoreTerms if all terms vanish.
        """
        terms = a.terms
        while terms and self.coefficients.vanishes(terms[0][0]):
            terms = terms[1:]
        if not terms and a.error is not None:
            raise NeedMoreTerms("every retained term vanishes")
        return a if len(terms) == len(a.terms) else Series(terms, a.error)

    def eventual_sign(self, a: Series) -> int:
        """The sign of the function for all large X (0 only for the exact zero)."""
        a = self.stripped(a)
        return 0 if not a.terms else 1 if self.coefficients.sign(a.terms[0][0]) == "+" else -1

    def split(self, a: Series) -> tuple[list[tuple[sp.Expr, Monomial]], sp.Expr, Series]:
        """(terms that tend to infinity, constant term, part that tends to zero). Raises NeedMoreTerms unless the error is o(1)."""
        compare = self.monomials.compare
        if a.error is not None and compare(a.error, ONE) >= 0:
            raise NeedMoreTerms("the constant term is not reached")
        infinite, constant, rest = [], sp.S.Zero, []
        for c, m in a.terms:
            order = compare(m, ONE)
            if order > 0:
                infinite.append((c, m))
            elif order == 0:
                constant = c
            else:
                rest.append((c, m))
        return infinite, constant, Series(tuple(rest), a.error)

    def normalised(self, a: Series) -> tuple[sp.Expr, Monomial, Series]:
        """(c, m, e) with a = c*m*(1 + e), c nowhere zero, e -> 0. Raises ExpansionFailed for the exact zero."""
        a = self.stripped(a)
        if not a.terms:
            raise ExpansionFailed("division by zero or logarithm of zero")
        c, m = a.terms[0]
        return c, m, self.scale(Series(a.terms[1:], a.error), 1 / c, self.monomials.power(m, sp.S.NegativeOne))

    # -- composition -------------------------------------------------------------------------------------------------

    def compose(self, taylor: list[sp.Expr], e: Series) -> Series:
        """sum_k taylor[k] e^k + O(e^len): g(e) for g with these Taylor coefficients at 0 and e -> 0.

        By Taylor's theorem it is enough that g is smooth near 0. An asymptotic expansion of g as its argument tends to 0 does as well.
        """
        if e.is_exact_zero():
            return self.constant(taylor[0])
        if self.monomials.compare(self.bound(e), ONE) >= 0:
            raise NeedMoreTerms("the inner series does not tend to zero")
        out = Series()
        for c in reversed(taylor):
            out = self.add(self.multiply(out, e), self.constant(c))
        tail = self.monomials.power(self.bound(e), sp.Integer(len(taylor)))
        return self.add(out, Series((), tail))

    def inverse(self, a: Series) -> Series:
        c, m, e = self.normalised(a)
        geometric = [sp.Integer((-1) ** k) for k in range(self.order + 1)]
        return self.scale(self.compose(geometric, e), 1 / c, self.monomials.power(m, sp.S.NegativeOne))

    def power(self, a: Series, p: sp.Expr) -> Series:
        """a^p for p free of X; a must be eventually positive unless p is an integer."""
        if p.is_Integer and p >= 0:
            return self.integer_power(a, int(p))
        if p.is_Integer and p < 0:
            return self.integer_power(self.inverse(a), int(-p))
        if a.is_exact_zero():
            if self.coefficients.sign(p) == "+":
                return Series()
            raise ExpansionFailed("zero to a power that is not positive")
        c, m, e = self.normalised(a)
        if self.coefficients.sign(c) != "+":
            raise ExpansionFailed("real power of a negative number")
        binomial = [sp.S.One]
        for k in range(self.order):
            binomial.append(self.coefficients.canonical(binomial[-1] * (p - k) / (k + 1)))
        return self.scale(self.compose(binomial, e), c**p, self.monomials.power(m, p))

    def logarithm(self, a: Series) -> Series:
        c, m, e = self.normalised(a)
        if self.coefficients.sign(c) != "+":
            raise ExpansionFailed("logarithm of a negative number")
        taylor = [sp.S.Zero] + [sp.Rational((-1) ** (k + 1), k) for k in range(1, self.order + 1)]
        groups: dict[Monomial, list[tuple[sp.Expr, ...]]] = {}
        for d, n in self.monomials.logarithm(m):
            groups.setdefault(n, []).append((d,))
        if c != 1:
            groups.setdefault(ONE, []).append((sp.log(c),))
        return self.add(self._collect(groups, ()), self.compose(taylor, e))

    def exponential(self, a: Series) -> Series:
        infinite, constant, e = self.split(a)
        taylor = [1 / sp.factorial(k) for k in range(self.order + 1)]
        return self.scale(self.compose(taylor, e), sp.exp(constant), self.monomials.exponential(infinite))

    # -- limits ------------------------------------------------------------------------------------------------------

    def limit(self, a: Series) -> sp.Expr:
        """The limit for X -> oo: an expression in the parameters, oo or -oo. Raises Undecided or NeedMoreTerms."""
        compare = self.monomials.compare
        for c, m in a.terms:
            order = compare(m, ONE)
            if order < 0:
                return sp.S.Zero
            if order == 0:
                return c
            s = self.coefficients.sign_or_none(c)
            if s in ("+", "-"):
                return sp.S.Infinity if s == "+" else sp.S.NegativeInfinity
            if s != "0":
                raise Undecided(f"the sign of the leading coefficient {c} is not decided")
        if a.error is not None and compare(a.error, ONE) >= 0:
            raise NeedMoreTerms("every retained term vanishes")
        return sp.S.Zero
