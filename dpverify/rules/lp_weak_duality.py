"""Rule: an explicit dual certificate bounds the least cost of all noise laws from below (weak duality of linear programming).

For every (epsilon, delta)-DP law (symmetric or not), a measurable y with 0 <= y <= z and |d| <= Delta:
E y(X) - e^epsilon E y(X - d) = int_0^z (P(S_t) - e^epsilon P(S_t + d)) dt <= delta z, where S_t = {y > t}.
Hence if |x|^p + sum_k (y_k(x) - e^epsilon y_k(x - d_k)) >= mu for all real x, then E|X|^p >= mu - delta sum_k z_k.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put
from ..domain import Domain, Range
from ..errors import ClaimError
from ..notation import Delta, delta, epsilon
from .base import Fact, Inference, Obligation, defined
from .cells import UNIT, CellFunction, cell, further, place
from .laws import least_cost
from .specialise import is_integer


@dataclass(frozen=True)
class Dual:
    """y with its shift, d = shift * step (a whole number of cells, of either sign)."""

    function: CellFunction
    shift: int


@dataclass(frozen=True)
class LPWeakDuality:
    """V_p* >= mu - delta sum_k z_k.

    duals: the functions y_k with their shifts. step: the width of a cell. power: p. level: mu.
    cells: cuts of the line (integer expressions, ascending): between two neighbours every y_k(x) and y_k(x - d_k) keeps to one piece.
    """

    duals: Sequence[Dual]
    level: sp.Expr
    cells: Sequence[sp.Expr]
    power: sp.Expr = sp.S.One
    step: sp.Expr = Delta

    name = "weak duality of linear programming"
    lemma = (
        "For every $(\\epsilon,\\delta)$-DP noise law, $0\\le y\\le z$ and $|d|\\le\\Delta$: "
        "$E[y(X)-e^{\\epsilon}y(X-d)]=\\int_0^z\\bigl(P(y(X)>t)-e^{\\epsilon}P(y(X-d)>t)\\bigr)dt\\le\\delta z$."
    )

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        self._well_formed(domain)
        obligations = [Obligation(sp.Gt(self.step, 0, evaluate=False), domain, "the cells have a positive width")]
        for cut in self.cells:
            obligations += defined(sp.sympify(cut), domain, "a cut")
        for dual in self.duals:
            dual.function.well_formed(domain)
            distance = abs(dual.shift) * self.step
            if distance != Delta:
                reach = sp.Le(distance, Delta, evaluate=False)
                obligations.append(Obligation(reach, domain, "the shift is within the sensitivity"))
            obligations += dual.function.range_obligations(domain)
        for low, high in self._ranges():
            obligations += self._pointwise(low, high, domain)
        heights = sum((dual.function.top for dual in self.duals), sp.S.Zero)
        cost = least_cost(self.power, epsilon, delta, Delta)
        conclusion = sp.Ge(cost, self.level - delta * heights, evaluate=False)
        return Inference(conclusion, tuple(obligations), (self.lemma,))

    def _well_formed(self, domain: Domain) -> None:
        missing = [s.name for s in (epsilon, delta, Delta) if s not in domain.ranges]
        if missing:
            raise ClaimError(f"weak duality needs a range for {', '.join(missing)}")
        taken = [s.name for s in (cell, place, further) if s in domain.ranges]
        if taken:
            raise ClaimError(f"the symbol {taken[0]} of the step is the name of a cell's coordinate")
        for part in (self.level, self.step, self.power):
            if not sp.sympify(part).free_symbols <= set(domain.ranges):
                raise ClaimError(f"{part} holds symbols that the step does not have")
        if not self.duals or any(not isinstance(d.shift, int) or isinstance(d.shift, bool) for d in self.duals):
            raise ClaimError("give at least one dual function, each with a whole number of cells as its shift")
        for cut in self.cells:
            if not sp.sympify(cut).free_symbols <= set(domain.ranges) or not is_integer(sp.sympify(cut), domain):
                raise ClaimError(f"the cut {cut} is not an integer of the step's domain")

    def _ranges(self) -> list[tuple[sp.Expr | None, sp.Expr | None]]:
        cuts = [sp.sympify(c) for c in self.cells]
        return list(zip([None, *cuts], [*cuts, None], strict=True))

    def _pointwise(self, low: sp.Expr | None, high: sp.Expr | None, domain: Domain) -> list[Obligation]:
        """The inequality for low <= j < high. No order of the cuts is needed: the ranges cover the integers in any case."""
        single = low is not None and high is not None and sp.expand(high - low) == 1
        inner = domain if single else domain.extend(cell, Range(integer=True))
        if low is not None and not single:
            inner = inner.restrict(sp.Ge(cell, low, evaluate=False))
        if high is not None and not single:
            inner = inner.restrict(sp.Le(cell, high - 1, evaluate=False))
        obligations: list[Obligation] = []
        x = (cell + place) * self.step
        total = sp.Abs(x) ** self.power
        for dual in self.duals:
            for shift, factor in ((0, sp.S.One), (dual.shift, -sp.exp(epsilon))):
                piece = _piece_of(dual.function, low, high, shift, domain)
                obligations += _stays(dual.function, piece, low, high, shift, domain)
                total += factor * dual.function.at(piece, shift)
        inner = inner.extend(place, UNIT)
        if single:
            total = put(total, {cell: low}, "the cell")
        wanted = sp.Ge(total - self.level, 0, evaluate=False)
        obligations.append(Obligation(wanted, inner, f"the dual inequality holds {_words(low, high)}"))
        return obligations


def _piece_of(function: CellFunction, low: sp.Expr | None, high: sp.Expr | None, shift: int, domain: Domain) -> int:
    """The piece in which cells low - shift ... high - 1 - shift lie: a guess, which `_stays` turns into obligations."""
    if low is None:
        return 0
    if high is None:
        return len(function.cuts)
    # The range's start decides; of the cuts at or before it, the last.
    start = low - shift
    return sum(1 for cut in function.cuts if _not_above(sp.sympify(cut), start, domain))


def _not_above(a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    swap = {}
    for s, r in domain.ranges.items():
        if r.integer and r.lo.is_finite:
            swap[s] = sp.Dummy(s.name, integer=True, nonnegative=True) + r.first_integer()
    return bool(sp.expand((b - a).xreplace(swap)).is_nonnegative)


def _stays(
    function: CellFunction, piece: int, low: sp.Expr | None, high: sp.Expr | None, shift: int, domain: Domain
) -> list[Obligation]:
    cuts, out, why = function.cuts, [], "the cells of a range lie in one piece of the dual function"
    if piece > 0:
        assert low is not None  # the leftmost cells lie in the first piece
        out.append(Obligation(sp.Ge(low - shift - cuts[piece - 1], 0, evaluate=False), domain, why))
    if piece < len(cuts):
        assert high is not None  # the rightmost cells lie in the last one
        out.append(Obligation(sp.Ge(cuts[piece] - (high - shift), 0, evaluate=False), domain, why))
    return [o for o in out if not _trivial(o.relation)]


def _trivial(relation: Relational) -> bool:
    return bool(sp.expand(relation.lhs).is_Rational and sp.expand(relation.lhs) >= 0)


def _words(low: sp.Expr | None, high: sp.Expr | None) -> str:
    if low is None:
        return f"on the cells below ${sp.latex(high)}$"
    if high is None:
        return f"on the cells from ${sp.latex(low)}$ on"
    single = f"on the cell ${sp.latex(low)}$"
    return single if sp.expand(high - 1 - low) == 0 else f"on the cells from ${sp.latex(low)}$ to ${sp.latex(high - 1)}$"
