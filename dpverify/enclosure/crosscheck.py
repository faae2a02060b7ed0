"""An independent second opinion on every enclosure: the same tree evaluated by mpmath at 50 digits or more.

Nothing is shared with the ball evaluator. mpmath's answer proves nothing; one that lies clearly outside a ball shows a bug of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import sympy as sp
from flint import arb
from sympy.core.relational import Relational

from ..errors import NotEnclosable, SoundnessError
from .interval import working_precision
from .point import enclose_at

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sp.exp: mpmath.exp, sp.log: mpmath.log, sp.sinh: mpmath.sinh, sp.cosh: mpmath.cosh, sp.tanh: mpmath.tanh, sp.coth: mpmath.coth,
    sp.sech: mpmath.sech, sp.csch: mpmath.csch, sp.asinh: mpmath.asinh, sp.acosh: mpmath.acosh, sp.atanh: mpmath.atanh,
    sp.sin: mpmath.sin, sp.cos: mpmath.cos, sp.tan: mpmath.tan, sp.asin: mpmath.asin, sp.acos: mpmath.acos, sp.atan: mpmath.atan,
    sp.erf: mpmath.erf, sp.erfc: mpmath.erfc, sp.erfi: mpmath.erfi, sp.erfinv: mpmath.erfinv, sp.erfcinv: lambda v: mpmath.erfinv(1 - v),
    sp.gamma: mpmath.gamma, sp.loggamma: mpmath.loggamma, sp.digamma: mpmath.digamma, sp.factorial: mpmath.factorial,
    sp.binomial: mpmath.binomial, sp.floor: lambda v: _rounded(mpmath.floor, v), sp.ceiling: lambda v: _rounded(mpmath.ceil, v),
    sp.Abs: abs, sp.sign: mpmath.sign,
    sp.LambertW: mpmath.lambertw, sp.Max: max, sp.Min: min, sp.frac: lambda v: v - _rounded(mpmath.floor, v),
}  # fmt: skip
_THOROUGH = object()
"""Key among the values of symbols that asks for the slower and surer evaluation of integrals and sums."""
MAX_TERMS = 20_000
QUIET_TERMS = 50
CONSTANTS = {sp.pi: "pi", sp.E: "e", sp.EulerGamma: "euler", sp.Catalan: "catalan", sp.GoldenRatio: "phi"}
RELATIONS: dict[Any, Callable[[Any, Any], bool]] = {
    sp.StrictLessThan: lambda a, b: a < b, sp.LessThan: lambda a, b: a <= b, sp.StrictGreaterThan: lambda a, b: a > b,
    sp.GreaterThan: lambda a, b: a >= b, sp.Equality: lambda a, b: a == b, sp.Unequality: lambda a, b: a != b,
}  # fmt: skip


def mpmath_value(expr: Any, point: Mapping[sp.Symbol, Any], dps: int = 50, thorough: bool = False) -> mpmath.mpf:
    """The value at the point by mpmath, with guard digits; integrals by mpmath.quad, sums by mpmath.nsum (both unproved).

    `thorough`: integrals are cut around the largest sampled value, where quad may have missed a peak; sums are added up term by term.
    Raises NotEnclosable for a function without mpmath counterpart here, or a value that is not real.
    """
    with mpmath.workdps(dps + 15):
        values = {s: _walk(sp.sympify(v), {}) for s, v in point.items()}
        if thorough:
            values[_THOROUGH] = True
        try:
            value = _walk(sp.sympify(expr), values)
        except (TypeError, ValueError, ArithmeticError) as error:
            # Complex numbers have no order, and mpmath raises at poles.
            raise NotEnclosable("mpmath finds no real value") from error
        if isinstance(value, mpmath.mpc):
            if abs(value.imag) > mpmath.mpf(10) ** (-dps) * (1 + abs(value)):
                raise NotEnclosable("mpmath finds a value that is not real")
            value = value.real
        return mpmath.mpf(value)


def crosscheck(expr: Any, point: Mapping[sp.Symbol, Any], dps: int = 50) -> arb:
    """The ball of `enclose_at`, after mpmath's value was found in it (or within mpmath's own likely error of it).

    Raises SoundnessError if the two lie clearly apart, NotEnclosable if either cannot be had.
    """
    ball = enclose_at(expr, point, int(dps * 3.33) + 10)
    unproved = sp.sympify(expr).has(sp.Integral, sp.Sum)
    value = mpmath_value(expr, point, dps)
    if unproved and _lies_outside(value, ball, dps, unproved):
        value = mpmath_value(expr, point, dps, thorough=True)
        # An oscillating or peaked integrand fools a quadrature that samples; then it does not agree with itself either.
        again = mpmath_value(expr, point, dps + dps // 2, thorough=True)
        if abs(value - again) > mpmath.mpf(10) ** (-dps // 3) * (1 + abs(again)):
            raise NotEnclosable("mpmath's answer depends on its precision")
    if _lies_outside(value, ball, dps, unproved):
        shown = sp.sstr(expr)[:300]
        raise SoundnessError(f"{shown} at {dict(point)}: mpmath finds {mpmath.nstr(value, 30)}, outside the ball {ball.str(30)}")
    return ball


def _lies_outside(value: mpmath.mpf, ball: arb, dps: int, unproved: bool) -> bool:
    """True if the value is farther from the ball than mpmath's own likely error."""
    if not mpmath.isfinite(value):
        raise NotEnclosable("mpmath finds no finite value")
    slack_digits = dps // 3 if unproved else dps - 10
    with working_precision(int((dps + 20) * 3.34) + 20):
        independent = arb(mpmath.nstr(value, dps + 10))
        slack = abs(independent).upper() * arb(10) ** (-slack_digits) + arb(10) ** (-slack_digits - 5)
        return bool(abs(independent - ball.mid()) - ball.rad() > slack)


