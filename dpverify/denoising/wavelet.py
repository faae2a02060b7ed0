"""Wavelet shrinkage on grids: soft thresholding of the coefficients in an orthonormal wavelet basis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import InputError, MissingDependency
from .inputs import Array, read_array, read_deviation
from .threshold import soft_threshold, soft_threshold_sure, sure_threshold, universal_threshold

RULES = ("universal", "sure")


def wavelet_shrinkage(noisy: Any, sigma: float, wavelet: str = "haar", rule: str = "universal") -> Array:
    """W^T eta(W noisy) for a grid of one or more dimensions: W an orthonormal wavelet transform, eta the soft threshold of the details.

    `rule` "universal": the threshold sigma sqrt(2 log d), d the number of cells; "sure": on each level the one with the least unbiased risk
    estimate. The coarsest coefficients are kept. W takes as many levels as fit; noise stays N(0, sigma^2) in each coefficient if 2^levels
    divides every side, else the grid is continued by reflection for the transform. Raises MissingDependency without PyWavelets.
    """
    y, s = read_array(noisy), read_deviation(sigma)
    if rule not in RULES:
        raise InputError(f"rule is {rule!r}; it must be one of {', '.join(RULES)}")
    basis, levels, padded = _prepare(y, wavelet)
    if s == 0:
        return y.copy()
    universal = universal_threshold(y.size, s)

    def shrink(details: list[Array]) -> list[Array]:
        t = universal if rule == "universal" else sure_threshold(np.concatenate([x.reshape(-1) for x in details]), s)
        return [soft_threshold(x, s, t) for x in details]

    smooth = _transformed(padded, basis, levels, shrink)
    return smooth[tuple(slice(0, side) for side in y.shape)]


def wavelet_shrinkage_sure(noisy: Any, sigma: float, wavelet: str = "haar") -> float:
    """Unbiased estimate of the risk of `wavelet_shrinkage` with the universal threshold, whatever f is: SURE of each detail, sigma^2 for
    each coefficient kept. Raises InputError unless 2^levels divides every side."""
    y, s = read_array(noisy), read_deviation(sigma)
    basis, levels, padded = _prepare(y, wavelet)
    if padded.shape != y.shape:
        raise InputError(f"noisy has the shape {y.shape}; the risk estimate needs sides that {2**levels} divides")
    t, found = universal_threshold(y.size, s), [0.0]

    def estimate(details: list[Array]) -> list[Array]:
        found.extend(soft_threshold_sure(x, s, t) for x in details)
        return details

    _transformed(padded, basis, levels, estimate)
    kept = y.size // 2 ** (levels * y.ndim)
    return sum(found) + kept * s * s


def _prepare(y: Array, wavelet: str) -> tuple[Any, int, Array]:
    pywt = _library()
    if y.ndim == 0:
        raise InputError("noisy is a single number; wavelet shrinkage needs a grid of at least one dimension")
    if wavelet not in pywt.wavelist(kind="discrete") or not pywt.Wavelet(wavelet).orthogonal:
        raise InputError(f"wavelet is {wavelet!r}; it must be an orthogonal wavelet of PyWavelets, such as 'haar' or 'db2'")
    basis = pywt.Wavelet(wavelet)
    levels = pywt.dwt_max_level(min(y.shape), basis.dec_len)
    padded = np.pad(y, [(0, -side % 2**levels) for side in y.shape], mode="symmetric")
    return basis, levels, padded


def _transformed(y: Array, basis: Any, levels: int, change: Callable[[list[Array]], list[Array]]) -> Array:
    """`change` applied to the details of each level, coarsest first."""
    pywt = _library()
    # "periodization" is the boundary rule under which the transform is orthonormal.
    coarsest, *details = pywt.wavedecn(y, basis, mode="periodization", level=levels)
    changed = [dict(zip(level, change(list(level.values())), strict=True)) for level in details]
    return np.asarray(pywt.waverecn([coarsest, *changed], basis, mode="periodization"))


def _library() -> Any:
    try:
        import pywt
    except ImportError:
        raise MissingDependency("wavelet shrinkage needs the package PyWavelets: pip install 'dpverify[experiments]'") from None
    return pywt
