"""Induction along an integer: sums, factorials and binomials."""

import pytest
from sympy import Ge, Gt, Le, Lt, Naturals, Rational, Sum, binomial, exp, factorial, gamma, log, oo, sqrt, symbols

from dpverify.notation import epsilon
from dpverify.prover.inequality import decide_inequality
from dpverify.read_domain import parse_domain

k = symbols("k", integer=True, nonnegative=True)
n = symbols("n", integer=True, positive=True)
p, x = symbols("p x", positive=True)

TRUE = [
    (Le(binomial(2 * n, n), 4**n), {}),
    (Ge(binomial(2 * n, n), 4**n / (2 * n + 1)), {}),
    (Ge(binomial(2 * n, n), n), {}),
    (Le(factorial(n), n**n), {}),
    (Ge(factorial(n), (n / exp(1)) ** n), {}),
    (Ge(Sum(1 / k, (k, 1, n)), log(n + 1)), {}),
    (Lt(Sum(1 / sqrt(k), (k, 1, n)), 2 * sqrt(n)), {}),
    (Le(Sum(exp(-epsilon * k**2), (k, 0, n)), n + 1), {epsilon: (0, oo)}),
    (Ge(Sum(p**k, (k, 0, n)), 1), {p: (0, 2)}),
    (Le(gamma(x + Rational(1, 2)), sqrt(x) * gamma(x)), {x: (0, oo)}),
]
NOT_SHOWN = [
    (Le(binomial(2 * n, n), Rational(399, 100) ** n), {}),
    (Gt(factorial(n), 1), {}),
    (Ge(factorial(n), 2**n), {}),
    (Ge(Sum(1 / k, (k, 1, n)), log(n + 1) + Rational(1, 3)), {}),
    (Ge(Sum(1 / (k - 3), (k, 1, n)), -10), {}),
    (Ge(Sum(log(k), (k, 0, n)), -5), {}),
    (Le(Sum(1 / n, (k, 1, n)), Rational(1, 2)), {}),
    (Le(gamma(x + Rational(1, 2)), sqrt(x - Rational(1, 3)) * gamma(x)), {x: (1, oo)}),
]


@pytest.mark.parametrize(("relation", "domain"), TRUE)
def test_true(relation, domain):
    (parsed,) = parse_domain({**domain, n: Naturals} if n in relation.free_symbols else domain)
    assert decide_inequality(relation, parsed).verdict in ("proved", "certified")


@pytest.mark.parametrize(("relation", "domain"), NOT_SHOWN)
def test_not_shown(relation, domain):
    (parsed,) = parse_domain({**domain, n: Naturals} if n in relation.free_symbols else domain)
    assert decide_inequality(relation, parsed).verdict == "undecided"
