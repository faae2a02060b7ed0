r"""Generalised series of exponential integrals, incomplete gamma functions, digamma and Lambert's W.

Sources in the NIST Digital Library of Mathematical Functions: 6.6.2 and 6.12 (exponential integrals), 8.11.2 (incomplete gamma),
8.20.2 (generalised exponential integral), 5.11.2 (digamma), 4.13.10 (Lambert W). Real arguments only.
"""

from __future__ import annotations

import sympy as sp

from .coefficient import ExpansionFailed
from .series import Series, SeriesAlgebra
from .special_series import argument_parts
from .taylor_coefficient import taylor_coefficients


def exponential_integral(a: SeriesAlgebra, u: Series) -> Series:
    """Ei(u). At +-oo exp(u)/u * sum k!/u^k; at 0+ gamma + log u + sum u^k/(k k!); elsewhere Taylor."""
    direction, c, rest = argument_parts(a, u)
    if direction:
        taylor = [sp.factorial(k) for k in range(a.order + 1)]
        reciprocal = a.inverse(u)
        return a.multiply(a.multiply(a.exponential(u), reciprocal), a.compose(taylor, reciprocal))
    if a.coefficients.vanishes(c):
        size = rest if a.eventual_sign(rest) > 0 else a.negative(rest)
        entire = [sp.EulerGamma] + [1 / (k * sp.factorial(k)) for k in range(1, a.order + 1)]
        return a.add(a.logarithm(size), a.compose(entire, rest))
    return a.compose(taylor_coefficients(sp.Ei, c, a.order), rest)


def generalised_exponential_integral(a: SeriesAlgebra, n: sp.Expr, u: Series) -> Series:
    """E_n(u) with n free of the variable. At +oo exp(-u)/u * sum (-1)^k n(n+1)...(n+k-1)/u^k; E_1 at 0+ is -gamma - log u - ..."""
    direction, c, rest = argument_parts(a, u)
    if direction > 0:
        taylor = [a.coefficients.canonical((-1) ** k * sp.expand_func(sp.rf(n, k))) for k in range(a.order + 1)]
        reciprocal = a.inverse(u)
        return a.multiply(a.multiply(a.exponential(a.negative(u)), reciprocal), a.compose(taylor, reciprocal))
    if n == 1 and direction == 0 and c == 0 and a.eventual_sign(rest) > 0:
        entire = [-sp.EulerGamma] + [sp.Rational((-1) ** (k + 1)) / (k * sp.factorial(k)) for k in range(1, a.order + 1)]
        return a.add(a.negative(a.logarithm(rest)), a.compose(entire, rest))
    raise ExpansionFailed("the exponential integral at this argument")


def upper_gamma(a: SeriesAlgebra, s: sp.Expr, u: Series) -> Series:
    """Gamma(s, u) with s free of the variable, at +oo: u^(s-1) exp(-u) * sum (s-1)(s-2)...(s-k)/u^k."""
    direction, _, _ = argument_parts(a, u)
    if direction <= 0:
        raise ExpansionFailed("the incomplete gamma function at a finite argument")
    taylor = [a.coefficients.canonical(sp.Mul(*(s - j for j in range(1, k + 1)))) for k in range(a.order + 1)]
    front = a.multiply(a.power(u, s - 1), a.exponential(a.negative(u)))
    return a.multiply(front, a.compose(taylor, a.inverse(u)))


def digamma(a: SeriesAlgebra, u: Series) -> Series:
    """psi(u). At +oo log u - 1/(2u) - sum B_2k/(2k u^2k); at a finite positive argument Taylor; at 0 by psi(u+1) - 1/u."""
    direction, c, rest = argument_parts(a, u)
    if direction > 0:
        taylor = [sp.S.Zero, sp.Rational(-1, 2)] + [-sp.bernoulli(k) / k for k in range(2, a.order + 1)]
        return a.add(a.logarithm(u), a.compose(taylor, a.inverse(u)))
    s = a.coefficients.sign(c) if direction == 0 else "-"
    if s == "0":
        return a.add(digamma(a, a.add(u, a.constant(sp.S.One))), a.negative(a.inverse(u)))
    if s == "-":
        raise ExpansionFailed("digamma of a negative number")
    return a.compose([sp.polygamma(k, c) / sp.factorial(k) for k in range(a.order + 1)], rest)


def lambert_w(a: SeriesAlgebra, u: Series) -> Series:
    """The principal branch. At +oo log u - log log u + O(log log u/log u); for a finite positive argument or 0 Taylor."""
    direction, c, rest = argument_parts(a, u)
    if direction < 0:
        raise ExpansionFailed("Lambert W at -oo")
    if direction > 0:
        first = a.logarithm(u)
        second = a.logarithm(first)
        slack = a.bound(a.multiply(second, a.inverse(first)))
        return a.add(first, a.negative(second), Series((), slack))
    s = a.coefficients.sign(c)
    if s == "0":
        return a.compose([sp.S.Zero] + [sp.Rational((-k) ** (k - 1)) / sp.factorial(k) for k in range(1, a.order + 1)], rest)
    if s == "-":
        raise ExpansionFailed("Lambert W of a negative number")
    return a.compose(taylor_coefficients(sp.LambertW, c, a.order), rest)
