"""Rigorous enclosures of definite integrals at a point: proper and improper, with switches in the integrand.

Proper pieces go to Arb's adaptive Gauss-Legendre quadrature, whose error bound rests on values on complex balls. An infinite end is cut off
at an X for which `growth` proves how much lies beyond; a singular finite end a is moved to infinity by x = a + 1/t first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import acb, arb, ctx, fmpq

from ..errors import NotEnclosable
from .analytic import compile_analytic
from .box import compile_expr, decide_over
from .growth import Ray, integral_beyond
from .interval import Interval, fraction_of, working_precision
from .point import enclose_at
from .substitution import substitute
from .switches import Piece, resolve, split_at_switches

MAX_DOUBLINGS = 40
FIRST_STRETCH = 10
STRETCH = 5
"""Improper integrals are cut at 2^FIRST_STRETCH and then every 2^STRETCH-fold."""
GUARD = 20
EVALUATIONS = 60_000
"""Evaluations of the integrand on one smooth piece, to which 200 per bit of precision are added."""
PINNED_BITS = 40
MAX_PINNED = 24
"""A singularity inside is one that stays in sight over so many bisections, in at most so many intervals at a time."""
END_BITS = 4000
"""An end is judged singular by the values on the stretch next to it of this relative length (2^-END_BITS)."""


def integral_at(expr: sp.Integral, point: Mapping[sp.Symbol, Any], prec: int) -> arb:
    """A ball that holds the (one-dimensional, definite) integral at the point.

    Raises NotEnclosable if the integral is not known to converge, or holds a function that has no rigorous quadrature here.
    """
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        raise NotEnclosable("only definite integrals over one variable are enclosed")
    variable, lower, upper = expr.limits[0]
    values = exact_point(point, expr.free_symbols)
    x = sp.Dummy("x", real=True)
    integrand = substitute(expr.function, {**values, variable: x})
    lower, upper = substitute(lower, values), substitute(upper, values)
    if integrand.has(sp.nan, sp.zoo, sp.oo, sp.Float) or integrand.free_symbols - {x}:
        raise NotEnclosable("the integrand is undefined or has a symbol without a value")
    with working_precision(prec + GUARD):
        return _between(integrand, x, lower, upper, prec + GUARD)


def exact_point(point: Mapping[sp.Symbol, Any], symbols: Any) -> dict[sp.Symbol, sp.Expr]:
    """The coordinates of `symbols` as exact SymPy constants (balls cannot be put back into an expression)."""
    out = {}
    for s, v in point.items():
        if s not in symbols:
            continue
        if isinstance(v, fmpq):
            v = sp.Rational(int(v.p), int(v.q))
        elif isinstance(v, arb):
            raise NotEnclosable("an integral or sum at a coordinate that is only known as a ball")
        out[s] = sp.sympify(v)
    return out


def _between(f: sp.Expr, x: sp.Symbol, lower: sp.Expr, upper: sp.Expr, prec: int) -> arb:
    """The integral between exact ends, either of which may be infinite. Reversed ends change the sign."""
    oo = sp.S.Infinity
    if lower == upper:
        return arb(0)
    if lower is oo or upper is -oo:
        return -_between(f, x, upper, lower, prec)
    if lower is -oo:
        reflected = substitute(f, {x: -x})
        if upper is oo:
            return _between(f, x, sp.S.Zero, oo, prec) + _between(reflected, x, sp.S.Zero, oo, prec)
        return _between(reflected, x, -upper, oo, prec)
    a = enclose_at(lower, {}, prec)
    if upper is oo:
        start, slack = _exact_start(f, x, a, prec)
        return slack + _to_infinity(f, x, start, prec)
    b = enclose_at(upper, {}, prec)
    if a > b:
        return -_between(f, x, upper, lower, prec)
    if not a < b:
        raise NotEnclosable("the order of the integral's ends is not decided")
    start, slack = _exact_start(f, x, a, prec)
    stop, other = _exact_start(f, x, b, prec)
    return slack - other + _proper(f, x, start, stop, prec)


def _exact_start(f: sp.Expr, x: sp.Symbol, a: arb, prec: int) -> tuple[arb, arb]:
    """An exact number m in the ball a, and a ball for the integral from the true end to m."""
    if a.is_exact():
        return a, arb(0)
    image = compile_expr(f)({x: Interval(a.lower(), a.upper())}, prec)
    size = image.magnitude()
    if not size.is_finite():
        raise NotEnclosable("the integrand is unbounded near an irrational end")
    error = (a.rad() * size).upper()
    return a.mid(), (-error).union(error)


def _to_infinity(f: sp.Expr, x: sp.Symbol, a: arb, prec: int) -> arb:
    """The integral over (a, oo), a exact: up to X by quadrature, the rest by a proved bound."""
    stop, tail = _cut_off(f, x, a, prec)
    total = (-tail).union(tail)
    near = a
    while near < stop:
        # Far out the integrand lives on another scale: each stretch is integrated by itself.
        far = arb(2) ** FIRST_STRETCH if near < 1 else (near * 2**STRETCH).mid()
        if far * 2 > stop:
            far = stop
        total = total + _proper(f, x, near, far, prec)
        near = far
    return total


def _cut_off(f: sp.Expr, x: sp.Symbol, a: arb, prec: int) -> tuple[arb, arb]:
    """X >= a and a bound for the integral of |f| over [X, oo) that is small beside the first bound found, if possible."""
    stop = arb(1) if a <= 0 else (2 * a).mid()
    first: tuple[arb, arb] | None = None
    best: tuple[arb, arb] | None = None
    step = 2
    for _ in range(MAX_DOUBLINGS):
        tail = _tail(f, x, stop, prec)
        if tail is not None:
            if first is None:
                first = (stop, tail)
            if best is None or tail < best[1]:
                best = (stop, tail)
            if tail <= first[1] * arb(2) ** (-prec):
                return stop, tail
            if stop > arb(2) ** 20:
                step = 2 ** max(2, prec // 8)  # only powers decay so slowly
        stop = stop * step
    if best is None:
        raise NotEnclosable("no tail bound was found for an improper integral")
    return best


def _tail(f: sp.Expr, x: sp.Symbol, start: arb, prec: int) -> arb | None:
    try:
        ray = Ray(x, start, prec)
        if not ray.has_real_powers(f):
            return None
        tail = integral_beyond(ray.bound(resolve(f, ray.box, prec)), start)
    except NotEnclosable:
        return None
    return tail if tail.is_finite() else None


def _proper(f: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> arb:
    """The integral over (a, b), a < b exact, finite; ends may be singular."""
    tolerance = (b - a).upper() * arb(2) ** (-prec)
    total = arb(0)
    for piece in split_at_switches(f, x, a, b, tolerance, prec):
        total = total + (_smooth(piece, x, prec) if piece.smooth else _crude(piece, x, prec))
    return total


def _crude(piece: Piece, x: sp.Symbol, prec: int) -> arb:
    """Width times the range."""
    image = compile_expr(piece.integrand)({x: Interval(piece.lo, piece.hi)}, prec)
    if not image.is_bounded():
        raise NotEnclosable("the integrand is unbounded near a point where it switches")
    return (piece.hi - piece.lo) * image.lo.union(image.hi)


def _smooth(piece: Piece, x: sp.Symbol, prec: int, ends: bool = True) -> arb:
    f, a, b = piece.integrand, piece.lo, piece.hi
    if x not in f.free_symbols:
        return (b - a) * enclose_at(f, {}, prec)
    if ends and _singular_inside(f, x, a, b, prec):
        raise NotEnclosable("the integrand is unbounded or undefined inside the interval")
    value = _arb_quadrature(f, x, a, b, prec)
    if value is not None:
        return value
    if not ends:
        raise NotEnclosable("the quadrature did not converge")
    return _singular_ends(f, x, a, b, prec)


def _arb_quadrature(f: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> arb | None:
    """Arb's quadrature over [a, b]; None if the integrand is unbounded at an end."""
    g = compile_analytic(f, x, prec, _nonnegative_bases(f, x, a, b, prec))
    for end in (a, b):
        if not g(acb(end.union((end + (a + b - 2 * end) * arb(2) ** -END_BITS).mid())), False).is_finite():
            return None  # unbounded at an end: bisecting towards it would not stop
    size = arb(0)
    for i in range(1, 16, 2):
        sample = g(acb((a + (b - a) * i / 16).mid()), False)
        if sample.is_finite():
            size = size.max(abs(sample.real).mid())
    absolute = ((b - a) * size * arb(2) ** (-ctx.prec)).upper()  # only a goal; the error bound is Arb's own
    value = acb.integral(g, a, b, rel_tol=arb(2) ** (-ctx.prec), abs_tol=absolute, eval_limit=EVALUATIONS + 200 * prec)
    if not value.is_finite():
        raise NotEnclosable("the quadrature did not converge")
    return value.real


