"""Sums: known values lie in the balls; slow convergence gives wide balls, divergence none."""

import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure.interval import working_precision
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable

k = sp.Symbol("k", integer=True, nonnegative=True)
e = sp.Symbol("e", positive=True)
b = sp.exp(-e)
oo = sp.oo

KNOWN = [
    (b**k, 0, oo, 1 / (1 - b)),
    (k * b**k, 0, oo, b / (1 - b) ** 2),
    (k**2 * b ** sp.Abs(k), 1, oo, b * (1 + b) / (1 - b) ** 3),
    (k * b**k, 1, 10**17, None),
    (1 / sp.factorial(k), 0, oo, sp.E),
    ((-sp.Rational(1, 2)) ** k, 0, oo, sp.Rational(2, 3)),
    (1 / (2**k * k), 1, oo, sp.log(2)),
    (sp.exp(-3) * 3**k / sp.factorial(k), 0, oo, 1),
    (k, 0, 100, 5050),
    (sp.Rational(1, 3) ** k, 2, 5, sp.Rational(40, 243)),
    (k, 5, 4, 0),
]


@pytest.mark.parametrize(("f", "first", "last", "value"), KNOWN, ids=str)
@pytest.mark.parametrize("rate", [sp.Rational(1, 3), sp.Integer(2), sp.Rational(1, 10**6)])
def test_known_values(f, first, last, value, rate):
    ball = enclose_at(sp.Sum(f, (k, first, last)), {e: rate}, 64)
    if value is None:
        value = b / (1 - b) ** 2 if rate > sp.Rational(1, 100) else b / (1 - b) ** 2 - b ** (10**17 + 1) * (10**17 + 1 / (1 - b)) / (1 - b)
    with working_precision(300):
        exact = enclose_at(value, {e: rate}, 200)
        assert ball.overlaps(exact)
        assert ball.rad() <= abs(exact) * arb("1e-15")


def test_slow_convergence_gives_a_wide_but_true_ball():
    ball = enclose_at(sp.Sum(1 / k**2, (k, 1, oo)), {}, 64)
    with working_precision(200):
        assert ball.overlaps(enclose_at(sp.pi**2 / 6, {}, 150)) and ball.rad() < arb("1e-3")


@pytest.mark.parametrize(
    ("f", "first", "last"),
    [(1 / k, 1, oo), (2**k, 0, oo), (1, 0, oo), ((-1) ** k, 0, oo), (1 / k, 0, 3), (k, 0, sp.Rational(7, 2))],
)
def test_divergent_or_undefined_sums_get_no_ball(f, first, last):
    with pytest.raises(NotEnclosable):
        enclose_at(sp.Sum(f, (k, first, last)), {}, 64)


@pytest.mark.parametrize(
    ("f", "last", "value"),
    [
        (1 / k, 10**32, sp.log(10**32) + sp.EulerGamma),
        (sp.sqrt(k), 10**30, sp.Rational(2, 3) * 10**45),
        (sp.Rational(3, 2) ** k, 10**5, 3 * (sp.Rational(3, 2) ** 100000 - 1)),
        ((k - 10**7) ** 3, 10**8, (9 * 10**7 * (9 * 10**7 + 1) / 2) ** 2 - ((10**7 - 1) * 10**7 / 2) ** 2),
    ],
)
def test_far_too_many_terms_are_enclosed_in_blocks(f, last, value):
    ball = enclose_at(sp.Sum(f, (k, 1, last)), {})
    with working_precision(256):
        assert ball.contains(enclose_at(sp.nsimplify(value), {}, 200))
        assert ball.rad() < abs(ball.mid()) / 5


def test_finite_products():
    assert enclose_at(sp.Product(k, (k, 1, 10)), {}) == 3628800
