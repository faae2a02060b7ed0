"""The shape of a density: how far it is from unimodal, its total variation, and whether it is negative anywhere.

The line is cut where the density switches, and further until the sign of the derivative is known on every segment by interval arithmetic.
What is left over (a narrow segment around an irrational cut or a mode) is accounted for by its width times its range.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..enclosure.balls import NEG_INF, ONE, POS_INF, ZERO
from ..enclosure.box import decide_over, enclose_over
from ..enclosure.interval import Interval, working_precision
from ..enclosure.point import enclose_at
from ..enclosure.switches import same_sign, split_at_switches
from ..errors import NotEnclosable
from ..symbolic.derivative import NotDifferentiable, differentiate

PREC = 160
NARROW = -100
"""Segments narrower than 2^NARROW (relative to 1 or to where they lie) are not cut again."""
MAX_SEGMENTS = 3000
MAX_PEAKS = 50


@dataclass(frozen=True)
class Shape:
    """Balls; None for what is not known.

    unimodal_gap: the density differs from some unimodal function by at most this in L1.
    variation, variation_gap: it differs by at most the gap in L1 from a function of at most that total variation.
    least: a lower bound of the density.
    """

    unimodal_gap: Any
    variation: Any
    variation_gap: Any
    least: Any


@dataclass(frozen=True)
class _Segment:
    lo: Any
    hi: Any
    sign: int | None
    """Of the derivative; 0: constant; None: unknown."""
    left: Any
    """Ball of the limit from inside at lo (0 at an infinite end, where an integrable monotone function goes)."""
    right: Any
    least: Any
    """Bounds of the values."""
    most: Any


def shape_of(density: sp.Expr, x: sp.Symbol) -> Shape:
    """The shape of an integrable density in the real symbol x. Never raises NotEnclosable: what is not known is None."""
    with working_precision(PREC):
        try:
            segments = _segments(density, x)
        except (NotEnclosable, NotDifferentiable):
            return Shape(None, None, None, None)
        kept, paid = _without_unknown(segments)
        gap = _unimodal_gap(kept)
        return Shape(None if gap is None else (gap + paid).upper(), _variation(kept), paid, _least(segments))


def _segments(f: sp.Expr, x: sp.Symbol) -> list[_Segment]:
    out: list[_Segment] = []
    for piece in split_at_switches(f, x, NEG_INF, POS_INF, ONE / 2**-NARROW, PREC):
        if not piece.smooth:
            if not (piece.lo.is_finite() and piece.hi.is_finite()):
                raise NotEnclosable("the density switches without end")
            out.append(_rough(piece.integrand, x, piece.lo, piece.hi))
        else:
            out.extend(_smooth(piece.integrand, x, piece.lo, piece.hi))
        if len(out) > MAX_SEGMENTS:
            raise NotEnclosable("the density has too many pieces")
    return out


def _rough(f: sp.Expr, x: sp.Symbol, lo: Any, hi: Any) -> _Segment:
    image = enclose_over(f, {x: Interval(lo, hi)}, PREC)
    if not image.is_bounded():
        raise NotEnclosable("the density is unbounded")
    return _Segment(lo, hi, None, image.lo, image.lo, image.lo, image.hi)


def _smooth(f: sp.Expr, x: sp.Symbol, lo: Any, hi: Any) -> list[_Segment]:
    if x not in f.free_symbols:
        value = enclose_at(f, {}, PREC)
        return [_Segment(lo, hi, 0, value, value, value.lower(), value.upper())]
    slope = differentiate(f, x)
    plain = same_sign(slope)
    done: list[_Segment] = []
    pending = [(lo, hi)]
    while pending:
        a, b = pending.pop()
        box = {x: Interval(a, b, True, True)}
        sign = _sign(slope, plain, box)
        if sign is None and not _is_narrow(a, b):
            if len(done) + len(pending) > MAX_SEGMENTS:
                raise NotEnclosable("the derivative changes its sign too often, or near too many places")
            middle = Interval(a, b).cut()
            _check_continuous(f, x, middle)
            pending += [(middle, b), (a, middle)]
            continue
        left, right = _limit(f, x, a), _limit(f, x, b)
        if sign is None:
            done.append(_rough(f, x, a, b))
        else:
            low, high = (left, right) if sign > 0 else (right, left)
            done.append(_Segment(a, b, sign, left, right, low.lower(), high.upper()))
    return done


def _sign(slope: sp.Expr, plain: sp.Expr, box: dict[sp.Symbol, Interval]) -> int | None:
    for g in (slope, plain):
        if decide_over(sp.Le(g, 0, evaluate=False), box, PREC):
            return -1
        if decide_over(sp.Ge(g, 0, evaluate=False), box, PREC):
            return 1
    return None


def _is_narrow(a: Any, b: Any) -> bool:
    if not (a.is_finite() and b.is_finite()):
        return False
    return bool((b - a) * 2**-NARROW < ONE.max(abs(a)))


def _limit(f: sp.Expr, x: sp.Symbol, end: Any) -> Any:
    if not end.is_finite():
        return ZERO
    return enclose_at(f, {x: end}, PREC)


def _check_continuous(f: sp.Expr, x: sp.Symbol, at: Any) -> None:
    """An expression without switches that has a value at the point, and bounded ones around it, is continuous there."""
    margin = ONE.max(abs(at)) / 2 ** (PREC // 2)
    enclose_at(f, {x: at}, PREC)
    if not enclose_over(f, {x: Interval((at - margin).lower(), (at + margin).upper())}, PREC).is_bounded():
        raise NotEnclosable("the density may be unbounded or jump inside a piece")


def _without_unknown(segments: list[_Segment]) -> tuple[list[_Segment], Any]:
    """The other segments, and what it costs in L1 to make the density on the unknown ones equal to a value at a neighbour."""
    kept: list[_Segment] = []
    paid = ZERO
    for i, s in enumerate(segments):
        if s.sign is not None:
            kept.append(s)
            continue
        # The first and the last are rays, whose sign is known.
        before, after = kept[-1], next(t for t in segments[i:] if t.sign is not None)
        least = s.least.min(before.right.lower()).min(after.left.lower())
        most = s.most.max(before.right.upper()).max(after.left.upper())
        paid = paid + (s.hi - s.lo) * (most - least)
    return kept, paid.upper()


def _unimodal_gap(segments: list[_Segment]) -> Any:
    """L1 distance to a function that rises up to some segment and falls after it; the segments have known signs.

    Where a junction of the rising part may fall by m, m is added to everything from there to the peak; in the falling part likewise.
    """
    rising = [i for i, s in enumerate(segments) if s.sign == 1]
    falling = [i for i, s in enumerate(segments) if s.sign == -1]
    first = rising[-1] if rising else 0
    last = falling[0] - 1 if falling else len(segments) - 2
    if last - first > MAX_PEAKS:
        return None
    best = None
    for junction in range(first, last + 1):
        gap = _gap_with_peak(segments, junction)
        if gap is not None and (best is None or gap < best):
            best = gap
    return best


def _gap_with_peak(segments: list[_Segment], peak: int) -> Any:
    """The peak lies between the segments `peak` and `peak` + 1, where any jump will do."""
    total = ZERO
    for i, (s, t) in enumerate(zip(segments, segments[1:], strict=False)):
        if i == peak:
            continue
        if i < peak:
            loss, reach = (s.right - t.left).upper(), segments[peak].hi - s.hi
        else:
            loss, reach = (t.left - s.right).upper(), t.lo - segments[peak + 1].lo
        if loss > 0:
            total = total + loss * reach
    return total.upper() if total.is_finite() else None


def _variation(segments: list[_Segment]) -> Any:
    total = ZERO
    for s in segments:
        total = total + abs(s.right - s.left)
    for s, t in zip(segments, segments[1:], strict=False):
        total = total + abs(s.right - t.left)
    return total.upper() if total.is_finite() else None


def _least(segments: list[_Segment]) -> Any:
    least = segments[0].least
    for s in segments[1:]:
        least = least.min(s.least)
    return least.lower()
