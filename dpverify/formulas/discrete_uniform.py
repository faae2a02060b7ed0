"""The discrete uniform law with two end points as SymPy expressions; (0, delta)-DP for integer queries of integer sensitivity Delta.

P(i) = delta/Delta for |i| <= M, r = (1 - (2M + 1) delta/Delta)/2 for |i| = M + 1, 0 outside, M = floor((Delta/delta - 1)/2); 0 < delta < 1,
Delta an integer >= 1. It is uniform when Delta/delta is odd (r = 0). Nothing here is checked or evaluated.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def inner_end(delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """M = floor((Delta/delta - 1)/2): the largest i with the full mass delta/Delta."""
    return sp.floor((Delta / delta - 1) / 2)


def end_mass(M: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """r = (1 - (2M + 1) delta/Delta)/2, the mass of M + 1 and of -(M + 1); 0 <= r < delta/Delta."""
    return (1 - (2 * M + 1) * delta / Delta) / 2


def mass(i: sp.Expr, M: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Piecewise:
    """P(X = i): delta/Delta for |i| <= M, r for |i| = M + 1, else 0."""
    inner = (delta / Delta, sp.Le(sp.Abs(i), M, evaluate=False))
    ends = (end_mass(M, delta, Delta), sp.Le(sp.Abs(i), M + 1, evaluate=False))
    return sp.Piecewise(inner, ends, (0, True), evaluate=False)


def amplitude(M: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E|X| = (M + 1) (1 - (M + 1) delta/Delta)."""
    return (M + 1) * (1 - (M + 1) * delta / Delta)


def power(M: sp.Expr, delta: sp.Expr = notation.delta, Delta: sp.Expr = notation.Delta) -> sp.Expr:
    """E X^2 = (M + 1)^2 (1 - (2M + 1) delta/Delta) + M (M + 1) (2M + 1) delta/(3 Delta)."""
    return (M + 1) ** 2 * (1 - (2 * M + 1) * delta / Delta) + M * (M + 1) * (2 * M + 1) * delta / (3 * Delta)
