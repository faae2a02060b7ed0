"""Arguments of the vectorised functions: floats in their range, or one sentence that names the first one outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import DomainError
from ..float_arrays import float_array

Floats = NDArray[np.float64]


def floats(value: ArrayLike, name: str, inside: Callable[[Floats], Any], wanted: str) -> Floats:
    """The values as float64. Raises DomainError if one is not finite or not inside."""
    try:
        array = float_array(value)
    except (TypeError, ValueError, OverflowError):
        raise DomainError(f"{name} is {value!r}; it must be {wanted}") from None
    good = np.isfinite(array) & inside(array)
    if not good.all():
        raise DomainError(f"{name} is {array[~good].flat[0]}; it must be {wanted}")
    return array


def epsilons(value: ArrayLike) -> Floats:
    return floats(value, "epsilon", lambda v: v >= 0, "a finite number of at least 0")


def deltas(value: ArrayLike) -> Floats:
    return floats(value, "delta", lambda v: (v >= 0) & (v < 1), "a number with 0 <= delta < 1")


def positive_deltas(value: ArrayLike) -> Floats:
    return floats(value, "delta", lambda v: (v > 0) & (v < 1), "a number with 0 < delta < 1")


def sensitivities(value: ArrayLike) -> Floats:
    return floats(value, "sensitivity", lambda v: v > 0, "a finite number above 0")


def privacy(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """The three, broadcast against each other; not both of epsilon and delta may be 0."""
    eps, dlt, size = together(epsilons(epsilon), deltas(delta), sensitivities(sensitivity))
    if ((eps == 0) & (dlt == 0)).any():
        raise DomainError("epsilon is 0 and delta is 0: no finite noise exists; one of them must be above 0")
    return eps, dlt, size


def together(*arrays: Floats) -> tuple[Floats, ...]:
    """The arrays, broadcast against each other."""
    try:
        return tuple(np.broadcast_arrays(*arrays))
    except ValueError:
        raise DomainError(f"the shapes {', '.join(str(a.shape) for a in arrays)} cannot be broadcast together") from None


def plain(values: Any) -> Any:
    """A number for an array without dimensions."""
    return values[()]
