"""Rule: adding a uniform variable to integer-valued private noise gives noise on the line that is private for real shifts too.

With p on the integers, X + U, U uniform on [-1/2, 1/2), has the density p_i on [i - 1/2, i + 1/2). Between two neighbouring integers
its divergence is affine in the shift (the claims of privacy.grid_shifts), so it is at most delta at every real shift |d| <= Delta.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon, x
from .base import Fact, Inference, Obligation, defined
from .integer_cost import LATTICE_LAWS, expected_cost
from .laws import Law
from .premise import FROM_ONE, index_symbol, parameters

cell_number = sp.Symbol("i", integer=True, positive=True)
"""i >= 1, the middle of a cell [i - 1/2, i + 1/2]."""


@dataclass(frozen=True)
class Smearing:
    """V <= sum_i |i|^p P(X = i) + r + s P(X = 0), where the mean of |x|^p over the cell of i != 0 is at most |i|^p + r, of 0 r + s.

    law: a symmetric private law on the integers; V is the least E|X|^p over all laws, or over the symmetric unimodal ones if it is
    unimodal. index: i. power: p > 0. correction: r. centre: s.
    """

    law: Law
    index: sp.Symbol
    power: sp.Expr
    correction: sp.Expr
    centre: sp.Expr

    name = "smearing over cells"
    lemma = (
        "For integer-valued $X$ and $U$ uniform on $[-\\frac12,\\frac12)$, $X+U$ has a density that is constant on cells, so that between "
        "neighbouring integers the divergence is affine in the shift: it is private at every real shift up to $\\Delta$ if $X$ is at the "
        "integer ones. It is symmetric, up to a null set, and unimodal if $X$ is, and $E|X+U|^p$ is the sum of the cells' means."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        parameters(domain, "smearing")
        index_symbol(self.index, "the index")
        if not self.law.symmetric:
            raise ClaimError("smearing is written for a symmetric law")
        power, rest, centre = (sp.sympify(e) for e in (self.power, self.correction, self.centre))
        if not (power.free_symbols | rest.free_symbols | centre.free_symbols) <= set(domain.ranges):
            raise ClaimError("the exponent or a correction holds symbols that the step does not have")
        if {x, cell_number, self.index} & set(domain.ranges):
            raise ClaimError(f"{x}, {cell_number} and {self.index} are taken")
        half = sp.Rational(1, 2)
        mean = sp.Integral(x**power, (x, cell_number - half, cell_number + half))
        inner = domain.extend(cell_number, FROM_ONE)
        middle = half**power / (power + 1)
        obligations = (
            *defined(power, domain, "the exponent"),
            Obligation(sp.Gt(power, 0, evaluate=False), domain, "the loss has a positive exponent"),
            Obligation(sp.Le(mean, cell_number**power + rest, evaluate=False), inner, "the mean loss of a cell beside the middle"),
            Obligation(sp.Le(middle, rest + centre, evaluate=False), domain, "the mean loss of the cell in the middle"),
        )
        total = expected_cost(sp.Abs(self.index) ** power, self.law, self.index) + rest + centre * self.law.mass(sp.S.Zero)
        least = LATTICE_LAWS[self.law][1](power, epsilon, delta, Delta)
        return Inference(sp.Le(least, total, evaluate=False), obligations, (self.law.words + ".", self.lemma))
