"""An independent judge of a relation: plain mpmath at 50 digits, random points of the domain, none of the package's evaluation."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import mpmath as mp
import sympy as sp
from sympy.core.relational import Relational

DIGITS = 50
VIOLATION = mp.mpf(10) ** -20
CUTS = (-100, -1, 0, 1, 100)
"""Where the second quadrature of an integral is cut."""


def violation(relation: Relational, point: Mapping[sp.Symbol, sp.Rational]) -> mp.mpf | None:
    """By how much the relation fails at the point, relative to the larger side (at least 1).

    0 if it holds or the sides agree to all digits; None if not evaluable.
    """
    with mp.workdps(DIGITS + 15):
        env = {s: mp.mpf(v.p) / v.q for s, v in point.items()}
        try:
            lhs, rhs = evaluate(relation.lhs, env), evaluate(relation.rhs, env)
        except (ValueError, TypeError, ZeroDivisionError, NotImplementedError, OverflowError, mp.libmp.NoConvergence):
            return None
        if any(isinstance(v, mp.mpc) and abs(v.imag) > mp.mpf(10) ** -40 for v in (lhs, rhs)):
            return None
        left, right = mp.re(lhs), mp.re(rhs)
        if not (mp.isfinite(left) and mp.isfinite(right)):
            return None
        gap = (left - right) / max(1, abs(left), abs(right))
        if isinstance(relation, sp.Eq):
            return abs(gap)
        if isinstance(relation, (sp.Lt, sp.Le)):
            gap = -gap
        if gap < 0:
            return -gap
        return mp.mpf(0)


def evaluate(expr: sp.Basic, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """The value of the expression, by a walk of its own."""
    if isinstance(expr, sp.Symbol):
        return env[expr]
    if isinstance(expr, sp.Rational):
        return mp.mpf(expr.p) / expr.q
    if expr is sp.oo:
        return mp.inf
    if expr is -sp.oo:
        return -mp.inf
    if expr is sp.pi:
        return +mp.pi
    if expr is sp.E:
        return mp.e + 0
    if isinstance(expr, sp.Add):
        return mp.fsum(evaluate(a, env) for a in expr.args)
    if isinstance(expr, sp.Mul):
        return mp.fprod(evaluate(a, env) for a in expr.args)
    if isinstance(expr, sp.Pow):
        return evaluate(expr.base, env) ** evaluate(expr.exp, env)
    if isinstance(expr, sp.Integral):
        return _integral(expr, env)
    if isinstance(expr, sp.Sum):
        return _sum(expr, env)
    if isinstance(expr, sp.Limit):
        return _limit(expr, env)
    if isinstance(expr, sp.Derivative):
        var, count = expr.args[1]
        return mp.diff(lambda z: evaluate(expr.args[0], {**env, var: z}), env[var], int(count))
    if isinstance(expr, sp.Piecewise):
        for value, condition in expr.args:
            if condition is sp.S.true or _holds(condition, env):
                return evaluate(value, env)
        raise ValueError("no branch applies")
    function = FUNCTIONS.get(expr.func)
    if function is None:
        raise NotImplementedError(str(expr.func))
    return function(*(evaluate(a, env) for a in expr.args))


def _sum(expr: sp.Sum, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """Finite sums term by term; infinite ones by extrapolation, which needs terms without kinks."""
    if len(expr.limits) != 1:
        raise NotImplementedError("one sum at a time")
    (k, a, b), inner = expr.limits[0], expr.function
    lo, hi = evaluate(a, env), evaluate(b, env)
    if mp.isfinite(lo) and mp.isfinite(hi):
        if not (mp.isint(lo) and mp.isint(hi)) or hi - lo > 2000:
            raise ValueError("not a short sum over integers")
        return mp.fsum(evaluate(inner, {**env, k: mp.mpf(i)}) for i in range(int(lo), int(hi) + 1))
    if inner.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.floor):
        raise NotImplementedError("a kink would spoil the extrapolation")
    return mp.nsum(lambda i: evaluate(inner, {**env, k: mp.mpf(i)}), [lo, hi])


def _limit(expr: sp.Limit, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """The value close to the place, at 300 digits; ValueError unless two places agree far beyond the violation looked for."""
    inner, var, at, direction = expr.args
    with mp.workdps(300):
        near = []
        for exponent in (40, 42):
            step = mp.mpf(10) ** exponent
            if at in (sp.oo, -sp.oo):
                place = step if at is sp.oo else -step
            else:
                place = evaluate(at, env) + (-1 if str(direction) == "-" else 1) / step
            near.append(evaluate(inner, {**env, var: place}))
        if not all(mp.isfinite(v) for v in near) or abs(near[0] - near[1]) > mp.mpf(10) ** -30 * max(1, abs(near[0])):
            raise ValueError("the limit is slow or infinite")
        return near[1]


def _holds(condition: sp.Basic, env: Mapping[sp.Symbol, mp.mpf]) -> bool:
    if isinstance(condition, sp.And):
        return all(_holds(c, env) for c in condition.args)
    if isinstance(condition, sp.Or):
        return any(_holds(c, env) for c in condition.args)
    if condition in (sp.S.true, sp.S.false):
        return bool(condition)
    left, right = (evaluate(a, env) for a in condition.args)
    return {sp.Lt: left < right, sp.Le: left <= right, sp.Gt: left > right, sp.Ge: left >= right, sp.Eq: left == right}[type(condition)]


def _integral(expr: sp.Integral, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        raise NotImplementedError("one definite integral at a time")
    (var, a, b), inner = expr.limits[0], expr.function
    lo, hi = evaluate(a, env), evaluate(b, env)
    if inner.has(sp.Abs, sp.Max, sp.Min, sp.Piecewise):
        raise NotImplementedError("a kink would spoil the digits")
    # A narrow peak is overlooked without a trace; nodes crowd at the ends of pieces, so one at zero is seen by the second partition.
    ends = [lo, *(mp.mpf(c) for c in CUTS if lo < c < hi), hi]
    once, again = (mp.quad(lambda z: evaluate(inner, {**env, var: z}), at) for at in ([lo, hi], ends))
    if abs(once - again) > mp.mpf(10) ** -30 * max(1, abs(again)):
        raise ValueError("the quadrature is not to be relied on")
    return again


FUNCTIONS = {
    sp.exp: mp.exp, sp.log: mp.log, sp.sinh: mp.sinh, sp.cosh: mp.cosh, sp.tanh: mp.tanh, sp.coth: mp.coth, sp.erf: mp.erf,
    sp.erfc: mp.erfc, sp.Abs: abs, sp.Max: max, sp.Min: min, sp.floor: mp.floor, sp.ceiling: mp.ceil, sp.gamma: mp.gamma,
    sp.loggamma: mp.loggamma, sp.factorial: mp.factorial, sp.sin: mp.sin, sp.cos: mp.cos, sp.sign: mp.sign, sp.atan: mp.atan,
}  # fmt: skip


def points(claim_domain: Mapping[sp.Symbol, object], assumptions: tuple, count: int, seed: int) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Random rational points of the domain: log-uniform on rays, uniform and near the ends on intervals; assumptions hold by mpmath."""
    rng = random.Random(seed)
    for _ in range(count):
        point = {s: _draw(s, given, rng) for s, given in claim_domain.items()}
        env = {s: mp.mpf(v.p) / v.q for s, v in point.items() if v is not None}
        if len(env) < len(point):
            return
        try:
            if all(_holds(a, env) for a in assumptions):
                yield point  # type: ignore[misc]
        except (ValueError, TypeError, ZeroDivisionError, NotImplementedError, KeyError):
            continue


