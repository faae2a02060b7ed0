"""Law: every limit that is returned agrees with a 60-digit (or better) evaluation close to the point, on random expressions."""

import random

import mpmath
import sympy as sp
from sympy import erfc, exp, log, oo, sqrt

from dpverify.read_domain import parse_domain
from dpverify.symbolic.limit import limit

t = sp.Symbol("t", real=True)
p = sp.Symbol("p", positive=True)
(DOMAIN,) = parse_domain({p: (0, oo)})
EVALUATE = {"erfc": mpmath.erfc}


def smooth(rng, depth):
    """A random expression that makes sense for small t > 0."""
    if depth == 0:
        return rng.choice([t, t, 2 * t, p * t, sp.S.One, sp.Integer(2), p, t**2, sqrt(t), 1 + t])
    u = smooth(rng, depth - 1)
    v = smooth(rng, depth - 1)
    return rng.choice(
        [
            lambda: u + v,
            lambda: u - v,
            lambda: u * v,
            lambda: u / v if v != 0 else u,
            lambda: exp(u),
            lambda: exp(-u),
            lambda: exp(u) - 1,
            lambda: log(1 + u**2),
            lambda: log(u) if u != 0 else u,
            lambda: erfc(u),
            lambda: 1 / (1 + u**2),
            lambda: u - u.subs(t, 2 * t) + v,
            lambda: exp(-1 / t) + u,
            lambda: erfc(1 / t) * v,
            lambda: sp.atan(u),
            lambda: u * log(t),
            lambda: sp.Max(u, v),
            lambda: sp.Abs(u),
            lambda: u**v,
        ]
    )()


def value_at(expr, point):
    with mpmath.workdps(400):
        f = sp.lambdify(t, expr.subs(p, sp.Rational(6, 5)), modules=[EVALUATE, "mpmath"])
        return f(mpmath.mpf(point))


def agrees(expr, value):
    """Whether the evaluations approach the value (or grow with its sign)."""
    with mpmath.workdps(400):
        near = [value_at(expr, mpmath.mpf(10) ** -e) for e in (20, 40, 80)]
        if any(not mpmath.isfinite(v) or mpmath.im(v) != 0 for v in near):
            return None
        if value in (oo, -oo):
            s = 1 if value is oo else -1
            return s * near[2] > s * near[1] > s * near[0] and s * near[2] > 1
        wanted = mpmath.mpf(sp.N(value.subs(p, sp.Rational(6, 5)), 100))
        gaps = [abs(v - wanted) for v in near]
        # Logarithms converge slowly: the gap has to be tiny or to fall at least like 1/log.
        return gaps[2] < mpmath.mpf(10) ** -5 or gaps[2] < 0.8 * gaps[1] < 0.7 * gaps[0]


def test_agreement_with_evaluation():
    rng = random.Random(20240607)
    found = compared = 0
    for _ in range(250):
        expr = smooth(rng, rng.choice([1, 2, 2, 3]))
        if expr.count_ops() > 40 or t not in expr.free_symbols or expr.has(sp.zoo, sp.nan, sp.I):
            continue
        result = limit(expr, t, sp.S.Zero, "+", DOMAIN)
        if result is None:
            continue
        found += 1
        try:
            verdict = agrees(expr, result.value)
        except (OverflowError, ValueError, ZeroDivisionError, MemoryError):
            continue
        if verdict is None:
            continue
        compared += 1
        assert verdict, (expr, result.value)
    assert found > 90
    assert compared > 75
