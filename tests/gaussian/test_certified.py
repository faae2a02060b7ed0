"""The certified functions: enclosures, three routes to one sigma, laws, exact reading of numbers, refusals."""

from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from dpverify import certified_delta, certified_epsilon, certified_sigma, classical_gaussian_sigma, gaussian_condition
from dpverify.enclosure.balls import fraction_of
from dpverify.enclosure.gaussian import ratio_ends
from dpverify.errors import DomainError
from dpverify.gaussian.algorithm import paper_sigma
from dpverify.gaussian.certified import calibrate

from .draws import epsilons_and_deltas, log_uniform

# mathematics.md 6.10
REFERENCE = [(1, "1e-5", "3.730631634815941832249822575037427818843"), (0, "0.5", "0.741301109252800930273538264680211715663")]


def exact_pairs(seed, n):
    epsilon, delta = epsilons_and_deltas(np.random.default_rng(seed), n)
    return [(Fraction(float(e)), Fraction(float(d))) for e, d in zip(epsilon, delta, strict=True)]


@pytest.mark.parametrize("epsilon, delta, sigma", REFERENCE)
def test_reference_values(epsilon, delta, sigma):
    found = certified_sigma(epsilon, delta, digits=40)
    low, high = found.fractions()
    assert low <= high < Fraction(sigma) + Fraction(1, 10**38) and low > Fraction(sigma) - Fraction(1, 10**38)
    assert Fraction(found.up) >= low and high - low <= low / 10**40


@pytest.mark.parametrize("digits", [1, 2, 17, 100, 1000])
def test_rounded_up_at_every_length(digits):
    found = certified_sigma("0.1", "1e-6", digits=digits)
    low, high = found.fractions()
    up = Fraction(found.up)
    last = Fraction(10) ** (1 - digits) * 10  # sigma is about 37
    assert up >= high and up - last < low and len(found.up.replace(".", "")) <= digits + 1
    assert found.up == certified_sigma("0.1", "1e-6", digits=digits + 30).up[: len(found.up)] or up > high


def test_the_condition_in_mpmath_changes_sign_between_the_ends():
    for epsilon, delta in exact_pairs(1, 150):
        low, high = certified_sigma(epsilon, delta, digits=25).fractions()
        with mpmath.workdps(60):
            wanted = mpmath.mpf(delta.numerator) / delta.denominator
            assert gaussian_condition(epsilon, low, digits=60) >= wanted >= gaussian_condition(epsilon, high, digits=60)


def check_three_routes(seed, n):
    pairs = [(e, d) for e, d in exact_pairs(seed, n) if e > 0]
    for epsilon, delta in pairs:
        low, high = certified_sigma(epsilon, delta, digits=25).fractions()
        with mpmath.workdps(30):
            paper = paper_sigma(epsilon, delta, digits=22)
            assert abs(paper / (mpmath.mpf(low.numerator) / low.denominator) - 1) < 1e-20, (float(epsilon), float(delta))
        # A root of its own from here: the condition itself, 1e-20 to both sides.
        with mpmath.workdps(40):
            wanted = mpmath.mpf(delta.numerator) / delta.denominator
            middle, step = (low + high) / 2, Fraction(1, 10**20)
            assert gaussian_condition(epsilon, middle * (1 - step), digits=40) > wanted
            assert gaussian_condition(epsilon, middle * (1 + step), digits=40) < wanted


def test_three_routes_agree():
    # Algorithm 1 in mpmath takes seconds where it cancels most; the campaign goes there.
    rng = np.random.default_rng(2)
    epsilon = np.where(rng.random(60) < 0.3, log_uniform(rng, 1e-100, 1, 60), log_uniform(rng, 1e-6, 100, 60))
    delta = np.where(rng.random(60) < 0.3, rng.uniform(0, 1, 60), log_uniform(rng, 1e-20, 1, 60))
    for e, d in zip(epsilon, delta, strict=True):
        found = certified_sigma(float(e), float(d), digits=25)
        with mpmath.workdps(40):
            assert abs(paper_sigma(float(e), float(d), digits=25) / mpmath.mpf(found.lower) - 1) < 1e-23, (e, d)


@pytest.mark.campaign
def test_three_routes_agree_over_the_whole_domain():
    check_three_routes(3, 80)


def test_where_the_two_branches_of_the_algorithm_meet():
    delta_0 = calibrate(1, "1e-5", digits=30).delta_0
    for step in ("-1e-20", "0", "1e-20"):
        delta = Fraction(delta_0) + Fraction(step)
        found = certified_sigma(1, delta, digits=20)
        with mpmath.workdps(30):
            assert abs(paper_sigma(1, delta, digits=25) - mpmath.mpf(found.lower)) < mpmath.mpf("1e-19")
            assert abs(mpmath.mpf(found.lower) - 1 / mpmath.sqrt(2)) < 1e-18


def test_delta_and_epsilon_undo_sigma():
    for epsilon, delta in exact_pairs(4, 300):
        low, high = ratio_ends(epsilon, delta, 30)
        sigma = 1 / fraction_of(high)
        found = certified_delta(epsilon, sigma, digits=20)
        # sigma at its lower end: delta is a little above the one asked for.
        assert Fraction(found.upper) >= delta
        assert Fraction(found.lower) <= delta * (1 + Fraction(1, 10**22)), (float(epsilon), float(delta))
        least = certified_epsilon(delta, sigma, digits=20)
        assert Fraction(least.upper) >= epsilon


