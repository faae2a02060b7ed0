"""What holds for every noise law: the same tests for all."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from scipy import integrate, stats

from dpverify.enclosure.balls import working_precision
from dpverify.enclosure.point import enclose_at
from dpverify.errors import InputError
from dpverify.mechanisms import (
    Additive,
    DiscreteLaplace,
    DiscreteUniform,
    Gaussian,
    GaussianMixture,
    Geometric,
    Laplace,
    Staircase,
    TruncatedLaplace,
    TruncatedStaircase,
    Uniform,
    analytic_gaussian,
    classical_gaussian,
    parameters,
)
from dpverify.notation import x

LAWS = {
    "laplace": Laplace("0.7", 2),
    "truncated": TruncatedLaplace(1, "0.05"),
    "truncated, small epsilon": TruncatedLaplace("0.01", "0.2", "1.5"),
    "truncated, large delta": TruncatedLaplace("0.5", "0.8"),
    "uniform": Uniform("0.15", 3),
    "additive": Additive("0.3"),
    "additive, atom": Additive("0.7", 2),
    "additive, power": Additive("0.8", 1, 2),
    "staircase": Staircase(1, 2),
    "staircase, power": Staircase(2, 1, 2),
    "staircase, large epsilon": Staircase(6),
    "truncated staircase": TruncatedStaircase(1, "0.1", 2),
    "truncated staircase, one level": TruncatedStaircase("0.4", "0.45"),
    "truncated staircase, small delta": TruncatedStaircase("0.5", "1e-6"),
    "truncated staircase, atom": TruncatedStaircase(4, "0.1"),
    "truncated staircase, power": TruncatedStaircase(2, "0.6", 1, 2),
    "gaussian": Gaussian("0.8"),
    "analytic gaussian": analytic_gaussian(1, "1e-3", 2),
    "classical gaussian": classical_gaussian("0.5", "0.01"),
    "geometric": Geometric("0.8"),
    "geometric, k = 3": Geometric(1, 3),
    "discrete laplace": DiscreteLaplace(1, "0.01"),
    "discrete laplace, k = 4": DiscreteLaplace("0.3", "0.05", 4),
    "discrete laplace, large delta": DiscreteLaplace("0.3", "0.9", 5),
    "discrete uniform": DiscreteUniform("0.4"),
    "discrete uniform, k = 3": DiscreteUniform("0.22", 3),
    "discrete uniform, k = 2": DiscreteUniform("0.9", 2),
    "discrete uniform, odd": DiscreteUniform("0.2"),
}
NONE = ("a", 1j, None, [1.0, None], [[1], [2, 3]], True, {})
STAIRS = (Staircase, TruncatedStaircase)
CONTINUOUS = {name: law for name, law in LAWS.items() if not law.discrete}
DISCRETE = {name: law for name, law in LAWS.items() if law.discrete}


def each(laws):
    return pytest.mark.parametrize("law", laws.values(), ids=laws.keys())


def reach(law):
    """A point beyond which there is next to nothing."""
    return min(law.half_width, float(law.isf(1e-17)))


def breaks(law):
    """Where a density may jump, on the right half."""
    ends = [0.0, reach(law)]
    if isinstance(law, STAIRS):
        size = float(law.sensitivity)
        ends += [k * size + g for k in range(int(reach(law) / size) + 2) for g in (0.0, law.gamma * size)]
    return sorted({e for e in ends if e <= reach(law)})


def integral(law, weight=lambda t: 1.0, low=0.0, high=math.inf):
    edges = [low, *(e for e in breaks(law) if low < e < high), min(high, reach(law))]
    pieces = zip(edges, edges[1:], strict=False)
    return sum(integrate.quad(lambda t: weight(t) * law.pdf(t), a, b, epsabs=0, epsrel=1e-12)[0] for a, b in pieces)


@each(CONTINUOUS)
def test_mass_one_and_moments(law):
    assert law.atom + 2 * integral(law) == pytest.approx(1, rel=1e-11)
    assert 2 * integral(law, lambda t: t) == pytest.approx(law.amplitude, rel=1e-11)
    assert 2 * integral(law, lambda t: t * t) == pytest.approx(law.power, rel=1e-11)


@each(DISCRETE)
def test_mass_one_and_moments_of_sums(law):
    i = np.arange(0, reach(law) + 1)
    mass = law.pmf(i)
    assert 2 * mass.sum() - mass[0] == pytest.approx(1, rel=1e-13)
    assert 2 * (i * mass).sum() == pytest.approx(law.amplitude, rel=1e-12)
    assert 2 * (i * i * mass).sum() == pytest.approx(law.power, rel=1e-12)
    assert law.pmf(0.5) == 0 and law.pmf(law.half_width + 1) == 0


@each({name: law for name, law in CONTINUOUS.items() if not isinstance(law, STAIRS)})
def test_moments_equal_quadrature_in_balls(law):
    """Mass, amplitude and power of the exact density are inside each other's enclosures."""
    forms = law.forms()
    end = sp.oo if forms.half_width is None else forms.half_width
    density = law.density(x)
    for weight, right in ((1, 1 - sp.nsimplify(getattr(law, "exact_atom", 0))), (x, forms.amplitude), (x**2, forms.power)):
        ball = enclose_at(2 * sp.Integral(weight * density, (x, 0, end)), forms.point, 100)
        other = enclose_at(sp.sympify(right), forms.point, 100)
        assert ball.overlaps(other)
        assert ball.rad() < 1e-15 * (1 + abs(float(other.mid())))


