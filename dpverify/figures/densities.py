"""Densities of the sources' two laws: the truncated Laplacian, and the uniform law with an atom, P_alpha."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from .. import figure_style
from ..exact import decimal_nearest
from .figure import Figure, Workers
from .settings import check_number, check_points
from .table import DIGITS, Table, table_of, text_of

SHARES = (Fraction(0), Fraction(1, 4), Fraction(1, 2))
"""Of delta, that the atom alpha takes."""


@dataclass(frozen=True)
class Densities:
    """`points` abscissas on the right half of the truncated Laplacian; the laws are symmetric."""

    epsilon: str = "1"
    delta: str = "0.1"
    points: int = 100

    def __post_init__(self) -> None:
        check_number(self.epsilon, "epsilon", "1e-3", "50")
        check_number(self.delta, "delta", "1e-9", "1")
        check_points(self.points)


COLUMNS = {
    "law": "laplace, truncated-laplace or P_alpha",
    "atom": "mass α at 0",
    "x": "x/Δ ≥ 0; the density joins the points by straight lines, and a jump is two rows with one x",
    "density": "density f(x)·Δ beside the atom; the law is symmetric",
}


def table(config: Densities, workers: Workers) -> Table:
    from ..mechanisms.registry import mechanism

    laws: tuple[Any, ...] = tuple(mechanism(name).law(config.epsilon, config.delta) for name in ("truncated-laplace", "laplace"))
    truncated, laplace = laws
    width = truncated.half_width
    inside, outside = np.linspace(0, width, config.points), np.linspace(0, 1.3 * width, config.points)
    rows: list[tuple[str, ...]] = [("laplace", "0", text_of(x), text_of(f)) for x, f in zip(outside, laplace.pdf(outside), strict=True)]
    # The last point may lie beyond the edge by its rounding, where the density is 0 already.
    heights = truncated.pdf(np.minimum(inside, np.nextafter(width, 0)))
    rows += [("truncated-laplace", "0", text_of(x), text_of(f)) for x, f in zip(inside, heights, strict=True)]
    rows.append(("truncated-laplace", "0", text_of(width), "0"))
    delta = Fraction(config.delta)
    for share in SHARES:
        atom = share * delta
        edge, height = additive_shape(atom, delta)
        corners = ((Fraction(0), height), (edge, height), (edge, Fraction(0)))
        rows += [("P_alpha", *(decimal_nearest(v, DIGITS) for v in (atom, *corner))) for corner in corners]
    return table_of(COLUMNS, rows)


def additive_shape(alpha: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """Half width and height of P_alpha beside its atom at sensitivity one, from the formulas of the ledger."""
    import sympy as sp

    from .. import notation
    from ..formulas import additive as formulas

    point = {notation.alpha: alpha, notation.delta: delta, notation.Delta: Fraction(1)}
    exact = {symbol: sp.Rational(x.numerator, x.denominator) for symbol, x in point.items()}
    width, height = (form.subs(exact) for form in (formulas.half_width(), formulas.density(sp.S.Zero)))
    return Fraction(int(width.p), int(width.q)), Fraction(int(height.p), int(height.q))


def draw(config: Densities, table: Table) -> Any:
    epsilon, delta = figure_style.math_number(config.epsilon), figure_style.math_number(config.delta)
    with figure_style.figure_style() as figure_class:
        figure = figure_class(figsize=(figure_style.WIDTH, 2.9), layout="constrained")
        left, right = figure.subplots(1, 2)
        x, f = _mirrored(table.where(law="laplace"))
        left.plot(x, f, **figure_style.curve_style(1), label="Laplace")
        x, f = _mirrored(table.where(law="truncated-laplace"))
        left.plot(x, f, **figure_style.curve_style(0), label="truncated Laplacian")
        worst = x >= max(x.max() - 1, -x.max())
        left.fill_between(x[worst], f[worst], color=figure_style.COLOURS[0], alpha=0.3, linewidth=0, label=r"mass of $[A-\Delta,A]$")
        left.set_title(rf"truncated Laplacian, $\epsilon={epsilon}$, $\delta={delta}$")
        for i, atom in enumerate(table.where(law="P_alpha").distinct("atom")):
            x, f = _mirrored(table.where(law="P_alpha", atom=atom))
            style = figure_style.curve_style(i)
            right.plot(x, f, **style, label=rf"$\alpha={figure_style.math_number(atom)}$")
            if float(atom) > 0:
                right.plot([0, 0], [0, float(atom)], color=style["color"], linewidth=1.1)
                right.plot([0], [float(atom)], marker=figure_style.MARKERS[i], color=style["color"], markerfacecolor="white")
        right.set_title(rf"$P_\alpha$, $\delta={delta}$; stems: mass $\alpha$ at 0")
        for panel in (left, right):
            panel.set(xlabel=r"$x/\Delta$", ylim=(0, None))
            panel.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=3, columnspacing=1.2, handlelength=1.8)
        left.set_ylabel(r"density $f(x)\,\Delta$")
        return figure


def _mirrored(here: Table) -> tuple[Any, Any]:
    x, f = here.numbers("x"), here.numbers("density")
    return np.concatenate([-x[::-1], x]), np.concatenate([f[::-1], f])


FIGURE = Figure(
    name="densities",
    title="Densities of the truncated Laplacian and of P_alpha",
    source="arXiv 1810.00877, Section 3; arXiv 1809.10224, Figure 1",
    seen="The truncated Laplacian is the Laplace density raised and cut at A, so that its last stretch of length Δ has the mass "
    "δ; P_α moves mass from a flat density to an atom at 0 and pays with its width.",
    columns=COLUMNS,
    config=Densities,
    table=table,
    draw=draw,
)
