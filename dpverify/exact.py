"""Exact numbers: decimal text in, rationals inside, outward-rounded decimal text out."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .errors import InputError

_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\Z")
_QUOTIENT = re.compile(r"([+-]?\d+)\s*/\s*(\d+)\Z")
MAX_EXPONENT = 100_000
"""Decimal exponents beyond this are refused: the exact number would not fit in memory."""


@contextmanager
def any_number_of_digits() -> Iterator[None]:
    """Within it, Python writes integers of any length; by itself it refuses those of more than 4300 digits."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def rational_from_text(text: str, name: str = "number") -> Fraction:
    """The exact value of a decimal text or of "p/q": "1e-5" is 10^-5, not the nearest double.

    Raises InputError (which names `name` and the text) for anything else: nan, inf, empty, hexadecimal, a zero denominator.
    """
    if not isinstance(text, str):
        raise InputError(f"{name} is {text!r}, which is not text of a number")
    stripped = text.strip()
    quotient = _QUOTIENT.match(stripped)
    if quotient and stripped.isascii():
        # Through Decimal, which unlike int() reads and writes any number of digits.
        numerator, denominator = int(Decimal(quotient[1])), int(Decimal(quotient[2]))
        if denominator == 0:
            raise InputError(f"{name} is {text!r}, which has a zero denominator")
        return Fraction(numerator, denominator)
    if not stripped.isascii() or not _DECIMAL.match(stripped):
        raise InputError(f"{name} is {text!r}; a finite decimal number such as 0.1 or 1e-5 is needed")
    exponent = re.split("[eE]", stripped)[1:]
    if exponent and abs(Decimal(exponent[0])) > MAX_EXPONENT:
        raise InputError(f"{name} is {text!r}; decimal exponents beyond {MAX_EXPONENT} are not supported")
    return Fraction(Decimal(stripped))


def rational_from_number(value: Any, name: str = "number") -> Fraction:
    """The exact value of an int, Fraction, Decimal, SymPy or flint rational; a float is taken by its shortest decimal text.

    Raises InputError for bool, nan, inf, an irrational SymPy number, or any other type.
    """
    if isinstance(value, bool):
        raise InputError(f"{name} is {value!r}, which is not a number")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        return rational_from_text(value, name)
    if isinstance(value, float):
        return rational_from_text(repr(float(value)), name)
    if isinstance(value, Decimal):
        return rational_from_text(str(value), name)
    if getattr(value, "is_Float", False):
        raise InputError(f"{name} is the SymPy Float {value}; write it as a Rational")
    numerator, denominator = getattr(value, "p", None), getattr(value, "q", None)
    if getattr(value, "is_Rational", False) or type(value).__name__ == "fmpq":
        if numerator is not None and denominator is not None and int(denominator) != 0:
            return Fraction(int(numerator), int(denominator))
    if type(value).__module__.split(".")[0] == "numpy" and hasattr(value, "item"):
        return rational_from_number(value.item(), name)
    raise InputError(f"{name} is {value!r}, which is not an exact finite number")


def decimal_down(q: Fraction, digits: int) -> str:
    """Decimal text t of at most `digits` significant digits with t <= q."""
    return _decimal(q, digits, "down")


def decimal_up(q: Fraction, digits: int) -> str:
    """Decimal text t of at most `digits` significant digits with t >= q."""
    return _decimal(q, digits, "up")


def decimal_up_within(q: Fraction, limit: Fraction | None, digits: int) -> str:
    """As `decimal_up`; but where q <= limit < that text, the limit's own text instead: all its digits, or "p/q" where they never end."""
    text = decimal_up(q, digits)
    if limit is None or not q <= limit < Fraction(text):
        return text
    rest = limit.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest == 1:
        return decimal_nearest(limit, limit.numerator.bit_length() + limit.denominator.bit_length())
    with any_number_of_digits():
        return str(limit)


def decimal_nearest(q: Fraction, digits: int) -> str:
    """The decimal text of `digits` significant digits nearest to q (ties to even)."""
    return _decimal(q, digits, "nearest")


def _decimal(q: Fraction, digits: int, rounding: str) -> str:
    if digits < 1:
        raise InputError(f"digits is {digits}; at least 1 is needed")
    q = Fraction(q)
    if q == 0:
        return "0"
    exponent = _floor_log10(abs(q))
    shift = digits - 1 - exponent
    scaled = q * 10**shift if shift >= 0 else q / 10**-shift
    if rounding == "down":
        n = scaled.numerator // scaled.denominator
    elif rounding == "up":
        n = -((-scaled.numerator) // scaled.denominator)
    else:
        n = round(scaled)
    return _place_point(n, -shift)


def _floor_log10(q: Fraction) -> int:
    """floor(log10 q) for q > 0, exactly."""
    # The bit lengths give log10 within one unit; the loops below make it exact.
    guess = (q.numerator.bit_length() - q.denominator.bit_length()) * 30103 // 100000
    while q < _power_of_ten(guess):
        guess -= 1
    while q >= _power_of_ten(guess + 1):
        guess += 1
    return guess


def _power_of_ten(n: int) -> Fraction:
    return Fraction(10**n) if n >= 0 else Fraction(1, 10**-n)


def _place_point(n: int, exponent: int) -> str:
    """n * 10^exponent as text: plain where that is short, scientific otherwise. Trailing zeros are dropped."""
    if n == 0:
        return "0"
    sign = "-" if n < 0 else ""
    body = f"{Decimal(abs(n)):f}"
    stripped = body.rstrip("0")
    exponent += len(body) - len(stripped)
    body = stripped
    top = exponent + len(body) - 1
    if 0 <= exponent and top < 21:
        return sign + body + "0" * exponent
    if -7 <= top < 21:
        if top >= 0:
            return f"{sign}{body[: top + 1]}.{body[top + 1 :]}"
        return f"{sign}0.{'0' * (-top - 1)}{body}"
    tail = f".{body[1:]}" if len(body) > 1 else ""
    return f"{sign}{body[0]}{tail}e{top}"


def lies(enclosure: str, digits: int = 8) -> str:
    """The enclosure "[a, b]" for a sentence: "lies in [a, b]" in few digits, rounded outward once more; "is a" where the ends agree."""
    try:
        low, high = (rational_from_text(end.strip()) for end in enclosure.strip("[]").split(","))
    except (InputError, ValueError):
        return f"lies in {enclosure}"
    if low == high:
        return f"is {enclosure.strip('[]').partition(',')[0]}"
    return f"lies in [{decimal_down(low, digits)}, {decimal_up(high, digits)}]"
