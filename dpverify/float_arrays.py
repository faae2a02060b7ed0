"""What is a number, or an array of numbers, for the vectorised functions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .exact import rational_from_text

NOT_NUMBERS = (bool, np.bool_, str, bytes, type(None))


def float_array(value: Any) -> NDArray[np.float64]:
    """The values as float64, to nearest; a single number may be decimal text.

    Raises TypeError for other text, truth values, None, dates and complex numbers, else what float() raises.
    """
    if isinstance(value, str):
        try:
            return np.array(float(rational_from_text(value)))
        except InputError:
            raise TypeError("it is text, and no number") from None
    array = np.asarray(value)
    if array.dtype.kind == "O":
        if any(isinstance(entry, NOT_NUMBERS) for entry in array.flat):
            raise TypeError("text, truth values and None are no numbers")
        return array.astype(np.float64)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"an array of {array.dtype} holds no numbers")
    return array.astype(np.float64, copy=False)