def _walk(e: Any, values: Mapping[Any, Any]) -> Any:
    if isinstance(e, sp.Rational):
        return mpmath.mpf(int(e.p)) / int(e.q)
    if e in values:
        return values[e]
    if e in CONSTANTS:
        return +getattr(mpmath, CONSTANTS[e])
    if e is sp.S.Infinity or e is sp.S.NegativeInfinity:
        return mpmath.inf if e is sp.S.Infinity else -mpmath.inf
    if isinstance(e, sp.Add):
        return mpmath.fsum(_walk(a, values) for a in e.args)
    if isinstance(e, sp.Mul):
        return mpmath.fprod(_walk(a, values) for a in e.args)
    if isinstance(e, sp.Pow):
        return mpmath.power(_walk(e.base, values), _walk(e.exp, values))
    if isinstance(e, sp.Piecewise):
        for value, condition in e.args:
            if _truth(condition, values):
                return _walk(value, values)
        raise NotEnclosable("no branch of the Piecewise applies")
    if isinstance(e, sp.Heaviside):
        v = _walk(e.args[0], values)
        return mpmath.mpf(v > 0) if v != 0 else _walk(e.args[1], values)
    if isinstance(e, sp.Integral) and len(e.limits) == 1 and len(e.limits[0]) == 3:
        return _quad(e, values)
    if isinstance(e, (sp.Sum, sp.Product)) and len(e.limits) == 1:
        index, lower, upper = e.limits[0]
        ends = [_walk(lower, values), _walk(upper, values)]
        add_up = mpmath.nsum if isinstance(e, sp.Sum) else mpmath.nprod
        if mpmath.isfinite(ends[1]):
            terms = [_walk(e.function, {**values, index: mpmath.mpf(n)}) for n in range(int(ends[0]), int(ends[1]) + 1)]
            return (mpmath.fsum if isinstance(e, sp.Sum) else mpmath.fprod)(terms)
        if _THOROUGH in values:
            return _add_up(e, values, ends[0])
        return add_up(lambda n: _walk(e.function, {**values, index: n}), ends)
    f = FUNCTIONS.get(e.func)
    if f is None:
        raise NotEnclosable(f"{e.func.__name__} has no value in mpmath here")
    return f(*[_walk(a, values) for a in e.args])


