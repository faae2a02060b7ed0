"""A statement that has no value somewhere on its domain is never proved nor certified, wherever in it the undefined part stands."""

import pytest
from sympy import (
    Abs,
    Add,
    And,
    Eq,
    Ge,
    Heaviside,
    Integral,
    Interval,
    Le,
    Lt,
    Max,
    Min,
    Mod,
    Or,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    ceiling,
    exp,
    floor,
    log,
    oo,
    pi,
    sign,
    sqrt,
)

from dpverify import Claim, Step
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.rules import Consequence, NonNegative, Substitution
from dpverify.rules.consequence import Use
from dpverify.rules.laws import UNIMODAL

x, y = Symbol("x", real=True), Symbol("y", real=True)
k = Symbol("k", integer=True)
line = (x, -oo, oo)
f = UNIMODAL.density
pytestmark = pytest.mark.usefixtures("coarse_search")
AROUND, FROM_ZERO = {x: (-1, 1)}, {x: Interval(0, 1)}


def equal(a, b):
    return Eq(a, b, evaluate=False)


def at_most(a, b):
    return Le(a, b, evaluate=False)


def verdict(statement, domain, *steps):
    try:
        return verify(Claim(title="sides", statement=statement, domain=domain, steps=steps)).verdict
    except ClaimError:
        return "refused"


DIVERGENT = Integral(1 / y, (y, 0, 1))
INSIDE = [
    (at_most(Piecewise((1, 1 / x > 0), (0, True)), 1), AROUND),
    (at_most(Piecewise((1, log(x) > -5), (Rational(1, 2), True)), 1), AROUND),
    (at_most(Piecewise((1, DIVERGENT > 0), (0, True)), 1), {}),
    (at_most(sign(log(x)), 1), AROUND),
    (at_most(sign(1 / x), 1), AROUND),
    (at_most(sign(1 / x), 1), FROM_ZERO),
    (at_most(sign(log(x)) ** 2, 1), {x: (-1, oo)}),
    (at_most(log(x), Abs(log(x))), AROUND),
    (at_most(Min(log(x), 5), 5), AROUND),
    (at_most(5, Max(1 / x, 5)), FROM_ZERO),
    (at_most(Heaviside(1 / x), 1), AROUND),
    (equal(Piecewise((1, And(x > 5, log(x) > 0)), (0, True)), 0), AROUND),
    (equal(Piecewise((1, Or(x < 5, log(x) > 0)), (0, True)), 1), AROUND),
    (equal(Integral(Piecewise((1, log(x) < 5), (0, True)), (x, -1, 1)), 2), {}),
    (equal(Sum(Piecewise((1, 1 / (k - 2) > 0), (0, True)), (k, 0, 5)), 3), {}),
    (at_most(0, Piecewise((x**2, Eq(1 / x, 3)), (1, True))), AROUND),
    (at_most(ceiling(sqrt(x)), 1), {x: Interval(-1, 1)}),
    (at_most(Mod(log(x), 1), 1), AROUND),
    (at_most(0, exp(floor(1 / x))), FROM_ZERO),
    (Lt(0, 1 + Piecewise((1, sqrt(x) > 2), (3, True)), evaluate=False), {x: Interval(-1, 1)}),
]


@pytest.mark.parametrize(("statement", "domain"), INSIDE, ids=lambda v: str(v)[:40])
def test_an_undefined_part_inside(statement, domain):
    assert verdict(statement, domain) in ("undecided", "checked")


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        (at_most(log(x), Abs(log(x))), {x: (0, 2)}),
        (at_most(0, Piecewise((Abs(log(x)), x > 0), (0, True))), AROUND),
        (at_most(sign(1 / x), 1), {x: (0, 1)}),
        (at_most(Max(0, log(x)), x), {x: (0, oo)}),
        (equal(Integral(Piecewise((1, log(x) < 0), (0, True)), (x, 0, 2)), 1), {}),
    ],
    ids=str,
)
def test_the_same_where_all_is_defined(statement, domain):
    assert verdict(statement, domain) == "proved"


def test_a_step_that_says_the_same_on_both_sides():
    assert verdict(equal(DIVERGENT, DIVERGENT), {}, Step(equal(DIVERGENT, DIVERGENT))) == "undecided"
    moved = Integral(exp(-((x + 1) ** 2)), line)
    gauss = Integral(exp(-(x**2)), line)
    for left, right, known in ((gauss, sqrt(pi), None), (gauss, moved, Substitution(x, exp(-(x**2)), 1, 1))):
        with_more = equal(left + DIVERGENT, right + DIVERGENT)
        assert verdict(with_more, {}, Step(equal(left, right), label="g", rule=known), Step(with_more, uses=("g",))) == "undecided"


@pytest.mark.parametrize(
    "written", [exp(log(x), evaluate=False), Add(x, DIVERGENT, -DIVERGENT, evaluate=False), Add(x, 1 / x, -1 / x, evaluate=False)], ids=str
)
def test_the_ends_of_a_chain(written):
    assert verdict(equal(x, written), {x: S.Reals}, Step(x)) == "refused"
    assert verdict(equal(written, x), {x: S.Reals}, Step(equal(x, x))) == "refused"


@pytest.mark.parametrize("lost", [1 / x, log(x)], ids=str)
def test_a_part_that_cancels_beside_a_law(lost):
    padded = Ge(f(y) + lost, lost, evaluate=False)
    split = Ge(f(y), Add(0, lost, -lost, evaluate=False), evaluate=False)
    domain = {x: Interval(-1, 1), y: S.Reals}
    plain = Ge(f(y), 0, evaluate=False)
    for statement in (padded, split):
        assert verdict(statement, domain, Step(statement, rule=NonNegative(UNIMODAL, y))) in ("refused", "undecided")
        known = Step(plain, rule=NonNegative(UNIMODAL, y), label="a")
        for use in (Use("a"), Use("a", times=S.One)):
            # Without multipliers the step is looked at in points, where all is defined.
            good = ("refused", "undecided") if use.times else ("refused", "undecided", "checked")
            assert verdict(statement, domain, known, Step(statement, rule=Consequence((use,)))) in good
        assert verdict(statement, domain, known) in ("refused", "undecided")


def test_substitution_with_a_shift_that_is_no_number():
    for shift, domain in ((1 / y, {y: Interval(0, 1)}), (log(-1 - y**2), {y: (-1, 1)})):
        statement = equal(Integral(exp(-(x**2)), line), Integral(exp(-((x + shift) ** 2)), line))
        step = Step(statement, rule=Substitution(x, exp(-(x**2)), 1, shift))
        assert verdict(statement, domain, step) in ("refused", "undecided")
