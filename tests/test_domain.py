"""Domains: sets read exactly, bounds handed on through assumptions without changing the set."""

import random
from itertools import product

import pytest
from sympy import Abs, FiniteSet, Interval, Le, Lt, Naturals, Rational, S, Union, oo, symbols

from dpverify.domain import Domain, Range
from dpverify.errors import ClaimError
from dpverify.notation import Delta, alpha, delta, epsilon
from dpverify.prover.membership import certainly_in
from dpverify.read_domain import parse_domain

u, v, w = symbols("u v w", real=True)


def test_bounds_pass_from_symbol_to_symbol() -> None:
    (domain,) = parse_domain({alpha: (0, delta), delta: (0, 1)})
    assert domain.ranges[alpha] == Range(S.Zero, S.One, True, True)
    (domain,) = parse_domain({u: Interval(0, v), v: Interval(0, w), w: (-oo, 2)})
    assert domain.ranges[u] == Range(S.Zero, S(2), False, True)
    (domain,) = parse_domain({u: (-oo, oo), v: (1, 3)}, [Le(2 * u + v, 5)])
    assert domain.ranges[u] == Range(-oo, S(2), True, True)


def test_an_infinite_range_gives_no_bound() -> None:
    (domain,) = parse_domain({u: (0, Delta), Delta: (0, oo)})
    assert domain.ranges[u] == Range(S.Zero, oo, True, True)


def test_contradictory_assumptions_may_empty_the_box() -> None:
    assert parse_domain({u: (0, 1), v: (2, 3)}, [Lt(v, u)]) == ()


def test_no_point_is_lost() -> None:
    rng = random.Random(7)
    for _ in range(200):
        a, b, c = (Rational(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(3))
        if 0 in (a, b):
            continue
        box = {s: Interval(low := Rational(rng.randint(-8, 8), 3), low + Rational(rng.randint(1, 9), 2)) for s in (u, v)}
        relation = Le(a * u + b * v, c)
        parts = parse_domain(box, [relation])
        for _ in range(20):
            point = {s: i.start + (i.end - i.start) * Rational(rng.randint(0, 4), 4) for s, i in box.items()}
            if a * point[u] + b * point[v] <= c:
                (part,) = parts
                assert all(Range(x, x, False, False).intersect(part.ranges[s]) == Range(x, x, False, False) for s, x in point.items())


def test_sets() -> None:
    assert len(parse_domain({u: Union(Interval(0, 1), Interval(2, 3), evaluate=False), v: FiniteSet(1, 2)})) == 4
    (domain,) = parse_domain({symbols("n", integer=True): Naturals})
    assert next(iter(domain.ranges.values())).first_integer() == 1
    with pytest.raises(ClaimError):
        parse_domain({epsilon: (-1, 1)})
    with pytest.raises(ClaimError):
        parse_domain({u: (0, 0.5)})


@pytest.mark.parametrize(
    ("relation", "end", "is_open"), [(Le, Interval(0, 1), False), (Lt, Interval(0, 1), True), (Le, Interval.Ropen(0, 1), True)]
)
def test_what_a_relation_implies_keeps_the_ends_that_are_attained(relation, end, is_open) -> None:
    """u <= v, v in [0, 1]: u = 1 belongs to the domain, so u < 1 must not hold on it."""
    (domain,) = parse_domain({u: Interval(0, 5), v: end}, [relation(u, v)])
    assert domain.ranges[u] == Range(S.Zero, S.One, False, is_open)
    (domain,) = parse_domain({u: Interval(0, 5), v: end}, [relation(2 * u + 4, 4 * v + 2)])
    assert domain.ranges[u] == Range(S.Zero, S.One, False, is_open)


BARS = [
    Abs(u) * v < 1, Abs(u) <= v, v > Abs(u), Abs(u - v) < 1, Abs(u) + Abs(v) <= 2, u**2 * v**2 < 4, 4 * u**2 <= 9, 2 * u**2 < 1,
    (1 - Abs(u)) ** 2 < 2,
    Abs(1 - Abs(u)) <= v, Abs(u) > 1, -Abs(u) < -1, v - Abs(u) >= u, Abs(u) * (v - 1) < 1, Abs(u) / v <= 2, 1 - v * Abs(u) > u,
]  # fmt: skip


@pytest.mark.parametrize("relation", BARS, ids=str)
def test_absolute_values_written_out_describe_the_same_set(relation) -> None:
    box = {u: S.Reals, v: (0, oo)}
    parts = parse_domain(box, [relation])
    plain = Domain({u: Range(), v: Range(lo=S.Zero)})
    values = [Rational(n, 6) for n in range(-20, 21)]
    inside = 0
    for a, b in product(values, [Rational(n, 4) for n in range(1, 14)]):
        holds = relation.subs({u: a, v: b}) == True  # noqa: E712  (SymPy's truth)
        inside += holds
        assert certainly_in({u: a, v: b}, plain)
        assert any(certainly_in({u: a, v: b}, part) for part in parts) == holds, (a, b)
    assert 0 < inside < len(values) * 13


def test_what_absolute_values_say_of_a_range() -> None:
    (domain,) = parse_domain({u: S.Reals}, [4 * u**2 <= 9])
    assert domain.ranges[u] == Range(Rational(-3, 2), Rational(3, 2), False, False)
    (domain,) = parse_domain({u: S.Reals}, [Abs(1 - Abs(u)) < 1])
    assert domain.ranges[u] == Range(S(-2), S(2), True, True)
    (domain,) = parse_domain({u: S.Reals, v: (0, oo)}, [Abs(u) * v < 1])
    assert {Lt(u * v, 1), Lt(-u * v, 1)} <= set(domain.assumptions)
