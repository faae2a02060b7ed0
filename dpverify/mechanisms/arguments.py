"""Arguments of the methods of a law: numbers, exponents, sizes and generators, or one sentence that names what is none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..float_arrays import float_array

LARGEST_EXPONENT = 1e300
MOST_SAMPLES = 2**40
SHOWN = 60


def numbers(value: Any, name: str) -> NDArray[np.float64]:
    """The value as an array of floats; nan and inf are numbers here."""
    try:
        return float_array(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} is {_shown(value)}; it must be a real number, or an array of such") from None


def positive_exponent(p: Any) -> float:
    array = numbers(p, "p")
    if array.ndim or not 0 < array <= LARGEST_EXPONENT:
        raise InputError(f"p is {_shown(p)}; a moment E|X|^p needs a number p above 0 and at most {LARGEST_EXPONENT:g}")
    return float(array)


def sample_size(size: Any) -> tuple[int, ...] | None:
    """The shape of the samples; None for a single number."""
    if size is None:
        return None
    shape = tuple(size) if isinstance(size, (tuple, list)) else (size,)
    if not all(isinstance(side, (int, np.integer)) and not isinstance(side, bool) and side >= 0 for side in shape):
        raise InputError(f"size is {_shown(size)}; it must be an integer of at least 0, or a tuple of such")
    if math.prod(int(side) for side in shape) > MOST_SAMPLES:
        raise InputError(f"size is {_shown(size)}; that is more than 2^40 samples")
    return tuple(int(side) for side in shape)


def random_generator(rng: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError):
        raise InputError(f"rng is {_shown(rng)}; it must be a numpy Generator, a seed (an integer of at least 0) or None") from None


def _shown(value: Any) -> str:
    text = " ".join((str(value) if isinstance(value, (int, float)) else repr(value)).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
