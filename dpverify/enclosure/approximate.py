"""Functions of mpmath numbers by way of Arb, many times faster than mpmath's own. Approximations for searches, no enclosures."""

from __future__ import annotations

from typing import Any

import mpmath
from flint import acb, arb

from .balls import working_precision

GUARD = 20


def polygamma(order: Any, x: Any) -> Any:
    """psi^(order)(x) for a natural order and a positive real x at mpmath's precision; mpmath's own function elsewhere."""
    if isinstance(x, mpmath.mpc) or not x > 0 or order != int(order):
        return mpmath.psi(order, x)
    with working_precision(mpmath.mp.prec + GUARD):
        z = _ball(mpmath.mpf(x))
        value = z.digamma() if order == 0 else acb(int(order)).polygamma(acb(z)).real
        if not value.is_finite():
            raise ValueError("no finite value")
        mantissa, exponent = value.mid().man_exp()
        return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


def digamma(x: Any) -> Any:
    """psi(x)."""
    return polygamma(0, x)


def _ball(x: Any) -> arb:
    return arb(int(x.man) * (-1 if x < 0 else 1)) * arb(2) ** int(x.exp)