def _singular_inside(f: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> bool:
    """True if bisection corners a place strictly inside (a, b) next to which the integrand has no finite enclosure.

    Right beside a singular end nothing is told: there x**3 over [h, 2h] is still a ball that holds 0.
    """
    g = compile_analytic(f, x, prec, _nonnegative_bases(f, x, a, b, prec))
    pending = [(a, b)]
    for _ in range(PINNED_BITS):
        halves = [h for lo, hi in pending for m in [((lo + hi) / 2).mid()] for h in ((lo, m), (m, hi))]
        pending = [(lo, hi) for lo, hi in halves if not g(acb(lo.union(hi)), False).is_finite()]
        if len(pending) > MAX_PINNED:
            return False  # too coarse to tell
    margin = (b - a) * arb(2) ** (3 - PINNED_BITS)
    return any(lo > a + margin and hi < b - margin for lo, hi in pending)


def _nonnegative_bases(f: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> set[sp.Expr]:
    """Bases of fractional powers that are certainly >= 0 on (a, b)."""
    out = set()
    for power in f.atoms(sp.Pow):
        if power.exp.is_Rational and not power.exp.is_Integer and x in power.base.free_symbols:
            if decide_over(power.base >= 0, {x: Interval(a, b, True, True)}, prec):
                out.add(power.base)
    return out


def _singular_ends(f: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> arb:
    """Both ends moved to infinity: x = a + 1/t and x = b - 1/t."""
    middle = ((a + b) / 2).mid()
    total = arb(0)
    for end, side in ((a, 1), (b, -1)):
        inner = Piece(a, middle, f, True) if side == 1 else Piece(middle, b, f, True)
        try:
            total = total + _smooth(inner, x, prec, ends=False)
            continue
        except NotEnclosable:
            pass
        t = sp.Dummy("t", positive=True)
        q = fraction_of(end)
        g = substitute(f, {x: sp.Rational(q.numerator, q.denominator) + side / t}) / t**2
        start = (1 / abs(middle - end)).mid()
        stop, tail = _cut_off(g, t, start, prec)
        # Back in x the quadrature runs up to an exact number near end + side/stop; the tail is taken from where that lies.
        near = (end + side / stop).mid()
        if not (end < near < middle if side == 1 else middle < near < end):
            raise NotEnclosable("a singular end could not be cut off at this precision")
        reach = (1 / abs(near - end)).lower()
        bound = _tail(g, t, reach, prec)
        if bound is None:
            raise NotEnclosable("no tail bound was found at a singular end")
        piece = Piece(near, middle, f, True) if side == 1 else Piece(middle, near, f, True)
        total = total + (-bound).union(bound) + _smooth(piece, x, prec, ends=False)
    return total
