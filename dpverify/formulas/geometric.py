"""The two-sided geometric law on the integers, sensitivity 1 (ghosh2012universally), as SymPy expressions; epsilon > 0.

P(i) = (1 - b)/(1 + b) b^|i| with b = e^-epsilon. Nothing here is checked or evaluated.
"""

from __future__ import annotations

import sympy as sp

from .. import notation


def mass(i: sp.Expr, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """P(X = i) = (1 - b)/(1 + b) b^|i|."""
    b = sp.exp(-epsilon)
    return (1 - b) / (1 + b) * sp.exp(-epsilon * sp.Abs(i))


def tail(j: sp.Expr, epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """P(X >= j) = b^j/(1 + b) for integers j >= 0."""
    return sp.exp(-epsilon * j) / (1 + sp.exp(-epsilon))


def amplitude(epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """E|X| = 2 b/(1 - b^2) = 1/sinh(epsilon)."""
    return 1 / sp.sinh(epsilon)


def power(epsilon: sp.Expr = notation.epsilon) -> sp.Expr:
    """E X^2 = 2 b/(1 - b)^2."""
    b = sp.exp(-epsilon)
    return 2 * b / (1 - b) ** 2
