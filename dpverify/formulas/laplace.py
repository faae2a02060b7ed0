"""Laplace noise (dwork2006calibrating) as SymPy expressions. Nothing here is checked or evaluated.

f(x) = epsilon/(2 Delta) exp(-|x| epsilon/Delta); epsilon > 0, Delta > 0.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def density(x: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """f(x) = epsilon/(2 Delta) exp(-|x| epsilon/Delta)."""
    return epsilon / (2 * Delta) * sp.exp(-sp.Abs(x) * epsilon / Delta)


def amplitude(epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = Delta/epsilon."""
    return Delta / epsilon


def power(epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = 2 Delta^2/epsilon^2."""
    return 2 * Delta**2 / epsilon**2


def moment(p: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X|^p = Gamma(p + 1) (Delta/epsilon)^p, p > -1."""
    return sp.gamma(p + 1) * (Delta / epsilon) ** p


def privacy_profile(budget: sp.Expr, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """The least delta at which Laplace noise made for epsilon is (budget, delta)-DP: max(0, 1 - exp((budget - epsilon)/2)), budget >= 0."""
    return sp.Max(0, 1 - sp.exp((budget - epsilon) / 2))
