"""Common factors of a quotient cancelled: rational functions over the integers in the expression's own atoms.

Cheaper and weaker than the normal form: atoms (symbols, logarithms, roots, exponentials of single terms ...) count as independent,
and no sign is looked at. The result equals the input wherever the input is defined.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from ..enclosure.polynomials import Polynomial, polynomial_ring

MAX_TERMS = 3000
MAX_POWER = 60


class TooLarge(Exception):
    """The expanded quotient would have too many terms."""


@lru_cache(maxsize=20000)
def cancelled(e: sp.Expr) -> sp.Expr:
    """num/den without a common factor, both expanded. Raises TooLarge."""
    atoms: dict[sp.Expr, int] = {}
    _collect(e, atoms)
    quotient = _Quotient(polynomial_ring(max(1, len(atoms))), atoms)
    num, den = quotient.of(e)
    return quotient.to_expr(num, den)


def _collect(e: sp.Expr, atoms: dict[sp.Expr, int]) -> None:
    if e.is_Rational:
        return
    if isinstance(e, (sp.Add, sp.Mul)):
        for a in e.args:
            _collect(a, atoms)
    elif isinstance(e, sp.Pow) and e.exp.is_Integer:
        _collect(e.base, atoms)
    else:
        for atom, _ in _powers_of_atoms(e):
            if not atom.is_Rational:
                atoms.setdefault(atom, len(atoms))


def _powers_of_atoms(e: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """e as a product of integer powers of atoms: u^(p/q) = (u^(1/q))^p, exp(p/q s + ...) = exp(s/q)^p ..."""
    if isinstance(e, sp.Pow) and e.exp.is_Rational:
        root = e.base ** sp.Rational(1, e.exp.q)
        if isinstance(root, sp.Pow) and root.exp == sp.Rational(1, e.exp.q):
            return [(root, int(e.exp.p))]
    if isinstance(e, sp.exp):
        out = []
        for term in sp.Add.make_args(sp.expand(e.args[0])):
            number, rest = term.as_coeff_Mul()
            atom = sp.exp(rest / number.q) if number.is_Rational else sp.exp(term)
            if not isinstance(atom, sp.exp):
                return [(e, 1)]
            out.append((atom, int(number.p) if number.is_Rational else 1))
        return out
    return [(e, 1)]


class _Quotient:
    def __init__(self, ring: Any, atoms: dict[sp.Expr, int]):
        self.ring = ring
        self.atoms = atoms
        self.generators = ring.gens()
        self.one = ring.constant(1)

    def of(self, e: sp.Expr) -> tuple[Polynomial, Polynomial]:
        if e.is_Rational:
            return self.ring.constant(int(e.p)), self.ring.constant(int(e.q))
        if isinstance(e, sp.Add):
            return self._sum([self.of(a) for a in e.args])
        if isinstance(e, sp.Mul):
            num, den = self.one, self.one
            for a in e.args:
                n, d = self.of(a)
                num, den = self._reduced(num * n, den * d)
            return num, den
        if isinstance(e, sp.Pow) and e.exp.is_Integer:
            return self._power(*self.of(e.base), int(e.exp))
        num, den = self.one, self.one
        for atom, n in _powers_of_atoms(e):
            p, q = self.of(atom) if atom.is_Rational else (self.generators[self.atoms[atom]], self.one)
            p, q = self._power(p, q, n)
            num, den = num * p, den * q
        return num, den

    def _sum(self, parts: list[tuple[Polynomial, Polynomial]]) -> tuple[Polynomial, Polynomial]:
        # Terms over the same denominator first: it keeps the cross products small.
        by_denominator: list[tuple[Polynomial, Polynomial]] = []
        for n, d in parts:
            for i, (m, c) in enumerate(by_denominator):
                if c == d:
                    by_denominator[i] = (m + n, c)
                    break
            else:
                by_denominator.append((n, d))
        num, den = by_denominator[0]
        for n, d in by_denominator[1:]:
            num, den = self._reduced(num * d + n * den, den * d)
        return self._reduced(num, den)

    def _power(self, num: Polynomial, den: Polynomial, n: int) -> tuple[Polynomial, Polynomial]:
        if n < 0:
            if num == 0:
                raise TooLarge("division by zero")
            num, den, n = den, num, -n
        if n > MAX_POWER and (len(num) > 1 or len(den) > 1):
            raise TooLarge("a high power of a sum")
        return num**n, den**n

    def _reduced(self, num: Polynomial, den: Polynomial) -> tuple[Polynomial, Polynomial]:
        if len(num) > MAX_TERMS or len(den) > MAX_TERMS:
            raise TooLarge("too many terms")
        common = num.gcd(den)
        return (num, den) if common == 1 else (num // common, den // common)

    def to_expr(self, num: Polynomial, den: Polynomial) -> sp.Expr:
        if den.leading_coefficient() < 0:
            num, den = -num, -den
        return self._polynomial(num) / self._polynomial(den)

    def _polynomial(self, p: Polynomial) -> sp.Expr:
        atoms = list(self.atoms)
        terms = []
        for exponents, c in p.to_dict().items():
            terms.append(sp.Mul(sp.Integer(int(c)), *(atoms[i] ** int(k) for i, k in enumerate(exponents) if k)))
        return sp.Add(*terms)
