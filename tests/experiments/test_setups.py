"""The data, the noise and the privacy of the experiments: what their docstrings promise."""

import math

import numpy as np
import pytest

from dpverify.errors import InputError
from dpverify.experiments.city import at_most, city_trips
from dpverify.experiments.config import read_config
from dpverify.experiments.heatmap import HeatmapConfig, load_maps
from dpverify.experiments.histogram import HistogramConfig, sparse_histogram
from dpverify.experiments.mean import MeanConfig, private_mean
from dpverify.experiments.measure import generator
from dpverify.experiments.mechanisms import ANALYTIC, BARE, CLASSICAL, LAPLACE, noises
from dpverify.experiments.points import count_cells, read_points
from dpverify.gaussian.certified import certified_delta, certified_sigma


def test_noise_is_calibrated_to_the_sensitivities():
    laplace, classical, analytic = noises("0.5", "1e-5", 6.0, 2.0)
    assert (laplace.mechanism, classical.mechanism, analytic.mechanism) == (LAPLACE, CLASSICAL, ANALYTIC)
    # Laplace of scale b has the deviation sqrt(2) b, and is epsilon-private for b = l1/epsilon.
    assert laplace.deviation == pytest.approx(math.sqrt(2) * 12.0)
    assert classical.deviation == pytest.approx(2.0 * math.sqrt(2 * math.log(1.25e5)) / 0.5)
    assert analytic.deviation == pytest.approx(float(certified_sigma("0.5", "1e-5", 2).up), rel=1e-14)
    assert not laplace.gaussian and classical.gaussian and analytic.gaussian


@pytest.mark.parametrize("epsilon", ["0.01", "1", "10"])
def test_the_analytic_noise_is_private(epsilon):
    deviation = noises(epsilon, "1e-6", 1.0, 1.0)[2].deviation
    assert float(certified_delta(epsilon, deviation).up) <= 1e-6


def test_the_bare_formula_is_named_so_and_not_private_at_10():
    assert noises("1", "1e-6", 1.0, 1.0)[1].mechanism == CLASSICAL
    bare = noises("10", "1e-6", 1.0, 1.0)[1]
    assert bare.mechanism == BARE
    assert float(certified_delta("10", bare.deviation).lower) > 1e-6


def test_streams_of_chance_are_apart_and_the_same_again():
    a, b = generator(1, "x", 2).standard_normal(5), generator(1, "x", 2).standard_normal(5)
    assert np.array_equal(a, b)
    for other in (generator(2, "x", 2), generator(1, "x", 3), generator(1, "x2")):
        assert not np.array_equal(a, other.standard_normal(5))


def test_means_stay_in_the_ball_and_near_the_centre():
    config = MeanConfig(records=200, spread=1.0, centre=1.0)
    f = private_mean(config, 50, 0)
    assert f.shape == (50,) and 0.3 < np.linalg.norm(f) <= 1.0
    assert np.array_equal(f, private_mean(config, 50, 0)) and not np.array_equal(f, private_mean(config, 50, 1))


def test_replacing_a_record_moves_the_mean_by_the_sensitivity_at_most():
    # The two ends of a diameter: the L2 distance is 2/n, the L1 distance 2 sqrt(d)/n on the diagonal.
    d, n = 9, 500
    x = np.ones(d) / math.sqrt(d)
    change = (x - (-x)) / n
    assert np.linalg.norm(change) == pytest.approx(2 / n) and np.abs(change).sum() == pytest.approx(2 * math.sqrt(d) / n)


def test_histograms_are_sparse_and_a_person_has_different_bins():
    config = HistogramConfig(people=100, items=(5,), occupied=20)
    counts = sparse_histogram(config, 5, 300, 0)
    assert counts.shape == (300,) and counts.sum() == 500 and np.count_nonzero(counts) <= 20
    # Nobody is twice in a bin: with as many items as bins everybody is in all of them.
    full = HistogramConfig(people=100, items=(20,), occupied=20)
    assert sorted(sparse_histogram(full, 20, 30, 0))[-20:] == [100.0] * 20


def test_city_is_dense_in_the_centre_at_the_rush_hour_and_drivers_are_capped():
    points, driver = city_trips(np.random.default_rng(1), "rush", 20000, 1000)
    assert points.shape == (20000, 2) and points.min() >= 0 and points.max() < 1
    counts = count_cells(points, 8, (0, 1, 0, 1))
    assert counts.sum() == 20000 and counts.max() > 10 * np.median(counts)
    kept = at_most(points, driver, 5)
    assert len(kept) == np.minimum(np.bincount(driver), 5).sum()
    assert np.array_equal(at_most(points[:4], np.array([1, 1, 2, 1]), 2), points[[0, 1, 2]])


def test_the_airports_are_real_and_on_the_continent():
    maps = load_maps(HeatmapConfig())
    assert list(maps) == ["airports", "city, rush hour", "city, night"]
    assert 3000 < maps["airports"].sum() < 3376 and np.count_nonzero(maps["airports"]) < 0.5 * 64 * 64
    assert maps["city, rush hour"].sum() > 5 * maps["city, night"].sum()


