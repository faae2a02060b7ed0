"""Parts inside an operator, written with evaluate=False, that SymPy drops as soon as it builds the formula again."""

from __future__ import annotations

import pytest
import sympy as sp
from sympy import Eq, Integral, Interval, Le, Piecewise, Product, Rational, Sum, exp, log

from dpverify.claims.claim import Claim, Step
from dpverify.claims.verify import verify
from dpverify.read_domain import parse_domain
from dpverify.symbolic.stable import dropped_part

a, t = sp.symbols("a t", real=True)
k, n = sp.symbols("k n", integer=True)
UNIT, WIDE, HALVES = {a: Interval(0, 1)}, {a: Interval(0, 4)}, {a: Interval(Rational(1, 2), Rational(3, 2))}
COUNT = {n: sp.S.Naturals0}


def over(u: sp.Expr, v: sp.Expr) -> sp.Expr:
    """u/v with the quotient left standing."""
    return sp.Mul(u, sp.Pow(v, -1, evaluate=False), evaluate=False)


def there_and_back(u: sp.Expr) -> sp.Expr:
    return exp(log(u, evaluate=False), evaluate=False)


def equal(lhs: sp.Expr, rhs: sp.Expr) -> Eq:
    return Eq(lhs, rhs, evaluate=False)


LOST = [
    (equal(Sum(over(k - a, k - a), (k, 1, 3)), 3), WIDE),
    (equal(Integral(over(t * a, a), (t, 0, 1)), Rational(1, 2)), UNIT),
    (equal(Sum(sp.Mul(k, a, sp.Pow(a, -1, evaluate=False), evaluate=False), (k, 1, 3)), 6), UNIT),
    (equal(Sum(over(k - a, k - a), (k, 1, n)), n), {**UNIT, **COUNT}),
    (equal(Sum(there_and_back(a - k), (k, 1, 2)), 2 * a - 3), UNIT),
    (equal(Product(over(k - a, k - a), (k, 1, 3)), 1), WIDE),
    (equal(Product(over(k - a, k - a), (k, 1, 3)), 1), HALVES),
    (Le(Product(over(k - a, k - a), (k, 1, 3)), 1, evaluate=False), WIDE),
    (equal(Product(over(log(a - k), log(a - k)), (k, 1, 3)), 1), WIDE),
    (equal(Integral(t + Sum(over(k - a, k - a), (k, 1, 3)), (t, 0, 1)), Rational(7, 2)), UNIT),
    (equal(Sum(Piecewise((over(k - a, k - a), a > 0), (1, True)), (k, 1, 3)), 3), UNIT),
    (equal(Sum(k, (k, 1, over(n, n))), 1), COUNT),
    (equal(sp.Limit(over(t * a, a), t, 1), 1), UNIT),
    # an end belongs to what is outside, where 2a - 1 may be 0
    (equal(Sum(k, (k, 1, over(2 * a - 1, 2 * a - 1))), 1), UNIT),
    (equal(Integral(over(t, t), (t, 0, 1)), 1), {t: Interval(2, 3)}),
    (equal(sp.Limit(over(t, t), t, 0), 1), {t: Interval(2, 3)}),
    (equal(sp.Subs(over(t, t), t, 0), 1), {t: Interval(2, 3)}),
    (equal(sp.Derivative(sp.Mul(t, over(a, a), evaluate=False), t), 1), {**UNIT, t: sp.S.Reals}),
]
KEPT = [
    (equal(Integral(over(t * a, a), (t, 0, 1)), Rational(1, 2)), {a: Interval(1, 2)}),
    (equal(Integral(over(t, t), (t, 1, 2)), 1), UNIT),
    (equal(Sum(over(k - a, k - a), (k, 1, 3)), 3), {a: Interval(5, 6)}),
    (equal(Sum(there_and_back(k), (k, 1, 3)), 6), UNIT),
    (equal(sp.Limit(over(t**2 + 1, t**2 + 1), t, 1), 1), UNIT),
    # the variable of the integral is not the domain's, and nothing that is known of that one counts
    (equal(Integral(over(t + 2, t + 2), (t, 0, 1)), 1), {t: Interval(-5, -3)}),
]


@pytest.mark.parametrize("statement, domain", LOST, ids=str)
def test_what_drops_out_is_not_taken_for_defined(statement: sp.Rel, domain: dict) -> None:
    assert verify(Claim(title="lost", statement=statement, domain=domain)).verdict == "undecided"


@pytest.mark.parametrize("statement, domain", KEPT, ids=str)
def test_what_is_defined_may_drop_out(statement: sp.Rel, domain: dict) -> None:
    assert verify(Claim(title="kept", statement=statement, domain=domain)).verdict == "proved"


def test_in_a_step() -> None:
    steps = (Step(Sum(over(k - a, k - a), (k, 1, 3)), "for no reason"), Step(3, "cancelled"))
    claim = Claim(title="a step", statement=equal(Sum(1, (k, 1, 3)), 3), domain=WIDE, steps=steps)
    assert verify(claim).verdict == "undecided"


@pytest.mark.parametrize("statement, domain", LOST, ids=str)
def test_built_by_sympy_nothing_drops_out(statement: sp.Rel, domain: dict) -> None:
    """The law: a formula that SymPy has built itself stays what it is."""
    others = {s: sp.Symbol(f"{s.name}_other", integer=s.is_integer, real=True) for s in (a, t, k, n)}
    built = statement.xreplace(others)
    for part in parse_domain({others[s]: v for s, v in domain.items()}, ()):
        assert dropped_part(built, part) is None
