"""Numbers for the search: one rounding of an exact value, long or short."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from dpverify.prover.numeric import as_mpf, as_rational


@pytest.mark.parametrize("digits", [15, 50])
def test_a_rational_is_rounded_once(digits: int) -> None:
    chance = random.Random(digits)
    values = [Fraction(0), Fraction(-1), Fraction(10**16384), Fraction(1, 10**16384), Fraction(-3 * 2**5000, 7), Fraction(5, 96 * 2**300)]
    values += [Fraction(chance.randint(-(10**40), 10**40), chance.randint(1, 10**35)) for _ in range(200)]
    with mpmath.workdps(digits):
        for v in values:
            found = as_mpf(sp.Rational(v.numerator, v.denominator))
            assert found == as_mpf(v)
            error = abs(Fraction(*map(int, as_rational(found).as_numer_denom())) - v)
            assert error <= abs(v) / 2**mpmath.mp.prec, v


def test_other_numbers() -> None:
    with mpmath.workdps(30):
        assert as_mpf(mpmath.mpf("0.1")) == mpmath.mpf("0.1") and as_mpf(7) == 7
        assert abs(as_mpf(sp.sqrt(2)) - mpmath.sqrt(2)) < mpmath.mpf(10) ** -29
