"""Every function of the tables of derivatives and of series against mpmath's differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest
import sympy as sp

from dpverify.domain import Domain
from dpverify.symbolic.derivative import _PARTIALS, differentiate
from dpverify.symbolic.expansion import _FUNCTIONS
from dpverify.symbolic.limit import limit

t = sp.Symbol("t", real=True)
PLACE, FAR = sp.Rational(1, 3), sp.Rational(7, 3)
FAR_OUT = {sp.acosh, sp.loggamma, sp.gamma, sp.coth, sp.csch}
WITH_PARAMETER: dict[Any, Callable[[sp.Expr], tuple[sp.Expr, ...]]] = {
    sp.expint: lambda u: (sp.Integer(2), u),
    sp.uppergamma: lambda u: (sp.Rational(5, 2), u),
    sp.lowergamma: lambda u: (sp.Rational(5, 2), u),
    sp.polygamma: lambda u: (sp.Integer(1), u),
    sp.binomial: lambda u: (u + 3, sp.Integer(2)),
    sp.atan2: lambda u: (u, 2 - u),
}
UNANSWERED = {sp.asin, sp.acos, sp.expint, sp.polygamma, sp.harmonic}
"""The signs of the constants in their differences are not decided; no answer is no wrong one."""
DIFFERENCES = {
    1: ({1: 1, -1: -1}, 2),
    2: ({1: 1, 0: -2, -1: 1}, 1),
    3: ({2: 1, 1: -2, -1: 2, -2: -1}, 2),
    4: ({2: 1, 1: -4, 0: 6, -1: -4, -2: 1}, 1),
}
"""Order -> weights of f(c + j t), and what their sum over t^order is divided by."""


def at(function: Any, u: sp.Expr) -> sp.Expr:
    return function(*WITH_PARAMETER.get(function, lambda v: (v,))(u))


def place(function: Any) -> sp.Rational:
    return FAR if function in FAR_OUT else PLACE


def by_mpmath(function: Any, order: int) -> Any:
    if function is sp.erfcinv:
        return mpmath.diff(lambda v: mpmath.erfinv(1 - v), mpmath.mpf(1) / 3, order)
    c = place(function)
    return mpmath.diff(sp.lambdify(t, at(function, t), "mpmath"), mpmath.mpf(c.p) / c.q, order)


@pytest.mark.parametrize("function", _PARTIALS, ids=lambda f: f.__name__)
def test_derivatives(function: Any) -> None:
    with mpmath.workdps(30):
        found = differentiate(at(function, t), t).subs(t, place(function)).replace(sp.erfcinv, lambda v: sp.erfinv(1 - v))
        assert abs(mpmath.mpf(sp.N(found, 30)) - by_mpmath(function, 1)) < 1e-12


@pytest.mark.parametrize("function", _FUNCTIONS, ids=lambda f: f.__name__)
def test_series(function: Any) -> None:
    """The limit of a difference quotient, which the series has to know, is the derivative."""
    answers = 0
    for order, (weights, over) in DIFFERENCES.items():
        c = place(function)
        quotient = sp.Add(*[w * at(function, c + j * t) for j, w in weights.items()]) / (over * t**order)
        found = limit(quotient, t, sp.S.Zero, "+", Domain())
        if found is None:
            continue
        answers += 1
        with mpmath.workdps(40):
            wanted = by_mpmath(function, order)
            assert abs(mpmath.mpf(sp.N(found.value, 30)) - wanted) < 1e-9 * (1 + abs(wanted)), order
    assert answers >= (0 if function in UNANSWERED else 2)
