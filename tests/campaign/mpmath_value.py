"""The value of an expression at a point by plain mpmath to sixty digits: an evaluation that shares nothing with the enclosures.

The tree is walked at two precisions; only what agrees to more than sixty digits is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath as mp
import sympy as sp
from sympy.core.relational import Relational

DIGITS = 60
PLAIN = 130
CAREFUL = 260
LARGE = 10**7
"""Larger arguments of functions take mpmath long, or more digits than it is given."""


class Undefined(Exception):
    """The expression has no real value at the point, or mpmath cannot find it."""


def value_at(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Rational]) -> mp.mpf:
    """The real value, right to more than sixty digits (absolute ones if it is below 1e-60); Undefined if there is none."""
    with mp.workdps(CAREFUL):
        careful = _walk(expr, point)
    with mp.workdps(PLAIN):
        plain = _walk(expr, point)
    with mp.workdps(CAREFUL):
        if abs(careful - plain) > mp.mpf(10) ** (-DIGITS - 10) * max(abs(careful), mp.mpf(10) ** -DIGITS):
            raise Undefined("too much cancels")
    return careful


def _walk(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Rational]) -> mp.mpf:
    try:
        value = mp.mpmathify(_value(expr, point))
    except (ValueError, TypeError, ZeroDivisionError, OverflowError, MemoryError, mp.libmp.NoConvergence) as error:
        raise Undefined(str(error)) from None
    if isinstance(value, mp.mpc):
        if abs(value.imag) > mp.mpf(10) ** -80 * max(1, abs(value.real)):
            raise Undefined("not real")
        value = value.real
    if not mp.isfinite(value):
        raise Undefined("not finite")
    return value


def _value(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Rational]) -> Any:
    if isinstance(expr, sp.Symbol):
        return _rational(point[expr])
    if isinstance(expr, sp.Rational):
        return _rational(expr)
    if expr in CONSTANTS:
        return CONSTANTS[expr]()
    if isinstance(expr, sp.Piecewise):
        for branch, condition in expr.args:
            if _truth(condition, point):
                return _value(branch, point)
        raise Undefined("no branch applies")
    arguments = [_value(a, point) for a in expr.args]
    if not isinstance(expr, (sp.Add, sp.Mul)) and any(abs(u) > LARGE for u in arguments):
        raise Undefined("too large")
    if isinstance(expr, (sp.floor, sp.ceiling, sp.frac, sp.sign, sp.Heaviside)):
        # Near a jump the digits cannot say on which side it is.
        (u, *_) = arguments
        if isinstance(u, mp.mpc) or (abs(u - mp.nint(u)) < mp.mpf(10) ** -70 and not expr.args[0].is_Rational and u != mp.nint(u)):
            raise Undefined("too near a jump")
    return FUNCTIONS[expr.func](*arguments)


def _rational(v: sp.Rational) -> mp.mpf:
    return mp.mpf(int(v.p)) / int(v.q)


def _truth(condition: Any, point: Mapping[sp.Symbol, sp.Rational]) -> bool:
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, (sp.And, sp.Or)):
        return (all if isinstance(condition, sp.And) else any)([_truth(c, point) for c in condition.args])
    if isinstance(condition, sp.ITE):
        test, yes, no = condition.args
        return _truth(yes if _truth(test, point) else no, point)
    if isinstance(condition, sp.Not):
        return not _truth(condition.args[0], point)
    assert isinstance(condition, Relational)
    gap = _walk(condition.lhs - condition.rhs, point)
    if 0 < abs(gap) < mp.mpf(10) ** -70:
        raise Undefined("too near a jump")
    return {"<": gap < 0, "<=": gap <= 0, ">": gap > 0, ">=": gap >= 0, "==": gap == 0, "!=": gap != 0}[condition.rel_op]


def _power(b: Any, e: Any) -> Any:
    if b == 0 and not (mp.im(e) == 0 and e >= 0):
        raise Undefined("division by zero")
    return b**e


def _atanh(u: Any) -> Any:
    if abs(u) == 1:
        raise Undefined("a pole")
    return mp.atanh(u)


def _heaviside(u: Any, at_zero: Any = None) -> Any:
    return mp.mpf(1) if u > 0 else mp.mpf(0) if u < 0 else mp.mpf(1) / 2 if at_zero is None else at_zero


def _log(u: Any, base: Any = None) -> Any:
    if u == 0:
        raise Undefined("log of 0")
    return mp.log(u) if base is None else mp.log(u) / mp.log(base)


def _erfcinv(u: Any) -> Any:
    """mpmath has erfinv alone, which knows few digits of a result near ±1: solve erfc(w) = u by Newton's method on its logarithm."""
    if not 0 < u < 2:
        raise Undefined("outside (0, 2)")
    if u > 1:
        return -_erfcinv(2 - u)
    w = mp.sqrt(max(-mp.log(u) - mp.log(1 - mp.log(u)) / 2, mp.mpf(1) / 10)) if u < mp.mpf(1) / 10 else mp.erfinv(1 - u)
    for _ in range(60):
        step = (mp.log(mp.erfc(w)) - mp.log(u)) * mp.erfc(w) / (2 / mp.sqrt(mp.pi) * mp.exp(-w * w))
        w += step
        if abs(step) <= mp.eps * 100 * abs(w):
            return w
    raise Undefined("no convergence")


def _inverse_error(u: Any) -> Any:
    if not -1 < u < 1:
        raise Undefined("outside (-1, 1)")
    return mp.erfinv(u)


CONSTANTS: dict[Any, Callable[[], Any]] = {
    sp.pi: lambda: +mp.pi, sp.E: lambda: +mp.e, sp.EulerGamma: lambda: +mp.euler, sp.Catalan: lambda: +mp.catalan,
    sp.GoldenRatio: lambda: +mp.phi,
}  # fmt: skip

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    sp.Add: lambda *v: mp.fsum(v), sp.Mul: lambda *v: mp.fprod(v), sp.Pow: _power, sp.Max: max, sp.Min: min, sp.exp: mp.exp, sp.log: _log,
    sp.Abs: abs, sp.sign: mp.sign, sp.sinh: mp.sinh, sp.cosh: mp.cosh, sp.tanh: mp.tanh, sp.asinh: mp.asinh, sp.acosh: mp.acosh,
    sp.atanh: _atanh, sp.sin: mp.sin, sp.cos: mp.cos, sp.asin: mp.asin, sp.acos: mp.acos, sp.atan: mp.atan, sp.erf: mp.erf,
    sp.erfc: mp.erfc, sp.erfi: mp.erfi, sp.erfinv: _inverse_error, sp.erfcinv: _erfcinv, sp.gamma: mp.gamma, sp.loggamma: mp.loggamma,
    sp.digamma: mp.digamma, sp.polygamma: mp.psi, sp.factorial: mp.factorial, sp.binomial: mp.binomial, sp.floor: mp.floor,
    sp.ceiling: mp.ceil, sp.frac: mp.frac, sp.Heaviside: _heaviside, sp.LambertW: lambda u, k=0: mp.lambertw(u, int(k)),
    sp.tan: mp.tan, sp.cot: mp.cot, sp.sec: mp.sec, sp.csc: mp.csc, sp.coth: mp.coth, sp.sech: mp.sech, sp.csch: mp.csch,
}  # fmt: skip
