"""The lattice programs of a bracket solved exactly in fractions, twice: by the simplex method with Bland's rule, whose answer proves itself
by weak duality, and for the smallest ones by looking at every vertex. Nothing of the package is used.

Both ends are programs over mixtures of extreme laws: pairs of points (or cells) at ±n, or uniform ones on -n..n where the law is to be
unimodal. With v_j >= 0 the share of extreme law j: minimise sum cost_j v_j subject to sum v_j = 1 and, for each shift k,
sum_i (p_i - E p_(i+k))_+ + atom <= delta, p = sum_j v_j law_j.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Vector = list[Fraction]


class NoLaw(Exception):
    """No mixture is private."""


@dataclass(frozen=True)
class Extreme:
    """An extreme law: mass at each point, mass at an atom that no point meets, cost."""

    masses: Mapping[int, Fraction]
    cost: Fraction
    atom: Fraction = Fraction(0)


@dataclass(frozen=True)
class LatticeProgram:
    """Which mixtures of extremes cost least if the shifts see at most delta."""

    extremes: tuple[Extreme, ...]
    growth: Fraction
    delta: Fraction
    pairs: Mapping[int, tuple[int, ...]]
    """For each shift k the points i at which p_i is held against E p_(i+k)."""


@dataclass(frozen=True)
class Optimum:
    """The least cost, the shares, and for each shift the cap z and the weights y at its points."""

    value: Fraction
    shares: tuple[Fraction, ...]
    caps: Mapping[int, Fraction]
    weights: Mapping[int, Mapping[int, Fraction]]


def lower_program(growth: Fraction, delta: Fraction, loss: int, grid: int, window: int, monotone: bool) -> LatticeProgram:
    """The program whose dual the lower end of a certificate is, in units of grid^-loss: points, and all mass beyond the window at once."""
    cost = [loss_below(i, loss) for i in range(window + 1)]
    extremes = [_extreme(n, cost, monotone, centred=True) for n in range(window + 1)] + [Extreme({}, cost[window])]
    pairs = {k: tuple(range(-window, window + 1 - k)) for k in range(1, grid + 1) if k <= 2 * window}
    return LatticeProgram(tuple(extremes), growth, delta, pairs)


def upper_program(growth: Fraction, delta: Fraction, loss: int, grid: int, cells: int, centred: bool, monotone: bool) -> LatticeProgram:
    """The cheapest law on cells 0..cells-1 and their mirror images with an atom at 0, in units of grid^-loss."""
    cost = [loss_above(j, loss, centred) for j in range(cells)]
    extremes = [_extreme(n, cost, monotone, centred) for n in range(cells)] + [Extreme({}, Fraction(0), Fraction(1))]
    points = range(-cells + 1 if centred else -cells, cells)
    return LatticeProgram(tuple(extremes), growth, delta, {k: tuple(points) for k in range(1, grid + 1)})


def loss_below(i: int, loss: int) -> Fraction:
    """A function below |x|^loss whose vertices these are: a chord over [j, j+1] exceeds x^2 by at most 1/4, x^3 by at most 3(j+1)/4."""
    return Fraction(i) if loss == 1 else Fraction(i * i) - Fraction(1, 4) if loss == 2 else Fraction(i**3) - Fraction(3 * (i + 1), 4)


def loss_above(j: int, loss: int, centred: bool) -> Fraction:
    """The mean of |x|^loss over a cell: [j, j+1], or one around j."""
    inner = Fraction(j) - Fraction(1, 2) if centred else Fraction(j)
    if inner < 0:
        return 2 * Fraction(1, 2) ** (loss + 1) / (loss + 1)
    return ((inner + 1) ** (loss + 1) - inner ** (loss + 1)) / (loss + 1)


def _extreme(n: int, cost: Sequence[Fraction], monotone: bool, centred: bool) -> Extreme:
    half = range(n + 1) if monotone else [n]
    points = sorted({p for i in half for p in (i, -i if centred else -1 - i)})
    each = Fraction(1, len(points))
    return Extreme(dict.fromkeys(points, each), sum(cost[p if p >= 0 else -p if centred else -1 - p] for p in points) * each)


def solve(program: LatticeProgram) -> Optimum:
    """The optimum, proved (or NoLaw): the law is private, the weights bound every law, and both give the same number."""
    extremes, pairs = program.extremes, [(k, i) for k, points in program.pairs.items() for i in points]
    n, shifts = len(extremes), list(program.pairs)
    seen = {(k, i): [e.masses.get(i, Fraction(0)) - program.growth * e.masses.get(i + k, Fraction(0)) for e in extremes] for k, i in pairs}
    # Columns: shares, then one slack a pair (how much the pair takes of its shift's delta). Rows <=: pairs, then shifts; last row =.
    rows: list[Vector] = []
    for index, pair in enumerate(pairs):
        rows.append(seen[pair] + [Fraction(-1 if j == index else 0) for j in range(len(pairs))])
    for k in shifts:
        rows.append([e.atom for e in extremes] + [Fraction(1 if other == k else 0) for other, _ in pairs])
    limits = [Fraction(0)] * len(pairs) + [program.delta] * len(shifts)
    total = [Fraction(1)] * n + [Fraction(0)] * len(pairs)
    cost = [e.cost for e in extremes] + [Fraction(0)] * len(pairs)
    point, multipliers, mean = _simplex(cost, rows, limits, total)
    weights = {k: {i: multipliers[j] for j, (kk, i) in enumerate(pairs) if kk == k} for k in shifts}
    caps = {k: multipliers[len(pairs) + j] for j, k in enumerate(shifts)}
    value = sum((c * v for c, v in zip(cost, point, strict=True)), Fraction(0))
    # Weak duality, checked: what the multipliers prove is what the law costs.
    assert min([*point, *multipliers]) >= 0 and sum(point[:n]) == 1
    assert all(sum(a * v for a, v in zip(row, point, strict=True)) <= b for row, b in zip(rows, limits, strict=True))
    assert all(weights[k][i] <= caps[k] for k, i in pairs)
    gains = [sum((multipliers[j] * seen[p][e] for j, p in enumerate(pairs)), Fraction(0)) for e in range(n)]
    assert all(e.cost + gains[j] + e.atom * sum(caps.values()) >= mean for j, e in enumerate(extremes))
    assert mean - program.delta * sum(caps.values()) == value
    return Optimum(value, tuple(point[:n]), caps, weights)


def _simplex(cost: Vector, rows: list[Vector], limits: Vector, total: Vector) -> tuple[Vector, Vector, Fraction]:
    """min cost x, rows x <= limits (all >= 0), total x = 1, x >= 0: x, the multipliers >= 0 of the rows, and the one of the total."""
    size, count = len(cost), len(rows)
    width = size + count + 1
    table = [
        [*row, *(Fraction(int(i == j)) for j in range(count)), Fraction(0), b] for i, (row, b) in enumerate(zip(rows, limits, strict=True))
    ]
    table.append([*total, *[Fraction(0)] * count, Fraction(1), Fraction(1)])
    basis = [*range(size, size + count), width - 1]
    first = [-v for v in table[-1]]
    first[width - 1] = Fraction(0)
    _pivot_to_optimum(table, basis, first, width - 1)
    if first[-1] != 0:
        raise NoLaw
    if width - 1 in basis:
        at = basis.index(width - 1)
        _pivot(table, basis, first, at, next(j for j in range(width - 1) if table[at][j] != 0))
    last = [*cost, *[Fraction(0)] * (count + 2)]
    for i, b in enumerate(basis):
        if last[b]:
            last = [a - last[b] * v for a, v in zip(last, table[i], strict=True)]
    _pivot_to_optimum(table, basis, last, width - 1)
    point = [Fraction(0)] * size
    for i, b in enumerate(basis):
        if b < size:
            point[b] = table[i][-1]
    return point, last[size : size + count], -last[width - 1]


def _pivot_to_optimum(table: list[Vector], basis: list[int], reduced: Vector, columns: int) -> None:
    """Bland's rule: the first column that helps, the row with the least basic column among those that bind first. It ends."""
    while True:
        column = next((j for j in range(columns) if reduced[j] < 0), None)
        if column is None:
            return
        binding = [(table[i][-1] / table[i][column], basis[i], i) for i in range(len(table)) if table[i][column] > 0]
        _pivot(table, basis, reduced, min(binding)[2], column)


