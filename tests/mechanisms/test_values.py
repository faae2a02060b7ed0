"""Values of the mechanisms: what other libraries got wrong, ends of the domain, what is refused."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from dpverify.errors import InputError
from dpverify.formulas import staircase as formulas
from dpverify.mechanisms import (
    Additive,
    DiscreteLaplace,
    DiscreteUniform,
    Geometric,
    Laplace,
    Staircase,
    TruncatedLaplace,
    TruncatedStaircase,
    Uniform,
    analytic_gaussian,
    classical_gaussian,
)
from dpverify.mechanisms.registry import MECHANISMS, mechanism

# --- peers.md: inputs at which published libraries give wrong answers ------------------------------------------------------------


@pytest.mark.parametrize(
    "epsilon, delta, sigma",
    [
        ("1", "1e-30", "11.083102948976993"),
        ("1", "1e-15", "7.4870094679866"),
        ("1", "1e-12", "6.5578220674588501"),
        ("50", "1e-5", "0.149760607560836"),
        ("30", "1e-6", "0.226815708427532"),
        ("1000", "1e-6", "0.0248503666869477195744109736045"),
        ("0", "1e-6", "398942.280401328235095"),
        ("0.01", "1e-5", "243.785437675678029049359329457"),
    ],
)
def test_peers_analytic_gaussian(epsilon, delta, sigma):
    law = analytic_gaussian(epsilon, delta)
    assert float(law.exact_sigma) == pytest.approx(float(sigma), rel=1e-13)
    low, high = law.delta_attained(epsilon)
    target = Fraction(delta)
    assert low <= high <= target and high > target * (1 - Fraction(1, 10**11))


def test_peers_classical_gaussian_beyond_its_range():
    # δ at ε = 10, σ = classical(10, 1e-5) is 2.27e-5: refused, with the exact alternative.
    with pytest.raises(InputError, match="classical Gaussian needs 0 < epsilon <= 1.*analytic Gaussian.*sigma is"):
        classical_gaussian(10, "1e-5")
    # delta(ε = 4.2247, σ = 1)
    from dpverify.mechanisms import Gaussian

    assert float(Gaussian(1).delta_attained("4.2247")[1]) == pytest.approx(1.90111096800245e-5, rel=1e-13)


@pytest.mark.parametrize("half_width, variance", [("6.7571", 1.93112610974), ("2", 0.747858858003)])
def test_peers_variance_of_the_truncated_laplacian(half_width, variance):
    """Scale 1 and support ±A: epsilon = 1, delta = (e - 1)/(2 (e^A - 1))."""
    with mp.workdps(40):
        delta = mp.expm1(1) / (2 * mp.expm1(mp.mpf(half_width)))
        law = TruncatedLaplace(1, mp.nstr(delta, 35))
    assert law.half_width == pytest.approx(float(half_width), rel=1e-15)
    assert law.power == pytest.approx(variance, rel=1e-11)


def test_peers_bound_of_the_truncated_laplacian():
    law = TruncatedLaplace(5, "1e-6", 10)
    assert law.half_width == pytest.approx(2 * math.log1p(math.expm1(5) / 2e-6), rel=1e-15)
    assert law.delta_attained(5)[1] == Fraction("1e-6")
    # A rule "b ln(1/delta) + 1" gives 44.7 times the allowed delta.
    wrong = 2 * math.log(1e6) + 1
    edge = law.sf(np.array(wrong - 10)) - law.sf(wrong)
    assert edge / (1 - 2 * law.sf(wrong)) / 1e-6 == pytest.approx(44.7, rel=2e-3)


def test_peers_truncated_laplacian_at_the_ends_of_epsilon():
    assert TruncatedLaplace(700, "1e-6").half_width == pytest.approx(1.0187, rel=1e-4)
    law = TruncatedLaplace("1e-17", "1e-6")
    assert law.half_width == pytest.approx(500_000, rel=1e-11)
    assert abs(law.rvs(1000, rng=3)).max() <= 500_000
    assert law.delta(1e-17) == 1e-6


def test_peers_additive_noise():
    law = Additive("0.9")
    assert law.certified(0).amplitude == "0.1" and Additive("0.9", 1, 2).certified(0).power == "0.05625"
    uniform = Uniform("0.9")
    assert uniform.amplitude / law.amplitude == pytest.approx(2.78, rel=2e-3)
    assert uniform.power / Additive("0.9", 1, 2).power == pytest.approx(1.83, rel=2e-3)


@pytest.mark.parametrize("epsilon, ratio", [(5, 1.25), (10, 2.72)])
def test_peers_staircase_for_power(epsilon, ratio):
    assert Staircase(epsilon, 1, 1).power / Staircase(epsilon, 1, 2).power == pytest.approx(ratio, rel=5e-3)


def test_peers_geometric():
    assert Geometric(1).pmf(0) == pytest.approx(0.46211715726, rel=1e-11)


# --- the ends of the domain ------------------------------------------------------------

EXTREMES = [
    ("1e-300", "1e-3", 1), ("1e-300", "1e-300", 1), ("1e-15", "1e-15", 2), ("1e-15", "0.999", 1), ("1", "1e-300", 3), ("1000", "1e-300", 1),
    ("1000", "0.5", 5), ("5000", "1e-10", 1), ("20", "0.9999", 1), ("0.001", "0.5", 7),
]  # fmt: skip


@pytest.mark.parametrize("name", [n for n in MECHANISMS if n != "gaussian-mixture"])
@pytest.mark.parametrize("epsilon, delta, size", EXTREMES)
def test_right_over_the_whole_domain(name, epsilon, delta, size):
    """Floats agree with the certified values, and the delta attained does not exceed the target."""
    if name == "classical-gaussian" and Fraction(epsilon) > 1:
        with pytest.raises(InputError, match="analytic Gaussian"):
            mechanism(name).law(epsilon, delta, size)
        return
    law = mechanism(name).law(epsilon, delta, size)
    found = law.certified(epsilon)
    assert Fraction(found.delta_attained) <= Fraction(delta)
    for value, text in ((law.amplitude, found.amplitude), (law.power, found.power)):
        right = Fraction(text)
        if right > Fraction(np.finfo(float).max):
            assert value == math.inf
        elif right > Fraction(1, 10**300):
            assert abs(Fraction(value) - right) <= right * Fraction(2, 10**15)
    if "staircase" in name and epsilon == "5000":
        with pytest.raises(InputError, match="below the range of floats"):
            law.cdf(1.0)
        return
    if not name.endswith("gaussian"):
        assert law.delta(float(epsilon)) == pytest.approx(float(found.delta_attained), rel=1e-12, abs=1e-300)
    u = np.array([1e-15, 1e-3, 0.3, 0.4999])
    t = law.isf(u)
    assert np.isfinite(t).all()
    if not law.discrete and not law.atom:
        assert law.sf(t) == pytest.approx(u, rel=1e-9)


def test_profile_without_cancellation():
    """Laplace: 1 - exp((e' - e)/2) for e' just below e; the truncated Laplacian goes on continuously."""
    law = Laplace(1)
    assert law.delta(1 - 2.0**-50) == pytest.approx(2.0**-51, rel=1e-15)
    law = TruncatedLaplace(1, "1e-20")
    assert law.delta(1 - 2.0**-50) == pytest.approx(2.0**-51 + 1e-20, rel=1e-14)


# --- laws of single mechanisms ------------------------------------------------------------


def test_truncated_laplacian_above_one_half_has_slack():
    for delta in ("0.51", "0.7", "0.999"):
        low, high = TruncatedLaplace(1, delta).delta_attained(1)
        assert high < Fraction(delta)
    assert TruncatedLaplace(1, "0.5").delta_attained(1) == (Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("delta", ["0.001", "0.03", "0.2", "0.45", "0.8"])
@pytest.mark.parametrize("epsilon", ["0.01", "0.5", "3"])
def test_discrete_laplace_has_the_least_support(epsilon, delta, size):
    """One value less on each side would exceed delta, as long as the support reaches further than the sensitivity."""
    law = DiscreteLaplace(epsilon, delta, size)
    assert law.delta_attained(epsilon)[1] <= Fraction(delta)
    last = law.last - 1
    if last >= size - 1:
        rate = float(epsilon) / size
        masses = np.exp(-rate * np.abs(np.arange(-last, last + 1)))
        assert masses[-size:].sum() / masses.sum() > float(delta)


def test_discrete_uniform_of_the_source():
    """geng2018additive, introduction: delta = 1/4 costs 1 with masses 1/8, 1/4, 1/4, 1/4, 1/8; delta = 0.4: 0.3, 0.4, 0.3; 1/5: uniform."""
    law = DiscreteUniform("0.25")
    assert list(law.pmf(np.arange(-3, 4))) == [0, 0.125, 0.25, 0.25, 0.25, 0.125, 0] and law.amplitude == 1
    assert list(DiscreteUniform("0.4").pmf([0, 1, 2])) == pytest.approx([0.4, 0.3, 0])
    assert list(DiscreteUniform("0.2").pmf([0, 1, 2, 3])) == pytest.approx([0.2, 0.2, 0.2, 0])


@pytest.mark.parametrize("loss", [1, 2])
def test_staircase_step_is_the_best(loss):
    """At any other step the cost in closed form is higher."""
    law = Staircase(2, 1, loss)
    cost = formulas.amplitude if loss == 1 else formulas.power
    found = law.amplitude if loss == 1 else law.power
    for other in (0.5, 0.9, 0.999, 1.001, 1.1, 2):
        assert float(cost(law.gamma * other, 2.0, 1.0)) > found * (1 + 1e-9)
    assert float(cost(law.gamma, 2.0, 1.0)) == pytest.approx(found, rel=1e-14)


@pytest.mark.parametrize("loss", [1, 2])
@pytest.mark.parametrize("epsilon, delta", [("0.3", "0.05"), ("1", "0.1"), ("4", "0.1"), ("2", "0.6")])
def test_truncated_staircase_is_the_best_of_its_family(epsilon, delta, loss):
    """Any other step or atom costs more; costs from mass and width of each level, a second route."""
    law = TruncatedStaircase(epsilon, delta, 1, loss)

    def cost(gamma, alpha):
        eps, rest = float(epsilon), (float(delta) - alpha) / (1 - alpha)
        v = (1 + gamma * math.expm1(eps)) / (1 + math.expm1(eps) / (2 * rest))
        height, total, moment, edge, k = rest / v, 0.0, 0.0, 0.0, 0
        while total < 0.5 - 1e-12:
            width = gamma if k == 0 else 1.0
            level = height * math.exp(-k * eps)
            width = min(width, (0.5 - total) / level)
            total += level * width
            moment += level * ((edge + width) ** (loss + 1) - edge ** (loss + 1)) / (loss + 1)
            edge, k = edge + width, k + 1
        return 2 * (1 - alpha) * moment

    found = law.amplitude if loss == 1 else law.power
    assert cost(law.gamma, law.atom) == pytest.approx(found, rel=1e-9)
    for factor in (0.5, 0.9, 0.99, 1.01, 1.1):
        assert cost(law.gamma * factor, law.atom) > found
    least = max(0.0, 2 * float(delta) - 1)
    for alpha in (law.atom - 0.01, law.atom - 1e-3, law.atom + 1e-3, law.atom + 0.01):
        if least <= alpha < float(delta):
            assert cost(law.gamma, alpha) > found * (1 - 1e-12)


@pytest.mark.parametrize("epsilon", ["0.1", "1", "3", "8"])
@pytest.mark.parametrize("delta", ["1e-9", "0.01", "0.2", "0.5", "0.8"])
def test_truncated_staircase_beats_the_laws_it_generalises(epsilon, delta):
    """Never dearer than the truncated Laplacian or, for delta <= 1/2, the uniform law; never cheaper than the bound s."""
    from dpverify.closed_forms.lower_bounds import s_bound_amplitude

    found = TruncatedStaircase(epsilon, delta).amplitude
    assert found < TruncatedLaplace(epsilon, delta).amplitude
    assert found < Additive(delta).amplitude * (1 + 1e-12)
    assert found > s_bound_amplitude(float(epsilon), float(delta), 1.0) * (1 - 1e-12)


@pytest.mark.parametrize("loss, least", [(1, 250), (2, Fraction(10**6, 12))])
def test_truncated_staircase_is_uniform_for_tiny_epsilon(loss, least):
    law = TruncatedStaircase("1e-300", "1e-3", 1, loss)
    assert law.atom == 0 and law.levels == 500
    assert law.moment(loss) == pytest.approx(float(least), rel=1e-14)


# --- what is refused ------------------------------------------------------------


@pytest.mark.parametrize(
    "build, said",
    [
        (lambda: Laplace(0), "epsilon is 0; Laplace noise needs"),
        (lambda: Laplace(1, 0), "sensitivity is 0"),
        (lambda: Laplace(math.nan), "epsilon is 'nan'|epsilon is nan"),
        (lambda: TruncatedLaplace(0, 0.1), "epsilon is 0; the truncated Laplacian"),
        (lambda: TruncatedLaplace(1, 0), "delta is 0; the truncated Laplacian"),
        (lambda: TruncatedLaplace(1, 1), "delta is 1"),
        (lambda: Uniform(1), "delta is 1"),
        (lambda: Additive("0.1", 1, 0), "loss is 0"),
        (lambda: Staircase(1, 1, 3), "loss is 3"),
        (lambda: TruncatedStaircase(1, 0.1, 1, 3), "loss is 3"),
        (lambda: TruncatedStaircase(0, 0.1), "epsilon is 0; the truncated staircase"),
        (lambda: TruncatedStaircase(1, 0), "delta is 0; the truncated staircase"),
        (lambda: Staircase("-1"), "epsilon is '-1'"),
        (lambda: Geometric(1, "1.5"), "sensitivity is '1.5'; geometric noise is for integer queries"),
        (lambda: DiscreteLaplace(1, 0.1, 0.5), "sensitivity is 0.5"),
        (lambda: DiscreteUniform(0.1, -2), "sensitivity is -2"),
        (lambda: analytic_gaussian(1, 0), "delta is 0"),
        (lambda: mechanism("nonesuch"), "NAME is 'nonesuch'; it must be one of laplace"),
        (lambda: mechanism("uniform").law(1), "delta is missing"),
        (lambda: mechanism("laplace").law(1, 2), "delta is 2"),
        (lambda: mechanism("uniform").law(-1, 0.1), "epsilon is -1"),
    ],
)
def test_refused(build, said):
    with pytest.raises(InputError, match=said):
        build()


def test_pure_laws_take_any_delta():
    for delta in (None, 0, "0.5"):
        assert mechanism("laplace").law(1, delta) == Laplace(1)
