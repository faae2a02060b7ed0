"""Integrals that are finite because the integrand is bounded and vanishes outside of a bounded set."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS

_KEEP_BOUNDED = (
    sp.Add, sp.Mul, sp.exp, sp.erf, sp.erfc, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh, sp.Abs, sp.sign, sp.Max, sp.Min,
    sp.floor, sp.ceiling,
)  # fmt: skip
"""Measurable functions that map bounded sets to bounded sets."""


def vanishes_far_out(integrand: sp.Expr, x: sp.Symbol) -> bool:
    """True if the integrand is 0 outside of a bounded set of x and bounded on bounded sets, at any fixed values of the other symbols.

    It is then integrable over the line wherever it is defined.
    """
    if not isinstance(integrand, sp.Piecewise) or not _bounded(integrand, x):
        return False
    return all(value == 0 or _confines(condition, x) for value, condition in integrand.args)


def _bounded(g: sp.Expr, x: sp.Symbol) -> bool:
    """True if g is bounded on bounded sets of x where it is defined."""
    if g.has(*BINDERS) or g.atoms(AppliedUndef):
        return False
    if x not in g.free_symbols or g == x:
        return True
    if isinstance(g, sp.Piecewise):
        # A condition only selects; its sides must be of the same kind, so that the set it describes is measurable.
        sides = [side for _, condition in g.args for r in condition.atoms(Relational) for side in r.args]
        return all(_bounded(e, x) for e in (*sides, *(value for value, _ in g.args)))
    if isinstance(g, sp.Pow) and g.base is not sp.E:
        return g.exp.is_Integer and g.exp >= 0 and _bounded(g.base, x)
    return isinstance(g, (*_KEEP_BOUNDED, sp.Pow)) and all(_bounded(a, x) for a in g.args)


def _confines(condition: sp.Basic, x: sp.Symbol) -> bool:
    """True if the condition is one of a bounded set: among its relations are |x| <= c, or x >= a and x <= b."""
    below = above = False
    for r in sp.And.make_args(condition):
        if not isinstance(r, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            continue
        small, large = r.lts, r.gts
        both = small == sp.Abs(x) and _fixed(large, x)
        above = above or both or (small == x and _fixed(large, x))
        below = below or both or (large == x and _fixed(small, x))
    return below and above


def _fixed(end: sp.Expr, x: sp.Symbol) -> bool:
    return x not in end.free_symbols and not end.has(sp.oo, -sp.oo)
