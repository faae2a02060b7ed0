"""Sums of far too many terms to add: the range of the index is cut into blocks, and n terms of a block lie in n times its image.

Blocks grow geometrically and the ones that matter most are halved, so that the relative width stays moderate over any number of terms:
enough to see that a harmonic sum passes 50, not to tell two numbers apart.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import isqrt

import sympy as sp
from flint import arb

from ..errors import NotEnclosable
from .box import Program, compile_expr
from .interval import Interval

MAX_BLOCKS = 800


def sum_in_blocks(function: sp.Expr, k: sp.Symbol, first: int, last: int, prec: int) -> arb:
    """A finite ball that holds the sum of function(k) for first <= k <= last. Raises NotEnclosable if a block has no bounded image."""
    program = compile_expr(function)
    heap: list[tuple[float, int, int, Interval]] = [_weighed(program, k, a, b, prec) for a, b in _geometric(first, last)]
    heapify(heap)
    for _ in range(MAX_BLOCKS - len(heap)):
        rank, a, b, _ = heap[0]
        if rank == float("inf"):
            break
        heappop(heap)
        middle = min(max(isqrt(a * b), a), b - 1) if a > 0 else (a + b) // 2
        heappush(heap, _weighed(program, k, a, middle, prec))
        heappush(heap, _weighed(program, k, middle + 1, b, prec))
    low, high = arb(0), arb(0)
    for _, a, b, image in heap:
        low, high = low + (b - a + 1) * image.lo, high + (b - a + 1) * image.hi
    total = low.union(high)
    if not total.is_finite():
        raise NotEnclosable(f"a sum of {last - first + 1} terms")
    return total


def _weighed(program: Program, k: sp.Symbol, a: int, b: int, prec: int) -> tuple[float, int, int, Interval]:
    """A block, ranked by the logarithm of what its image leaves open, the most first."""
    image = program({k: Interval(arb(a), arb(b))}, prec)
    if not image.is_bounded():
        raise NotEnclosable(f"the terms from {a} to {b} have no bounded image")
    width = arb(image.hi - image.lo).abs_upper() * (b - a + 1)
    return -float(width.log()) if a < b and width > 0 else float("inf"), a, b, image


def _geometric(first: int, last: int) -> list[tuple[int, int]]:
    """The integers from first to last, in blocks that double in length away from the origin."""
    ends = [first]
    while ends[-1] <= last:
        a = ends[-1]
        size = max(1, abs(a) if a >= 0 else abs(a) // 2)
        ends.append(min(a + size, last + 1) if a >= 0 else min(a + size, 0, last + 1))
    return [(a, b - 1) for a, b in zip(ends, ends[1:], strict=False)]
