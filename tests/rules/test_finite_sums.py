"""SumInequality and SumLinearity: what is added up, and what must not be."""

import pytest
import sympy as sp
from sympy import Eq, Ge, Gt, Integral, Le, Limit, Lt, Piecewise, S, Sum, Symbol, exp, oo

from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, k
from dpverify.rules import Consequence, FirstTerm, IntegrateInequality, SumInequality, SumLinearity, Use, sequence
from dpverify.rules.laws import PRIVATE

from .deciding import conclusion, fact, on, verdict

N = Symbol("N", integer=True, nonnegative=True)
i = Symbol("i", integer=True)
u, x, y = (Symbol(name, real=True) for name in ("u", "x", "y"))
COUNT, LINE = {N: S.Naturals0}, {u: S.Reals}
F, G = sequence("f"), sequence("g")


def test_an_inequality_is_added_up():
    facts = {"f": fact(Le(2 * u - 1, u**2, evaluate=False), LINE)}
    rule = SumInequality(k, 1, N, "f", {u: F(k)})
    assert verdict(rule, facts, on(COUNT)) == "proved"
    assert conclusion(rule, facts, on(COUNT)) == Le(Sum(2 * F(k) - 1, (k, 1, N)), Sum(F(k) ** 2, (k, 1, N)), evaluate=False)


@pytest.mark.parametrize(("given", "wanted"), [(Lt, Le), (Gt, Ge), (Le, Le), (Ge, Ge), (Eq, Eq)])
def test_a_strict_inequality_is_not_strict_for_an_empty_sum(given, wanted):
    facts = {"f": fact(given(u, u + 1, evaluate=False), LINE)}
    assert type(conclusion(SumInequality(k, 1, N, "f", {u: F(k)}), facts, on(COUNT))) is wanted


def test_the_fact_must_hold_at_every_term(long_search):
    facts = {"f": fact(Ge(u, 0, evaluate=False), {u: sp.Interval(0, oo)})}
    assert verdict(SumInequality(k, 1, N, "f", {u: F(k)}), facts, on(COUNT)) == "undecided"
    assert verdict(SumInequality(k, 1, N, "f", {u: k - 2}), facts, on(COUNT)) == "undecided"
    assert verdict(SumInequality(k, 2, N + 1, "f", {u: k - 2}), facts, on(COUNT)) == "proved"
    upto = {"f": fact(Ge(k, 0, evaluate=False), {k: sp.Range(0, 9)})}
    assert verdict(SumInequality(k, 1, N, "f"), upto, on(COUNT)) == "undecided"


def test_the_sum_must_not_run_backwards():
    facts = {"f": fact(Le(u, u + 1, evaluate=False), LINE)}
    assert verdict(SumInequality(k, 1, N - 1, "f", {u: F(k)}), facts, on(COUNT)) == "undecided"
    assert verdict(SumInequality(k, 1, N, "f", {u: F(k)}), facts, on(COUNT)) == "proved"
    assert verdict(SumLinearity(k, 1, N - 1, ((S.One, F(k)),)), domain=on(COUNT)) == "undecided"


@pytest.mark.parametrize(
    ("relation", "extra"),
    [
        (Le(u, oo, evaluate=False), LINE),
        (Eq(u, Limit(x, x, oo), evaluate=False), LINE),
    ],
)
def test_what_is_infinite_is_not_added(relation, extra):
    try:
        answer = verdict(SumInequality(k, 1, N, "f", {u: F(k)}), {"f": fact(relation, extra)}, on(COUNT))
    except ClaimError as refused:
        answer = str(refused)
    assert answer != "proved"


def test_a_function_of_a_bound_variable_is_no_number():
    relation = Le(u, Integral(F(x) ** 2, (x, -oo, oo)), evaluate=False)
    with pytest.raises(ClaimError, match="bound variable"):
        verdict(SumInequality(k, 1, N, "f", {u: G(k)}), {"f": fact(relation, LINE)}, on(COUNT))


def test_the_index_is_not_caught():
    relation = Le(u, Sum(u**2, (k, 0, 3)) + 1, evaluate=False)
    with pytest.raises(ClaimError, match="caught"):
        verdict(SumInequality(k, 1, N, "f", {u: F(k)}), {"f": fact(relation, LINE)}, on(COUNT))


@pytest.mark.parametrize("index", [Symbol("r", real=True), N])
def test_the_index_must_be_its_own_integer(index):
    facts = {"f": fact(Le(u, u, evaluate=False), LINE)}
    with pytest.raises(ClaimError, match="index"):
        verdict(SumInequality(index, 1, N, "f", {u: F(index)}), facts, on(COUNT))
    with pytest.raises(ClaimError, match="index"):
        verdict(SumLinearity(index, 1, N, ((S.One, F(index)),)), domain=on(COUNT))


