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
    p, q = int(value.p), int(value.q)
    if p == 0:
        return sp.S.Zero
    magnitude = len(str(abs(p) // q)) if abs(p) >= q else 1 - len(str(q // abs(p)))
    up, down = 10 ** max(digits - magnitude, 0), 10 ** max(magnitude - digits, 0)
    return sp.Rational((2 * p * up + q * down) // (2 * q * down) * down, up)


def plainness(value: sp.Rational) -> int:
    """How long the number is to read; zeros count a quarter: 10^-12 is plainer than 1/666666666667."""
    digits = str(abs(int(value.p))) + str(int(value.q))
    return 4 * len(digits) - 3 * digits.count("0")


def plainest_near(value: sp.Rational, room: sp.Rational) -> sp.Rational:
    """The plainer of the simplest fraction and the shortest decimal within the distance `room` of the value."""
    fraction = simplest_between(value - room, value + room)
    # Rounding to n digits errs by at most 10^(1-n) relative to the value.
    wanted = 1
    while wanted < 40 and abs(value) > room * 10 ** (wanted - 1):
        wanted += 1
    for digits in range(max(1, wanted - 1), wanted + 1):
        decimal = simplest_decimal(value, digits)
        if abs(decimal - value) <= room:
            return min(fraction, decimal, key=plainness)
    return fraction
