"""The closed forms as numbers, against sums written out in mpmath at 50 digits: each on its own side of the value, and close to it."""

import random
from fractions import Fraction

import mpmath
import pytest

from dpverify.optimal.values import closed_form_values


def exact(x):
    return mpmath.mpf(x.numerator) / x.denominator


def by_loops(epsilon, delta, power):
    """v_upp, t_bound, s_bound at sensitivity one, from the recursions of mathematics 2.7, 2.8, 3.4 and 3.6."""
    e, d = exact(epsilon), exact(delta)
    b = mpmath.exp(-e)
    t, s = [mpmath.mpf(1) / 2], [b * (1 - d) / (1 + b)]
    while t[-1] > 0:
        t.append(max(mpmath.mpf(0), b * (t[-1] - d)))
    while s[-1] > 0:
        s.append(max(mpmath.mpf(0), b * (s[-1] - d)))
    q = mpmath.expm1(e) / (2 * d)
    log = mpmath.log1p(q)
    if power:
        upper = 2 / e**2 * (1 - (log**2 / 2 + log) / q)
        return upper, 2 * sum((t[k] - t[k + 1]) * k**2 for k in range(len(t) - 1)), None
    return (1 - log / q) / e, 2 * sum(t[1:]), 2 * sum(s)


@pytest.mark.parametrize("power", [False, True])
def test_each_is_on_its_own_side_and_close(power):
    rng = random.Random(7)
    for _ in range(12):
        epsilon, delta = Fraction(f"{10 ** rng.uniform(-2, 1):.4g}"), Fraction(f"{10 ** rng.uniform(-4, -0.02):.4g}")
        size = Fraction(rng.choice(["1", "0.37", "12"]))
        values = closed_form_values(epsilon, delta, size, Fraction(2 if power else 1))
        with mpmath.workdps(50):
            scale = exact(size) ** (2 if power else 1)
            upper, low, best = by_loops(epsilon, delta, power)
            assert 0 <= exact(Fraction(values["v_upp"])) - upper * scale <= upper * scale * mpmath.mpf(10) ** -13
            assert 0 <= low * scale - exact(Fraction(values["t_bound"])) <= low * scale * mpmath.mpf(10) ** -13
            if best is None:
                assert values["s_bound"] is None
            else:
                assert 0 <= best * scale - exact(Fraction(values["s_bound"])) <= best * scale * mpmath.mpf(10) ** -13
        if values["v_low"] is not None:
            assert Fraction(values["v_low"]) <= Fraction(values["t_bound"]) * (1 + Fraction(1, 10**13))
        assert (values["v_low"] is None) == (delta >= Fraction(1, 2))


def test_at_the_edges_they_are_the_limits():
    flat = closed_form_values(Fraction(0), Fraction(1, 4), Fraction(3), Fraction(1))
    assert (flat["v_upp"], flat["s_bound"], flat["v_low"]) == ("3", "3", None)
    assert closed_form_values(Fraction(0), Fraction(1, 3), Fraction(1), Fraction(2))["v_upp"] == "0.75"
    pure = closed_form_values(Fraction(1), Fraction(0), Fraction(1), Fraction(1))
    with mpmath.workdps(50):
        assert 0 <= 1 / mpmath.sinh(1) - exact(Fraction(pure["s_bound"])) < mpmath.mpf(10) ** -14
    assert pure["v_upp"] == "1"
    assert set(closed_form_values(Fraction(1), Fraction(1, 10), Fraction(1), Fraction(3)).values()) == {None}
