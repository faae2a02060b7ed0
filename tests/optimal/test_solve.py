"""The two solvers against each other, against every row at once, and against the one lattice optimum that has a closed form."""

import math

import numpy as np
import pytest
import scipy.optimize

from dpverify.optimal.guess import all_pairs, first_pairs, near_pairs, thinned
from dpverify.optimal.interior import InteriorProgram, PairProgram
from dpverify.optimal.lattice import Lattice, periods
from dpverify.optimal.newton import Band, banded, dense
from dpverify.optimal.solve import Program

# epsilon, delta, loss, grid, centred, seen from the upper end
CASES = [
    (1.0, 0.1, 1.0, 6, True, False),
    (1.0, 0.1, 1.0, 6, False, True),
    (0.0, 0.3, 2.0, 5, True, True),
    (0.2, 0.05, 1.5, 4, False, True),
    (3.0, 0.01, 1.0, 7, True, False),
    (2.0, 0.6, 2.0, 7, True, True),
]


def lattice_of(epsilon, delta, loss, grid, centred):
    return Lattice(epsilon, grid, math.ceil((periods(epsilon, delta) + 2) * grid), loss, centred)


def cost(program, solution):
    return float(solution.law @ (program.loss * program.lattice.multiplicity))


def prepared(program, above):
    lattice = program.lattice
    program.set_loss(lattice.loss_above() if above else lattice.loss_below(), above, 1.0)
    program.reach = lattice.window
    return program


def every_row(lattice, delta, above):
    """The same program with all rows written out, by SciPy."""
    n, points = lattice.window + 1, lattice.points
    size = len(points)
    columns = n + 1 + lattice.grid * size
    rows, right = [], []
    for k in range(1, lattice.grid + 1):
        first = n + 1 + (k - 1) * size
        total = np.zeros(columns)
        total[n] = 1
        total[first : first + size] = 1
        rows.append(total)
        right.append(delta)
        for j, i in enumerate(points):
            row = np.zeros(columns)
            row[lattice.mirror(np.array([i]))[0]] += 1
            partner = lattice.mirror(np.array([i + k]))[0]
            if partner < n:
                row[partner] -= lattice.growth
            row[first + j] = -1
            rows.append(row)
            right.append(0)
    loss = lattice.loss_above() if above else lattice.loss_below()
    costs = np.concatenate([loss * lattice.multiplicity, np.zeros(columns - n)])
    mass = np.concatenate([lattice.multiplicity, [1], np.zeros(columns - n - 1)])
    bounds = [(0, None)] * n + [(0, None if above else 0)] + [(0, None)] * (columns - n - 1)
    return scipy.optimize.linprog(costs, np.array(rows), right, mass[None, :], [1], bounds).fun


@pytest.mark.parametrize("epsilon, delta, loss, grid, centred, above", CASES)
def test_both_solvers_find_the_optimum_of_all_rows(epsilon, delta, loss, grid, centred, above):
    lattice = lattice_of(epsilon, delta, loss, grid, centred)
    right = every_row(lattice, delta, above)
    simplex = prepared(Program(lattice, delta), above)
    for k, points in first_pairs(lattice, None, False).items():
        simplex.activate(k, points)
    interior = prepared(InteriorProgram(lattice, delta, 1e-9), above)
    for k, points in all_pairs(lattice).items():
        interior.activate(k, points)
    for program in (simplex, interior):
        found = program.solve(1e-8, 60.0)
        assert cost(program, found) == pytest.approx(right, rel=1e-6, abs=1e-9)
        assert found.violation <= 1e-7


def test_a_guess_from_a_coarser_grid_leads_to_the_same_optimum():
    coarse, fine = lattice_of(1.0, 0.1, 1.0, 12, True), lattice_of(1.0, 0.1, 1.0, 36, False)
    first = prepared(InteriorProgram(coarse, 0.1, 1e-8), True)
    for k, points in all_pairs(coarse).items():
        first.activate(k, points)
    guess = first.solve(1e-7, 60.0)
    found = []
    for pairs, start in ((near_pairs(fine, guess), guess), (all_pairs(fine), None)):
        program = prepared(InteriorProgram(fine, 0.1, 1e-8, start), True)
        for k, points in pairs.items():
            program.activate(k, points)
        found.append(cost(program, program.solve(1e-7, 60.0)))
    assert sum(len(p) for p in near_pairs(fine, guess).values()) < sum(len(p) for p in all_pairs(fine).values()) / 1.5
    assert found[0] == pytest.approx(found[1], rel=1e-6)


def test_a_law_that_is_next_to_nothing_far_out_is_solved_from_a_coarse_guess():
    # At epsilon = 5 and delta = 1/2 the law is below 1e-12 in most of the window; the first multipliers there once were 1e9.
    coarse, fine = Lattice(5.0, 6, 24, 1.0), Lattice(5.0, 53, 204, 1.0)
    first = prepared(Program(coarse, 0.5), False)
    for k, points in first_pairs(coarse, None, False).items():
        first.activate(k, points)
    program = prepared(InteriorProgram(fine, 0.5, 3e-5, first.solve(1e-4, 60.0, 1e-5)), False)
    for k, points in all_pairs(fine).items():
        program.activate(k, points)
    found = program.solve(3e-5, 60.0, 3e-5)
    proved = found.mean - 0.5 * sum(w.cap for w in found.weights.values())
    assert cost(program, found) == pytest.approx(proved, rel=1e-4)


