"""A relation at one rational point, decided by enclosures. The only ground on which anything is called false."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..enclosure.box import enclose_over
from ..enclosure.decide import certified_text, decide_at
from ..enclosure.interval import Interval
from ..errors import NotEnclosable
from ..symbolic.lost import put_in
from ..symbolic.normal_form import is_zero
from ..symbolic.resolve import resolve
from ..symbolic.taylor_model import enclose_limit_at

MAX_PREC = 2048
MAX_LIMIT_PREC = 512
DIGITS = 20
NEIGHBOURHOOD = sp.Rational(1, 1 << 20)
"""Half the width of the interval on which a derivative is formed, relative to the point (to 1 at the origin)."""


@dataclass(frozen=True)
class PointTruth:
    """truth: True, False or None (not decided); the printed enclosures of both sides."""

    truth: bool | None
    lhs: str
    rhs: str


def decide(
    relation: Relational, point: Mapping[sp.Symbol, sp.Rational], max_prec: int = MAX_PREC, apart: bool = True
) -> PointTruth | None:
    """The relation at the point; None where a side has no enclosure (it may be undefined there).

    apart: what the sides do not decide is asked of their difference as well, in which terms that they share drop out.
    """
    try:
        if relation.has(sp.Derivative):
            relation, point = _differentiated(relation, point)
        if relation.has(sp.Limit):
            return _decide_with_limits(relation, point, min(max_prec, MAX_LIMIT_PREC))
        decision = decide_at(relation, dict(point), max_prec=max_prec)
        if decision.lhs is None or decision.rhs is None:
            return None
        truth = decision.truth
        if truth is None and apart:
            # Both sides are defined here, so terms that they share may be dropped; what is left may be exact.
            truth = decide_at(relation.func(relation.lhs - relation.rhs, 0, evaluate=False), dict(point), max_prec=256).truth
        if truth is None and isinstance(relation, (sp.Lt, sp.Gt, sp.Ne)) and _are_equal(relation, point):
            truth = False
    except NotEnclosable:
        return None
    return PointTruth(truth, certified_text(decision.lhs, DIGITS), certified_text(decision.rhs, DIGITS))


def _are_equal(relation: Relational, point: Mapping[sp.Symbol, sp.Rational]) -> bool:
    """True only if both sides are shown to be the same constant at the point, where they are known to be defined."""
    difference = (relation.lhs - relation.rhs).xreplace(dict(point))
    return is_zero(difference, Domain()) is not None


def _differentiated(relation: Relational, point: Mapping[sp.Symbol, sp.Rational]) -> tuple[Relational, dict[sp.Symbol, sp.Rational]]:
    """The relation near the point with its derivatives carried out: only the variables of differentiation move, on a short interval.

    Smoothness has to be shown on that interval only. NotEnclosable if it is not.
    """
    moving = set().union(*(d.variables for d in relation.atoms(sp.Derivative))) & set(point)
    around = {s: NEIGHBOURHOOD * (abs(point[s]) or 1) for s in moving}
    near = Domain({s: Range(point[s] - r, point[s] + r) for s, r in around.items()})
    fixed = {s: v for s, v in point.items() if s not in moving}
    sides = [resolve(put_in(side, fixed, near), near).value for side in relation.args]
    if any(side.has(sp.Derivative) for side in sides):
        raise NotEnclosable("a derivative that cannot be formed at the point")
    return relation.func(*sides, evaluate=False), {s: point[s] for s in moving}


def _decide_with_limits(relation: Relational, point: Mapping[sp.Symbol, sp.Rational], max_prec: int) -> PointTruth | None:
    """Each Limit is replaced by a name whose range is the limit's own enclosure."""
    limits = list(relation.atoms(sp.Limit))
    outer = [a for a in limits if not any(a is not b and b.has(a) for b in limits)]
    names = {a: sp.Dummy(f"L{i}", real=True) for i, a in enumerate(outer)}
    sides = [s.xreplace(names) for s in (relation.lhs, relation.rhs)]
    last = None
    prec = 64
    while prec <= max_prec:
        box = {s: Interval.point(v, prec) for s, v in point.items()}
        for limit, name in names.items():
            box[name] = Interval.from_ball(enclose_limit_at(limit, dict(point), prec))
        lhs, rhs = (enclose_over(s, box, prec) for s in sides)
        last = PointTruth(_compare(relation, lhs, rhs), lhs.text(DIGITS), rhs.text(DIGITS))
        if last.truth is not None:
            return last
        prec *= 2
    return last


def _compare(relation: Relational, lhs: Interval, rhs: Interval) -> bool | None:
    """Only strict separations are used, so that open and closed ends do not matter."""
    below, above = bool(lhs.hi < rhs.lo), bool(lhs.lo > rhs.hi)
    if isinstance(relation, sp.Eq):
        return False if below or above else None
    if isinstance(relation, sp.Ne):
        return True if below or above else None
    if isinstance(relation, (sp.StrictLessThan, sp.LessThan)):
        return True if below else False if above else None
    if isinstance(relation, (sp.StrictGreaterThan, sp.GreaterThan)):
        return True if above else False if below else None
    return None
