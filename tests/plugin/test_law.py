"""assert_dp: privacy and violation are certified, and everything else is undecided."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
from flint import arb
from mpmath import iv

from dpverify.errors import InputError
from dpverify.formulas import truncated_laplace
from dpverify.mechanisms.truncated_laplace import TruncatedLaplace
from dpverify.pytest import Undecided, assert_dp

x = sp.Symbol("x", real=True)
R = sp.Rational
GAUSS = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
LAPLACE = sp.exp(-sp.Abs(x)) / 2
GAMMA = sp.Piecewise((x * sp.exp(-x), x > 0), (0, True))
WITNESS = sp.Piecewise((R(1, 2), sp.Abs(x) < R(1, 5)), (R(1, 3), sp.Abs(x) < R(4, 5)), (R(1, 2), sp.Abs(x) < R(6, 5)), (0, True))


def cut_laplace(width):
    """Density proportional to e^-|x| on [-width, width]."""
    return sp.Piecewise((sp.exp(-sp.Abs(x)) / (2 * (1 - sp.exp(-width))), sp.Abs(x) <= width), (0, True))


def gaussian_cdf(sigma):
    return lambda t: (-t / arb(sigma) / arb(2).sqrt()).erfc() / 2


def _violation(*args, **kwargs) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_dp(*args, **kwargs)
    assert not isinstance(caught.value, Undecided)
    return str(caught.value)


def _undecided(*args, **kwargs) -> str:
    with pytest.raises(Undecided) as caught:
        assert_dp(*args, **kwargs)
    return str(caught.value)


# ---- SymPy densities ----


def test_truncated_laplacian_passes_with_its_support_rounded_up():
    # A(1, 0.1) = log(1 + 5 (e - 1)) = 2.26086781681782...
    assert_dp(cut_laplace(R("2.260867816817828")), 1, "0.1")


def test_truncated_laplacian_with_its_support_rounded_down_fails():
    text = _violation(cut_laplace(R("2.260867816817827")), 1, "0.1")
    assert "delta is at least 0.1" in text


def test_truncated_laplacian_with_too_small_a_support_fails_with_the_event():
    """The rule b log(1/delta) + 1 at Delta = 10, epsilon = 5, delta = 1e-6 gives 44.7 times the allowed delta (A in units of b = 2)."""
    bound = 2 * sp.log(10**6) + 1
    law = sp.Piecewise((sp.exp(-sp.Abs(x) / 2) / (4 * (1 - sp.exp(-bound / 2))), sp.Abs(x) <= bound), (0, True))
    text = _violation(law, 5, "1e-6", 10)
    assert "44.7" in text and "event S" in text and "about [18.6" in text


def test_exact_truncated_laplacian_is_a_tie_and_passes_with_a_slack():
    law = truncated_laplace.density(x, sp.Integer(1), R(1, 10), sp.Integer(1))
    assert "slack" in _undecided(law, 1, "0.1")
    assert_dp(law, 1, "0.1", slack="1e-15")
    assert "not private" in _violation(law, 1, "0.0999999")


@pytest.mark.parametrize("sigma, private", [("3.7307", True), ("3.7306", False)])
def test_gaussian(sigma, private):
    """sigma(1, 1e-5) = 3.7306316..."""
    law = GAUSS.subs(x, x / R(sigma)) / R(sigma)
    if private:
        assert_dp(law, 1, "1e-5")
    else:
        assert "1.00014 times" in _violation(law, 1, "1e-5")


def test_laplace_is_purely_private():
    assert_dp(LAPLACE, 1, 0)
    assert_dp(LAPLACE, 1, "1e-20")
    _violation(LAPLACE, "0.99", 0)


def test_asymmetric_law():
    """For x e^-x, f(x) > e f(x + 1) nowhere, and f(x) > e f(x - 1) on (0, 1 + 1/(e^2 - 1)): 0.29158587..., at d = -1 only."""
    assert_dp(GAMMA, 1, "0.2916")
    text = _violation(GAMMA, 1, "0.2915")
    assert "d = -1" in text and "0.291585872" in text
    # The mirror image has the same delta at d = +1.
    assert "d = 1," in _violation(GAMMA.subs(x, -x), 1, "0.2915")


def test_shifts_between_count_for_laws_that_are_not_unimodal():
    """Two peaks at distance 1: at d = 1 the peaks meet again, at d = 1/2 the whole mass has moved."""
    peaks = sp.Piecewise((2, sp.And(x > 0, x < R(1, 4))), (2, sp.And(x > 1, x < R(5, 4))), (0, True))
    text = _violation(peaks, 0, "0.6", 1)
    assert "delta is at least 1" in text and "d = 0.5," in text


def test_cover_of_the_shifts():
    """An exact witness: max TV = 2/5 at every shift up to 1, at epsilon = 0."""
    assert_dp(WITNESS, 0, "0.7", seconds=30)
    assert "d = " in _violation(WITNESS, 0, "0.39")


def test_atom():
    """An atom 0.4 and a uniform law of density 0.1/Delta: TV = 0.4 + 0.1 d <= 1/2, a tie at d = 1."""
    part = sp.Piecewise((R(1, 10), sp.Abs(x) <= 3), (0, True))
    assert_dp(part, 0, "0.501", atom="0.4")
    assert "0.499999999999" in _violation(part, 0, "0.499", atom="0.4")
    with pytest.raises(InputError, match="atom"):
        assert_dp(part, 0, "0.501")


def test_heavy_tails_and_undecided():
    cauchy = 1 / (sp.pi * (1 + x**2))
    assert_dp(cauchy, "0.5", "0.1191")
    _violation(cauchy, "0.5", "0.1190")
    n = sp.Symbol("n", integer=True)
    strange = sp.Sum(sp.exp(-((x - n) ** 2)) / 2**n, (n, 1, sp.oo)) / sp.sqrt(sp.pi)
    with pytest.raises((Undecided, InputError)):
        assert_dp(strange, 1, "0.5", variable=x, seconds=5)


@pytest.mark.parametrize(
    "law",
    [
        sp.exp(-sp.Abs(x)),
        0.5 * sp.exp(-sp.Abs(x)),
        sp.Symbol("a") * LAPLACE,
        sp.Integer(1),
        LAPLACE.subs(x, sp.Symbol("y", positive=True)),
        "exp(-x)",
        3,
    ],
)
def test_what_is_no_density_is_refused(law):
    with pytest.raises(InputError):
        assert_dp(law, 1, "0.1")


def test_negative_parts_are_never_private():
    """(1 + a) times one density less a times another has mass one and is no density."""
    law = 2 * GAUSS - LAPLACE
    with pytest.raises((Undecided, InputError)):
        assert_dp(law, 1, "0.9", seconds=5)


def test_agrees_with_the_profile_of_the_mechanism():
    """A second route: the closed profile of the truncated Laplacian at other epsilons than its own."""
    rng = random.Random(5)
    for _ in range(2):
        own, asked = R(rng.randint(5, 20), 10), R(rng.randint(1, 15), 10)
        mechanism = TruncatedLaplace(Fraction(int(own.p), int(own.q)), Fraction(1, 5))
        low, high = mechanism.delta_attained(Fraction(int(asked.p), int(asked.q)))
        law = truncated_laplace.density(x, own, R(1, 5), sp.Integer(1))
        e = Fraction(int(asked.p), int(asked.q))
        assert_dp(law, e, high * Fraction(1_000_001, 1_000_000))
        _violation(law, e, low * Fraction(999_999, 1_000_000))


# ---- functions ----


def test_arb_cdf():
    assert_dp(gaussian_cdf("3.74"), 1, "1e-5", kind="cdf", arithmetic="arb", shape="log-concave")
    text = _violation(gaussian_cdf("3.7306"), 1, "1e-5", kind="cdf", arithmetic="arb")
    assert "x > 13.4" in text or "x <= -13.4" in text


def test_without_a_declared_shape_a_cdf_is_undecided():
    text = _undecided(gaussian_cdf("3.74"), 1, "1e-5", kind="cdf", arithmetic="arb")
    assert "declared shape" in text and "assumed" in text
    assert "declared shape" in _undecided(gaussian_cdf("3.74"), 1, "1e-5", kind="cdf", arithmetic="arb", shape="unimodal")


def test_numbers_refute_but_never_pass():
    def cdf(sigma):
        return lambda t: mpmath.ncdf(t / mpmath.mpf(sigma))

    text = _violation(cdf("3.7306"), 1, "1e-5", kind="cdf", arithmetic="mpmath")
    assert "not with enclosures" in text
    text = _undecided(cdf("10"), 1, "1e-5", kind="cdf", arithmetic="mpmath", shape="log-concave")
    assert "without error bounds" in text
    assert "proof" in _undecided(lambda t: mpmath.npdf(t), 1, "0.9", kind="density", arithmetic="mpmath", shape="unimodal")


def test_intervals_of_mpmath():
    """The logistic law of scale 1 is 1-private: log f has slopes within (-1, 1). At epsilon = 1/2 its delta is 0.0774..., at Delta = 1."""

    def logistic(t):
        return 1 / (1 + iv.exp(-t))

    assert_dp(logistic, 1, "1e-3", kind="cdf", arithmetic="iv", shape="log-concave")
    # sup_t 1/(1 + e^t) - e^(1/2)/(1 + e^(t + 1)) by calculus: both summands meet at t = -1/4 - ...
    best = max(1 / (1 + math.exp(t)) - math.exp(0.5) / (1 + math.exp(t + 1)) for t in (i / 1000 for i in range(-6000, 6000)))
    assert_dp(logistic, "0.5", best * 1.001, kind="cdf", arithmetic="iv", shape="log-concave")
    _violation(logistic, "0.5", best * 0.999, kind="cdf", arithmetic="iv")


def test_arb_density_by_cells():
    def density(t):
        return (-t * t / 2).exp() / (2 * arb.pi()).sqrt()

    # delta(1, sigma = 1) = 0.12693673750664394...
    assert_dp(density, 1, "0.135", kind="density", arithmetic="arb", shape="unimodal")
    _violation(density, 1, "0.12", kind="density", arithmetic="arb")
    assert "declared shape" in _undecided(density, 1, "0.2", kind="density", arithmetic="arb")
    assert "cells leave" in _undecided(density, 1, "0.126937", kind="density", arithmetic="arb", shape="unimodal", seconds=1)


def test_a_cdf_with_an_atom_is_refuted_by_a_half_line():
    """All mass in one point: no noise."""

    def step(t):
        return arb(0) if t < 0 else arb(1) if t >= 0 else arb(0).union(arb(1))

    assert "delta is at least 1" in _violation(step, 1, "0.5", kind="cdf", arithmetic="arb")


def test_functions_that_do_not_keep_their_word():
    with pytest.raises(InputError, match="not an arb"):
        assert_dp(lambda t: 0.5, 1, "0.1", kind="cdf", arithmetic="arb")
    with pytest.raises(InputError, match="interval"):
        assert_dp(lambda t: 0.5, 1, "0.1", kind="cdf", arithmetic="iv")
    assert "finite" in _undecided(lambda t: arb.nan(), 1, "0.1", kind="cdf", arithmetic="arb")


@pytest.mark.parametrize(
    "kwargs",
    [
        {"kind": None},
        {"arithmetic": None},
        {"shape": "round"},
        {"atom": "0.1"},
        {"epsilon": -1},
        {"epsilon": 1001},
        {"delta": 1},
        {"sensitivity": 0},
        {"slack": -1},
        {"delta": math.nan},
    ],
)
def test_bad_arguments(kwargs):
    good = {"epsilon": 1, "delta": "0.1", "sensitivity": 1, "kind": "cdf", "arithmetic": "arb"}
    with pytest.raises(InputError):
        assert_dp(gaussian_cdf("1"), **{**good, **kwargs})
