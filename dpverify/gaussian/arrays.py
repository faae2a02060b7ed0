"""Arrays in and out: broadcasting, domains, blocks that fit the cache, exact products."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import DomainError
from ..float_arrays import float_array
from .inputs import DELTA_RANGE, EPSILON_RANGE, SIGMA_RANGE

if TYPE_CHECKING:
    from .mills import Array

BLOCK = 8192
SPLITTER = 134217729.0
"""2^27 + 1"""


def epsilon_array(value: Any) -> Array:
    return _array(value, "epsilon", EPSILON_RANGE, lambda x: (x >= 0) & (x < np.inf))


def delta_array(value: Any, epsilon: Array | None = None) -> Array:
    """`epsilon` is given to tell swapped arguments."""
    array = _numbers(value, "delta", DELTA_RANGE)
    if epsilon is not None and array.size and np.all((epsilon > 0) & (epsilon < 1)) and np.all(array >= 1):
        wanted = f"{DELTA_RANGE}, and epsilon is below 1: are the two swapped?"
    else:
        wanted = DELTA_RANGE
    return _array(array, "delta", wanted, lambda x: (x > 0) & (x < 1))


def sigma_array(value: Any) -> Array:
    return _array(value, "sigma", SIGMA_RANGE, lambda x: (x > 0) & (x < np.inf))


def sensitivity_array(value: Any) -> Array:
    return _array(value, "sensitivity", SIGMA_RANGE, lambda x: (x > 0) & (x < np.inf))


def _numbers(value: Any, name: str, wanted: str) -> Array:
    try:
        return float_array(value)
    except (TypeError, ValueError, OverflowError):
        shown = " ".join(repr(value).split())
        raise DomainError(f"{name} is {shown:.60}; it must be {wanted}, or an array of such") from None


def _array(value: Any, name: str, wanted: str, accepts: Callable[[Array], Any]) -> Array:
    array = _numbers(value, name, wanted)
    good = accepts(array)
    if not np.all(good):
        where = tuple(int(i) for i in np.argwhere(~np.atleast_1d(good))[0])
        worst = float(np.atleast_1d(array)[where])
        place = f"[{', '.join(map(str, where))}]" if array.ndim else ""
        raise DomainError(f"{name}{place} is {worst!r}; it must be {wanted}")
    return array


def in_blocks(function: Callable[..., Array], *arguments: Array) -> Any:
    """The function of the broadcast arguments, computed a block at a time; a float if every argument is a scalar."""
    try:
        arrays = np.broadcast_arrays(*arguments)
    except ValueError:
        raise DomainError(f"the shapes {', '.join(str(a.shape) for a in arguments)} cannot be broadcast together") from None
    shape = arrays[0].shape
    flat = [np.ascontiguousarray(a).reshape(-1) for a in arrays]
    out = np.empty(flat[0].size)
    # Overflow to inf and underflow to 0 are answers here.
    with np.errstate(all="ignore"):
        for start in range(0, out.size, BLOCK):
            out[start : start + BLOCK] = function(*(a[start : start + BLOCK] for a in flat))
    return out.reshape(shape) if shape else float(out[0])


def exact_product(a: Array, b: Array | float) -> tuple[Array, Array]:
    """(p, e) with p + e = a b exactly (Dekker), while nothing over- or underflows."""
    p = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Array | float) -> Any:
    """Two summands of 26 bits each."""
    c = SPLITTER * a
    high = c - (c - a)
    return high, a - high
