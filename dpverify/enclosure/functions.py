"""Images of intervals under the elementary functions.

Each function takes an Interval and returns one that holds f(v) for every member v, at the working precision.
NotEnclosable is raised as soon as f is undefined or not real at some member. Strictly monotone functions keep open ends open.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from ..errors import NotEnclosable
from .balls import NEG_INF, ONE, POS_INF, ZERO, integer_of
from .interval import Interval

MINUS_ONE = arb(-1)
TWO = arb(2)


def increasing(f: Callable[[arb], arb], a: Interval, bottom: arb, top: arb) -> Interval:
    """Image under a strictly increasing f on the reals whose limits at -oo, oo are `bottom`, `top` (never attained).

    `not x > bottom` also catches an indeterminate ball, which then gives the trivial (still true) end.
    """
    lo, lo_open = bottom, True
    if a.lo.is_finite():
        lo, lo_open = f(a.lo).lower(), a.lo_open
        if not lo > bottom:
            lo, lo_open = bottom, True
    hi, hi_open = top, True
    if a.hi.is_finite():
        hi, hi_open = f(a.hi).upper(), a.hi_open
        if not hi < top:
            hi, hi_open = top, True
    return Interval(lo, hi, lo_open, hi_open)


def exp(a: Interval) -> Interval:
    return increasing(arb.exp, a, ZERO, POS_INF)


def expm1(a: Interval) -> Interval:
    return increasing(arb.expm1, a, MINUS_ONE, POS_INF)


def log(a: Interval) -> Interval:
    if not a.is_positive():
        raise NotEnclosable("log of an interval that is not positive")
    if a.lo == ZERO:
        hi = a.hi.log().upper() if a.hi.is_finite() else POS_INF
        return Interval(NEG_INF, hi, True, a.hi_open)
    return increasing(arb.log, a, NEG_INF, POS_INF)


def log1p(a: Interval) -> Interval:
    """log(1 + v), v > -1, without the cancellation of 1 + v."""
    if not (a.lo > -1 or (a.lo_open and a.lo == -1)):
        raise NotEnclosable("log of an interval that is not positive")
    if a.lo == -1:
        hi = a.hi.log1p().upper() if a.hi.is_finite() else POS_INF
        return Interval(NEG_INF, hi, True, a.hi_open)
    return increasing(arb.log1p, a, NEG_INF, POS_INF)


def sqrt(a: Interval) -> Interval:
    if not a.is_nonnegative():
        raise NotEnclosable("square root of an interval that may be negative")
    hi = a.hi.sqrt().upper() if a.hi.is_finite() else POS_INF
    return Interval(_clamp_low(a.lo.sqrt().lower(), ZERO), hi, a.lo_open, a.hi_open)


def _clamp_low(value: arb, floor: arb) -> arb:
    """max(value, floor), `floor` being a proved lower bound; an indeterminate value gives `floor`."""
    return value if value > floor else floor


def integer_power(a: Interval, n: int) -> Interval:
    """v^n for an integer n (v != 0 if n < 0; 0^0 = 1 as in SymPy)."""
    if n == 0:
        return Interval(ONE, ONE)
    if n < 0:
        return integer_power(a.reciprocal(), -n)
    if n == 1:
        return a
    if n % 2 == 1:
        return increasing(lambda v: v**n, a, NEG_INF, POS_INF)
    b = absolute(a)
    hi = (b.hi**n).upper() if b.hi.is_finite() else POS_INF
    return Interval(_clamp_low((b.lo**n).lower(), ZERO), hi, b.lo_open, b.hi_open)


def rational_power(a: Interval, p: int, q: int) -> Interval:
    """v^(p/q), v >= 0 (v > 0 if p < 0): the real branch is asked for only where SymPy's principal branch is real."""
    if p < 0:
        return rational_power(a, -p, q).reciprocal()
    if not a.is_nonnegative():
        raise NotEnclosable("fractional power of an interval that may be negative")
    if q == 2:
        return integer_power(sqrt(a), p)
    lo = ZERO if a.lo == ZERO else _clamp_low((a.lo.root(q) ** p).lower(), ZERO)
    hi = (a.hi.root(q) ** p).upper() if a.hi.is_finite() else POS_INF
    return Interval(lo, hi, a.lo_open, a.hi_open)


