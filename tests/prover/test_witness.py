"""Points of domains: certified to lie inside, simple, and found also in thin or tied domains."""

import pytest
import sympy as sp
from sympy import Eq, Gt, Interval, Lt, Naturals, Rational, Union, exp, log, oo, symbols

from dpverify.domain import Domain, Range
from dpverify.notation import Delta, delta, epsilon
from dpverify.prover.elimination import eliminate
from dpverify.prover.membership import certainly_in, in_range
from dpverify.prover.rounding import simplest_between, simplest_decimal
from dpverify.prover.witness import sample, witness
from dpverify.read_domain import parse_domain

a, b, x, y = symbols("a b x y", real=True)
k = symbols("k", integer=True, nonnegative=True)

DOMAINS = [
    ({epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}, []),
    ({x: Interval(2, 2)}, []),
    ({x: Interval.open(log(2), log(3))}, []),
    ({k: Naturals, x: (-oo, oo)}, []),
    ({a: (0, oo), b: (0, oo)}, [Lt(a, b), Lt(b, 2 * a)]),
    ({a: (0, 1), b: (0, 1)}, [Lt(a**2 + b**2, 1), Gt(a**2 + b**2, Rational(999, 1000))]),
    ({a: (0, oo), b: (0, oo)}, [Eq(a + b, 1)]),
    ({x: (10**9, 10**9 + Rational(1, 10**9))}, []),
    ({epsilon: (0, oo), delta: (0, Rational(1, 2))}, [Lt(exp(epsilon), 1 + delta)]),
]


@pytest.mark.parametrize(("domain", "assumptions"), DOMAINS)
def test_a_witness_lies_inside_and_assumptions_hold_there(domain, assumptions):
    (parsed,) = parse_domain(domain, assumptions)
    point = witness(parsed)
    assert point is not None
    assert certainly_in(point, parsed)
    for relation in assumptions:
        assert bool(relation.subs(point)) is True


@pytest.mark.parametrize(("domain", "assumptions"), DOMAINS)
def test_every_sample_point_lies_inside(domain, assumptions):
    (parsed,) = parse_domain(domain, assumptions)
    for point in sample(parsed, 25, seed=3):
        assert certainly_in(point, parsed)


def test_samples_reach_near_the_ends_and_far_out():
    (parsed,) = parse_domain({epsilon: (0, oo), delta: (0, Rational(1, 2))})
    points = sample(parsed, 400)
    assert min(p[delta] for p in points) < Rational(1, 10**9)
    assert max(p[epsilon] for p in points) > 10**9
    assert min(Rational(1, 2) - p[delta] for p in points) < Rational(1, 10**9)


def test_an_impossible_domain_has_no_witness():
    assert parse_domain({a: (0, 1), b: (0, 1)}, [Gt(a + b, 3)]) == ()
    (parsed,) = parse_domain({a: (0, 1), b: (0, 1)}, [Gt(a * b, 3)])
    assert witness(parsed) is None


def test_unions_are_searched_part_by_part():
    parts = parse_domain({x: Union(Interval(0, 1), Interval(5, 6))})
    assert [witness(p) is not None for p in parts] == [True, True]


def test_a_symbol_fixed_by_an_equation_is_eliminated():
    (parsed,) = parse_domain({a: (0, oo), b: (0, oo)}, [Eq(a + b, 1)])
    reduced = eliminate(parsed)
    assert len(reduced.values) == 1 and len(reduced.domain.ranges) == 1
    point = reduced.complete(witness(reduced.domain))
    assert point[a] + point[b] == 1


def test_irrational_ends_are_compared_exactly():
    rng = Range(log(2), log(3), True, True)
    assert in_range(Rational(1), rng) and not in_range(Rational(69, 100), rng)
    assert certainly_in({x: Rational(1)}, Domain({x: rng}))


def test_simplest_fraction_has_the_least_denominator():
    for low, high in [("31/100", "32/100"), ("-7/3", "-2"), ("314159/100000", "31416/10000")]:
        low, high = Rational(low), Rational(high)
        v = simplest_between(low, high)
        assert low <= v <= high
        assert all(sp.ceiling(low * q) > sp.floor(high * q) for q in range(1, v.q))
    assert simplest_between(Rational(-1), Rational(1)) == 0
    assert simplest_decimal(Rational(12345, 10**7), 2) == Rational(12, 10**4)
