"""Certified roots of the privacy condition of Gaussian noise: each of sigma, epsilon and delta from the two others.

With s = Delta/sigma, t, b, m, M and the privacy profile delta(epsilon, s) as in `gaussian_profile`: it increases strictly in s (by s phi(t)
for each unit of log s) and decreases strictly in epsilon (by phi(t) M(b)). So the sign of delta(epsilon, s) - delta at a point tells on
which side of it the root lies, wherever the point came from: the search needs no trust, only the two signs at its end do.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Protocol

from flint import arb, ctx

from ..errors import NotEnclosable
from .balls import HUGE_EXPONENT, ONE, working_precision
from .gaussian_profile import FAR, Point, ball, density, difference, exact_point, excess, is_complement, mills, profile

Ends = tuple[arb, arb]
"""Exact balls lower <= upper."""

SQUARE_BITS = 64
"""exp(-t^2/2) loses the bits before the point of t^2: no more than these for |t| <= FAR."""
FIRST_BITS = 40
GUARD = 48
TRIES = 7
MAX_STEPS = 400


def delta_ends(epsilon: Fraction, ratio: Fraction, digits: int) -> Ends:
    """Ends of delta(epsilon, s) at s = ratio, at a relative width below 10^-digits unless delta is below 10^-300000."""
    bits = _bits(digits)
    for extra in _extras():
        with working_precision(bits + SQUARE_BITS + extra):
            value = profile(exact_point(epsilon, ratio))
            if value.rel_accuracy_bits() >= bits or value < arb(2) ** -HUGE_EXPONENT:
                return max(value.lower(), arb(0)), min(value.upper(), arb(1))
    raise NotEnclosable("delta could not be enclosed that narrowly")


def ratio_ends(epsilon: Fraction, delta: Fraction, digits: int) -> Ends:
    """Ends of the only s with delta(epsilon, s) = delta, for epsilon >= 0 and 0 < delta < 1, at a relative width below 10^-digits."""
    curve = _FixedEpsilon(epsilon)
    bits = _bits(digits)
    less, more = _root(curve, delta, _search_ratio(curve, delta), bits, 0)
    with working_precision(bits + GUARD):
        return curve.at(less).s.lower(), curve.at(more).s.upper()


def epsilon_ends(ratio: Fraction, delta: Fraction, digits: int) -> Ends:
    """Ends of the only epsilon > 0 with delta(epsilon, s) = delta at s = ratio, at a relative width below 10^-digits.

    (0, 0) if delta(0, s) <= delta: then any epsilon >= 0 will do.
    """
    bits = _bits(digits)
    spare = _bits_below_largest(ratio, delta)
    if spare is None:
        return arb(0), arb(0)
    curve = _FixedRatio(ratio)
    with working_precision(FIRST_BITS + GUARD + spare):
        start = _search_epsilon(curve, delta)
    less, more = _root(curve, delta, start, bits, spare)
    with working_precision(bits + GUARD):
        return (curve.at(more).s * more).lower(), (curve.at(less).s * less).upper()


def profile_is_at_most(epsilon: Fraction, ratio: Fraction, delta: Fraction) -> bool:
    """Whether delta(epsilon, s) <= delta at s = ratio, for 0 < delta < 1."""
    for extra in _extras():
        with working_precision(FIRST_BITS + SQUARE_BITS + extra):
            p = exact_point(epsilon, ratio)
            if abs(p.t) > FAR and min(delta, 1 - delta) > Fraction(1, 2**HUGE_EXPONENT):
                return bool(p.t > 0)
            above = excess(delta, p)
            if above < 0 or above > 0:
                return bool(above < 0)
    raise NotEnclosable("delta(epsilon, sigma) cannot be told from delta")


def turning_ends(epsilon: Fraction, digits: int) -> Ends:
    """Ends of delta_0(epsilon) = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)), the profile at t = 0, at a relative width below 10^-digits."""
    if not epsilon:
        return arb(0), arb(0)
    with working_precision(_bits(digits) + GUARD):
        b = (2 * ball(epsilon)).sqrt()
        value = profile(Point(arb(0), b, b, b / 2))
        return value.lower(), value.upper()


def classical_ends(epsilon: Fraction, delta: Fraction, digits: int) -> Ends:
    """Ends of sqrt(2 log(1.25/delta))/epsilon for epsilon > 0 and 0 < delta < 1."""
    with working_precision(_bits(digits) + GUARD):
        value = (2 * (ball(Fraction(5, 4) / delta)).log()).sqrt() / ball(epsilon)
        return value.lower(), value.upper()


def sigma_ends(epsilon: Fraction, delta: Fraction, sensitivity: Fraction, digits: int) -> Ends:
    """Ends of the least sigma with which N(0, sigma^2) is (epsilon, delta)-DP, at a relative width below 10^-digits."""
    low, high = ratio_ends(epsilon, delta, digits + 1)
    with working_precision(_bits(digits) + GUARD):
        return (ball(sensitivity) / high).lower(), (ball(sensitivity) / low).upper()


def scaled_ends(ends: Ends, factor: Fraction, digits: int) -> Ends:
    """Ends of the positive number times the positive factor."""
    with working_precision(_bits(digits) + GUARD):
        return (ends[0] * ball(factor)).lower(), (ends[1] * ball(factor)).upper()


def amplitude_ends(sigma: Ends, digits: int) -> Ends:
    """Ends of E|N(0, sigma^2)| = sigma sqrt(2/pi)."""
    with working_precision(_bits(digits) + GUARD):
        factor = (2 / arb.pi()).sqrt()
        return (sigma[0] * factor).lower(), (sigma[1] * factor).upper()


def power_ends(sigma: Ends, digits: int) -> Ends:
    """Ends of sigma^2."""
    with working_precision(_bits(digits) + GUARD):
        return (sigma[0] ** 2).lower(), (sigma[1] ** 2).upper()


def _bits_below_largest(ratio: Fraction, delta: Fraction) -> int | None:
    """About how many bits delta(0, s) and delta share (of their distance from 1 where they are near it); None if delta(0, s) <= delta.

    Near epsilon = 0 the profile is delta(0, s) less a part of the order of epsilon, which takes as many more bits to see.
    """
    complement = delta > Fraction(1, 2)
    for extra in _extras():
        with working_precision(FIRST_BITS + extra):
            half = ball(ratio) / arb(8).sqrt()
            size = ball(1 - delta) if complement else half.erf()
            room = size - half.erfc() if complement else size - ball(delta)
            if room < 0:
                return None
            if room > 0:
                return max(0, _exponent(size.upper()) - _exponent(room.lower()))
    raise NotEnclosable("delta is so near the largest possible one that epsilon cannot be told from 0")


class _Curve(Protocol):
    def at(self, u: arb) -> Point: ...

    def move(self, u: arb, step: arb) -> arb:
        """The parameter where log s is larger, or log epsilon smaller, by `step`: delta grows with it."""

    def slope(self, p: Point) -> arb:
        """(d delta/d step)/phi(t)."""


class _FixedEpsilon:
    """u = t: it keeps its digits where s = sqrt(t^2 + 2 epsilon) - t hardly depends on it."""

    def __init__(self, epsilon: Fraction) -> None:
        self.epsilon = epsilon

    def at(self, u: arb) -> Point:
        b = self._b(u)
        if u < 0:
            return Point(u, b - u, b, ball(self.epsilon) / (b - u))
        return Point(u, 2 * ball(self.epsilon) / (u + b), b, (u + b) / 2)

    def move(self, u: arb, step: arb) -> arb:
        # t = m - s/2 and b = m + s/2 with m -> m e^-step, s -> s e^step
        return u * step.cosh() - self._b(u) * step.sinh()

    def slope(self, p: Point) -> arb:
        return p.s

    def _b(self, u: arb) -> arb:
        return (u * u + 2 * ball(self.epsilon)).sqrt() if self.epsilon else abs(u)


class _FixedRatio:
    """u = m = epsilon/s. It is kept to as many more bits as t = m - s/2 loses."""

    def __init__(self, ratio: Fraction) -> None:
        self.ratio = ratio
        self.lost = max(0, _log2(ratio)) + 8

    def at(self, u: arb) -> Point:
        with working_precision(int(ctx.prec) + self.lost):
            s = ball(self.ratio)
            return Point(u - s / 2, s, u + s / 2, u)

    def move(self, u: arb, step: arb) -> arb:
        with working_precision(int(ctx.prec) + self.lost):
            return u * (-step).exp()

    def slope(self, p: Point) -> arb:
        return p.s * p.m * mills(p.b)


def _root(curve: _Curve, delta: Fraction, u: arb, bits: int, spare: int) -> Ends:
    """Exact (u_less, u_more), about 2^-bits of a step to the two sides of the root, where delta is certified to be less and more."""
    reached = FIRST_BITS
    while reached < bits:
        reached = min(2 * reached - 4, bits)
        with working_precision(reached + GUARD + spare):
            u = _newton(curve, delta, u)
    for extra in _extras():
        with working_precision(bits + GUARD + spare + extra):
            # Never so far that t moves by more than about 1, or exp(t^2/2) would leave every range.
            step = arb(2) ** min(4 - bits, -_exponent(curve.at(u).b.upper()))
            less, more = curve.move(u, -step).mid(), curve.move(u, step).mid()
            if excess(delta, curve.at(less)) < 0 and excess(delta, curve.at(more)) > 0:
                return less, more
            u = _newton(curve, delta, u)
    raise NotEnclosable("the root of the privacy condition could not be enclosed that narrowly")


def _newton(curve: _Curve, delta: Fraction, u: arb) -> arb:
    p = curve.at(u)
    step = -excess(delta, p).mid() / curve.slope(p).mid()
    return curve.move(u, step).mid()


# ---- a first approximation, which needs no trust ----


def _search_ratio(curve: _FixedEpsilon, delta: Fraction) -> arb:
    """t near the root, by steps that are exact for log delta = A - C s^-p (and likewise for log(1 - delta))."""
    with working_precision(FIRST_BITS + GUARD):
        t = _start(curve.epsilon, delta)
        below: arb | None = None
        above: arb | None = None
        for _ in range(MAX_STEPS):
            p = curve.at(t)
            t2 = p.t * p.b
            if is_complement(p):
                part = mills(-t) + mills(p.b)
                kappa, wanted = p.s / part, (part * density(t) / ball(1 - delta)).log()
                power = 1 + t2 + kappa
                grown = 1 + power * wanted / kappa
            else:
                part = difference(p)
                kappa, wanted = p.s / part, (ball(delta) / (part * density(t))).log()
                power = kappa - 1 - t2
                grown = 1 - power * wanted / kappa
                power = -power
            wanted, kappa, power, grown = wanted.mid(), kappa.mid(), power.mid(), grown.mid()
            if wanted > 0:
                above = t if above is None else min(above, t)
            else:
                below = t if below is None else max(below, t)
            step = grown.log() / power if grown > 0 and abs(power) > arb(2) ** -20 else wanted / kappa
            if not step.is_finite():
                raise NotEnclosable("the search for sigma failed")
            moved = curve.move(t, step.mid()).mid()
            # t is within 2^-FIRST_BITS too
            if abs(step) * (1 + p.b) < arb(2) ** -FIRST_BITS:
                return moved
            if below is not None and above is not None and not (below < moved < above):
                moved = ((below + above) / 2).mid()
            t = moved
    raise NotEnclosable("the search for sigma did not end")


def _start(epsilon: Fraction, delta: Fraction) -> arb:
    """t where the simplest of three approximations says: e^epsilon Phi(-b) left out, epsilon = 0, or s small."""
    candidates = [_quantile(delta)]
    half = _quantile((1 - delta) / 2)
    if delta < Fraction(1, 10):
        half = ball(delta) * (arb.pi() / 2).sqrt()
    candidates.append((ball(epsilon) / (2 * half) - half).mid())
    if 0 < epsilon < 1:
        # s small: phi(m) P_1(m)/m = delta/epsilon, with P_1 about 1/(1 + 5m/4 + m^2)
        wanted = _log(epsilon) - _log(delta) - math.log(2 * math.pi) / 2
        x = min(wanted, math.log(2 * max(wanted, 1)) / 2)
        for _ in range(6):
            m = math.exp(x)
            q = 1 + 1.25 * m + m * m
            x -= (m * m / 2 + x + math.log(q) - wanted) / (m * m + 1 + (1.25 * m + 2 * m * m) / q)
        m = arb(x).exp()
        candidates.append((m - ball(epsilon) / m / 2).mid())
    return min(candidates)


def _search_epsilon(curve: _FixedRatio, delta: Fraction) -> arb:
    """m near the root, by Newton's method for log delta (or log(1 - delta)) as a function of m."""
    with working_precision(int(ctx.prec) + curve.lost):
        s = ball(curve.ratio)
        m = (max(_quantile(delta), -s / 4) + s / 2).mid()
    low, high = arb(0), arb.pos_inf()
    for _ in range(MAX_STEPS):
        p = curve.at(m)
        if is_complement(p):
            part = mills(-p.t) + mills(p.b)
            wanted = (part * density(p.t) / ball(1 - delta)).log().mid()
        else:
            part = difference(p)
            wanted = (ball(delta) / (part * density(p.t))).log().mid()
        if wanted > 0:
            high = min(high, m)
        else:
            low = max(low, m)
        change = (-wanted * part / (p.s * mills(p.b))).mid()
        if not change.is_finite():
            raise NotEnclosable("the search for epsilon failed")
        with working_precision(int(ctx.prec) + curve.lost):
            moved = (m + change).mid()
            if abs(change) < min(m, ONE) * arb(2) ** -FIRST_BITS:
                return moved if moved > 0 else m
            if not low < moved:
                moved = ((low + m) / 2).mid()
            elif not moved < high:
                moved = ((m + high) / 2).mid()
        m = moved
    raise NotEnclosable("the search for epsilon did not end")


