"""Integer symbols: relaxed to reals, or taken one value at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy as sp

from ..domain import Domain, Range
from ..symbolic.lost import put_in

SINGLE_VALUES = 6
"""So many values are split off a ray of integers before the rest of it is treated as a real ray."""
MAX_ENUMERATED = 64


def relax(expr: sp.Expr, domain: Domain) -> tuple[sp.Expr, Domain]:
    """Every integer symbol replaced by a real one on the hull of its range: what holds there holds for the integers.

    The new symbol has no memory of being an integer, so that no rewriting can use it.
    """
    for symbol, rng in list(domain.ranges.items()):
        if not (rng.integer or symbol.is_integer):
            continue
        first, last = rng.first_integer(), rng.last_integer()
        if not rng.integer:
            first, last = rng.lo, rng.hi
        real = sp.Dummy(symbol.name, real=True, positive=first.is_positive or None, nonnegative=first.is_nonnegative or None)
        wide = Range(first, last, not first.is_finite, not last.is_finite)
        if not rng.integer:
            wide = replace(rng, integer=False)
        expr = expr.xreplace({symbol: real})
        domain = Domain(
            {(real if s == symbol else s): (wide if s == symbol else r) for s, r in domain.ranges.items()},
            tuple(a.xreplace({symbol: real}) for a in domain.assumptions),
        )
    return expr, domain


def enumerate_one(expr: sp.Expr, domain: Domain) -> Iterator[tuple[sp.Expr, Domain, str]] | None:
    """The domain cut along one integer symbol: single values, and a ray or two if there are infinitely many. None if nothing can be cut."""
    for symbol, rng in domain.ranges.items():
        if not rng.integer or symbol not in expr.free_symbols:
            continue
        first, last = rng.first_integer(), rng.last_integer()
        if first.is_finite and last.is_finite and last - first < MAX_ENUMERATED:
            return _values(expr, domain, symbol, int(first), int(last))
        if first.is_finite:
            return _with_rays(expr, domain, symbol, int(first), rng)
        if last.is_infinite:
            return _with_rays(expr, domain, symbol, -SINGLE_VALUES // 2, rng)
    return None


def _values(expr: sp.Expr, domain: Domain, symbol: sp.Symbol, first: int, last: int) -> Iterator[tuple[sp.Expr, Domain, str]]:
    for v in range(first, last + 1):
        part = domain.fix(symbol, sp.Integer(v))
        yield put_in(expr, {symbol: sp.Integer(v)}, part), part, f"${sp.latex(symbol)} = {v}$"


def _with_rays(expr: sp.Expr, domain: Domain, symbol: sp.Symbol, first: int, rng: Range) -> Iterator[tuple[sp.Expr, Domain, str]]:
    """Some single values from `first` on, and what lies above and below them."""
    start = first + SINGLE_VALUES
    name = sp.latex(symbol)
    yield expr, domain.with_range(symbol, replace(rng, lo=sp.Integer(start), lo_open=False)), rf"${name} \ge {start}$"
    if rng.first_integer().is_infinite:
        yield expr, domain.with_range(symbol, replace(rng, hi=sp.Integer(first - 1), hi_open=False)), rf"${name} \le {first - 1}$"
    yield from _values(expr, domain, symbol, first, start - 1)
