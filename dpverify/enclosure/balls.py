"""Exact balls: the working precision, infinite ends, and the way between balls, fractions, integers and text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from flint import arb, ctx, fmpq

from ..errors import NotEnclosable
from ..exact import decimal_down, decimal_up

POS_INF = arb.pos_inf()
NEG_INF = arb.neg_inf()
_LARGE = arb(2) ** 2000
ZERO = arb(0)
ONE = arb(1)
HUGE_EXPONENT = 1 << 20
"""A finite end beyond 2^±this is never turned into a fraction: it would not fit in memory."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Within the block interval and ball operations round at `bits` bits; afterwards the precision is what it was."""
    old = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = old


def ball_of(q: Fraction, prec: int) -> arb:
    """The fraction rounded to a ball at `prec` bits."""
    with working_precision(prec):
        return arb(fmpq(q.numerator, q.denominator))


def fraction_of(value: arb) -> Fraction:
    """The exact rational that an exact finite ball is."""
    mantissa, exponent = (int(v) for v in value.man_exp())
    if abs(exponent) > HUGE_EXPONENT:
        raise NotEnclosable("the number is too large or too small to be written as a fraction")
    return Fraction(mantissa * 2**exponent) if exponent >= 0 else Fraction(mantissa, 2**-exponent)


def upper_is_below(value: arb, q: Fraction) -> bool:
    """Whether every number of the ball is certainly below q."""
    return bool(value < fmpq(q.numerator, q.denominator))


def integer_of(value: arb) -> int | None:
    """The only integer in the ball, or None; numbers beyond 2^2000 count as none (flint would try to write out all their bits)."""
    if not abs(value) < _LARGE:
        return None
    n = value.unique_fmpz()
    return None if n is None else int(n)


def end_text(value: arb, digits: int, up: bool) -> str:
    """Decimal text of an exact end, rounded up or down; "oo" and "-oo" for infinite (or unprintably large) ones."""
    if not value.is_finite():
        return "oo" if value > 0 else "-oo"
    try:
        q = fraction_of(value)
    except NotEnclosable:
        if abs(value) < 1:
            return "0" if up == (value < 0) else ("1e-300000" if up else "-1e-300000")
        if up:
            return "oo" if value > 0 else "-1e300000"
        return "-oo" if value < 0 else "1e300000"
    return decimal_up(q, digits) if up else decimal_down(q, digits)
