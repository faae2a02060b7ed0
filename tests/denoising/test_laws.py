"""What every estimator owes: nothing to do without noise, units, shapes, one sentence for bad input."""

import numpy as np
import pytest

from dpverify.denoising.bayes import bayes_risk, bayes_shrinkage, bayes_shrinkage_risk
from dpverify.denoising.james_stein import james_stein, james_stein_positive_part, james_stein_positive_part_risk, james_stein_risk
from dpverify.denoising.sure import monte_carlo_sure
from dpverify.denoising.threshold import (
    soft_threshold,
    soft_threshold_by_sure,
    soft_threshold_risk,
    soft_threshold_sure,
    sure_threshold,
    universal_threshold,
)
from dpverify.denoising.total_variation import total_variation
from dpverify.denoising.wavelet import wavelet_shrinkage
from dpverify.errors import InputError

ESTIMATORS = {
    "bayes": lambda y, s: bayes_shrinkage(y, s, 3.0 * s),
    "bayes, fixed prior": lambda y, s: bayes_shrinkage(y, s, 0.0 if s else 1.0),
    "james-stein": james_stein,
    "james-stein+": james_stein_positive_part,
    "soft": soft_threshold,
    "soft, sure": soft_threshold_by_sure,
    "wavelet": wavelet_shrinkage,
    "wavelet, sure": lambda y, s: wavelet_shrinkage(y, s, rule="sure"),
    "wavelet, db2": lambda y, s: wavelet_shrinkage(y, s, wavelet="db2"),
    "total variation": total_variation,
}
Y = np.random.default_rng(1).normal(scale=2.0, size=(8, 12))


@pytest.fixture(params=ESTIMATORS, ids=str)
def estimator(request):
    return ESTIMATORS[request.param]


def test_no_noise_nothing_to_do(estimator):
    estimate = estimator(Y, 0.0)
    assert np.array_equal(estimate, Y) and not np.shares_memory(estimate, Y)
    assert np.array_equal(estimator(np.zeros(5), 0), np.zeros(5))


@pytest.mark.parametrize("name", [n for n in ESTIMATORS if not n.startswith("bayes")])
def test_little_noise_little_to_do(name):
    assert np.abs(ESTIMATORS[name](Y, 1e-9) - Y).max() < 1e-7


def test_shape_is_kept_and_the_input_untouched(estimator):
    before = Y.copy()
    assert estimator(Y, 1.0).shape == Y.shape
    assert estimator(Y[0], 1.0).shape == Y[0].shape
    assert estimator(Y[:3, 0].tolist(), 1).shape == (3,)
    assert np.array_equal(Y, before)


def test_units(estimator):
    # In other units of measurement the estimate is the same.
    assert np.allclose(estimator(Y * 1e6, 1e6), estimator(Y, 1.0) * 1e6, rtol=1e-9)
    assert np.allclose(estimator(-Y, 1.0), -estimator(Y, 1.0), rtol=1e-9, atol=1e-12)


@pytest.mark.filterwarnings("error")
def test_at_any_magnitude_a_finite_estimate_or_one_sentence(estimator):
    for size in (0.0, 1e-310, 1.0, 1e139, 1e308):
        for sigma in (5e-324, 1e-200, 1.0, 1e139, 1e300):
            y = Y[:2, :4] / np.abs(Y[:2, :4]).max() * size
            try:
                assert np.isfinite(estimator(y, sigma)).all()
            except InputError as error:
                # A small array beside a large sigma is refused only by James-Stein, whose estimate is too large.
                assert size > 1e140 or sigma > 1e140 or (estimator is james_stein and sigma > 1e100 * size)
                assert "at most 1e+140" in str(error) or "beyond floating point" in str(error)
            else:
                assert size < 1e140 and sigma < 1e140


