"""Recurring functions by their names: the Gaussian's privacy profile and what truncation leaves of the Laplacian's costs.

As for all names, one stands only for an expression that is exactly its definition.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

PROFILE = sp.Function(r"\delta_{G}")
SHARES = (sp.Function("g_{1}"), sp.Function("g_{2}"))
SIMPLE = 8
"""An argument with at most so many nodes leaves the formulas of g1 and g2 as short as their names."""


def profile(terms: list[sp.Expr]) -> list[sp.Expr] | None:
    """The terms of a sum with c erfc(u) - c e^epsilon erfc(v) as 2c delta_G(epsilon, s): u, v = (epsilon/s -+ s/2)/sqrt 2; None without."""
    for left, u, c in _erfc_terms(terms):
        for right, v, e in _erfc_terms(t for t in terms if t is not left):
            # erfc(-w) is written as 2 - erfc(w) by SymPy, so the first of the two may be hidden behind a constant.
            for sign in (1, -1):
                used = [left, right] if sign == 1 else [left, right, -2 * c]
                if any(t not in terms for t in used):
                    continue
                epsilon = _logarithm(-e / (sign * c))
                if epsilon is None or epsilon.could_extract_minus_sign() or not _zero(v**2 - u**2 - epsilon):
                    continue
                rest = [t for t in terms if t not in used]
                return [*rest, 2 * sign * c * PROFILE(epsilon, _shortest(sp.sqrt(2) * (v - sign * u)))]
    return None


def _erfc_terms(terms: list[sp.Expr] | Iterator[sp.Expr]) -> Iterator[tuple[sp.Expr, sp.Expr, sp.Expr]]:
    """(term, argument, factor) for every term that is a multiple of an erfc."""
    for term in terms:
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, sp.erfc):
                yield term, factor.args[0], term / factor


def _logarithm(grown: sp.Expr) -> sp.Expr | None:
    """epsilon with e^epsilon = grown, if that is seen at once to be a number greater than zero."""
    if isinstance(grown, sp.exp):
        return grown.args[0]
    return sp.log(grown) if grown.is_positive else None


def _shortest(expr: sp.Expr) -> sp.Expr:
    """The shortest of a few ways to write the same number."""
    wide = sp.expand(expr, deep=False)
    return min((expr, wide, sp.factor_terms(wide), sp.powsimp(sp.factor_terms(wide))), key=sp.count_ops)


def _zero(expr: sp.Expr) -> bool:
    return bool(sp.expand(expr) == 0 or sp.simplify(expr) == 0)


def share(terms: list[sp.Expr], always: bool) -> list[sp.Expr] | None:
    """The terms with c - c log(1 + q)/q as c g1(q), and likewise c g2(q), where q is long, or always; None without."""
    for term in terms:
        for log in term.atoms(sp.log):
            q = log.args[0] - 1
            if _nodes(q) <= SIMPLE and not always:
                continue
            for name, taken in zip(SHARES, (log, log**2 / 2 + log), strict=True):
                c = -sp.Mul(term, q, 1 / taken)  # all at once: a number times a sum would be multiplied out
                if c.is_Rational and c != 0 and c in terms:
                    return [t for t in terms if t not in (term, c)] + [c * name(q)]
    return None


def _nodes(expr: sp.Expr) -> int:
    return sum(1 for _ in sp.preorder_traversal(expr))
