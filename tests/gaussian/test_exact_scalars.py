"""`rounding="up-exact"` speaks of the numbers that were given, not of the doubles nearest to them."""

import math
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dpverify import analytic_gaussian_sigma, certified_sigma


def first_above(epsilon, delta, sensitivity="1"):
    """By enclosures of the exact root alone."""
    low, high = certified_sigma(epsilon, delta, sensitivity, digits=40).fractions()
    guess = float(high)
    while Fraction(guess) < high:
        guess = math.nextafter(guess, math.inf)
    while Fraction(math.nextafter(guess, 0)) >= high:
        guess = math.nextafter(guess, 0)
    assert Fraction(math.nextafter(guess, 0)) < low
    return guess


def test_decimals_are_the_numbers_they_say():
    rng = random.Random(7)
    for _ in range(60):
        epsilon, delta = f"{rng.uniform(0, 3):.3g}", f"{rng.randint(1, 999)}e-{rng.randint(4, 14)}"
        wanted = first_above(epsilon, delta)
        assert analytic_gaussian_sigma(epsilon, delta, 1, "up-exact") == wanted
        assert analytic_gaussian_sigma(Decimal(epsilon), Decimal(delta), 1, "up-exact") == wanted
        assert analytic_gaussian_sigma(float(epsilon), float(delta), 1, "up-exact") == wanted


@pytest.mark.parametrize("k", range(3, 40, 4))
def test_fractions_are_themselves(k):
    assert analytic_gaussian_sigma(Fraction(1, k), Fraction(1, 10**5), 1, "up-exact") == first_above(f"1/{k}", "1e-5")


def test_an_array_holds_doubles():
    one = analytic_gaussian_sigma(np.array([0.0117]), 1e-12, 1, "up-exact")
    assert one[0] == 497.013623540533
    assert analytic_gaussian_sigma(0.0117, 1e-12, 1, "up-exact") > one[0]
