r"""Expansion of a SymPy expression in one variable near a point: the tree walked bottom up in the algebra of generalised series.

`Expansion(algebra, x, series_of_x).of(f)` is the series of f where x runs along the given series, e.g. at + 1/X for x -> at from the right.
Subexpressions free of x are constants: they are taken as they stand, and the result holds wherever they are defined.
Raises ExpansionFailed for a function that is not known, or an argument that leaves its real domain.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from sympy.core.relational import Relational

from . import integral_series as integrals
from . import special_series as special
from .coefficient import Coefficients, ExpansionFailed
from .monomial import ONE
from .series import Series, SeriesAlgebra

HALF = sp.Rational(1, 2)


class Expansion:
    """One walk; every subexpression is expanded once."""

    def __init__(self, algebra: SeriesAlgebra, x: sp.Symbol, series_of_x: Series):
        self.algebra = algebra
        self.x = x
        self._memo: dict[sp.Expr, Series] = {x: series_of_x}

    @property
    def coefficients(self) -> Coefficients:
        return self.algebra.coefficients

    def of(self, e: sp.Expr) -> Series:
        if e not in self._memo:
            self._memo[e] = self._expand(e)
        return self._memo[e]

    def _expand(self, e: sp.Expr) -> Series:
        a = self.algebra
        if self.x not in e.free_symbols:
            if e in (sp.S.NaN, sp.S.ComplexInfinity, sp.S.Infinity, sp.S.NegativeInfinity) or e.has(sp.I, sp.Float):
                raise ExpansionFailed(f"{e} is not an exact real number")
            return a.constant(e)
        if isinstance(e, sp.Add):
            return self._sum(e)
        if isinstance(e, sp.Mul):
            out = a.constant(sp.S.One)
            for factor in e.args:
                out = a.multiply(out, self.of(factor))
            return out
        if isinstance(e, sp.Pow):
            if self.x not in e.exp.free_symbols:
                return a.power(self.of(e.base), e.exp)
            return a.exponential(a.multiply(self.of(e.exp), self._log_of_base(e.base)))
        if isinstance(e, sp.Piecewise):
            return self._piecewise(e)
        if isinstance(e, (sp.Max, sp.Min)):
            return self._extremum(e)
        handler = _FUNCTIONS.get(e.func)
        if handler is None:
            raise ExpansionFailed(f"no expansion of {e.func.__name__}")
        return handler(self, *e.args)

    def _log_of_base(self, base: sp.Expr) -> Series:
        if self.x in base.free_symbols:
            return self.algebra.logarithm(self.of(base))
        if self.coefficients.sign(base) != "+":
            raise ExpansionFailed("a symbolic power of a number that is not positive")
        return self.algebra.constant(sp.log(base))

    def _sum(self, e: sp.Add) -> Series:
        return self.algebra.add(*(self.of(t) for t in e.args))

    # -- functions by cases: the case that holds near the point is decided by the eventual sign ------------------------

    def eventual_sign(self, e: sp.Expr) -> int:
        return self.algebra.eventual_sign(self.of(e))

    def _extremum(self, e: sp.Expr) -> Series:
        best, *others = e.args
        wanted = 1 if isinstance(e, sp.Max) else -1
        for other in others:
            if self.eventual_sign(other - best) == wanted:
                best = other
        return self.of(best)

    def _piecewise(self, e: sp.Piecewise) -> Series:
        for value, condition in e.args:
            if self.holds(condition):
                return self.of(value)
        raise ExpansionFailed("no branch applies near the point")

    def holds(self, condition: sp.Basic) -> bool:
        """Whether the condition holds for all points near the limit point (True) or for none (False)."""
        if condition in (sp.true, sp.false):
            return condition is sp.true
        if isinstance(condition, sp.And):
            return all(self.holds(c) for c in condition.args)
        if isinstance(condition, sp.Or):
            return any(self.holds(c) for c in condition.args)
        if isinstance(condition, sp.Not):
            return not self.holds(condition.args[0])
        if isinstance(condition, Relational):
            s = self._comparison(condition.lhs, condition.rhs)
            tests: dict[type, Callable[[int], bool]] = {
                sp.Eq: lambda s: s == 0,
                sp.Ne: lambda s: s != 0,
                sp.StrictGreaterThan: lambda s: s > 0,
                sp.GreaterThan: lambda s: s >= 0,
                sp.StrictLessThan: lambda s: s < 0,
                sp.LessThan: lambda s: s <= 0,
            }
            if condition.func in tests:
                return tests[condition.func](s)
        raise ExpansionFailed(f"condition {condition} is not understood")

    def _comparison(self, lhs: sp.Expr, rhs: sp.Expr) -> int:
        for end, s in ((sp.S.Infinity, -1), (sp.S.NegativeInfinity, 1)):
            if rhs is end:
                return s
            if lhs is end:
                return -s
        return self.eventual_sign(lhs - rhs)


def _abs(x: Expansion, u: sp.Expr) -> Series:
    return x.algebra.negative(x.of(u)) if x.eventual_sign(u) < 0 else x.of(u)


def _sign(x: Expansion, u: sp.Expr) -> Series:
    return x.algebra.constant(sp.Integer(x.eventual_sign(u)))


def _heaviside(x: Expansion, u: sp.Expr, at_zero: sp.Expr = HALF) -> Series:
    s = x.eventual_sign(u)
    return x.of(at_zero) if s == 0 else x.algebra.constant(sp.S.One if s > 0 else sp.S.Zero)


def _floor(x: Expansion, u: sp.Expr) -> Series:
    """Exact at arguments whose limit is a rational number; elsewhere all that is used is |floor(u) - u| <= 1."""
    algebra = x.algebra
    if special.is_unbounded(algebra, x.of(u)):
        return algebra.add(x.of(u), Series((), ONE))
    _, c, rest = algebra.split(algebra.stripped(x.of(u)))
    if not c.is_Rational:
        return Series((), ONE)
    below = c.is_Integer and algebra.eventual_sign(rest) < 0
    return algebra.constant(c - 1 if below else sp.floor(c))


def _ceiling(x: Expansion, u: sp.Expr) -> Series:
    return x.algebra.negative(_floor(x, -u))


def _with_fixed_parameter(function: Callable[[SeriesAlgebra, sp.Expr, Series], Series]) -> Callable[..., Series]:
    def handler(x: Expansion, parameter: sp.Expr, u: sp.Expr) -> Series:
        if x.x in parameter.free_symbols:
            raise ExpansionFailed("the parameter of a special function varies")
        return function(x.algebra, parameter, x.of(u))

    return handler


def _polygamma(x: Expansion, n: sp.Expr, u: sp.Expr) -> Series:
    if n != 0:
        raise ExpansionFailed("polygamma of positive order")
    return integrals.digamma(x.algebra, x.of(u))


def _harmonic(x: Expansion, u: sp.Expr, order: sp.Expr = sp.S.One) -> Series:
    if order != 1:
        raise ExpansionFailed("generalised harmonic numbers")
    return x.of(sp.polygamma(0, u + 1) + sp.EulerGamma)


def _lambert_w(x: Expansion, u: sp.Expr, branch: sp.Expr = sp.S.Zero) -> Series:
    if branch != 0:
        raise ExpansionFailed("another branch of Lambert W")
    return integrals.lambert_w(x.algebra, x.of(u))


def _of_series(function: Callable[[SeriesAlgebra, Series], Series]) -> Callable[..., Series]:
    return lambda x, u: function(x.algebra, x.of(u))


def _rewritten(form: Callable[..., sp.Expr]) -> Callable[..., Series]:
    """A function through an identity that holds wherever both sides are defined."""
    return lambda x, *args: x.of(form(*args))


def _log(x: Expansion, u: sp.Expr, *base: sp.Expr) -> Series:
    if base:
        raise ExpansionFailed("logarithm with a base")
    return x.algebra.logarithm(x.of(u))


_FUNCTIONS: dict[type, Callable[..., Series]] = {
    sp.exp: _of_series(lambda a, s: a.exponential(s)),
    sp.log: _log,
    sp.Abs: _abs,
    sp.sign: _sign,
    sp.Heaviside: _heaviside,
    sp.floor: _floor,
    sp.ceiling: _ceiling,
    sp.sinh: _rewritten(lambda u: (sp.exp(u) - sp.exp(-u)) / 2),
    sp.cosh: _rewritten(lambda u: (sp.exp(u) + sp.exp(-u)) / 2),
    sp.tanh: _rewritten(lambda u: (sp.exp(u) - sp.exp(-u)) / (sp.exp(u) + sp.exp(-u))),
    sp.coth: _rewritten(lambda u: (sp.exp(u) + sp.exp(-u)) / (sp.exp(u) - sp.exp(-u))),
    sp.sech: _rewritten(lambda u: 2 / (sp.exp(u) + sp.exp(-u))),
    sp.csch: _rewritten(lambda u: 2 / (sp.exp(u) - sp.exp(-u))),
    sp.asinh: _rewritten(lambda u: sp.log(u + sp.sqrt(u**2 + 1))),
    sp.acosh: _rewritten(lambda u: sp.log(u + sp.sqrt(u**2 - 1))),
    sp.atanh: _rewritten(lambda u: sp.log((1 + u) / (1 - u)) / 2),
    sp.tan: _rewritten(lambda u: sp.sin(u) / sp.cos(u)),
    sp.cot: _rewritten(lambda u: sp.cos(u) / sp.sin(u)),
    sp.erf: _rewritten(lambda u: 1 - sp.erfc(u)),
    sp.erfc: _of_series(special.erfc),
    sp.erfcinv: _rewritten(lambda u: sp.erfinv(1 - u)),
    sp.erfinv: _of_series(special.erfinv),
    sp.sin: _of_series(special.sin),
    sp.cos: _of_series(special.cos),
    sp.atan: _of_series(special.atan),
    sp.asin: _rewritten(lambda u: sp.atan(u / sp.sqrt(1 - u**2))),
    sp.acos: _rewritten(lambda u: sp.pi / 2 - sp.atan(u / sp.sqrt(1 - u**2))),
    sp.Ei: _of_series(integrals.exponential_integral),
    sp.expint: _with_fixed_parameter(integrals.generalised_exponential_integral),
    sp.uppergamma: _with_fixed_parameter(integrals.upper_gamma),
    sp.lowergamma: _rewritten(lambda s, u: sp.gamma(s) - sp.uppergamma(s, u)),
    sp.digamma: _of_series(integrals.digamma),
    sp.polygamma: _polygamma,
    sp.harmonic: _harmonic,
    sp.LambertW: _lambert_w,
    sp.loggamma: _of_series(special.loggamma),
    sp.gamma: _of_series(special.gamma),
    sp.factorial: _rewritten(lambda u: sp.gamma(u + 1)),
    sp.binomial: _rewritten(lambda n, k: sp.gamma(n + 1) / (sp.gamma(k + 1) * sp.gamma(n - k + 1))),
}
