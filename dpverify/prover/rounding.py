"""Short rationals: the simplest fraction between two numbers."""

from __future__ import annotations

import sympy as sp


def simplest_between(low: sp.Rational, high: sp.Rational) -> sp.Rational:
    """The rational with the least denominator (then least |numerator|) in the closed interval [low, high].

    Walks the continued fraction common to both ends (Stern-Brocot). Needs low <= high.
    """
    if low > high:
        raise ValueError(f"empty interval [{low}, {high}]")
    if low <= 0 <= high:
        return sp.S.Zero
    if high < 0:
        return -simplest_between(-high, -low)
    whole = []
    a, b = sp.Rational(low), sp.Rational(high)
    while True:
        f = a.p // a.q
        if a == f:
            whole.append(sp.Integer(f))
            break
        if f + 1 <= b:
            whole.append(sp.Integer(f + 1))
            break
        whole.append(sp.Integer(f))
        a, b = 1 / (b - f), 1 / (a - f)
    value = whole.pop()
    while whole:
        value = whole.pop() + 1 / value
    return value


def simplest_decimal(value: sp.Rational, digits: int) -> sp.Rational:
    """The value rounded to so many significant decimal digits."""
    if value == 0:
        return sp.S.Zero
    magnitude = len(str(abs(value.p) // value.q)) if abs(value) >= 1 else -len(str(value.q // abs(value.p))) + 1
    step = sp.Integer(10) ** (magnitude - digits)
    return sp.Integer(round(value / step)) * step


def plainness(value: sp.Rational) -> int:
    """How long the number is to read; zeros count a quarter: 10^-12 is plainer than 1/666666666667."""
    digits = str(abs(int(value.p))) + str(int(value.q))
    return 4 * len(digits) - 3 * digits.count("0")


def plainest_near(value: sp.Rational, room: sp.Rational) -> sp.Rational:
    """The plainer of the simplest fraction and the shortest decimal within the distance `room` of the value."""
    fraction = simplest_between(value - room, value + room)
    for digits in range(1, 40):
        decimal = simplest_decimal(value, digits)
        if abs(decimal - value) <= room:
            return min(fraction, decimal, key=plainness)
    return fraction
