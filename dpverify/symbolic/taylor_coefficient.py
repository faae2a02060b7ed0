"""Taylor coefficients g^(n)(z)/n! of the elementary and special functions, by our own differentiator."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from .derivative import differentiate

Z = sp.Dummy("z", real=True)
"""The argument in the expressions below."""


@lru_cache(maxsize=512)
def taylor_coefficient(function: type, n: int) -> sp.Expr:
    """g^(n)(z)/n! as an expression in `Z`."""
    return function(Z) if n == 0 else differentiate(taylor_coefficient(function, n - 1), Z) / n


@lru_cache(maxsize=512)
def power_coefficient(p: sp.Expr, n: int) -> sp.Expr:
    """The same for g(z) = z^p."""
    return sp.ff(p, n) / sp.factorial(n) * Z ** (p - n)


def taylor_coefficients(function: type, c: sp.Expr, order: int) -> list[sp.Expr]:
    """g(c), g'(c), g''(c)/2, ... up to `order`; the caller knows that g is analytic at c."""
    return [taylor_coefficient(function, k).xreplace({Z: c}) for k in range(order + 1)]
