"""The field in which normal forms live: rational functions over Q in generators that are made as they are met.

A generator stands for base**(1/order), where base is a symbol, exp(m), a constant, an irreducible polynomial in earlier
generators (then generator**order = base is a relation) or an opaque function value. Equality of the representing fractions
implies equality of the functions; the converse is not claimed, since generators may be dependent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce as fold
from math import lcm
from typing import Any, NamedTuple

import sympy as sp

from ..enclosure.polynomials import Polynomial, polynomial_ring
from ..errors import NotEnclosable

MAX_TERMS = 6000
"""A numerator or denominator with more terms is given up (as "don't know")."""
MAX_EXPONENT = 600


class NotNormal(NotEnclosable):
    """The expression has no normal form here (too large, not real, or of an unknown kind)."""


class Restart(Exception):
    """A finer generator or more room is needed; the layout has been changed accordingly. Internal to the normal form."""


class Ratio(NamedTuple):
    """num/den, coprime, both reduced by the relations; den has a positive leading coefficient."""

    num: Polynomial
    den: Polynomial


@dataclass
class Layout:
    """What has to be known before the first generator is made. orders: base -> order of its generator."""

    variables: int = 24
    orders: dict[sp.Expr, int] = field(default_factory=dict)

    def refine(self, base: sp.Expr, order: int) -> None:
        """Ask for base**(1/order) to be a polynomial in the generators, and start again."""
        self.orders[base] = lcm(self.orders.get(base, 1), order)
        if self.orders[base] > MAX_EXPONENT:
            raise NotNormal("roots of too high an order")
        raise Restart


@dataclass(frozen=True, eq=False)
class Generator:
    """index: place in the ring. kind: 'symbol', 'constant', 'exp', 'root', 'log', 'abs', 'opaque'.

    base, order: the value is base**(1/order). relation: the polynomial g**n - p that vanishes, or None.
    inner: kind exp: the Ratio m of base = exp(m); root, log, abs: the Ratio of the argument.
    """

    index: int
    kind: str
    base: sp.Expr
    order: int = 1
    relation: Polynomial | None = None
    degree: int = 0
    inner: Any = None
    sign: str | None = None

    @property
    def value(self) -> sp.Expr:
        if self.kind == "exp":
            return sp.exp(self.base / self.order)
        return self.base ** sp.Rational(1, self.order)


class Field:
    """Arithmetic of Ratios in the generators made so far."""

    def __init__(self, layout: Layout):
        self.layout = layout
        self.ring = polynomial_ring(layout.variables)
        self.variables = self.ring.gens()
        self.generators: dict[int, Generator] = {}
        self.related: list[Generator] = []
        self.one_poly = self.ring.constant(1)
        self.zero_poly = self.ring.constant(0)
        self.one = Ratio(self.one_poly, self.one_poly)
        self.zero = Ratio(self.zero_poly, self.one_poly)

    # generators

    def new_index(self) -> int:
        """The next free variable: later generators get smaller indices and are larger in the order, so relations reduce downwards."""
        index = self.layout.variables - 1 - len(self.generators)
        if index < 0:
            self.layout.variables *= 2
            if self.layout.variables > 200:
                raise NotNormal("more than 200 generators")
            raise Restart
        return index

    def add_generator(self, kind: str, base: sp.Expr, order: int = 1, power: Polynomial | None = None, degree: int = 0, inner: Any = None,
                      sign: str | None = None) -> Generator:
        """A new generator; with `power`, the relation generator**degree = power."""
        index = self.new_index()
        relation = None if power is None else self.variables[index] ** degree - power
        gen = Generator(index, kind, base, order, relation, degree, inner, sign)
        self.generators[index] = gen
        if relation is not None:
            self.related.insert(0, gen)
        return gen

    def poly(self, gen: Generator, exponent: int = 1) -> Polynomial:
        return self.variables[gen.index] ** exponent

    def as_generator(self, p: Polynomial) -> Generator | None:
        """The generator that p is, if it is one."""
        if len(p) != 1 or p.total_degree() != 1 or p.leading_coefficient() != 1:
            return None
        return self.generators[next(i for i, d in enumerate(p.degrees()) if d)]

    def used(self, p: Polynomial) -> list[Generator]:
        """The generators that occur in p."""
        return [self.generators[i] for i, d in enumerate(p.degrees()) if d > 0]

    # arithmetic

    def number(self, q: Any) -> Ratio:
        q = Fraction(int(q.p), int(q.q)) if isinstance(q, sp.Rational) else Fraction(q)
        return Ratio(self.ring.constant(q.numerator), self.ring.constant(q.denominator))

    def reduce(self, p: Polynomial) -> Polynomial:
        """p modulo the relations, latest generator first (a relation only brings in earlier ones)."""
        for gen in self.related:
            if p.degrees()[gen.index] >= gen.degree:
                p = divmod(p, gen.relation)[1]
                self.check_size(p)
        return p

    def check_size(self, p: Polynomial) -> None:
        if len(p) > MAX_TERMS:
            raise NotNormal("too many terms")

    def make(self, num: Polynomial, den: Polynomial) -> Ratio:
        """num/den in lowest terms. Sound wherever den is nonzero: what is cancelled divides den."""
        self.check_size(num)
        self.check_size(den)
        if self.related:
            num, den = self.reduce(num), self.reduce(den)
            den_degrees = den.degrees()
            for gen in self.related:
                # A root that divides the denominator moves to the numerator: 1/g = g**(n-1)/p. It is nonzero with the denominator.
                if gen.kind == "root" and den_degrees[gen.index] > 0 and (low := min(m[gen.index] for m in den.monoms())) > 0:
                    lift = self.poly(gen, gen.degree - low)
                    num, den = self.reduce(num * lift), self.reduce(den * lift)
        if den == 0:
            raise NotNormal("a denominator vanishes identically")
        if num == 0:
            return self.zero
        common = num.gcd(den)
        if common != 1:
            num, den = num // common, den // common
        if den.leading_coefficient() < 0:
            num, den = -num, -den
        return Ratio(num, den)

    def add(self, terms: Iterable[Ratio]) -> Ratio:
        return fold(self._plus, terms, self.zero)

    def _plus(self, a: Ratio, b: Ratio) -> Ratio:
        if a.num == 0:
            return b
        if b.num == 0:
            return a
        if a.den == b.den:
            return self.make(a.num + b.num, a.den)
        self._guard(a.num, b.den)
        self._guard(b.num, a.den)
        common = a.den.gcd(b.den)
        left, right = b.den // common, a.den // common
        return self.make(a.num * left + b.num * right, a.den * left)

    def subtract(self, a: Ratio, b: Ratio) -> Ratio:
        return self._plus(a, self.negate(b))

    def negate(self, a: Ratio) -> Ratio:
        return Ratio(-a.num, a.den)

    def multiply(self, factors: Iterable[Ratio]) -> Ratio:
        return fold(self._times, factors, self.one)

    def _times(self, a: Ratio, b: Ratio) -> Ratio:
        self._guard(a.num, b.num)
        self._guard(a.den, b.den)
        return self.make(a.num * b.num, a.den * b.den)

    def invert(self, a: Ratio) -> Ratio:
        """1/a; that a is nonzero is the caller's business."""
        if a.num == 0:
            raise NotNormal("division by zero")
        return self.make(a.den, a.num)

    def power(self, a: Ratio, n: int) -> Ratio:
        if n == 0:
            return self.one
        if n < 0:
            return self.power(self.invert(a), -n)
        if n > MAX_EXPONENT and len(a.num) + len(a.den) > 2:
            raise NotNormal("a power is too high")
        if n * max(a.num.total_degree(), a.den.total_degree(), 1) > 50 * MAX_EXPONENT:
            raise NotNormal("a power is too high")
        if _binomial_exceeds(len(a.num), n) or _binomial_exceeds(len(a.den), n):
            raise NotNormal("a power has too many terms")
        return self.make(a.num**n, a.den**n)

    def _guard(self, p: Polynomial, q: Polynomial) -> None:
        if len(p) * len(q) > 40 * MAX_TERMS:
            raise NotNormal("too many terms")

    def equal(self, a: Ratio, b: Ratio) -> bool:
        """True only if the fractions are equal modulo the relations."""
        if a == b:
            return True
        if len(a.num) * len(b.den) > MAX_TERMS or len(b.num) * len(a.den) > MAX_TERMS:
            return False
        return self.reduce(a.num * b.den - b.num * a.den) == 0

    def factor(self, p: Polynomial) -> tuple[int, list[tuple[Polynomial, int]]]:
        """(content with sign, [(irreducible primitive polynomial, exponent)]); a very large one is left in one piece."""
        if p.total_degree() > MAX_EXPONENT or len(p) > 800:
            c = int(p.content())
            return c, [(p // c, 1)]
        content, parts = p.factor()
        return int(content), [(q, int(e)) for q, e in parts]

    # back to expressions

    def to_expr(self, p: Polynomial) -> sp.Expr:
        """The polynomial as a SymPy expression."""
        return sp.Add(*(self._term(m, c) for m, c in p.to_dict().items()))

    def _term(self, monomial: tuple[int, ...], c: Any) -> sp.Expr:
        parts: list[sp.Expr] = [sp.Integer(int(c))]
        exponents: list[sp.Expr] = []
        for i, e in enumerate(monomial):
            if e:
                gen = self.generators[i]
                if gen.kind == "exp":
                    exponents.append(gen.base * sp.Rational(int(e), gen.order))
                else:
                    parts.append(gen.base ** sp.Rational(int(e), gen.order))
        if exponents:
            parts.append(sp.exp(sp.Add(*exponents)))
        return sp.Mul(*parts)

    def ratio_to_expr(self, a: Ratio) -> sp.Expr:
        return self.to_expr(a.num) / self.to_expr(a.den)


def _binomial_exceeds(terms: int, n: int) -> bool:
    """Whether the n-th power of a polynomial with that many terms can have more than MAX_TERMS."""
    return terms > 1 and sp.binomial(n + terms - 1, terms - 1) > MAX_TERMS


def polynomial_key(p: Polynomial) -> Any:
    """A hashable stand-in for p."""
    return tuple(p.to_dict().items())