def test_one_shift_and_hardly_any_delta_is_the_geometric_law():
    # mathematics 5.2: at sensitivity one and delta = 0 the least E|X| on the integers is 1/sinh(epsilon).
    for epsilon in (0.5, 1.0, 3.0):
        lattice = Lattice(epsilon, 1, math.ceil(periods(epsilon, 1e-9)) + 3, 1.0)
        program = prepared(InteriorProgram(lattice, 1e-9, 1e-10), False)
        program.activate(1, lattice.points)
        found = program.solve(1e-8, 60.0)
        assert cost(program, found) == pytest.approx(1 / math.sinh(epsilon), rel=1e-6)


def test_the_transpose_and_the_gram_matrix_are_those_of_the_excess():
    rng = np.random.default_rng(3)
    for centred in (True, False):
        lattice = Lattice(0.7, 4, 11, 1.0, centred)
        program = PairProgram(lattice, 0.1, dict.fromkeys((1, 2, 4), lattice.points), lattice.loss_above(), True)
        rows = np.array([program.excess(unit) for unit in np.eye(program.size)]).T
        weights = rng.random(len(program.of))
        assert np.allclose(program.gather(weights)[:-1], (weights @ rows)[:-1])
        right = rows.T @ (weights[:, None] * rows)
        diagonal = program.gram_diagonal(weights)
        assert np.allclose(diagonal, np.diag(right))
        assert np.allclose(np.tril(program.gram(weights, diagonal)[0, 0]), np.tril(right))
        program.band = Band(program.size, 4)
        program.place_pairs()
        assert np.allclose(in_full(program.band, program.gram(weights, diagonal)), np.tril(right))
        for k in range(3):
            own = program.of == k
            assert np.allclose(program.rows(weights)[k, :-1], (weights[own] @ rows[own])[:-1])


def in_full(band, blocks):
    """The lower triangle that an array of blocks stands for."""
    b, full = band.block, np.zeros((band.blocks * band.block,) * 2)
    for j in range(band.blocks):
        full[j * b : (j + 1) * b, j * b : (j + 1) * b] = np.tril(blocks[j, 0])
        if j:
            full[j * b : (j + 1) * b, (j - 1) * b : j * b] = blocks[j, 1]
    return full[: band.size, : band.size]


@pytest.mark.parametrize("size, reach, count", [(23, 4, 3), (40, 7, 9), (12, 12, 2), (51, 10, 1)])
def test_the_band_and_the_dense_way_solve_the_same_system(size, reach, count):
    rng = np.random.default_rng(size)
    factor = np.tril(np.triu(rng.normal(size=(size, size)), -reach))
    # Nearly singular without the rows, as near the optimum.
    inner = factor @ np.diag(10.0 ** rng.uniform(-7, 0, size)) @ factor.T + 1e-8 * np.eye(size)
    rows, weight = rng.normal(size=(count, size)), 10.0 ** rng.uniform(-3, 1, count)
    full = inner + rows.T @ (rows / weight[:, None])
    band = Band(size, reach)
    high, low = np.nonzero(np.tril(np.triu(np.ones((size, size)), -reach)))
    blocks = np.zeros(band.length)
    blocks[band.places(high, low)] = inner[high, low]
    blocks = blocks.reshape(band.shape)
    assert np.allclose(in_full(band, blocks), np.tril(inner))
    by_band = banded(band, blocks, np.diag(inner).copy(), rows, weight, lambda v: full @ v)
    by_dense = dense(np.tril(inner), rows, weight)
    for _ in range(3):
        right = rng.normal(size=size)
        for found in (by_band(right), by_dense(right)):
            # As near as rounding errors let one come.
            size_of_terms = np.abs(full) @ np.abs(found) + np.abs(right)
            assert np.abs(full @ found - right).max() < 1e-11 * size_of_terms.max()


def test_band_and_dense_programs_have_the_same_optimum(monkeypatch):
    for epsilon, delta, grid, above in ((0.5, 0.01, 12, False), (1.0, 1e-4, 8, True), (0.2, 0.05, 9, True)):
        lattice = lattice_of(epsilon, delta, 1.0, grid, not above)
        costs = []
        for least in (8, 10**6):
            monkeypatch.setattr("dpverify.optimal.newton.LEAST_BLOCK", least)
            program = prepared(InteriorProgram(lattice, delta, 1e-9), above)
            for k, points in all_pairs(lattice).items():
                program.activate(k, points)
            found = program.solve(1e-8, 60.0)
            assert found.violation <= 1e-7
            costs.append(cost(program, found))
        assert costs[0] == pytest.approx(costs[1], rel=1e-7)


def test_a_third_of_the_shifts_shows_nearly_as_much_from_below():
    def least(grid, shifts):
        lattice = lattice_of(1.0, 0.1, 1.0, grid, True)
        program = prepared(InteriorProgram(lattice, 0.1, 1e-8), False)
        program.watched = list(shifts)
        pairs = all_pairs(lattice)
        for k in shifts:
            program.activate(k, pairs[k])
        found = program.solve(1e-7, 60.0)
        assert set(program.active) == set(shifts)
        return cost(program, found) / grid

    assert thinned(9) == [3, 6, 8, 9]
    coarse, some, full = least(16, range(1, 17)), least(48, thinned(48)), least(48, range(1, 49))
    assert coarse < some <= full * (1 + 1e-7)
    assert full - some < 0.15 * (full - coarse)
