"""The mixture of Gaussians: the law, and what the certificate of its privacy rests on."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from scipy import integrate, stats

from dpverify.enclosure.gaussian_mixture import amplitude_ends, tables, upper_tail
from dpverify.errors import InputError
from dpverify.exact import decimal_up
from dpverify.mechanisms import GaussianMixture, analytic_gaussian, certified_mixture
from dpverify.mechanisms.least import least_certified
from dpverify.mechanisms.mixture_calibration import density, divergence, unimodal_sigma
from dpverify.mechanisms.mixture_shifts import falls_from_the_middle, is_private

LAWS = [GaussianMixture(1, "0.3"), GaussianMixture("0.4", "0.6", 2), GaussianMixture(6, "0.1")]


def reference(x, eps, sigma):
    """f(x) in mpmath, 40 digits."""
    b = mp.exp(-mp.mpf(eps))
    terms = (b ** abs(k) * mp.exp(-((x - k) ** 2) / (2 * mp.mpf(sigma) ** 2)) for k in range(-25, 26))
    return (1 - b) / (1 + b) * sum(terms) / (mp.mpf(sigma) * mp.sqrt(2 * mp.pi))


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_mass_moments_and_distribution(law):
    size, end = float(law.sensitivity), float(law.isf(1e-16))
    edges = np.arange(0, end + size, size / 2)

    def total(weight, first=0.0):
        pieces = [(max(a, first), b) for a, b in zip(edges, edges[1:], strict=False) if b > first]
        return sum(integrate.quad(lambda t: weight(t) * law.pdf(t), a, b, epsabs=0, epsrel=1e-12)[0] for a, b in pieces)

    assert 2 * total(lambda t: 1) == pytest.approx(1, rel=1e-12)
    assert 2 * total(lambda t: t) == pytest.approx(law.amplitude, rel=1e-11)
    assert 2 * total(lambda t: t * t) == pytest.approx(law.power, rel=1e-10)
    for point in (0.2 * size, 1.3 * size, 4.5 * size):
        assert law.sf(point) == pytest.approx(total(lambda t: 1, point), rel=1e-9)
    p = np.array([1e-12, 1e-4, 0.2, 0.5, 0.7, 0.999])
    assert law.cdf(law.ppf(p)) == pytest.approx(p, rel=1e-10)
    assert law.sf(0.3) + law.cdf(0.3) == pytest.approx(1, rel=1e-15)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_samples_fit(law):
    sample = law.rvs(20_000, rng=99)
    assert stats.kstest(sample, law.cdf).pvalue > 1e-3
    assert law == GaussianMixture(law.epsilon, law.unit_sigma, law.sensitivity) and len({law, law}) == 1


@pytest.mark.parametrize("eps, sigma", [("1", "0.3"), ("0.01", "0.7"), ("8", "0.1"), ("1e-6", "1.2")])
def test_amplitude_ends_hold_the_amplitude(eps, sigma):
    low, high = amplitude_ends(Fraction(eps), Fraction(sigma), 128)
    with mp.workdps(40):
        b, s = mp.exp(-mp.mpf(eps)), mp.mpf(sigma)
        rest = mp.mpf(0)
        for k in range(-40, 41):
            folded = s * mp.sqrt(2 / mp.pi) * mp.exp(-((k / s) ** 2) / 2) + abs(k) * mp.erf(abs(k) / (s * mp.sqrt(2)))
            rest += b ** abs(k) * (folded - abs(k))
        right = 2 * b / (1 - b * b) + (1 - b) / (1 + b) * rest
        ends = [mp.mpf(e.numerator) / e.denominator for e in (low, high)]
        assert ends[0] - right * mp.mpf(10) ** -35 <= right <= ends[1] + right * mp.mpf(10) ** -35
        assert ends[1] - ends[0] < right * mp.mpf(10) ** -30


@pytest.mark.parametrize("eps, sigma", [("1", "0.3"), ("0.05", "0.6"), ("12", "0.07")])
def test_tables_hold_the_density(eps, sigma):
    """Value and slope are off by less than the table says, at random places (mpmath, 40 digits)."""
    f, grown = tables(Fraction(eps), Fraction(eps), Fraction(sigma), -2, 3, 256)
    rng = np.random.default_rng(8)
    x = np.round(rng.uniform(-2, 3, 15) * 2**20) / 2**20
    for table, factor in ((f, 0), (grown, 1)):
        cell, t = table.locate(x)
        value, slope = table.value(cell, t)
        with mp.workdps(40):
            for i, point in enumerate(x):
                scale = mp.exp(factor * mp.mpf(eps))
                assert abs(mp.mpf(value[i]) - scale * reference(mp.mpf(point), eps, sigma)) <= table.error[cell[i]]
                right = mp.diff(lambda y: reference(y, eps, sigma), mp.mpf(point))
                assert abs(mp.mpf(slope[i]) - scale * right) <= table.slope_error[cell[i]] + scale * abs(right) * mp.mpf(10) ** -12
        assert (table.error < 1e-9 * np.abs(table.coefficients[:, 0]) + 1e-280).all()


def test_recursion_over_the_periods():
    """f(x + 1) = b f(x) + eta(x), and on the left w(u + 1) <= b w(u): the facts the certificate rests on, at points."""
    with mp.workdps(40):
        for eps, sigma in ((1, 0.3), (0.2, 0.9), (5, 0.2)):
            b, s = mp.exp(-mp.mpf(eps)), mp.mpf(sigma)
            for x in (mp.mpf(-3) / 4, mp.mpf(1) / 3, mp.mpf(2)):
                gauss = (b ** (j - 1) * mp.exp(-((x + j) ** 2) / (2 * s * s)) for j in range(1, 60))
                eta = (1 - b) ** 2 * sum(gauss) / (s * mp.sqrt(2 * mp.pi))
                assert abs(reference(x + 1, eps, s) - b * reference(x, eps, s) - eta) < mp.mpf(10) ** -30
            for d in (0.1, 0.5, 0.93):
                for u in (0, 0.05, 0.4, 0.9, 1.7):
                    w = [reference(v, eps, s) - mp.exp(eps) * reference(v - d, eps, s) for v in (mp.mpf(u), mp.mpf(u) + 1)]
                    assert w[1] <= b * w[0] + mp.mpf(10) ** -30


def slow_divergence(eps, sigma, d, budget=None):
    """The divergence at one shift by a fine sum in floats, an independent route."""
    x = np.linspace(-7, 7, 40_001)
    k = np.arange(-9, 10)

    def f(y):
        total = np.zeros_like(y)
        for j in k:
            total += np.exp(-eps * abs(j) - (y - j) ** 2 / (2 * sigma**2))
        return total * math.tanh(eps / 2) / (sigma * math.sqrt(2 * math.pi))

    return np.maximum(f(x) - math.exp(eps if budget is None else budget) * f(x + d), 0).sum() * (x[1] - x[0])


@pytest.mark.parametrize("eps, delta", [("1", "0.05"), ("5", "1e-3"), ("2", "0.3")])
def test_least_sigma_is_private_at_every_shift_and_nearly_sharp(eps, delta):
    law = certified_mixture(eps, delta)
    found = [slow_divergence(float(eps), float(law.unit_sigma), d) for d in np.linspace(0.4, 0.95, 12)]
    assert max(found) <= float(delta)
    assert law.unit_sigma.denominator <= 10**6
    assert is_private(Fraction(eps), Fraction(eps), Fraction(delta), law.unit_sigma - Fraction(1, 10**6)) is False
    low, high = law.delta_attained(eps)
    assert max(found) <= high <= Fraction(delta)
    assert high * Fraction(998, 1000) <= low <= Fraction(divergence(float(eps), float(eps), float(law.unit_sigma)) * (1 + 1e-4))


@pytest.mark.parametrize("eps, sigma", [("1", "0.3"), ("7", "0.15")])
def test_certificate_is_never_given_below_the_true_divergence(eps, sigma):
    true = divergence(float(eps), float(eps), float(sigma))
    for factor, wanted in ((0.5, False), (0.9999, False), (1.0001, True)):
        assert is_private(Fraction(eps), Fraction(eps), Fraction(true * factor), Fraction(sigma)) is wanted


def test_other_budgets():
    law = GaussianMixture(1, "0.4")
    assert law.delta_attained(1) == (0, 0)
    for budget in ("0", "0.3", "0.9"):
        low, high = law.delta_attained(budget)
        seen = Fraction(law.delta(float(budget)))
        assert seen * Fraction(9989, 10000) <= low <= high <= seen * Fraction(10011, 10000)
    # The total variation at the shift 1, by the slow route; the mass beyond 7 is about e^-7.
    assert law.delta(0.0) == pytest.approx(max(slow_divergence(1, 0.4, d, 0) for d in (0.8, 0.9, 1)), abs=2e-3)


@pytest.mark.parametrize("eps, sigma, budget", [("1", "0.2", "1"), ("0.05", "0.1", "0"), ("3", "0.15", "3"), ("2", "0.25", "0.5")])
def test_refusal_counts_what_lies_beyond_the_periods(eps, sigma, budget):
    """Refused only below the divergence over many periods, by the slow route at the worst of some shifts."""
    x_reach = 400 if eps == "0.05" else 40
    k = np.arange(-x_reach, x_reach + 1)
    best = 0.0
    for d in np.linspace(0.3, 1, 15):
        # Cells [k - 1/2, k + 1/2) apart: each period on its own grid, f with the neighbours that count.
        x = (k[:, None] + np.linspace(-0.5, 0.5, 401)[None, :-1]).ravel()
        f, g = (density(v, float(eps), float(sigma)) for v in (x, x + d))
        best = max(best, float(np.maximum(f - math.exp(float(budget)) * g, 0).sum() / 400))
    assert is_private(Fraction(eps), Fraction(budget), Fraction(best * 0.99), Fraction(sigma)) is False
    assert is_private(Fraction(eps), Fraction(budget), Fraction(min(best * 1.02, 0.999)), Fraction(sigma)) is not False


@pytest.mark.parametrize("start", ["1234.5", "0.999999", "1000", "0.00001"])
def test_least_certified_is_the_start(start):
    for true in (Fraction(1234), Fraction(999, 1000), Fraction(1), Fraction("0.00001")):
        found = least_certified(Fraction(start), 4, lambda v, true=true: v >= true)
        if found is not None:
            assert found >= true
            unit = Fraction(10) ** (math.floor(math.log10(float(decimal_up(Fraction(start), 4)))) - 3)
            assert found - unit < true


@pytest.mark.parametrize("eps", ["0.01", "1", "10"])
def test_unimodal_sigma(eps):
    """The density falls at that sigma and does not a little below."""
    sigma = unimodal_sigma(Fraction(eps))
    assert falls_from_the_middle(Fraction(eps), sigma)
    smaller = sigma * Fraction(99, 100)
    assert not falls_from_the_middle(Fraction(eps), smaller)
    with mp.workdps(40):
        for s, falls in ((sigma, True), (smaller, False)):
            exact = mp.mpf(s.numerator) / s.denominator
            values = [reference(mp.mpf(i) / 100, eps, exact) for i in range(0, 101, 2)]
            assert all(b < a for a, b in zip(values, values[1:], strict=False)) is falls


def test_cheaper_than_the_analytic_gaussian():
    """published.md (arXiv 2605.28078): cheaper in amplitude and power."""
    for eps, delta in (("2", "1e-10"), ("5", "1e-5")):
        law, gaussian = certified_mixture(eps, delta), analytic_gaussian(eps, delta)
        assert law.amplitude < gaussian.amplitude and law.power < gaussian.power


def test_tiny_delta_needs_no_more_than_a_unimodal_mixture():
    law = certified_mixture(2, "1e-300", 3)
    assert law.unit_sigma == unimodal_sigma(Fraction(2)) and law.delta_attained(2) == (0, 0)
    assert law.sigma == pytest.approx(3 * float(law.unit_sigma), rel=1e-15)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_general_moments(law):
    """Against quadrature of the density, and E X^4 = sigma^4 3 + 6 sigma^2 E K^2 + E K^4 in closed form."""
    for p in (0.5, 1.5, 3):
        by_quadrature = 2 * integrate.quad(lambda t, p=p: t**p * law.pdf(t), 0, 60 * law.sensitivity, limit=2000, epsrel=1e-10)[0]
        assert law.moment(p) == pytest.approx(by_quadrature, rel=1e-7)
    with mp.workdps(60):
        eps, s = (mp.mpf(v.numerator) / v.denominator for v in (law.epsilon, law.unit_sigma))
        b = mp.exp(-eps)
        second, fourth = 2 * b / (1 - b) ** 2, 2 * b * (1 + 10 * b + b**2) / (1 - b) ** 4
        right = (3 * s**4 + 6 * s**2 * second + fourth) * int(law.sensitivity) ** 4
        low, high = law.moment_ends(Fraction(4))
        assert mp.mpf(low.numerator) / low.denominator <= right <= mp.mpf(high.numerator) / high.denominator
        assert high - low < high / 10**25


def test_upper_tail():
    for z in ("0", "1", "9.5", "40"):
        with mp.workdps(30):
            right = mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2
            assert right <= upper_tail(Fraction(z)) <= right * (1 + mp.mpf(10) ** -10) + mp.mpf(5e-324)


@pytest.mark.parametrize("build, said", [
    (lambda: certified_mixture(0, 0.1), "epsilon is 0"), (lambda: certified_mixture("101", 0.1), "epsilon is '101'"),
    (lambda: certified_mixture(1, 0), "delta is 0"), (lambda: GaussianMixture(1, 4), "unit_sigma is 4"),
    (lambda: GaussianMixture(1, "0.3", 1, "0.001"), "delta is 0.001"),
    (lambda: GaussianMixture(1, "0.3", 0), "sensitivity is 0"), (lambda: GaussianMixture(1, "0.3").moment(0), "p is 0"),
    (lambda: GaussianMixture("1e-5", "0.3").moment(3), "p is 3"),
])  # fmt: skip
def test_refused(build, said):
    with pytest.raises(InputError, match=said):
        build()
