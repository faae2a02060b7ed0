"""What is supposed of a symbol says nothing of a bound variable of the same name."""

import pytest
from sympy import Abs, Eq, Ge, Integral, Limit, Max, Piecewise, Product, Rational, S, Sum, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.claims.verify import verify
from dpverify.domain import Domain, Range
from dpverify.errors import SoundnessError
from dpverify.notation import Delta
from dpverify.rules import Linearity
from dpverify.rules.laws import UNIMODAL
from dpverify.rules.specialise import law_obligations

x, y = Symbol("x", real=True), Symbol("y", real=True)
k, n = (Symbol(name, integer=True) for name in "kn")
tiny = Rational(1, 10**40)
line = (x, -oo, oo)


def equal(a, b):
    return Eq(a, b, evaluate=False)


def test_a_fresh_symbol_forgets_and_a_narrowed_one_keeps():
    domain = Domain({x: Range(), y: Range()}).restrict(Ge(x, y, evaluate=False))
    assert domain.extend(x, Range()).assumptions == ()
    assert domain.extend(y, Range()).assumptions == ()
    assert domain.extend(k, Range(integer=True)).assumptions == domain.assumptions
    assert domain.with_range(x, Range(lo=S.Zero)).assumptions == domain.assumptions


def test_linearity():
    g = Max(0, exp(-Abs(x)) - Rational(1, 10))
    odd = Piecewise((g, x >= 0), ((1 + tiny) * g, True))
    for hypothesis, domain in (([x >= y], {y: (0, 1), x: S.Reals}), ([], {x: (0, 1)}), ([x >= y, y > 0], {y: S.Reals, x: S.Reals})):
        statement = equal(Integral(odd, line), Integral(g, line))
        step = Step(statement, rule=Linearity(variable=x, parts=[(S.One, g)]))
        result = verify(Claim(title="linearity", statement=statement, domain=domain, assumptions=hypothesis, steps=(step,)))
        assert result.verdict not in ("proved", "certified")


@pytest.mark.parametrize(
    "false",
    [
        equal(Integral(Abs(x) * tiny, (x, -1, 1)), 0),
        equal(Integral(Abs(x), (x, -1, 1)), Integral(x, (x, -1, 1))),
        equal(Integral(Max(x, y), (x, -1, 1)), Integral(x, (x, -1, 1))),
        equal(Integral(Piecewise((0, x > y), (tiny, True)), (x, -1, 1)), 0),
        equal(Limit(Abs(x) / x, x, 0, "-"), 1),
        equal(Integral(Integral(Abs(x), (x, -1, y)), (y, -1, 1)), Integral(Integral(x, (x, -1, y)), (y, -1, 1))),
    ],
    ids=str,
)
def test_operators_over_a_name_of_the_domain(false):
    claim = Claim(title="bound", statement=false, domain={x: (0, 2), y: (0, 1)}, assumptions=[x > y])
    assert verify(claim).verdict not in ("proved", "certified", "checked")


@pytest.mark.parametrize(
    "false",
    [
        equal(Sum(Abs(k - 3) * tiny, (k, 0, 6)), Sum((k - 3) * tiny, (k, 0, 6))),
        equal(Sum(Piecewise((0, k >= n), (1, True)), (k, -3, 3)), 0),
        equal(Product(Max(1, 5 - k), (k, 0, 2)), 1),
    ],
    ids=str,
)
def test_sums_over_a_name_of_the_domain(false):
    claim = Claim(title="bound", statement=false, domain={k: S.Integers, n: S.Naturals}, assumptions=[k >= n + 3])
    assert verify(claim).verdict not in ("proved", "certified", "checked")


def test_the_density_of_a_law_is_asked_for_on_the_whole_line():
    domain = Domain({x: Range(), y: Range(lo=S.Zero)}).restrict(Ge(x, y, evaluate=False))
    for obligation in law_obligations(UNIMODAL, x, exp(-Abs(x)) / 2, domain):
        assert not any(x in a.free_symbols for a in obligation.domain.assumptions if a.has(y))


def test_a_true_statement_over_a_name_of_the_domain():
    claim = Claim(title="bound", statement=equal(Integral(Abs(x), (x, -1, 1)) + x, 1 + x), domain={x: (0, Delta), Delta: (0, oo)})
    try:
        assert verify(claim).verdict == "proved"
    except SoundnessError as fault:  # pragma: no cover
        pytest.fail(str(fault))
