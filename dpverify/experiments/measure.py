"""Repeated releases of one answer: errors with their standard errors.

All mechanisms and denoisers of a cell see the same draws (Gaussian noise is one standard normal array times sigma), so that their
differences are not blurred by chance. The numbers depend on seed and cell only, not on the order of the work.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .denoisers import ZERO, Denoiser
from .experiment import Cell, Row
from .mechanisms import NONE, Noise


def generator(seed: int, *key: object) -> np.random.Generator:
    """Independent streams for different keys."""
    digest = hashlib.sha256("\0".join(map(str, key)).encode()).digest()
    return np.random.default_rng([seed, *np.frombuffer(digest, dtype="<u4").tolist()])


def measure(
    cell: Cell,
    truth: Callable[[int], Any],
    noise: Sequence[Noise],
    denoisers: Mapping[str, Denoiser],
    metric: tuple[str, Callable[[Any], float]],
    *,
    delta: str,
    repeats: int,
    seed: int,
    fingerprint: str,
) -> list[Row]:
    """The rows of a cell. `truth(i)` is the exact answer in repeat i, `metric` a name and a function of (estimate - truth)."""
    name, size = metric
    errors: dict[tuple[str, str], list[float]] = {}
    for i in range(repeats):
        f = truth(i)
        draws = generator(seed, "noise", cell.data, cell.d, cell.epsilon, i)
        normal, laplace = draws.standard_normal(f.shape), draws.laplace(scale=math.sqrt(0.5), size=f.shape)
        errors.setdefault((NONE, ZERO), []).append(size(-f))
        for law in noise:
            noisy = f + law.deviation * (normal if law.gaussian else laplace)
            for denoiser, denoise in denoisers.items():
                errors.setdefault((law.mechanism, denoiser), []).append(size(denoise(noisy, law.deviation) - f))
    deviations = {law.mechanism: law.deviation for law in noise} | {NONE: 0.0}
    return [
        Row(
            data=cell.data,
            d=str(cell.d),
            epsilon=cell.epsilon,
            delta=delta,
            mechanism=mechanism,
            denoiser=denoiser,
            sigma=_text(deviations[mechanism]),
            metric=name,
            error=_text(float(np.mean(found))),
            standard_error=_text(float(np.std(found, ddof=1)) / math.sqrt(repeats)),
            repeats=str(repeats),
            seed=str(seed),
            config=fingerprint,
        )
        for (mechanism, denoiser), found in errors.items()
    ]


def _text(x: float) -> str:
    return f"{x:.9g}"
