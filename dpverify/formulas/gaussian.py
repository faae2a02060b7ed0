"""Gaussian noise as SymPy expressions. Nothing here is checked or evaluated."""

from __future__ import annotations

import sympy as sp

from .. import notation


def normal_cdf(t: sp.Expr) -> sp.Expr:
    """Phi(t) = erfc(-t/sqrt 2)/2, the standard normal distribution function."""
    return sp.erfc(-t / sp.sqrt(2)) / 2


def density(x: sp.Expr, sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """Density of N(0, sigma^2): exp(-x^2/(2 sigma^2))/(sigma sqrt(2 pi))."""
    return sp.exp(-(x**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi))


def privacy_profile(epsilon: sp.Expr, s: sp.Expr) -> sp.Expr:
    """The least delta at which N(0, sigma^2) is (epsilon, delta)-DP, as a function of s = Delta/sigma > 0.

    delta(epsilon, s) = Phi(s/2 - epsilon/s) - e^epsilon Phi(-s/2 - epsilon/s) (balle2018gaussian, Theorem 8).
    """
    return normal_cdf(s / 2 - epsilon / s) - sp.exp(epsilon) * normal_cdf(-s / 2 - epsilon / s)


def amplitude(sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """E|N(0, sigma^2)| = sigma sqrt(2/pi)."""
    return sigma * sp.sqrt(2 / sp.pi)
