"""Cost of the optimal monotone (0, delta) noise over that of the Gaussian, as published and as it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import figure_style
from ..closed_forms.additive import additive_amplitude, additive_power
from ..gaussian.calibration import analytic_gaussian_sigma
from .figure import Figure, Workers
from .settings import check_points
from .table import Table, table_of, text_of

LIMITS = {"amplitude": (math.pi / 4, r"$\pi/4$"), "power": (math.pi / 6, r"$\pi/6$")}
"""Of the right ratio as delta -> 0: gains of 4/pi and 6/pi, where the source has 2 and 3."""


@dataclass(frozen=True)
class AdditiveRatio:
    """`points` equally spaced values of delta between 0 and 1."""

    points: int = 99

    def __post_init__(self) -> None:
        check_points(self.points)


COLUMNS = {
    "loss": "amplitude or power",
    "delta": "δ",
    "optimal": "least cost of symmetric monotone (0, δ) noise",
    "gaussian": "cost of N(0, σ²) with the least σ that is (0, δ)-DP: σ√(2/π) or σ²",
    "ratio": "optimal / gaussian",
    "published_gaussian": "cost the source gives the Gaussian: Δ/(2δ) or Δ²/(4δ²)",
    "published_ratio": "optimal / published_gaussian",
}


def table(config: AdditiveRatio, workers: Workers) -> Table:
    delta = np.arange(1, config.points + 1) / (config.points + 1)
    sigma = analytic_gaussian_sigma(0.0, delta)
    published = 1 / (2 * delta)
    costs = {
        "amplitude": (additive_amplitude(delta), sigma * math.sqrt(2 / math.pi), published),
        "power": (additive_power(delta), sigma**2, published**2),
    }
    rows = []
    for loss, (optimal, gaussian, wrong) in costs.items():
        for values in np.array([delta, optimal, gaussian, optimal / gaussian, wrong, optimal / wrong]).T:
            rows.append((loss, *map(text_of, values)))
    return table_of(COLUMNS, rows)


def draw(config: AdditiveRatio, table: Table) -> Any:
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 2.8), layout="constrained")
        panels = figure.subplots(1, 2, sharey=True)
        for panel, loss in zip(panels, table.distinct("loss"), strict=True):
            here = table.where(loss=loss)
            limit, name = LIMITS[loss]
            x, label = here.numbers("delta"), "as it is: least σ, E|N| = σ√(2/π)"
            panel.plot(x, here.numbers("ratio"), **figure_style.curve_style(0), label=label)
            panel.plot(x, here.numbers("published_ratio"), **figure_style.curve_style(1), label="as published")
            panel.axhline(limit, color=figure_style.GREY, linewidth=0.7, linestyle=":")
            panel.annotate(name, (0.995, limit), xycoords=("axes fraction", "data"), ha="right", va="bottom", color="#444444")
            panel.set(xlabel=r"$\delta$", title=figure_style.loss_title(loss), xlim=(0, 1), ylim=(0, 0.9))
        panels[0].set_ylabel("optimal / Gaussian")
        handles, labels = panels[0].get_legend_handles_labels()
        figure_style.legend_below(figure, handles, labels, 2)
        return figure


FIGURE = Figure(
    name="additive-ratio",
    title="Optimal (0, δ) noise over Gaussian: as published, as it is",
    source="arXiv 1809.10224, Fig. 5, with equations 9 and 10 on their whole range",
    seen="Against the Gaussian with the least σ the ratios start at π/4 and π/6, gains of 4/π and 6/π and not the published 2 and 3; "
    "as δ → 1 the optimum wins without bound, though against a Gaussian whose cost falls to 0 as well.",
    columns=COLUMNS,
    config=AdditiveRatio,
    table=table,
    draw=draw,
)
