"""Images of intervals under the special functions of the ledger, with the same promises as in `functions`."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from ..errors import NotEnclosable
from .functions import MINUS_ONE, TWO, increasing, inside_unit, open_infinite, refuse
from .interval import NEG_INF, ONE, POS_INF, ZERO, Interval


def erf(a: Interval) -> Interval:
    return increasing(arb.erf, a, MINUS_ONE, ONE)


def erfc(a: Interval) -> Interval:
    """Strictly decreasing from 2 to 0."""
    lo, lo_open = ZERO, True
    if a.hi.is_finite():
        lo, lo_open = a.hi.erfc().lower(), a.hi_open
        if not lo > ZERO:
            lo, lo_open = ZERO, True
    hi, hi_open = TWO, True
    if a.lo.is_finite():
        hi, hi_open = a.lo.erfc().upper(), a.lo_open
        if not hi < TWO:
            hi, hi_open = TWO, True
    return Interval(lo, hi, lo_open, hi_open)


def erfcx(a: Interval) -> Interval:
    """exp(v^2) erfc(v), strictly decreasing from oo to 0.

    For v > 0 also 2/(v + sqrt(v^2 + 2)) < sqrt(pi) erfcx(v) <= 2/(v + sqrt(v^2 + 4/pi)) (Abramowitz and Stegun 7.1.13).
    """
    lo, lo_open = ZERO, True
    if a.hi.is_finite():
        lo, lo_open = _erfcx_ball(a.hi).lower(), a.hi_open
        if not lo > 0:
            lo, lo_open = ZERO, True
    hi, hi_open = POS_INF, True
    if a.lo.is_finite():
        top = _erfcx_ball(a.lo)
        if top.is_finite():
            hi, hi_open = top.upper(), a.lo_open
    return Interval(lo, hi, lo_open, hi_open)


def _erfcx_ball(v: arb) -> arb:
    if v < 8:
        return (v * v).exp() * v.erfc()
    low, high = (2 / ((v + (v * v + c).sqrt()) * arb.pi().sqrt()) for c in (arb(2), 4 / arb.pi()))
    bracket = low.union(high)
    direct = (v * v).exp() * v.erfc()
    return direct.intersection(bracket) if direct.overlaps(bracket) and direct.rad() < bracket.rad() else bracket


def erfinv(a: Interval) -> Interval:
    """Strictly increasing on (-1, 1), unbounded at both ends."""
    if not inside_unit(a):
        refuse("erfinv")
    lo = a.lo.erfinv().lower() if a.lo > -1 else NEG_INF
    hi = a.hi.erfinv().upper() if a.hi < 1 else POS_INF
    return open_infinite(lo, hi, a.lo_open, a.hi_open)


def erfcinv(a: Interval) -> Interval:
    """Strictly decreasing on (0, 2), unbounded at both ends."""
    if not a.is_positive() or not (Interval(TWO, TWO) - a).is_positive():
        refuse("erfcinv")
    lo = a.hi.erfcinv().lower() if a.hi < 2 else NEG_INF
    hi = a.lo.erfcinv().upper() if a.lo > 0 else POS_INF
    return open_infinite(lo, hi, a.hi_open, a.lo_open)


# Gamma has its minimum 0.88560319441088... on (0, oo) at 1.46163214496836...; it is convex there (Bohr-Mollerup), log gamma too.
_TURN_LO = arb("1.461632144968362").lower()
_TURN_HI = arb("1.461632144968363").upper()


def _valley(f: Callable[[arb], arb], a: Interval, bottom: arb) -> Interval:
    """Image under f convex on (0, oo), +oo at both ends, minimum between _TURN_LO and _TURN_HI, bounded below by `bottom`."""
    left = f(a.lo) if a.lo > 0 else POS_INF
    right = f(a.hi) if a.hi.is_finite() else POS_INF
    ends = [(v.upper() if v.is_finite() else POS_INF, o) for v, o in ((left, a.lo_open), (right, a.hi_open))]
    hi = ends[0][0] if ends[0][0] > ends[1][0] else ends[1][0]
    hi_open = all(o for v, o in ends if v == hi) or not hi.is_finite()
    if a.hi <= _TURN_LO and right.is_finite():
        return Interval(right.lower(), hi, a.hi_open, hi_open)
    if a.lo >= _TURN_HI and left.is_finite():
        return Interval(left.lower(), hi, a.lo_open, hi_open)
    return Interval(bottom, hi, False, hi_open)


def gamma(a: Interval) -> Interval:
    if not a.is_positive():
        raise NotEnclosable("gamma of an interval that is not positive")
    return _valley(arb.gamma, a, arb("0.885603194410888").lower())


def loggamma(a: Interval) -> Interval:
    if not a.is_positive():
        raise NotEnclosable("log gamma of an interval that is not positive")
    return _valley(_lgamma, a, arb("-0.121486290535850").lower())


def _lgamma(v: arb) -> arb:
    return ZERO if v == 1 or v == 2 else v.lgamma()


def digamma(a: Interval) -> Interval:
    """Strictly increasing on (0, oo), onto the reals."""
    if not a.is_positive():
        raise NotEnclosable("digamma of an interval that is not positive")
    lo = a.lo.digamma().lower() if a.lo > 0 else NEG_INF
    hi = a.hi.digamma().upper() if a.hi.is_finite() else POS_INF
    return open_infinite(lo, hi, a.lo_open, a.hi_open)


def factorial(a: Interval) -> Interval:
    return gamma(a + Interval(ONE, ONE))


def binomial(n: Interval, k: Interval) -> Interval:
    """Gamma(n+1) / (Gamma(k+1) Gamma(n-k+1)) for k > -1, n-k > -1."""
    return factorial(n) / (factorial(k) * factorial(n - k))


def lambertw(a: Interval) -> Interval:
    """Principal branch, strictly increasing on [-1/e, oo)."""
    if not a.lo > (MINUS_ONE).exp().neg(exact=True).upper():
        raise NotEnclosable("LambertW below -1/e")
    return increasing(arb.lambertw, a, MINUS_ONE, POS_INF)
