"""Scale invariance: the image of the domain is covered, the sign is kept, and no weights are invented."""

import random

from sympy import Abs, Ge, Le, Max, Rational, exp, log, oo, sign, sqrt, symbols

from dpverify.domain import Domain, Range
from dpverify.prover.membership import certainly_in
from dpverify.prover.scale import scale_away
from dpverify.prover.witness import sample
from dpverify.read_domain import parse_domain

x, y, z = symbols("x y z", real=True)
s, t = symbols("s t", positive=True)

HOMOGENEOUS = [
    (s / t * exp(-s / t) - log(1 + t / s), {s: (0, oo), t: (1, 3)}, []),
    (Abs(x) * s - s**2 * Max(1, x / s), {s: (0, oo), x: (-oo, oo)}, []),
    (x - s, {s: (Rational(1, 2), 4), x: (-3, -1)}, []),
    (sqrt(s * t) + s - t, {s: (0, oo), t: (0, oo)}, [Le(s, t)]),
    (x**2 / s - t, {s: (2, 5), t: (0, oo), x: (0, 3)}, [Ge(t, 2 * s)]),
]


def test_sign_and_membership_survive():
    for f, domain, assumptions in HOMOGENEOUS:
        (parsed,) = parse_domain(domain, assumptions)
        scaled = scale_away(f, parsed)
        assert scaled is not None
        assert scaled.fixed not in scaled.domain.ranges
        for point in sample(parsed, 30, seed=5):
            image = {v: point[v] / point[scaled.fixed] ** w for v, w in scaled.weights.items() if v != scaled.fixed}
            if not all(v.is_rational for v in image.values()):
                continue
            assert certainly_in(image, scaled.domain)
            assert sign(f.subs(point)) == sign(scaled.expr.subs(image))


def test_nothing_is_scaled_that_is_not_homogeneous():
    half_line = Range(lo=Rational(0))
    for f in (s + 1, exp(s), s**2 - s, log(s) - t, Max(s, 1), Abs(s - 1)):
        assert scale_away(f, Domain({s: half_line, t: half_line})) is None


def test_a_symbol_that_may_vanish_is_never_fixed():
    scaled = scale_away(x * y, Domain({x: Range(), y: Range(lo=Rational(0), lo_open=False)}))
    assert scaled is None


def test_seeded_random_monomials_scale_to_their_value_at_one():
    chance = random.Random(2)
    for _ in range(20):
        f = s ** chance.randint(-3, 3) * t ** chance.randint(1, 3) - s ** chance.randint(-2, 2) * t ** chance.randint(1, 4)
        parsed = Domain({s: Range(lo=Rational(0)), t: Range(lo=Rational(0))})
        scaled = scale_away(f, parsed)
        if scaled is None:
            continue
        for point in sample(parsed, 8, seed=1):
            other = t if scaled.fixed == s else s
            ratio = point[other] / point[scaled.fixed] ** scaled.weights.get(other, 0)
            if ratio.is_rational and other in scaled.domain.ranges:
                assert sign(f.subs(point)) == sign(scaled.expr.subs(other, ratio))
