"""The truncated discrete Laplace law on the integers as SymPy expressions; the truncated Laplacian's twin for integer queries.

P(i) = c beta^|i| for |i| <= W and 0 outside, beta = e^(-epsilon/Delta), c = (1 - beta)/(1 + beta - 2 beta^(W+1)); epsilon > 0,
0 < delta < 1, Delta an integer >= 1. W is the least integer at which the last Delta masses add up to at most delta (as long as
W >= Delta - 1): W + 1 = ceiling((Delta/epsilon) log(2 (1 + q)/(1 + beta))), q = (e^epsilon - 1)/(2 delta).
Nothing here is checked or evaluated.
"""

from __future__ import annotations

import sympy as sp

from .. import notation
from .truncated_laplace import q


def decay(epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """beta = e^(-epsilon/Delta)."""
    return sp.exp(-epsilon / Delta)


def real_end(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """(Delta/epsilon) log(2 (1 + q)/(1 + beta)): a real number W + 1 at which edge_mass(W) = delta."""
    return Delta / epsilon * sp.log(2 * (1 + q(epsilon, delta)) / (1 + decay(epsilon, Delta)))


def last(epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """W = ceiling(real_end) - 1, the largest value of the noise."""
    return sp.ceiling(real_end(epsilon, delta, Delta)) - 1


def height(W: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """c = (1 - beta)/(1 + beta - 2 beta^(W+1)), the mass of 0."""
    beta = decay(epsilon, Delta)
    return (1 - beta) / (1 + beta - 2 * sp.exp(-(W + 1) * epsilon / Delta))


def mass(i: sp.Expr, W: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Piecewise:
    """P(X = i) = c beta^|i| for |i| <= W, else 0."""
    inside = height(W, epsilon, Delta) * sp.exp(-sp.Abs(i) * epsilon / Delta)
    return sp.Piecewise((inside, sp.Le(sp.Abs(i), W, evaluate=False)), (0, True), evaluate=False)


def edge_mass(W: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """beta^(W+1) (e^epsilon - 1)/(1 + beta - 2 beta^(W+1)): the mass of the last Delta values, the least delta if W >= Delta - 1.

    For W < Delta - 1 it is above the least delta, which is the mass of the last min(Delta, 2W + 1) values.
    """
    cut = sp.exp(-(W + 1) * epsilon / Delta)
    return cut * (sp.exp(epsilon) - 1) / (1 + decay(epsilon, Delta) - 2 * cut)


def amplitude(W: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = 2 c beta (1 - (W + 1) beta^W + W beta^(W+1))/(1 - beta)^2."""
    beta, cut = decay(epsilon, Delta), sp.exp(-W * epsilon / Delta)
    return 2 * height(W, epsilon, Delta) * beta * (1 - (W + 1) * cut + W * cut * beta) / (1 - beta) ** 2


def power(W: sp.Expr, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = 2 c beta (1 + beta - (W+1)^2 beta^W + (2 W^2 + 2 W - 1) beta^(W+1) - W^2 beta^(W+2))/(1 - beta)^3."""
    beta, cut = decay(epsilon, Delta), sp.exp(-W * epsilon / Delta)
    total = 1 + beta - (W + 1) ** 2 * cut + (2 * W**2 + 2 * W - 1) * cut * beta - W**2 * cut * beta**2
    return 2 * height(W, epsilon, Delta) * beta * total / (1 - beta) ** 3
