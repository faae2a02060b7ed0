"""Integrands with floor(u), u linear: the integral over a ray or a stretch of whole cells is a sum over the cells."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ..domain import Domain, Range
from .breakpoints import inside
from .cases import bound_symbol, with_cases
from .comparison import known_sign
from .derived import Derived, merge_reasons
from .summation import is_integer_valued, sum_closed_form
from .terms import linear

NONNEGATIVE = ("+", "0", "+0")
NEAR = range(-2, 2)
"""Where the floor of a ray's first point is looked for."""


def floor_in(f: sp.Expr, x: sp.Symbol) -> sp.floor | None:
    """A floor of a formula linear in x, or None."""
    found = [g for g in f.atoms(sp.floor) if g.has(x) and linear(g.args[0], x)]
    return min(found, key=sp.default_sort_key) if found else None


def sum_over_cells(
    f: sp.Expr, node: sp.floor, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain, integrate: Callable[..., Derived | None]
) -> Derived | None:
    """Sum over k of the integral of f, floor(u) = k, over the cell k <= u < k + 1; `integrate` does one cell.

    u must rise, and be an integer at b or run to infinity. In the latter case f >= 0 is shown first, so that the integral is the limit
    along the cells' ends by monotone convergence. At a it must be an integer, or (b infinite) lie between two known integers.
    """
    line = linear(node.args[0], x)
    if line is None or a == -sp.oo or known_sign(line[0], domain) != "+":
        return None
    slope, intercept = line
    first = sp.cancel(slope * a + intercept)
    if b == sp.oo and not is_integer_valued(first, domain):
        return _from_within_a_cell(f, node, x, a, domain, first, (slope, intercept), integrate)
    last = sp.oo if b == sp.oo else sp.cancel(slope * b + intercept) - 1
    if not is_integer_valued(first, domain) or not (b == sp.oo or is_integer_valued(last, domain)):
        return None
    k = bound_symbol(sp.Symbol("k", integer=True), domain, sp.S.Zero, f, a, b)
    relations = [sp.Ge(k, first, evaluate=False)] + ([] if b == sp.oo else [sp.Le(k, last, evaluate=False)])
    cell = domain.extend(k, Range(integer=True)).restrict(*relations)
    lo, hi = (k - intercept) / slope, (k + 1 - intercept) / slope
    g = f.xreplace({node: k})
    if b == sp.oo and not _nonnegative(g, inside(cell, x, lo, hi)):
        return None
    part = with_cases(lambda d: integrate(g, x, lo, hi, d), cell)
    if part is None:
        return None
    total = sum_closed_form(part.value, k, first, last, domain)
    if total is None:
        return None
    reason = "The integral is the sum of those over the cells of the floor function."
    return Derived(total.value, merge_reasons((reason,), part.reasons, total.reasons))


def _from_within_a_cell(
    f: sp.Expr,
    node: sp.floor,
    x: sp.Symbol,
    a: sp.Expr,
    domain: Domain,
    first: sp.Expr,
    line: tuple[sp.Expr, sp.Expr],
    integrate: Callable[..., Derived | None],
) -> Derived | None:
    """The integral over the rest of the cell in which a ray begins, and over the whole cells after it."""
    floor = next((n for n in NEAR if _in_cell(first, n, domain)), None)
    if floor is None:
        return None
    slope, intercept = line
    cut = (floor + 1 - intercept) / slope
    begin = with_cases(lambda d: integrate(f.xreplace({node: sp.Integer(floor)}), x, a, cut, d), domain)
    rest = None if begin is None else sum_over_cells(f, node, x, cut, sp.oo, domain, integrate)
    if begin is None or rest is None:
        return None
    return Derived(begin.value + rest.value, merge_reasons(begin.reasons, rest.reasons))


def _in_cell(u: sp.Expr, n: int, domain: Domain) -> bool:
    """n <= u < n + 1 on the whole domain."""
    return known_sign(u - n, domain) in NONNEGATIVE and known_sign(n + 1 - u, domain) == "+"


def _nonnegative(f: sp.Expr, domain: Domain) -> bool:
    """f >= 0, whichever branches its Piecewise parts take."""
    node = next(iter(sorted(f.atoms(sp.Piecewise), key=sp.default_sort_key)), None)
    if node is None:
        return known_sign(f, domain) in NONNEGATIVE
    return all(_nonnegative(f.xreplace({node: e}), domain) for e, _ in node.args)
