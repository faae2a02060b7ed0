"""Integer parts taken out of an inequality: floor(u) is u - r with a remainder 0 <= r < 1, or a number m with m <= u < m + 1.

Either names a new symbol, so that the new domain holds every old point (with the remainder or the integer part that it has) and more:
what is shown there holds for the integer parts.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from ..domain import Domain, Range
from ..enclosure.box import enclose_over
from ..enclosure.function_table import REWRITTEN
from ..enclosure.interval import Interval, fraction_of
from ..errors import NotEnclosable
from ..symbolic.lost import replaced
from ..symbolic.summation import is_integer_valued
from .definedness import defined_on

STEPS = (sp.floor, sp.ceiling, sp.frac, sp.Mod)
MAX_STEPS = 3


def without_integer_parts(expr: sp.Expr, domain: Domain) -> Iterator[tuple[sp.Expr, Domain, str]]:
    """(expression, domain, what was done) for each of the two ways; nothing if there is no integer part or one may be undefined."""
    if not expr.has(*STEPS):
        return
    try:
        expr = _as_floors(expr)
    except NotEnclosable:
        return
    if not 0 < len(expr.atoms(sp.floor)) <= MAX_STEPS:
        return
    for way in (_remainder, _integer_part):
        out, where = expr, domain
        said = []
        while (node := _innermost(out)) is not None:
            u = node.args[0]
            taken = way(u, where) if defined_on(u, where) is not None else None
            new = None if taken is None else replaced(out, node, taken[0], taken[1], _defined)
            if taken is None or new is None:
                break
            out, where = new, taken[1]
            said.append(taken[2])
        else:
            yield out, where, "; ".join(said)


def compared_with_integer(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool) -> tuple[sp.Expr, sp.Expr, bool, str] | None:
    """(large, small, strict, why) that say the same without the outer integer part: floor(u) >= c as u >= c for an integer c, and so on."""
    why = "an integer part is compared with an integer"
    if isinstance(large, sp.floor) and is_integer_valued(small, domain):
        return large.args[0], small + 1 if strict else small, False, why
    if isinstance(large, sp.ceiling) and is_integer_valued(small, domain):
        return large.args[0], small if strict else small - 1, True, why
    if isinstance(small, sp.floor) and is_integer_valued(large, domain):
        return large if strict else large + 1, small.args[0], True, why
    if isinstance(small, sp.ceiling) and is_integer_valued(large, domain):
        return large - 1 if strict else large, small.args[0], False, why
    return None


def _defined(part: sp.Expr, domain: Domain) -> bool:
    return defined_on(part, domain) is not None


def _as_floors(expr: sp.Expr) -> sp.Expr:
    for head in (sp.Mod, sp.frac):
        expr = expr.replace(head, REWRITTEN[head])
    return expr.replace(sp.ceiling, lambda u: -sp.floor(-u))


def _innermost(expr: sp.Expr) -> sp.Expr | None:
    nodes = sorted(expr.atoms(sp.floor), key=lambda a: (sp.count_ops(a), str(a)))
    return next((a for a in nodes if not a.args[0].has(sp.floor)), None)


def _remainder(u: sp.Expr, domain: Domain) -> tuple[sp.Expr, Domain, str]:
    r = sp.Dummy("r", real=True, nonnegative=True)
    where = domain.extend(r, Range(sp.S.Zero, sp.S.One, False, True))
    return u - r, where, rf"$\lfloor {sp.latex(u)}\rfloor = {sp.latex(u)} - {sp.latex(r)}$ with $0 \le {sp.latex(r)} < 1$"


def _integer_part(u: sp.Expr, domain: Domain) -> tuple[sp.Expr, Domain, str]:
    rng = _floor_range(u, domain)
    m = sp.Dummy("m", real=True, positive=rng.lo.is_positive or None, nonnegative=rng.lo.is_nonnegative or None)
    where = domain.extend(m, rng).restrict(sp.Le(m, u, evaluate=False), sp.Lt(u, m + 1, evaluate=False))
    text = sp.latex(u)
    return m, where, rf"$\lfloor {text}\rfloor = {sp.latex(m)}$ with ${sp.latex(m)} \le {text} < {sp.latex(m)} + 1$"


def _floor_range(u: sp.Expr, domain: Domain) -> Range:
    """The hull of the integer parts of u on the box of the domain."""
    try:
        image = enclose_over(u, {s: Interval.from_range(r) for s, r in domain.ranges.items()})
    except NotEnclosable:
        return Range()
    low = sp.floor(_rational(image.lo)) if image.lo.is_finite() else -sp.oo
    high = sp.floor(_rational(image.hi)) if image.hi.is_finite() else sp.oo
    return Range(low, high, low is -sp.oo, high is sp.oo)


def _rational(end: object) -> sp.Rational:
    q = fraction_of(end)
    return sp.Rational(q.numerator, q.denominator)
