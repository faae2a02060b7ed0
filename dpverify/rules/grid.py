"""Rule: the hockey-stick divergence of a law whose density is constant on the cells of a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import epsilon
from .base import Fact, Inference, Obligation, defined
from .laws import GRID, grid_step
from .specialise import is_integer


@dataclass(frozen=True)
class GridCells:
    """int (f(x) - e^epsilon f(x + (k + theta) h))_+ dx as a sum over the cells [i h, (i + 1) h) of the grid, p_i their masses.

    On the first (1 - theta) h of cell i the shifted density is p_{i+k}/h, on the rest it is p_{i+k+1}/h. With x = (i + v) h the
    integral over cell i is int_0^{1-theta} (p_i - e^epsilon p_{i+k})_+ dv + int_{1-theta}^1 (p_i - e^epsilon p_{i+k+1})_+ dv, whose
    value is an obligation; the integral over the line is the sum over the cells, all terms being non-negative.

    variable: x;  index: i;  cells: k, an integer;  part: theta in [0, 1]. The step h is the symbol `laws.grid_step`.
    """

    variable: sp.Symbol
    index: sp.Symbol
    cells: sp.Expr
    part: sp.Expr

    name = "cells of a grid"
    lemma = (
        "Let a density $f$ equal $p_i/h$ on $[ih,(i+1)h)$. There $f(x+(k+\\theta)h)$ is $p_{i+k}/h$ on the first $(1-\\theta)h$ of the "
        "cell and $p_{i+k+1}/h$ on the rest; an integral over the line is the sum over the cells."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        x, i, h, k, theta = self.variable, self.index, grid_step, self.cells, self.part
        if not i.is_integer or i in domain.ranges or x in domain.ranges:
            raise ClaimError(f"{i} must be an integer symbol, and {x} and {i} no parameters of the step")
        if h not in domain.ranges or h in (k.free_symbols | theta.free_symbols):
            raise ClaimError(f"the step {h} of the grid must be a parameter, and the shift must be given in cells")
        if not is_integer(k, domain):
            raise ClaimError(f"{k} must be an integer")
        f, p, factor = GRID.density, GRID.mass, sp.exp(epsilon)
        a, b, c, v = (sp.Dummy(name, real=True) for name in ("a", "b", "c", "v"))

        def positive(own: sp.Expr, other: sp.Expr) -> sp.Expr:
            return sp.Max(0, own - factor * other)

        def cell(own: sp.Expr, first: sp.Expr, second: sp.Expr) -> sp.Expr:
            return (1 - theta) * positive(own, first) + theta * positive(own, second)

        free = domain
        for symbol in (a, b, c):
            free = free.extend(symbol, Range(lo=sp.S.Zero, lo_open=False))
        one = sp.Integral(positive(a, b), (v, 0, 1 - theta)) + sp.Integral(positive(a, c), (v, 1 - theta, 1))
        obligations = (
            *defined(k, domain, "the number of cells"),
            Obligation(sp.Gt(h, 0, evaluate=False), domain, "the grid's step is positive"),
            Obligation(sp.Ge(theta, 0, evaluate=False), domain, "the part of a cell is at least 0"),
            Obligation(sp.Le(theta, 1, evaluate=False), domain, "the part of a cell is at most 1"),
            Obligation(sp.Eq(one, cell(a, b, c), evaluate=False), free, "the integral over one cell"),
        )
        shift = sp.expand((k + theta) * h)
        left = sp.Integral(sp.Max(0, f(x) - factor * f(x + shift)), (x, -sp.oo, sp.oo))
        right = sp.Sum(cell(p(i), p(i + k), p(i + k + 1)), (i, -sp.oo, sp.oo))
        return Inference(sp.Eq(left, right, evaluate=False), obligations, (GRID.words + ".", self.lemma))
