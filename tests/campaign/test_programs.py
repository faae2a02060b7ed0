"""Random small lattice programs: what the certificate layer says of them lies on the right side of the exact optimum, and near it."""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from dpverify.optimal import certificate
from dpverify.optimal.encode import dual_data, law_data, repaired
from dpverify.optimal.explicit import best_slack
from dpverify.optimal.highs import Highs
from dpverify.optimal.lattice import Lattice
from dpverify.optimal.solve import Program
from tests.campaign.exact_program import (
    LatticeProgram,
    NoLaw,
    Optimum,
    by_vertices,
    loss_above,
    loss_below,
    lower_program,
    solve,
    upper_program,
)

LONG = 60


def growth_bounds(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals around e^epsilon, from mpmath."""
    with mp.workdps(70):
        value = Fraction(int(mp.floor(mp.exp(mp.mpf(epsilon.numerator) / epsilon.denominator) * mp.mpf(10) ** 40)), 10**40)
    return value - Fraction(2, 10**40), value + Fraction(2, 10**40)


def random_problem(rng: random.Random) -> dict[str, Any]:
    return {
        "epsilon": Fraction(rng.choice([0, rng.randint(1, 40), rng.randint(1, 400)]), rng.choice([10, 16])),
        "delta": Fraction(rng.randint(1, 60), rng.choice([64, 64, 100, 1000])),
        "sensitivity": Fraction(rng.randint(1, 9), rng.randint(1, 4)),
        "loss": Fraction(rng.choice([1, 1, 2, 2, 3])),
        "laws": rng.choice(["all", "all", "monotone"]),
    }


def integers(values: list[Fraction]) -> tuple[int, list[int]]:
    unit = math.lcm(*(v.denominator for v in values))
    return unit, [int(v * unit) for v in values]


def dual_of(optimum: Optimum, grid: int, window: int) -> dict[str, Any] | None:
    """The dual data of an exact optimum; None if its numbers are too long for a certificate."""
    flat = [(k, i, y) for k, ys in optimum.weights.items() for i, y in sorted(ys.items())]
    unit, numbers = integers([*optimum.caps.values(), *(y for _, _, y in flat)])
    if len(str(max([unit, *numbers]))) >= certificate.MAX_DIGITS:
        return None
    caps = dict(zip(optimum.caps, numbers, strict=False))
    runs: dict[int, list] = {k: [] for k in caps}
    for (k, i, _), y in zip(flat, numbers[len(caps) :], strict=True):
        if y:
            runs[k].append([i, 1, y])
    return {
        "stride": 1, "grid": grid, "window": window, "unit": unit,
        "multipliers": [{"shift": k, "cap": caps[k], "runs": runs[k]} for k in caps],
    }  # fmt: skip


def law_of(program: LatticeProgram, optimum: Optimum, grid: int, cells: int, centred: bool) -> dict[str, Any] | None:
    masses = [
        sum((v * e.masses.get(j, Fraction(0)) for v, e in zip(optimum.shares, program.extremes, strict=True)), Fraction(0))
        for j in range(cells)
    ]
    atom = sum((v * e.atom for v, e in zip(optimum.shares, program.extremes, strict=True)), Fraction(0))
    unit, numbers = integers([atom, *masses])
    if len(str(max([unit, *numbers]))) >= certificate.MAX_DIGITS:
        return None
    return {"grid": grid, "centred": centred, "atom": numbers[0], "cells": numbers[1:], "tail": "0"}


def short(x: Fraction, up: bool) -> str:
    """A decimal with 40 places on the wanted side."""
    scaled = x * 10**40
    return str(Fraction(math.ceil(scaled) if up else math.floor(scaled), 10**40))


def one_program(rng: random.Random) -> tuple[dict[str, Any], dict[str, int]]:
    """A random problem: its exact optima against the certificate layer. Returns a tight certificate (or {}) and counts."""
    head = random_problem(rng)
    problem = {**head, "loss": head["loss"]}
    monotone, loss = head["laws"] == "monotone", int(head["loss"])
    grid, window, cells = rng.randint(1, 3), rng.randint(1, 4), rng.randint(2, 5)
    centred = rng.random() < 0.5
    below, above = growth_bounds(head["epsilon"])
    scale = (head["sensitivity"] / grid) ** loss
    # The lower end: what any multipliers prove is at most the optimum, and the optimum's own prove nearly all of it.
    least = solve(lower_program(below, head["delta"], loss, grid, window, monotone))
    sure = solve(lower_program(above, head["delta"], loss, grid, window, monotone))
    assert sure.value <= least.value
    counts = {"programs": 2}
    dual = dual_of(sure, grid, window)
    lower = Fraction(0)
    if dual is not None:
        lower = certificate.lower_bound(problem, certificate.read_dual(dual))
        assert max(sure.value, 0) * scale <= lower <= max(least.value, 0) * scale
    offered_dual = solved_dual(head, grid, window)
    if offered_dual["window"] <= 6:
        # The package takes a wider window where the mean lies beyond it, or a narrower one where less will do.
        wide = max(offered_dual["window"], window)
        most = least if wide == window else solve(lower_program(below, head["delta"], loss, grid, wide, monotone))
        assert certificate.lower_bound(problem, certificate.read_dual(offered_dual)) <= max(most.value, 0) * scale
        counts["lower ends of the package's own program"] = 1
    # The upper end: a law on these cells costs at least the optimum, and the optimum's own law is accepted.
    offered = solved_law(head, grid, cells, centred)
    fits = len(offered["cells"]) <= cells
    safe = upper_program(below, head["delta"], loss, grid, cells, centred, monotone)
    try:
        best = solve(upper_program(above, head["delta"], loss, grid, cells, centred, monotone))
        private = solve(safe)
    except NoLaw:
        counts["programs without a law"] = 1
        if fits:
            with pytest.raises(certificate.WrongBound):
                certificate.upper_bound(problem, certificate.read_law(offered))
        return {}, counts
    assert best.value <= private.value
    law = law_of(safe, private, grid, cells, centred)
    if dual is None or law is None:
        return {}, counts
    upper = certificate.upper_bound(problem, certificate.read_law(law))
    assert best.value * scale <= upper <= private.value * scale * (1 + Fraction(1, 10**30))
    try:
        cost = certificate.upper_bound(problem, certificate.read_law(offered))
    except certificate.WrongBound:
        pass
    else:
        counts["laws of the package's own program"] = 1
        if fits:
            assert cost >= best.value * scale
    assert lower <= upper
    data = {k: str(v) for k, v in head.items()} | {"format": certificate.FORMAT, "dual": dual, "law": law}
    return data | {"lower": short(lower, False), "upper": short(upper, True)}, counts


def solved_dual(head: dict[str, Any], grid: int, window: int) -> dict[str, Any]:
    """What the package makes of the same lattice: solver, clipping and rounding to integers."""
    lattice = Lattice(float(head["epsilon"]), grid, window, float(head["loss"]))
    program = Program(lattice, float(head["delta"]), head["laws"] == "monotone", Highs())
    for k in range(1, grid + 1):
        program.activate(k, np.arange(-window, window + 1))
    program.set_loss(lattice.loss_below(), False, 1.0)
    return dual_data(program.solve(1e-9, 10.0), 1e-9) | {"stride": 1}


def solved_law(head: dict[str, Any], grid: int, cells: int, centred: bool) -> dict[str, Any]:
    lattice = Lattice(float(head["epsilon"]), grid, cells - 1, float(head["loss"]), centred)
    delta = float(head["delta"]) * (1 - 1e-7)
    program = Program(lattice, delta, head["laws"] == "monotone", Highs())
    program.set_loss(lattice.loss_above(), True, 1.0)
    for k in range(1, grid + 1):
        program.activate(k, lattice.points)
    solution = program.solve(1e-9, 10.0)
    half, atom = repaired(lattice, solution.law, solution.atom, best_slack(lattice, delta, 1.0), delta)
    return law_data(grid, half, atom, centred)


# --- one number changed ------------------------------------------------------------------------------------------------------------------


def places(node: Any, path: tuple = ()) -> Iterator[tuple]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in ("format", "laws"):
                yield from places(value, (*path, key))
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from places(value, (*path, i))
    elif not isinstance(node, bool):
        yield path


def changed(data: dict[str, Any], path: tuple, rng: random.Random) -> dict[str, Any]:
    out = copy.deepcopy(data)
    node = out
    for key in path[:-1]:
        node = node[key]
    old = Fraction(node[path[-1]])
    tiny = 1 + Fraction(rng.choice([-1, 1]), 10 ** rng.choice([1, 2, 6, 20]))
    new = rng.choice([old + 1, old - 1, 2 * old, -old, old * tiny])
    node[path[-1]] = int(new) if isinstance(node[path[-1]], int) else str(new)
    return out


def holds(data: dict[str, Any]) -> bool | None:
    """Whether the bracket follows from the data, by an evaluation of its own in fractions; None within 1e-30 of the edge."""
    head = {k: Fraction(data[k]) for k in ("epsilon", "delta", "sensitivity", "loss")}
    sides = [_lower_holds(data, head, growth) and _upper_holds(data, head, growth) for growth in growth_bounds(head["epsilon"])]
    return sides[0] if sides[0] == sides[1] else None


def _lower_holds(data: dict[str, Any], head: dict[str, Fraction], growth: Fraction) -> bool:
    dual, loss = data["dual"], int(head["loss"])
    window, unit = dual["window"], dual["unit"]
    y = {k: {i: Fraction(v, unit) for i, _, v in part["runs"]} for part in dual["multipliers"] for k in [part["shift"]]}
    z = {part["shift"]: Fraction(part["cap"], unit) for part in dual["multipliers"]}
    if any(not 0 <= v <= z[k] for k, ys in y.items() for v in ys.values()):
        return False

    def g(i: int) -> Fraction:
        return loss_at(abs(i)) + sum((ys.get(i, Fraction(0)) - growth * ys.get(i - k, Fraction(0)) for k, ys in y.items()), Fraction(0))

    def loss_at(i: int) -> Fraction:
        return loss_below(min(i, window), loss)

    values = [(g(i) + g(-i)) / 2 for i in range(window + 1)]
    if data["laws"] == "monotone":
        values = [sum((g(i) for i in range(-n, n + 1)), Fraction(0)) / (2 * n + 1) for n in range(window + 1)]
    mu = min([*values, loss_at(window)])
    proved = max(mu - head["delta"] * sum(z.values()), Fraction(0)) * (head["sensitivity"] / dual["grid"]) ** loss
    return Fraction(data["lower"]) <= proved


def _upper_holds(data: dict[str, Any], head: dict[str, Fraction], growth: Fraction) -> bool:
    law, loss = data["law"], int(head["loss"])
    cells, centred = law["cells"], law["centred"]
    # An edited tail is 1 or -1 here: a mass that does not shrink.
    if (
        Fraction(law["tail"]) != 0
        or min(cells) < 0
        or law["atom"] < 0
        or (data["laws"] == "monotone" and cells != sorted(cells, reverse=True))
    ):
        return False
    masses = {p: r for j, r in enumerate(cells) for p in (j, -j if centred else -1 - j)}
    total = sum(masses.values()) + law["atom"]
    if total <= 0:
        return False
    for k in range(1, law["grid"] + 1):
        excess = law["atom"] + sum(max(r - growth * masses.get(i + k, 0), Fraction(0)) for i, r in masses.items())
        if excess > head["delta"] * total:
            return False
    cost = sum((r * loss_above(p if p >= 0 else -p if centred else -1 - p, loss, centred) for p, r in masses.items()), Fraction(0)) / total
    return Fraction(data["upper"]) >= cost * (head["sensitivity"] / law["grid"]) ** loss


def accepted(data: dict[str, Any]) -> bool | None:
    try:
        certificate.check(json.dumps(data))
    except certificate.WrongBound:
        return False
    except certificate.NotACertificate:
        return None
    return True


def try_programs(seed: int, rounds: int, edits: int, figures: Any) -> None:
    rng = random.Random(f"programs {seed}")
    for _ in range(rounds):
        data, counts = one_program(rng)
        figures.update(counts)
        if not data:
            continue
        figures["certificates"] += 1
        assert accepted(data) is True and holds(data) is not False
        for name, factor in (("lower", 1 + Fraction(1, 10**25)), ("upper", 1 - Fraction(1, 10**25))):
            if Fraction(data[name]) > Fraction(1, 100):
                assert accepted({**data, name: str(Fraction(data[name]) * factor)}) is False, name
        every = list(places(data))
        for _ in range(edits):
            path = rng.choice(every)
            if path[-1] == "stride":
                continue
            edited = changed(data, path, rng)
            verdict = accepted(edited)
            figures["certificates with one number changed"] += 1
            if verdict is None:
                continue
            if Fraction(edited["loss"]) not in (1, 2, 3):
                continue
            right = holds(edited)
            if right is not None:
                assert verdict == right, (path, edited)
            figures["of these refused"] += verdict is False


def test_simplex_and_vertices_agree():
    rng = random.Random("vertices")
    for _ in range(5):
        growth = Fraction(rng.randint(10, 80), 10)
        delta = Fraction(rng.randint(1, 60), 100)
        loss = rng.randint(1, 3)
        monotone = rng.random() < 0.5
        for program in (
            lower_program(growth, delta, loss, 1, rng.randint(1, 2), monotone),
            upper_program(growth, delta, loss, 1, 2, rng.random() < 0.5, monotone),
        ):
            assert solve(program).value == by_vertices(program)


def test_programs_short(campaign_figures):
    try_programs(1, 12, 12, campaign_figures)


@pytest.mark.parametrize("loss", ["0.5", "1", "2", "2.5"])
@pytest.mark.parametrize(("epsilon", "width"), [("1", "0.5"), ("4", "0.25"), ("2.5", "1")])
def test_the_cost_of_a_staircase_is_its_integral(loss, epsilon, width):
    """Not above it only, as a bound has to be, but equal to ten digits (for a loss that is no integer too)."""
    head = {"epsilon": epsilon, "delta": "0.125", "sensitivity": "3", "loss": loss, "laws": "all"}
    stated = certificate.upper_bound(certificate.read_problem(head), certificate.read_law({"name": "staircase", "width": width}))
    with mp.workdps(30):
        e, w, p = mp.mpf(epsilon), mp.mpf(width), mp.mpf(loss)
        ends = [mp.mpf(0), *(w + j for j in range(int(60 / e) + 20))]
        levels = [mp.exp(-e * j) for j in range(len(ends) - 1)]
        mass = mp.fsum(h * (b - a) for h, a, b in zip(levels, ends, ends[1:], strict=False))
        cost = mp.fsum(h * (b ** (p + 1) - a ** (p + 1)) / (p + 1) for h, a, b in zip(levels, ends, ends[1:], strict=False))
        right = (1 - mp.mpf("0.125")) * cost / mass * 3**p
        assert abs(mp.mpf(stated.numerator) / stated.denominator / right - 1) < mp.mpf("1e-10")


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2, 2 + LONG))
def test_programs_long(seed, campaign_figures):
    try_programs(seed, 20, 60, campaign_figures)
