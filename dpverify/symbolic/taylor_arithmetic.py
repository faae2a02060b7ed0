r"""Taylor-model arithmetic: exact coefficients, one interval for the remainder, valid on a whole interval 0 < t <= radius.

A `Model` with polar part p, valuation v, coefficients c_0..c_{n-1} and remainder R stands for a function f of t and the parameters:
    f(t) = exp(sum_j p_j t^-j) * t^v * (sum_{i<n} c_i t^i + rho t^n),   rho in R,
for all 0 < t <= radius and all parameters in the box.
The c_i are expressions in the parameters (the same for every radius); rho may depend on everything.
Every operation keeps this statement true.
Raises NotEnclosable whenever an argument might leave the domain of a function, or a divisor might vanish.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy as sp

from ..domain import Domain, Range
from ..enclosure.box import enclose_over
from ..enclosure.interval import Interval, fraction_of
from ..errors import NotEnclosable
from .coefficient import Coefficients, Undecided
from .taylor_coefficient import Z, power_coefficient, taylor_coefficient


@dataclass(frozen=True)
class Model:
    """See the file's description; `polar` holds p_1, p_2, ... without trailing zeros."""

    valuation: int
    coefficients: tuple[sp.Expr, ...]
    remainder: Interval
    polar: tuple[sp.Expr, ...] = field(default=())


def domain_of_box(box: Mapping[sp.Symbol, Interval]) -> Domain:
    """The box as a domain (its closed hull where an end is not dyadic)."""
    ranges = {}
    for s, v in box.items():
        lo = sp.Rational(fraction_of(v.lo)) if v.lo.is_finite() else -sp.oo
        hi = sp.Rational(fraction_of(v.hi)) if v.hi.is_finite() else sp.oo
        ranges[s] = Range(lo, hi, v.lo_open, v.hi_open)
    return Domain(ranges)