@each({name: law for name, law in LAWS.items() if isinstance(law, (Geometric, DiscreteLaplace, DiscreteUniform))})
def test_moments_equal_sums_in_balls(law):
    forms = law.forms()
    last = 150 if forms.half_width is None else law.last
    for weight, right in ((lambda i: 1, sp.S.One), (lambda i: i, forms.amplitude), (lambda i: i * i, forms.power)):
        # The rest of the geometric law's sum is below this.
        rest = 0 if forms.half_width is not None else 4 * (last + 60) ** 2 * math.exp(-float(law.epsilon / law.sensitivity) * last)
        with working_precision(150):
            total = sum((2 if i else 1) * weight(i) * enclose_at(law.density(sp.Integer(i)), forms.point, 120) for i in range(last + 1))
            assert abs(total - enclose_at(right, forms.point, 120)) < rest + 1e-25


@each(LAWS)
def test_floats_are_near_the_exact_law(law):
    forms = law.forms()
    for value, form in ((law.amplitude, forms.amplitude), (law.power, forms.power)):
        low, high = forms.enclosure(form)
        assert float(low) * (1 - 2e-15) <= value <= float(high) * (1 + 2e-15)
    if forms.half_width is not None:
        assert law.half_width == pytest.approx(float(forms.enclosure(forms.half_width)[0]), rel=1e-15)
    for budget in (0, 0.1, 0.3, 0.45, 0.7, 1, 1.6):
        low, high = law.delta_attained(budget)
        assert law.delta(budget) == pytest.approx(float(high), rel=2e-13, abs=1e-300)
        assert high - low <= high / 10**15


@each({name: law for name, law in CONTINUOUS.items() if not isinstance(law, STAIRS)})
def test_density_is_the_symbolic_one(law):
    point = law.forms().point
    for r in (0, sp.Rational(1, 3), sp.Rational(5, 4)):
        right = float(enclose_at(law.density(r), point, 80).mid())
        assert law.pdf(float(r)) == pytest.approx(right, rel=1e-14)


@each({name: law for name, law in CONTINUOUS.items() if isinstance(law, STAIRS)})
def test_staircase_density_is_the_symbolic_one(law):
    point = law.forms().point
    for r in (sp.Rational(1, 17), sp.Rational(9, 7), sp.Rational(25, 4)):
        right = float(enclose_at(law.density(r), point, 80).mid())
        assert law.pdf(float(r)) == pytest.approx(right, rel=1e-14)


@each(CONTINUOUS)
def test_cdf_is_the_integral_of_pdf(law):
    end = reach(law)
    points = [0.0, *np.linspace(0.03, 0.9, 5) * end]
    for a, b in zip(points, points[1:], strict=False):
        right = integral(law, low=a, high=b)
        assert law.sf(a) - law.sf(b) == pytest.approx(right, rel=1e-9, abs=1e-15)
        assert law.cdf(-a) - law.cdf(-b) - (law.atom if a == 0 else 0) == pytest.approx(right, rel=1e-9, abs=1e-15)
    assert law.cdf(0.0) == pytest.approx(0.5 + law.atom / 2, rel=1e-15)


@each(DISCRETE)
def test_cdf_is_the_sum_of_pmf(law):
    end = int(reach(law))
    i = np.arange(-end, end + 1)
    assert law.cdf(i) == pytest.approx(np.cumsum(law.pmf(i)), rel=1e-10, abs=1e-16)
    assert law.cdf(i + 0.5) == pytest.approx(law.cdf(i), rel=1e-15)
    assert (law.cdf(i - 1) <= law.cdf(i)).all()


