"""What the third source concludes from its experiments: what shows in ours and what does not (docs/experiments.md has the tables).

A difference counts when it exceeds three standard errors of both sides together.
"""

import csv
import math
from fractions import Fraction

import numpy as np
import pytest

from dpverify.experiments.city import city_trips
from dpverify.experiments.denoisers import (
    BAYES,
    JAMES_STEIN,
    POSITIVE_PART,
    RAW,
    SOFT,
    TOTAL_VARIATION,
    WAVELET,
    WAVELET_SURE,
    ZERO,
)
from dpverify.experiments.experiment import find
from dpverify.experiments.heatmap import HeatmapConfig
from dpverify.experiments.histogram import HistogramConfig
from dpverify.experiments.mean import MeanConfig
from dpverify.experiments.mechanisms import ANALYTIC, BARE, CLASSICAL, LAPLACE, NONE
from dpverify.experiments.run import run


class Found:
    """The rows of a table by (data, d, epsilon, mechanism, denoiser)."""

    def __init__(self, rows):
        self.rows = {(r.data, int(r.d), r.epsilon, r.mechanism, r.denoiser): (float(r.error), float(r.standard_error)) for r in rows}

    def error(self, *key):
        return self.rows[key][0]

    def better(self, key, *others, factor=1.0):
        """Whether the error of `key` is below each of the others over `factor`, by three standard errors."""
        for other in others:
            (a, s), (b, t) = self.rows[key], self.rows[other]
            if not a + 3 * math.hypot(s, t / factor) < b / factor:
                return False
        return True

    def cells(self):
        return list(dict.fromkeys(key[:3] for key in self.rows))


def table(name, config, folder):
    experiment = find(name)
    return Found(run(experiment, config, experiment.load(config), folder / "t.csv"))


@pytest.fixture(scope="module")
def mean(tmp_path_factory):
    config = MeanConfig(dimensions=(10, 100, 3000), epsilons=("1e-6", "0.01", "0.1", "1"), repeats=10)
    return table("mean", config, tmp_path_factory.mktemp("mean"))


@pytest.fixture(scope="module")
def histogram(tmp_path_factory):
    config = HistogramConfig(dimensions=(30, 1000), epsilons=("1", "0.1", "0.01", "1e-4"), repeats=5)
    return table("histogram", config, tmp_path_factory.mktemp("histogram"))