def test_epsilon_of_delta_is_epsilon():
    rng = np.random.default_rng(5)
    for epsilon, sigma in zip(log_uniform(rng, 1e-8, 1000, 150), log_uniform(rng, 0.02, 50, 150), strict=True):
        if epsilon * sigma > 300:
            continue
        epsilon, sigma = Fraction(float(epsilon)), Fraction(float(sigma))
        delta = Fraction(certified_delta(epsilon, sigma, digits=60).lower)
        if delta >= 1 - Fraction(1, 10**40):
            continue
        low, high = certified_epsilon(delta, sigma, digits=25).fractions()
        assert abs(low / epsilon - 1) < Fraction(1, 10**20) and low <= high


def test_epsilon_0_exactly_from_the_total_variation_on():
    with mpmath.workdps(60):
        total_variation = Fraction(str(mpmath.erf(1 / mpmath.sqrt(8))))
    tiny = Fraction(1, 10**50)
    assert certified_epsilon(total_variation + tiny, 1).up == "0"
    found = certified_epsilon(total_variation - tiny, 1)
    # d delta/d epsilon at epsilon = 0 is -Phi(-1/2)
    assert abs(Fraction(found.lower) / tiny - Fraction("3.2410")) < Fraction(1, 1000)


def test_sensitivity_scales():
    one, third = (certified_sigma("0.3", "1e-9", size, digits=30) for size in (1, Fraction(1, 3)))
    assert abs(Fraction(third.lower) * 3 / Fraction(one.lower) - 1) < Fraction(1, 10**30)
    assert certified_delta(2, 5, 10, digits=30) == certified_delta(2, "0.5", 1, digits=30)
    assert certified_epsilon("0.01", 5, 10, digits=30) == certified_epsilon("0.01", "0.5", 1, digits=30)


def test_far_corners():
    for epsilon, delta in [
        ("1e-300", "1e-300"),
        ("5000", "1e-300"),
        ("1e6", "1e-300"),
        ("1e6", "0." + "9" * 30),
        ("0", "1e-20000"),
        ("1e-9000", "1e-9000"),
        ("1e-9000", "0.5"),
        ("1e30", "1e-9000"),
    ]:
        low, high = certified_sigma(epsilon, delta, digits=20).fractions()
        assert Fraction(certified_delta(epsilon, low, digits=20).upper) >= Fraction(delta)
        assert Fraction(certified_delta(epsilon, high, digits=20).lower) <= Fraction(delta)


def test_at_epsilon_0_sigma_is_the_exact_inverse():
    # sigma(0, delta) = 1/(2 Phi^-1((1 + delta)/2)) (mathematics.md 4.8)
    for delta in ("1e-30", "0.1", "0.5", "0.999"):
        with mpmath.workdps(60):
            exact = 1 / (2 * mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(delta)))
            low, high = certified_sigma(0, delta, digits=40).fractions()
            assert mpmath.mpf(low.numerator) / low.denominator <= exact * (1 + mpmath.mpf(10) ** -55)
            assert mpmath.mpf(high.numerator) / high.denominator >= exact * (1 - mpmath.mpf(10) ** -55)


def test_numbers_are_read_exactly():
    # 0.1 as a float is its text; as a Fraction of the float it is another number.
    text = certified_sigma("0.1", "1e-5", digits=30)
    assert certified_sigma(0.1, 1e-5, digits=30) == text == certified_sigma(Decimal("0.1"), "1e-5", digits=30)
    assert certified_sigma(Fraction(0.1), "1e-5", digits=30) != text
    assert certified_sigma(mpmath.mpf(0.5), "1e-5") == certified_sigma("1/2", "1e-5") == certified_sigma(np.float64(0.5), "1e-5")


def test_classical_within_its_range_and_refused_beyond_with_the_exact_alternative():
    assert classical_gaussian_sigma(1, "1e-5").up == "4.8448052626053895"
    with pytest.raises(DomainError, match="needs 0 < epsilon <= 1; use the analytic Gaussian, whose sigma is 1.99382 here"):
        classical_gaussian_sigma(2, "1e-5")
    with pytest.raises(DomainError, match="epsilon is 0; the classical Gaussian"):
        classical_gaussian_sigma(0, "1e-5")


def test_classical_is_never_below_the_exact_one_in_its_range():
    rng = np.random.default_rng(6)
    for e, d in zip(log_uniform(rng, 1e-6, 1, 200), log_uniform(rng, 1e-100, 0.999, 200), strict=True):
        assert Fraction(classical_gaussian_sigma(float(e), float(d)).lower) > Fraction(certified_sigma(float(e), float(d)).upper)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: certified_sigma(1, 0), r"delta is 0; it must be a number with 0 < delta < 1 \(no Gaussian noise is \(epsilon, 0\)-DP\)"),
        (lambda: certified_sigma(1e-5, 1), "delta is 1; .*; epsilon is 1e-05: are the two swapped?"),
        (lambda: certified_sigma(-1, 0.1), "epsilon is -1; it must be a finite number of at least 0"),
        (lambda: certified_sigma(float("nan"), 0.1), "epsilon is nan"),
        (lambda: certified_sigma(True, 0.1), "epsilon is True"),
        (lambda: certified_sigma(1, 0.1, 0), "sensitivity is 0"),
        (lambda: certified_sigma(1, 0.1, digits=0), "digits is 0; it must be an integer from 1 to 10000"),
        (lambda: certified_delta(1, float("inf")), "sigma is inf"),
        (lambda: certified_epsilon(2, 1), "delta is 2"),
        (lambda: paper_sigma(0, "0.1"), "Algorithm 1 needs epsilon > 0"),
    ],
)
def test_refusals(call, said):
    with pytest.raises(DomainError, match=said):
        call()
