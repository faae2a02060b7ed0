"""Local optimisation of a violation: grids for local maxima, then Nelder-Mead and golden section on each. Hints only."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

import mpmath

from ..domain import Domain
from .violation import Coordinate, Violation, coordinates

GRID = {1: 400, 2: 22, 3: 9}
"""Grid points per coordinate; in four and more dimensions the grid is random."""


def steepest_points(violation: Violation, domain: Domain, touching: bool, effort: float = 1.0) -> Iterator[tuple[Any, ...]]:
    """Points where the violation is positive (numerically), found by climbing from local maxima of grids, one after the other.

    With `touching` also points where it comes within 1e-12 of zero: a strict relation fails where the sides are equal.
    """
    ways = [coordinates(r) for r in domain.ranges.values()]
    count = max(len(w) for w in ways)
    for turn in range(count):
        chart = [w[min(turn, len(w) - 1)] for w in ways]
        maxima = _local_maxima(violation, chart, effort)
        for value, u in islice(maxima, max(2, int(7 * effort))):
            if value > 0:
                yield _point(chart, u)
                continue
            best, u = _climb(violation, chart, u, value)
            if best > (-1e-12 if touching else 0):
                yield _point(chart, u)


def _point(chart: list[Coordinate], u: Sequence[float]) -> tuple[Any, ...]:
    return tuple(c.value(t) for c, t in zip(chart, u, strict=True))


def _value(violation: Violation, chart: list[Coordinate], u: Sequence[float]) -> Any:
    if any(abs(t) > 1 for t in u):
        return mpmath.mpf("-inf")
    v = violation(_point(chart, u))
    return mpmath.mpf("-inf") if v is None else v


def _local_maxima(violation: Violation, chart: list[Coordinate], effort: float) -> list[tuple[Any, tuple[float, ...]]]:
    """Grid points not below their neighbours, the largest first."""
    dim = len(chart)
    if dim not in GRID:
        chance = random.Random(dim)
        cloud = [tuple(chance.uniform(-1, 1) for _ in chart) for _ in range(int(1500 * effort))]
        return sorted(((_value(violation, chart, u), u) for u in cloud), key=lambda t: -t[0])
    n = max(5, int(GRID[dim] * effort ** (1 / dim)))
    line = [-1 + 2 * (i + 0.5) / n for i in range(n)]
    values = {index: _value(violation, chart, [line[i] for i in index]) for index in product(range(n), repeat=dim)}
    found = []
    for index, v in values.items():
        if v == mpmath.mpf("-inf"):
            continue
        neighbours = (tuple(i + s for i, s in zip(index, step, strict=True)) for step in product((-1, 0, 1), repeat=dim))
        if all(values.get(m, v) <= v for m in neighbours):
            found.append((v, tuple(line[i] for i in index)))
    found.sort(key=lambda t: -t[0])
    return _diverse(found)


def _diverse(found: list[tuple[Any, tuple[float, ...]]]) -> list[tuple[Any, tuple[float, ...]]]:
    """Interior maxima and those on the rim of the grid in turn: a rim maximum is often only both sides meeting at an end."""
    inner = [f for f in found if all(abs(t) < 0.95 for t in f[1])]
    rim = [f for f in found if not all(abs(t) < 0.95 for t in f[1])]
    out = [f for f in found if f[0] > 0]
    for i in range(max(len(inner), len(rim))):
        out += inner[i : i + 1] + rim[i : i + 1]
    return out


def _climb(violation: Violation, chart: list[Coordinate], start: Sequence[float], value: Any) -> tuple[Any, tuple[float, ...]]:
    """Nelder-Mead from a grid point; stops as soon as the violation is positive."""
    dim = len(chart)
    if dim == 1:
        return _golden(violation, chart, start[0])
    step = 0.06
    simplex = [(value, tuple(start))]
    for i in range(dim):
        u = tuple(t + (step if t < 0.9 else -step) if i == j else t for j, t in enumerate(start))
        simplex.append((_value(violation, chart, u), u))
    for _ in range(80 * dim):
        simplex.sort(key=lambda t: -t[0])
        if simplex[0][0] > 0:
            break
        worst = simplex[-1]
        centre = [sum(s[1][j] for s in simplex[:-1]) / dim for j in range(dim)]

        def along(t: float, centre=centre, worst=worst) -> tuple[Any, tuple[float, ...]]:
            u = tuple(c + t * (w - c) for c, w in zip(centre, worst[1], strict=True))
            return _value(violation, chart, u), u

        trial = along(-1.0)
        if trial[0] > simplex[0][0]:
            simplex[-1] = max(trial, along(-2.0), key=lambda t: t[0])
        elif trial[0] > simplex[-2][0]:
            simplex[-1] = trial
        else:
            inner = along(0.5)
            if inner[0] > worst[0]:
                simplex[-1] = inner
            else:
                top = simplex[0][1]
                shrunk = [tuple((a + b) / 2 for a, b in zip(top, s[1], strict=True)) for s in simplex[1:]]
                simplex = [simplex[0]] + [(_value(violation, chart, u), u) for u in shrunk]
        if max(abs(a - b) for s in simplex[1:] for a, b in zip(simplex[0][1], s[1], strict=True)) < 1e-15:
            break
    simplex.sort(key=lambda t: -t[0])
    return simplex[0]


def _golden(violation: Violation, chart: list[Coordinate], centre: float) -> tuple[Any, tuple[float, ...]]:
    """Golden-section search around the centre."""
    ratio = 0.6180339887498949
    a, b = max(-1.0, centre - 0.006), min(1.0, centre + 0.006)
    c, d = b - ratio * (b - a), a + ratio * (b - a)
    vc, vd = _value(violation, chart, [c]), _value(violation, chart, [d])
    for _ in range(75):
        if max(vc, vd) > 0:
            break
        if vc >= vd:
            b, d, vd = d, c, vc
            c = b - ratio * (b - a)
            vc = _value(violation, chart, [c])
        else:
            a, c, vc = c, d, vd
            d = a + ratio * (b - a)
            vd = _value(violation, chart, [d])
        if b - a < 1e-16:
            break
    return max((vc, (c,)), (vd, (d,)), key=lambda t: t[0])
