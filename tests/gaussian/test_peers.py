"""Inputs on which other packages were wrong (each row: where it was measured, see the ids); the right values by us on every route."""

from fractions import Fraction

import pytest

from dpverify import analytic_gaussian_sigma, certified_delta, certified_sigma, gaussian_delta, gaussian_epsilon
from dpverify.gaussian.certified import calibrate

# (epsilon, delta, right sigma to the digits given)
SIGMAS = [
    pytest.param("1", "1e-30", "11.083102948976993", id="diffprivlib 0.6.6 8.243354, autodp 0.2.3.1 9.848727"),
    pytest.param("1", "1e-15", "7.4870094679866", id="autodp, reference code 6.999636"),
    pytest.param("1", "1e-12", "6.5578220674588501", id="autodp, reference code 6.999636"),
    pytest.param("50", "1e-5", "0.149760607560836", id="diffprivlib, autodp 0.151364"),
    pytest.param("30", "1e-6", "0.226815708427532", id="autodp 0.230693 (autodp issue 39)"),
    pytest.param("1000", "1e-6", "0.0248503666869477195744109736045", id="python-dp 1.1.5 2.2e-308, autodp OverflowError"),
    pytest.param("0", "1e-6", "398942.280401328235095", id="autodp never returns, diffprivlib refuses"),
    pytest.param("0.01", "1e-5", "243.785437675678029049359329457", id="reference value"),
    pytest.param("1", "1e-5", "3.730631634815941832249822575037427818843", id="mathematics.md 6.10"),
    pytest.param("0", "0.5", "0.741301109252800930273538264680211715663", id="mathematics.md 6.10, epsilon = 0"),
]


def last_digit(text):
    return Fraction(1, 10 ** len(text.partition(".")[2]))


@pytest.mark.parametrize("epsilon, delta, right", SIGMAS)
def test_sigma(epsilon, delta, right):
    low, high = certified_sigma(epsilon, delta, digits=45).fractions()
    assert abs(low - Fraction(right)) <= last_digit(right) and abs(high - Fraction(right)) <= last_digit(right)
    assert analytic_gaussian_sigma(float(epsilon), float(delta)) == pytest.approx(float(right), rel=3e-15)
    assert Fraction(analytic_gaussian_sigma(float(epsilon), float(delta), rounding="up")) >= low * (1 - Fraction(1, 10**15))


def test_delta_where_the_classical_formula_is_used_past_its_range():
    # smartnoise-sdk 462, programming-dp 45: sigma = classical(10, 1e-5) has a true delta of 2.27e-5.
    sigma = (2 * 11.736069016284437) ** 0.5 / 10  # log(1.25/1e-5) = 11.736069016284437...
    assert gaussian_delta(10, sigma) == pytest.approx(2.27e-5, rel=3e-3)
    assert calibrate(10, "1e-5").classical is None


@pytest.mark.parametrize("delta, first", [("1e-5", "8.4197713"), ("1e-6", "8.7820918"), ("0.1", "5.7425949")])
def test_where_the_classical_formula_first_fails(delta, first):
    import math

    for step, sign in (("-1e-6", 1), ("1e-6", -1)):
        epsilon = float(Fraction(first) + Fraction(step))
        sigma = math.sqrt(2 * math.log(1.25 / float(delta))) / epsilon
        assert sign * (float(delta) - gaussian_delta(epsilon, sigma)) > 0


def test_delta_that_a_user_got_with_swapped_arguments():
    # autodp 39
    assert certified_delta("4.2247", "1", digits=15).up.startswith("0.000019011109680024")
    assert gaussian_delta(4.2247, 1.0) == pytest.approx(1.90111096800245e-5, rel=1e-14)
    assert gaussian_delta(1.0, 4.2247) != pytest.approx(1.90111096800245e-5, rel=0.01)


def test_epsilon_back_from_each_row():
    for row in SIGMAS:
        epsilon, delta, right = row.values
        if float(epsilon) > 0:
            assert gaussian_epsilon(float(delta), float(right)) == pytest.approx(float(epsilon), rel=1e-12)
