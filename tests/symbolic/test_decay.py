"""What a product of known factors tends to at infinity."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import erfc, exp, log, sqrt

from dpverify.domain import Domain, Range
from dpverify.symbolic.decay import value_at_infinity

x = sp.Symbol("x", real=True)
a = sp.Symbol("a", positive=True)
DOMAIN = Domain({x: Range(lo=sp.S.One), a: Range(lo=sp.S.Zero)})
FALLING = [
    exp(-a * x) * x**3, x**5 * erfc(a * x), erfc(x) ** 2 * exp(7 * x), log(x + 1) ** 4 * exp(-x), exp(-(x**2)) * exp(a * x),
    erfc(-x) * exp(-x),
]  # fmt: skip
CONSTANT = [(erfc(-x), 2), (erfc(-a * x) ** 3, 8), (3 + exp(-x), 3), (erfc(-x) * 5 + erfc(x), 10)]
GROWING = [1 / erfc(x), exp(-x) / erfc(x), x**2 / erfc(a * x) ** 2, exp(x), x, log(x + 1), exp(x) * erfc(-x), exp(x) / log(x + 1), sqrt(x)]


@pytest.mark.parametrize("f", FALLING, ids=str)
def test_what_falls(f: sp.Expr) -> None:
    assert value_at_infinity(f, x, DOMAIN) == 0


@pytest.mark.parametrize("f, value", CONSTANT, ids=str)
def test_what_tends_to_a_number(f: sp.Expr, value: int) -> None:
    assert value_at_infinity(f, x, DOMAIN) == value


@pytest.mark.parametrize("f", GROWING, ids=str)
def test_what_has_no_limit(f: sp.Expr) -> None:
    assert value_at_infinity(f, x, DOMAIN) is None
