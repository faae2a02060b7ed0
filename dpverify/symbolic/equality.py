"""Equality of two expressions on a domain."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .derived import Proof
from .normal_form import is_zero


def prove_equal(lhs: sp.Expr, rhs: sp.Expr, domain: Domain) -> Proof | None:
    """A proof that lhs = rhs, both defined, on the whole domain; None means not known."""
    return is_zero(lhs - rhs, domain)
