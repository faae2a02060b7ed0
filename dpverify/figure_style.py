"""How every figure of the project looks: vector output, colours and marks that the colour-blind and a black-and-white printer tell apart.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError, MissingDependency

SUFFIXES = (".pdf", ".svg", ".png")
WIDTH = 7.0
"""Inches: a page of text."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette without its yellow, which is too light for lines on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GREY = "#777777"
MAP_COLOURS = "cividis"
"""For maps: even in lightness, and the same to the colour-blind."""

SETTINGS = {
    "font.size": 8.0,
    "axes.titlesize": 8.0,
    "axes.labelsize": 8.0,
    "legend.fontsize": 7.5,
    "xtick.labelsize": 7.0,
    "ytick.labelsize": 7.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.5,
    "axes.axisbelow": True,
    "lines.linewidth": 1.1,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    # The same figure gives the same bytes.
    "svg.hashsalt": "dpverify",
}


@contextlib.contextmanager
def figure_style() -> Iterator[Any]:
    """The class matplotlib.figure.Figure, with these settings in force. No window and no global figure is ever made."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependency("figures need the package matplotlib: pip install 'dpverify[experiments]'") from None
    with matplotlib.rc_context(SETTINGS):
        yield Figure


def line_style(i: int) -> dict[str, Any]:
    """Colour and marker of the i-th series; the markers are hollow, so that one does not hide another."""
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)], "markerfacecolor": "none"}


def legend_below(figure: Any, handles: Any, labels: Any, columns: int) -> None:
    """A legend under the axes, where it hides no data."""
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def read_figure_path(text: str, name: str) -> Path:
    """Raises InputError unless a figure can be written there."""
    path = Path(text)
    if path.suffix.lower() not in SUFFIXES or path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"{name} is {text!r}; it must be a file in a folder that exists, ending in {', '.join(SUFFIXES)}")
    return path


def save(figure: Any, path: Path) -> None:
    """Write the figure, all or nothing, in the format of the suffix. Call inside `figure_style`."""
    kind = path.suffix.lower()[1:]
    # No dates: the same figure gives the same bytes.
    metadata = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": None}[kind]
    unfinished = path.with_name(path.name + ".part")
    figure.savefig(unfinished, format=kind, dpi=200, metadata=metadata)
    os.replace(unfinished, path)