@each(LAWS)
def test_sf_is_one_minus_cdf_and_symmetric(law):
    t = np.linspace(-1.1, 1.1, 41) * reach(law)
    assert law.sf(t) + law.cdf(t) == pytest.approx(np.ones_like(t), rel=1e-15)
    step = 1 if law.discrete else 0
    t = np.floor(t) if law.discrete else t[t != 0]
    assert law.cdf(-t) == pytest.approx(law.sf(t - step), rel=1e-15)


@each(CONTINUOUS)
def test_ppf_inverts_cdf(law):
    p = np.array([0.0, 1e-12, 1e-5, 0.01, 0.2, 0.4999, 0.5, 0.6, 0.9, 0.999, 1 - 1e-9, 1.0])
    t = law.ppf(p)
    assert (np.diff(t) >= 0).all()
    away = np.abs(p - 0.5) > law.atom / 2
    assert law.cdf(t[away]) == pytest.approx(p[away], rel=1e-11, abs=1e-16)
    assert (t[~away & (p != 0.5)] == 0).all()
    assert law.isf(p) == pytest.approx(-t, rel=1e-9, abs=1e-15)
    assert np.isnan(law.ppf([-0.1, 1.1, math.nan])).all()


@each(DISCRETE)
def test_ppf_is_the_least_point_with_so_much_mass(law):
    rng = np.random.default_rng(5)
    p = np.concatenate([rng.random(300), 10 ** rng.uniform(-12, 0, 100), 1 - 10 ** rng.uniform(-12, 0, 100)])
    t = law.ppf(p)
    assert (law.cdf(t) >= p).all() and (law.cdf(t - 1) < p).all()
    t = law.isf(p)
    assert (law.sf(t) <= p).all() and (law.sf(t - 1) > p).all()
    i = np.arange(-3, 4)
    i = i[np.abs(i) < law.half_width]
    assert (law.ppf(law.cdf(i)) == i).all() and (law.isf(law.sf(i)) == i).all()


def shifted_divergences(law, budget):
    """sup_S P(S) - e^budget P(S + d) for shifts d up to the sensitivity, numerically, from pdf or pmf alone."""
    size = float(law.sensitivity)
    grown = math.exp(budget)
    if law.discrete:
        end = int(reach(law)) + int(size) + 1
        i = np.arange(-end, end + 1)
        for d in range(1, int(size) + 1):
            yield np.maximum(law.pmf(i) - grown * law.pmf(i + d), 0).sum()
        return
    end = min(law.half_width, float(law.isf(1e-9))) + size
    edges = np.linspace(-end, end, 100_001)
    t, width = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    density = law.pdf(t)
    for d in np.linspace(0.1, 1, 10) * size:
        yield law.atom + np.maximum(density - grown * law.pdf(t + d), 0).sum() * width


@each(LAWS)
@pytest.mark.parametrize("budget", [0.0, 0.2, 0.5, 0.9, 1.5])
def test_profile_is_the_supremum_over_shifts(law, budget):
    found = list(shifted_divergences(law, budget))
    assert law.delta(budget) == pytest.approx(max(found), rel=1e-12 if law.discrete else 5e-3, abs=1e-15 if law.discrete else 8e-5)


@each(LAWS)
def test_profile_falls_from_the_total_variation(law):
    budgets = np.linspace(0, 8, 200)
    found = law.delta(budgets)
    assert (np.diff(found) <= 1e-16).all() and (found >= 0).all() and (found <= 1).all()
    with pytest.raises(InputError, match="epsilon is -1"):
        law.delta([1.0, -1.0])


@each(LAWS)
def test_samples_fit_the_law(law):
    sample = law.rvs(20_000, rng=1234)
    assert np.array_equal(sample, law.rvs(20_000, rng=np.random.default_rng(1234)))
    assert law.rvs((2, 3), rng=1).shape == (2, 3)
    assert np.isscalar(law.rvs(rng=1)) or law.rvs(rng=1).ndim == 0
    if law.discrete:
        assert (sample == np.floor(sample)).all()
        values = np.arange(-40, 41)
        expected = np.array([law.cdf(-41), *law.pmf(values), law.sf(40)]) * len(sample)
        counts = np.array([(sample < -40).sum(), *((sample == v).sum() for v in values), (sample > 40).sum()])
        big = expected >= 5
        observed = np.append(counts[big], counts[~big].sum())
        wanted = np.append(expected[big], expected[~big].sum())
        keep = wanted > 1e-9
        assert stats.chisquare(observed[keep], wanted[keep]).pvalue > 1e-3
        return
    if law.atom:
        zeros = int((sample == 0).sum())
        assert stats.binomtest(zeros, len(sample), law.atom).pvalue > 1e-3
        sample = sample[sample != 0]
        cdf = lambda t: (law.cdf(t) - law.atom * (t >= 0)) / (1 - law.atom)  # noqa: E731
        assert stats.kstest(sample, cdf).pvalue > 1e-3
        return
    assert stats.kstest(sample, law.cdf).pvalue > 1e-3


