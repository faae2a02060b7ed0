"""Conditions on a box: the truth of a relation from the enclosure of its difference, and boxes cut down by relations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import ctx
from sympy.core.relational import Relational

from ..domain import Range
from .interval import Interval

Box = Mapping[sp.Symbol, Interval]


def truth_of(relation: Relational, difference: Interval) -> bool | None:
    """Truth of the relation where lhs - rhs lies in `difference`; None if members of it disagree."""
    if isinstance(relation, (sp.Eq, sp.Ne)):
        equal = False if difference.is_nonzero() else True if difference.is_zero() else None
        return equal if equal is None or isinstance(relation, sp.Eq) else not equal
    if isinstance(relation, sp.StrictGreaterThan):
        return True if difference.is_positive() else False if difference.is_nonpositive() else None
    if isinstance(relation, sp.GreaterThan):
        return True if difference.is_nonnegative() else False if difference.is_negative() else None
    if isinstance(relation, sp.StrictLessThan):
        return True if difference.is_negative() else False if difference.is_nonnegative() else None
    if isinstance(relation, sp.LessThan):
        return True if difference.is_nonpositive() else False if difference.is_positive() else None
    return None


def restrict_box(box: Box, condition: Any) -> Box | None:
    """A box that holds every point of `box` at which the condition holds; None if there is none. Only `symbol REL rational` cuts."""
    if condition is sp.false:
        return None
    conjuncts = condition.args if isinstance(condition, sp.And) else (condition,)
    out = dict(box)
    for c in conjuncts:
        if not isinstance(c, (sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)):
            continue
        symbol, bound, below = c.lts, c.gts, True
        if not isinstance(symbol, sp.Symbol):
            symbol, bound, below = c.gts, c.lts, False
        if symbol not in out or not bound.is_Rational:
            continue
        strict = isinstance(c, (sp.StrictLessThan, sp.StrictGreaterThan))
        half = Range(sp.S.NegativeInfinity, bound, True, strict) if below else Range(bound, sp.S.Infinity, strict, True)
        cut = out[symbol].intersect(Interval.from_range(half, max(ctx.prec, 64)))
        if cut is None:
            return None
        out[symbol] = cut
    return out
