"""A law given by its density as a SymPy expression: decided by rigorous quadrature of the hockey-stick divergence.

Noise with density f (and perhaps one atom of mass a, at any place) is (epsilon, delta)-DP for sensitivity Delta iff for 0 < |d| <= Delta

    E(d) = a + int (f(x) - e^epsilon f(x + d))_+ dx <= delta        (the event may take in the atom, whose copy sits elsewhere).

Which shifts have to be looked at:
 1. f unimodal: E grows with |d|, so +Delta and -Delta decide. Let f rise up to m and fall after it, 0 < d < d', and
    S = {f(x - d) > e^epsilon f(x)}. In S, f(x - d) > f(x), so x > m. Moved by d' - d, S has the same mass under the copy shifted by d',
    and no more mass under f, which falls there. So E(-d') >= E(-d); the mirror image gives the other sign. No symmetry is needed.
    If f is within g of a unimodal function in L1, then E(d) <= max E(+-Delta) + 2 (1 + e^epsilon) g for all |d| <= Delta.
 2. f of total variation V: |E(d) - E(d')| <= V |d - d'|, as int |f(x - d) - f(x - d')| dx <= V |d - d'| and (.)_+ is 1-Lipschitz. So the
    interval of shifts is covered by pieces, each decided by its midpoint. Again 2 (1 + e^epsilon) g is added if it is a function within g
    of f that has the variation V.
"""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import sympy as sp

from ..enclosure.balls import fraction_of, working_precision
from ..enclosure.point import enclose_at
from ..enclosure.quadrature import integral_at
from ..enclosure.substitution import substitute
from ..errors import InputError, NotEnclosable
from .answer import Answer
from .event import describe
from .inputs import Budget
from .shape import Shape, shape_of

PRECISIONS = (64, 128, 256)
MAX_SHIFTS = 400
MASS_WIDTH = Fraction(1, 10**12)
"""So narrow must be the enclosure of the total mass."""
NEGATIVE = Fraction(-1, 10**12)
MODERATE = Fraction(10**6)


def decide_density(density: Any, variable: Any, budget: Budget, atom: Fraction = Fraction(0), seconds: float = 60.0) -> Answer:
    """Whether the law is private. The density must be >= 0 and have the mass 1 - atom, both checked to about 12 digits.

    Raises InputError if the enclosures exclude that it is a density, or for free symbols other than `variable`.
    """
    f, x = _read(density, variable)
    deadline = time.monotonic() + seconds
    try:
        mass = _ends(integral_at(sp.Integral(f, (x, -sp.oo, sp.oo)), {}, 64))
    except NotEnclosable as error:
        return Answer("undecided", reason=f"the mass of the density could not be enclosed: {error}")
    if not mass[0] <= 1 - atom <= mass[1]:
        why = "it is no density, or the law has an atom (say so with atom=)"
        raise InputError(f"density has the mass {float(mass[0]):.12g}, not {float(1 - atom):.12g}: {why}")
    if mass[1] - mass[0] > MASS_WIDTH:
        return Answer("undecided", reason="the mass of the density is not known to be 1")
    shape = shape_of(f, x)
    if shape.least is not None and shape.least < 0 and (not shape.least.is_finite() or fraction_of(shape.least) < NEGATIVE):
        shape = Shape(None, None, None, None)
    search = _Search(f, x, budget, atom, deadline)
    edge = search.decide_edges()
    if edge is not None:
        return edge
    if shape.least is None:
        return search.undecided("the shape of the density (its sign, where it rises and falls) could not be enclosed")
    slack = None if shape.unimodal_gap is None else search.slack(shape.unimodal_gap)
    if slack is not None and search.upper + slack <= budget.allowed:
        return Answer("private", search.lower, search.upper + slack, search.shift)
    if slack is not None and slack <= budget.allowed / 10**20:
        return search.undecided(
            "the density is unimodal, and its delta cannot be told from the one asked for; a `slack` would decide"
            if search.is_tie()
            else "the density is unimodal, but its divergence at the largest shift could not be enclosed"
        )
    return search.cover(shape)