@pytest.fixture(scope="module")
def heatmap(tmp_path_factory):
    folder = tmp_path_factory.mktemp("heatmap")
    points, driver = city_trips(np.random.default_rng(1), "rush", 40000, 10000)
    with open(folder / "city.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["x", "y", "driver"])
        writer.writerows([*p, d] for p, d in zip(points.tolist(), driver.tolist(), strict=True))
    config = HeatmapConfig(
        points=str(folder / "city.csv"), x="x", y="y", user="driver", box=(0, 1, 0, 1), cells=32, epsilons=("0.1", "1", "10"), repeats=3
    )
    return table("heatmap", config, folder)


def test_analytic_is_never_above_classical_where_that_is_private(mean, histogram, heatmap):
    for found in (mean, histogram, heatmap):
        cells = [cell for cell in found.cells() if Fraction(cell[2]) <= 1]
        assert cells
        for cell in cells:
            # The draws are the same, so the errors are as the deviations are.
            assert found.error(*cell, ANALYTIC, RAW) < found.error(*cell, CLASSICAL, RAW)


def test_the_bare_formula_is_below_at_10_where_it_is_not_private(heatmap):
    assert heatmap.error("city", 1024, "10", BARE, RAW) < heatmap.error("city", 1024, "10", ANALYTIC, RAW)


def test_by_orders_of_magnitude_as_epsilon_vanishes(mean):
    cells = [("gaussian cloud in the unit ball", 10, epsilon) for epsilon in ("1", "0.1", "0.01", "1e-6")]
    classical, analytic = ([mean.error(*cell, law, RAW) for cell in cells] for law in (CLASSICAL, ANALYTIC))
    ratios = [c / a for c, a in zip(classical, analytic, strict=True)]
    assert ratios == sorted(ratios) and ratios[0] < 1.5 and ratios[-1] > 1000


def test_james_stein_is_best_for_means_of_many_dimensions_at_moderate_epsilon(mean):
    cell = ("gaussian cloud in the unit ball", 3000, "1")
    others = [(*cell, LAPLACE, RAW), (*cell, CLASSICAL, RAW), (*cell, ANALYTIC, RAW), (*cell, ANALYTIC, SOFT), (*cell, NONE, ZERO)]
    assert mean.better((*cell, ANALYTIC, POSITIVE_PART), *others)
    # It comes within two per cent of the Bayes estimator that knows the prior.
    assert mean.error(*cell, ANALYTIC, POSITIVE_PART) < 1.02 * mean.error(*cell, ANALYTIC, BAYES)


def test_denoising_wins_orders_of_magnitude_at_small_epsilon(mean):
    cell = ("gaussian cloud in the unit ball", 3000, "0.01")
    for denoiser in (JAMES_STEIN, POSITIVE_PART, SOFT):
        assert mean.better((*cell, ANALYTIC, denoiser), (*cell, ANALYTIC, RAW), factor=10)


def test_finding_there_the_answer_0_is_as_good_and_james_stein_is_not_the_best(mean):
    cell = ("gaussian cloud in the unit ball", 3000, "0.01")
    assert mean.better((*cell, NONE, ZERO), (*cell, ANALYTIC, JAMES_STEIN))
    assert mean.error(*cell, ANALYTIC, SOFT) < mean.error(*cell, ANALYTIC, POSITIVE_PART)
    # Nothing can beat the Bayes estimator, and it is within three per cent of the answer 0.
    assert mean.error(*cell, ANALYTIC, BAYES) > 0.97 * mean.error(*cell, NONE, ZERO)


@pytest.mark.parametrize("items", ["5 items a person", "1 item a person"])
@pytest.mark.parametrize("epsilon", ["1", "0.1", "0.01"])
def test_soft_threshold_is_best_for_sparse_histograms(histogram, items, epsilon):
    cell = (items, 1000, epsilon)
    soft = (*cell, ANALYTIC, SOFT)
    raw = [(*cell, law, RAW) for law in (LAPLACE, CLASSICAL, ANALYTIC)]
    assert histogram.better(soft, *raw, (*cell, ANALYTIC, JAMES_STEIN), (*cell, ANALYTIC, POSITIVE_PART), (*cell, NONE, ZERO))


def test_laplace_is_first_at_1_and_overtaken_as_epsilon_falls(histogram):
    for d in (30, 1000):
        cell = ("5 items a person", d)
        laplace, analytic, classical = ([(*cell, e, law, RAW) for e in ("1", "0.1", "0.01")] for law in (LAPLACE, ANALYTIC, CLASSICAL))
        assert histogram.error(*laplace[0]) < histogram.error(*analytic[0]) < histogram.error(*classical[0])
        assert histogram.error(*analytic[2]) < histogram.error(*laplace[2])
    assert histogram.better(laplace[0], analytic[0], classical[0])
    assert histogram.better(analytic[1], laplace[1]) and histogram.better(analytic[2], laplace[2])


def test_finding_with_one_item_a_person_laplace_stays_first_down_to_0_01(histogram):
    cell = ("1 item a person", 1000)
    for epsilon in ("1", "0.1", "0.01"):
        assert histogram.better((*cell, epsilon, LAPLACE, RAW), (*cell, epsilon, ANALYTIC, RAW))
    assert histogram.better((*cell, "1e-4", ANALYTIC, RAW), (*cell, "1e-4", LAPLACE, RAW))


def test_smoothing_helps_maps_most_at_small_epsilon(heatmap):
    raw, smooth = ([heatmap.error("city", 1024, e, ANALYTIC, d) for e in ("0.1", "1", "10")] for d in (RAW, TOTAL_VARIATION))
    gains = [a / b for a, b in zip(raw, smooth, strict=True)]
    assert gains == sorted(gains, reverse=True) and gains[0] > 2 * gains[-1] and gains[-1] > 1


def test_total_variation_is_ahead_of_wavelets(heatmap):
    for epsilon in ("0.1", "1", "10"):
        cell = ("city", 1024, epsilon, ANALYTIC)
        assert heatmap.better((*cell, TOTAL_VARIATION), (*cell, WAVELET), (*cell, RAW))
        assert heatmap.error(*cell, TOTAL_VARIATION) < heatmap.error(*cell, WAVELET_SURE)


def test_soft_threshold_is_worse_than_nothing_on_a_dense_map_for_large_epsilon(heatmap):
    cell = ("city", 1024, "10", ANALYTIC)
    assert heatmap.better((*cell, RAW), (*cell, SOFT))
    small = ("city", 1024, "0.1", ANALYTIC)
    assert heatmap.better((*small, SOFT), (*small, RAW))


def test_finding_laplace_is_ahead_of_both_gaussians_on_maps(heatmap):
    # One person's points may all lie in one cell, so the L1 sensitivity is no larger than the L2 sensitivity.
    for epsilon in ("0.1", "1", "10"):
        cell = ("city", 1024, epsilon)
        assert heatmap.better((*cell, LAPLACE, RAW), (*cell, ANALYTIC, RAW))
