"""The plane of epsilon and delta, a panel a function, each point in the colour of its verdict."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .. import figure_style
from .audit import Audited
from .point import EPSILON_RANGE
from .verdict import LOOSE, NO_ANSWER, NO_RETURN, TIGHT, UNDECIDED, VIOLATION

COLUMNS = 3
# Colour and mark: neither is needed to read the other.
STYLE: dict[str, tuple[str, str]] = {
    TIGHT: (figure_style.COLOURS[2], "."),
    LOOSE: (figure_style.COLOURS[4], "^"),
    VIOLATION: (figure_style.COLOURS[1], "X"),
    NO_ANSWER: (figure_style.GREY, "o"),
    NO_RETURN: (figure_style.COLOURS[6], "s"),
    UNDECIDED: (figure_style.COLOURS[3], "D"),
}
AT_ZERO = EPSILON_RANGE[0] / 5
"""Where epsilon = 0, or nearly, is drawn on the logarithmic axis."""
DELTA_TICKS = {"0.99": 0.99, "0.5": 0.5, "0.1": 0.1, "$10^{-3}$": 1e-3, "$10^{-10}$": 1e-10, "$10^{-30}$": 1e-30, "$10^{-300}$": 1e-300}


def draw(audited: Sequence[Audited]) -> Any:
    """The figure. Functions of epsilon or delta alone are left out. Call inside `figure_style`."""
    planes = [a for a in audited if a.kind.plane]
    rows = max(1, math.ceil(len(planes) / COLUMNS))
    columns = min(COLUMNS, max(1, len(planes)))
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH * max(columns, 2) / COLUMNS, 0.6 + 1.9 * rows), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
        handles: dict[str, Any] = {}
        for panel, a in zip(panels.flat, planes, strict=False):
            for verdict, (colour, mark) in STYLE.items():
                here = [c.point for c in a.cells if c.found.verdict == verdict and c.point.delta]
                if not here:
                    continue
                x = [max(p.epsilon, AT_ZERO) for p in here]
                y = [-math.log10(p.delta or 1) for p in here]
                size = 12 if mark != "." else 20
                handles[verdict] = panel.scatter(x, y, s=size, c=colour, marker=mark, linewidths=0.4, label=verdict)
            panel.set_title(f"{a.library}: {a.function}", fontsize=6.5)
            panel.set(xscale="log", yscale="log")
        for panel in panels[-1]:
            panel.set_xlabel("ε")
        for panel in panels.flat[len(planes) :]:
            panel.set_axis_off()
        first = panels.flat[0]
        first.set_ylim(500, 2e-4)
        first.set_yticks([-math.log10(d) for d in DELTA_TICKS.values()], list(DELTA_TICKS))
        first.minorticks_off()
        first.set_xticks([AT_ZERO, 1e-4, 1e-2, 1, 100], ["0", "$10^{-4}$", "$10^{-2}$", "1", "100"])
        figure.supylabel("δ", fontsize=8)
        shown = [verdict for verdict in STYLE if verdict in handles]
        figure_style.legend_below(figure, [handles[v] for v in shown], shown, len(shown))
        return figure
