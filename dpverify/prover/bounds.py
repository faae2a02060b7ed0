"""Between which values one symbol runs when the others are fixed, read off the range and the assumptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..symbolic.sign import sign


@dataclass(frozen=True)
class Slice:
    """For fixed values of the other symbols in `rest`, the symbol runs through the interval from `lo` to `hi`.

    `domain` is the domain on which that is so: assumptions that are not bounds of the symbol are dropped, so it may be larger than the
    one asked about, which is harmless for a statement about all its points.
    """

    symbol: sp.Symbol
    lo: sp.Expr
    hi: sp.Expr
    lo_closed: bool
    hi_closed: bool
    rest: Domain
    domain: Domain
    relaxed: bool


def slices(domain: Domain, symbol: sp.Symbol) -> list[Slice]:
    """The domain cut into parts on each of which the symbol has one lower and one upper end. Empty if it gets too many."""
    rng = domain.ranges[symbol]
    lower: list[tuple[sp.Expr, bool]] = [(rng.lo, not rng.lo_open)]
    upper: list[tuple[sp.Expr, bool]] = [(rng.hi, not rng.hi_open)]
    others: list[Any] = []
    kept: list[Any] = []
    relaxed = False
    for a in domain.assumptions:
        if symbol not in a.free_symbols:
            others.append(a)
            kept.append(a)
            continue
        bound = _bound(a, symbol, domain)
        if bound is None:
            relaxed = True
            continue
        kept.append(a)
        (lower if bound[2] else upper).append(bound[:2])
    box = {s: r for s, r in domain.ranges.items() if s != symbol}
    rest = Domain(box).restrict(*others, *_crossings(lower, upper))
    whole = Domain(dict(domain.ranges), tuple(kept))
    out = []
    lows, highs = _extreme(lower, rest, top=True), _extreme(upper, rest, top=False)
    if len(lows) * len(highs) > 4:
        return []
    for lo, lo_closed, low_conditions in lows:
        for hi, hi_closed, high_conditions in highs:
            conditions = low_conditions + high_conditions
            part_rest = rest.restrict(*conditions) if conditions else rest
            part = whole.restrict(*conditions) if conditions else whole
            if not part_rest.is_box_empty():
                out.append(Slice(symbol, lo, hi, lo_closed, hi_closed, part_rest, part, relaxed))
    return out


def _bound(relation: Any, symbol: sp.Symbol, domain: Domain) -> tuple[sp.Expr, bool, bool] | None:
    """(end, closed, is_lower) if the relation says that the symbol lies above (below) an expression in the others."""
    if not isinstance(relation, Relational) or isinstance(relation, (sp.Eq, sp.Ne)):
        return None
    gap = sp.expand(relation.gts - relation.lts)
    slope = gap.coeff(symbol, 1)
    rest = gap.coeff(symbol, 0)
    if slope.has(symbol) or rest.has(symbol) or sp.expand(gap - slope * symbol - rest) != 0:
        return None
    direction = sign(slope, domain.without(symbol))
    if direction not in ("+", "-"):
        return None
    closed = isinstance(relation, (sp.Ge, sp.Le))
    return sp.cancel(-rest / slope), closed, direction == "+"


def _crossings(lower: list[tuple[sp.Expr, bool]], upper: list[tuple[sp.Expr, bool]]) -> list[Any]:
    """Every lower end lies below every upper one: what is left of the assumptions when the symbol is projected away."""
    out = []
    for lo, lo_closed in lower:
        for hi, hi_closed in upper:
            if lo.is_infinite or hi.is_infinite or not (lo.free_symbols or hi.free_symbols):
                continue
            relation = (sp.Le if lo_closed and hi_closed else sp.Lt)(lo, hi, evaluate=False)
            out.append(relation)
    return out


def _extreme(ends: list[tuple[sp.Expr, bool]], rest: Domain, top: bool) -> list[tuple[sp.Expr, bool, list[Any]]]:
    """The largest (smallest) of the ends; where that depends on the other symbols, one case each."""
    infinite = sp.S.NegativeInfinity if top else sp.S.Infinity
    finite = list(dict.fromkeys(e for e in ends if e[0] is not infinite))
    if not finite:
        return [(infinite, False, [])]
    useful = []
    for i, (e, closed) in enumerate(finite):
        beaten = False
        for j, (f, _) in enumerate(finite):
            if i == j:
                continue
            s = sign(f - e if top else e - f, rest)
            if s == "+" or (s in ("+0", "0") and j < i):
                beaten = True
                break
        if not beaten:
            useful.append((e, closed))
    if len(useful) == 1:
        return [(useful[0][0], useful[0][1], [])]
    out = []
    for e, closed in useful:
        conditions = [(sp.Ge if top else sp.Le)(e, f, evaluate=False) for f, _ in useful if f != e]
        # At a tie an end may be open although this one is closed; taking it as closed only enlarges the slice.
        out.append((e, closed, conditions))
    return out
