"""Estimators of a release with Gaussian noise, their losses and risks, as SymPy expressions. Nothing here is checked or evaluated.

The numeric counterparts stand in dpverify/denoising. eta = ||f||^2/(2 sigma^2) throughout.
"""

from __future__ import annotations

import sympy as sp

from .. import notation
from .gaussian import normal_cdf, normal_density

v = sp.Symbol("v", real=True)
"""Integration variable of 1/s = int_0^1 exp(-(1/v^2 - 1) s/2) dv/v^3."""


def bayes_factor(w: sp.Expr, sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """w^2/(w^2 + sigma^2): the posterior mean under f ~ N(0, w^2) is this times the release (balle2018gaussian, Section 4)."""
    return w**2 / (w**2 + sigma**2)


def bayes_risk(w: sp.Expr, sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """w^2 sigma^2/(w^2 + sigma^2): posterior variance and Bayes risk of one coordinate (balle2018gaussian, Section 4)."""
    return w**2 * sigma**2 / (w**2 + sigma**2)


def factor_risk(c: sp.Expr, square: sp.Expr, sigma: sp.Expr = notation.sigma) -> sp.Expr:
    """c^2 sigma^2 + (1 - c)^2 f^2: the risk of c times the release in one coordinate with f^2 = square."""
    return c**2 * sigma**2 + (1 - c) ** 2 * square


def transform(v: sp.Expr, d: sp.Expr, eta: sp.Expr) -> sp.Expr:
    """E exp(-(1/v^2 - 1) S/2) = v^d exp(-eta (1 - v^2)), 0 < v <= 1, for S = ||release||^2/sigma^2, which is non-central chi-square."""
    return v**d * sp.exp(-eta * (1 - v**2))


def inverse_moment(d: sp.Expr, eta: sp.Expr) -> sp.Expr:
    """E[1/S] = int_0^1 v^(d - 3) exp(-eta (1 - v^2)) dv, d > 2."""
    return sp.Integral(v ** (d - 3) * sp.exp(-eta * (1 - v**2)), (v, 0, 1))


def inverse_moment_series(d: sp.Expr, eta: sp.Expr) -> sp.Expr:
    """E[1/S] = sum_k exp(-eta) eta^k/k! /(d - 2 + 2k), d > 2."""
    k = notation.k
    return sp.Sum(sp.exp(-eta) * eta**k / sp.factorial(k) / (d - 2 + 2 * k), (k, 0, sp.oo))


def log_likelihood(d: sp.Expr, square: sp.Expr, v: sp.Expr) -> sp.Expr:
    """-(d/2) log v - square/(2v): of v = w^2 + sigma^2, given ||release||^2 = square, without the constant -(d/2) log(2 pi)."""
    return -d / 2 * sp.log(v) - square / (2 * v)


def soft_threshold_loss(x: sp.Expr, t: sp.Expr, mu: sp.Expr) -> sp.Expr:
    """(sign(x) (|x| - t)_+ - mu)^2 for t >= 0."""
    return sp.Piecewise(((x + t - mu) ** 2, x < -t), (mu**2, x <= t), ((x - t - mu) ** 2, True))


def soft_threshold_risk(t: sp.Expr, mu: sp.Expr) -> sp.Expr:
    """E of the loss at x ~ N(mu, 1): the exact risk of one coordinate in units of sigma^2 (donoho1994ideal, Section 5).

    1 + t^2 + (mu^2 - t^2 - 1)(Phi(t - mu) - Phi(-t - mu)) - (t - mu) phi(t + mu) - (t + mu) phi(t - mu).
    """
    kept = normal_cdf(t - mu) - normal_cdf(-t - mu)
    return 1 + t**2 + (mu**2 - t**2 - 1) * kept - (t - mu) * normal_density(t + mu) - (t + mu) * normal_density(t - mu)
