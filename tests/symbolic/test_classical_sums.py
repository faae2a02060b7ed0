"""Binomial sums and exponential series: closed forms against the sums written out, and what must be refused."""

from __future__ import annotations

import random

import mpmath
import pytest
import sympy as sp
from sympy import Eq, Interval, Rational, Sum, binomial, exp, factorial

from dpverify.claims.claim import Claim
from dpverify.claims.verify import verify
from dpverify.domain import Domain, Range
from dpverify.symbolic.classical_sums import classical_sum

k, n = sp.symbols("k n", integer=True)
p, x = sp.symbols("p x", real=True)
OPEN = {n: Range(lo=sp.S.Zero, lo_open=False, integer=True), p: Range(sp.S.Zero, sp.S.One), x: Range(lo=sp.S.Zero)}
POLYNOMIALS = [1, k, k**2, k * (k - 1), (k - n * p) ** 2, 3 * k**3 - x * k + 2, (k + 1) * (2 * k - x)]
WEIGHTS = [
    p**k * (1 - p) ** (n - k), x**k, (-x) ** k * (-3) ** (n - k), 2 ** (k + 1) * p ** (2 * n - 2 * k), exp(x * k) * (1 - p) ** (n - k),
    p ** (n - k) * x, exp(-x * k + 2) * 5**n,
]  # fmt: skip


@pytest.mark.parametrize("weight", WEIGHTS, ids=str)
@pytest.mark.parametrize("ends", [(0, 0), (1, 0), (0, 1), (2, 3)], ids=str)
def test_binomial_sums_written_out(weight: sp.Expr, ends: tuple[int, int]) -> None:
    chance = random.Random(str((weight, ends)))
    first, missing = ends
    for polynomial in POLYNOMIALS:
        f = polynomial * binomial(n, k) * weight
        domain = Domain(OPEN).restrict(sp.Ge(n, first + missing, evaluate=False))
        found = classical_sum(f, k, sp.Integer(first), n - missing, domain)
        assert found is not None
        for size in (first + missing, first + missing + 1, 8):
            point = {n: sp.Integer(size), p: Rational(chance.randint(1, 9), 10), x: Rational(chance.randint(1, 30), 7)}
            written_out = sp.Add(*[f.subs(k, i).subs(point) for i in range(first, size - missing + 1)])
            assert sp.expand(written_out - found.value.subs(point)) == 0, (f, point)


def close(f: sp.Expr, first: int, last: int, value: sp.Expr) -> bool:
    """Whether the sum of f over first <= k < last, by mpmath, is the value to 35 digits."""
    term = sp.lambdify(k, f, "mpmath")
    with mpmath.workdps(60):
        return bool(abs(mpmath.fsum(term(mpmath.mpf(i)) for i in range(first, last)) - mpmath.mpf(sp.N(value, 60))) < 1e-35)


@pytest.mark.parametrize("first", [0, 1, 3])
def test_exponential_series(first: int) -> None:
    for polynomial in (1, k, k * (k - 1) * x, (k - x) ** 2, k**4):
        for weight in (x**k, exp(-x) * x**k, (-2) ** k * exp(k * p), 3 ** (1 - 2 * k)):
            f = polynomial * weight / (sp.gamma(k + 1) if weight == x**k else factorial(k))
            found = classical_sum(f, k, sp.Integer(first), sp.oo, Domain(OPEN))
            assert found is not None, f
            point = {p: Rational(1, 3), x: Rational(7, 5), n: 1}
            assert close(f.subs(point), first, 90, found.value.subs(point)), f


@pytest.mark.parametrize("first", [0, 1, 3])
def test_geometric_series(first: int) -> None:
    for polynomial in (1, k, k * (k - 1) * x, (k - x) ** 2, k**4):
        for weight in ((-p) ** k, (2 * p - 1) ** k, (-1) ** k * p ** (2 * k + 1), (p - 1) ** (3 * k), (-exp(-x)) ** k):
            f = polynomial * weight
            found = classical_sum(f, k, sp.Integer(first), sp.oo, Domain(OPEN))
            assert found is not None, f
            for value in (Rational(1, 3), Rational(1, 2), Rational(3, 4)):
                point = {p: value, x: Rational(7, 5), n: 1}
                assert close(f.subs(point), first, 500, found.value.subs(point)), f


