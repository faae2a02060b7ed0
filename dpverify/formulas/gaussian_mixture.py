"""The mixture of Gaussians N(k Delta, sigma^2) with weights proportional to e^(-|k| epsilon), over all integers k, as SymPy expressions.

With b = e^-epsilon the weights are (1 - b)/(1 + b) b^|k|; epsilon > 0, sigma > 0, Delta > 0. Nothing here is checked or evaluated.
"""

from __future__ import annotations

import sympy as sp

from .. import notation
from .gaussian import density as gaussian_density
from .gaussian import normal_cdf

_k = sp.Symbol("k", integer=True)


def weight(k: sp.Expr, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """(1 - b)/(1 + b) b^|k|."""
    b = sp.exp(-epsilon)
    return (1 - b) / (1 + b) * sp.exp(-epsilon * sp.Abs(k))


def density(
    x: sp.Expr, sigma: sp.Expr = notation.sigma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta
) -> sp.Expr:
    """f(x) = sum_k weight(k) exp(-(x - k Delta)^2/(2 sigma^2))/(sigma sqrt(2 pi))."""
    return sp.Sum(weight(_k, epsilon) * gaussian_density(x - _k * Delta, sigma), (_k, -sp.oo, sp.oo))


def amplitude(sigma: sp.Expr = notation.sigma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = Delta/sinh(epsilon) + sum_k weight(k) 2 (sigma phi(k Delta/sigma) - |k| Delta Phi(-|k| Delta/sigma))."""
    place = sp.Abs(_k) * Delta
    folded = 2 * (sigma**2 * gaussian_density(place, sigma) - place * normal_cdf(-place / sigma))
    return Delta / sp.sinh(epsilon) + sp.Sum(weight(_k, epsilon) * folded, (_k, -sp.oo, sp.oo))


def power(sigma: sp.Expr = notation.sigma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = sigma^2 + Delta^2/(2 sinh(epsilon/2)^2)."""
    return sigma**2 + Delta**2 / (2 * sp.sinh(epsilon / 2) ** 2)
