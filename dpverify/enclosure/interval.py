"""Real intervals with exact ends, open or closed, possibly infinite: the values that box enclosures work with.

An `Interval` is a set of real numbers {v : lo <(=) v <(=) hi}. Its ends are exact balls (radius 0) or ±inf; an infinite end is open.
Every operation returns an interval that holds all results of the operation on members of its operands (operands independent).
Why the flags survive rounding: if v > e holds for the true end e and r <= e is e rounded down, then v > r; if v >= e then v >= r.
So a flag is computed for the true end and kept whatever the rounding does. That makes signs exact on half-open and unbounded boxes.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import arb, ctx, fmpq

from ..errors import NotEnclosable
from ..exact import rational_from_number
from .balls import NEG_INF, ONE, POS_INF, ZERO, ball_of, end_text, fraction_of, working_precision

if TYPE_CHECKING:
    from ..domain import Range


class Interval:
    """Immutable set of reals between two exact ends. Build with `point`, `whole`, `closed`, `from_range`, or from exact balls."""

    __slots__ = ("lo", "hi", "lo_open", "hi_open", "exact_lo", "exact_hi")
    exact_lo: fmpq
    exact_hi: fmpq
    # exact_lo, exact_hi: the true ends as fractions, set only on intervals made from rational ends that had to be rounded.
    # An affine function of one symbol uses them, so that 1 - 3 v keeps its sign on (0, 1/3).

    def __init__(self, lo: arb, hi: arb, lo_open: bool = False, hi_open: bool = False) -> None:
        self.lo = lo
        self.hi = hi
        self.lo_open = lo_open
        self.hi_open = hi_open

    # ---- constructors

    @staticmethod
    def point(value: Any, prec: int = 64) -> Interval:
        """The one-element set {value}, rounded outward at `prec` bits if the rational is not dyadic."""
        with working_precision(prec):
            q = rational_from_number(value)
            out = Interval.from_ball(ball_of(q, prec))
            if not out.is_point():
                out.exact_lo = out.exact_hi = fmpq(q.numerator, q.denominator)
            return out

    @staticmethod
    def closed(lo: Any, hi: Any, prec: int = 64) -> Interval:
        """[lo, hi] for exact rationals lo <= hi, rounded outward."""
        a, b = rational_from_number(lo), rational_from_number(hi)
        if a > b:
            raise NotEnclosable(f"[{a}, {b}] is no interval")
        with working_precision(prec):
            return _remember(Interval(ball_of(a, prec).lower(), ball_of(b, prec).upper()), sp.Rational(a), sp.Rational(b))

    @staticmethod
    def whole() -> Interval:
        """All real numbers."""
        return Interval(NEG_INF, POS_INF, True, True)

    @staticmethod
    def from_ball(ball: arb) -> Interval:
        """The closed interval that a ball stands for, rounded outward at the precision in force; the ball must be finite."""
        if not ball.is_finite():
            raise NotEnclosable("the value could not be enclosed in a finite ball")
        if ball.is_exact():
            return Interval(ball, ball)
        return Interval(ball.lower(), ball.upper())

    @staticmethod
    def from_range(rng: Range, prec: int = 64) -> Interval:
        """The real hull of a Range (an integer range becomes [first, last]); irrational ends are rounded outward."""
        lo, hi = (rng.first_integer(), rng.last_integer()) if rng.integer else (rng.lo, rng.hi)
        lo_open, hi_open = (False, False) if rng.integer else (rng.lo_open, rng.hi_open)
        lower, upper = _end(lo, prec), _end(hi, prec)
        with working_precision(prec):
            low = NEG_INF if lower is None else lower.lower()
            high = POS_INF if upper is None else upper.upper()
        return _remember(Interval(low, high, lo_open or lower is None, hi_open or upper is None), lo, hi)

    # ---- queries

    def is_positive(self) -> bool:
        return self.lo > ZERO or (self.lo_open and self.lo == ZERO)

    def is_negative(self) -> bool:
        return self.hi < ZERO or (self.hi_open and self.hi == ZERO)

    def is_nonnegative(self) -> bool:
        return self.lo >= ZERO

    def is_nonpositive(self) -> bool:
        return self.hi <= ZERO

    def is_nonzero(self) -> bool:
        return self.is_positive() or self.is_negative()

    def contains_zero(self) -> bool:
        return not self.is_nonzero()

    def is_zero(self) -> bool:
        """True if the set is exactly {0}."""
        return self.lo == ZERO and self.hi == ZERO

    def is_bounded(self) -> bool:
        return self.lo.is_finite() and self.hi.is_finite()

    def is_point(self) -> bool:
        return self.lo == self.hi

    def contains(self, value: Any) -> bool:
        """True if the exact rational `value` is certainly a member, False if it certainly is not."""
        if isinstance(value, arb):
            q: Any = value
        else:
            f = rational_from_number(value)
            q = fmpq(f.numerator, f.denominator)
            dyadic = f.denominator & (f.denominator - 1) == 0
            if dyadic:
                with working_precision(f.numerator.bit_length() + f.denominator.bit_length() + 2):
                    q = arb(q)
            else:
                with working_precision(max(ctx.prec, 256) + f.denominator.bit_length()):
                    q = arb(q)
        above = q > self.lo or (not self.lo_open and q == self.lo)
        below = q < self.hi or (not self.hi_open and q == self.hi)
        return above and below

    def is_subset(self, other: Interval) -> bool:
        """True if every member is a member of `other`."""
        low = self.lo > other.lo or (self.lo == other.lo and (self.lo_open or not other.lo_open))
        high = self.hi < other.hi or (self.hi == other.hi and (self.hi_open or not other.hi_open))
        return low and high

    def width(self) -> float:
        """hi - lo as a double, rounded up; inf if unbounded or too large. A heuristic, no part of a guarantee."""
        return math.inf if not self.is_bounded() else math.nextafter(_to_float((self.hi - self.lo).upper()), math.inf)

    def magnitude(self) -> arb:
        """sup |v|, rounded up (±inf if unbounded)."""
        a, b = self.lo.neg(exact=True), self.hi
        return a if a > b else b

    # ---- cutting

    def cut(self) -> arb:
        """An exact number at which to halve: strictly between the ends if there is one, in log scale if the ends are far apart."""
        lo, hi = self.lo, self.hi
        lo_inf, hi_inf = not lo.is_finite(), not hi.is_finite()
        if lo_inf and hi_inf:
            return ZERO
        if lo_inf:
            return (-self).cut().neg(exact=True)
        if hi_inf:
            if lo < 0:
                return ZERO
            return ONE if lo < arb(1) / 2 else (4 * lo).mid()
        if lo >= 0:
            if lo > 0 and hi > 16 * lo:
                return _geometric_mean(lo, hi)
        elif hi <= 0:
            if hi < 0 and lo < 16 * hi:
                return _geometric_mean(hi.neg(exact=True), lo.neg(exact=True)).neg(exact=True)
        middle = ((lo + hi) / 2).mid()
        if not lo < middle < hi and lo < hi:
            with working_precision(4096):
                middle = ((lo + hi) / 2).mid()
        return middle

    def midpoint(self) -> Fraction:
        """A rational member near the middle (for an unbounded interval: a moderate member)."""
        return fraction_of(self.cut())

    def split(self, at: Any = None) -> tuple[Interval, Interval]:
        """Two intervals that cover this one and share only the cut, which both include."""
        m = self.cut() if at is None else ball_of(rational_from_number(at), 4096).mid()
        if not self.lo < m < self.hi:
            raise NotEnclosable(f"{self.text()} cannot be split any further")
        left, right = Interval(self.lo, m, self.lo_open, False), Interval(m, self.hi, False, self.hi_open)
        _copy_exact(self, left, "exact_lo")
        _copy_exact(self, right, "exact_hi")
        return left, right

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        lo, lo_open = _outer(self.lo, self.lo_open, other.lo, other.lo_open, self.lo < other.lo)
        hi, hi_open = _outer(self.hi, self.hi_open, other.hi, other.hi_open, self.hi > other.hi)
        return Interval(lo, hi, lo_open, hi_open)

    def intersect(self, other: Interval) -> Interval | None:
        """The common members, or None if there are none."""
        lo, lo_open = _inner(self.lo, self.lo_open, other.lo, other.lo_open, self.lo > other.lo)
        hi, hi_open = _inner(self.hi, self.hi_open, other.hi, other.hi_open, self.hi < other.hi)
        if lo > hi or (lo == hi and (lo_open or hi_open)):
            return None
        out = Interval(lo, hi, lo_open, hi_open)
        # An end keeps its exact value only if it comes from one operand: on a tie of rounded ends the flags are those of different numbers.
        if not self.lo == other.lo:
            _copy_exact(self if self.lo == lo else other, out, "exact_lo")
        if not self.hi == other.hi:
            _copy_exact(self if self.hi == hi else other, out, "exact_hi")
        return out

    # ---- arithmetic

    def __add__(self, other: Any) -> Interval:
        b = other if type(other) is Interval else Interval.point(other)
        return Interval((self.lo + b.lo).lower(), (self.hi + b.hi).upper(), self.lo_open or b.lo_open, self.hi_open or b.hi_open)

    __radd__ = __add__

    def __neg__(self) -> Interval:
        # exact=True: a plain minus would round an end that has more bits than the working precision.
        return Interval(self.hi.neg(exact=True), self.lo.neg(exact=True), self.hi_open, self.lo_open)

    def __sub__(self, other: Any) -> Interval:
        b = other if type(other) is Interval else Interval.point(other)
        return Interval((self.lo - b.hi).lower(), (self.hi - b.lo).upper(), self.lo_open or b.hi_open, self.hi_open or b.lo_open)

    def __rsub__(self, other: Any) -> Interval:
        return Interval.point(other) - self

    def __mul__(self, other: Any) -> Interval:
        b = other if type(other) is Interval else Interval.point(other)
        return _multiply(self, b)

    __rmul__ = __mul__

    def reciprocal(self) -> Interval:
        """1/v; raises NotEnclosable if 0 is a member."""
        if self.is_positive():
            hi = POS_INF if self.lo == ZERO else (1 / self.lo).upper()
            lo = (1 / self.hi).lower() if self.hi.is_finite() else ZERO
            return Interval(lo, hi, self.hi_open, self.lo_open)
        if self.is_negative():
            return -((-self).reciprocal())
        raise NotEnclosable("division by an interval that holds 0")

    def __truediv__(self, other: Any) -> Interval:
        b = other if type(other) is Interval else Interval.point(other)
        return _multiply(self, b.reciprocal())

    def __rtruediv__(self, other: Any) -> Interval:
        return Interval.point(other) * self.reciprocal()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Interval):
            return NotImplemented
        return bool(
            self.lo == other.lo and self.hi == other.hi and self.lo_open == other.lo_open and self.hi_open == other.hi_open
        )

    __hash__ = None  # type: ignore[assignment]

    # ---- text

    def text(self, digits: int = 6) -> str:
        """Outward-rounded text, e.g. "(0, 1.5]": the printed interval holds this one."""
        left = "(" if self.lo_open else "["
        right = ")" if self.hi_open else "]"
        return f"{left}{end_text(self.lo, digits, up=False)}, {end_text(self.hi, digits, up=True)}{right}"

    def __repr__(self) -> str:
        return f"Interval{self.text()}"


def _remember(interval: Interval, lo: Any, hi: Any) -> Interval:
    """Attach the exact rational ends where rounding moved them."""
    if lo.is_Rational and lo.is_finite:
        q = fmpq(int(lo.p), int(lo.q))
        if not interval.lo == q:
            interval.exact_lo = q
    if hi.is_Rational and hi.is_finite:
        q = fmpq(int(hi.p), int(hi.q))
        if not interval.hi == q:
            interval.exact_hi = q
    return interval


def _copy_exact(source: Interval, target: Interval, name: str) -> None:
    value = getattr(source, name, None)
    if value is not None:
        setattr(target, name, value)


def affine(a: Interval, slope: fmpq, offset: fmpq) -> Interval:
    """slope * v + offset, slope != 0, from the exact ends where they are known: no rounding before the last step."""
    low, high = getattr(a, "exact_lo", None), getattr(a, "exact_hi", None)
    lo = a.lo if low is None else low
    hi = a.hi if high is None else high
    lo_open, hi_open = a.lo_open, a.hi_open
    if slope < 0:
        lo, hi, lo_open, hi_open = hi, lo, hi_open, lo_open
    return Interval(arb(lo * slope + offset).lower(), arb(hi * slope + offset).upper(), lo_open, hi_open)


def _multiply(a: Interval, b: Interval) -> Interval:
    al, ah, bl, bh = a.lo, a.hi, b.lo, b.hi
    if al >= ZERO:
        if bl >= ZERO:
            return _multiply_nonnegative(a, b)
        if bh <= ZERO:
            return -_multiply_nonnegative(a, -b)
        return _multiply_mixed(b, a)
    if ah <= ZERO:
        if bl >= ZERO:
            return -_multiply_nonnegative(-a, b)
        if bh <= ZERO:
            return _multiply_nonnegative(-a, -b)
        return -_multiply_mixed(b, -a)
    if bl >= ZERO:
        return _multiply_mixed(a, b)
    if bh <= ZERO:
        return -_multiply_mixed(a, -b)
    # Both have members of either sign, so no corner product is 0 * inf.
    p1, o1 = (al * bh).lower(), a.lo_open or b.hi_open
    p2, o2 = (ah * bl).lower(), a.hi_open or b.lo_open
    q1, u1 = (al * bl).upper(), a.lo_open or b.lo_open
    q2, u2 = (ah * bh).upper(), a.hi_open or b.hi_open
    lo, lo_open = _outer(p1, o1, p2, o2, p1 < p2)
    hi, hi_open = _outer(q1, u1, q2, u2, q1 > q2)
    return Interval(lo, hi, lo_open, hi_open)


def _multiply_nonnegative(a: Interval, b: Interval) -> Interval:
    """a, b >= ZERO. The product 0 is attained as soon as one operand attains 0, whatever the other does."""
    al, ah, bl, bh = a.lo, a.hi, b.lo, b.hi
    if al == ZERO or bl == ZERO:
        if ah == ZERO or bh == ZERO:
            return Interval(ZERO, ZERO)
        lo = ZERO
        lo_open = not ((al == ZERO and not a.lo_open) or (bl == ZERO and not b.lo_open))
    else:
        lo = (al * bl).lower()
        lo_open = a.lo_open or b.lo_open
    return Interval(lo, (ah * bh).upper(), lo_open, a.hi_open or b.hi_open)


def _multiply_mixed(a: Interval, b: Interval) -> Interval:
    """a has members of either sign, b >= ZERO."""
    if b.hi == ZERO:
        return Interval(ZERO, ZERO)
    return Interval((a.lo * b.hi).lower(), (a.hi * b.hi).upper(), a.lo_open or b.hi_open, a.hi_open or b.hi_open)


def _outer(p: arb, p_open: bool, q: arb, q_open: bool, first: bool) -> tuple[arb, bool]:
    """The farther of two ends; on a tie it is attained if either is."""
    if first:
        return p, p_open
    return (q, p_open and q_open) if p == q else (q, q_open)


def _inner(p: arb, p_open: bool, q: arb, q_open: bool, first: bool) -> tuple[arb, bool]:
    if first:
        return p, p_open
    return (q, p_open or q_open) if p == q else (q, q_open)


def _end(value: Any, prec: int) -> arb | None:
    """Ball of a SymPy constant, None if infinite."""
    if value.is_infinite:
        return None
    if value.is_Rational:
        return ball_of(rational_from_number(value), prec)
    from .point import enclose_at  # here, because constants are enclosed by the module that builds on this one

    return enclose_at(value, {}, prec)


def _geometric_mean(lo: arb, hi: arb) -> arb:
    m = (lo * hi).sqrt().mid()
    return m if lo < m < hi else ((lo + hi) / 2).mid()


def _to_float(value: arb) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
