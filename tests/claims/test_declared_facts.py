"""What a symbol declares is used by SymPy while a formula is typed in, so it must be part of the domain, or the claim is refused."""

import pytest
from sympy import Abs, Dummy, Eq, Function, Integral, Interval, Le, Limit, Lt, Rational, S, Sum, Symbol, floor, oo, sign, sin, sqrt
from sympy.core.function import UndefinedFunction

from dpverify import Claim, Step, notation
from dpverify.claims.validate import prepare
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.rules import Consequence, Linearity, Specialise
from dpverify.rules.laws import ARBITRARY, least_cost

n = Symbol("n", integer=True)
y = Symbol("y", real=True)


def claim(statement, domain, **more):
    return Claim(title="a trial", statement=statement, domain=domain, **more)


def eq(a, b):
    return Eq(a, b, evaluate=False)


@pytest.mark.parametrize("facts", [{"real": True}, {}, {"complex": True}])
@pytest.mark.parametrize("name", ["k", "m"])
def test_a_real_symbol_is_not_cut_down_to_the_integers(name, facts):
    s = Symbol(name, **facts)
    for given in (Interval(0, 3), (0, 3), S.Reals):
        with pytest.raises(ClaimError, match=f"{name} is an integer in dpverify.notation"):
            prepare(claim(Le(0, (s - 1) * (s - 2), evaluate=False), {s: given}))
    prepare(claim(Le(0, (s - 1) * (s - 2), evaluate=False), {s: S.Naturals}))
    integer = notation.SYMBOLS[name]
    prepare(claim(Le(0, (integer - 1) * (integer - 2), evaluate=False), {integer: (0, 3)}))


def test_a_bound_variable_does_not_become_an_integer():
    real, integer = Symbol("k", real=True), notation.k
    with pytest.raises(ClaimError, match="use two names"):
        prepare(claim(eq(Limit(sin(S.Pi * real), real, oo) + integer, integer), {integer: S.Naturals0}))


@pytest.mark.parametrize(
    ("declared", "domain"),
    [
        ({"positive": True}, lambda s: (-y, y)),
        ({"nonnegative": True}, lambda s: Interval(-y, y)),
        ({"positive": True}, lambda s: Interval(y - 1, y)),
        ({"negative": True}, lambda s: (-1, y)),
        ({"integer": True, "positive": True}, lambda s: Interval(-y, 5)),
    ],
)
def test_symbolic_ends_lie_in_what_is_declared(declared, domain):
    s = Symbol("s", **declared)
    with pytest.raises(ClaimError, match="declared as lying in"):
        prepare(claim(Lt(0, s**2 + y + 1, evaluate=False), {s: domain(s), y: (0, 1)}))


@pytest.mark.parametrize(
    "domain",
    [lambda s: (y, 2), lambda s: Interval(y, 2 * y), lambda s: (notation.Delta * y, oo), lambda s: (0, y), lambda s: (sqrt(2) * y, oo)],
)
def test_symbolic_ends_that_do_are_accepted(domain):
    s, positive = Symbol("s", positive=True), Symbol("y", positive=True)
    ends = domain(s).xreplace({y: positive}) if hasattr(domain(s), "xreplace") else tuple(S(e).xreplace({y: positive}) for e in domain(s))
    given = {s: ends, positive: (0, 1), notation.Delta: (0, oo)}
    (part,) = prepare(claim(Lt(0, s, evaluate=False), given)).domains
    assert part.ranges[s].lo >= 0


@pytest.mark.parametrize(
    "facts",
    [
        {"even": True}, {"odd": True}, {"prime": True}, {"nonzero": True}, {"integer": True, "nonzero": True}, {"rational": True},
        {"irrational": True}, {"extended_nonnegative": True}, {"extended_positive": True}, {"zero": True},
        {"algebraic": True}, {"composite": True}, {"extended_nonzero": True},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("kind", [Symbol, Dummy])
def test_facts_that_no_range_expresses_are_refused(kind, facts):
    s = kind("s", **facts)
    free = claim(Le(s, 2 * floor(s / 2) + 1, evaluate=False), {s: S.Integers})
    bound = claim(eq(Sum(sign(s) ** 2, (s, -n, n)), 2 * n + 1), {n: S.Naturals0})
    integral = claim(eq(Integral(Abs(s), (s, -1, 1)), 0), {})
    for trial in (free, bound, integral):
        with pytest.raises((ClaimError, ValueError)):
            prepare(trial)


def test_the_arguments_of_a_rule_are_held_to_the_same():
    x, j = Symbol("x", real=True), Symbol("j", extended_nonnegative=True)
    part = Integral(j, (j, -1, 1)) * ARBITRARY.density(x)
    step = Step(eq(y, y), rule=Linearity(variable=x, parts=[(S.One, part)]))
    with pytest.raises(ClaimError, match="declared with"):
        prepare(claim(eq(y, y), {y: (0, 1)}, steps=(step,)))


@pytest.mark.parametrize("name", ["Vstar[0]", "sum[0]", "f_any[0]", "H[0]"])
def test_no_name_is_that_of_an_unknown_value(name):
    epsilon, delta, Delta = notation.epsilon, notation.delta, notation.Delta
    least, u = least_cost(S.One, epsilon, delta, Delta), Symbol(name, real=True)
    goal = Le(1000 * Delta, least, evaluate=False)
    steps = (
        Step(eq(least, u), rule=Consequence(()), label="a", domain={u: S.Reals}),
        Step(eq(least, 1000 * Delta), rule=Specialise("a", {u: 1000 * Delta}), label="b"),
        Step(goal, rule=Consequence(("b",))),
    )
    assert verify(claim(goal, {epsilon: (0, oo), delta: (0, 1), Delta: (0, oo)}, steps=steps)).verdict == "undecided"
    k = Symbol("k", integer=True)
    every = claim(eq(Sum(ARBITRARY.density(k), (k, 0, n)), u), {n: S.Naturals0, u: S.Reals})
    assert verify(every).verdict == "undecided"


def test_plain_declarations_go_on_working():
    s = Symbol("s")
    assert verify(claim(Le(0, s**2, evaluate=False), {s: (-1, 1)})).verdict == "proved"
    j = Symbol("j", positive=True, integer=True)
    assert verify(claim(Le(1, j, evaluate=False), {j: S.Naturals})).verdict == "proved"
    t = Symbol("t", nonnegative=True)
    assert verify(claim(Le(Rational(1, 2), t + Rational(1, 2), evaluate=False), {t: Interval(0, 1)})).verdict == "proved"


@pytest.mark.parametrize(
    "function",
    [
        Function("u_seq", positive=True),
        Function("u_seq", integer=True),
        UndefinedFunction("own_seq", __dict__={"_eval_is_extended_nonnegative": lambda self: True}, real=True),
    ],
    ids=("positive", "integer", "methods of its own"),
)
def test_of_a_function_without_a_formula_nothing_is_declared(function):
    """sqrt(u^2) would become u where it is put in for a real number, and u >= 0 a consequence of sqrt(x^2) >= 0."""
    with pytest.raises(ClaimError, match="more is declared"):
        prepare(claim(eq(function(1), function(1)), {y: S.Reals}))
    prepare(claim(eq(Function("u_seq", real=True)(1), 0), {y: S.Reals}))
