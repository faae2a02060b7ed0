"""Which function of SymPy has which image on intervals, and which functions are defined by others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from ..errors import NotEnclosable
from . import functions as fn
from . import special_functions as special
from .interval import Interval

UNARY_FUNCTIONS: dict[Any, Callable[[Interval], Interval]] = {
    sp.exp: fn.exp, sp.log: fn.log, sp.Abs: fn.absolute, sp.sign: fn.sign,
    sp.sinh: fn.sinh, sp.cosh: fn.cosh, sp.tanh: fn.tanh, sp.asinh: fn.asinh, sp.acosh: fn.acosh, sp.atanh: fn.atanh,
    sp.sin: fn.sin, sp.cos: fn.cos, sp.asin: fn.asin, sp.acos: fn.acos, sp.atan: fn.atan,
    sp.erf: special.erf, sp.erfc: special.erfc, sp.erfinv: special.erfinv, sp.erfcinv: special.erfcinv,
    sp.gamma: special.gamma, sp.loggamma: special.loggamma, sp.digamma: special.digamma, sp.factorial: special.factorial,
    sp.floor: fn.floor, sp.ceiling: fn.ceiling,
}  # fmt: skip

def _modulo(u: Any, m: Any) -> Any:
    """u mod m with the sign of m; only for a number m, since u/m could lose that m must not vanish."""
    if not isinstance(m, sp.Rational) or m == 0:
        raise NotEnclosable(f"a remainder modulo {m}")
    return u - m * sp.floor(u / m)


REWRITTEN: dict[Any, Callable[..., Any]] = {
    sp.tan: lambda u: sp.sin(u) / sp.cos(u),
    sp.cot: lambda u: sp.cos(u) / sp.sin(u),
    sp.sec: lambda u: 1 / sp.cos(u),
    sp.csc: lambda u: 1 / sp.sin(u),
    sp.coth: lambda u: 1 / sp.tanh(u),
    sp.sech: lambda u: 1 / sp.cosh(u),
    sp.csch: lambda u: 1 / sp.sinh(u),
    sp.frac: lambda u: u - sp.floor(u),
    sp.Mod: _modulo,
}
"""Definitions of functions by others."""
