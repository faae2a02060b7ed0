"""Is a point in a domain? Certified: exact comparison for rational ends, enclosures for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..enclosure.decide import decide_at
from ..errors import NotEnclosable

MAX_PREC = 1024


def in_range(value: sp.Expr, rng: Range) -> bool:
    """True only if the constant `value` certainly lies in the range."""
    if rng.integer and value.is_integer is not True:
        return False
    return _above(value, rng.lo, rng.lo_open) and _below(value, rng.hi, rng.hi_open)


def _above(value: sp.Expr, lo: sp.Expr, is_open: bool) -> bool:
    if lo is sp.S.NegativeInfinity:
        return True
    if isinstance(value, sp.Rational) and isinstance(lo, sp.Rational):
        gap = value.p * lo.q - lo.p * value.q
        return gap > 0 or (gap == 0 and not is_open)
    if value == lo:
        return not is_open
    return holds_at(sp.Gt(value, lo, evaluate=False), {})


def _below(value: sp.Expr, hi: sp.Expr, is_open: bool) -> bool:
    if hi is sp.S.Infinity:
        return True
    if isinstance(value, sp.Rational) and isinstance(hi, sp.Rational):
        gap = hi.p * value.q - value.p * hi.q
        return gap > 0 or (gap == 0 and not is_open)
    if value == hi:
        return not is_open
    return holds_at(sp.Lt(value, hi, evaluate=False), {})


def holds_at(relation: Any, point: Mapping[sp.Symbol, sp.Rational]) -> bool:
    """True only if the relation (or an And/Or of relations) is certified at the point. Equalities hold only when exact."""
    if relation is sp.S.true or relation is True:
        return True
    if relation is sp.S.false or relation is False:
        return False
    if isinstance(relation, sp.And):
        return all(holds_at(r, point) for r in relation.args)
    if isinstance(relation, sp.Or):
        return any(holds_at(r, point) for r in relation.args)
    if not isinstance(relation, Relational):
        return False
    if all(side.is_rational_function() for side in relation.args):
        exact = _exact_truth(relation, point)
        if exact is not None:
            return exact
    try:
        return decide_at(relation, dict(point), max_prec=MAX_PREC).truth is True
    except NotEnclosable:
        return False


def _exact_truth(relation: Relational, point: Mapping[sp.Symbol, sp.Rational]) -> bool | None:
    """Both sides rational numbers at the point: compared exactly."""
    sides = [side.xreplace(dict(point)) for side in relation.args]
    if not all(isinstance(s, sp.Rational) for s in sides):
        sides = [sp.together(s) for s in sides]
    if not all(isinstance(s, sp.Rational) for s in sides):
        return None
    return bool(relation.func(*sides))


def certainly_in(point: Mapping[sp.Symbol, sp.Expr], domain: Domain) -> bool:
    """True only if the rational point certainly lies in the domain, assumptions included."""
    if not all(s in point and in_range(point[s], r) for s, r in domain.ranges.items()):
        return False
    return all(holds_at(a, point) for a in domain.assumptions)