def test_a_private_laws_parameters_stay():
    facts = {"f": fact(Ge(PRIVATE.tail(u), delta, evaluate=False), LINE)}
    with pytest.raises(ClaimError, match="cannot be moved"):
        verdict(SumInequality(k, 1, N, "f", {Delta: k, u: F(k)}), facts, on(COUNT))


def test_linearity():
    rule = SumLinearity(k, 1, N, ((u, F(k) ** 2), (S(3), S.One)), terms=u * F(k) ** 2 + 3)
    inside = on({**COUNT, **LINE})
    assert verdict(rule, domain=inside) == "proved"
    right = conclusion(rule, domain=inside).rhs
    for count in range(4):
        values = {F(j): sp.Rational(2 * j + 1, 3) for j in range(1, count + 1)}
        plain = (right - Sum(u * F(k) ** 2 + 3, (k, 1, N))).subs(N, count).doit().subs(values)
        assert sp.expand(plain) == 0


def test_linearity_refuses_what_is_wrong():
    inside = on({**COUNT, **LINE})
    with pytest.raises(ClaimError, match="depends on"):
        verdict(SumLinearity(k, 1, N, ((k, F(k)),)), domain=inside)
    assert verdict(SumLinearity(k, 1, N, ((u, F(k)),), terms=u * F(k) + 1), domain=inside) == "undecided"
    assert verdict(SumLinearity(k, 1, N, ((S.One, F(k)),), terms=F(k + 1)), domain=inside) == "undecided"
    for part in (1 / F(k), 1 / (k - 2)):
        assert verdict(SumLinearity(k, 1, N, ((S.One, part),)), domain=inside) == "undecided"
    for factor in (1 / u, 1 / F(N)):
        assert verdict(SumLinearity(k, 1, N, ((factor, F(k)),)), domain=inside) == "undecided"
    with pytest.raises(ClaimError, match="another function"):
        verdict(SumLinearity(k, 1, N, ((S.One, F(G(k))),)), domain=inside)


CASES = Integral(Piecewise((1, y < x), (0, True)), (y, 0, 1))
"""Under another operator SymPy makes this a Piecewise in a free y."""


def test_cases_under_an_inner_integral_are_refused():
    wide = on({**COUNT, x: S.Reals, y: S.Reals})
    with pytest.raises(ClaimError, match="without cases"):
        verdict(FirstTerm(i, 0, N, CASES.subs(x, i)), domain=on({**COUNT, y: S.Reals}))
    with pytest.raises(ClaimError, match="without cases"):
        verdict(SumInequality(k, 1, N, "f", {x: F(k)}), {"f": fact(Eq(CASES, CASES, evaluate=False), {x: S.Reals})}, wide)
    with pytest.raises(ClaimError, match="without cases"):
        sides = Eq(exp(-(x**2)) * CASES, exp(-(x**2)) * CASES, evaluate=False)
        verdict(IntegrateInequality(x, ("f",)), {"f": fact(sides, {x: S.Reals})}, on({y: S.Reals}))


def test_a_sum_of_a_fact_is_a_number_in_a_consequence():
    total = Sum(F(k) ** 2, (k, 1, N))
    facts = {"f": fact(Ge(total, 0, evaluate=False), COUNT)}
    target = Gt(total + 1, 0, evaluate=False)
    assert verdict(Consequence((Use("f", times=S.One),)), facts, on(COUNT), target) == "proved"
    for other in (Sum(F(k) ** 3, (k, 1, N)), Sum(F(k) ** 2, (k, 1, oo)), Integral(total * x, (x, 0, 1))):
        with pytest.raises(ClaimError, match="cannot be read as a number"):
            verdict(Consequence((Use("f"),)), facts, on(COUNT), Ge(other, 0, evaluate=False))
    endless = {"f": fact(Ge(Sum(F(k) ** 2, (k, 1, oo)), 0, evaluate=False))}
    with pytest.raises(ClaimError, match="cannot be read as a number"):
        verdict(Consequence((Use("f"),)), endless, on(), Ge(Sum(F(k) ** 2, (k, 1, oo)), -1, evaluate=False))


def test_a_part_taken_out_of_an_empty_sum_must_be_a_number():
    """sum_{k=1}^{N} 1/N is 0 for N = 0, and N times 1/N is 1 wherever it is defined."""
    rule = SumLinearity(k, 1, N, ((S.One, 1 / N),))
    assert verdict(rule, domain=on(COUNT)) == "undecided"
    assert verdict(rule, domain=on({N: sp.Range(1, oo)})) == "proved"
