"""The staircase law (geng2016staircase) as SymPy expressions. Nothing here is checked or evaluated.

With b = e^-epsilon, 0 <= gamma <= 1 and k = 0, 1, 2, ...: f(x) = a b^k for k Delta <= |x| < (k + gamma) Delta and a b^(k+1) for
(k + gamma) Delta <= |x| < (k + 1) Delta, a = (1 - b)/(2 Delta w), w = b + (1 - b) gamma; epsilon > 0, Delta > 0. It is epsilon-DP.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def width(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """w = b + (1 - b) gamma; the costs depend on gamma through w."""
    b = sp.exp(-epsilon)
    return b + (1 - b) * gamma


def height(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """a = (1 - b)/(2 Delta w), the density at the origin (for gamma > 0)."""
    return (1 - sp.exp(-epsilon)) / (2 * Delta * width(gamma, epsilon))


def step(x: sp.Expr, gamma: sp.Expr = notation.gamma, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """floor(|x|/Delta + 1 - gamma): k on the first part of the k-th period, k + 1 on the second."""
    return sp.floor(sp.Abs(x) / Delta + 1 - gamma)


def density(
    x: sp.Expr, gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta
) -> sp.Expr:
    """f(x) = a exp(-epsilon floor(|x|/Delta + 1 - gamma))."""
    return height(gamma, epsilon, Delta) * sp.exp(-epsilon * step(x, gamma, Delta))


def amplitude(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = Delta (b/(1 - b) + (b + (1 - b) gamma^2)/(2 w))."""
    b = sp.exp(-epsilon)
    return Delta * (b / (1 - b) + (b + (1 - b) * gamma**2) / (2 * width(gamma, epsilon)))


def power(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = Delta^2 (b (1 + b)/(1 - b)^2 + b (b + (1 - b) gamma^2)/((1 - b) w) + (b + (1 - b) gamma^3)/(3 w))."""
    b, w = sp.exp(-epsilon), width(gamma, epsilon)
    second, third = b + (1 - b) * gamma**2, b + (1 - b) * gamma**3
    return Delta**2 * (b * (1 + b) / (1 - b) ** 2 + b * second / ((1 - b) * w) + third / (3 * w))


def gamma_amplitude(epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """The gamma at which E|X| is least: 1/(1 + e^(epsilon/2)); there w = e^(-epsilon/2)."""
    return 1 / (1 + sp.exp(epsilon / 2))


def width_power(epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """w at gamma_power: (b (1 + b)/2)^(1/3)."""
    b = sp.exp(-epsilon)
    return sp.cbrt(b * (1 + b) / 2)


def gamma_power(epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """The gamma at which E X^2 is least: (w - b)/(1 - b) with w = (b (1 + b)/2)^(1/3)."""
    b = sp.exp(-epsilon)
    return (width_power(epsilon) - b) / (1 - b)


def least_amplitude(epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| at gamma_amplitude, which is V1*(epsilon, 0): Delta/(2 sinh(epsilon/2))."""
    return Delta / (2 * sp.sinh(epsilon / 2))


def least_power(epsilon: sp.Expr = notation.epsilon, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 at gamma_power, which is V2*(epsilon, 0): Delta^2 (w^2 + b)/(1 - b)^2 with w = (b (1 + b)/2)^(1/3)."""
    b = sp.exp(-epsilon)
    return Delta**2 * (width_power(epsilon) ** 2 + b) / (1 - b) ** 2
