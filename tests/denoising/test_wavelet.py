"""Wavelet shrinkage: an isometry, without bias in its risk estimate, and of use on what it is made for."""

import builtins

import numpy as np
import pytest

from dpverify.denoising.threshold import soft_threshold, universal_threshold
from dpverify.denoising.wavelet import wavelet_shrinkage, wavelet_shrinkage_sure
from dpverify.errors import InputError, MissingDependency


def blocks(side=16):
    f = np.zeros((side, side))
    f[: side // 2, : side // 2] = 5.0
    f[side // 2 :, : side // 4] = -3.0
    return f


def test_haar_in_one_dimension_by_hand():
    # Coefficients (a + b)/sqrt 2 and (a - b)/sqrt 2; the threshold sigma sqrt(2 log 2) applies to the second.
    t = universal_threshold(2, 1.0)
    a, b = 5.0, 1.0
    detail = soft_threshold([(a - b) / np.sqrt(2)], 1.0, t)[0]
    mean = (a + b) / np.sqrt(2)
    assert wavelet_shrinkage([a, b], 1.0) == pytest.approx([(mean + detail) / np.sqrt(2), (mean - detail) / np.sqrt(2)])


@pytest.mark.parametrize("shape", [(16, 16), (8, 32), (13, 7), (5,), (6, 6, 6), (1, 9)])
@pytest.mark.parametrize("wavelet", ["haar", "db2"])
def test_any_grid(shape, wavelet):
    y = np.random.default_rng(2).normal(size=shape)
    assert wavelet_shrinkage(y, 1.0, wavelet).shape == shape
    assert wavelet_shrinkage(y, 1e-12, wavelet) == pytest.approx(y, abs=1e-9)


def test_a_constant_stays():
    # Constants have no details in any orthogonal wavelet basis.
    assert wavelet_shrinkage(np.full((8, 8), 3.0), 1.0) == pytest.approx(np.full((8, 8), 3.0))


@pytest.mark.parametrize("wavelet", ["haar", "db2"])
def test_sure_is_without_bias(wavelet):
    random = np.random.default_rng(4)
    f, sigma = blocks(), 1.5
    differences = []
    for _ in range(400):
        y = f + random.normal(scale=sigma, size=f.shape)
        loss = ((wavelet_shrinkage(y, sigma, wavelet) - f) ** 2).sum()
        differences.append(wavelet_shrinkage_sure(y, sigma, wavelet) - loss)
    error = np.std(differences, ddof=1) / 20
    # Paired, five standard errors; the risk itself is some hundred.
    assert abs(np.mean(differences)) <= 5 * error and error < 5


def test_sure_needs_an_isometry():
    with pytest.raises(InputError, match="divides"):
        wavelet_shrinkage_sure(np.ones((6, 7)), 1.0)


@pytest.mark.parametrize("rule", ["universal", "sure"])
def test_of_use_on_blocks(rule):
    random = np.random.default_rng(6)
    f = blocks(32)
    y = f + random.normal(scale=2.0, size=f.shape)
    assert ((wavelet_shrinkage(y, 2.0, rule=rule) - f) ** 2).sum() < 0.25 * ((y - f) ** 2).sum()


def test_without_the_package(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.split(".")[0] in ("pywt", "skimage"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    from dpverify.denoising.total_variation import total_variation

    with pytest.raises(MissingDependency, match=r"PyWavelets.*dpverify\[experiments\]"):
        wavelet_shrinkage(np.ones(4), 1.0)
    with pytest.raises(MissingDependency, match=r"scikit-image.*dpverify\[experiments\]"):
        total_variation(np.ones(4), 1.0)
