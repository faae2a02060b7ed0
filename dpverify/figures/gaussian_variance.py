"""Variance of the classical against that of the analytic Gaussian."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import figure_style
from ..exact import decimal_nearest
from ..sweep import read_range
from .figure import Figure, Workers
from .settings import check_points
from .table import DIGITS, Table, table_of

EPSILONS = "1e-4:1"
"""The classical formula is proved for epsilon <= 1."""
DELTAS = ("1e-9", "1e-6", "1e-3", "0.1")


@dataclass(frozen=True)
class GaussianVariance:
    """`points` values of epsilon for each delta."""

    points: int = 41

    def __post_init__(self) -> None:
        check_points(self.points)


COLUMNS = {
    "delta": "δ, exact",
    "epsilon": "ε, exact",
    "classical": "σ² of the classical formula, σ = Δ√(2 log(1.25/δ))/ε",
    "analytic": "least σ² that is (ε, δ)-DP",
    "ratio": "classical / analytic",
}


def table(config: GaussianVariance, workers: Workers) -> Table:
    from ..gaussian.certified import certified_sigma, classical_gaussian_sigma

    rows = []
    for delta in DELTAS:
        for epsilon in read_range(f"{EPSILONS}:{config.points}:log", "epsilon"):
            classical, analytic = (Fraction(sigma(epsilon, delta, 1).up) ** 2 for sigma in (classical_gaussian_sigma, certified_sigma))
            values = classical, analytic, classical / analytic
            rows.append((delta, epsilon, *(decimal_nearest(v, DIGITS) for v in values)))
    return table_of(COLUMNS, rows)


def draw(config: GaussianVariance, table: Table) -> Any:
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 2.9), layout="constrained")
        left, right = figure.subplots(1, 2)
        for i, delta in enumerate(table.distinct("delta")):
            here = table.where(delta=delta)
            x, style, label = here.numbers("epsilon"), figure_style.curve_style(i), rf"$\delta={figure_style.math_number(delta)}$"
            left.plot(x, x**2 * here.numbers("analytic"), **style, label=f"analytic, {label}")
            left.plot(x, x**2 * here.numbers("classical"), **style | {"linewidth": 2.4, "alpha": 0.4}, label=f"classical, {label}")
            right.plot(x, here.numbers("ratio"), **style)
        left.set(xscale="log", yscale="log", xlabel=r"$\epsilon$", ylabel=r"variance $\epsilon^2\sigma^2/\Delta^2$")
        right.set(xscale="log", yscale="log", xlabel=r"$\epsilon$", ylabel="classical / analytic variance")
        right.axhline(1, color=figure_style.GREY, linewidth=0.7)
        handles, labels = left.get_legend_handles_labels()
        figure_style.legend_below(figure, handles, labels, len(DELTAS))
        return figure


FIGURE = Figure(
    name="gaussian-variance",
    title="Variance of the classical and the analytic Gaussian",
    source="arXiv 1805.06530, Section 2.1 and Theorem 8; the variance gain of its Figure 3",
    seen="Drawn is the variance times ε². The classical one is flat, since it grows like 1/ε²; the least possible one stays bounded, so "
    "that it falls on the left and the ratio has no bound as ε → 0; at every ε the ratio is larger for larger δ.",
    columns=COLUMNS,
    config=GaussianVariance,
    table=table,
    draw=draw,
)
