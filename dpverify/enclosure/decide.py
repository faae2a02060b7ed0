"""Truth of a relation at one exact point, by balls of growing precision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import arb, fmpq
from sympy.core.relational import Relational

from ..errors import NotEnclosable
from .interval import end_text, working_precision
from .point import Evaluation, Value, compare

START_PREC = 64
CONSISTENT = fmpq(1, 10**40)
"""Relative radius of ball(lhs - rhs) at which an equality that is not excluded counts as consistent."""
HEAVY_PREC = 512
"""Precision limit for statements with integrals or sums, whose cost grows much faster."""


@dataclass(frozen=True)
class PointDecision:
    """truth: True, False, or None (the enclosures do not decide); lhs, rhs: enclosures at `prec` bits (None: not enclosable).

    consistent: an equality with 0 in ball(lhs - rhs), whose radius is at most 1e-40 of the size of the sides.
    reason: why nothing could be enclosed, if so.
    """

    truth: bool | None
    lhs: arb | None
    rhs: arb | None
    prec: int
    consistent: bool = False
    reason: str = ""


def decide_at(relation: Any, point: Mapping[sp.Symbol, Any], max_prec: int = 4096, patient: bool = False) -> PointDecision:
    """Decide a SymPy relation at a point (symbol -> exact constant), doubling the precision until decided or beyond `max_prec`.

    False and the truth of an inequality are certified: the enclosures of the two sides lie apart (or both sides are exact fractions).
    An equality is True only between exact fractions; otherwise it can at best be `consistent`, at which the search stops.
    patient: a consistent equality is looked at in all precisions, which finds differences far below its 40 digits.
    Never raises NotEnclosable: what cannot be enclosed is undecided.
    """
    if not isinstance(relation, Relational):
        return PointDecision(None, None, None, 0, reason="not a relation")
    heavy = relation.has(sp.Integral, sp.Sum, sp.Product)
    if heavy:
        max_prec = min(max_prec, HEAVY_PREC)
    best = PointDecision(None, None, None, 0)
    prec = START_PREC
    while prec <= max_prec:
        try:
            best = _decide_once(relation, point, prec)
        except NotEnclosable as error:
            if best.lhs is None:
                best = PointDecision(None, None, None, prec, reason=str(error))
        if best.truth is not None or (best.consistent and not patient):
            break
        if heavy and best.lhs is None and prec > START_PREC:
            break  # an integral or sum that two precisions do not enclose most likely diverges, and each attempt is dear
        prec *= 2
    return best


def holds_at(relations: Any, point: Mapping[sp.Symbol, Any], max_prec: int = 1024) -> bool | None:
    """Truth of all of several relations (or And, Or, Not of relations) at a point: True, False or None."""
    values: list[bool | None] = []
    for relation in relations:
        value: bool | None = None
        prec = START_PREC
        while value is None and prec <= max_prec:
            try:
                with working_precision(prec + 16):
                    value = Evaluation(point, prec).truth(relation)
            except NotEnclosable:
                value = None
            prec *= 4
        if value is False:
            return False
        values.append(value)
    return None if None in values else True


def _decide_once(relation: Relational, point: Mapping[sp.Symbol, Any], prec: int) -> PointDecision:
    with working_precision(prec + 16):
        walk = Evaluation(point, prec)
        a, b = walk.value(relation.lhs), walk.value(relation.rhs)
        truth = compare(relation, a, b)
        consistent = isinstance(relation, sp.Eq) and truth is None and _is_close(a, b)
        return PointDecision(truth, arb(a), arb(b), prec, consistent)


def _is_close(a: Value, b: Value) -> bool:
    difference = arb(a - b)
    size = arb(a).abs_upper()
    other = arb(b).abs_upper()
    size = size if size > other else other
    return difference.contains(0) and difference.rad() <= size * arb(CONSISTENT)


def certified_text(ball: arb, digits: int = 20) -> str:
    """The ball as "[lo, hi]", rounded outward, so that the text is itself true; one number if both ends print alike and exactly."""
    with working_precision(max(128, digits * 4)):
        lo, hi = ball.lower(), ball.upper()
    low, high = end_text(lo, digits, up=False), end_text(hi, digits, up=True)
    return f"[{low}, {high}]"
