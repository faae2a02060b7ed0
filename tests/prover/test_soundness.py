"""Random inequalities: whatever is proved or certified survives a dense search in plain mpmath that uses none of our code."""

import random

import mpmath
import pytest
import sympy as sp
from sympy import Abs, Interval, Le, Lt, Max, Piecewise, Rational, cosh, erfc, exp, log, oo, sqrt, symbols, tanh

from dpverify.prover.counterexample import find_counterexample
from dpverify.prover.inequality import Effort, decide_inequality
from dpverify.read_domain import parse_domain

x, y = symbols("x y", real=True)
RANGES = [(0, oo), (0, 1), (-oo, oo), (Rational(1, 2), 3), (-1, 1), Interval(0, 2), (1, oo), Interval(-2, -1)]
SMALL = Effort(functions=60, boxes=300, leaf_boxes=40)


def _rational(chance):
    return Rational(chance.choice([1, 1, 2, 3, -1, -2]), chance.choice([1, 1, 2, 3]))


def _expression(chance, depth, names):
    if depth <= 0:
        return chance.choice([*names, _rational(chance)])
    a, b = _expression(chance, depth - 1, names), _expression(chance, depth - 1, names)
    kind = chance.randrange(12)
    table = [
        lambda: a + b, lambda: a * b, lambda: a - b, lambda: exp(-a), lambda: log(1 + a), lambda: sqrt(1 + a**2), lambda: erfc(a),
        lambda: a**2, lambda: Abs(a), lambda: Max(a, b), lambda: tanh(a) + cosh(b), lambda: Piecewise((a, x < 1), (b, True)),
    ]  # fmt: skip
    return table[kind]()


def _relation(chance, names):
    left, right = _expression(chance, 2, names), _expression(chance, 1, names)
    if chance.random() < 0.5:
        # Made to touch: true wherever it is defined, with equality on some set.
        left, right = left, left + _expression(chance, 1, names) ** 2
    return chance.choice([Lt, Le])(left, right, evaluate=False)


def _points(chance, parts, names, count):
    (domain,) = parts
    for _ in range(count):
        point = []
        for s in names:
            r = domain.ranges[s]
            lo = None if r.lo.is_infinite else mpmath.mpf(r.lo.p) / r.lo.q
            hi = None if r.hi.is_infinite else mpmath.mpf(r.hi.p) / r.hi.q
            step = mpmath.mpf(10) ** chance.uniform(-6, 2)
            if lo is not None and hi is not None:
                t = mpmath.mpf(chance.choice([chance.random(), 10 ** chance.uniform(-8, 0), 1 - 10 ** chance.uniform(-8, 0)]))
                point.append(lo + (hi - lo) * t)
            else:
                point.append(lo + step if lo is not None else hi - step if hi is not None else chance.choice([1, -1]) * step)
        yield point


@pytest.mark.parametrize("seed", range(24))
def test_nothing_false_is_shown_and_nothing_true_refuted(seed):
    chance = random.Random(seed)
    names = [x, y][: chance.choice([1, 2])]
    relation = _relation(chance, names)
    if not relation.free_symbols or relation.has(sp.nan, sp.zoo, sp.oo):
        return
    parts = parse_domain({s: chance.choice(RANGES) for s in names})
    decision = decide_inequality(relation, parts[0], SMALL)
    evaluate = sp.lambdify(names, (relation.lts, relation.gts), modules="mpmath")
    with mpmath.workdps(50):
        if decision.verdict in ("proved", "certified"):
            for point in _points(chance, parts, names, 300):
                small, large = (mpmath.mpmathify(v) for v in evaluate(*point))
                assert mpmath.im(small) == 0 == mpmath.im(large)
                assert small <= large + mpmath.mpf(10) ** -35 * (1 + abs(small) + abs(large))
        found = find_counterexample(relation, parts[0], effort="quick")
        if found is not None:
            assert decision.verdict == "undecided"
            values = [sp.sympify(found.point[s.name]) for s in names]
            small, large = evaluate(*[mpmath.mpf(v.p) / v.q for v in values])
            assert small >= large - mpmath.mpf(10) ** -40 * (abs(small) + abs(large))
