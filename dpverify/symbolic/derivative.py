"""Our own differentiator: the rules of calculus by walking the tree. It is what confirms antiderivatives, so it does not use SymPy's."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import sympy as sp

from ..errors import NotEnclosable


class NotDifferentiable(NotEnclosable):
    """No rule gives the derivative of this expression."""


@lru_cache(maxsize=4096)
def differentiate(expr: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The derivative of `expr` in the symbol x, valid at interior points where `expr` is differentiable.

    Piecewise, Abs, Max, Min, sign, Heaviside, floor: valid away from break points (where a condition changes, an argument
    vanishes or ties).
    Integral by Leibniz's rule and Sum termwise (for infinite sums and improper integrals the caller has to justify the exchange).
    Raises NotDifferentiable where no rule is known.
    """
    if not expr.has(x):
        return sp.S.Zero
    if expr == x:
        return sp.S.One
    if isinstance(expr, sp.Add):
        return sp.Add(*(differentiate(a, x) for a in expr.args))
    if isinstance(expr, sp.Mul):
        args = expr.args
        return sp.Add(*(sp.Mul(*args[:i], d, *args[i + 1 :]) for i, a in enumerate(args) if (d := differentiate(a, x)) != 0))
    if isinstance(expr, sp.Pow):
        return _power(expr, x)
    if isinstance(expr, sp.Piecewise):
        return _piecewise(expr, x)
    if isinstance(expr, (sp.Max, sp.Min)):
        return _extremum(expr, x)
    if isinstance(expr, sp.Integral):
        return _integral(expr, x)
    if isinstance(expr, sp.Sum):
        return _sum(expr, x)
    if isinstance(expr, sp.Function):
        return _function(expr, x)
    raise NotDifferentiable(f"no rule for the derivative of {expr} in {x}")


def _power(expr: sp.Pow, x: sp.Symbol) -> sp.Expr:
    base, exponent = expr.as_base_exp()
    if not exponent.has(x):
        return exponent * base ** (exponent - 1) * differentiate(base, x)
    if base == sp.E:
        return expr * differentiate(exponent, x)
    # Where the exponent varies the power is defined as exp(exponent*log(base)), for a positive base.
    return expr * (differentiate(exponent, x) * sp.log(base) + exponent * differentiate(base, x) / base)


def _piecewise(expr: sp.Piecewise, x: sp.Symbol) -> sp.Expr:
    return sp.Piecewise(*((differentiate(e, x), c) for e, c in expr.args))


def _extremum(expr: sp.Expr, x: sp.Symbol) -> sp.Expr:
    # Away from ties one argument is the extremum in a whole neighbourhood, and its derivative is the derivative.
    relation = sp.Ge if isinstance(expr, sp.Max) else sp.Le
    pieces = []
    for i, a in enumerate(expr.args):
        others = [b for j, b in enumerate(expr.args) if j != i]
        condition = sp.true if i == len(expr.args) - 1 else sp.And(*(relation(a, b) for b in others))
        pieces.append((differentiate(a, x), condition))
    return sp.Piecewise(*pieces)


def _integral(expr: sp.Integral, x: sp.Symbol) -> sp.Expr:
    (t, *ends), *outer = expr.limits
    if outer:
        inner, t, ends = sp.Integral(expr.function, *expr.limits[:-1]), expr.limits[-1][0], list(expr.limits[-1][1:])
    else:
        inner = expr.function
    if len(ends) != 2 or t == x:
        if len(ends) == 2 and not any(e.has(x) for e in ends):
            return sp.S.Zero
        raise NotDifferentiable(f"no rule for the derivative of {expr} in {x}")
    a, b = ends
    out = [sp.Integral(d, (t, a, b))] if (d := differentiate(inner, x)) != 0 else []
    for end, sgn in ((b, 1), (a, -1)):
        if (d := differentiate(end, x)) != 0:
            out.append(sgn * d * substitute(inner, t, end))
    return sp.Add(*out)


def substitute(expr: sp.Expr, symbol: sp.Symbol, value: sp.Expr) -> sp.Expr:
    """`expr` with the free symbol replaced; bound variables are renamed first, so that none captures a symbol of `value`."""
    if symbol not in expr.free_symbols:
        return expr
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Product)):
        function = expr.function
        limits: list[tuple[sp.Expr, ...]] = []
        rest = list(expr.limits)
        # Limits are listed inner first; the bound variable of one is free in the bounds of those before it.
        for i, limit in enumerate(rest):
            bound = limit[0]
            fresh = sp.Dummy(bound.name, **bound.assumptions0)
            function = substitute(function, bound, fresh)
            limits = [(v, *(substitute(e, bound, fresh) for e in ends)) for v, *ends in limits]
            limits.append((fresh, *rest[i][1:]))
        return expr.func(
            substitute(function, symbol, value), *((v, *(substitute(e, symbol, value) for e in ends)) for v, *ends in limits)
        )
    if isinstance(expr, (sp.Limit, sp.Subs, sp.Derivative)):
        return expr.subs(symbol, value)
    if not expr.args:
        return value if expr == symbol else expr
    return expr.func(*(substitute(a, symbol, value) if isinstance(a, sp.Basic) else a for a in expr.args))


