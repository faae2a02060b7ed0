"""The discrete Gaussian's delta and variance in balls, against plain sums with mpmath."""

import random
from fractions import Fraction

import mpmath
import pytest

from dpverify.enclosure.discrete_gaussian import delta_ends, variance_ends
from dpverify.errors import NotEnclosable
from dpverify.gaussian.certified import certified_delta


def mass_sums(sigma, epsilon):
    """sum (P(x) - e^epsilon P(x + 1))_+ and the variance, term by term as they are defined."""
    with mpmath.workdps(60):
        s, e = mpmath.mpf(sigma.numerator) / sigma.denominator, mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator)
        reach = range(-int(25 * sigma) - 25, int(25 * sigma) + 26)
        p = {x: mpmath.exp(-mpmath.mpf(x) ** 2 / (2 * s * s)) for x in (*reach, reach[-1] + 1)}
        z = mpmath.fsum(p.values())
        delta = mpmath.fsum(max(p[x] - e * p[x + 1], 0) for x in reach) / z
        return delta, mpmath.fsum(x * x * p[x] for x in reach) / z


@pytest.mark.parametrize("seed", range(12))
def test_both_hold_the_plain_sums_and_are_narrow(seed):
    rng = random.Random(seed)
    sigma = rng.uniform(0.1, 12)
    # The worst event is then within 8 sigma, where the plain sum has digits left.
    sigma, epsilon = Fraction(sigma), Fraction(rng.uniform(0, min(4, 8 / sigma)))
    delta, variance = mass_sums(sigma, epsilon)
    for (low, high), value in ((delta_ends(epsilon, sigma), delta), (variance_ends(sigma), variance)):
        with mpmath.workdps(60):
            assert mpmath.mpf(low.numerator) / low.denominator <= value * (1 + mpmath.mpf(10) ** -40)
            assert mpmath.mpf(high.numerator) / high.denominator >= value * (1 - mpmath.mpf(10) ** -40)
        assert high - low <= high / 10**30


def test_a_wide_one_is_nearly_the_gaussian():
    low, high = delta_ends(Fraction(1, 10), Fraction(300))
    near = certified_delta("0.1", 300).fractions()[0]
    assert abs(low / near - 1) < Fraction(1, 100) and high - low < high / 10**30


def test_the_step_at_epsilon_sigma_squared_one_half():
    # At sigma = 1/10 and epsilon = 50 the ratio of the masses at 0 and 1 is e^epsilon exactly: from below delta falls to P(X >= 1).
    just_below = Fraction(1, 10) * (1 - Fraction(1, 10**6))
    assert delta_ends(Fraction(50), just_below)[0] > Fraction(1, 10**5)
    assert delta_ends(Fraction(50), Fraction(1, 10))[1] < Fraction(1, 10**21)


def test_out_of_range_is_refused():
    for sigma in (Fraction(1, 10**6), Fraction(10**6)):
        with pytest.raises(NotEnclosable):
            delta_ends(Fraction(1), sigma)