def general_power(base: Interval, exponent: Interval) -> Interval:
    """base^exponent for base > 0; also base >= 0 where the exponent keeps it defined (0^0 = 1 as in SymPy)."""
    if base.is_positive():
        return exp(exponent * log(base))
    if not base.is_nonnegative() or not exponent.is_nonnegative():
        raise NotEnclosable("power with a base that may be negative or zero")
    upper = Interval(ZERO, ZERO) if base.is_zero() else exp(exponent * log(Interval(ZERO, base.hi, True, base.hi_open)))
    out = upper.hull(Interval(ZERO, ZERO))
    return out if exponent.is_positive() else out.hull(Interval(ONE, ONE))


def integer_exponent_power(base: Interval, exponent: Interval) -> Interval:
    """base^exponent for an exponent known to be an integer: negative bases are allowed, both signs are kept."""
    if base.is_nonnegative():
        return general_power(base, exponent)
    if exponent.is_point():
        n = integer_of(exponent.lo)
        if n is not None:
            return integer_power(base, n)
    size = general_power(absolute(base), exponent)
    return size.hull(-size)


def absolute(a: Interval) -> Interval:
    if a.lo >= ZERO:
        return a
    if a.hi <= ZERO:
        return -a
    b = -a
    hi, hi_open = (a.hi, a.hi_open) if a.hi > b.hi else (b.hi, b.hi_open and (a.hi_open or not a.hi == b.hi))
    return Interval(ZERO, hi, False, hi_open)


def maximum(a: Interval, b: Interval) -> Interval:
    """max(u, v). An end is attained only if the operand that gives it attains it (for the lower end: both, on a tie)."""
    if a.lo > b.lo:
        lo, lo_open = a.lo, a.lo_open
    elif a.lo == b.lo:
        lo, lo_open = b.lo, a.lo_open or b.lo_open
    else:
        lo, lo_open = b.lo, b.lo_open
    if a.hi > b.hi:
        hi, hi_open = a.hi, a.hi_open
    elif a.hi == b.hi:
        hi, hi_open = b.hi, a.hi_open and b.hi_open
    else:
        hi, hi_open = b.hi, b.hi_open
    return Interval(lo, hi, lo_open, hi_open)


def minimum(a: Interval, b: Interval) -> Interval:
    return -maximum(-a, -b)


def sign(a: Interval) -> Interval:
    if a.is_positive():
        return Interval(ONE, ONE)
    if a.is_negative():
        return Interval(MINUS_ONE, MINUS_ONE)
    if a.is_zero():
        return Interval(ZERO, ZERO)
    return Interval(ZERO if a.is_nonnegative() else MINUS_ONE, ZERO if a.is_nonpositive() else ONE)


def heaviside(a: Interval) -> Interval:
    """Heaviside(v) with the value 1/2 at 0."""
    half = Interval(ONE / 2, ONE / 2)
    return (sign(a) * half) + half


def sinh(a: Interval) -> Interval:
    return increasing(arb.sinh, a, NEG_INF, POS_INF)


def cosh(a: Interval) -> Interval:
    b = absolute(a)
    hi = b.hi.cosh().upper() if b.hi.is_finite() else POS_INF
    return Interval(_clamp_low(b.lo.cosh().lower(), ONE), hi if hi >= ONE else POS_INF, b.lo_open, b.hi_open)


def tanh(a: Interval) -> Interval:
    return increasing(arb.tanh, a, MINUS_ONE, ONE)


def asinh(a: Interval) -> Interval:
    return increasing(arb.asinh, a, NEG_INF, POS_INF)