def _quantile(tail: Fraction) -> arb:
    """About x with 1 - Phi(x) = tail."""
    if tail > Fraction(1, 2):
        return -_quantile(1 - tail)
    w = math.sqrt(-2 * _log(tail))
    if w > 40:
        return arb(math.sqrt(w * w - math.log(2 * math.pi * w * w)))
    x = w - (2.515517 + 0.802853 * w + 0.010328 * w * w) / (1 + 1.432788 * w + 0.189269 * w * w + 0.001308 * w**3)
    return arb(x)


# ---- numbers ----


def _log(q: Fraction) -> float:
    return math.log(q.numerator) - math.log(q.denominator)


def _log2(q: Fraction) -> int:
    """log2 of q > 0, within 1."""
    return q.numerator.bit_length() - q.denominator.bit_length()


def _exponent(x: arb) -> int:
    """About log2 of a positive exact ball."""
    mantissa, exponent = (int(v) for v in x.man_exp())
    return mantissa.bit_length() + exponent


def _bits(digits: int) -> int:
    """A step of 2^(4 - bits) to both sides of the root is narrower than 10^-digits."""
    return math.ceil(digits * math.log2(10)) + 8


def _extras() -> list[int]:
    """More bits from one try to the next."""
    return [0, *(GUARD << 2 * k for k in range(TRIES))]
