"""Certified decimal values of an exact law: each number is enclosed in a ball narrow enough for the digits it is printed with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from ..enclosure.balls import fraction_of, working_precision
from ..enclosure.point import enclose_at
from ..errors import InputError, NotEnclosable
from ..exact import decimal_nearest, decimal_up, decimal_up_within

DIGITS = 17
MAX_PRECISION = 1 << 17

Ends = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Forms:
    """What is known of an exact law in symbols; `point` gives every free symbol its exact value."""

    point: Mapping[sp.Symbol, sp.Rational]
    parameters: Mapping[str, sp.Expr]
    half_width: sp.Expr | None
    """Of the support [-half_width, half_width]; None for the whole line."""
    amplitude: sp.Expr
    power: sp.Expr

    def enclosure(self, form: sp.Expr, digits: int = DIGITS) -> tuple[Fraction, Fraction]:
        """Exact ends around the value, at most 10^-(digits + 3) apart relative to it (or equal)."""
        return enclosure_of(form, self.point, digits)

    def texts(self, digits: int = DIGITS) -> dict[str, str]:
        """The parameters as decimal text, rounded to nearest."""
        return {name: nearest_text(form, self.point, digits) for name, form in self.parameters.items()}


@dataclass(frozen=True)
class Certified:
    """Certified decimal texts: `support` is rounded outwards, `delta_attained` up, everything else to nearest."""

    parameters: dict[str, str]
    support: tuple[str, str] | None
    amplitude: str
    power: str
    delta_attained: str
    """At the epsilon the law was asked for; where rounding would lift it above the delta asked for, that delta with all its digits."""


def certify(
    forms: Forms, amplitude: Ends, power: Ends, attained: Fraction, asked: Fraction | None = None, digits: int = DIGITS
) -> Certified:
    """The texts from ends around E|X| and E X^2 and an upper bound of the delta attained, which is not rounded above the delta asked for.

    Raises InputError where a parameter cannot be enclosed to the digits.
    """
    width = None if forms.half_width is None else decimal_up(forms.enclosure(forms.half_width, digits)[1], digits)
    return Certified(
        parameters=forms.texts(digits),
        support=None if width is None else ("-" + width if width != "0" else "0", width),
        amplitude=decimal_nearest((amplitude[0] + amplitude[1]) / 2, digits),
        power=decimal_nearest((power[0] + power[1]) / 2, digits),
        delta_attained=decimal_up_within(attained, asked, digits),
    )


def nearest_text(form: sp.Expr, point: Mapping[sp.Symbol, sp.Rational], digits: int = DIGITS) -> str:
    """The decimal text nearest to the value (within 0.5005 units of the last digit where it lies in the middle of two)."""
    low, high = enclosure_of(form, point, digits)
    return decimal_nearest((low + high) / 2, digits)


def enclosure_of(form: sp.Expr, point: Mapping[sp.Symbol, sp.Rational], digits: int) -> tuple[Fraction, Fraction]:
    form = sp.sympify(form)
    if form.is_Symbol or form.is_rational_function():
        # Arithmetic with rationals is exact.
        form = form.xreplace(point)
    if form.is_Rational:
        exact = Fraction(int(form.p), int(form.q))
        return exact, exact
    prec = 128
    while prec <= MAX_PRECISION:
        low, high = _ends(form, point, prec)
        if high - low <= min(abs(low), abs(high)) / 10 ** (digits + 3):
            return low, high
        prec *= 2
    raise InputError(f"epsilon and delta are so extreme that {form} cannot be enclosed to {digits} digits")


def _ends(form: sp.Expr, point: Mapping[sp.Symbol, sp.Rational], prec: int) -> tuple[Fraction, Fraction]:
    """Exact ends around the value; 0 and 1, of which nothing can be told, where it cannot be enclosed at this precision."""
    try:
        # The ends of a ball are rounded to the working precision.
        with working_precision(prec):
            ball = enclose_at(form, point, prec)
            return fraction_of(ball.lower()), fraction_of(ball.upper())
    except NotEnclosable:
        return Fraction(0), Fraction(1)


def floor_of(form: sp.Expr, point: Mapping[sp.Symbol, sp.Rational]) -> int | None:
    """The floor of a value, or None where it cannot be told from an integer."""
    prec = 256
    while prec <= 1 << 14:
        low, high = _ends(form, point, prec)
        if low.numerator // low.denominator == high.numerator // high.denominator:
            return low.numerator // low.denominator
        prec *= 2
    return None


def rational(number: Fraction) -> sp.Rational:
    return sp.Rational(number.numerator, number.denominator)