def _sum(expr: sp.Sum, x: sp.Symbol) -> sp.Expr:
    if any(len(lim) != 3 or lim[0] == x or lim[1].has(x) or lim[2].has(x) for lim in expr.limits):
        raise NotDifferentiable(f"no rule for the derivative of {expr} in {x}")
    return sp.Sum(differentiate(expr.function, x), *expr.limits)


def _function(expr: sp.Function, x: sp.Symbol) -> sp.Expr:
    rule: Callable[..., Any] | None = _PARTIALS.get(expr.func)
    if rule is None:
        if isinstance(expr, sp.core.function.AppliedUndef):
            return _undefined(expr, x)
        raise NotDifferentiable(f"no rule for the derivative of {expr.func} in {x}")
    partials = rule(*expr.args)
    if not isinstance(partials, tuple):
        partials = (partials,)
    out = []
    for a, p in zip(expr.args, partials, strict=True):
        if (d := differentiate(a, x)) == 0:
            continue
        if p is None:
            raise NotDifferentiable(f"no rule for this derivative of {expr.func} in {x}")
        out.append(p * d)
    return sp.Add(*out)


def _undefined(expr: sp.Function, x: sp.Symbol) -> sp.Expr:
    out = []
    for i, a in enumerate(expr.args):
        if (d := differentiate(a, x)) == 0:
            continue
        if a == x:
            out.append(sp.Derivative(expr, x))
            continue
        u = sp.Dummy("u")
        args = expr.args[:i] + (u,) + expr.args[i + 1 :]
        out.append(d * sp.Subs(sp.Derivative(expr.func(*args), u), u, a))
    return sp.Add(*out)


_PARTIALS: dict[Any, Callable[..., Any]] = {
    sp.exp: lambda u: sp.exp(u),
    sp.log: lambda u: 1 / u,
    sp.erf: lambda u: 2 / sp.sqrt(sp.pi) * sp.exp(-(u**2)),
    sp.erfc: lambda u: -2 / sp.sqrt(sp.pi) * sp.exp(-(u**2)),
    sp.erfi: lambda u: 2 / sp.sqrt(sp.pi) * sp.exp(u**2),
    sp.erfinv: lambda u: sp.sqrt(sp.pi) / 2 * sp.exp(sp.erfinv(u) ** 2),
    sp.erfcinv: lambda u: -sp.sqrt(sp.pi) / 2 * sp.exp(sp.erfcinv(u) ** 2),
    sp.sin: lambda u: sp.cos(u),
    sp.cos: lambda u: -sp.sin(u),
    sp.tan: lambda u: 1 + sp.tan(u) ** 2,
    sp.cot: lambda u: -1 - sp.cot(u) ** 2,
    sp.sec: lambda u: sp.sec(u) * sp.tan(u),
    sp.csc: lambda u: -sp.csc(u) * sp.cot(u),
    sp.asin: lambda u: 1 / sp.sqrt(1 - u**2),
    sp.acos: lambda u: -1 / sp.sqrt(1 - u**2),
    sp.atan: lambda u: 1 / (1 + u**2),
    sp.atan2: lambda v, u: (u / (u**2 + v**2), -v / (u**2 + v**2)),
    sp.sinh: lambda u: sp.cosh(u),
    sp.cosh: lambda u: sp.sinh(u),
    sp.tanh: lambda u: 1 - sp.tanh(u) ** 2,
    sp.coth: lambda u: 1 - sp.coth(u) ** 2,
    sp.sech: lambda u: -sp.sech(u) * sp.tanh(u),
    sp.csch: lambda u: -sp.csch(u) * sp.coth(u),
    sp.asinh: lambda u: 1 / sp.sqrt(1 + u**2),
    sp.acosh: lambda u: 1 / sp.sqrt(u**2 - 1),
    sp.atanh: lambda u: 1 / (1 - u**2),
    sp.Abs: lambda u: sp.sign(u),
    sp.sign: lambda u: sp.S.Zero,
    sp.Heaviside: lambda u, *_: (sp.S.Zero,) + (None,) * len(_),
    sp.floor: lambda u: sp.S.Zero,
    sp.ceiling: lambda u: sp.S.Zero,
    sp.gamma: lambda u: sp.gamma(u) * sp.polygamma(0, u),
    sp.loggamma: lambda u: sp.polygamma(0, u),
    sp.digamma: lambda u: sp.polygamma(1, u),
    sp.polygamma: lambda n, u: (None, sp.polygamma(n + 1, u)),
    sp.LambertW: lambda u, *_: (sp.LambertW(u, *_) / (u * (1 + sp.LambertW(u, *_))),) + (None,) * len(_),
    sp.uppergamma: lambda s, u: (None, -sp.exp(-u) * u ** (s - 1)),
    sp.lowergamma: lambda s, u: (None, sp.exp(-u) * u ** (s - 1)),
    sp.Ei: lambda u: sp.exp(u) / u,
    sp.expint: lambda n, u: (None, -sp.expint(n - 1, u)),
}
"""Function -> its partial derivatives in the order of its arguments (None: no rule)."""
