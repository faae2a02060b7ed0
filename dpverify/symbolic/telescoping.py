"""Discrete antiderivatives: G with G(k+1) - G(k) = f(k), guessed from a table or by Gosper's algorithm, and proved."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from ..domain import Domain
from .equality import prove_equal
from .hint import telescoper_hint
from .terms import Part, split_terms

MAX_DEGREE = 12
"""Largest power of k that the recursion is run for."""


def telescoper(f: sp.Expr, k: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """G with G(k+1) - G(k) = f(k), all three defined, shown for every k of `domain` (where k runs through a range of integers)."""
    for G in _candidates(f, k):
        if prove_equal(G.xreplace({k: k + 1}) - G, f, domain) is not None:
            return G
    return None


def _candidates(f: sp.Expr, k: sp.Symbol) -> Iterator[sp.Expr]:
    terms = split_terms(f, k)
    known = [(c, p, _part_telescoper(p, k)) for c, p in terms]
    total = sp.Add(*[c * G for c, _, G in known if G is not None])
    rest = sp.Add(*[c * p.as_expr(k) for c, p, G in known if G is None])
    if rest == 0:
        yield total
        return
    for g, known_part in ((rest, total), (f, sp.S.Zero)):
        G = telescoper_hint(g, k)
        if G is not None:
            yield G + known_part


def _part_telescoper(part: Part, k: sp.Symbol) -> sp.Expr | None:
    """k**j: Bernoulli polynomials. k**j r**k, r = exp(c): r**k times a polynomial whose coefficients solve a triangular system."""
    j, u = part.power, part.exponent
    if part.other or not (j.is_Integer and 0 <= j <= MAX_DEGREE):
        return None
    j = int(j)
    if u == 0:
        return sp.expand((sp.bernoulli(j + 1, k) - sp.bernoulli(j + 1, 0)) / (j + 1))
    if sp.degree(u, k) != 1:
        return None
    r = sp.Dummy("r")
    g: dict[int, sp.Expr] = {}
    for i in range(j, -1, -1):
        known = sp.Add(*[sp.binomial(m, i) * g[m] for m in range(i + 1, j + 1)])
        g[i] = sp.factor(((1 if i == j else 0) - r * known) / (r - 1))
    ratio = sp.exp(u.coeff(k, 1))
    return sp.exp(u) * sp.Add(*[g[i].xreplace({r: ratio}) * k**i for i in g])