@each(LAWS)
def test_a_law_is_a_value(law):
    twin = copy.deepcopy(law)
    assert twin == law and hash(twin) == hash(law) and pickle.loads(pickle.dumps(law)) == law
    assert len({law, twin}) == 1
    with pytest.raises(AttributeError):
        law.sensitivity = 3


def test_the_same_number_written_differently_is_the_same_law():
    assert Laplace("0.1") == Laplace(0.1) == Laplace("1e-1") != Laplace("0.1", 2)
    assert TruncatedLaplace(1, 1e-5) == TruncatedLaplace("1", "0.00001")


@each(LAWS)
def test_general_moments(law):
    assert law.moment(1) == law.amplitude and law.moment(2) == law.power or law.moment(2) == pytest.approx(law.power, rel=1e-14)
    if isinstance(law, (DiscreteLaplace, DiscreteUniform)):
        with pytest.raises(InputError, match="p is 3"):
            law.moment(3)
        return
    if isinstance(law, (Staircase, Geometric)):
        with pytest.raises(InputError, match="p is 0.5"):
            law.moment(0.5)
        if law.discrete:
            i = np.arange(400)
            assert law.moment(3) == pytest.approx(2 * (i**3 * law.pmf(i)).sum(), rel=1e-13)
        else:
            assert law.moment(3) == pytest.approx(2 * integral(law, lambda t: t**3), rel=1e-9)
        return
    for p in (0.5, 3.0, 4.5):
        assert law.moment(p) == pytest.approx(2 * integral(law, lambda t, p=p: t**p), rel=1e-7)


@each(CONTINUOUS)
def test_moment_forms(law):
    """E|X|^p in symbols, for the command."""
    point = law.forms().point
    for p in (sp.Integer(1), sp.Integer(2), sp.Integer(3), sp.Rational(5, 2)):
        form = law.moment_form(p)
        if form is not None and not (isinstance(law, Staircase) and p == sp.Rational(5, 2)):
            assert float(enclose_at(form, point, 80).mid()) == pytest.approx(law.moment(float(p)), rel=1e-13)


@each(LAWS)
@pytest.mark.filterwarnings("error")
def test_nan_stays_nan_and_nothing_lies_at_infinity(law):
    mass = law.pmf if law.discrete else law.pdf
    assert np.isnan([mass(np.nan), law.cdf(np.nan), law.sf(np.nan)]).all()
    assert list(mass([-np.inf, np.inf])) == [0, 0]
    assert list(law.cdf([-np.inf, np.inf])) == [0, 1] and list(law.sf([-np.inf, np.inf])) == [1, 0]


EXTREME = {
    Laplace: [("700", "2"), ("1e-300", 1), ("1e300", "1e300")],
    TruncatedLaplace: [("700", "0.3", "2"), ("1e-15", "1e-300", 2), ("50", "0.999999999999", "1e-300"), ("1e300", "1e-300", "2")],
    Uniform: [("1e-300",), ("0.999999999999", "1e300"), ("0.5", "1e-300")],
    Additive: [("1e-300",), ("0.999999999999", "1e300", 2), ("0.5", "1e-300", "0.01")],
    Staircase: [("700", "2"), ("700", "1e-300", 2), ("1e-300", "1e-300"), ("50", "1e300", 2)],
    TruncatedStaircase: [("1e-15", "1e-300", 2, 2), ("2", "1e-300", "1e300"), ("50", "0.3", "1e-300")],
    Gaussian: [("1e300",), ("1e-300", "1e300"), ("1e300", "1e-300")],
    analytic_gaussian: [("1e-15", "1e-300", 2)],
    GaussianMixture: [("100", "0.01", "1e-300"), (2, 1, "1e300")],
    Geometric: [("700",), ("1e-300", 3), ("1e300", 10**18)],
    DiscreteLaplace: [("1e-300", "0.3", 2), ("700", "1e-300", 10**18), ("0.5", "1e-300")],
    DiscreteUniform: [("1e-300", 2), ("0.999999999999", 10**18)],
}