@pytest.mark.filterwarnings("error")
def test_risks_at_any_magnitude():
    numbers = (0.0, 5e-324, 1e-200, 1.0, 3.0, 1e139)
    for s in numbers:
        for a in numbers:
            found = [james_stein_risk(a, 5, s), james_stein_positive_part_risk(a, 5, s), bayes_risk(10**15, s, a)]
            found += [monte_carlo_sure(lambda y: y / 2, [a, -a, 0.0], s), bayes_shrinkage_risk([a, -a, 0.0], s, a)]
            found += [r for t in numbers for r in (*soft_threshold_risk([a, 0.0], s, t), soft_threshold_sure([a, 0.0], s, t))]
            assert np.isfinite(found).all()
    # Without noise to speak of it is the squared threshold, or what is below it.
    assert soft_threshold_risk([1e120, 2.0, 0.0], 1e-150, 3.0) == pytest.approx([9.0, 4.0, 0.0], rel=1e-14)


@pytest.mark.parametrize("noisy", [[1.0, 2.0, np.nan], [[1.0, np.inf, 3.0]], [], ["a", "b", "c"], [1j, 2, 3], None, [1.0, None, 2.0]])
def test_bad_arrays(estimator, noisy):
    with pytest.raises(InputError, match="noisy") as caught:
        estimator(noisy, 1.0)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("sigma", [-1.0, -1e-300, np.nan, np.inf, None, "x", [1, 2]])
@pytest.mark.parametrize("name", [n for n in ESTIMATORS if not n.startswith("bayes")])
def test_bad_sigma(name, sigma):
    with pytest.raises(InputError, match="sigma is .* at least 0"):
        ESTIMATORS[name](Y, sigma)


def test_the_place_of_a_nan_is_named():
    with pytest.raises(InputError, match=r"noisy\[0, 2\] is nan"):
        soft_threshold([[1.0, 2.0, np.nan], [1.0, np.nan, 3.0]], 1.0)


def test_other_bad_input():
    bad = {
        "d >= 3": lambda: james_stein([1.0, 2.0], 1.0),
        "noisy has 1 entry; James-Stein needs d >= 3": lambda: james_stein_positive_part([5], 0),
        "d is 2; .* at least 3": lambda: james_stein_risk(1.0, 2, 1.0),
        "norm is -1": lambda: james_stein_positive_part_risk(-1, 3, 1.0),
        "prior_sigma is -1": lambda: bayes_shrinkage(Y, 1.0, -1),
        "d is 0": lambda: bayes_risk(0, 1.0, 1.0),
        "d is True": lambda: bayes_risk(True, 1.0, 1.0),
        "f is empty": lambda: bayes_shrinkage_risk([], 1.0, 1.0),
        r"f\[1\] is nan": lambda: soft_threshold_risk([0.0, np.nan], 1.0, 1.0),
        "threshold is -1": lambda: soft_threshold(Y, 1.0, -1),
        r"noisy\[0\] is 1e\+200; every entry must be at most 1e\+140 in size": lambda: soft_threshold([1e200], 1.0),
        "d is beyond": lambda: bayes_risk(10**400, 1.0, 1.0),
        "weight is 1e\\+300; it must be at most": lambda: total_variation(Y, 1.0, 1e300),
        "d is 1.5": lambda: universal_threshold(1.5, 1.0),
        "sigma is -1": lambda: sure_threshold(Y, -1),
        "wavelet is 'haa'": lambda: wavelet_shrinkage(Y, 1.0, "haa"),
        "wavelet is 'bior2.2'; .* orthogonal": lambda: wavelet_shrinkage(Y, 1.0, "bior2.2"),
        "rule is 'best'": lambda: wavelet_shrinkage(Y, 1.0, rule="best"),
        "at least one dimension": lambda: wavelet_shrinkage(3.0, 1.0),
        "grid of at least one": lambda: total_variation(3.0, 1.0),
        "weight is -1": lambda: total_variation(Y, 1.0, -1),
        "weight is nan": lambda: total_variation(Y, 1.0, np.nan),
        "noisy is empty": lambda: monte_carlo_sure(lambda y: y, [], 1.0),
    }
    for message, call in bad.items():
        with pytest.raises(InputError, match=message):
            call()
