"""Rule: unbiased randomised rounding carries a bound for integer-valued noise over to all noise.

Let the sensitivity be an integer. Y is X rounded to one of the two neighbouring integers at random so that E[Y | X] = X. The rounding
of X + k is Y + k for integers k, so P(Y in S) = E w(X) and P(Y in S + k) = E w(X - k) with w(x) = P(Y in S | X = x) in [0, 1], and
privacy of X gives that of Y at every integer shift |k| <= Delta. E c(|Y|) = E l(X), l linear between integers with l(i) = c(|i|).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put, put_relation
from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact, Inference, Obligation
from .cells import UNIT, place
from .integer_cost import LATTICE_LAWS, bound_of, expected_cost
from .laws import Law
from .premise import FROM_ONE, FROM_ZERO, holds_for_all, parameters

lattice_point = sp.Symbol("j", integer=True, nonnegative=True)
"""j >= 0, the left end of a cell [j, j + 1]."""


@dataclass(frozen=True)
class RandomisedRounding:
    """V >= B - r from the fact sum_i c(|i|) P(X = i) >= B for all integer-valued laws.

    fact:       its name. law: the law that it is about (all, symmetric, symmetric unimodal); V is the least E|X|^p over all laws, or
                over the symmetric unimodal ones. index: i.
    cost:       c(j), written in `lattice_point`. power: p. correction: r.
    pointwise:  name of the fact (1 - theta) c(j) + theta c(j + 1) <= (j + theta)^p + r for j >= 0, 0 <= theta <= 1;
                None: it is an obligation. Here j is `lattice_point`, theta is `cells.place`.
    first:      name of the same fact for j = 0, if `pointwise` speaks of j >= 1 only.
    """

    fact: str
    law: Law
    index: sp.Symbol
    cost: sp.Expr
    power: sp.Expr
    correction: sp.Expr = sp.S.Zero
    pointwise: str | None = None
    first: str | None = None

    name = "randomised rounding"
    lemma = (
        "Rounding $X$ at random to one of the two neighbouring integers, unbiased, is post-processing that commutes with integer shifts: "
        "the result is an integer-valued law, private for the integer shifts up to $\\Delta$, symmetric if $X$ is, and symmetric unimodal "
        "if $X$ is; its expected cost is $E\\,\\ell(X)$, $\\ell$ interpolating the cost linearly between the integers."
    )

    def premises(self) -> tuple[str, ...]:
        return (self.fact, *(name for name in (self.pointwise, self.first) if name))

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        parameters(domain, "randomised rounding")
        cost, power, rest = (sp.sympify(e) for e in (self.cost, self.power, self.correction))
        known = set(domain.ranges)
        if not (cost.free_symbols - {lattice_point} | power.free_symbols | rest.free_symbols) <= known:
            raise ClaimError("the cost, its exponent or its correction holds symbols that the step does not have")
        if {lattice_point, place, self.index} & known:
            raise ClaimError(f"{lattice_point}, {place} and {self.index} are taken")
        left = expected_cost(put(cost, {lattice_point: sp.Abs(self.index)}, "the index"), self.law, self.index)
        bound = bound_of(self.fact, facts[self.fact], left, domain)
        chord = (1 - place) * cost + place * put(cost, {lattice_point: lattice_point + 1}, "the next point")
        below = sp.Le(chord, (lattice_point + place) ** power + rest, evaluate=False)
        obligations: tuple[Obligation, ...] = ()
        if self.pointwise is None:
            inner = domain.extend(lattice_point, FROM_ZERO).extend(place, UNIT)
            obligations = (Obligation(below, inner, "the interpolated cost is at most the loss and the correction"),)
        else:
            where = {lattice_point: FROM_ONE if self.first else FROM_ZERO, place: UNIT}
            _given(self.pointwise, facts[self.pointwise], below, where, domain)
            if self.first:
                start = put_relation(below, {lattice_point: 0}, "the start")
                _given(self.first, facts[self.first], start, {place: UNIT}, domain)
        least = LATTICE_LAWS[self.law][1](power, epsilon, delta, Delta)
        return Inference(sp.Ge(least, bound - rest, evaluate=False), obligations, (self.law.words + ".", self.lemma))


def _given(name: str, fact: Fact, wanted: Relational, where: Mapping[sp.Symbol, Range], domain: Domain) -> None:
    if fact.relation not in (wanted, wanted.reversed):
        raise ClaimError(f"{name} must read {wanted}")
    holds_for_all(name, fact, where, domain)
