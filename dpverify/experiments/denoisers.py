"""The denoisers by the names they have in the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..denoising.james_stein import james_stein, james_stein_positive_part
from ..denoising.threshold import soft_threshold, soft_threshold_by_sure
from ..denoising.total_variation import total_variation
from ..denoising.wavelet import wavelet_shrinkage

Denoiser = Callable[[Any, float], Any]

RAW = "none"
ZERO = "answer 0"
BAYES = "bayes (prior known)"
JAMES_STEIN = "james-stein"
POSITIVE_PART = "james-stein+"
SOFT = "soft-threshold"
SOFT_SURE = "soft-threshold (sure)"
WAVELET = "wavelet"
WAVELET_SURE = "wavelet (sure)"
TOTAL_VARIATION = "total-variation"


def vector_denoisers() -> dict[str, Denoiser]:
    """Those that know nothing about the order of the entries."""
    return {
        RAW: lambda noisy, sigma: noisy,
        JAMES_STEIN: james_stein,
        POSITIVE_PART: james_stein_positive_part,
        SOFT: soft_threshold,
        SOFT_SURE: soft_threshold_by_sure,
    }


def grid_denoisers() -> dict[str, Denoiser]:
    """Those for maps; the last three use that neighbouring cells are alike."""
    return {
        RAW: lambda noisy, sigma: noisy,
        POSITIVE_PART: james_stein_positive_part,
        SOFT: soft_threshold,
        WAVELET: wavelet_shrinkage,
        WAVELET_SURE: lambda noisy, sigma: wavelet_shrinkage(noisy, sigma, rule="sure"),
        TOTAL_VARIATION: total_variation,
    }
