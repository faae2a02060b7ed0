"""A real SymPy expression of one variable as a function of complex balls, for rigorous quadrature.

The quadrature asks for values on complex balls and, with `analytic` set, wants to be told (by a non-finite answer) wherever the function
is not analytic on the ball. Entire and meromorphic functions need no care; functions with branch cuts answer only off their cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import sympy as sp
from flint import acb, arb, fmpq

from ..errors import NotEnclosable
from .function_table import REWRITTEN
from .functions import rational_power
from .interval import POS_INF, ZERO, Interval
from .point import enclose_at

Complex = Callable[[acb, bool], acb]
NOT_ANALYTIC = acb(arb.nan(), arb.nan())

MEROMORPHIC: dict[Any, Callable[[acb], acb]] = {
    sp.exp: acb.exp, sp.sinh: acb.sinh, sp.cosh: acb.cosh, sp.tanh: acb.tanh, sp.coth: acb.coth, sp.sin: acb.sin, sp.cos: acb.cos,
    sp.erf: acb.erf, sp.erfc: acb.erfc, sp.erfi: acb.erfi, sp.gamma: acb.gamma, sp.digamma: acb.digamma,
    sp.factorial: lambda z: (z + 1).gamma(),
}  # fmt: skip

OFF_CUT: dict[Any, tuple[Callable[[acb], acb], Callable[[acb], bool]]] = {
    sp.atan: (acb.atan, lambda z: abs(z.imag) < 1 or _away(z.real)),
    sp.asinh: (acb.asinh, lambda z: abs(z.imag) < 1 or _away(z.real)),
    sp.asin: (acb.asin, lambda z: abs(z.real) < 1),
    sp.acos: (acb.acos, lambda z: abs(z.real) < 1),
    sp.atanh: (acb.atanh, lambda z: abs(z.real) < 1),
    sp.acosh: (acb.acosh, lambda z: z.real > 1),
    sp.loggamma: (acb.lgamma, lambda z: z.real > 0),
    sp.LambertW: (acb.lambertw, lambda z: z.real > -0.36),
}  # fmt: skip
"""Function, and a condition on the ball that keeps it away from the branch cuts."""


def _away(v: arb) -> bool:
    return bool(v > 0 or v < 0)


def compile_analytic(expr: sp.Expr, x: sp.Symbol, prec: int, nonnegative: Container[sp.Expr] = ()) -> Complex:
    """The function z, analytic -> enclosure of expr(z); constants are enclosed at `prec` bits.

    At real z the answer is non-finite unless the expression is shown to be real there: an integral over a stretch on which the integrand
    is complex never gets a value. `nonnegative`: bases of fractional powers that are known to be >= 0 on the path of integration.
    Raises NotEnclosable for a function that is not analytic (Abs, Max, Piecewise must be resolved before) or unknown.
    """
    code: list[tuple[Any, tuple[int, ...]]] = []
    known: dict[Any, int] = {}

    def emit(f: Any, *registers: int) -> int:
        code.append((f, registers))
        return len(code)

    def register(e: sp.Expr) -> int:
        if e == x:
            return 0
        out = known.get(e)
        if out is None:
            out = known[e] = build(e)
        return out

    def build(e: sp.Expr) -> int:
        if x not in e.free_symbols:
            constant = acb(enclose_at(e, {}, prec))
            return emit(lambda flag: constant)
        if isinstance(e, (sp.Add, sp.Mul)):
            f = (lambda flag, a, b: a + b) if isinstance(e, sp.Add) else (lambda flag, a, b: a * b)
            out = register(e.args[0])
            for arg in e.args[1:]:
                out = emit(f, out, register(arg))
            return out
        if isinstance(e, sp.exp):
            return emit(lambda flag, a: a.exp(), register(e.args[0]))
        if isinstance(e, sp.Pow):
            return power(*e.args)
        if isinstance(e, sp.log) and len(e.args) == 1:
            return emit(_log, register(e.args[0]))
        if len(e.args) == 1 and e.func in MEROMORPHIC:
            g = MEROMORPHIC[e.func]
            return emit(lambda flag, a: g(a), register(e.args[0]))
        if len(e.args) == 1 and e.func in OFF_CUT:
            h, safe = OFF_CUT[e.func]
            return emit(lambda flag, a: h(a) if safe(a) else NOT_ANALYTIC, register(e.args[0]))
        if e.func in REWRITTEN and e.func is not sp.frac:
            return register(REWRITTEN[e.func](*e.args))
        raise NotEnclosable(f"{e.func.__name__} cannot be integrated rigorously here")

    def power(base: sp.Expr, e: sp.Expr) -> int:
        if isinstance(e, sp.Integer):
            n = int(e)
            return emit((lambda flag, a: a**n) if n >= 0 else (lambda flag, a: 1 / a ** (-n)), register(base))
        if isinstance(e, sp.Rational):
            p, q = int(e.p), int(e.q)
            clamp = base in nonnegative
            return emit(lambda flag, a: _fractional_power(a, p, q, flag, clamp), register(base))
        if x in base.free_symbols:
            return emit(lambda flag, a, b: (b * _log(flag, a)).exp(), register(base), register(e))
        if not enclose_at(base, {}, prec) > 0:
            raise NotEnclosable("a power with a base that may be negative")
        return emit(lambda flag, a, b: (b * a).exp(), register(sp.log(base)), register(e))

    result = register(expr)

    def run(z: acb, flag: bool) -> acb:
        values: list[acb] = [z]
        push = values.append
        for f, registers in code:
            push(f(flag, *[values[r] for r in registers]))
        return values[result]

    return run


def _log(flag: bool, z: acb) -> acb:
    if not flag and not z.real > 0:
        return NOT_ANALYTIC
    return z.log(analytic=flag)


def _fractional_power(z: acb, p: int, q: int, analytic: bool, clamp: bool) -> acb:
    if not analytic and not z.real > 0:
        # On the path the base is known to be >= 0 if `clamp` is set, whatever its enclosure says; the ball may touch 0.
        if not clamp or p < 0 or not z.imag == 0 or not z.is_finite():
            return NOT_ANALYTIC
        part = Interval(z.real.lower(), z.real.upper()).intersect(Interval(ZERO, POS_INF, False, True))
        if part is None:
            return NOT_ANALYTIC
        image = rational_power(part, p, q)
        return acb(image.lo.union(image.hi))
    if q == 2:
        root = z.sqrt(analytic=analytic)
        return root**p if p > 0 else 1 / root ** (-p)
    return z.pow(acb(fmpq(p, q)), analytic=analytic)
