"""The figure of the heat maps: RMSE against epsilon for each map, and the maps themselves before and after denoising."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import figure_style
from .denoisers import POSITIVE_PART, RAW, SOFT, TOTAL_VARIATION, WAVELET, ZERO, grid_denoisers
from .experiment import Row, rows_of
from .measure import generator
from .mechanisms import ANALYTIC, BARE, CLASSICAL, LAPLACE, NONE, noises

SERIES = (
    ("Laplace", (LAPLACE,), RAW),
    ("classical Gaussian (ε > 1: bare formula)", (CLASSICAL, BARE), RAW),
    ("analytic Gaussian", (ANALYTIC,), RAW),
    ("analytic + James-Stein+", (ANALYTIC,), POSITIVE_PART),
    ("analytic + soft threshold", (ANALYTIC,), SOFT),
    ("analytic + wavelet", (ANALYTIC,), WAVELET),
    ("analytic + total variation", (ANALYTIC,), TOTAL_VARIATION),
)
PICTURES = (("analytic Gaussian", RAW), ("+ soft threshold", SOFT), ("+ wavelet", WAVELET), ("+ total variation", TOTAL_VARIATION))


def draw_heatmap(config: Any, maps: dict[str, Any], rows: Sequence[Row]) -> Any:
    """Call inside `figure_style`."""
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 2.9 + 1.55 * len(maps)), layout="constrained")
        top, bottom = figure.subfigures(2, 1, height_ratios=[2.9, 1.55 * len(maps)])
        _draw_curves(top, rows, list(maps))
        _draw_pictures(bottom, config, maps)
        return figure


def _draw_curves(figure: Any, rows: Sequence[Row], names: list[str]) -> None:
    panels = figure.subplots(1, len(names), squeeze=False)[0]
    for panel, name in zip(panels, names, strict=True):
        here = rows_of(rows, data=name)
        for i, (label, mechanisms, denoiser) in enumerate(SERIES):
            found = [r for r in here if r.mechanism in mechanisms and r.denoiser == denoiser]
            x, y = [float(r.epsilon) for r in found], [float(r.error) for r in found]
            bars = [2.0 * float(r.standard_error) for r in found]
            panel.errorbar(x, y, yerr=bars, label=label, elinewidth=0.7, **figure_style.line_style(i))
        zero = rows_of(here, mechanism=NONE, denoiser=ZERO)
        x, y = [float(r.epsilon) for r in zero], [float(r.error) for r in zero]
        panel.plot(x, y, color=figure_style.GREY, linestyle=":", label="answer 0")
        panel.set(xscale="log", yscale="log", title=name, xlabel="privacy parameter ε")
    panels[0].set_ylabel("RMSE (points per cell)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure_style.legend_below(figure, handles, labels, 3)


def _draw_pictures(figure: Any, config: Any, maps: dict[str, Any]) -> None:
    """One release of each map at `picture_epsilon`, drawn as in the table's first repeat; a map's pictures share one scale."""
    from matplotlib.colors import PowerNorm

    laws = noises(config.picture_epsilon, config.delta, config.max_per_user, config.max_per_user)
    sigma = next(law.deviation for law in laws if law.mechanism == ANALYTIC)
    denoisers = grid_denoisers()
    panels = figure.subplots(len(maps), 1 + len(PICTURES), squeeze=False)
    for i, (line, (name, truth)) in enumerate(zip(panels, maps.items(), strict=True)):
        draws = generator(config.seed, "noise", name, truth.size, config.picture_epsilon, 0)
        noisy = truth + sigma * draws.standard_normal(truth.shape)
        pictures = [("exact", truth), *((label, denoisers[key](noisy, sigma)) for label, key in PICTURES)]
        # The root scale shows the thin parts too; what lies outside the exact map's range has its end's colour.
        scale = PowerNorm(0.5, vmin=0.0, vmax=max(1.0, float(truth.max())))
        for panel, (label, values) in zip(line, pictures, strict=True):
            look = {"cmap": figure_style.MAP_COLOURS, "norm": scale, "interpolation": "nearest"}
            shown = panel.imshow(np.maximum(values, 0.0), origin="lower", **look)
            panel.set(xticks=[], yticks=[])
            panel.grid(False)
            panel.spines[:].set_visible(False)
            if i == 0:
                panel.set_title(label)
        line[0].set_ylabel(name)
        figure.colorbar(shown, ax=list(line), label="points per cell", fraction=0.03, pad=0.01)
    figure.suptitle(f"one release at ε = {config.picture_epsilon}, δ = {config.delta}", fontsize=8)
