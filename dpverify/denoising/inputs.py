"""What every estimator checks before it begins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Array = NDArray[np.float64]


def read_array(value: Any, name: str = "noisy") -> Array:
    """A non-empty array of finite floats. Raises InputError naming the first entry that is not one."""
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biuf":
            raise TypeError
        array = array.astype(np.float64, copy=False)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be an array of real numbers") from None
    if array.size == 0:
        raise InputError(f"{name} is empty; it must have at least one entry")
    finite = np.isfinite(array)
    if not finite.all():
        where = np.unravel_index(int(np.argmin(finite)), array.shape)
        place = f"[{', '.join(str(int(i)) for i in where)}]" if array.ndim else ""
        raise InputError(f"{name}{place} is {float(array[where])}; every entry must be finite")
    return array


def read_deviation(value: Any, name: str = "sigma") -> float:
    """A standard deviation: finite, 0 or more."""
    return read_number(value, name, "a finite number of at least 0", 0.0)


def read_number(value: Any, name: str, wanted: str, least: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not least <= number < math.inf:
        raise InputError(f"{name} is {value!r}; it must be {wanted}")
    return number


def read_dimension(value: Any, least: int = 1, name: str = "d") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{name} is {value!r}; it must be an integer of at least {least}")
    return int(value)
