"""The truncated staircase as SymPy expressions: two-step periods as the staircase has, cut off where delta allows it.

With b = e^-epsilon, q = (e^epsilon - 1)/(2 delta), 0 <= gamma <= 1: f(x) = a b^k for |x| in [(k - 1 + gamma) Delta, (k + gamma) Delta),
k = 0, 1, 2, ..., up to |x| = A, and 0 beyond. The level b^N is the last one and has the width s Delta, 0 <= s <= 1:
v = (1 + gamma (e^epsilon - 1))/(1 + q), a = delta/(v Delta), s = (1 - v e^((N-1) epsilon))/(1 - b), A = (N - 1 + gamma + s) Delta.
N is the integer with e^(-N epsilon) <= v <= e^((1-N) epsilon) (either of two at an end). epsilon > 0, 0 < delta <= 1/2, Delta > 0.
A law of this project (optimal noise among symmetric unimodal laws, as far as certified brackets tell); nothing here is checked.
"""

from __future__ import annotations

import sympy as sp

from .. import notation
from .truncated_laplace import q

N = sp.Symbol("N", integer=True, positive=True)
"""The number of levels below the highest: the last is a b^N."""


def relative_height(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta) -> sp.Expr:
    """v = (1 + gamma (e^epsilon - 1))/(1 + q) = delta/(a Delta)."""
    return (1 + gamma * (sp.exp(epsilon) - 1)) / (1 + q(epsilon, delta))


def step(v: sp.Expr, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta) -> sp.Expr:
    """gamma = (v (1 + q) - 1)/(e^epsilon - 1), from v."""
    return (v * (1 + q(epsilon, delta)) - 1) / (sp.exp(epsilon) - 1)


def levels(gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta) -> sp.Expr:
    """N = 1 + floor(-log(v)/epsilon)."""
    return 1 + sp.floor(-sp.log(relative_height(gamma, epsilon, delta)) / epsilon)


def last_part(
    N: sp.Expr = N, gamma: sp.Expr = notation.gamma, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta
) -> sp.Expr:
    """s = (1 - v e^((N-1) epsilon))/(1 - b), the width of the last level in units of Delta."""
    return (1 - relative_height(gamma, epsilon, delta) * sp.exp((N - 1) * epsilon)) / (1 - sp.exp(-epsilon))


def half_width(
    N: sp.Expr = N,
    gamma: sp.Expr = notation.gamma,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Expr:
    """A = (N - 1 + gamma + s) Delta: the noise lies in [-A, A]."""
    return (N - 1 + gamma + last_part(N, gamma, epsilon, delta)) * Delta


def height(
    gamma: sp.Expr = notation.gamma,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Expr:
    """a = delta/(v Delta) = (delta + (e^epsilon - 1)/2)/((1 + gamma (e^epsilon - 1)) Delta), the density at the origin."""
    return (delta + (sp.exp(epsilon) - 1) / 2) / ((1 + gamma * (sp.exp(epsilon) - 1)) * Delta)


def density(
    x: sp.Expr,
    N: sp.Expr = N,
    gamma: sp.Expr = notation.gamma,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Piecewise:
    """f(x) = a exp(-epsilon floor(|x|/Delta + 1 - gamma)) for |x| <= A, else 0."""
    inside = height(gamma, epsilon, delta, Delta) * sp.exp(-epsilon * sp.floor(sp.Abs(x) / Delta + 1 - gamma))
    reach = half_width(N, gamma, epsilon, delta, Delta)
    return sp.Piecewise((inside, sp.Le(sp.Abs(x), reach, evaluate=False)), (0, True), evaluate=False)


def amplitude(
    v: sp.Expr,
    N: sp.Expr = N,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Expr:
    """E|X| = (Delta/q) ((b (e^(N epsilon) - 1 + q^2) v + (1 - e^(-N epsilon))/v)/(2 (1 - b)) - N)."""
    b, r = sp.exp(-epsilon), q(epsilon, delta)
    rising, falling = b * (sp.exp(N * epsilon) - 1 + r**2), 1 - sp.exp(-N * epsilon)
    return Delta / r * ((rising * v + falling / v) / (2 * (1 - b)) - N)


def power(
    v: sp.Expr,
    N: sp.Expr = N,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Expr:
    """E X^2 = (Delta^2/q) (c3 v^2 - c2 v + c1 + c0/v), the c in the source below; Q = 1 + q, g = e^(N epsilon)."""
    c3, c2, c1, c0 = power_coefficients(N, epsilon, delta)
    return Delta**2 / q(epsilon, delta) * (c3 * v**2 - c2 * v + c1 + c0 / v)


def power_coefficients(
    N: sp.Expr = N, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta
) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """c3, c2, c1, c0 of the power."""
    b, r, g = sp.exp(-epsilon), q(epsilon, delta), sp.exp(N * epsilon)
    Q, thin = 1 + r, 1 - b
    return (
        b**2 * (Q**3 - 3 * Q**2 + 3 * g * Q - g**2) / (3 * thin**2),
        b * (2 * Q - g) * N / thin,
        Q * b * (1 - 1 / g) / thin**2 - N**2,
        ((1 + b) * (1 - 1 / g) - 3 * N * thin / g) / (3 * thin**2),
    )


def best_height_amplitude(N: sp.Expr = N, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta) -> sp.Expr:
    """The v at which the amplitude is least: sqrt((1 - e^(-N epsilon)) e^epsilon/(e^(N epsilon) - 1 + q^2))."""
    return sp.sqrt((1 - sp.exp(-N * epsilon)) * sp.exp(epsilon) / (sp.exp(N * epsilon) - 1 + q(epsilon, delta) ** 2))


def least_amplitude(
    N: sp.Expr = N, epsilon: sp.Expr = notation.epsilon, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta
) -> sp.Expr:
    """(Delta/q) (sqrt((1 - e^(-N epsilon)) (e^(N epsilon) - 1 + q^2))/(2 sinh(epsilon/2)) - N)."""
    r = q(epsilon, delta)
    root = sp.sqrt((1 - sp.exp(-N * epsilon)) * (sp.exp(N * epsilon) - 1 + r**2))
    return Delta / r * (root / (2 * sp.sinh(epsilon / 2)) - N)


def threshold(N: sp.Expr = N, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """r_N = (e^((N-1) epsilon) - 1)(e^(N epsilon) - 1): the amplitude is least with N levels iff r_N <= q^2 <= r_(N+1)."""
    return (sp.exp((N - 1) * epsilon) - 1) * (sp.exp(N * epsilon) - 1)


def least_amplitude_atom(
    alpha: sp.Expr = notation.alpha,
    N: sp.Expr = N,
    epsilon: sp.Expr = notation.epsilon,
    delta: sp.Expr = notation.delta,
    Delta: sp.Expr = notation.Delta,
) -> sp.Expr:
    """The least E|X| with an atom alpha < delta at 0 and 1 - alpha times the law for (delta - alpha)/(1 - alpha), N levels."""
    K, rest = sp.exp(epsilon) - 1, delta - alpha
    root = sp.sqrt(16 * rest**2 * sp.sinh(N * epsilon / 2) ** 2 + K**2 * (1 - alpha) ** 2 * (1 - sp.exp(-N * epsilon)))
    return Delta / K * (root / (2 * sp.sinh(epsilon / 2)) - 2 * N * rest)
