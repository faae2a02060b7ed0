"""How fast `bounds` is: against the plain program, and how its time grows. Ratios within one run; nothing here is a test.

    python benchmarks/bounds.py [plain] [gap] [width] [delta] [fine]

plain   every row of the program at once, PuLP and HiGHS with their defaults, on the grids m = 16, 32, 64 at epsilon = 1, delta = 1e-3;
        beside it rows on demand on the same grid, and the certified bracket. The plain optimum is the solver's word only. The plain
        program gets ten minutes; if it has not ended by then, the ratio is "at least", and HiGHS is asked for the answer once more, by
        its interior-point method without crossover, which is not its default here.
gap     time against 1/gap at (1, 0.05).
width   time against A/Delta, half the width of the truncated Laplacian, at delta = epsilon/10.
delta   time against 1/delta at epsilon = 1.
fine    the gap 1e-6 at (1, 0.1), (1, 1e-5) and (0.1, 1e-5), amplitude and power.

All times are processor time.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from fractions import Fraction

import pulp

from dpverify.optimal.bracket import bracket
from dpverify.optimal.guess import first_pairs, near_pairs
from dpverify.optimal.interior import InteriorProgram
from dpverify.optimal.lattice import Lattice, periods
from dpverify.optimal.problem import Problem
from dpverify.optimal.solve import Program, Solution

PLAIN_SECONDS = 600


def plain_program(lattice: Lattice, delta: float, **options: str | float) -> tuple[float | None, float]:
    """(optimum or None, seconds) of the lattice program with all rows, amplitude. options: what HiGHS is told beside its defaults."""
    start = time.process_time()
    m, window = lattice.grid, lattice.window
    model = pulp.LpProblem("noise", pulp.LpMinimize)
    p = [pulp.LpVariable(f"p{i}", 0) for i in range(window + 1)]
    model += pulp.lpSum((1 if i == 0 else 2) * i / m * p[i] for i in range(window + 1))
    model += p[0] + 2 * pulp.lpSum(p[1:]) == 1
    for k in range(1, m + 1):
        slack = []
        for i in range(-window, window + 1):
            s = pulp.LpVariable(f"s{k}_{i + window}", 0)
            partner = p[abs(i + k)] if abs(i + k) <= window else 0
            model += p[abs(i)] - lattice.growth * partner <= s
            slack.append(s)
        model += pulp.lpSum(slack) <= delta
    model.solve(pulp.HiGHS(msg=False, **options))
    seconds = time.process_time() - start
    return (float(pulp.value(model.objective)) if model.sol_status == pulp.LpSolutionOptimal else None), seconds


def on_demand(lattice: Lattice, delta: float) -> tuple[float, float]:
    """(optimum, seconds) of the same program by rows on demand: simplex steps on a grid four times as coarse, then interior ones."""
    start = time.process_time()
    coarse = replace(lattice, grid=lattice.grid // 4, window=lattice.window // 4)
    program = Program(coarse, delta)
    solution = _solved(program, first_pairs(coarse, None, False), 1e-4)
    solution = _solved(InteriorProgram(lattice, delta, 1e-8, solution), near_pairs(lattice, solution), 1e-7)
    cost = solution.law @ (lattice.loss_below() * lattice.multiplicity) / lattice.grid
    return float(cost), time.process_time() - start


def _solved(program: Program | InteriorProgram, pairs: dict, tolerance: float) -> Solution:
    # The same program as the plain one: no column free of its rows at the edge.
    program.reach = program.lattice.window
    program.set_loss(program.lattice.loss_below(), False, float(program.lattice.grid))
    for k, points in pairs.items():
        program.activate(k, points)
    return program.solve(tolerance, 1800.0)


def plain() -> None:
    epsilon, delta = 1.0, 1e-3
    start = time.process_time()
    found = bracket(Problem(Fraction(1), Fraction(1, 1000)), Fraction(1, 20000))
    certified = time.process_time() - start
    print(f"certified bracket:        [{found.lower}, {found.upper}] in {certified:.2f} s, grid {found.grid}")
    for m in (16, 32, 64):
        lattice = Lattice(epsilon, m, int((periods(epsilon, delta) + 2) * m), 1.0)
        cost, seconds = on_demand(lattice, delta)
        print(f"m = {m}: rows on demand     {cost:.9f} in {seconds:.2f} s")
        optimum, slow = plain_program(lattice, delta, timeLimit=PLAIN_SECONDS)
        answer, least = ("no answer", "at least ") if optimum is None else (f"{optimum:.9f}", "")
        print(f"        plain program      {answer} in {slow:.1f} s: {least}{slow / seconds:.1f} times rows on demand,", end=" ")
        print(f"{least}{slow / certified:.1f} times the certified bracket")
        if optimum is None:
            optimum, slow = plain_program(lattice, delta, solver="ipm", run_crossover="off")
            print(f"        by interior points {optimum or 0:.9f} in {slow:.1f} s: {slow / seconds:.1f} times rows on demand")


def timed(problem: Problem, gap: Fraction, seconds: float = 200.0) -> str:
    start = time.process_time()
    found = bracket(problem, gap, seconds)
    reached = "nothing" if found.gap is None else f"{float(found.gap):.1e}"
    return f"{time.process_time() - start:8.2f} s   gap {reached}   grid {found.grid}"


def gap() -> None:
    for text in ("1e-2", "3e-3", "1e-3", "3e-4", "1e-4", "3e-5", "1e-5"):
        print(f"gap {text}: {timed(Problem(Fraction(1), Fraction(1, 20)), Fraction(text))}")


def width() -> None:
    for text in ("1", "0.3", "0.1", "0.03", "0.01", "0.003", "0.001"):
        half = periods(float(text), float(text) / 10)
        print(f"A/Delta {half:7.0f}: {timed(Problem(Fraction(text), Fraction(text) / 10), Fraction(1, 1000))}")


def delta() -> None:
    for text in ("1e-1", "1e-2", "1e-3", "1e-4", "1e-6", "1e-9", "1e-12", "1e-15", "0"):
        print(f"delta {text}: {timed(Problem(Fraction(1), Fraction(text)), Fraction(1, 1000))}")


def fine() -> None:
    for loss in (1, 2):
        for epsilon, delta in (("1", "0.1"), ("1", "1e-5"), ("0.1", "1e-5")):
            problem = Problem(Fraction(epsilon), Fraction(delta), loss=Fraction(loss))
            print(f"epsilon {epsilon}, delta {delta}, loss {loss}: {timed(problem, Fraction(1, 10**6), 2000.0)}", flush=True)


if __name__ == "__main__":
    parts = {f.__name__: f for f in (plain, gap, width, delta, fine)}
    for name in sys.argv[1:] or parts:
        print(f"--- {name}")
        parts[name]()
