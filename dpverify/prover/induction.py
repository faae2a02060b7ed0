"""Induction along an integer symbol, for sums up to it and for factorials, binomials and gammas of it.

Sums: with S(n) the sum of f(k) for a <= k <= n + c, L(n) = l(n) + c S(n) and so on; L >= R for every n >= n_0 follows from
L(n_0) >= R(n_0) and L(n+1) - L(n) >= R(n+1) - R(n), where S(n+1) - S(n) = f(n + 1 + c).
Products: for L, R > 0 from L(n_0) >= R(n_0) and L(n+1)/L(n) >= R(n+1)/R(n), where quotients of gammas are rational.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ..domain import Domain, Range
from ..errors import NotEnclosable
from ..symbolic.lost import put_in
from ..symbolic.normal_form import normalise
from ..symbolic.sign import sign
from .definedness import defined_on

Pair = tuple[sp.Expr, sp.Expr]
Decide = Callable[[sp.Expr, sp.Expr, Domain, bool], "tuple[str, tuple[str, ...]] | None"]

PRODUCTS = (sp.factorial, sp.binomial, sp.gamma)
MAX_TERMS = 12
"""Terms of a sum that are written out for the first case."""


def by_induction(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool, decide: Decide) -> tuple[str, tuple[str, ...]] | None:
    """(verdict, reasons) if large >= small (> if strict) follows by induction along one symbol; `decide` shows the two parts."""
    both = sp.Tuple(large, small)
    summed = both.has(sp.Sum)
    if not summed and not both.has(*PRODUCTS):
        return None
    for symbol, rng in domain.ranges.items():
        first = rng.first_integer() if rng.integer else sp.oo
        if not first.is_finite or rng.last_integer().is_finite or not both.has(symbol):
            continue
        if any(symbol in a.free_symbols for a in domain.assumptions):
            continue
        step = (_step_of_sums if summed else _step_of_products)(large, small, symbol, first, domain)
        if step is None:
            continue
        start = domain.fix(symbol, first)
        try:
            large_there, small_there = (_written_out(put_in(side, {symbol: first}, start)) for side in (large, small))
        except NotEnclosable:
            continue
        base = decide(large_there, small_there, start, strict)
        if base is None:
            continue
        further = decide(*step, domain, False)
        if further is None:
            continue
        name = sp.latex(symbol)
        verdict = "proved" if base[0] == further[0] == "proved" else "certified"
        how = "the differences" if summed else "the quotients"
        texts = (f"induction along ${name}$, first for ${name} = {first}$:", *base[1], f"then {how} of successive values:", *further[1])
        return verdict, texts
    return None


def _step_of_sums(large: sp.Expr, small: sp.Expr, n: sp.Symbol, first: sp.Integer, domain: Domain) -> Pair | None:
    """The growth of either side from n to n + 1, free of sums; None if a sum is of another kind or may be undefined."""
    sums = sorted(sp.Tuple(large, small).atoms(sp.Sum), key=sp.default_sort_key)
    names = {}
    growth = {}
    for total in sums:
        if len(total.limits) != 1 or total.function.has(sp.Sum, sp.Integral, sp.Limit):
            return None
        k, a, b = total.limits[0]
        offset = sp.expand(b - n)
        if not (a.is_Integer and offset.is_Integer) or n in total.function.free_symbols or first + offset < a - 1:
            return None
        if first + offset - a >= MAX_TERMS:
            return None
        terms = domain.without(n).extend(k, Range(a, sp.oo, False, True, integer=True))
        if k in domain.ranges or defined_on(total.function, terms) is None:
            return None
        names[total] = sp.Dummy("S", real=True)
        growth[names[total]] = total.function.xreplace({k: b + 1})
    out = []
    for side in (large, small):
        rest = side.xreplace(names)
        coefficients = {s: sp.expand(rest).coeff(s, 1) for s in growth}
        plain = rest.xreplace(dict.fromkeys(growth, sp.S.Zero))
        linear = plain + sp.Add(*(c * s for s, c in coefficients.items()))
        if sp.expand(rest - linear) != 0 or any(c.free_symbols & {n, *growth} for c in coefficients.values()):
            return None
        if any(defined_on(part, domain) is None for part in (plain, *coefficients.values())):
            return None
        after = plain.xreplace({n: n + 1})
        out.append(after - plain + sp.Add(*(c * growth[s] for s, c in coefficients.items())))
    return out[0], out[1]


def _written_out(side: sp.Expr) -> sp.Expr:
    """The few terms of each sum added; an empty sum is zero."""
    sums = {}
    for total in side.atoms(sp.Sum):
        k, a, b = total.limits[0]
        sums[total] = sp.Add(*(total.function.xreplace({k: sp.Integer(j)}) for j in range(int(a), int(b) + 1)))
    return side.xreplace(sums)


def _step_of_products(large: sp.Expr, small: sp.Expr, n: sp.Symbol, first: sp.Integer, domain: Domain) -> Pair | None:
    """The quotients of successive values of two positive sides, free of gammas."""
    quotients = []
    for side in (large, small):
        if defined_on(side, domain) is None or sign(side, domain) != "+":
            return None
        try:
            quotient = normalise(side.xreplace({n: n + 1}) / side, domain)
        except NotEnclosable:
            return None
        if quotient.has(*PRODUCTS, sp.loggamma):
            return None
        quotients.append(quotient)
    return quotients[0], quotients[1]