def _pivot(table: list[Vector], basis: list[int], reduced: Vector, at: int, column: int) -> None:
    scale = table[at][column]
    table[at] = [v / scale for v in table[at]]
    for i, row in enumerate(table):
        if i != at and row[column]:
            factor = row[column]
            table[i] = [a - factor * b if b else a for a, b in zip(row, table[at], strict=True)]
    if reduced[column]:
        factor = reduced[column]
        reduced[:] = [a - factor * b if b else a for a, b in zip(reduced, table[at], strict=True)]
    basis[at] = column


def by_vertices(program: LatticeProgram) -> Fraction:
    """The least cost over all vertices, where as many constraints are tight as there are shares; a constraint for each event."""
    n = len(program.extremes)
    constraints = [([Fraction(int(i == j)) for j in range(n)], Fraction(0), 1) for i in range(n)]
    constraints += [(row, program.delta, -1) for row in _events(program)]
    best: Fraction | None = None
    for tight in itertools.combinations(constraints, n - 1):
        point = _solution([[*row, b] for row, b, _ in tight] + [[Fraction(1)] * (n + 1)])
        if point is None or (best is not None and _cost(program, point) >= best):
            continue
        if all(sign * (sum(a * v for a, v in zip(row, point, strict=True)) - b) >= 0 for row, b, sign in constraints):
            best = _cost(program, point)
    assert best is not None
    return best


def _cost(program: LatticeProgram, point: Vector) -> Fraction:
    return sum((e.cost * v for e, v in zip(program.extremes, point, strict=True)), Fraction(0))


def _events(program: LatticeProgram) -> Iterator[Vector]:
    distinct: set[tuple[Fraction, ...]] = set()
    for k, points in program.pairs.items():
        for event in itertools.product((0, 1), repeat=len(points)):
            chosen = [i for i, inside in zip(points, event, strict=True) if inside]
            row = [
                e.atom
                + sum((e.masses.get(i, Fraction(0)) - program.growth * e.masses.get(i + k, Fraction(0)) for i in chosen), Fraction(0))
                for e in program.extremes
            ]
            distinct.add(tuple(row))
    return iter([list(row) for row in sorted(distinct)])


def _solution(system: list[Vector]) -> Vector | None:
    """The solution of a square system by elimination, None if it is singular."""
    size = len(system)
    for i in range(size):
        pivot = next((r for r in range(i, size) if system[r][i] != 0), None)
        if pivot is None:
            return None
        system[i], system[pivot] = system[pivot], system[i]
        scale = system[i][i]
        system[i] = [v / scale for v in system[i]]
        for r in range(size):
            if r != i and system[r][i] != 0:
                factor = system[r][i]
                system[r] = [a - factor * b for a, b in zip(system[r], system[i], strict=True)]
    return [row[-1] for row in system]
