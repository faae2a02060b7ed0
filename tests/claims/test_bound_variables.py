"""A bound variable keeps to the range it is declared to have: SymPy has already simplified by it."""

import pytest
from sympy import Abs, Eq, Integral, Limit, Sum, Symbol, exp, floor, oo, symbols

from dpverify import Claim
from dpverify.claims.validate import prepare
from dpverify.errors import ClaimError
from dpverify.notation import epsilon, k

s = Symbol("s", positive=True)
n, m = symbols("n m", integer=True, positive=True)
x = Symbol("x", real=True)


@pytest.mark.parametrize(
    "side",
    [
        Sum(Abs(k), (k, -3, 3)),
        Integral(Abs(s), (s, -1, 1)),
        Integral(Abs(s) * exp(-s), (s, -oo, oo)),
        Limit(Abs(s) / s, s, 0, "-"),
        Limit(epsilon, epsilon, -1),
        Limit(exp(s), s, -oo),
        1 + 2 * Sum(k, (k, n - 5, oo)),
        Integral(exp(-s), (s, floor(x) - x, 1), (x, 0, 2)),  # an outer variable of integration is no integer
        Sum(k, (k, n - m, oo), (m, 1, n)),
    ],
    ids=str,
)
def test_leaving_the_declared_range_is_refused(side: object) -> None:
    with pytest.raises(ClaimError, match="declared"):
        prepare(Claim(title="out of range", statement=Eq(side, 1, evaluate=False), domain={n: (0, oo), k: (0, oo)}))


@pytest.mark.parametrize(
    "side",
    [
        Sum(k, (k, 0, oo)),
        Sum(k, (k, n, oo)),
        Sum(k, (k, m, oo), (m, n, oo)),
        Integral(s, (s, 0, 1)),
        Limit(s, s, 0),
        Limit(s, s, oo),
        Integral(Abs(x), (x, -1, 1)),
        Limit(x, x, 0, "-"),
    ],
    ids=str,
)
def test_keeping_to_it_is_fine(side: object) -> None:
    prepare(Claim(title="in range", statement=Eq(side, 1, evaluate=False), domain={n: (0, oo)}))


@pytest.mark.parametrize("low", [n, n - 1, epsilon])
def test_an_end_in_symbols_is_judged_on_the_domain(low: object) -> None:
    real = Integral(exp(-s), (s, low, oo))
    prepare(Claim(title="in range", statement=Eq(real, 1, evaluate=False), domain={n: (0, oo), epsilon: (0, oo)}))
    with pytest.raises(ClaimError, match="declared"):
        statement = Eq(Integral(exp(-s), (s, x, 1)), 1, evaluate=False)
        prepare(Claim(title="out of range", statement=statement, domain={x: (-1, 1)}))


def test_an_integer_is_no_variable_of_integration() -> None:
    with pytest.raises(ClaimError, match="integer"):
        prepare(Claim(title="integer", statement=Eq(Integral(k, (k, 0, 1)), 1, evaluate=False), domain={}))


def test_a_bound_variable_of_one_of_our_names_keeps_what_its_author_declared() -> None:
    for gamma in (Symbol("gamma", real=True), Symbol("gamma")):
        prepare(Claim(title="bound", statement=Eq(Integral(Abs(gamma), (gamma, -1, 1)), 1, evaluate=False), domain={}))


def test_one_of_our_names_with_a_contrary_sign_is_refused() -> None:
    other = Symbol("epsilon", negative=True)
    with pytest.raises(ClaimError, match="notation"):
        prepare(Claim(title="clash", statement=other > -1, domain={other: (-1, 0)}))