def _rounded(way: Callable[[Any], Any], v: Any) -> Any:
    """floor or ceiling, unless a rounding error of v could have carried it past an integer: 1/(1/7) comes out below 7."""
    nearest = mpmath.nint(v)
    if v != nearest and abs(v - nearest) < mpmath.mpf(10) ** (-mpmath.mp.dps // 2) * (1 + abs(v)):
        raise NotEnclosable("mpmath cannot tell on which side of an integer a number lies")
    return way(v)


def _add_up(e: Any, values: Mapping[Any, Any], first: Any) -> Any:
    """An infinite sum term by term, until a long run of terms is negligible."""
    total, small, n = mpmath.mpf(0), 0, int(first)
    while small < QUIET_TERMS:
        if not isinstance(e, sp.Sum) or n - first > MAX_TERMS:
            raise NotEnclosable("mpmath does not settle this infinite sum or product")
        term = _walk(e.function, {**values, e.limits[0][0]: mpmath.mpf(n)})
        total += term
        small = small + 1 if abs(term) <= mpmath.eps * abs(total) else 0
        n += 1
    return total


def _truth(condition: Any, values: Mapping[Any, Any]) -> bool:
    if condition in (sp.true, sp.false):
        return condition is sp.true
    if isinstance(condition, sp.And):
        return all(_truth(c, values) for c in condition.args)
    if isinstance(condition, sp.Or):
        return any(_truth(c, values) for c in condition.args)
    if isinstance(condition, sp.Not):
        return not _truth(condition.args[0], values)
    if isinstance(condition, Relational):
        return RELATIONS[condition.func](_walk(condition.lhs, values), _walk(condition.rhs, values))
    raise NotEnclosable("a condition that is no relation")


def _quad(e: sp.Integral, values: Mapping[Any, Any]) -> Any:
    """mpmath.quad on stretches between the places where the integrand seems to switch (found by sampling and bisection)."""
    x, lower, upper = e.limits[0]
    a, b = _walk(lower, values), _walk(upper, values)
    if a > b:
        return -_quad(sp.Integral(e.function, (x, upper, lower)), values)

    def f(v: Any) -> Any:
        return _walk(e.function, {**values, x: v})

    breaks = _breaks(e.function, x, values, a, b)
    if _THOROUGH in values:
        samples = [v for v in (s * mpmath.mpf(2) ** (mpmath.mpf(i) / 8) for i in range(-80, 121) for s in (1, -1)) if a < v < b]
        peak = max(samples, key=lambda v: abs(f(v)), default=mpmath.mpf(0))
        around = [peak + s * mpmath.mpf(4) ** i for i in range(-10, 7) for s in (1, -1)]
        breaks = sorted({v for v in (*breaks, peak, *around) if a < v < b})
    return mpmath.quad(f, [a, *breaks, b])


def _breaks(function: Any, x: Any, values: Mapping[Any, Any], a: Any, b: Any) -> list[Any]:
    """Sign changes of the arguments of Abs, Max, Min and of conditions, on a grid that gets coarser outwards."""
    switches = []
    for node in sp.preorder_traversal(function):
        if isinstance(node, (sp.Abs, sp.sign, sp.Heaviside)):
            switches.append(node.args[0])
        elif isinstance(node, (sp.Max, sp.Min)):
            switches.extend(p - q for i, p in enumerate(node.args) for q in node.args[:i])
        elif isinstance(node, Relational):
            switches.append(node.lhs - node.rhs)
    if mpmath.isfinite(a) and mpmath.isfinite(b):
        grid = [a + (b - a) * mpmath.mpf(i) / 128 for i in range(129)]
    else:
        outward = [mpmath.mpf(2) ** (mpmath.mpf(i) / 3) for i in range(-30, 31)]
        grid = sorted([-v for v in outward] + [mpmath.mpf(0)] + outward)
        grid = [v for v in grid if a < v < b]
        grid = ([a] if mpmath.isfinite(a) else []) + grid + ([b] if mpmath.isfinite(b) else [])
    found = [mpmath.mpf(0)] if a < 0 < b else []
    for s in switches:
        signs = [mpmath.sign(_walk(s, {**values, x: v})) for v in grid]
        for (u, su), (v, sv) in zip(zip(grid, signs, strict=True), list(zip(grid, signs, strict=True))[1:], strict=False):
            if su * sv < 0:
                found.append(_bisect(s, x, values, u, v, su))
            elif sv == 0:
                found.append(v)
    return sorted({v for v in found if a < v < b})


def _bisect(s: Any, x: Any, values: Mapping[Any, Any], u: Any, v: Any, sign_at_u: Any) -> Any:
    for _ in range(mpmath.mp.prec):
        middle = (u + v) / 2
        if mpmath.sign(_walk(s, {**values, x: middle})) == sign_at_u:
            u = middle
        else:
            v = middle
    return (u + v) / 2