def test_counting_by_hand(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("id,lon,lat,cab\n1,0,0,a\n2,0.9,0,a\n3,0.1,0.1,a\n\n4,1,1,b\n5,1,0,b\n")
    points = read_points(path, "lon", "lat")
    assert points.tolist() == [[0, 0], [0.9, 0], [0.1, 0.1], [1, 1], [1, 0]]
    # Rows are y from small to large.
    assert count_cells(points, 2).tolist() == [[2, 2], [0, 1]]
    capped = read_points(path, "lon", "lat", "cab", 1)
    assert capped.tolist() == [[0, 0], [1, 1]]
    assert count_cells(points, 2, (0, 0.5, 0, 0.5)).sum() == 2
    assert count_cells(np.array([[3.0, 4.0]]), 2).tolist() == [[1, 0], [0, 0]]


def test_toml(tmp_path):
    path = tmp_path / "c.toml"
    path.write_text("epsilons = [0.1, 1, 1e-3]\ndelta = 1e-6\nrepeats = 3\ncentre = 0.25\n")
    config = read_config(MeanConfig, path, seed=7, records=None)
    # Numbers stay exact texts.
    assert config == MeanConfig(epsilons=("0.1", "1", "1e-3"), delta="1e-6", repeats=3, centre=0.25, seed=7)


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (MeanConfig, "dimension = 3", "'dimension' is not a setting; the settings are dimensions, "),
        (MeanConfig, "dimensions = [2]", "dimensions is 2; .* from 3"),
        (MeanConfig, "dimensions = []", "dimensions is .*at least one"),
        (MeanConfig, "dimensions = [10, 10]", "twice"),
        (MeanConfig, "dimensions = 10", "dimensions is 10; it must be a list"),
        (MeanConfig, "epsilons = [0]", "epsilons has 0; "),
        (MeanConfig, "epsilons = [nan]", "epsilons is nan"),
        (MeanConfig, "epsilons = ['x']", "epsilons is 'x'"),
        (MeanConfig, "delta = 1", "delta is 1; .* 0 < delta < 1"),
        (MeanConfig, "delta = true", "delta is True"),
        (MeanConfig, "records = 0", "records is 0"),
        (MeanConfig, "records = 1.5", "records is '?1.5"),
        (MeanConfig, "repeats = 1", "repeats is 1; it must be an integer from 2"),
        (MeanConfig, "centre = 2", "centre is 2; .* at most 1"),
        (MeanConfig, "centre = inf", "centre is "),
        (MeanConfig, "seed = -1", "seed is -1"),
        (MeanConfig, "seed", "is not TOML"),
        (HistogramConfig, "dimensions = [10]", "dimensions has 10; it must be at least occupied = 20"),
        (HistogramConfig, "items = [21]", "items has 21; it must be at most occupied = 20"),
        (HeatmapConfig, "cells = 0", "cells is 0; it must be an integer from 2 to 2048"),
        (HeatmapConfig, "max_per_user = 0", "max_per_user is 0"),
        (HeatmapConfig, "points = 'a.csv'", "columns x and y must be named"),
        (HeatmapConfig, "x = 'lon'", "x is 'lon', .* points names none"),
        (HeatmapConfig, "points = 5", "points is 5; it must be a text"),
        (HeatmapConfig, "points='a.csv'\nx='x'\ny='y'\nbox = [0, 1, 2]", "box is "),
        (HeatmapConfig, "points='a.csv'\nx='x'\ny='y'\nbox = [0, 1, 2, 2.0]", "box is .* increase"),
    ],
)
def test_bad_settings(tmp_path, kind, text, message):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        read_config(kind, path)
    assert "\n" not in str(caught.value)


def test_a_config_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        read_config(MeanConfig, tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"x = '\xff'")
    with pytest.raises(InputError, match="not UTF-8"):
        read_config(MeanConfig, tmp_path / "latin.toml")
    with pytest.raises(InputError, match="cannot be read"):
        read_config(MeanConfig, tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"lon,lat\n", "has no points"),
        (b"lon,lat\n\n\n", "has no points"),
        (b"lon,latitude\n1,2\n", "has no column 'lat'; its columns are lon, latitude"),
        (b"lon,lat\n1,2\n1,nan\n", "line 3: lat is 'nan'; it must be a finite number"),
        (b"lon,lat\n1e308,2\n-1e308,3\n", "line 2: lon is '1e308'; it must be a finite number"),
        (b"lon,lat,lat\n1,2,3\n", "has 2 columns 'lat'"),
        (b"lon,lat\n1,2\nx,2\n", "line 3: lon is 'x'"),
        (b"lon,lat\n1,2\n1\n", "line 3 has 1 cells"),
        (b"lon,lat\n1,\xff\n", "not UTF-8"),
    ],
)
def test_bad_points(tmp_path, content, message):
    path = tmp_path / "p.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_points(path, "lon", "lat")