def _draw(symbol: sp.Symbol, given: object, rng: random.Random) -> sp.Rational | None:
    if isinstance(given, sp.Set) and given in (sp.S.Naturals, sp.S.Naturals0, sp.S.Integers) or symbol.is_integer:
        return sp.Integer(rng.choice((1, 2, 3, 5, 8, rng.randint(1, 60))))
    if isinstance(given, sp.FiniteSet):
        return sp.Rational(rng.choice(sorted(given.args)))
    if isinstance(given, sp.Interval):
        lo, hi = given.start, given.end
    elif isinstance(given, tuple):
        lo, hi = (sp.sympify(v) for v in given)
    elif given == sp.S.Reals:
        lo, hi = -sp.oo, sp.oo
    else:
        return None
    if lo.free_symbols or hi.free_symbols:
        return None
    if lo.is_finite and hi.is_finite:
        low, high = float(lo), float(hi)
        part = rng.random() if rng.random() < 0.6 else rng.choice((0, 1)) + 0.0
        if part in (0.0, 1.0):
            step = 10 ** rng.uniform(-9, -1)
            part = step if part == 0.0 else 1 - step
        value = low + (high - low) * part
    else:
        size = 10 ** rng.uniform(-6, 3)
        if lo.is_finite:
            value = float(lo) + size
        elif hi.is_finite:
            value = float(hi) - size
        else:
            value = rng.choice((-1, 1)) * size
    return sp.Rational(value).limit_denominator(10**12)
