"""No rule lets a value run into a bound variable: each of these gave a false statement by a factor that no net could see."""

import pytest
from sympy import Abs, Eq, Ge, Integral, Interval, Limit, Rational, S, Sum, Symbol, exp

from dpverify.errors import ClaimError
from dpverify.notation import Delta
from dpverify.rules import (
    Feasible,
    FiniteSupport,
    FirstTerm,
    Induction,
    IntegerPart,
    RandomisedRounding,
    Specialise,
    Substitution,
    Telescoping,
)
from dpverify.rules.cells import CellFunction, cell, further, place
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, ARBITRARY, UNIMODAL
from dpverify.rules.rounding import lattice_point

from .deciding import fact, on

x, y, t, theta = (Symbol(name, real=True) for name in ("x", "y", "t", "theta_"))
whole = Symbol("whole", integer=True)
i = Symbol("i", integer=True)
k, n = (Symbol(name, integer=True, nonnegative=True) for name in "kn")
tiny = Rational(1, 10**40)
TERMS = Sum(k * n, (n, 0, 2)) * ARBITRARY.density(S.Zero)
SPLIT = {whole: S.Integers, theta: Interval.Ropen(0, 1)}


def equal(a, b):
    return Eq(a, b, evaluate=False)


@pytest.mark.parametrize(
    "rule",
    [
        FirstTerm(k, n, n + 3, TERMS),
        FiniteSupport(k, 0, n, TERMS, TERMS),
        Telescoping(k, n, n + 3, TERMS, TERMS),
        FirstTerm(k, n, n + 3, Sum(k * n, (n, 0, 2)) * tiny),
        FirstTerm(k, n, n + 3, Integral(exp(-k * t), (t, 0, n)) + Limit(n * k, n, 2)),
    ],
    ids=lambda r: type(r).__name__,
)
def test_rules_about_sums(rule):
    with pytest.raises(ClaimError, match="bound variable n"):
        rule.apply(None, {}, on({n: S.Naturals0}))


@pytest.mark.parametrize("body", [Integral(whole * tiny, (y, 0, 3)), Sum(whole, (y, 0, 3)), Limit(whole + y, y, 0)], ids=str)
def test_integer_part(body):
    with pytest.raises(ClaimError, match="bound variable y"):
        IntegerPart("f", whole, theta, y).apply(None, {"f": fact(equal(body + theta, whole + theta), SPLIT)}, on({y: (0, 1)}))


def test_specialise_at_a_value():
    known = {"f": fact(equal(Integral(x * t, (t, 0, 1)), x / 2), {x: S.Reals})}
    for value in (t, 1 + t, exp(-t)):
        with pytest.raises(ClaimError, match="bound variable t"):
            Specialise("f", {x: value}).apply(None, known, on({t: (0, 1)}))


def test_specialise_at_a_density():
    f, domain = UNIMODAL.density, on({t: S.Reals, y: (0, 1)})
    # The place is caught inside the density ...
    inside = Integral(exp(-Abs(x)) * t, (t, 0, 1))
    with pytest.raises(ClaimError, match="bound variable t"):
        Specialise("f", law=UNIMODAL, density=(x, inside)).apply(None, {"f": fact(Ge(f(t), 0, evaluate=False), {t: S.Reals})}, domain)
    # ... or a parameter of the density where it is put in, even if it vanishes at 0.
    known = {"f": fact(Ge(Integral(f(x) * y, (y, 0, 1)), 0, evaluate=False), {x: S.Reals})}
    with pytest.raises(ClaimError, match="bound variable y"):
        Specialise("f", law=UNIMODAL, density=(x, Abs(x) * y)).apply(None, known, on({x: S.Reals, y: (0, 1)}))


def test_feasible_and_substitution():
    d = Symbol("d", real=True)
    f = Integral(exp(-Abs(x)) * d, (d, 0, 1))
    with pytest.raises(ClaimError):
        Feasible(x, f, "p", d, S.One).apply(None, {"p": fact(Ge(x, 0, evaluate=False), {x: S.Reals})}, on({d: (0, 1)}))
    with pytest.raises(ClaimError):
        Substitution(x, Sum(exp(-(x**2)) * n, (n, 0, 2)), 1, n).apply(None, {}, on({n: S.Naturals0}))


def test_induction():
    target = equal(Sum(n * k, (k, 0, 2)), 3 * n)
    with pytest.raises(ClaimError, match="bound variable n"):
        Induction(n).apply(equal(Sum(n, (n, 0, n)), n), {}, on({n: S.Naturals0}))
    Induction(n).apply(target, {}, on({n: S.Naturals0}))


def test_costs_and_dual_functions():
    cost = Sum(lattice_point * i, (i, 0, 2))
    with pytest.raises(ClaimError, match="bound variable i"):
        rule = RandomisedRounding("f", ANY_PRIVATE_INTEGER, i, cost, S.One)
        rule.apply(None, {"f": fact(Ge(1, 0, evaluate=False))}, on({Delta: S.Naturals}))
    values = (S.Zero, Sum(place * cell, (further, 0, 2)), S.One)
    with pytest.raises(ClaimError, match="bound variable eta"):
        list(CellFunction((S.Zero, S(3)), values).range_obligations(on()))


def test_another_name_is_no_capture():
    terms = Sum(k * i, (i, 0, 2))
    relation = FirstTerm(k, n, n + 3, terms).apply(None, {}, on({n: S.Naturals0})).conclusion
    assert relation.rhs == Sum(n * i, (i, 0, 2)) + Sum(terms, (k, n + 1, n + 3))
