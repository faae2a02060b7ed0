"""Scale invariance: weights w with f(l^w v) = l^p f(v) for every l > 0. One symbol can then be fixed at 1.

The weights are found, and at the same time shown to work, by induction over the tree: a sum is homogeneous if its terms have one weight,
a product has the sum of the weights, a power the multiple, and a function whose argument has weight 0 has weight 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range

Linear = dict[sp.Symbol, sp.Rational]
"""A linear form in the unknown weights."""


class _NotHomogeneous(Exception):
    """The tree has a node that fits no weights."""


@dataclass(frozen=True)
class Scaled:
    """The sign of the expression on the old domain is its sign on the new one (which may be larger than the image of the old)."""

    expr: sp.Expr
    domain: Domain
    fixed: sp.Symbol
    weights: Mapping[sp.Symbol, sp.Rational]

    @property
    def reason(self) -> str:
        parts = ", ".join(f"${sp.latex(s)}$ by $l^{{{w}}}$" for s, w in self.weights.items() if w != 0)
        fixed = sp.latex(self.fixed)
        return f"multiplying {parts} multiplies the difference by a power of $l > 0$, so that ${fixed} = 1$ is the general case"


def scale_away(expr: sp.Expr, domain: Domain) -> Scaled | None:
    """The expression with one symbol fixed at 1, if it is homogeneous in weights that allow it; None otherwise."""
    symbols = sorted((s for s in domain.symbols if s in expr.free_symbols), key=str)
    equations: list[Linear] = []
    try:
        _weight(expr, equations)
    except _NotHomogeneous:
        return None
    free = [s for s in symbols if not domain.ranges[s].integer]
    equations += [{s: sp.S.One} for s in symbols if domain.ranges[s].integer]
    for weights in _solutions(symbols, equations):
        best = None
        for s in free:
            rng = domain.ranges[s]
            if weights[s] == 0 or not (rng.lo.is_nonnegative and (rng.lo_open or rng.lo.is_positive)):
                continue
            unit = {t: w / weights[s] for t, w in weights.items()}
            candidate = _fix(expr, domain, s, unit)
            unbounded = sum(r.lo.is_infinite or r.hi.is_infinite or r.lo.is_zero is True for r in candidate.domain.ranges.values())
            key = (len(candidate.domain.assumptions) < len(domain.assumptions), unbounded, s.name)
            if best is None or key < best[0]:
                best = (key, candidate)
        if best is not None:
            return best[1]
    return None


def _fix(expr: sp.Expr, domain: Domain, symbol: sp.Symbol, weights: Mapping[sp.Symbol, sp.Rational]) -> Scaled:
    """Divide every t by symbol^w(t), w(symbol) = 1."""
    one = domain.ranges[symbol]
    ranges: dict[sp.Symbol, Range] = {}
    for t, rng in domain.ranges.items():
        if t == symbol:
            continue
        w = weights.get(t, sp.S.Zero)
        ranges[t] = rng if w == 0 else _quotient(rng, one, w)
    kept = [a for a in domain.assumptions if _is_invariant(a, weights)]
    fixed = Domain(ranges).restrict(*[_set_one(a, symbol) for a in kept])
    return Scaled(expr.subs(symbol, sp.S.One), fixed, symbol, weights)


def _set_one(relation: Relational, symbol: sp.Symbol) -> Any:
    sides = (relation.lhs.subs(symbol, sp.S.One), relation.rhs.subs(symbol, sp.S.One))
    if not (sides[0].free_symbols or sides[1].free_symbols):
        return sp.S.true
    return relation.func(*sides, evaluate=False)


def _is_invariant(relation: Any, weights: Mapping[sp.Symbol, sp.Rational]) -> bool:
    if not isinstance(relation, Relational):
        return False
    equations: list[Linear] = []
    try:
        left, right = _weight(relation.lhs, equations), _weight(relation.rhs, equations)
    except _NotHomogeneous:
        return False
    if left is not None and right is not None:
        equations.append(_minus(left, right))
    return all(sum(c * weights.get(s, sp.S.Zero) for s, c in eq.items()) == 0 for eq in equations)


def _quotient(rng: Range, one: Range, w: sp.Rational) -> Range:
    """A range that holds t / s^w for t in rng and s in `one` (positive)."""
    if rng.hi.is_nonpositive:
        mirror = _quotient(_mirrored(rng), one, w)
        return _mirrored(mirror)
    if not rng.lo.is_nonnegative:
        return Range()
    small, small_open = (one.lo, one.lo_open) if w > 0 else (one.hi, one.hi_open)
    large, large_open = (one.hi, one.hi_open) if w > 0 else (one.lo, one.lo_open)
    power_small, power_large = _power(small, w), _power(large, w)
    if rng.lo.is_zero or power_large is sp.S.Infinity:
        lo, lo_open = sp.S.Zero, rng.lo_open if rng.lo.is_zero else True
    else:
        lo, lo_open = rng.lo / power_large, rng.lo_open or large_open
    if rng.hi.is_infinite or power_small.is_zero:
        hi, hi_open = sp.S.Infinity, True
    else:
        hi, hi_open = rng.hi / power_small, rng.hi_open or small_open
    return Range(lo, hi, bool(lo_open), bool(hi_open))


def _mirrored(rng: Range) -> Range:
    return Range(-rng.hi, -rng.lo, rng.hi_open, rng.lo_open, rng.integer)


def _power(end: sp.Expr, w: sp.Rational) -> sp.Expr:
    if end.is_zero:
        return sp.S.Zero if w > 0 else sp.S.Infinity
    if end.is_infinite:
        return sp.S.Infinity if w > 0 else sp.S.Zero
    return end**w


# ---- weights


def _minus(a: Linear, b: Linear) -> Linear:
    return {s: c for s in a.keys() | b.keys() if (c := a.get(s, sp.S.Zero) - b.get(s, sp.S.Zero)) != 0}


def _times(a: Linear, c: sp.Rational) -> Linear:
    return {s: v * c for s, v in a.items() if c != 0}


def _weight(expr: sp.Expr, equations: list[Linear]) -> Linear | None:
    """The weight of the expression as a linear form; None for zero (any weight). Conditions are appended to `equations`."""
    if expr.is_zero:
        return None
    if not expr.free_symbols:
        return {}
    if expr.is_Symbol:
        return {expr: sp.S.One}
    if isinstance(expr, (sp.Add, sp.Max, sp.Min)):
        weights = [w for a in expr.args if (w := _weight(a, equations)) is not None]
        equations.extend(_minus(weights[0], w) for w in weights[1:])
        return weights[0]
    if isinstance(expr, sp.Mul):
        total: Linear = {}
        for a in expr.args:
            w = _weight(a, equations)
            if w is None:
                return None
            total = _minus(total, _times(w, sp.S.NegativeOne))
        return total
    if isinstance(expr, sp.Abs):
        return _weight(expr.args[0], equations)
    if isinstance(expr, sp.Pow) and expr.base != sp.E:
        w = _weight(expr.base, equations)
        if isinstance(expr.exp, sp.Rational):
            return None if w is None else _times(w, expr.exp)
        exponent = _weight(expr.exp, equations)
        for part in (w, exponent):
            if part:
                equations.append(part)
        return {}
    if isinstance(expr, sp.Piecewise):
        return _piecewise(expr, equations)
    if isinstance(expr, sp.sign) or isinstance(expr, sp.Heaviside):
        _weight(expr.args[0], equations)
        return {}
    if isinstance(expr, (sp.Function, sp.Pow)):
        for a in expr.args:
            if w := _weight(a, equations):
                equations.append(w)
        return {}
    raise _NotHomogeneous


def _piecewise(expr: sp.Piecewise, equations: list[Linear]) -> Linear | None:
    weights = []
    for value, condition in expr.args:
        if condition is not sp.S.true:
            for relation in condition.args if isinstance(condition, (sp.And, sp.Or)) else (condition,):
                if not isinstance(relation, Relational):
                    raise _NotHomogeneous
                left, right = _weight(relation.lhs, equations), _weight(relation.rhs, equations)
                if left is not None and right is not None:
                    equations.append(_minus(left, right))
        if (w := _weight(value, equations)) is not None:
            weights.append(w)
    if not weights:
        return None
    equations.extend(_minus(weights[0], w) for w in weights[1:])
    return weights[0]


def _solutions(symbols: list[sp.Symbol], equations: list[Linear]) -> list[dict[sp.Symbol, sp.Rational]]:
    rows = [[eq.get(s, sp.S.Zero) for s in symbols] for eq in equations if eq]
    matrix = sp.Matrix(rows) if rows else sp.zeros(1, len(symbols))
    return [dict(zip(symbols, list(v), strict=True)) for v in matrix.nullspace()]
