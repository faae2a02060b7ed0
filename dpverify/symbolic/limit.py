r"""Exact limits lim_{x -> at} f with symbolic parameters, by generalised series (no use of SymPy's own limits).

The expression is expanded at the point in a scale of powers, logarithms and exponentials; every sign and zero-test on which the
answer depends is decided for the whole parameter domain. So a returned value holds for every point of the domain at which f is defined
near `at`. None means "don't know", which includes limits that do not exist.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from ..domain import Domain, Range, assumed_range
from .coefficient import Coefficients, ExpansionFailed, NeedMoreTerms
from .derived import Derived
from .expansion import Expansion
from .lost import keeps_definedness, partial_nodes
from .normal_form import is_zero, normalise
from .series import Series, SeriesAlgebra
from .sign import sign

ORDERS = (4, 7, 12, 20)
"""Numbers of retained terms that are tried in turn: more terms are needed only when leading terms cancel."""

NEAR = sp.Rational(1, 1000)
"""Reach of the neighbourhood that is used for rewriting; any neighbourhood is good enough for a limit."""


def limit(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> Derived | None:
    """lim of expr for x -> at from the given side ('+', '-' or '+-'; immaterial at +-oo); `at` may be symbolic. The value may be +-oo.

    None if it is not decided, if the two sides differ, or if the expression is not understood.
    """
    expr, at = sp.sympify(expr), sp.sympify(at)
    if side not in ("+", "-", "+-"):
        raise ValueError(f"side {side!r} is none of '+', '-', '+-'")
    if x.is_integer and not at.is_infinite:
        return None
    if x in at.free_symbols or expr.has(sp.Float) or at.has(sp.Float):
        return None
    parameters = domain.without(x)
    if x not in expr.free_symbols:
        return Derived(expr, ("the expression does not depend on the variable",))
    if at not in (sp.S.Infinity, sp.S.NegativeInfinity) and (at.has(sp.S.Infinity, sp.S.NegativeInfinity, sp.nan, sp.zoo, sp.I)):
        return None
    if side == "+-" and at not in (sp.S.Infinity, sp.S.NegativeInfinity):
        right = one_sided(expr, x, at, "+", parameters)
        left = None if right is None else one_sided(expr, x, at, "-", parameters)
        if right is None or left is None or not _same(right.value, left.value, parameters):
            return None
        return Derived(right.value, (*right.reasons, *(r for r in left.reasons if r not in right.reasons)))
    return one_sided(expr, x, at, side, parameters)


def _same(a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    if a == b:
        return True
    infinite = (sp.S.Infinity, sp.S.NegativeInfinity)
    return a not in infinite and b not in infinite and is_zero(a - b, domain) is not None


def one_sided(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> Derived | None:
    """The limit from one side; `domain` speaks of the parameters only."""
    near = neighbourhood(x, at, side, domain)
    if near is None:
        return None
    tried = set()
    for form in (lambda: expr, lambda: normalise(expr, near), lambda: sp.expand(expr)):
        # A sum whose expansion cancels to every order can still be simple once it is brought to normal form.
        candidate = form()
        if candidate in tried:
            continue
        tried.add(candidate)
        if candidate != expr and not keeps_definedness([expr], candidate, near) and not _defined_near(expr, x, at, side, domain):
            return None
        if x not in candidate.free_symbols:
            return Derived(candidate, ("the expression does not depend on the variable",))
        found = _by_series(candidate, x, at, side, domain)
        if found is not None:
            return found
    return None


def _defined_near(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> bool:
    """True if every part of expr that might have no value has an expansion at the point, and so a value near it."""
    for node in partial_nodes(expr):
        if x not in node.free_symbols:
            continue  # it is no matter of the limit
        try:
            expand_at(node, x, at, side, SeriesAlgebra(Coefficients(domain), ORDERS[0]))
        except (NeedMoreTerms, ExpansionFailed):
            return False
    return True


def neighbourhood(x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> Domain | None:
    """The domain with x in some one-sided neighbourhood of the point; None if the symbol's own assumptions exclude it.

    SymPy has already simplified the expression by those assumptions, so a limit from outside them would be about another function.
    """
    own = assumed_range(x)
    if at is sp.S.Infinity:
        reach = Range(lo=sp.S.One)
    elif at is sp.S.NegativeInfinity:
        reach = Range(hi=sp.S.NegativeOne)
    elif at.free_symbols:
        relation = sp.Gt(x, at, evaluate=False) if side == "+" else sp.Lt(x, at, evaluate=False)
        if own != Range() and sign(at, domain) != "+":
            return None
        return domain.extend(x, own).restrict(relation)
    elif side == "+":
        reach = Range(lo=at, hi=at + NEAR)
    else:
        reach = Range(lo=at - NEAR, hi=at)
    inside = own.intersect(reach)
    if (inside.lo, inside.hi) != (reach.lo, reach.hi):
        return None
    return domain.extend(x, replace(inside, integer=False))


def _by_series(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> Derived | None:
    for order in ORDERS:
        coefficients = Coefficients(domain)
        algebra = SeriesAlgebra(coefficients, order)
        try:
            series = expand_at(expr, x, at, side, algebra)
            value = algebra.limit(series)
        except NeedMoreTerms:
            continue
        except ExpansionFailed:
            return None
        value = coefficients.presentable(value)
        return Derived(value, (_describe(series, x, at, side), *dict.fromkeys(coefficients.reasons)))
    return None


def expand_at(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, algebra: SeriesAlgebra) -> Series:
    """The generalised series of expr at the point, in X = |x| at infinity and X = 1/|x - at| elsewhere."""
    if at is sp.S.Infinity:
        path = algebra.large()
    elif at is sp.S.NegativeInfinity:
        path = algebra.negative(algebra.large())
    else:
        step = algebra.small() if side == "+" else algebra.negative(algebra.small())
        path = algebra.add(algebra.constant(at), step)
    return Expansion(algebra, x, path).of(expr)


def _describe(series: Series, x: sp.Symbol, at: sp.Expr, side: str) -> str:
    """The leading term in the reader's variable."""
    if not series.terms:
        return "all terms of the expansion tend to zero"
    c, m = series.terms[0]
    if at is sp.S.Infinity:
        large = x
    elif at is sp.S.NegativeInfinity:
        large = -x
    else:
        large = 1 / (x - at) if side == "+" else 1 / (at - x)
    point = sp.latex(at) + ("" if at.is_infinite else f"^{side}")
    return rf"leading term ${sp.latex(c * m.to_expr(large))}$ as ${sp.latex(x)} \to {point}$"
