"""Gaussian noise as SymPy expressions. Nothing here is checked or evaluated."""

from __future__ import annotations

import sympy as sp

from .. import notation


def normal_cdf(t: sp.Expr) -> sp.Expr:
    """Phi(t) = erfc(-t/sqrt 2)/2, the standard normal distribution function."""
    return sp.erfc(-t / sp.sqrt(2)) / 2


def normal_density(t: sp.Expr) -> sp.Expr:
    """phi(t) = exp(-t^2/2)/sqrt(2 pi), the standard normal density."""
    return sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)


def density(x: sp.Expr, sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """Density of N(0, sigma^2): exp(-x^2/(2 sigma^2))/(sigma sqrt(2 pi))."""
    return sp.exp(-(x**2) / (2 * sigma**2)) / (sigma * sp.sqrt(2 * sp.pi))


def loss_density(l: sp.Expr, eta: sp.Expr) -> sp.Expr:  # noqa: E741
    """Density of the privacy loss, N(eta, 2 eta): exp(-(l - eta)^2/(4 eta))/(2 sqrt(pi eta)); eta = Delta^2/(2 sigma^2)."""
    return sp.exp(-((l - eta) ** 2) / (4 * eta)) / (2 * sp.sqrt(sp.pi * eta))


def privacy_profile(epsilon: sp.Expr, s: sp.Expr) -> sp.Expr:
    """The least delta at which N(0, sigma^2) is (epsilon, delta)-DP, as a function of s = Delta/sigma > 0.

    delta(epsilon, s) = Phi(s/2 - epsilon/s) - e^epsilon Phi(-s/2 - epsilon/s) (balle2018gaussian, Theorem 8).
    """
    return normal_cdf(s / 2 - epsilon / s) - sp.exp(epsilon) * normal_cdf(-s / 2 - epsilon / s)


def delta_zero(epsilon: sp.Expr) -> sp.Expr:
    """delta_0 = 1/2 - e^epsilon Phi(-sqrt(2 epsilon)), where sigma = Delta/sqrt(2 epsilon) (balle2018gaussian, Algorithm 1)."""
    return sp.Rational(1, 2) - sp.exp(epsilon) * normal_cdf(-sp.sqrt(2 * epsilon))


def b_plus(epsilon: sp.Expr, v: sp.Expr) -> sp.Expr:
    """B+(v) = Phi(sqrt(epsilon v)) - e^epsilon Phi(-sqrt(epsilon (v + 2))) (balle2018gaussian, Algorithm 1)."""
    return normal_cdf(sp.sqrt(epsilon * v)) - sp.exp(epsilon) * normal_cdf(-sp.sqrt(epsilon * (v + 2)))


def b_minus(epsilon: sp.Expr, u: sp.Expr) -> sp.Expr:
    """B-(u) = Phi(-sqrt(epsilon u)) - e^epsilon Phi(-sqrt(epsilon (u + 2))) (balle2018gaussian, Algorithm 1)."""
    return normal_cdf(-sp.sqrt(epsilon * u)) - sp.exp(epsilon) * normal_cdf(-sp.sqrt(epsilon * (u + 2)))


def classical_factor(delta: sp.Expr) -> sp.Expr:
    """sqrt(2 log(1.25/delta)): the classical sigma in units of Delta/epsilon (dwork2014algorithmic, Appendix A)."""
    return sp.sqrt(2 * sp.log(sp.Rational(5, 4) / delta))


def amplitude(sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """E|N(0, sigma^2)| = sigma sqrt(2/pi)."""
    return sigma * sp.sqrt(2 / sp.pi)
