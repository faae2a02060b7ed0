"""Independent values of formulas with operators: plain mpmath on the expression as written, none of the package's code."""

from __future__ import annotations

import random
from collections.abc import Iterable

import mpmath as mp
import sympy as sp

DIGITS = 40


def numeric(expr: sp.Expr, point: dict[sp.Symbol, sp.Rational], breaks: Iterable[sp.Expr] = (), digits: int = DIGITS) -> mp.mpf:
    """expr at the point with 40 digits; integrals are cut at `breaks` (formulas in the parameters), sums go to convergence."""
    with mp.workdps(digits + 5):
        return _value(expr, {s: mp.mpf(v.p) / v.q for s, v in point.items()}, tuple(map(sp.sympify, breaks)))


def _value(expr, at, breaks):
    if isinstance(expr, sp.Integral):
        (v, a, b), *more = expr.limits
        if more:
            # written with the innermost variable first
            inner = sp.Integral(expr.function, *expr.limits[:-1])
            (v, a, b) = expr.limits[-1]
        else:
            inner = expr.function
        lo, hi = _value(a, at, breaks), _value(b, at, breaks)
        # enough cuts for the Gauss-Legendre rule to be exact to working precision on each piece
        cuts = sorted({c for c in (_value(c, at, ()) for c in breaks if c.free_symbols <= set(at)) if min(lo, hi) < c < max(lo, hi)})
        ends = [lo, *(cuts if lo <= hi else cuts[::-1]), hi]
        return mp.quad(lambda t: _value(inner, {**at, v: t}, breaks), ends, maxdegree=7)
    if isinstance(expr, sp.Sum):
        (v, a, b) = expr.limits[0]
        lo, hi = _value(a, at, breaks), _value(b, at, breaks)
        term = lambda i: _value(expr.function, {**at, v: mp.mpf(i)}, breaks)  # noqa: E731
        if lo == -mp.inf:
            return _one_sided(term, 0, hi) + _one_sided(lambda i: term(-i), 1, mp.inf)
        return _one_sided(term, int(lo), hi)
    if isinstance(expr, sp.Symbol):
        return at[expr]
    if expr in (sp.oo, -sp.oo):
        return mp.inf if expr == sp.oo else -mp.inf
    if expr.is_Rational:
        return mp.mpf(expr.p) / expr.q
    if expr.is_NumberSymbol:
        return +{sp.pi: mp.pi, sp.E: mp.e}[expr]
    if isinstance(expr, sp.Piecewise):
        for e, c in expr.args:
            if _holds(c, at, breaks):
                return _value(e, at, breaks)
        raise ValueError("no branch")
    args = [_value(a, at, breaks) for a in expr.args]
    if isinstance(expr, sp.Add):
        return mp.fsum(args)
    if isinstance(expr, sp.Mul):
        return mp.fprod(args)
    if isinstance(expr, sp.Pow):
        return mp.power(*args)
    if isinstance(expr, sp.Max):
        return max(args)
    if isinstance(expr, sp.Min):
        return min(args)
    if isinstance(expr, sp.Abs):
        return abs(args[0])
    return getattr(mp, expr.func.__name__)(*args)


def _holds(condition, at, breaks):
    if condition == sp.true:
        return True
    if isinstance(condition, sp.And):
        return all(_holds(c, at, breaks) for c in condition.args)
    if isinstance(condition, sp.Or):
        return any(_holds(c, at, breaks) for c in condition.args)
    lhs, rhs = _value(condition.lhs, at, breaks), _value(condition.rhs, at, breaks)
    return {sp.Gt: lhs > rhs, sp.Ge: lhs >= rhs, sp.Lt: lhs < rhs, sp.Le: lhs <= rhs, sp.Eq: lhs == rhs, sp.Ne: lhs != rhs}[condition.func]


def _one_sided(term, lo, hi):
    total, small, i = mp.mpf(0), 0, lo
    while i <= hi and small < 20 and i < lo + 20000:
        t = term(i)
        total += t
        small = small + 1 if abs(t) < mp.eps else 0
        i += 1
    return total


def random_point(ranges: dict[sp.Symbol, tuple[int, int]], rng: random.Random, integers: frozenset[sp.Symbol] = frozenset()):
    """A rational for every symbol within its (lo, hi), given as rationals; integers where asked."""
    out = {}
    for s, (lo, hi) in ranges.items():
        if s in integers:
            out[s] = sp.Integer(rng.randint(int(lo), int(hi)))
        else:
            out[s] = sp.Rational(lo) + (sp.Rational(hi) - sp.Rational(lo)) * sp.Rational(rng.randint(1, 96), 97)
    return out


def assert_same(resolved: sp.Expr, original: sp.Expr, point, breaks=(), digits=30):
    """Both sides agree to `digits` digits (absolute below one)."""
    left, right = numeric(resolved, point, (), digits + 10), numeric(original, point, breaks, digits + 10)
    assert abs(left - right) <= mp.mpf(10) ** -digits * max(1, abs(right)), (resolved, point, left, right)
