"""A limit that is infinite against a finite side: refuted, and the finite side is shown by its enclosure."""

import pytest
from sympy import Eq, Ge, Gt, Integer, Limit, Lt, S, Symbol, floor, oo

from dpverify import Claim, Step
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, x
from dpverify.rules import Consequence, FloorOrder, IntegerPart, NonNegative, Scaling, Specialise
from dpverify.rules.consequence import Use
from dpverify.rules.laws import UNIMODAL

pytestmark = pytest.mark.usefixtures("coarse_search")


def test_an_equation_with_a_finite_side_is_refuted() -> None:
    result = verify(Claim(title="grows", statement=Eq(Limit(Delta / x, x, 0), Delta / 4), domain={Delta: (0, oo)}))
    assert result.verdict == "refuted" and result.counterexample is not None
    assert result.counterexample.lhs == "oo" and result.counterexample.rhs.startswith("[")


def test_order_with_an_infinite_side() -> None:
    large, domain = Limit(Delta / x, x, 0), {Delta: (0, oo), delta: (0, 1)}
    assert verify(Claim(title="above", statement=Gt(large, delta, evaluate=False), domain=domain)).verdict == "proved"
    assert verify(Claim(title="below", statement=Lt(large, delta, evaluate=False), domain=domain)).verdict == "refuted"


A, B = Limit(x**2, x, oo), Limit(x**3, x, oo)
y = Symbol("y", real=True)


def verdict(statement, domain, *steps):
    try:
        return verify(Claim(title="infinite", statement=statement, domain=domain, steps=steps)).verdict
    except ClaimError:
        return "refused"


def test_two_infinite_limits_are_not_said_to_be_equal() -> None:
    same = Eq(A, B, evaluate=False)
    assert verdict(same, {}) == "undecided"
    assert verdict(Eq(A, oo, evaluate=False), {}) == "proved"
    difference = Eq(A - B, 0, evaluate=False)
    assert verdict(difference, {}, Step(same, label="a"), Step(difference, uses=("a",))) == "undecided"


@pytest.mark.parametrize("infinite", [Eq(A, oo, evaluate=False), Ge(A, 5, evaluate=False), Gt(oo, A - A + 5, evaluate=False)], ids=str)
def test_infinity_is_no_number_to_reckon_with(infinite) -> None:
    plain = Ge(UNIMODAL.density(y), 0, evaluate=False)
    false = Ge(UNIMODAL.density(y), 5, evaluate=False), Ge(UNIMODAL.density(y), 5 * A, evaluate=False), Eq(A + 1, A + 2, evaluate=False)
    rules = (Consequence((Use("a"), Use("n"))), *(Consequence((Use("a", times=S(t)), Use("n", times=S.One))) for t in (1, 7)))
    for statement in false[: 1 if isinstance(infinite, Ge) else 3]:
        for rule in (None, *rules):
            last = Step(statement, rule=rule, uses=("a", "n") if rule is None else ())
            steps = (Step(infinite, label="a"), Step(plain, rule=NonNegative(UNIMODAL, y), label="n"), last)
            assert verdict(statement, {y: S.Reals}, *steps) in ("refused", "undecided")


def test_an_infinite_limit_is_no_instance() -> None:
    t, n = Symbol("t", real=True), Symbol("n_", integer=True)
    below = Step(Lt(t, t + 1, evaluate=False), label="b", domain={t: (0, oo)})
    at_limit = Lt(A, A + 1, evaluate=False)
    assert verdict(at_limit, {}, below, Step(at_limit, rule=Specialise("b", {t: A}))) in ("refused", "undecided")
    parts = Step(Lt(n + t, n + t + 1, evaluate=False), label="b", domain={n: S.Naturals0, t: (-1, 1)})
    split = Lt(A, A + 1, evaluate=False)
    assert verdict(split, {}, parts, Step(split, rule=IntegerPart("b", n, t, A))) in ("refused", "undecided")
    order = FloorOrder(Integer(1), A).apply(None, {}, _nothing())
    assert any("defined" in o.why for o in order.obligations)
    assert floor(A) in order.conclusion.args
    with pytest.raises(ClaimError):
        Scaling(S.One, A, S.One).apply(None, {}, _nothing())


def _nothing():
    from dpverify.domain import Domain

    return Domain()