class TaylorArithmetic:
    """Operations on models over one radius and one parameter box, with at most `order` coefficients."""

    def __init__(self, radius: sp.Rational, box: Mapping[sp.Symbol, Interval], order: int, prec: int):
        self.box = dict(box)
        self.order = order
        self.prec = prec
        self.radius = radius
        top = Interval.point(radius, prec)
        zero = Interval.point(0, prec)
        self.zero = zero
        self.range = Interval(zero.lo, top.hi, True, False)
        self.field = Coefficients(domain_of_box(box))
        self._values: dict[sp.Expr, Interval] = {}

    # -- values -------------------------------------------------------------------------------------------------------

    def value(self, c: sp.Expr) -> Interval:
        if c not in self._values:
            self._values[c] = enclose_over(c, self.box, self.prec)
        return self._values[c]

    def tail(self, a: Model, start: int = 0) -> Interval:
        """Holds sum_{i>=start} c_i t^(i-start) + rho t^(n-start) for all t."""
        return self._horner([self.value(c) for c in a.coefficients[start:]], a.remainder)

    def _horner(self, coefficients: list[Interval], last: Interval) -> Interval:
        out = last
        for c in reversed(coefficients):
            out = c + self.range * out
        return out

    def is_zero(self, c: sp.Expr) -> bool:
        """Proved to vanish on the box; False means only that it is not known to."""
        if c == 0:
            return True
        if c.is_Rational or self.value(c).is_nonzero():
            return False
        try:
            return self.field.vanishes(c)
        except Undecided:
            return False

    # -- shape --------------------------------------------------------------------------------------------------------

    def constant(self, c: sp.Expr) -> Model:
        self.value(c)
        return Model(0, (c, *[sp.S.Zero] * (self.order - 1)), self.zero)

    def variable(self) -> Model:
        return Model(1, (sp.S.One, *[sp.S.Zero] * (self.order - 1)), self.zero)

    def truncate(self, a: Model, n: int) -> Model:
        if len(a.coefficients) <= n:
            return a
        return Model(a.valuation, a.coefficients[:n], self.tail(a, n), a.polar)

    def lower(self, a: Model, valuation: int) -> Model:
        """The same function written with a smaller valuation."""
        k = a.valuation - valuation
        return self.truncate(Model(valuation, (*[sp.S.Zero] * k, *a.coefficients), a.remainder, a.polar), self.order)

    def strip(self, a: Model) -> Model:
        """Leading coefficients that are proved to vanish removed."""
        k = 0
        while k < len(a.coefficients) and self.is_zero(a.coefficients[k]):
            k += 1
        return Model(a.valuation + k, a.coefficients[k:], a.remainder, a.polar)

    def flatten(self, a: Model, n: int | None = None) -> Model:
        """Without polar part: a factor exp(-a/t^m + ...) is smaller than every power, so its coefficients are zeros."""
        if not a.polar:
            return a
        n = self.order if n is None else n
        m = len(a.polar)
        # sum_j p_j t^-j = t^-m * (p_m + p_{m-1} t + ...) <= -rate * t^-m
        rate = -self._horner([self.value(p) for p in reversed(a.polar)], self.zero)
        if not (rate.is_positive() and rate.lo > 0):
            raise NotEnclosable("an exponential factor grows without bound")
        # sup over s >= radius^-m of s^(n/m) exp(-rate*s): the maximum is at s = n/(m*rate) unless that lies left of the interval.
        s, c = sp.Dummy("s", positive=True), sp.Rational(n, m)
        low = sp.Rational(fraction_of(rate.lo))
        start = 1 / self.radius**m
        peak = max(start, c / low)
        top = enclose_over(sp.exp(-low * s) * s**c, {s: Interval.point(peak, self.prec)}, self.prec)
        small = Interval(self.zero.lo, top.hi, True, False)
        return Model(a.valuation, (sp.S.Zero,) * n, self.tail(a) * small)

    # -- ring operations ------------------------------------------------------------------------------------------------

    def add(self, a: Model, b: Model) -> Model:
        if a.polar != b.polar:
            return self._add_different_growth(a, b)
        v = min(a.valuation, b.valuation)
        a, b = self.lower(a, v), self.lower(b, v)
        n = min(len(a.coefficients), len(b.coefficients))
        a, b = self.truncate(a, n), self.truncate(b, n)
        coefficients = tuple(self.field.canonical(c + d) for c, d in zip(a.coefficients, b.coefficients, strict=True))
        return self.strip(Model(v, coefficients, a.remainder + b.remainder, a.polar))

    def _add_different_growth(self, a: Model, b: Model) -> Model:
        for big, little in ((a, b), (b, a)):
            # big + little = exp(p_big) (A + exp(p_little - p_big) B)
            gap = Model(little.valuation, little.coefficients, little.remainder, self._polar_sum(little.polar, big.polar, -1))
            try:
                flat = self.flatten(gap, self.order + max(0, big.valuation - little.valuation))
            except NotEnclosable:
                continue
            bare = Model(big.valuation, big.coefficients, big.remainder)
            total = self.add(bare, self.strip(flat))
            return Model(total.valuation, total.coefficients, total.remainder, big.polar)
        raise NotEnclosable("exponential factors whose growth cannot be compared")

    def _polar_sum(self, a: tuple[sp.Expr, ...], b: tuple[sp.Expr, ...], factor: int = 1) -> tuple[sp.Expr, ...]:
        n = max(len(a), len(b))
        a, b = a + (sp.S.Zero,) * (n - len(a)), b + (sp.S.Zero,) * (n - len(b))
        out = [self.field.canonical(p + factor * q) for p, q in zip(a, b, strict=True)]
        while out and self.is_zero(out[-1]):
            out.pop()
        return tuple(out)

    def multiply(self, a: Model, b: Model) -> Model:
        n = min(len(a.coefficients), len(b.coefficients), self.order)
        a, b = self.truncate(a, n), self.truncate(b, n)
        c, d = a.coefficients, b.coefficients
        low = tuple(self.field.canonical(sp.Add(*(c[i] * d[k - i] for i in range(k + 1)))) for k in range(n))
        cross = self.zero
        if n > 1:
            ci, di = [self.value(v) for v in c], [self.value(v) for v in d]
            high = [sum((ci[i] * di[k - i] for i in range(k - n + 1, n)), self.zero) for k in range(n, 2 * n - 1)]
            cross = self._horner(high[:-1], high[-1])
        # (P + r t^n)(Q + s t^n) = PQ + t^n (r (Q + s t^n) + s P)
        polynomial = self._horner([self.value(v) for v in c], self.zero)
        remainder = cross + a.remainder * self.tail(b) + b.remainder * polynomial
        return self.strip(Model(a.valuation + b.valuation, low, remainder, self._polar_sum(a.polar, b.polar)))

    def inverse(self, a: Model) -> Model:
        a = self.strip(a)
        n = len(a.coefficients)
        whole = self.tail(a)
        if n == 0 or not whole.is_nonzero() or not self.value(a.coefficients[0]).is_nonzero():
            raise NotEnclosable("the divisor might vanish")
        c = a.coefficients
        e: list[sp.Expr] = []
        for k in range(n):
            e.append(self.field.canonical(((1 if k == 0 else 0) - sp.Add(*(c[i] * e[k - i] for i in range(1, k + 1)))) / c[0]))
        ci, ei = [self.value(v) for v in c], [self.value(v) for v in e]
        high = [sum((ci[i] * ei[k - i] for i in range(k - n + 1, n)), self.zero) for k in range(n, 2 * n - 1)]
        excess = self._horner(high[:-1], high[-1]) if high else self.zero
        # B E = 1 + t^n (excess + rho E), hence 1/B = E - t^n (excess + rho E)/B.
        excess = excess + a.remainder * self._horner(ei, self.zero)
        polar = tuple(-p for p in a.polar)
        return Model(-a.valuation, tuple(e), -(excess / whole), polar)

    def integer_power(self, a: Model, n: int) -> Model:
        if n < 0:
            return self.integer_power(self.inverse(a), -n)
        out = self.constant(sp.S.One)
        for _ in range(n):
            out = self.multiply(out, a)
        return out

    # -- analytic functions ---------------------------------------------------------------------------------------------

    def analytic(self, coefficient, a: Model) -> Model:
        """g(a) for an a that stays finite; coefficient(k) is g^(k)(z)/k! as an expression in the dummy `Z`.

        g(c + h) = sum_{k<n} g_k(c) h^k + g_n(xi) h^n with xi between c and c + h (Lagrange); all xi lie in the hull of the values.
        """
        a = self.flatten(a)
        if a.valuation < 0:
            a = self.strip(a)
            if a.valuation < 0:
                raise NotEnclosable("the argument of a function is unbounded")
        a = self.lower(a, 0)
        n = len(a.coefficients)
        if n == 0:
            return Model(0, (), enclose_over(coefficient(0), {Z: a.remainder}, self.prec))
        centre = a.coefficients[0]
        values = self.tail(a).hull(self.value(centre))
        step = Model(1, a.coefficients[1:], a.remainder)
        out = Model(0, (sp.S.Zero,) * n, self.zero)
        power = self.constant(sp.S.One)
        for k in range(n):
            g = self.field.canonical(coefficient(k).xreplace({Z: centre}))
            self.value(g)
            if g != 0:
                out = self.add(out, self.multiply(self.constant(g), power))
            power = self.multiply(power, step) if k + 1 < n else power
        out = self.truncate(self.lower(out, 0), n)
        if len(out.coefficients) < n:
            raise NotEnclosable("the expansion of a function is too short")
        w = self.tail(step)
        ratio = enclose_over(coefficient(n), {Z: values}, self.prec)
        powers = enclose_over(Z**n, {Z: w}, self.prec)
        return Model(0, out.coefficients, out.remainder + ratio * powers)

    def function(self, g: type, a: Model) -> Model:
        return self.analytic(lambda k: taylor_coefficient(g, k), a)

    def exponential(self, a: Model) -> Model:
        a = self.strip(self.flatten(a))
        if a.valuation >= 0:
            return self.function(sp.exp, a)
        depth = -a.valuation
        if len(a.coefficients) < depth:
            raise NotEnclosable("the exponent is not known well enough")
        polar = tuple(reversed(a.coefficients[:depth]))
        regular = Model(0, a.coefficients[depth:], a.remainder)
        out = self.function(sp.exp, regular)
        return Model(out.valuation, out.coefficients, out.remainder, polar)

    def logarithm(self, a: Model) -> Model:
        a = self.strip(a)
        if a.valuation != 0:
            raise NotEnclosable("a logarithm that tends to infinity")
        out = self.function(sp.log, Model(0, a.coefficients, a.remainder))
        for j, p in enumerate(a.polar, start=1):
            if p != 0:
                out = self.add(out, self.multiply(self.constant(p), Model(-j, (sp.S.One, *[sp.S.Zero] * (self.order + j)), self.zero)))
        return out

    def power(self, a: Model, p: sp.Expr) -> Model:
        if p.is_Integer:
            return self.integer_power(a, int(p))
        a = self.strip(a)
        shift = a.valuation * p
        if not shift.is_Integer:
            raise NotEnclosable("a fractional power of the variable")
        out = self.analytic(lambda k: power_coefficient(p, k), Model(0, a.coefficients, a.remainder))
        return Model(out.valuation + int(shift), out.coefficients, out.remainder, tuple(c * p for c in a.polar))

    def erfc(self, a: Model) -> Model:
        """At +oo the asymptotic series of 7.12.1 (NIST DLMF), whose error has the sign of the first term left out and is smaller."""
        a = self.strip(self.flatten(a))
        if a.valuation >= 0:
            return self.function(sp.erfc, a)
        if not self.tail(a).is_nonzero():
            raise NotEnclosable("the argument of erfc tends to infinity with an unknown sign")
        if self.tail(a).is_negative():
            return self.add(self.constant(sp.Integer(2)), self.multiply(self.constant(sp.S.NegativeOne), self.erfc(self._negated(a))))
        reciprocal = self.inverse(a)
        w = self.multiply(reciprocal, reciprocal)
        total, power, k = self.constant(sp.S.One), self.constant(sp.S.One), 1
        coefficient = sp.S.One
        while True:
            coefficient *= -sp.Rational(2 * k - 1, 2)
            power = self.multiply(power, w)
            if power.valuation >= self.order:
                break
            total = self.add(total, self.multiply(self.constant(coefficient), power))
            k += 1
        bound = self.tail(power) * Interval.point(coefficient, self.prec)
        error = Model(power.valuation, (), bound.hull(self.zero))
        total = self.add(total, error)
        front = self.multiply(self.exponential(self._negated(self.multiply(a, a))), reciprocal)
        return self.multiply(self.multiply(front, total), self.constant(1 / sp.sqrt(sp.pi)))

    def _negated(self, a: Model) -> Model:
        return self.multiply(self.constant(sp.S.NegativeOne), a)
