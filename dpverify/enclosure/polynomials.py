"""Polynomials with integer coefficients in many variables: FLINT's, under the one roof that may import it.

Elements are immutable for our purposes and support +, -, *, **, divmod, gcd, factor, to_dict, degrees.
The order of monomials is lexicographic with variable 0 the largest.
"""

from __future__ import annotations

from typing import Any

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

Polynomial = fmpz_mpoly


def polynomial_ring(variables: int) -> Any:
    """Z[v0, ..., v_{variables-1}]; rings with equally many variables are the same object."""
    return fmpz_mpoly_ctx.get([f"v{i}" for i in range(variables)], Ordering.lex)
