"""What every estimator checks before it begins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Array = NDArray[np.float64]
LARGEST = 1e140
"""Squares of larger numbers, summed over the entries, may be beyond floating point."""
MOST_ENTRIES = 10**15


def read_array(value: Any, name: str = "noisy") -> Array:
    """A non-empty array of finite floats, up to LARGEST in size. Raises InputError naming the first entry that is not one."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be an array of real numbers") from None
    if array.size == 0:
        raise InputError(f"{name} is empty; it must have at least one entry")
    for good, wanted in ((np.isfinite(array), "finite"), (np.abs(array) <= LARGEST, f"at most {LARGEST:g} in size")):
        if not good.all():
            where = np.unravel_index(int(np.argmin(good)), array.shape)
            place = f"[{', '.join(str(int(i)) for i in where)}]" if array.ndim else ""
            raise InputError(f"{name}{place} is {float(array[where])}; every entry must be {wanted}")
    return array


def read_deviation(value: Any, name: str = "sigma") -> float:
    """A standard deviation, or a number compared with one: finite, from 0 to LARGEST."""
    number = _number(value)
    if not 0 <= number < math.inf:
        raise InputError(f"{name} is {_shown(value)}; it must be a finite number of at least 0")
    return _not_too_large(number, name)


def read_weight(value: Any, name: str = "weight") -> float:
    """From 0 to LARGEST, or infinite."""
    number = _number(value)
    if not number >= 0:
        raise InputError(f"{name} is {_shown(value)}; it must be at least 0")
    return number if number == math.inf else _not_too_large(number, name)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _not_too_large(number: float, name: str) -> float:
    if number > LARGEST:
        raise InputError(f"{name} is {number}; it must be at most {LARGEST:g}")
    return number


def read_dimension(value: Any, least: int = 1, name: str = "d") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{name} is {_shown(value)}; it must be an integer of at least {least}")
    if value > MOST_ENTRIES:
        raise InputError(f"{name} is beyond {MOST_ENTRIES}")
    return int(value)


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
