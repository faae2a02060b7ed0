"""Sums of powers against a geometric sequence, in closed form (Euler): S_j(b) = sum_{k>=0} k^j b^k."""

from __future__ import annotations

from functools import cache
from typing import Any

MAX_POWER = 60


@cache
def eulerian(j: int) -> tuple[int, ...]:
    """A(j, 0), ..., A(j, j - 1), j >= 1: S_j(b) = b sum_i A(j, i) b^i/(1 - b)^(j + 1)."""
    row: tuple[int, ...] = (1,)
    for n in range(2, j + 1):
        row = tuple((i + 1) * (row[i] if i < n - 1 else 0) + (n - i) * (row[i - 1] if i else 0) for i in range(n))
    return row


def power_sum(j: int, b: Any, rest: Any) -> Any:
    """S_j(b), rest = 1 - b; numbers or expressions. All terms are positive, so nothing cancels."""
    if j == 0:
        return 1 / rest
    return b * sum_of_powers(j, b) / rest ** (j + 1)


def sum_of_powers(j: int, b: Any) -> Any:
    """S_j(b) (1 - b)^(j + 1)/b, j >= 1; j! at b = 1."""
    return sum(a * b**i for i, a in enumerate(eulerian(j)))