@pytest.mark.parametrize(("kind", "given"), [(kind, given) for kind, several in EXTREME.items() for given in several])
@pytest.mark.filterwarnings("error")
def test_at_any_magnitude_values_without_a_warning(kind, given):
    law = kind(*given)
    t = np.array([-np.inf, -1e308, -1e10, -1.0, -1e-300, 0.0, 5e-324, 1e-10, 0.25, 1.0, 1e10, 1e300, 1e308, np.inf])
    p = np.array([0, 5e-324, 1e-300, 1e-20, 0.25, 0.5, 0.75, 1 - 1e-16, 1.0])
    assert ((law.pmf if law.discrete else law.pdf)(t) >= 0).all()
    # Not to the last digits: next to the middle a law may be flat.
    for rising in (law.cdf(t), law.sf(-t)):
        assert (np.diff(rising) >= -1e-15).all() and (rising >= 0).all() and (rising <= 1).all()
    for rising in (law.ppf(p), -law.isf(p)):
        assert (rising[1:] >= rising[:-1]).all()
    budgets = [0, 1e-300, 1e-10, 1] if kind is GaussianMixture else [0, 1e-300, 1e-10, 1, 2, 50, 700, 1e10, 1e300, 1.7e308]
    profile = law.delta(budgets)
    assert (np.diff(profile) <= 1e-15).all() and (profile >= 0).all() and (profile <= 1).all()
    assert not np.isnan(law.rvs(5, rng=1)).any()
    assert law.amplitude >= 0 and law.power >= 0
    for exponent in (0.01, 1, 2, 3, 59, 200, 1e5, 1e300):
        if exponent > 3 and kind in (TruncatedStaircase, GaussianMixture):
            continue
        try:
            assert law.moment(exponent) >= 0
        except InputError as error:
            assert "closed moments" in str(error) or "for p = 1 and p = 2 only" in str(error)


@pytest.mark.parametrize(
    ("law", "p"),
    [
        (Laplace("1e3"), 200),
        (Laplace("1e-2"), 150),
        (Uniform("0.4", "0.1"), 325),
        (Additive("0.7", "1e-3", 2), 120),
        (Gaussian("1e-2"), 400),
        (TruncatedLaplace(5, "0.1", "0.01"), 180),
        (TruncatedLaplace("0.1", "0.3", "1e3"), 150),
        (Staircase(5, "1e-6"), 58),
        (Staircase("1e-7", "1e-6"), 58),
        (Geometric("1e-6"), 51),
    ],
)
def test_moments_whose_factors_are_beyond_the_floats(law, p):
    direct = law.moment_ends(Fraction(p))
    if direct is None:
        # p! (Delta/epsilon)^p, but for a part in 1e12 or so.
        direct = (Fraction(math.factorial(p) * 10 ** (6 * p)),) * 2
    middle = (direct[0] + direct[1]) / 2
    assert law.moment(p) == pytest.approx(parameters.nearest_float(middle), rel=1e-9, abs=1e-320)
    assert isinstance(law, (Staircase, Geometric)) or law.moment(1e300) in (0.0, math.inf)


def test_moments_beyond_the_floats_are_infinite():
    assert {law.moment(2) for law in (Uniform("1e-300"), Additive("1e-300"), DiscreteUniform("1e-300", 2), Laplace("1e-300"))} == {math.inf}
    assert analytic_gaussian("1e-15", "1e-300", 2).delta(1e300) == 0


@each(LAWS)
def test_bad_arguments_of_the_methods(law):
    mass = law.pmf if law.discrete else law.pdf
    calls = [
        (name, method, bad) for name, method in (("x", mass), ("x", law.cdf), ("x", law.sf), ("p", law.ppf), ("p", law.isf)) for bad in NONE
    ]
    calls += [("epsilon", law.delta, bad) for bad in NONE]
    calls += [("p", law.moment, bad) for bad in (*NONE, 0, -1, math.nan, math.inf, [1, 2])]
    calls += [("size", law.rvs, bad) for bad in (-1, 1.5, "a", True, (2, -1), 10**30)]
    calls += [("rng", lambda bad: law.rvs(2, bad), bad) for bad in ("a", -1, 1.5)]
    for name, method, bad in calls:
        with pytest.raises(InputError, match=f"^{name} is ") as caught:
            method(bad)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 200
