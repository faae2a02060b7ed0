"""What is provably left to gain: the excess of each mechanism over the certified optimum on the (epsilon, delta) plane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import figure_style
from ..sweep import read_range
from .excess_rows import COLUMNS, Place, rows_at, words
from .figure import Figure, Workers
from .settings import check_loss, check_points
from .table import Table, table_of

EPSILONS, DELTAS = "0.01:3", "1e-6:0.4"
ENDS = (1e-3, 10.0)
"""Of the colour scale."""
CONTOURS = (0.01, 0.1, 1.0)
BRACKET = "gap of the bracket"


@dataclass(frozen=True)
class Excess:
    """`points` values of epsilon and as many of delta."""

    points: int = 13
    loss: str = "amplitude"

    def __post_init__(self) -> None:
        check_points(self.points, most=60)
        check_loss(self.loss)


def table(config: Excess, workers: Workers) -> Table:
    epsilons, deltas = (read_range(f"{ends}:{config.points}:log", "range") for ends in (EPSILONS, DELTAS))
    found = workers(rows_at, [Place(e, d, config.loss) for e in epsilons for d in deltas])
    return table_of(COLUMNS, [row for rows in found for row in rows])


def draw(config: Excess, table: Table) -> Any:
    from matplotlib.colors import LogNorm

    epsilons, deltas = ([float(t) for t in table.distinct(name)] for name in ("epsilon", "delta"))
    planes = [(words(m), _plane(table.where(mechanism=m), epsilons, deltas, "excess_upper")) for m in table.distinct("mechanism")]
    any_one = table.where(mechanism=table.distinct("mechanism")[0])
    gap = any_one.numbers("upper") / any_one.numbers("lower") - 1
    planes.append((BRACKET, np.maximum(gap, 1e-12).reshape(len(epsilons), len(deltas)).T))
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 3.9), layout="constrained")
        panels = figure.subplots(2, 4, sharex=True, sharey=True)
        for panel, (title, plane) in zip(panels.flat, planes, strict=True):
            look = {"norm": LogNorm(*ENDS), "cmap": figure_style.MAP_COLOURS, "shading": "nearest", "linewidth": 0, "antialiased": False}
            shown = panel.pcolormesh(epsilons, deltas, np.ma.masked_invalid(plane), **look)
            for level, dashes in zip(CONTOURS, ("dotted", "dashed", "solid"), strict=True):
                if np.nanmin(plane) < level < np.nanmax(plane):
                    panel.contour(epsilons, deltas, plane, levels=[level], colors="white", linewidths=0.9, linestyles=dashes)
            panel.set_title(title)
            panel.set(xscale="log", yscale="log")
            panel.grid(False)
        for panel in panels[-1]:
            panel.set_xlabel(r"$\epsilon$")
        for panel in panels[:, 0]:
            panel.set_ylabel(r"$\delta$")
        bar = figure.colorbar(shown, ax=panels, extend="both", label="cost above the certified optimum, at most")
        bar.set_ticks([0.001, 0.01, 0.1, 1, 10], labels=["0.1 %", "1 %", "10 %", "100 %", "1000 %"])
        for level, dashes in zip(CONTOURS, ("dotted", "dashed", "solid"), strict=True):
            bar.ax.axhline(level, color="white", linewidth=0.9, linestyle=dashes)
        return figure


def _plane(here: Table, epsilons: list[float], deltas: list[float], name: str) -> Any:
    """delta by epsilon; nan where the mechanism does not apply."""
    plane = np.full((len(deltas), len(epsilons)), np.nan)
    for e, d, value in zip(here.numbers("epsilon"), here.numbers("delta"), here.numbers(name), strict=True):
        plane[deltas.index(d), epsilons.index(e)] = value
    return plane


FIGURE = Figure(
    name="excess",
    title="What is left to gain: excess over the optimum, (ε, δ) plane",
    source="this project; the certified optimum is that of `dpverify bounds`",
    seen="On this plane the truncated Laplacian is within 5 % of the optimum for ε ≤ 1 and δ ≤ 0.01, and 40 % or more above it "
    "at ε = 3; the truncated staircase is within 6 % everywhere. The analytic Gaussian costs at least 12 % too much "
    "everywhere, and several times the optimum at small δ.",
    columns=COLUMNS,
    config=Excess,
    table=table,
    draw=draw,
)
