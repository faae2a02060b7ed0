"""The truncated Laplacian (geng2018truncated, Section 3) as SymPy expressions.

f(x) = B exp(-|x|/lambda) on [-A, A] and 0 outside, with lambda = Delta/epsilon, A = lambda log(1 + q),
B = 1/(2 lambda (1 - exp(-A/lambda))) = epsilon/(2 Delta) (1 + 1/q), q = (e^epsilon - 1)/(2 delta).
Defined for epsilon > 0, 0 < delta < 1, Delta > 0; nothing here is checked or evaluated. Noise and costs are in the unit of Delta.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def q(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta) -> sp.Expr:
    """q = (e^epsilon - 1)/(2 delta), the number on which everything depends; 1 + q = exp(A/lambda)."""
    return (sp.exp(epsilon) - 1) / (2 * delta)


def half_width(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """A = (Delta/epsilon) log(1 + q): the noise lies in [-A, A]."""
    return Delta / epsilon * sp.log(1 + q(epsilon, delta))


def height(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """B = epsilon/(2 Delta) (1 + 1/q), the density at the origin."""
    return epsilon / (2 * Delta) * (1 + 1 / q(epsilon, delta))


def density(
    x: sp.Expr, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta
) -> sp.Piecewise:
    """f(x) = B exp(-|x| epsilon/Delta) for |x| <= A, else 0."""
    inside = height(epsilon, delta, Delta) * sp.exp(-sp.Abs(x) * epsilon / Delta)
    return sp.Piecewise((inside, sp.Le(sp.Abs(x), half_width(epsilon, delta, Delta), evaluate=False)), (0, True), evaluate=False)


def amplitude(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = (Delta/epsilon) (1 - log(1 + q)/q), the upper bound V1upp of geng2018truncated, Theorem 2."""
    r = q(epsilon, delta)
    return Delta / epsilon * (1 - sp.log(1 + r) / r)


def power(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = (2 Delta^2/epsilon^2) (1 - (log(1 + q)^2/2 + log(1 + q))/q), the upper bound V2upp of geng2018truncated, Theorem 3."""
    r = q(epsilon, delta)
    return 2 * Delta**2 / epsilon**2 * (1 - (sp.log(1 + r) ** 2 / 2 + sp.log(1 + r)) / r)
