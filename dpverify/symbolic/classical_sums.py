"""Sums by a classical theorem: binomial, exponential and geometric ones, times a polynomial in the index.

With the falling factorial (k)_j = k (k-1) ... (k-j+1) and P(k) = sum_j p_j (k)_j,

    sum_{k=0}^n  P(k) C(n,k) u^k v^(n-k) = sum_j p_j (n)_j u^j (u+v)^(n-j)      (u + v not 0),
    sum_{k>=0}   P(k) u^k / k!           = sum_j p_j u^j e^u,
    sum_{k>=0}   P(k) u^k                = sum_j p_j j! u^j / (1-u)^(j+1)       (-1 < u < 1),

since (k)_j C(n,k) = (n)_j C(n-j, k-j), (k)_j / k! = 1/(k-j)!, and the last is u^j times the j-th derivative of 1/(1-u).
Geometric sums with u > 0 telescope; here u may be negative, or 0 with 0^0 = 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ..domain import Domain
from .comparison import known_sign
from .derived import Derived
from .normal_form import NotNormal, normalise

MAX_MISSING = 3
"""So many terms may be missing at either end."""
MAX_DEGREE = 12


BINOMIAL, EXPONENTIAL, GEOMETRIC = "The binomial theorem", "The series of the exponential function", "The geometric series"


@dataclass(frozen=True)
class _Term:
    """factor * polynomial(k) * u^k, times C(n, k) v^(n-k), or over k!, by kind."""

    kind: str

    factor: sp.Expr
    polynomial: sp.Poly
    u: sp.Expr
    v: sp.Expr
    n: sp.Expr | None

    def at_begin(self, i: int) -> sp.Expr:
        """The term k = i."""
        value = self.factor * self.polynomial.eval(i) * self.u**i
        if self.n is not None:
            return value * _choose(self.n, i) * self.v ** (self.n - i)
        return value / sp.factorial(i) if self.kind == EXPONENTIAL else value

    def at_end(self, i: int) -> sp.Expr:
        """The term k = n - i."""
        assert self.n is not None
        value = self.factor * self.polynomial.as_expr().subs(self.polynomial.gen, self.n - i)
        return value * _choose(self.n, i) * self.u ** (self.n - i) * self.v**i


def classical_sum(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The sum of f over the integers a <= k <= b; None if it has another form.

    It is known that b >= a - 1, and that f is defined between the ends.
    """
    if not (a.is_Integer and 0 <= a <= MAX_MISSING):
        return None
    kinds: set[str] = set()
    values = []
    for part in sp.Add.make_args(f if f.is_Mul else sp.expand(f)):
        term = _term(part, k, domain)
        value = None if term is None else _between(term, int(a), b, domain)
        if term is None or value is None:
            return None
        kinds.add(term.kind)
        values.append(value)
    return Derived(sp.Add(*values), tuple(f"{kind}, with the polynomial in falling factorials." for kind in sorted(kinds)))


def _between(term: _Term, a: int, b: sp.Expr, domain: Domain) -> sp.Expr | None:
    missing = sp.S.Zero if term.n is None or b == sp.oo else sp.expand(term.n - b)
    if (term.n is None) != (b == sp.oo) or not (missing.is_Integer and 0 <= missing <= MAX_MISSING):
        return None
    whole = _whole(term, domain)
    if whole is None:
        return None
    return whole - sp.Add(*[term.at_begin(i) for i in range(a)], *[term.at_end(i) for i in range(int(missing))])


def _whole(term: _Term, domain: Domain) -> sp.Expr | None:
    """The sum over 0 <= k <= n, or over all k >= 0."""
    coefficients = _falling(term.polynomial)
    if term.kind == GEOMETRIC:
        if known_sign(1 - term.u, domain) != "+" or known_sign(1 + term.u, domain) != "+":
            return None
        terms = [p * sp.factorial(j) * term.u**j / (1 - term.u) ** (j + 1) for j, p in enumerate(coefficients)]
        return term.factor * sp.Add(*terms)
    if term.n is None:
        return term.factor * sp.exp(term.u) * sp.Add(*[p * term.u**j for j, p in enumerate(coefficients)])
    if known_sign(term.n, domain) not in ("+", "0", "+0"):
        return None
    both = _plain(term.u + term.v, domain)
    if both == 0:
        # only a polynomial of degree n or more has an alternating sum
        return sp.S.Zero if known_sign(term.n - len(coefficients) + 1, domain) == "+" else None
    if known_sign(both, domain) not in ("+", "-"):
        return None
    n = term.n
    return term.factor * sp.Add(*[p * _down(n, j) * term.u**j * both ** (n - j) for j, p in enumerate(coefficients)])


def _falling(polynomial: sp.Poly) -> list[sp.Expr]:
    """p_0, p_1, ... with P(k) = sum_j p_j (k)_j: the differences of P at 0, over j!."""
    row = [polynomial.eval(i) for i in range(polynomial.degree() + 1)]
    out = []
    for j in range(len(row)):
        out.append(sp.expand(row[0] / sp.factorial(j)))
        row = [y - x for x, y in zip(row, row[1:], strict=False)]
    return out


def _down(n: sp.Expr, j: int) -> sp.Expr:
    return sp.Mul(*[n - i for i in range(j)])


def _choose(n: sp.Expr, j: int) -> sp.Expr:
    return _down(n, j) / sp.factorial(j)


def _plain(expr: sp.Expr, domain: Domain) -> sp.Expr:
    try:
        return normalise(expr, domain)
    except NotNormal:
        return sp.expand(expr)


def _term(f: sp.Expr, k: sp.Symbol, domain: Domain) -> _Term | None:
    factor = polynomial = u = v = sp.S.One
    n: sp.Expr | None = None
    counted = 0
    powers = []
    for part in sp.Mul.make_args(f):
        base, exponent = part.as_base_exp()
        if not part.has(k):
            factor *= part
        elif part.is_polynomial(k):
            polynomial *= part
        elif isinstance(part, sp.binomial) and part.args[1] == k and not part.args[0].has(k):
            n, counted = part.args[0], counted + 1
        elif exponent == -1 and base in (sp.factorial(k), sp.gamma(k + 1)):
            counted += 1
        elif not base.has(k) and exponent.is_polynomial(k) and sp.degree(exponent, k) == 1:
            powers.append((base, *sp.Poly(exponent, k).all_coeffs()))
        else:
            return None
    if counted > 1:
        return None
    kind = GEOMETRIC if counted == 0 else EXPONENTIAL if n is None else BINOMIAL
    for base, slope, offset in powers:
        falls = n is not None and slope.is_Integer and slope < 0
        rest = sp.expand(offset + slope * n) if falls else offset
        told = "+" if base == sp.E else known_sign(base, domain)
        whole = slope.is_Integer and rest.is_integer
        # A base that may be 0 has to stand with exponents that are never negative.
        if not (told == "+" or told == "-" and whole or whole and (falls or slope > 0) and rest.is_Integer and rest >= 0):
            return None
        if falls:
            v, factor = v * base**-slope, factor * base**rest
        else:
            u, factor = u * base**slope, factor * base**rest
    if kind == GEOMETRIC and known_sign(u, domain) == "+":
        return None
    shape = sp.Poly(polynomial, k)
    return _Term(kind, factor, shape, u, v, n) if shape.degree() <= MAX_DEGREE else None
