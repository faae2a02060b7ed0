"""The uniform law on [-Delta/(2 delta), Delta/(2 delta)] as SymPy expressions; 0 < delta < 1, Delta > 0."""

from __future__ import annotations

import sympy as sp

from .. import notation


def half_width(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """Delta/(2 delta)."""
    return Delta / (2 * delta)


def density(x: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Piecewise:
    """f(x) = delta/Delta for |x| <= Delta/(2 delta), else 0."""
    inside = sp.Le(sp.Abs(x), half_width(delta, Delta), evaluate=False)
    return sp.Piecewise((delta / Delta, inside), (0, True), evaluate=False)


def amplitude(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = Delta/(4 delta)."""
    return Delta / (4 * delta)


def power(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = Delta^2/(12 delta^2)."""
    return Delta**2 / (12 * delta**2)


def moment(p: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X|^p = (Delta/(2 delta))^p/(p + 1), p > -1."""
    return half_width(delta, Delta) ** p / (p + 1)
