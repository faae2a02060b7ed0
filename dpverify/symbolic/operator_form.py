"""Unresolved integrals, sums and derivatives in a normal form: contents normalised, bound variable renamed, constants in front."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from sympy.core.function import AppliedUndef

from ..domain import Domain, Range
from . import sign_set as ss
from .context import Context
from .derivative import differentiate
from .generators import NotNormal, Ratio

Convert = Callable[[Context, sp.Expr], Ratio]

NOT_SMOOTH = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.Heaviside, sp.Piecewise, sp.floor, sp.ceiling)


def operator_of(ctx: Context, expr: sp.Expr, convert: Convert) -> Ratio:
    """A definite integral, sum or product over one variable as c * generator."""
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        return opaque(ctx, expr, exists=False)
    variable, low, high = expr.limits[0]
    (low, low_defined), (high, high_defined) = (ctx.nested(e, ctx.domain) if e.is_finite is not False else (e, True) for e in (low, high))
    discrete = not isinstance(expr, sp.Integral)
    bound = sp.Dummy("i" if discrete else "t", dummy_index=10**9 + _depth(expr), real=True, integer=discrete or None)
    inside = _bound_domain(ctx, bound, low, high, discrete, convert)
    finite = low.is_finite is not False and high.is_finite is not False
    if inside is None:
        inside, finite = ctx.domain.extend(bound, Range(integer=discrete)), False
    content, defined = ctx.nested(expr.function.xreplace({variable: bound}), inside)
    # An integrand that is continuous on a closed bounded interval has an integral; pieces could be unbounded at an open end.
    exists = finite and defined and low_defined and high_defined and not content.has(*NOT_SMOOTH, AppliedUndef)
    front = ctx.one
    if not isinstance(expr, sp.Product):
        factor, rest = content.as_independent(bound, as_Add=False)
        if factor != 1:
            scale = convert(ctx, factor)
            # Zero times a divergent integral is not the integral of zero, so a factor that may vanish stays inside.
            if 0 not in ctx.sign_of_ratio(scale):
                front, content = scale, rest
    return ctx.multiply([front, opaque(ctx, expr.func(content, (bound, low, high)), exists)])


def _bound_domain(ctx: Context, bound: sp.Symbol, low: sp.Expr, high: sp.Expr, discrete: bool, convert: Convert) -> Domain | None:
    """The domain with the bound variable between its limits; None if their order is not known (they may be reversed)."""
    if low.is_finite is not False and high.is_finite is not False:
        # An empty sum is fine (no term is looked at); beyond that SymPy counts reversed sums negatively, over other integers.
        slack = 1 if discrete else 0
        if ctx.sign_of_ratio(convert(ctx, high - low + slack)) <= ss.NONNEGATIVE:
            pass
        elif not discrete and ctx.sign_of_ratio(convert(ctx, high - low)) <= ss.NONPOSITIVE:
            low, high = high, low
        else:
            return None
    elif low in (sp.oo, sp.zoo, sp.nan) or high in (-sp.oo, sp.zoo, sp.nan):
        return None
    lo = low if not low.free_symbols else sp.S.NegativeInfinity
    hi = high if not high.free_symbols else sp.S.Infinity
    inside = ctx.domain.extend(bound, Range(lo, hi, not lo.is_finite, not hi.is_finite, discrete))
    ties = ((low, sp.Ge(bound, low, evaluate=False)), (high, sp.Le(bound, high, evaluate=False)))
    return inside.restrict(*(relation for end, relation in ties if end.free_symbols))


def _depth(expr: sp.Expr) -> int:
    return 1 + max((_depth(e) for e in expr.function.atoms(sp.Integral, sp.Sum, sp.Product)), default=0)


def derivative_of(ctx: Context, expr: sp.Derivative, convert: Convert) -> Ratio:
    """The derivative by our own rules, where the function is smooth on the domain."""
    out = expr.expr
    variables = [v for v, _ in expr.variable_count]
    if out.has(*NOT_SMOOTH) and all(_is_open_in(ctx.domain, v) for v in variables):
        # On a set that is open in the variable equal functions have equal derivatives.
        out = ctx.nested(out, ctx.domain)[0]
    if out.has(*NOT_SMOOTH, AppliedUndef, sp.Limit, sp.Integral, sp.Sum, sp.Product, sp.Derivative):
        return opaque(ctx, expr, exists=False)
    for variable, count in expr.variable_count:
        if not isinstance(variable, sp.Symbol) or not count.is_Integer:
            raise NotNormal(f"{expr} has no normal form")
        for _ in range(int(count)):
            out = differentiate(out, variable)
    return convert(ctx, out)


def _is_open_in(domain: Domain, variable: sp.Expr) -> bool:
    rng = domain.ranges.get(variable)
    strict = (sp.StrictLessThan, sp.StrictGreaterThan)
    return (
        rng is not None and not rng.integer and rng.lo_open and rng.hi_open and rng.lo != rng.hi
        and all(isinstance(a, strict) for a in domain.assumptions if variable in a.free_symbols)
    )


def opaque(ctx: Context, expr: sp.Expr, exists: bool) -> Ratio:
    """Kept as it stands: a generator that only the very same expression finds again."""
    key = ("opaque", expr)
    if key not in ctx.by_poly:
        if expr.has(sp.Float, sp.nan, sp.zoo, sp.I):
            raise NotNormal("not an exact real expression")
        ctx.by_poly[key] = Ratio(ctx.poly(ctx.add_generator("opaque", expr)), ctx.one_poly)
        ctx.opaque[expr] = exists
    return ctx.by_poly[key]
