"""Substitution under binders: the result has the value of the formula with the symbol put in, whatever its bound variables are called."""

import pytest
import sympy as sp
from sympy import Derivative, Eq, Integral, Limit, Product, Subs, Sum, Symbol, Tuple, exp, oo

from dpverify.capture import all_bound, free_symbols, put, renamed, substitute
from dpverify.claims.registry import select
from dpverify.errors import ClaimError, NotEnclosable

x, y, t = (Symbol(name, real=True) for name in "xyt")
k, n = Symbol("k", integer=True), Symbol("n", integer=True)

FORMULAS = [
    Integral(x * y, (x, 0, 2)),
    Integral(x * y, (x, 0, x)),
    Integral(x * t, (x, 0, t), (t, 0, y)),
    Integral(Integral(x + y, (x, 0, x)), (x, 0, 1)),
    Sum(n * y + k, (k, 0, 3)).subs(n, x),
    Product(y + k, (k, 1, 2)),
    Limit(x + y, x, 1),
    Limit(x * exp(y), x, 3),
    y + Integral(x**2 * y, (x, y, 2 * y)),
]


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
@pytest.mark.parametrize("value", [x, t, x + 1, x * t], ids=str)
def test_the_value_does_not_depend_on_names(formula, value):
    # The same formula whose bound variables have names of their own, computed by SymPy, is the other route.
    apart = renamed(formula, {x, t, k})
    expected = apart.subs(y, Symbol("fresh")).doit().subs(Symbol("fresh"), value)
    assert (substitute(formula, {y: value}).doit() - expected).expand() == 0


def test_renaming_changes_no_value():
    for formula in FORMULAS:
        assert (renamed(formula, {x, t, k}).doit() - formula.doit()).expand() == 0
        assert renamed(formula, {x, t, k}).free_symbols == formula.free_symbols


def test_the_bound_variable_itself_stays():
    assert substitute(Integral(x * y, (x, 0, 2)) + x, {x: 5}).doit() == 2 * y + 5
    assert substitute(Limit(x + y, x, 1) + x, {x: 5}).doit() == y + 6
    assert substitute(Sum(k, (k, 0, n)) + k, {k: 7}).doit() - 7 == Sum(k, (k, 0, n)).doit()


def test_replaced_all_at_once():
    assert substitute(Integral(x * y + t, (x, 0, 1)), {y: t, t: y}).doit() == t / 2 + y


def test_under_a_derivative_it_is_refused():
    for formula in (Derivative(x * y, x, evaluate=False), Subs(x * y, x, 1)):
        with pytest.raises(NotEnclosable):
            substitute(formula, {y: x})


@pytest.mark.parametrize("formula", [*FORMULAS[:4], Derivative(x * y, x, evaluate=False), Subs(x * y, x, 1)], ids=str)
def test_rules_refuse(formula):
    with pytest.raises(ClaimError, match="bound variable x"):
        put(formula, {y: x + 1}, "the value")
    with pytest.raises(ClaimError, match="bound variable x"):
        put(Tuple(Eq(formula, 1, evaluate=False), y), {y: x}, "the value")


def test_all_bound_variables_are_seen():
    assert all_bound(Integral(x, (x, 0, t), (t, 0, 1)) + Sum(k, (k, 0, oo)) + Limit(y, y, 0)) == {x, t, k, y}


def test_of_several_bound_variables_only_those_taken_are_renamed():
    for formula in (Integral(x * t * y, (x, 0, 1), (t, 0, 2)), Integral(x * t * y, (t, 0, 2), (x, 0, 1))):
        assert renamed(formula, {t}).bound_symbols != formula.bound_symbols
        assert t not in renamed(formula, {t}).bound_symbols and x in renamed(formula, {t}).bound_symbols
        assert renamed(formula, {t}).doit() == formula.doit()


def test_free_symbols_are_those_of_sympy() -> None:
    """Node by node in every formula of a part of the ledger, and where a variable is bound in one place and free in another."""
    formulas = [e.claim.statement for e in select(["privacy", "lower_bounds", "denoising"]).entries]
    a, b, c = sp.symbols("a b c", real=True)
    inner = sp.Integral(a * b, (a, 0, b))
    formulas += [
        a + inner, sp.Sum(inner, (b, 1, c)), sp.Limit(a * inner, a, c), sp.Subs(inner + a, a, b), sp.Derivative(inner * a, a),
        sp.Max(a, inner), sp.Piecewise((inner, a > b), (c, True)), sp.Function("f")(inner, a), sp.Lambda(a, a + b), sp.Integer(3),
    ]  # fmt: skip
    looked_at = 0
    for formula in formulas:
        for node in sp.preorder_traversal(formula):
            assert free_symbols(node) == node.free_symbols, node
            looked_at += 1
    assert looked_at > 1000
