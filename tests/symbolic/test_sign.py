"""Signs: what each argument is there for, and what must stay open."""

import pytest
import sympy as sp
from sympy import Abs, Interval, Rational, S, erfc, exp, log, oo, sinh, sqrt, symbols

from dpverify.notation import Delta, d, delta, epsilon, sigma
from dpverify.read_domain import parse_domain
from dpverify.symbolic.sign import sign

z, u, w = symbols("z u w", real=True)
n, k = symbols("n k", integer=True, positive=True)
q = (exp(epsilon) - 1) / (2 * delta)
HALF = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}
LINE = {z: S.Reals}

KNOWN = [
    # the enclosure over an unbounded open box
    (log(1 + q), HALF, (), "+"), (exp(-epsilon) - 1, HALF, (), "-"), (z**2, LINE, (), "+0"), (1 / z, {z: (-oo, 0)}, (), "-"),
    # closed ends
    (1 - z, {z: Interval(0, 1)}, (), "+0"), (1 - z, {z: Interval.Ropen(0, 1)}, (), "+"), (z, {z: Interval(0, 0)}, (), "0"),
    # coefficients on (0, oo)
    (delta * (1 - delta) - delta**2, HALF, (), "+"), (z**2 - z + 1, LINE, (), "+"),
    (u**2 + u * w + w**2, {u: S.Reals, w: S.Reals}, (), "+0"),
    (exp(epsilon) - 1 - epsilon - epsilon**2 / 2, HALF, (), "+"),
    # assumptions, up to positive factors
    (Delta - d, {Delta: (0, oo), d: (0, Delta)}, (), "+"), (u * (u - w) * exp(z), {u: (0, oo), w: (0, oo), z: S.Reals}, (u > w,), "+"),
    (1 - exp(-(Delta - d) / sigma), {Delta: (0, oo), d: (0, Delta), sigma: (0, oo)}, (), "+"),
    (u - w, {u: S.Reals, w: S.Reals, z: S.Reals}, (u <= z, z < w), "-"), (n - k + 1, {n: S.Naturals, k: S.Naturals}, (k <= n,), "+"),
    (u - w, {u: S.Reals, w: S.Reals}, (sp.Ne(u, w),), "!0"),
    # logarithms and roots
    (Delta / epsilon * log(1 + q) - Delta, HALF, (), "+"), (log(u) - log(w), {u: (0, oo), w: (0, oo)}, (w < u,), "+"),
    (sqrt(z + 1) - sqrt(z), {z: Interval(0, oo)}, (), "+"), (sqrt(1 + z**2) - z, LINE, (), "+"),
    # factors
    (sinh(epsilon / 2) * erfc(z) / (1 - exp(-epsilon)), {**HALF, z: S.Reals}, (), "+"), (Abs(z) + 1, LINE, (), "+"),
]


@pytest.mark.parametrize("expr, domain, assumptions, code", KNOWN)
def test_known_signs(expr, domain, assumptions, code):
    (box,) = parse_domain(domain, assumptions)
    assert sign(expr, box) == code


OPEN = [
    (z, LINE, ()), (exp(z) - 2, LINE, ()), (1 / z, {z: Interval(0, 1)}, ()), (log(z), {z: Interval(0, 1)}, ()),
    (u - w, {u: (0, oo), w: (0, oo)}, ()), (sqrt(z), LINE, ()), (z**2 / z, {z: Interval(0, 1)}, ()), (sp.Integral(z, (z, 0, oo)), {}, ()),
    (z + sp.Float("0.5"), {z: (0, 1)}, ()), (sp.I * u, {u: (0, 1)}, ()),
]


@pytest.mark.parametrize("expr, domain, assumptions", OPEN)
def test_unknown_signs_stay_open(expr, domain, assumptions):
    (box,) = parse_domain(domain, assumptions)
    assert sign(expr, box) not in ("+", "-", "!0", "0")


def test_contradictory_assumptions_claim_nothing():
    (box,) = parse_domain({u: S.Reals, w: S.Reals}, [u < w, w < u])
    assert sign(u - w, box) is None