def acosh(a: Interval) -> Interval:
    if not a.lo >= 1:
        raise NotEnclosable("acosh of an interval that may be below 1")
    hi = a.hi.acosh().upper() if a.hi.is_finite() else POS_INF
    return Interval(_clamp_low(a.lo.acosh().lower(), ZERO), hi, a.lo_open, a.hi_open)


def atanh(a: Interval) -> Interval:
    """Strictly increasing on (-1, 1), unbounded at both ends."""
    if not inside_unit(a):
        refuse("atanh")
    lo = a.lo.atanh().lower() if a.lo > -1 else NEG_INF
    hi = a.hi.atanh().upper() if a.hi < 1 else POS_INF
    return open_infinite(lo, hi, a.lo_open, a.hi_open)


def open_infinite(lo: arb, hi: arb, lo_open: bool, hi_open: bool) -> Interval:
    """The interval with an end that could not be enclosed replaced by an (open) infinite one."""
    low_ok, high_ok = lo.is_finite(), hi.is_finite()
    return Interval(lo if low_ok else NEG_INF, hi if high_ok else POS_INF, lo_open or not low_ok, hi_open or not high_ok)


def inside_unit(a: Interval) -> bool:
    return (Interval(ONE, ONE) - a).is_positive() and (Interval(ONE, ONE) + a).is_positive()


def refuse(name: str) -> Interval:
    raise NotEnclosable(f"{name} outside the interval on which it is real")


def atan(a: Interval) -> Interval:
    half_pi = (arb.pi() / 2).upper()
    return increasing(arb.atan, a, half_pi.neg(exact=True), half_pi)


def asin(a: Interval) -> Interval:
    if not (a.lo >= -1 and a.hi <= 1):
        refuse("asin")
    half_pi = (arb.pi() / 2).upper()
    return increasing(arb.asin, a, half_pi.neg(exact=True), half_pi)


def acos(a: Interval) -> Interval:
    half_pi = Interval.from_ball(arb.pi() / 2)
    return half_pi - asin(a)


def cos(a: Interval) -> Interval:
    """Monotone between consecutive multiples of pi; an undecided multiple counts as passed."""
    if not a.is_bounded():
        return Interval(MINUS_ONE, ONE)
    first, last = (a.lo / arb.pi()).floor(), (a.hi / arb.pi()).floor()
    n, m = integer_of(first.lower().ceil()), integer_of(last.upper().floor())
    if n is None or m is None or m - n >= 2:
        return Interval(MINUS_ONE, ONE)
    out = Interval.from_ball(a.lo.cos()).hull(Interval.from_ball(a.hi.cos()))
    for j in range(n + 1, m + 1):
        end = ONE if j % 2 == 0 else MINUS_ONE
        out = out.hull(Interval(end, end))
    return out.intersect(Interval(MINUS_ONE, ONE)) or Interval(MINUS_ONE, ONE)


def sin(a: Interval) -> Interval:
    if a.lo >= -1.5 and a.hi <= 1.5:
        return increasing(arb.sin, a, MINUS_ONE, ONE)
    return cos(a - Interval.from_ball(arb.pi() / 2))


def floor(a: Interval) -> Interval:
    """floor is non-decreasing and integer-valued; below an open integer end it stays one lower."""
    lo, hi = a.lo, a.hi
    lower, upper = NEG_INF, POS_INF
    if lo.is_finite():
        lower = _integer_below(lo)
    if hi.is_finite():
        upper = _integer_below(hi)
        if a.hi_open and upper == hi:
            upper = (upper - 1).upper()
    return Interval(lower, upper, not lower.is_finite(), not upper.is_finite())


def _integer_below(v: arb) -> arb:
    n = integer_of(v.floor())
    if n is None:
        raise NotEnclosable("floor of a number too large for the working precision")
    return arb(n)


def ceiling(a: Interval) -> Interval:
    return -floor(-a)
