"""Rigorous enclosures of finite and infinite sums, and of finite products, at a point.

Terms are added one by one; polynomials times geometric terms have an exact recursion. The rest of an infinite sum is bounded by `growth`
(every bounding term decreases, so the sum beyond K is at most the term at K plus the integral beyond K).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from flint import arb, fmpq

from ..errors import NotEnclosable
from .geometric import geometric_sum
from .growth import Ray, sum_beyond
from .interval import POS_INF, Interval, working_precision
from .point import Evaluation, Value
from .quadrature import exact_point
from .substitution import substitute
from .sum_blocks import sum_in_blocks
from .switches import resolve

MAX_DIRECT = 20_000
"""More terms than this are not added one by one."""
GUARD = 24


def sum_at(expr: sp.Sum, point: Mapping[sp.Symbol, Any], prec: int) -> Value:
    """The sum over one index between integers, or to infinity; exact if all terms are exact.

    Raises NotEnclosable if convergence is not established or the terms are too many. If convergence is too slow for the precision,
    the ball is wide: it is what the tail bound proves.
    """
    function, k, first, last = _parts(expr, point)
    with working_precision(prec + GUARD):
        if last is None or last - first + 1 > MAX_DIRECT:
            decided = resolve(function, {k: Interval(arb(first), POS_INF, False, True)}, prec)
            closed = geometric_sum(decided, k, first, last, prec + GUARD)
            if closed is not None:
                return closed
        if last is None:
            return _infinite(function, k, first, prec + GUARD)
        if last - first + 1 > MAX_DIRECT:
            try:
                start, tail = _cut_off(function, k, first, prec + GUARD)
            except NotEnclosable:
                return sum_in_blocks(function, k, first, last, prec)
            if start <= last:
                # What is left out, first term start, is part of the infinite rest that was bounded.
                return arb(_fold(function, k, first, start - 1, prec + GUARD)) + (-tail).union(tail)
        return _fold(function, k, first, last, prec + GUARD)


def product_at(expr: sp.Product, point: Mapping[sp.Symbol, Any], prec: int) -> Value:
    """A finite product over one index between integers."""
    function, k, first, last = _parts(expr, point)
    if last is None:
        raise NotEnclosable("infinite products are not enclosed")
    with working_precision(prec + GUARD):
        return _fold(function, k, first, last, prec + GUARD, product=True)


def _parts(expr: Any, point: Mapping[sp.Symbol, Any]) -> tuple[sp.Expr, sp.Symbol, int, int | None]:
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        raise NotEnclosable("only sums over one index with both ends are enclosed")
    index, lower, upper = expr.limits[0]
    values = exact_point(point, expr.free_symbols)
    k = sp.Dummy("k", integer=True)
    function = substitute(expr.function, {**values, index: k})
    if function.has(sp.nan, sp.zoo, sp.oo, sp.Float) or function.free_symbols - {k}:
        raise NotEnclosable("the terms are undefined or have a symbol without a value")
    first = _integer(substitute(lower, values))
    upper = substitute(upper, values)
    last = None if upper is sp.S.Infinity else _integer(upper)
    if last is not None and last < first - 1:
        raise NotEnclosable("a sum with its ends reversed")
    return function, k, first, last


def _integer(value: Any) -> int:
    """A bound of a sum: an exact integer."""
    with working_precision(128):
        v = Evaluation({}, 128).value(value)
    if not isinstance(v, fmpq) or v.q != 1:
        raise NotEnclosable(f"the end {value} of a sum is not known to be an integer")
    return int(v.p)


def _fold(function: sp.Expr, k: sp.Symbol, first: int, last: int, prec: int, product: bool = False) -> Value:
    if last - first + 1 > MAX_DIRECT:
        raise NotEnclosable(f"a sum of {last - first + 1} terms")
    term = _term(function, k, prec)
    total: Any = fmpq(1 if product else 0)
    for n in range(first, last + 1):
        total = total * term(n) if product else total + term(n)
        if isinstance(total, fmpq) and total.q.bit_length() > 8 * prec:
            total = arb(total)
    return total


def _term(function: sp.Expr, k: sp.Symbol, prec: int) -> Callable[[int], Value]:
    """The terms by index. What doesn't depend on the index is evaluated once."""
    shared = Evaluation({}, prec)

    def term(n: int) -> Value:
        walk = Evaluation({k: fmpq(n)}, prec, shared)
        return walk.value(function)

    return term


def _infinite(function: sp.Expr, k: sp.Symbol, first: int, prec: int) -> arb:
    start, tail = _cut_off(function, k, first, prec)
    return arb(_fold(function, k, first, start - 1, prec)) + (-tail).union(tail)


def _cut_off(function: sp.Expr, k: sp.Symbol, first: int, prec: int) -> tuple[int, arb]:
    """K > first and a bound for the sum of |terms| from K on."""
    start = max(first + 1, 4)
    reference: arb | None = None
    best: tuple[int, arb] | None = None
    while start - first <= MAX_DIRECT:
        tail = _tail(function, k, start, prec)
        if tail is not None:
            if reference is None:
                reference = tail
            if best is None or tail < best[1]:
                best = (start, tail)
            if tail <= reference * arb(2) ** (-prec):
                break
        start = first + 2 * (start - first)
    if best is None:
        raise NotEnclosable("no bound was found for the rest of an infinite sum")
    return best


def _tail(function: sp.Expr, k: sp.Symbol, start: int, prec: int) -> arb | None:
    try:
        ray = Ray(k, arb(start), prec)
        if not ray.has_real_powers(function):
            return None
        tail = sum_beyond(ray.bound(resolve(function, ray.box, prec)), arb(start))
    except NotEnclosable:
        return None
    return tail if tail.is_finite() else None
