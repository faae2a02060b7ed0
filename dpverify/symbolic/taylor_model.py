r"""Taylor models of expressions near a point, and rigorous enclosures of limits at points, independent of the exact limits.

A Taylor model holds on a whole interval 0 < t <= radius and for all parameters in a box: exact coefficients, an interval remainder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy as sp

from ..domain import Domain, Range
from ..enclosure.box import decide_over
from ..enclosure.interval import Interval, working_precision
from ..enclosure.point import enclose_at
from ..enclosure.substitution import substitute
from ..errors import NotEnclosable
from .limit import limit
from .taylor_arithmetic import Model, TaylorArithmetic

if TYPE_CHECKING:
    from flint import arb


@dataclass(frozen=True)
class TaylorModel:
    """f = t^valuation * (sum_i coefficients[i] t^i + R t^n) with n = len(coefficients) and R in `remainder`.

    This holds for all 0 < t <= radius and all parameters in the box. The coefficients are exact expressions in the other symbols.
    """

    valuation: int
    coefficients: tuple[sp.Expr, ...]
    remainder: Interval
    radius: sp.Rational


def taylor_model(
    expr: sp.Expr, var: sp.Symbol, radius: sp.Rational, box: Mapping[sp.Symbol, Interval], order: int, prec: int = 64
) -> TaylorModel:
    """The model of `expr` at var -> 0+ with `order` coefficients, rigorous for all 0 < var <= radius and all parameters in `box`.

    Fewer coefficients (perhaps none) come back only if many leading ones are zero, as for exp(-1/var): then the valuation is high.
    A leading coefficient that may vanish somewhere in the box is kept; one that is proved to vanish everywhere is not.
    Raises NotEnclosable if there is none (log(var) or exp(1/var) remains, a divisor may vanish, an unknown function).
    """
    radius = sp.Rational(radius)
    inner = {s: v for s, v in box.items() if s != var}
    model = _model(expr, var, radius, inner, order, order + 1, prec)
    for extra in (3, 6, 10):
        # Every common factor that is divided out, and every cancellation, costs one coefficient.
        if len(model.coefficients) == order:
            break
        model = _model(expr, var, radius, inner, order, order + extra, prec)
    return TaylorModel(model.valuation, model.coefficients, model.remainder, radius)


def _model(
    expr: sp.Expr, var: sp.Symbol, radius: sp.Rational, box: Mapping[sp.Symbol, Interval], keep: int, order: int, prec: int
) -> Model:
    """`keep` coefficients computed with `order` coefficients on the way."""
    with working_precision(prec):
        arithmetic = TaylorArithmetic(radius, box, order, prec)
        model = arithmetic.flatten(_Walk(arithmetic, var).of(expr))
        return arithmetic.truncate(arithmetic.strip(model), keep)


class _Walk:
    """The expression tree in Taylor-model arithmetic; every subexpression once."""

    def __init__(self, arithmetic: TaylorArithmetic, var: sp.Symbol):
        self.arithmetic = arithmetic
        self.var = var
        self._memo: dict[sp.Expr, Model] = {var: arithmetic.variable()}

    def of(self, e: sp.Expr) -> Model:
        if e not in self._memo:
            self._memo[e] = self._expand(e)
        return self._memo[e]

    def _expand(self, e: sp.Expr) -> Model:
        a = self.arithmetic
        if self.var not in e.free_symbols:
            return a.constant(e)
        if isinstance(e, sp.Add):
            first, *rest = e.args
            out = self.of(first)
            for term in rest:
                out = a.add(out, self.of(term))
            return out
        if isinstance(e, sp.Mul):
            first, *rest = e.args
            out = self.of(first)
            for factor in rest:
                out = a.multiply(out, self.of(factor))
            return out
        if isinstance(e, sp.Pow):
            if self.var not in e.exp.free_symbols:
                return a.power(self.of(e.base), e.exp)
            return a.exponential(a.multiply(self.of(e.exp), a.logarithm(self.of(e.base))))
        if isinstance(e, sp.exp):
            return a.exponential(self.of(e.args[0]))
        if isinstance(e, sp.log) and len(e.args) == 1:
            return a.logarithm(self.of(e.args[0]))
        if isinstance(e, sp.erfc):
            return a.erfc(self.of(e.args[0]))
        if e.func in _IDENTITIES:
            return self.of(_IDENTITIES[e.func](*e.args))
        if e.func in _ANALYTIC:
            return a.function(e.func, self.of(e.args[0]))
        if isinstance(e, (sp.Abs, sp.Max, sp.Min, sp.Piecewise)):
            return self.of(self._branch(e))
        raise NotEnclosable(f"no Taylor model of {e.func.__name__}")

    def _branch(self, e: sp.Expr) -> sp.Expr:
        """The branch that holds on the whole interval and box."""
        if isinstance(e, sp.Abs):
            return e.args[0] * self._sign(e.args[0])
        if isinstance(e, (sp.Max, sp.Min)):
            best, *others = e.args
            for other in others:
                if (self._sign(other - best) > 0) == isinstance(e, sp.Max):
                    best = other
            return best
        box = {**self.arithmetic.box, self.var: self.arithmetic.range}
        for value, condition in e.args:
            holds = True if condition is sp.true else decide_over(condition, box, self.arithmetic.prec)
            if holds is None:
                break
            if holds:
                return value
        raise NotEnclosable("a condition changes within the interval")

    def _sign(self, u: sp.Expr) -> int:
        if self.var in u.free_symbols:
            # exp(polar) t^v has the sign of 1, so the sign is that of the bracket.
            values = self.arithmetic.tail(self.arithmetic.strip(self.of(u)))
        else:
            values = self.arithmetic.value(u)
        if values.is_nonzero():
            return 1 if values.is_positive() else -1
        raise NotEnclosable("a sign changes within the interval")


_IDENTITIES: dict[type, Callable[..., sp.Expr]] = {
    sp.erf: lambda u: 1 - sp.erfc(u),
    sp.sinh: lambda u: (sp.exp(u) - sp.exp(-u)) / 2,
    sp.cosh: lambda u: (sp.exp(u) + sp.exp(-u)) / 2,
    sp.tanh: lambda u: (sp.exp(u) - sp.exp(-u)) / (sp.exp(u) + sp.exp(-u)),
    sp.coth: lambda u: (sp.exp(u) + sp.exp(-u)) / (sp.exp(u) - sp.exp(-u)),
    sp.sech: lambda u: 2 / (sp.exp(u) + sp.exp(-u)),
    sp.csch: lambda u: 2 / (sp.exp(u) - sp.exp(-u)),
    sp.tan: lambda u: sp.sin(u) / sp.cos(u),
    sp.cot: lambda u: sp.cos(u) / sp.sin(u),
    sp.asinh: lambda u: sp.log(u + sp.sqrt(u**2 + 1)),
    sp.atanh: lambda u: sp.log((1 + u) / (1 - u)) / 2,
}

_ANALYTIC = (sp.sin, sp.cos, sp.atan, sp.asin, sp.acos, sp.erfinv, sp.loggamma, sp.gamma)

LIMIT_ORDER = 4
RADII = (8, 30, 120, 500)
"""Binary orders of the radii that are tried for a limit; a smaller radius gives a narrower hull and more certain signs."""

PROBES = (40, 160, 640)
"""Binary orders of the distances at which an exact limit is compared with plain evaluations."""


def enclose_limit_at(limit_expr: sp.Limit, point: Mapping[sp.Symbol, sp.Rational] | None = None, prec: int = 128) -> arb:
    """A ball that holds the limit with the other symbols fixed at exact rationals. Raises NotEnclosable (also for infinite limits).

    First by a Taylor model, independent of the exact limits; where no model exists (logarithms of the variable remain),
    by the exact limit of the expression with the numbers put in, whose value is then enclosed.
    """
    f, x, at, direction = limit_expr.args
    values = {s: sp.sympify(v) for s, v in (point or {}).items() if s != x}
    f, at = substitute(f, values), substitute(at, values)
    sides = ("+", "-") if str(direction) == "+-" and at.is_finite else (str(direction),)
    balls = [_one_sided(f, x, at, side, prec) for side in sides]
    if len(balls) == 2 and not balls[0].overlaps(balls[1]):
        raise NotEnclosable("the limits from the two sides differ")
    if len(balls) == 2:
        exact = limit(f, x, at, "+-", Domain({x: Range()}))
        if exact is None:
            raise NotEnclosable("whether the two sides agree is not decided")
    return balls[0]


def towards_zero(f: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, t: sp.Symbol) -> sp.Expr:
    """f at x = at +- t, or x = +-1/t at infinity, for t > 0."""
    if at is sp.S.Infinity:
        return substitute(f, {x: 1 / t})
    if at is sp.S.NegativeInfinity:
        return substitute(f, {x: -1 / t})
    return substitute(f, {x: at + t if side == "+" else at - t})


def _one_sided(f: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, prec: int) -> arb:
    if f.free_symbols - {x} or at.free_symbols:
        raise NotEnclosable("a symbol is left without a value")
    if x not in f.free_symbols:
        return enclose_at(f, {}, prec)
    t = sp.Dummy("t", positive=True)
    g = towards_zero(f, x, at, side, t)
    for bits in RADII:
        try:
            model = taylor_model(g, t, sp.Rational(1, 2**bits), {}, LIMIT_ORDER, prec)
        except NotEnclosable:
            continue
        if model.valuation > 0:
            return enclose_at(sp.S.Zero, {}, prec)
        if model.valuation == 0 and model.coefficients:
            return enclose_at(model.coefficients[0], {}, prec)
    exact = limit(f, x, at, side, Domain({x: Range()}))
    if exact is None or exact.value in (sp.S.Infinity, sp.S.NegativeInfinity):
        raise NotEnclosable("the limit is not decided or not finite")
    value = enclose_at(exact.value, {}, prec)
    if not _is_approached(g, t, value):
        raise NotEnclosable("evaluations near the point do not approach the exact limit")
    return value


def _is_approached(g: sp.Expr, t: sp.Symbol, value: arb) -> bool:
    """A second look at a limit that only the exact method gave: False if balls near the point clearly stay away from it.

    No part of the guarantee. Points at which g cannot be evaluated say nothing.
    """
    gaps = []
    for bits in PROBES:
        try:
            gaps.append(abs(enclose_at(g, {t: sp.Rational(1, 2**bits)}, 4 * bits + 200) - value))
        except NotEnclosable:
            continue
    return len(gaps) < 2 or not (gaps[-1] > gaps[0] / 2 and gaps[-1] > (1 + abs(value)) / 2**20)

