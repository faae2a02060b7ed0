"""Cost of the truncated Laplacian over that of the analytic Gaussian on the (epsilon, delta) plane."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .. import figure_style
from ..closed_forms.truncated_laplace import truncated_laplace_amplitude, truncated_laplace_power
from ..gaussian.calibration import analytic_gaussian_sigma
from ..sweep import read_range
from .figure import Figure, Workers
from .settings import check_points
from .table import Table, table_of, text_of

PLANES = {"whole": ("1e-4:10", "1e-6:0.499", ":log"), "corner": ("0.2:10", "0.3:0.499", "")}
"""Name -> ranges of epsilon and delta, and the scale of delta; that of epsilon is logarithmic."""
PARTS = ("amplitude", "power")
LEVELS = [i / 10 for i in range(13)]


@dataclass(frozen=True)
class GaussianRatio:
    """`points` values of epsilon and as many of delta, on the whole plane and in its corner of large delta."""

    points: int = 61

    def __post_init__(self) -> None:
        check_points(self.points)


COLUMNS = {
    "plane": "whole or corner",
    "epsilon": "ε, exact",
    "delta": "δ, exact",
    "sigma": "σ/Δ of the analytic Gaussian",
    "amplitude_ratio": "E|X| of the truncated Laplacian over σ√(2/π)",
    "power_ratio": "E X² of the truncated Laplacian over σ²",
}


def table(config: GaussianRatio, workers: Workers) -> Table:
    places = []
    for plane, (epsilons, deltas, scale) in PLANES.items():
        grid = read_range(f"{epsilons}:{config.points}:log", "epsilon"), read_range(f"{deltas}:{config.points}{scale}", "delta")
        places += [(plane, e, d) for e in grid[0] for d in grid[1]]
    eps, dlt = np.array([[float(Fraction(x)) for x in place[1:]] for place in places]).T
    sigma = analytic_gaussian_sigma(eps, dlt)
    amplitude = truncated_laplace_amplitude(eps, dlt) / (sigma * math.sqrt(2 / math.pi))
    power = truncated_laplace_power(eps, dlt) / sigma**2
    return table_of(COLUMNS, [(*place, *map(text_of, v)) for place, v in zip(places, np.array([sigma, amplitude, power]).T, strict=True)])


def draw(config: GaussianRatio, table: Table) -> Any:
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 4.9), layout="constrained")
        panels = figure.subplots(2, len(PARTS), sharex="row", sharey="row", height_ratios=[1.5, 1])
        for line, plane in zip(panels, PLANES, strict=True):
            here = table.where(plane=plane)
            eps, dlt = ([float(Fraction(t)) for t in here.distinct(name)] for name in ("epsilon", "delta"))
            for panel, part in zip(line, PARTS, strict=True):
                ratio = here.numbers(f"{part}_ratio").reshape(len(eps), len(dlt)).T
                shown = panel.contourf(eps, dlt, ratio, levels=LEVELS, cmap=figure_style.MAP_COLOURS)
                panel.contour(eps, dlt, ratio, levels=[0.2, 0.4, 0.6, 0.8], colors="white", linewidths=0.5)
                panel.contour(eps, dlt, ratio, levels=[1], colors="black", linewidths=1.4)
                panel.set(xscale="log", yscale="log" if plane == "whole" else "linear")
                panel.grid(False)
            line[0].set_ylabel(r"$\delta$")
        for panel, part in zip(panels[0], PARTS, strict=True):
            panel.set_title(figure_style.loss_title(part))
        for panel in panels[-1]:
            panel.set_xlabel(r"$\epsilon$")
        bar = figure.colorbar(shown, ax=panels, label="truncated Laplacian / analytic Gaussian", ticks=LEVELS[::2])
        bar.ax.axhline(1, color="black", linewidth=1.4)
        return figure


FIGURE = Figure(
    name="gaussian-ratio",
    title="Truncated Laplacian over analytic Gaussian, (ε, δ) plane",
    source="arXiv 1810.00877, Section 6 (comparison with the Gaussian mechanism), continued to δ < 1/2",
    seen="Below 1 nearly everywhere, so the truncated Laplacian is cheaper; the black line, seen best in the lower panels, encloses the "
    "part of δ > 0.39 where the Gaussian wins, contrary to the source's “in all privacy regimes”.",
    columns=COLUMNS,
    config=GaussianRatio,
    table=table,
    draw=draw,
)
