"""Figures of the experiments on vectors: error against dimension, a panel for each epsilon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import figure_style
from .denoisers import BAYES, POSITIVE_PART, RAW, SOFT, ZERO
from .experiment import Row, rows_of
from .mechanisms import ANALYTIC, BARE, CLASSICAL, LAPLACE, NONE

Series = Sequence[tuple[str, tuple[str, ...], str]]
"""Label, names of the mechanism, name of the denoiser."""
MEAN_SERIES: Series = (
    ("Laplace", (LAPLACE,), RAW),
    ("classical Gaussian", (CLASSICAL, BARE), RAW),
    ("analytic Gaussian", (ANALYTIC,), RAW),
    ("analytic + James-Stein+", (ANALYTIC,), POSITIVE_PART),
    ("analytic + soft threshold", (ANALYTIC,), SOFT),
    ("analytic + Bayes (prior known)", (ANALYTIC,), BAYES),
)
HISTOGRAM_SERIES = MEAN_SERIES[:5]


def draw_mean(config: Any, _data: None, rows: Sequence[Row]) -> Any:
    return _curves(rows, MEAN_SERIES, config.epsilons, "dimension d", "L2 error (unit: radius of the ball)")


def draw_histogram(config: Any, _data: None, rows: Sequence[Row]) -> Any:
    return _curves(rows, HISTOGRAM_SERIES, config.epsilons, "number of bins d", "L1 error (items)")


def _curves(rows: Sequence[Row], series: Series, epsilons: Sequence[str], xlabel: str, ylabel: str) -> Any:
    """A row of panels for each data set, with bars of two standard errors; call inside `figure_style`."""
    data = list(dict.fromkeys(r.data for r in rows))
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 0.75 + 2.1 * len(data)), layout="constrained")
        panels = figure.subplots(len(data), len(epsilons), squeeze=False, sharex=True, sharey="row")
        for line, name in zip(panels, data, strict=True):
            for panel, epsilon in zip(line, epsilons, strict=True):
                here = rows_of(rows, data=name, epsilon=epsilon)
                for i, (label, mechanisms, denoiser) in enumerate(series):
                    bare = " (bare formula)" if any(r.mechanism == BARE for r in here) and BARE in mechanisms else ""
                    _line(panel, [r for r in here if r.mechanism in mechanisms and r.denoiser == denoiser], label + bare, i)
                zero = rows_of(here, mechanism=NONE, denoiser=ZERO)
                x, y = [int(r.d) for r in zero], [float(r.error) for r in zero]
                panel.plot(x, y, color=figure_style.GREY, linestyle=":", label="answer 0")
                panel.set(xscale="log", yscale="log", title=f"ε = {epsilon}" + (f", {name}" if len(data) > 1 else ""))
                if x and max(x) < 100 * min(x):
                    # Too few decades for ticks at powers of ten.
                    panel.set_xticks(x, [str(size) for size in x])
                    panel.set_xticks([], minor=True)
            line[0].set_ylabel(ylabel)
        for panel in panels[-1]:
            panel.set_xlabel(xlabel)
        labels: dict[str, Any] = {}
        for panel in panels.flat:
            labels |= {label: handle for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)}
        figure_style.legend_below(figure, labels.values(), labels.keys(), 3)
        return figure


def _line(panel: Any, rows: Sequence[Row], label: str, i: int) -> None:
    if not rows:
        return
    bars = [2.0 * float(r.standard_error) for r in rows]
    style = figure_style.line_style(i)
    panel.errorbar([int(r.d) for r in rows], [float(r.error) for r in rows], yerr=bars, label=label, elinewidth=0.7, **style)
