"""What is a number, or an array of numbers, for the vectorised functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

NOT_NUMBERS = (bool, np.bool_, str, bytes)


def float_array(value: Any) -> NDArray[np.float64]:
    """The values as float64, to nearest. Raises TypeError for text, truth values, dates and complex numbers, else what float() raises."""
    array = np.asarray(value)
    if array.dtype.kind == "O":
        if any(isinstance(entry, NOT_NUMBERS) for entry in array.flat):
            raise TypeError("text and truth values are no numbers")
        return array.astype(np.float64)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"an array of {array.dtype} holds no numbers")
    return array.astype(np.float64, copy=False)
