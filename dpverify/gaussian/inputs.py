"""The domain of the Gaussian functions: exact scalars, and one sentence for everything outside it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..errors import DomainError, InputError
from ..exact import rational_from_number

EPSILON_RANGE = "a finite number of at least 0"
DELTA_RANGE = "a number with 0 < delta < 1"
SIGMA_RANGE = "a finite number above 0"
MAX_DIGITS = 10_000


def read_epsilon(value: Any, name: str = "epsilon") -> Fraction:
    return _read(value, name, EPSILON_RANGE, lambda x: x >= 0)


def read_delta(value: Any, name: str = "delta", epsilon: Any = None, epsilon_name: str = "epsilon") -> Fraction:
    """`epsilon` is given to tell swapped arguments."""
    try:
        return _read(value, name, DELTA_RANGE, lambda x: 0 < x < 1)
    except InputError as error:
        message = str(error)
    if _is(value, lambda x: x == 0):
        message += " (no Gaussian noise is (epsilon, 0)-DP)"
    elif _is(value, lambda x: x >= 1) and epsilon is not None and _is(epsilon, lambda x: 0 < x < 1):
        message += f"; {epsilon_name} is {_shown(epsilon)}: are the two swapped?"
    raise DomainError(message)


def read_sigma(value: Any, name: str = "sigma") -> Fraction:
    return _read(value, name, SIGMA_RANGE, lambda x: x > 0)


def read_sensitivity(value: Any, name: str = "sensitivity") -> Fraction:
    return _read(value, name, SIGMA_RANGE, lambda x: x > 0)


def read_digits(value: Any, name: str = "digits") -> int:
    number = value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        number = int(value)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_DIGITS:
        raise DomainError(f"{name} is {_shown(value)}; it must be an integer from 1 to {MAX_DIGITS}")
    return number


def _read(value: Any, name: str, wanted: str, accepts: Any) -> Fraction:
    try:
        number = rational_from_number(_exact_mpf(value), name)
    except InputError as error:
        if "not supported" in str(error):
            raise
        raise DomainError(f"{name} is {_shown(value)}; it must be {wanted}") from None
    if not accepts(number):
        raise DomainError(f"{name} is {_shown(value)}; it must be {wanted}")
    return number


def _exact_mpf(value: Any) -> Any:
    """The rational that a finite mpmath number is; anything else as it came."""
    if type(value).__name__ != "mpf":
        return value
    from mpmath import isfinite
    from mpmath.libmp import to_rational

    return Fraction(*map(int, to_rational(value._mpf_))) if isfinite(value) else value


def _is(value: Any, holds: Any) -> bool:
    try:
        return bool(holds(rational_from_number(value)))
    except InputError:
        return False


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
