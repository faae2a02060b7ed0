"""Points seen in floating point: they lie in the domain, the relation fails there, and small pockets are found."""

import random

import pytest
from sympy import Abs, Interval, Le, Max, Min, Naturals, Piecewise, Rational, S, Symbol, erfc, exp, floor, log, loggamma, oo, pi, sqrt

from dpverify.claims.claim import Claim
from dpverify.claims.validate import prepare
from dpverify.prover.counterexample import find_counterexample
from dpverify.prover.swarm import worst_points

x, y = Symbol("x", real=True), Symbol("y", real=True)
n = Symbol("n", integer=True)


def seen(statement, domain, assumptions=(), seed=0, most=5):
    prepared = prepare(Claim(title="A claim", statement=statement, domain=domain, assumptions=assumptions))
    (part,) = prepared.domains
    return [dict(zip((s.name for s in part.symbols), p, strict=True)) for p in worst_points(prepared.statement, part, most, seed)]


def bump(a, b, width):
    """1 - 2 exp(...): below zero only near (a, b)."""
    return 1 - 2 * exp(-((x - a) ** 2 + (y - b) ** 2) / width**2)


@pytest.mark.parametrize("seed", range(5))
def test_pockets_are_found_wherever_they_are(seed):
    chance = random.Random(seed)
    a, b = Rational(chance.randint(1, 999), 1000), Rational(chance.randint(1, 999), 1000)
    found = seen(Le(0, bump(a, b, Rational(1, 100)), evaluate=False), {x: Interval(0, 1), y: Interval(0, 1)})
    assert found and all((p["x"] - a) ** 2 + (p["y"] - b) ** 2 < 1e-4 for p in found)
    assert seen(Le(-2, bump(a, b, Rational(1, 100)), evaluate=False), {x: Interval(0, 1), y: Interval(0, 1)}) == []


CASES = [
    (Le(x, 10**4, evaluate=False), {x: (0, oo)}, (), lambda p: p["x"] > 10**4),
    (Le(-(10**4), x, evaluate=False), {x: (-oo, 0)}, (), lambda p: -(10**4) > p["x"]),
    (Le(Abs(x), 100, evaluate=False), {x: S.Reals}, (), lambda p: abs(p["x"]) > 100),
    (Le(n, 50, evaluate=False), {n: Naturals}, (), lambda p: p["n"] > 50 and p["n"] == round(p["n"])),
    (Le(x, y, evaluate=False), {x: (0, 1), y: (0, 1)}, (Le(x, 2 * y),), lambda p: p["y"] < p["x"] <= 2 * p["y"]),
    (Le(Max(0, x - 3), Min(2, x), evaluate=False), {x: Interval(0, 10)}, (), lambda p: p["x"] > 5),
    (Le(Piecewise((x, x < 4), (0, True)), 3, evaluate=False), {x: Interval(0, 10)}, (), lambda p: 3 < p["x"] < 4),
    (Le(erfc(x), exp(-(x**2)) / (x * sqrt(4)), evaluate=False), {x: (0, oo)}, (), lambda p: p["x"] > 1),
    (Le(loggamma(x), x * log(x) - x, evaluate=False), {x: (0, oo)}, (), lambda p: p["x"] > 0),
    (Le(x - floor(x), Rational(9, 10), evaluate=False), {x: Interval(0, 50)}, (), lambda p: p["x"] % 1 > 0.9),
]


@pytest.mark.parametrize("statement, domain, assumptions, fails", CASES, ids=range(len(CASES)))
def test_the_relation_fails_at_the_points(statement, domain, assumptions, fails):
    found = seen(statement, domain, assumptions)
    assert found and all(fails(p) for p in found)
    assert found == seen(statement, domain, assumptions)


def test_what_cannot_be_compiled_or_is_tied_by_an_equation_is_left_alone():
    assert seen(Le(Symbol("z", real=True), 1, evaluate=False), {Symbol("z", real=True): (0, 1)}) == []
    assert worst_points(Le(x, y), prepare(Claim(title="A", statement=Le(x, y), domain={x: (0, 1), y: (0, 1)})).domains[0], 0, 0) == []


def test_a_pocket_is_refuted_with_a_point():
    # The bound of mathematics 7.4 with one exponent changed: it fails for d about 30 to 1000 and f/sigma about 3 to 4.5 only.
    d, f, sigma = Symbol("d", positive=True), Symbol("f", nonnegative=True), Symbol("sigma", positive=True)
    t, m = sqrt(2 * log(d)), f / sigma
    risk = (
        t**2 + 1 + (m**2 - t**2 - 1) * (erfc((m - t) / sqrt(2)) - erfc((m + t) / sqrt(2))) / 2
        - (t - m) * exp(-((m + t) ** 2) / 2) / sqrt(2 * pi) - (t + m) * exp(-((2 * t - m) ** 2) / 2) / sqrt(2 * pi)
    )  # fmt: skip
    statement = Le(sigma**2 * risk, (2 * log(d) + 1) * (Min(f**2, sigma**2) + sigma**2 / d), evaluate=False)
    prepared = prepare(Claim(title="A", statement=statement, domain={d: Interval(1, oo), f: Interval(0, oo), sigma: (0, oo)}))
    found = find_counterexample(prepared.statement, prepared.domains[0])
    assert found and 3 < Rational(found.point["f"]) / Rational(found.point["sigma"]) < 5 and 20 < Rational(found.point["d"]) < 2000
