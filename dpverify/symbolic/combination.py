"""Inequalities that are non-negative combinations of what is assumed: exact linear arithmetic over monomials.

f >= 0 on the domain if f = sum_i m_i a_i with rational m_i >= 0 and every a_i >= 0 there. The a_i are the assumptions, the ends of the
ranges, monomials of known sign, and products of these with each other and with positive factors. The multipliers come from an exact
simplex, and the identity is expanded and compared once more, so that nothing rests on the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from . import sign_set as ss
from .domain_box import base_sign

MAX_ASSUMPTIONS = 12
MAX_COLUMNS = 90
MAX_TERMS = 60


@dataclass(frozen=True)
class _Known:
    """expr >= 0 on the domain (> 0 if strict); stated: it is an assumption, not a monomial or the end of a range."""

    expr: sp.Expr
    strict: bool
    stated: bool


def combination(f: sp.Expr, domain: Domain, strict: bool) -> tuple[str, ...] | None:
    """Reasons why f >= 0 (f > 0 if strict) follows linearly from the assumptions, or why there is no point; None if not seen."""
    stated = _assumptions(domain)
    if not stated or len(stated) > MAX_ASSUMPTIONS:
        return None
    goal = sp.expand(f)
    for columns in _columns(goal, stated, domain):
        found = _solve(goal, columns, strict)
        if found is not None:
            return (f"${sp.latex(f)}$ is a non-negative combination of {_names(found)}",)
        clash = _clash(columns)
        if clash is not None:
            return clash
    return None


def contradiction(domain: Domain) -> tuple[str, ...] | None:
    """Reasons why no point of the domain satisfies its assumptions, from sums of them as they stand; None if not seen."""
    stated = _assumptions(domain)
    if not stated or len(stated) > MAX_ASSUMPTIONS:
        return None
    columns = next(_columns(sp.S.Zero, stated, domain), None)
    return None if columns is None else _clash(columns)


def _clash(columns: list[_Known]) -> tuple[str, ...] | None:
    """The assumptions combine to a negative number, or a strict one takes part in a combination to zero."""
    found = _solve(sp.S.NegativeOne, columns, False) or _solve(sp.S.Zero, columns, True)
    return None if found is None else (f"there is no such point: {_names(found)} contradict each other",)


def _names(used: Sequence[_Known]) -> str:
    shown = [f"${sp.latex(k.expr)} {'>' if k.strict else chr(92) + 'ge'} 0$" for k in used[:6]]
    return ", ".join(shown) or "nothing"


def _assumptions(domain: Domain) -> list[_Known]:
    out: list[_Known] = []
    for a in domain.assumptions:
        if not isinstance(a, Relational) or isinstance(a, sp.Ne):
            continue
        if isinstance(a, sp.Eq):
            difference = sp.expand(a.lhs - a.rhs)
            out += [_Known(difference, False, True), _Known(-difference, False, True)]
        else:
            out.append(_Known(sp.expand(a.gts - a.lts), isinstance(a, (sp.Gt, sp.Lt)), True))
    return [k for k in out if not k.expr.has(sp.Piecewise, sp.oo, sp.zoo, sp.nan)]


def _ends(domain: Domain, symbols: set[sp.Symbol]) -> list[_Known]:
    out = []
    for s in sorted(symbols & set(domain.ranges), key=str):
        r = domain.ranges[s]
        if r.lo.is_finite and r.lo != 0:
            out.append(_Known(s - r.lo, r.lo_open, False))
        if r.hi.is_finite and r.hi != 0:
            out.append(_Known(r.hi - s, r.hi_open, False))
    return out


def _terms(expr: sp.Expr) -> dict[sp.Expr, Fraction]:
    out: dict[sp.Expr, Fraction] = {}
    for term in sp.Add.make_args(expr):
        c, m = term.as_coeff_Mul()
        if not c.is_Rational:
            c, m = sp.S.One, term
        out[m] = out.get(m, Fraction(0)) + Fraction(int(c.p), int(c.q))
    return {m: c for m, c in out.items() if c}


def _columns(goal: sp.Expr, stated: list[_Known], domain: Domain) -> Iterator[list[_Known]]:
    """What may take part in a combination, in sets of growing size: as it stands, times positive factors, products of two."""
    symbols = goal.free_symbols.union(*(k.expr.free_symbols for k in stated))
    basic = [*stated, *_ends(domain, symbols)]
    signs: dict[sp.Expr, str | None] = {}
    yield from _with_monomials(goal, basic, signs, domain)
    factors = [(g, s == "+") for g, s in signs.items() if s in ("+", "+0")][:6]
    wide = [*basic, *(_Known(sp.expand(k.expr * g), k.strict and positive, k.stated) for k in basic for g, positive in factors)]
    yield from _with_monomials(goal, wide[:MAX_COLUMNS], signs, domain)
    if len(basic) <= 6:
        wide += [_Known(sp.expand(a.expr * b.expr), a.strict and b.strict, True) for a, b in combinations(basic, 2)]
        yield from _with_monomials(goal, wide[:MAX_COLUMNS], signs, domain)


def _with_monomials(goal: sp.Expr, columns: list[_Known], signs: dict[sp.Expr, str | None], domain: Domain) -> Iterator[list[_Known]]:
    """The columns together with the monomials of known sign; nothing if there are too many monomials."""
    monomials = set(_terms(goal)).union(*(_terms(k.expr) for k in columns))
    if len(monomials) > MAX_TERMS:
        return
    out = list(columns)
    for m in sorted(monomials, key=sp.default_sort_key):
        s = _monomial_sign(m, signs, domain)
        if s in ("+", "+0", "0"):
            out.append(_Known(m, s == "+", False))
        if s in ("-", "-0", "0"):
            out.append(_Known(-m, s == "-", False))
    yield out


def _monomial_sign(m: sp.Expr, signs: dict[sp.Expr, str | None], domain: Domain) -> str | None:
    """The sign of a product from the plain enclosures of its factors."""
    out = ss.POSITIVE
    for g in sp.Mul.make_args(m):
        found = base_sign(g, domain)
        if not g.is_number:
            signs.setdefault(g, ss.to_code(found))
        out = ss.product(out, found)
    return ss.to_code(out)


def _solve(goal: sp.Expr, columns: list[_Known], strict: bool) -> list[_Known] | None:
    """The columns of which goal is a combination with positive multipliers; with a strict one among them if `strict`."""
    rows = sorted(set(_terms(goal)).union(*(_terms(k.expr) for k in columns)), key=sp.default_sort_key)
    if not rows or not columns:
        return None
    table = [_terms(k.expr) for k in columns]
    target = _terms(goal)
    matrix = [[t.get(m, Fraction(0)) for t in table] for m in rows]
    right = [target.get(m, Fraction(0)) for m in rows]
    weights = [Fraction(int(strict and k.strict)) for k in columns]
    if strict:
        # One more row bounds the total weight of the strict columns, so that the search cannot run off to infinity.
        matrix = [[*row, Fraction(0)] for row in matrix] + [[*weights, Fraction(1)]]
        right = [*right, Fraction(1)]
        weights = [*weights, Fraction(0)]
    solution = simplex(matrix, right, weights)
    if solution is None:
        return None
    used = [(c, k) for c, k in zip(solution, columns, strict=False) if c]
    if any(c < 0 for c, _ in used) or (strict and not any(k.strict for _, k in used)):
        return None
    total = sp.Add(*(sp.Rational(c.numerator, c.denominator) * k.expr for c, k in used))
    if sp.expand(total - goal) != 0:
        return None
    return [k for _, k in used]


def simplex(matrix: list[list[Fraction]], right: list[Fraction], weights: list[Fraction]) -> list[Fraction] | None:
    """x >= 0 with matrix x = right, making weights.x large (bounded by the caller); None if there is none. Bland's rule, exact."""
    m, n = len(matrix), len(matrix[0])
    rows = [
        [(-1 if b < 0 else 1) * v for v in row] + [Fraction(int(i == j)) for j in range(m)] + [abs(b)]
        for i, (row, b) in enumerate(zip(matrix, right, strict=True))
    ]
    basis = list(range(n, n + m))
    cost = [-sum((row[j] for row in rows), Fraction(0)) for j in range(n)] + [Fraction(0)] * m
    cost.append(-sum((row[-1] for row in rows), Fraction(0)))
    _pivot_all(rows, cost, basis, n)
    if cost[-1] != 0:
        return None
    for i, b in enumerate(basis):
        if b >= n:
            j = next((j for j in range(n) if rows[i][j] != 0), None)
            if j is not None:
                _pivot(rows, cost, basis, i, j)
    if any(weights):
        cost = [-w for w in weights] + [Fraction(0)] * (m + 1)
        for i, b in enumerate(basis):
            if cost[b]:
                cost = [c - cost[b] * v for c, v in zip(cost, rows[i], strict=True)]
        _pivot_all(rows, cost, basis, n)
    solution = [Fraction(0)] * n
    for i, b in enumerate(basis):
        if b < n:
            solution[b] = rows[i][-1]
    return solution


def _pivot_all(rows: list[list[Fraction]], cost: list[Fraction], basis: list[int], n: int) -> None:
    for _ in range(400):
        j = next((j for j in range(n) if cost[j] < 0), None)
        if j is None:
            return
        ratios = [(row[-1] / row[j], basis[i], i) for i, row in enumerate(rows) if row[j] > 0]
        if not ratios:
            return
        _pivot(rows, cost, basis, min(ratios)[2], j)


def _pivot(rows: list[list[Fraction]], cost: list[Fraction], basis: list[int], i: int, j: int) -> None:
    pivot = rows[i][j]
    rows[i] = [v / pivot for v in rows[i]]
    for r, row in enumerate(rows):
        if r != i and row[j]:
            c = row[j]
            rows[r] = [v - c * w for v, w in zip(row, rows[i], strict=True)]
    if cost[j]:
        c = cost[j]
        cost[:] = [v - c * w for v, w in zip(cost, rows[i], strict=True)]
    basis[i] = j
