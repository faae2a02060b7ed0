"""The upper bound V_upp of the truncated Laplacian, the closed lower bounds, and the certified bracket of the least cost."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .. import figure_style
from ..sweep import Point, compute, read_range
from .figure import Figure, Workers
from .settings import EXPONENTS, check_loss, check_points
from .table import Table, table_of

EPSILONS = "0.01:3"
DELTAS = ("1e-6", "0.01", "0.1")
DIAGONAL = "0.001:0.45"
"""epsilon = delta; V_low is a bound for delta < 1/2."""
RELATIVE_GAP = "2e-3"
OURS = {"amplitude": ("s_bound", "s-bound"), "power": ("t_bound", "t-bound")}
"""The better closed lower bound that is drawn beside the source's."""


@dataclass(frozen=True)
class Bounds:
    """`points` values of epsilon for each delta and on the diagonal; `loss` amplitude or power."""

    points: int = 25
    loss: str = "amplitude"

    def __post_init__(self) -> None:
        check_points(self.points)
        check_loss(self.loss)


COLUMNS = {
    "panel": "delta of the panel, or `diagonal` for epsilon = delta",
    "epsilon": "ε, exact",
    "delta": "δ, exact",
    "v_upp": "cost of the truncated Laplacian, rounded up",
    "v_low": "closed lower bound of the source at the real number of periods, rounded down",
    "t_bound": "t-bound, rounded down",
    "s_bound": "s-bound, rounded down; empty for power",
    "lower": "certified lower end of the least cost over all noise laws",
    "upper": "certified upper end",
}


def table(config: Bounds, workers: Workers) -> Table:
    exponent = EXPONENTS[config.loss]
    epsilons = read_range(f"{EPSILONS}:{config.points}:log", "epsilon")
    places = [(d, e, d) for d in DELTAS for e in epsilons]
    places += [("diagonal", e, e) for e in read_range(f"{DIAGONAL}:{config.points}:log", "epsilon")]
    cells = workers(_ends, [Point(e, d, exponent, RELATIVE_GAP) for _, e, d in places])
    return table_of(COLUMNS, [(*place, *cell) for place, cell in zip(places, cells, strict=True)])


def _ends(point: Point) -> tuple[str, ...]:
    from ..optimal.values import closed_form_values

    known = closed_form_values(Fraction(point.epsilon), Fraction(point.delta), Fraction(1), Fraction(point.loss))
    row = compute(point)
    return (*(known[name] or "" for name in ("v_upp", "v_low", "t_bound", "s_bound")), row.lower, row.upper)


def draw(config: Bounds, table: Table) -> Any:
    symbol, unit = ("V_1", r"\Delta") if config.loss == "amplitude" else ("V_2", r"\Delta^2")
    ours, label = OURS[config.loss]
    panels_of = table.distinct("panel")
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 4.1), layout="constrained")
        panels = figure.subplots(2, len(panels_of), sharex="col", sharey="row", height_ratios=[1, 1.25])
        for column, panel in zip(panels.T, panels_of, strict=True):
            here = table.where(panel=panel)
            x, v_upp = here.numbers("epsilon"), here.numbers("v_upp")
            for axes, scale in zip(column, (np.ones_like(x), v_upp), strict=True):
                ends = here.numbers("lower") / scale, here.numbers("upper") / scale
                axes.plot(x, v_upp / scale, **figure_style.curve_style(0), label=rf"${symbol}^\mathrm{{upp}}$ (truncated Laplacian)")
                axes.fill_between(x, *ends, color="black", linewidth=0.9, label="least cost, certified bracket")
                axes.plot(x, here.numbers(ours) / scale, **figure_style.curve_style(3), label=label)
                axes.plot(x, here.numbers("v_low") / scale, **figure_style.curve_style(1), label=rf"${symbol}^\mathrm{{low}}$")
            top, bottom = column
            top.set_title(r"$\epsilon=\delta$" if panel == "diagonal" else rf"$\delta={figure_style.math_number(panel)}$")
            top.set(xscale="log", yscale="log")
            bottom.set(xlabel=r"$\epsilon$", ylim=(0, 1.05))
        panels[0, 0].set_ylabel(f"cost ${symbol}/{unit}$")
        panels[1, 0].set_ylabel(rf"cost / ${symbol}^\mathrm{{upp}}$")
        handles, labels = panels[0, 0].get_legend_handles_labels()
        figure_style.legend_below(figure, handles, labels, 4)
        return figure


FIGURE = Figure(
    name="bounds",
    title="Upper and lower bounds against the certified least cost",
    source="arXiv 1810.00877, Theorems 2 to 5 and Section 5; brackets are this project's",
    seen="On the diagonal both bounds meet the certified optimum as ε = δ → 0. At fixed δ the optimum stays near the truncated "
    "Laplacian up to ε ≈ 1 and falls below it beyond, while the source's lower bound leaves it much earlier.",
    columns=COLUMNS,
    config=Bounds,
    table=table,
    draw=draw,
)
