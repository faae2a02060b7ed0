"""A user's function as a map from exact intervals to exact ends: Arb balls, mpmath intervals, or plain mpmath numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..errors import InputError, NotEnclosable

Image = Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]
BITS = 128
DIGITS = (40, 60)


def image_of(function: Callable[[Any], Any], arithmetic: str) -> tuple[Image, bool]:
    """The map, and whether it is rigorous."""
    if arithmetic == "arb":
        from ..enclosure.callables import arb_image

        return arb_image(function, BITS), True
    if arithmetic == "iv":
        return _interval_image(function), True
    if arithmetic == "mpmath":
        return _number_image(function), False
    raise InputError(f"arithmetic is {arithmetic!r}; it must be arb, iv or mpmath")


def _interval_image(function: Callable[[Any], Any]) -> Image:
    from mpmath import iv

    def image(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        old, iv.prec = iv.prec, BITS
        try:
            low, high = (iv.mpf(q.numerator) / iv.mpf(q.denominator) for q in (a, b))
            value = function(iv.mpf([low.a, high.b]))
            if not isinstance(value, iv.mpf):
                raise InputError(f"the function returned {type(value).__name__}, not an interval of mpmath.iv")
            return _exact(value.a), _exact(value.b)
        finally:
            iv.prec = old

    return image


def _number_image(function: Callable[[Any], Any]) -> Image:
    """At points only. The ends are a guess: the values at two precisions, and as far apart again."""
    import mpmath

    def image(a: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        if a != b:
            raise NotEnclosable("a function of mpmath numbers has no enclosure over an interval")
        found = []
        for digits in DIGITS:
            with mpmath.workdps(digits):
                value = mpmath.mpf(function(mpmath.mpf(a.numerator) / a.denominator))
                found.append(_exact(value))
        margin = 100 * abs(found[1] - found[0]) + Fraction(1, 10**30) * (abs(found[1]) + Fraction(1, 10**9))
        return found[1] - margin, found[1] + margin

    return image


def _exact(value: Any) -> Fraction:
    parts = getattr(value, "_mpf_", None)
    if parts is None:
        parts = value._mpi_[0]
    sign, mantissa, exponent, _ = parts
    if (not mantissa and exponent) or abs(exponent) > 1 << 20:
        raise NotEnclosable("the function has no finite value there")
    q = Fraction(int(mantissa)) * (Fraction(2) ** exponent)
    return -q if sign else q
