"""Boundary layers: f > 0 near an end at which f itself tends to zero, by a Taylor model in the distance to that end."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..domain import Domain
from ..enclosure.box import enclose_over
from ..enclosure.interval import Interval, fraction_of
from ..errors import NotEnclosable
from ..symbolic.taylor_model import taylor_model

ORDERS = (1, 3)
MAX_ATTEMPTS = 10
MAX_SIZE = 60
MIN_RADIUS = Fraction(1, 2**24)


class Layers:
    """Tries boxes that touch an open end of the domain in one symbol (an infinite end through the reciprocal)."""

    def __init__(self, f: sp.Expr, domain: Domain, symbols: list[sp.Symbol], strict: bool, prec: int) -> None:
        self.f = f
        self.domain = domain
        self.symbols = symbols
        self.strict = strict
        self.prec = prec
        self.attempts = 0
        # The coefficients are symbolic, and their cost grows fast with the size of f.
        self.too_large = sp.count_ops(f) > MAX_SIZE
        self.distance = sp.Dummy("h", positive=True)

    def settles(self, box: dict[sp.Symbol, Interval]) -> bool:
        """True if a Taylor model shows that f has the sign on the whole box."""
        if self.too_large:
            return False
        for s in self.symbols:
            for which in ("lower", "upper"):
                layer = self._layer(s, which, box[s])
                if layer is not None and self.attempts < MAX_ATTEMPTS:
                    self.attempts += 1
                    if self._try(s, layer[0], layer[1], {t: i for t, i in box.items() if t != s}):
                        return True
        return False

    def _layer(self, symbol: sp.Symbol, which: str, interval: Interval) -> tuple[sp.Expr, Fraction] | None:
        """(the symbol in terms of the distance, radius) if the interval touches that end of the symbol's range and is small there."""
        rng = self.domain.ranges[symbol]
        end, is_open = (rng.lo, rng.lo_open) if which == "lower" else (rng.hi, rng.hi_open)
        touching = interval.lo if which == "lower" else interval.hi
        far = interval.hi if which == "lower" else interval.lo
        if not is_open or not far.is_finite() or rng.integer:
            return None
        sense = 1 if which == "lower" else -1
        if end.is_infinite:
            if touching.is_finite():
                return None
            edge = fraction_of(far) * -sense
            if edge < 1:
                return None
            return -sense / self.distance, 1 / edge
        if not isinstance(end, sp.Rational) or not touching.is_finite():
            return None
        base = Fraction(int(end.p), int(end.q))
        if abs(fraction_of(touching) - base) > Fraction(1, 2**50) * (1 + abs(base)):
            return None
        radius = (fraction_of(far) - base) * sense
        if radius <= 0 or radius > Fraction(1, 4):
            return None
        return end + sense * self.distance, radius

    def _try(self, symbol: sp.Symbol, value: sp.Expr, radius: Fraction, rest: dict[sp.Symbol, Interval]) -> bool:
        if radius < MIN_RADIUS:
            return False
        f = self.f.subs(symbol, value)
        for order in ORDERS:
            try:
                model = taylor_model(f, self.distance, sp.Rational(radius.numerator, radius.denominator), rest, order, self.prec)
                h = Interval.closed(0, radius, self.prec)
                # f = h^v * (c_0 + c_1 h + ... + R h^order) and h > 0, so the bracket has the sign of f.
                total = model.remainder
                for c in reversed(model.coefficients):
                    total = total * h + enclose_over(c, rest, self.prec)
            except NotEnclosable:
                continue
            if total.is_positive() if self.strict else total.is_nonnegative():
                return True
        return False
