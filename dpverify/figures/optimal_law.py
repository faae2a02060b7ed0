"""The optimal law: the certified upper law of a bracket, beside the explicit laws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .. import figure_style
from ..errors import InputError
from ..exact import decimal_down, decimal_nearest, decimal_up
from .figure import Figure, Workers
from .settings import EXPONENTS, check_loss, check_number
from .table import DIGITS, Table, table_of, text_of

RELATIVE_GAP, SECONDS = Fraction(1, 4000), 60.0
SHARE = 0.999
"""Of the mass that is shown of a law without end."""
POINTS, MAX_CELLS = 400, 100_000
CERTIFIED = "certified"
LABEL_DIGITS, LEAST_ATOM, LEAST_SHOWN = 4, 5e-4, 1e-4
NAMES = {
    "laplace": "Laplace",
    "staircase": "staircase",
    "additive": "best monotone (0, δ) law",
    "truncated-laplace": "truncated Laplacian",
    "truncated-staircase": "truncated staircase",
}
Point = tuple[float, float, float]
"""Atom, x, density."""


@dataclass(frozen=True)
class OptimalLaw:
    """The point and the loss whose optimum is shown."""

    epsilon: str = "1"
    delta: str = "0.1"
    loss: str = "amplitude"

    def __post_init__(self) -> None:
        check_number(self.epsilon, "epsilon", "0.01", "10", zero=True)
        check_number(self.delta, "delta", "1e-9", "0.99", zero=True)
        check_loss(self.loss)
        if Fraction(self.epsilon) == Fraction(self.delta) == 0:
            raise InputError("epsilon is 0 and delta is 0: no finite noise exists; one of them must be above 0")


COLUMNS = {
    "law": "`certified` is the law of the upper end, the others are mechanisms",
    "lower": "certified lower end of the least cost",
    "cost": "cost of the law, rounded up for `certified`, else to nearest",
    "atom": "mass at 0",
    "x": "x/Δ ≥ 0; the density joins the points by straight lines, and a jump is two rows with one x",
    "density": "density f(x)·Δ beside the atom; the law is symmetric",
}


def table(config: OptimalLaw, workers: Workers) -> Table:
    # One bracket is one piece of work.
    (rows,) = workers(_rows, [config])
    return table_of(COLUMNS, rows)


def _rows(config: OptimalLaw) -> list[tuple[str, ...]]:
    from ..mechanisms.registry import mechanism
    from ..optimal.bracket import bracket
    from ..optimal.problem import Problem

    exponent = Fraction(EXPONENTS[config.loss])
    found = bracket(Problem(Fraction(config.epsilon), Fraction(config.delta), loss=exponent), RELATIVE_GAP, SECONDS)
    curves = [(CERTIFIED, decimal_up(Fraction(found.upper), DIGITS), _certified(found.law, config))]
    for name in _beside(config):
        law = mechanism(name).law(config.epsilon, config.delta)
        ends = law.moment_ends(exponent)
        assert ends is not None
        curves.append((name, decimal_nearest((ends[0] + ends[1]) / 2, DIGITS), _explicit(law)))
    lower = decimal_down(Fraction(found.lower), DIGITS)
    return [(name, lower, cost, *map(text_of, point)) for name, cost, points in curves for point in points]


def _beside(config: OptimalLaw) -> tuple[str, ...]:
    """The mechanisms to compare with."""
    if Fraction(config.epsilon) == 0:
        return (f"additive-{config.loss}",)
    if Fraction(config.delta) == 0:
        return ("laplace", f"staircase-{config.loss}")
    return ("truncated-laplace", f"truncated-staircase-{config.loss}")


def _certified(law: dict[str, Any], config: OptimalLaw) -> Iterator[Point]:
    """The law of a certificate at sensitivity one."""
    from ..mechanisms.registry import mechanism

    name = law.get("name")
    if name == "staircase":
        return _stairs(float(config.delta), float(Fraction(law["width"])), float(config.epsilon))
    return _cells(law) if name is None else _explicit(mechanism(name).law(config.epsilon, config.delta))


def _stairs(atom: float, width: float, epsilon: float) -> Iterator[Point]:
    """The staircase with an atom: e^(-k epsilon) as high on the k-th stair as on the first, which ends at `width`."""
    first = (1 - atom) / 2 / (width + 1 / math.expm1(epsilon))
    count = math.ceil(-math.log(1 - SHARE) / epsilon) + 1
    edges = [0.0, *(width + k for k in range(count))]
    return _steps(atom, edges, [first * math.exp(-k * epsilon) for k in range(count)])


def _cells(law: dict[str, Any]) -> Iterator[Point]:
    """Masses of cells of the width 1/grid; the first is cut at 0 if `centred`. With a tail the last `grid` go on, times that factor."""
    grid, cells, tail = law["grid"], [Fraction(r) for r in law["cells"]], Fraction(law["tail"])
    last = cells[-grid:]
    shown = law["atom"] + 2 * sum(cells) - (cells[0] if law["centred"] else 0)
    mass = shown + 2 * sum(last) * tail / (1 - tail)
    while tail and shown < Fraction(SHARE) * mass and len(cells) < MAX_CELLS:
        last = [r * tail for r in last]
        cells, shown = cells + last, shown + 2 * sum(last)
    while cells and not cells[-1]:
        cells.pop()
    start = Fraction(1, 2) if law["centred"] else Fraction(1)
    edges = [0.0, *(float((start + i) / grid) for i in range(len(cells)))]
    return _steps(float(Fraction(law["atom"]) / mass), edges, [float(r * grid / mass) for r in cells])


def _explicit(law: Any) -> Iterator[Point]:
    """A mechanism: by its stairs if it has some, else at points from 0 to its edge, or to where little mass is left."""
    end = min(law.half_width, float(law.ppf((1 + SHARE) / 2)))
    gamma = getattr(law, "gamma", None)
    if gamma is not None:
        # The staircase has a second break in each sensitivity, the truncated one has not; a break that is none does no harm.
        breaks = sorted({b for k in range(math.ceil(end) + 1) for b in (k + gamma, float(k + 1)) if 0 < b < end})
        edges = [0.0, *breaks, end]
        return _steps(law.atom, edges, law.pdf((np.array(edges[1:]) + np.array(edges[:-1])) / 2))
    x = np.linspace(0, end, POINTS)
    # The edge as text may lie beyond the edge, where the density is 0 already.
    heights = law.pdf(np.minimum(x, np.nextafter(end, 0)))
    return ((law.atom, *point) for point in [*zip(x, heights, strict=True), (end, 0.0)])


def _steps(atom: float, edges: Sequence[float], heights: Sequence[float]) -> Iterator[Point]:
    for left, right, height in zip(edges, edges[1:], heights, strict=False):
        yield atom, left, height
        yield atom, right, height
    yield atom, edges[-1], 0.0


def draw(config: OptimalLaw, table: Table) -> Any:
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.COLUMN, 3.4), layout="constrained")
        panel = figure.subplots()
        for i, law in enumerate(table.distinct("law")):
            here = table.where(law=law)
            style = {"color": "black", "linewidth": 1.7} if law == CERTIFIED else figure_style.curve_style(i)
            panel.plot(here.numbers("x"), here.numbers("density"), label=_label(law, here, config), **style)
        epsilon, delta = figure_style.math_number(config.epsilon), figure_style.math_number(config.delta)
        panel.set_title(rf"{figure_style.loss_title(config.loss)} at $\epsilon={epsilon}$, $\delta={delta}$")
        # Repairs leave the certified law a mass beyond its edge that cannot be seen.
        seen = table.numbers("density") > LEAST_SHOWN * table.numbers("density").max()
        end = 1.05 * table.numbers("x")[seen].max()
        panel.set(xlabel=r"$|x|/\Delta$", ylabel=r"density $f(x)\,\Delta$", xlim=(0, end), ylim=(0, None))
        handles, labels = panel.get_legend_handles_labels()
        least = panel.plot([], [], linestyle="none")
        bound = decimal_down(Fraction(table.texts("lower")[0]), LABEL_DIGITS)
        figure_style.legend_below(figure, [*handles, *least], [*labels, f"no law costs less than {bound}"], 1)
        return figure


def _label(law: str, here: Table, config: OptimalLaw) -> str:
    cost, atom = Fraction(here.texts("cost")[0]), here.numbers("atom")[0]
    with_atom = f", mass {atom:.3g} at 0" if atom > LEAST_ATOM else ""
    if law == CERTIFIED:
        return f"certified law, costs at most {decimal_up(cost, LABEL_DIGITS)}{with_atom}"
    return f"{NAMES[law.removesuffix(f'-{config.loss}')]}, costs {decimal_nearest(cost, LABEL_DIGITS)}{with_atom}"


FIGURE = Figure(
    name="optimal-law",
    title="The optimal law, beside the explicit ones",
    source="this project; the law is that of the upper end of `dpverify bounds`, which its certificate proves private",
    seen="The optimum is a truncated staircase with ripples: it is not monotone, and beats the best monotone law by those ripples.",
    columns=COLUMNS,
    config=OptimalLaw,
    table=table,
    draw=draw,
)
