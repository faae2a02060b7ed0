"""A limit that is infinite against a finite side: refuted, and the finite side is shown by its enclosure."""

from sympy import Eq, Gt, Limit, Lt, oo

from dpverify import Claim
from dpverify.claims.verify import verify
from dpverify.notation import Delta, delta, x


def test_an_equation_with_a_finite_side_is_refuted() -> None:
    result = verify(Claim(title="grows", statement=Eq(Limit(Delta / x, x, 0), Delta / 4), domain={Delta: (0, oo)}))
    assert result.verdict == "refuted" and result.counterexample is not None
    assert result.counterexample.lhs == "oo" and result.counterexample.rhs.startswith("[")


def test_order_with_an_infinite_side() -> None:
    large, domain = Limit(Delta / x, x, 0), {Delta: (0, oo), delta: (0, 1)}
    assert verify(Claim(title="above", statement=Gt(large, delta, evaluate=False), domain=domain)).verdict == "proved"
    assert verify(Claim(title="below", statement=Lt(large, delta, evaluate=False), domain=domain)).verdict == "refuted"