def _read(density: Any, variable: Any) -> tuple[sp.Expr, sp.Symbol]:
    f = sp.sympify(density)
    if f.has(sp.Float):
        raise InputError("density has a float in it; write numbers exactly, as Rational or through sympy.nsimplify")
    x = sp.Dummy("x", real=True)
    free = f.free_symbols
    if variable is None:
        if len(free) != 1:
            raise InputError(f"density has the free symbols {sorted(map(str, free))}; give the one that stands for x as variable=")
        variable = next(iter(free))
    if free - {variable}:
        raise InputError(f"density has free symbols beside {variable}: {sorted(map(str, free - {variable}))}; give them values")
    if variable.is_real is False or variable.is_nonnegative or variable.is_nonpositive or variable.is_integer:
        raise InputError(f"variable {variable} has assumptions that not every real number meets; declare it real=True")
    return substitute(f, {variable: x}), x


class _Search:
    """The divergence at shifts, and what is known so far."""

    def __init__(self, f: sp.Expr, x: sp.Symbol, budget: Budget, atom: Fraction, deadline: float) -> None:
        self.f, self.x, self.budget, self.atom, self.deadline = f, x, budget, atom, deadline
        self.lower, self.upper = Fraction(0), Fraction(0)
        self.shift: Fraction | None = None
        self.refuted = False
        self.failure = ""

    def decide_edges(self) -> Answer | None:
        """The largest shift to both sides: an answer if one of them refutes."""
        ends = [self.excess(d) for d in (self.budget.sensitivity, -self.budget.sensitivity)]
        if self.refuted:
            return self._refutation()
        self.upper = max((high for _, high in ends), default=Fraction(1))
        return None

    def excess(self, shift: Fraction) -> tuple[Fraction, Fraction]:
        """Ends of E(d), narrow enough to tell it from delta if three precisions can."""
        moved = substitute(self.f, {self.x: self.x + _rational(shift)})
        gain = sp.Max(0, self.f - sp.exp(_rational(self.budget.epsilon)) * moved, evaluate=False)
        low, high = Fraction(0), Fraction(1)
        for prec in PRECISIONS:
            if time.monotonic() > self.deadline:
                break
            try:
                a, b = _ends(integral_at(sp.Integral(gain, (self.x, -sp.oo, sp.oo)), {}, prec))
            except NotEnclosable as error:
                self.failure = str(error)
                continue
            low, high = max(low, a + self.atom), min(high, b + self.atom)
            if low > self.budget.allowed or high <= self.budget.allowed:
                break
        if self.shift is None or low > self.lower:
            self.lower, self.shift = low, shift
        self.refuted = self.refuted or low > self.budget.allowed
        return low, high

    def is_tie(self) -> bool:
        return self.upper - self.lower <= self.budget.allowed / 10**9

    def slack(self, gap: Any) -> Fraction:
        """2 (1 + e^epsilon) gap, rounded up."""
        with working_precision(128):
            factor = 2 * (1 + enclose_at(sp.exp(_rational(self.budget.epsilon)), {}, 128))
            value = (factor * gap).upper()
            return fraction_of(value) if value.is_finite() else MODERATE

    def cover(self, shape: Shape) -> Answer:
        """All shifts by pieces of the interval [-Delta, Delta]; the largest shifts come first."""
        if shape.variation is None:
            return self.undecided("the density is not shown to be unimodal, and has no known total variation")
        steepness, slack = fraction_of(shape.variation), self.slack(shape.variation_gap)
        room = self.budget.allowed - slack
        size = self.budget.sensitivity
        pending = [(-size, Fraction(0)), (Fraction(0), size)]
        worst, tried = Fraction(0), 0
        while pending:
            a, b = pending.pop()
            middle = (a + b) / 2
            if tried >= MAX_SHIFTS or time.monotonic() > self.deadline:
                return self.undecided(
                    f"the density is not shown to be unimodal, and {tried} shifts do not cover all |d| <= {float(size):.6g}"
                )
            tried += 1
            _, high = self.excess(middle)
            if self.refuted:
                return self._refutation()
            reach = high + steepness * (b - a) / 2
            if reach <= room:
                worst = max(worst, reach)
                continue
            pending += [(a, middle), (middle, b)]
        return Answer("private", self.lower, worst + slack, self.shift)

    def undecided(self, reason: str) -> Answer:
        more = f" ({self.failure})" if self.failure else ""
        return Answer("undecided", self.lower, None, self.shift, reason=reason + more)

    def _refutation(self) -> Answer:
        assert self.shift is not None
        event = describe(self.f, self.x, self.budget.epsilon, self.shift)
        return Answer("not private", self.lower, None, self.shift, event)


def _ends(ball: Any) -> tuple[Fraction, Fraction]:
    with working_precision(320):
        return fraction_of(ball.lower()), fraction_of(ball.upper())


def _rational(q: Fraction) -> sp.Rational:
    return sp.Rational(q.numerator, q.denominator)
