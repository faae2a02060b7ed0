"""Sums of polynomial times geometric terms by their exact recursion: no truncation, however slowly the terms decay.

With S_j = sum of k^j r^k over k >= a and |r| < 1, shifting the index gives  S_j (1 - r) = a^j r^a + r * sum_{i<j} binomial(j, i) S_i.
"""

from __future__ import annotations

from math import comb

import sympy as sp
from flint import arb

from ..errors import NotEnclosable
from .patterns import collect_exponentials
from .point import enclose_at

MAX_DEGREE = 40


def geometric_sum(function: sp.Expr, k: sp.Symbol, first: int, last: int | None, prec: int) -> arb | None:
    """The sum over first <= k <= last (None: to infinity) if the terms are polynomials times exp(-c k), c > 0; else None."""
    parts = _geometric_parts(function, k)
    if parts is None:
        return None
    total = arb(0)
    for polynomial, rate in parts:
        try:
            c = enclose_at(rate, {}, prec)
            coefficients = [enclose_at(a, {}, prec) for a in reversed(sp.Poly(polynomial, k).all_coeffs())]
        except NotEnclosable:
            return None
        if not c < 0:
            return None
        sums = _moments(c, first, len(coefficients))
        if last is not None:
            sums = [s - t for s, t in zip(sums, _moments(c, last + 1, len(coefficients)), strict=True)]
        for a, s in zip(coefficients, sums, strict=True):
            total = total + a * s
    return total if total.is_finite() else None


def _moments(c: arb, start: int, count: int) -> list[arb]:
    """S_0 ... S_(count-1) for r = exp(c), c < 0, from `start` on."""
    r, head, gap = c.exp(), (c * start).exp(), -c.expm1()
    out: list[arb] = []
    for j in range(count):
        value = arb(start) ** j * head
        for i in range(j):
            value = value + r * comb(j, i) * out[i]
        out.append(value / gap)
    return out


def _geometric_parts(function: sp.Expr, k: sp.Symbol) -> list[tuple[sp.Expr, sp.Expr]] | None:
    """function = sum of polynomial_i(k) * exp(rate_i * k), as pairs, or None."""
    out = []
    rewritten = function.replace(
        lambda e: isinstance(e, sp.Pow) and k not in e.base.free_symbols and k in e.exp.free_symbols and bool(e.base.is_positive),
        lambda e: sp.exp(e.exp * sp.log(e.base), evaluate=False) if e.base is not sp.S.Exp1 else e,
    )
    for term in sp.Add.make_args(collect_exponentials(rewritten)):
        exponent = sp.Add(*(f.args[0] for f in sp.Mul.make_args(term) if isinstance(f, sp.exp)))
        cofactor = sp.Mul(*(f for f in sp.Mul.make_args(term) if not isinstance(f, sp.exp)))
        if not exponent.is_polynomial(k) or sp.degree(exponent, k) != 1 or not cofactor.is_polynomial(k):
            return None
        if sp.degree(cofactor, k) > MAX_DEGREE:
            return None
        rate = exponent.coeff(k, 1)
        out.append((sp.expand(cofactor * sp.exp(exponent.coeff(k, 0))), rate))
    return out
