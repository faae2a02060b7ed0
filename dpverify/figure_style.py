"""How every figure of the project looks: vector output, told apart by the colour-blind and on a black-and-white printer."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError, MissingDependency
from .whole_file import read_file_path, shown_path, write_whole

SUFFIXES = (".pdf", ".svg", ".png")
WIDTH = 7.0
"""Inches: a page of text."""
COLUMN = 3.4
"""Inches: one of two columns."""
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's palette without its yellow, which is too light for lines on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.6)),
    (0, (5, 1.5, 1, 1.5)),
    (0, (1, 1.2)),
    (0, (3, 1.2, 1, 1.2, 1, 1.2)),
    (0, (8, 2)),
    (0, (2.5, 2.5)),
)
"""Line styles that tell curves apart without colour."""
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
        raise MissingDependency("figures need the package matplotlib: pip install 'dpverify[figures]'") from None
    with matplotlib.rc_context(SETTINGS):
        yield Figure


def line_style(i: int) -> dict[str, Any]:
    """Colour and marker of the i-th series; the markers are hollow, so that one does not hide another."""
    return {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)], "markerfacecolor": "none"}


def curve_style(i: int) -> dict[str, Any]:
    """Colour and dashes of the i-th curve, for curves of many points."""
    return {"color": COLOURS[i % len(COLOURS)], "linestyle": DASHES[i % len(DASHES)]}


def math_number(text: str) -> str:
    """A decimal text in math mode: 1e-6 as 10^{-6}."""
    mantissa, _, exponent = text.lower().partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa}\cdot{power}"


def loss_title(loss: str) -> str:
    """The title of a panel about "amplitude" or "power", costs at sensitivity one or in units of it."""
    return rf"{loss} $\mathrm{{E}}{'|X|' if loss == 'amplitude' else 'X^2'}$"


def legend_below(figure: Any, handles: Any, labels: Any, columns: int) -> None:
    """A legend under the axes, where it hides no data."""
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def read_figure_path(text: str, name: str) -> Path:
    """Raises InputError unless a figure can be written there."""
    if Path(text).suffix.lower() not in SUFFIXES:
        raise InputError(f"{name} is {shown_path(text)}; it must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    return read_file_path(text, name)


def save(figure: Any, path: Path, about: str | None = None) -> None:
    """Write the figure, all or nothing, in the format of the suffix; `about` is kept inside it. Call inside `figure_style`."""
    kind = path.suffix.lower()[1:]
    # No dates: the same figure gives the same bytes.
    dates: dict[str, dict[str, Any]] = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}
    words = {} if about is None else {{"pdf": "Subject"}.get(kind, "Description"): about}
    content = io.BytesIO()
    figure.savefig(content, format=kind, dpi=200, metadata=dates[kind] | words)
    write_whole(path, content.getvalue())
