"""The family P_alpha of geng2018additive as SymPy expressions: an atom at the origin and a uniform part.

P_alpha has mass alpha at 0 and density (delta - alpha)/Delta on |x| <= w, w = (1 - alpha) Delta/(2 (delta - alpha));
0 <= alpha < delta < 1. It is (0, delta)-DP, hence (epsilon, delta)-DP for every epsilon >= 0.
Nothing here is checked or evaluated.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def half_width(alpha: sp.Expr = notation.alpha, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """w = (1 - alpha) Delta/(2 (delta - alpha))."""
    return (1 - alpha) * Delta / (2 * (delta - alpha))


def density(
    x: sp.Expr, alpha: sp.Expr = notation.alpha, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta
) -> sp.Piecewise:
    """The density beside the atom: (delta - alpha)/Delta for |x| <= w, else 0."""
    inside = sp.Le(sp.Abs(x), half_width(alpha, delta, Delta), evaluate=False)
    return sp.Piecewise(((delta - alpha) / Delta, inside), (0, True), evaluate=False)


def moment(
    p: sp.Expr, alpha: sp.Expr = notation.alpha, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta
) -> sp.Expr:
    """E|X|^p = (1 - alpha) w^p/(p + 1) = (1 - alpha)^(p+1) Delta^p/((p + 1) 2^p (delta - alpha)^p), p > 0."""
    return (1 - alpha) ** (p + 1) * Delta**p / ((p + 1) * 2**p * (delta - alpha) ** p)


def best_atom(p: sp.Expr, delta: sp.Expr = notation.delta) -> sp.Expr:
    """The alpha at which E|X|^p is least: max(0, (p + 1) delta - p) (geng2018additive, Theorem 3)."""
    return sp.Max(0, (p + 1) * delta - p)


def moment_without_atom(p: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """The least E|X|^p of the family for delta <= p/(p + 1): Delta^p/((p + 1) 2^p delta^p)."""
    return Delta**p / ((p + 1) * 2**p * delta**p)


def moment_with_atom(p: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """The least E|X|^p of the family for delta >= p/(p + 1): (1 - delta) ((p + 1)/(2 p))^p Delta^p."""
    return (1 - delta) * ((p + 1) / (2 * p)) ** p * Delta**p


def amplitude(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Piecewise:
    """The least E|X|: Delta/(4 delta) for delta <= 1/2, (1 - delta) Delta after (geng2018additive, eq. 9)."""
    return _least(sp.Integer(1), delta, Delta)


def power(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Piecewise:
    """The least E X^2: Delta^2/(12 delta^2) for delta <= 2/3, 9/16 (1 - delta) Delta^2 after (geng2018additive, eq. 10)."""
    return _least(sp.Integer(2), delta, Delta)


def _least(p: sp.Integer, delta: sp.Expr, Delta: sp.Expr) -> sp.Piecewise:
    small = sp.Le(delta, p / (p + 1), evaluate=False)
    return sp.Piecewise((moment_without_atom(p, delta, Delta), small), (moment_with_atom(p, delta, Delta), True), evaluate=False)
