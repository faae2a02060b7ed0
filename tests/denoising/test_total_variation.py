"""Total variation: near its optimum by a dual certificate, exact where it is known, unbiased risk estimates, of use on maps."""

import numpy as np
import pytest

from dpverify.denoising.sure import monte_carlo_sure
from dpverify.denoising.threshold import soft_threshold, soft_threshold_sure
from dpverify.denoising.total_variation import total_variation, total_variation_sure


def squares(side=32):
    f = np.zeros((side, side))
    f[side // 4 : side // 2, side // 4 : 3 * side // 4] = 4.0
    return f


def variation(u):
    down, right = np.zeros_like(u), np.zeros_like(u)
    down[:-1], right[:, :-1] = np.diff(u, axis=0), np.diff(u, axis=1)
    return np.hypot(down, right).sum()


def divergence_adjoint(p):
    """The transpose of the forward differences, applied to the field p of shape (2, n, m)."""
    out = np.zeros(p.shape[1:])
    out[:-1] -= p[0][:-1]
    out[1:] += p[0][:-1]
    out[:, :-1] -= p[1][:, :-1]
    out[:, 1:] += p[1][:, :-1]
    return out


def lower_bound(y, weight, steps=4000):
    """Weak duality: for any field p with |p| <= weight in a cell, ||y||^2/2 - ||y - D^T p||^2/2 is below every value of the objective."""
    p = np.zeros((2, *y.shape))
    for _ in range(steps):
        u = y - divergence_adjoint(p)
        p[0][:-1] += np.diff(u, axis=0) / 8
        p[1][:, :-1] += np.diff(u, axis=1) / 8
        p /= np.maximum(1.0, np.hypot(*p) / weight)
    return 0.5 * (y**2).sum() - 0.5 * ((y - divergence_adjoint(p)) ** 2).sum()


@pytest.mark.parametrize("weight", [0.25, 0.5, 1.0, 2.0])
def test_within_one_per_cent_of_the_minimum(weight):
    y = squares() + np.random.default_rng(8).normal(size=(32, 32))
    u = total_variation(y, 1.0, weight)
    objective = 0.5 * ((u - y) ** 2).sum() + weight * variation(u)
    bound = lower_bound(y, weight)
    assert bound <= objective <= 1.01 * bound


def test_two_cells_by_hand():
    # min (u - a)^2/2 + (v - b)^2/2 + w |u - v|: the two move towards each other by w, and meet.
    assert total_variation([0.0, 10.0], 1.0, 2.0) == pytest.approx([2.0, 8.0], abs=1e-9)
    assert total_variation([0.0, 10.0], 1.0, 50.0) == pytest.approx([5.0, 5.0], abs=0.1)


def test_weights_at_the_ends():
    y = squares(8)
    assert np.array_equal(total_variation(y, 1.0, 0.0), y)
    assert total_variation(y, 1.0, np.inf) == pytest.approx(np.full((8, 8), y.mean()))
    assert total_variation(y + 7.0, 1.0, 1.0) == pytest.approx(total_variation(y, 1.0, 1.0) + 7.0)


def test_sure_is_without_bias():
    random = np.random.default_rng(10)
    f, weight, count = squares(8), 1.0, 60
    differences = []
    for i in range(count):
        y = f + random.normal(size=f.shape)
        differences.append(total_variation_sure(y, 1.0, weight, seed=i) - ((total_variation(y, 1.0, weight) - f) ** 2).sum())
    error = np.std(differences, ddof=1) / np.sqrt(count)
    assert abs(np.mean(differences)) <= 5 * error and error < 3


def test_the_probe_finds_the_divergence_that_is_known():
    # The soft threshold has a closed SURE. One probe is exact for a map of separate entries, up to those at the bend.
    y = np.random.default_rng(11).normal(scale=2, size=4000)
    closed = soft_threshold_sure(y, 1.0, 1.0)
    assert monte_carlo_sure(lambda v: soft_threshold(v, 1.0, 1.0), y, 1.0) == pytest.approx(closed, rel=0.01)
    assert monte_carlo_sure(lambda v: 0.5 * v, y, 1.0) == pytest.approx(0.25 * (y @ y) + 4000 - 4000, rel=1e-9)
    assert monte_carlo_sure(lambda v: v, y, 0.0) == 0.0


def test_the_chosen_weight_is_of_use_on_maps_and_under_heavy_noise_it_is_the_mean():
    random = np.random.default_rng(12)
    f = squares()
    y = f + random.normal(scale=1.5, size=f.shape)
    assert ((total_variation(y, 1.5) - f) ** 2).sum() < 0.15 * ((y - f) ** 2).sum()
    heavy = f + random.normal(scale=300.0, size=f.shape)
    assert total_variation(heavy, 300.0) == pytest.approx(np.full(f.shape, heavy.mean()), abs=60.0)
    assert np.array_equal(total_variation(y, 1.5), total_variation(y, 1.5))
