"""Closed forms of lower and upper bounds of the least noise amplitude V1* and power V2*: symbolic definitions, nothing else.

Everything is in the symbols of `dpverify.notation`. Functions of an index take integers or real numbers: the formulas are the same.
"""

from __future__ import annotations

import sympy as sp

from ..notation import Delta, delta, epsilon

N = sp.Symbol("N", integer=True, nonnegative=True)
"""Number of terms of a sum of lower bounds; a claim's domain narrows it."""
theta = sp.Symbol("theta", nonnegative=True)
"""Fractional part, 0 <= theta < 1."""
b = sp.exp(-epsilon)
"""Decay of the tail over one sensitivity."""
q = (sp.exp(epsilon) - 1) / (2 * delta)
"""Geng et al.'s ratio; epsilon > 0, delta > 0."""
periods = sp.log(1 + q) / epsilon
"""n = A/Delta, the half width of the truncated Laplacian in sensitivities."""
a = (delta + (sp.exp(epsilon) - 1) / 2) * sp.exp(-epsilon)
"""First weight of Geng et al.'s lower bound: t_0 - t_1."""


def delta_of_periods(n: sp.Expr) -> sp.Expr:
    """The delta with log(1+q)/epsilon = n, that is (e^epsilon - 1)/(2 (e^(n epsilon) - 1)); epsilon > 0, n > 0."""
    return (sp.exp(epsilon) - 1) / (2 * (sp.exp(n * epsilon) - 1))


def t_value(k: sp.Expr) -> sp.Expr:
    """b^k/2 - delta b (1 - b^k)/(1 - b): t_k of the t-bound as long as it is positive; epsilon > 0."""
    power = sp.exp(-k * epsilon)
    return power / 2 - delta * b * (1 - power) / (1 - b)


def t_value_of_periods(k: sp.Expr, n: sp.Expr) -> sp.Expr:
    """t_value(k) at delta = delta_of_periods(n): (e^((n-k) epsilon) - 1)/(2 (e^(n epsilon) - 1))."""
    return (sp.exp((n - k) * epsilon) - 1) / (2 * (sp.exp(n * epsilon) - 1))


def t_value_flat(k: sp.Expr) -> sp.Expr:
    """t_k at epsilon = 0: 1/2 - k delta."""
    return sp.Rational(1, 2) - k * delta


def s_value(k: sp.Expr) -> sp.Expr:
    """b^k s_0 - delta b (1 - b^k)/(1 - b), s_0 = b (1 - delta)/(1 + b): s_k of the s-bound as long as it is positive; epsilon > 0."""
    power = sp.exp(-k * epsilon)
    return power * b * (1 - delta) / (1 + b) - delta * b * (1 - power) / (1 - b)


def s_value_flat(k: sp.Expr) -> sp.Expr:
    """s_k at epsilon = 0: (1 - (2k + 1) delta)/2."""
    return (1 - (2 * k + 1) * delta) / 2


def t_bound_amplitude(count: sp.Expr) -> sp.Expr:
    """2 Delta sum_{k=1}^{count} t_value(k), summed: a lower bound of V1* for every integer count >= 0; largest at floor(periods)."""
    decay = sp.exp(-count * epsilon)
    offset = delta * b / (1 - b)
    return 2 * Delta * ((sp.Rational(1, 2) + offset) * b * (1 - decay) / (1 - b) - count * offset)


def t_bound_power(count: sp.Expr) -> sp.Expr:
    """2 Delta^2 sum_{k=1}^{count} (2k - 1) t_value(k), summed: a lower bound of V2* for every integer count >= 0."""
    decay, grown = sp.exp(-count * epsilon), sp.exp(epsilon)
    offset = delta * b / (1 - b)
    weight = (grown + 1 - decay * (2 * count * (grown - 1) + grown + 1)) / (grown - 1) ** 2
    return 2 * Delta**2 * ((sp.Rational(1, 2) + offset) * weight - count**2 * offset)


def s_bound_amplitude(count: sp.Expr) -> sp.Expr:
    """2 Delta sum_{k=0}^{count-1} s_value(k), summed: a lower bound of V1* for every integer count >= 0."""
    decay = sp.exp(-count * epsilon)
    offset = delta * b / (1 - b)
    return 2 * Delta * ((b * (1 - delta) / (1 + b) + offset) * (1 - decay) / (1 - b) - count * offset)


def v1_low(n: sp.Expr) -> sp.Expr:
    """Geng et al.'s lower bound of the amplitude, 2 a Delta ((b - b^n)/(1-b)^2 - (n-1) b^n/(1-b)); valid where n = periods."""
    decay = sp.exp(-n * epsilon)
    return 2 * a * Delta * ((b - decay) / (1 - b) ** 2 - (n - 1) * decay / (1 - b))


def v2_low(n: sp.Expr) -> sp.Expr:
    """2 Delta^2 a sum_{k=0}^{n-1} b^k k^2, summed; a lower bound of the power where n = periods."""
    decay = sp.exp(-n * epsilon)
    total = b * (1 + b) / (1 - b) ** 3 - decay * (n**2 / (1 - b) + 2 * n * b / (1 - b) ** 2 + b * (1 + b) / (1 - b) ** 3)
    return 2 * Delta**2 * a * total


v1_low_explicit = Delta * (1 / (sp.exp(epsilon) - 1) - periods / q)
"""v1_low at n = periods."""
v2_low_explicit = Delta**2 * (
    (sp.exp(epsilon) + 1) / (sp.exp(epsilon) - 1) ** 2 - periods**2 / q - 2 * periods / (q * (sp.exp(epsilon) - 1))
)
"""v2_low at n = periods."""
v1_upp = Delta / epsilon * (1 - sp.log(1 + q) / q)
"""Amplitude of the truncated Laplacian."""
v2_upp = 2 * Delta**2 / epsilon**2 * (1 - (sp.log(1 + q) ** 2 / 2 + sp.log(1 + q)) / q)
"""Power of the truncated Laplacian."""