REFUSED = [
    (binomial(n, k) * p**k * x ** (n - k) / (k + 1), n),  # no polynomial
    (binomial(n, k) * (-1) ** k * k**2, n),  # 0 only for n > 2
    (binomial(n, k) * (-x) ** k * 3 ** (n - k), n),  # (3-x)^n, no number at x = 3, n = 0
    (binomial(n, k) * (p - Rational(1, 2)) ** (-k) * 2**n, n),  # a base that may be 0
    (binomial(n, k) * (p - Rational(1, 2)) ** (k - n), n),
    ((2 * p - 1) ** (k - 1), sp.oo),  # 1/0 at p = 1/2
    ((-x) ** k, sp.oo),  # |x| < 1 is not known
    ((-p) ** k, n),
    (binomial(n, k) ** 2, n),
    (binomial(n, k) / factorial(k), n),
    (x**k / factorial(k), n),  # a partial sum
    (binomial(n, k) * x**k, sp.oo),
    (binomial(n, k) * x**k, 2 * n),
    (binomial(n, 2 * k), n),
    (x ** (k**2) / factorial(k), sp.oo),
]


@pytest.mark.parametrize("f, end", REFUSED, ids=str)
def test_other_forms_are_refused(f: sp.Expr, end: sp.Expr) -> None:
    assert classical_sum(f, k, sp.S.Zero, end, Domain(OPEN)) is None


def claim(lhs: sp.Expr, rhs: sp.Expr, domain: dict) -> Claim:
    return Claim(title="a sum", statement=Eq(lhs, rhs, evaluate=False), domain=domain)


WITHIN, COUNT = {p: Interval.open(0, 1), n: sp.S.Naturals0}, {n: sp.S.Naturals0}
TRUE = [
    claim(Sum(binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 0, n)), 1, WITHIN),
    claim(Sum(k * binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 0, n)), n * p, WITHIN),
    claim(Sum((k - n * p) ** 2 * binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 0, n)), n * p * (1 - p), WITHIN),
    claim(Sum(binomial(n, k) * p**k * (1 - p) ** (n - k), (k, 1, n)), 1 - (1 - p) ** n, WITHIN),
    claim(Sum(binomial(n, k), (k, 0, n)), 2**n, COUNT),
    claim(Sum((-1) ** k * binomial(n, k), (k, 0, n)), 0, {n: sp.S.Naturals}),
    claim(Sum(exp(-x) * x**k / factorial(k), (k, 0, sp.oo)), 1, {x: Interval.open(0, sp.oo)}),
    claim(Sum(k * exp(-x) * x**k / factorial(k), (k, 0, sp.oo)), x, {x: Interval.open(0, sp.oo)}),
    claim(Sum(p**k, (k, 0, sp.oo)), 1 / (1 - p), {p: Interval.open(-1, 1)}),
    claim(Sum(k * p**k, (k, 1, sp.oo)), p / (1 - p) ** 2, {p: Interval.open(-1, 1)}),
    claim(Sum((-p) ** k, (k, 0, sp.oo)), 1 / (1 + p), {p: Interval.Ropen(0, 1)}),
]
FALSE = [
    claim(Sum(binomial(n, k), (k, 1, n)), 2**n, COUNT),
    claim(Sum((-1) ** k * binomial(n, k), (k, 0, n)), 0, COUNT),
    claim(Sum(exp(-x) * x**k / factorial(k), (k, 1, sp.oo)), 1, {x: Interval.open(0, sp.oo)}),
    claim(Sum(p**k, (k, 1, sp.oo)), 1 / (1 - p), {p: Interval.open(-1, 1)}),
]
DIVERGENT = [
    claim(Sum(p**k, (k, 0, sp.oo)), 1 / (1 - p), {p: Interval.Ropen(-1, 1)}),
    claim(Sum((-1) ** k, (k, 0, sp.oo)), Rational(1, 2), {}),
]


@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize("case", DIVERGENT, ids=lambda c: str(c.statement))
def test_series_that_diverge_somewhere_have_no_value(case: Claim) -> None:
    assert verify(case).verdict == "undecided"


@pytest.mark.parametrize("case", TRUE, ids=lambda c: str(c.statement))
def test_moments_are_proved(case: Claim) -> None:
    assert verify(case).verdict == "proved"


@pytest.mark.parametrize("case", FALSE, ids=lambda c: str(c.statement))
def test_wrong_ones_are_refuted(case: Claim) -> None:
    assert verify(case).verdict == "refuted"
