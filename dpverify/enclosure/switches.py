"""Abs, Max, Min, sign, Heaviside, floor and Piecewise resolved on an interval, and an interval cut where they switch.

Intervals are open here: what happens at single points changes no integral.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import arb
from sympy.core.relational import Relational

from ..errors import NotEnclosable
from .balls import integer_of
from .box import Box, compile_expr, decide_over, require_defined
from .interval import Interval
from .patterns import collect_exponentials
from .point import enclose_at
from .substitution import rebuild

SWITCHES = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.Heaviside, sp.floor, sp.ceiling, sp.frac, sp.Piecewise)
MAX_CUTS = 3000


@dataclass(frozen=True)
class Piece:
    """The open interval (lo, hi), and what the integrand is there. `smooth`: free of switches."""

    lo: arb
    hi: arb
    integrand: sp.Expr
    smooth: bool


def resolve(expr: Any, box: Box, prec: int) -> Any:
    """The expression with every switch decided that has one branch on the whole box; equal to `expr` at every point of the box."""
    return _resolve(expr, box, prec, {})


def _resolve(expr: Any, box: Box, prec: int, seen: dict[Relational, Any]) -> Any:
    # seen: the conditions decided so far, for folded formulas repeat them by the dozen
    if not isinstance(expr, sp.Basic) or not expr.has(*SWITCHES):
        return expr
    if isinstance(expr, sp.Piecewise):
        return _resolve_piecewise(expr, box, prec, seen)
    args = [_resolve(a, box, prec, seen) for a in expr.args]
    if isinstance(expr, sp.Abs):
        s = _sign(args[0], box, prec)
        return sp.Abs(args[0]) if s is None else s * args[0]
    if isinstance(expr, (sp.Max, sp.Min)):
        return _resolve_extremum(expr.func, args, box, prec)
    if isinstance(expr, sp.sign):
        s = _sign(args[0], box, prec, strict=True)
        return sp.sign(args[0]) if s is None else sp.Integer(s)
    if isinstance(expr, sp.Heaviside):
        s = _sign(args[0], box, prec, strict=True)
        return expr.func(*args) if s is None or s == 0 else sp.Integer((1 + s) // 2)
    if isinstance(expr, (sp.floor, sp.ceiling)):
        try:
            image = compile_expr(expr.func(args[0]))(box, prec)
        except NotEnclosable:
            return expr.func(*args)
        n = integer_of(image.lo) if image.is_point() else None
        return expr.func(*args) if n is None else sp.Integer(n)
    return rebuild(expr, args)


def _resolve_extremum(head: Any, args: list[sp.Expr], box: Box, prec: int) -> sp.Expr:
    best = 1 if head is sp.Max else -1
    kept: list[sp.Expr] = []
    for a in args:
        beaten = False
        for b in list(kept):
            s = _sign(a - b, box, prec)
            if s is None:
                continue
            if s == best:
                kept.remove(b)
            else:
                beaten = True
                break
        if not beaten:
            kept.append(a)
    return kept[0] if len(kept) == 1 else head(*kept, evaluate=False)


def _resolve_piecewise(expr: sp.Piecewise, box: Box, prec: int, seen: dict[Relational, Any]) -> sp.Expr:
    branches = []
    for value, condition in expr.args:
        condition = _resolve_condition(condition, box, prec, seen)
        if condition is sp.false:
            continue
        branches.append((_resolve(value, box, prec, seen), condition))
        if condition is sp.true:
            break
    if len(branches) == 1 and branches[0][1] is sp.true:
        return branches[0][0]
    if not branches:
        raise NotEnclosable("no branch of the Piecewise applies")
    return sp.Piecewise(*branches, evaluate=False)


def _resolve_condition(condition: Any, box: Box, prec: int, seen: dict[Relational, Any]) -> Any:
    if isinstance(condition, (sp.And, sp.Or)):
        return _joined(condition, tuple(_resolve_condition(c, box, prec, seen) for c in condition.args))
    if isinstance(condition, sp.Not):
        return sp.Not(_resolve_condition(condition.args[0], box, prec, seen))
    if not isinstance(condition, Relational):
        return condition
    if condition not in seen:
        seen[condition] = _resolve_relation(condition, box, prec, seen)
    return seen[condition]


def _resolve_relation(relation: Relational, box: Box, prec: int, seen: dict[Relational, Any]) -> Any:
    relation = relation.func(*(_resolve(s, box, prec, seen) for s in relation.args), evaluate=False)
    truth = decide_over(relation, box, prec)
    if truth is None and not (relation.lhs.is_infinite or relation.rhs.is_infinite):
        require_defined(relation, box, prec)
        truth = decide_over(relation.func(same_sign(relation.lhs - relation.rhs), 0, evaluate=False), box, prec)
    return relation if truth is None else sp.true if truth else sp.false


def _joined(condition: sp.And | sp.Or, parts: tuple[Any, ...]) -> Any:
    """The condition with its parts decided as far as they are, each of them defined; SymPy is asked to join only what is left open."""
    settling, neutral = (sp.false, sp.true) if isinstance(condition, sp.And) else (sp.true, sp.false)
    if settling in parts:
        return settling
    if parts == condition.args:
        return condition
    left = [part for part in parts if part is not neutral]
    return condition.func(*left) if left else neutral


def _sign(u: sp.Expr, box: Box, prec: int, strict: bool = False) -> int | None:
    """1 if u >= 0 on the box (u > 0 if strict), -1 likewise, 0 if u is identically 0, else None."""
    try:
        image = compile_expr(u)(box, prec)
        if image.contains_zero():
            image = compile_expr(same_sign(u))(box, prec)
    except NotEnclosable:
        return None
    if image.is_zero():
        return 0
    if image.is_positive() or (not strict and image.is_nonnegative()):
        return 1
    if image.is_negative() or (not strict and image.is_nonpositive()):
        return -1
    return None


@lru_cache(maxsize=2000)
def same_sign(u: sp.Expr) -> sp.Expr:
    """An expression with the sign of u wherever u is defined: c exp(v) - d exp(w), constants c, d > 0, becomes v - w + log(c) - log(d).

    That makes f(x) - exp(eps) f(x + d) affine in x for Laplacian and Gaussian f, and 0 where the privacy loss is constant.
    A quotient of polynomials becomes their product.
    """
    collected = collect_exponentials(u)
    terms = sp.Add.make_args(collected)
    if len(terms) == 2:
        parts = []
        for t in terms:
            exponents = [f.args[0] for f in sp.Mul.make_args(t) if isinstance(f, sp.exp)]
            parts.append((sp.Mul(*(f for f in sp.Mul.make_args(t) if not isinstance(f, sp.exp))), sp.Add(*exponents)))
        (c, v), (d, w) = parts
        if not (c.free_symbols or d.free_symbols) and (v.free_symbols or w.free_symbols):
            try:
                first, second = enclose_at(c, {}, 64), enclose_at(d, {}, 64)
            except NotEnclosable:
                return collected
            if first > 0 and second < 0:
                return sp.expand(v - w) + sp.log(c) - sp.log(-d)
            if first < 0 and second > 0:
                return sp.expand(w - v) + sp.log(d) - sp.log(-c)
    if len(u.free_symbols) == 1 and not u.has(*SWITCHES) and not any(e.free_symbols for e in u.atoms(sp.exp)):
        (x,) = u.free_symbols
        numerator, denominator = sp.fraction(sp.together(u))
        if numerator.is_polynomial(x) and denominator.is_polynomial(x):
            numerator = sp.expand(numerator)
            powers = {0, *(int(t.as_coeff_exponent(x)[1]) for t in sp.Add.make_args(numerator))}
            return sp.Add(*(numerator.coeff(x, i) * x**i for i in powers)) * denominator
    return collected


def split_at_switches(f: sp.Expr, x: sp.Symbol, lo: arb, hi: arb, tolerance: arb, prec: int) -> list[Piece]:
    """Pieces that cover (lo, hi) up to single points. Where a switch stays undecided down to the tolerance the piece is not smooth."""
    if not f.has(*SWITCHES):
        return [Piece(lo, hi, f, True)]
    pieces: list[Piece] = []
    stack = [(lo, hi, f)]
    cuts = 0
    while stack:
        a, b, g = stack.pop()
        try:
            g = resolve(g, {x: Interval(a, b, True, True)}, prec)
        except NotEnclosable:
            pass
        if not g.has(*SWITCHES):
            pieces.append(Piece(a, b, g, True))
            continue
        cuts += 1
        if cuts > MAX_CUTS or b - a <= tolerance:
            pieces.append(Piece(a, b, g, False))
            continue
        left, right = _cut(g, x, a, b, prec)
        if left < right:
            pieces.append(Piece(left, right, g, False))
        stack.append((right, b, g))
        stack.append((a, left, g))
    return _merge(pieces)


def _cut(g: sp.Expr, x: sp.Symbol, a: arb, b: arb, prec: int) -> tuple[arb, arb]:
    """Where to cut (a, b): around the root of a switch that is affine in x, else in the middle. Two equal numbers for an exact root."""
    for u in _switch_functions(g):
        root = _affine_root(u, x, prec)
        if root is None:
            continue
        if root.is_exact():
            if a < root < b:
                return root, root
            continue
        margin = root.rad() * 64
        left, right = (root - margin).lower(), (root + margin).upper()
        if a < left and right < b:
            return left, right
    middle = Interval(a, b).cut()
    return middle, middle


@lru_cache(maxsize=2000)
def _affine_root(u: sp.Expr, x: sp.Symbol, prec: int) -> arb | None:
    """A ball for the zero of u, or of a function with its sign, if that is affine in x."""
    if u.has(*SWITCHES):
        return None
    constant, rest = same_sign(u).as_independent(x, as_Add=True)
    slope = rest.coeff(x)
    if rest == 0 or slope.has(x) or sp.expand(rest - slope * x) != 0:
        return None
    try:
        return enclose_at(-constant / slope, {}, prec)
    except NotEnclosable:
        return None


def _switch_functions(g: sp.Expr) -> list[sp.Expr]:
    """Functions at whose zeros the switches of g change, innermost first."""
    out: list[sp.Expr] = []
    for node in sp.postorder_traversal(g):
        if isinstance(node, (sp.Abs, sp.sign, sp.Heaviside)):
            out.append(node.args[0])
        elif isinstance(node, (sp.Max, sp.Min)):
            out.extend(s - t for i, s in enumerate(node.args) for t in node.args[:i])
        elif isinstance(node, Relational) and not (node.lhs.is_infinite or node.rhs.is_infinite):
            out.append(node.lhs - node.rhs)
    return out


def _merge(pieces: list[Piece]) -> list[Piece]:
    pieces.sort(key=lambda p: p.lo.mid())
    out: list[Piece] = []
    for p in pieces:
        last = out[-1] if out else None
        if last is not None and last.smooth and p.smooth and last.integrand == p.integrand and last.hi == p.lo:
            out[-1] = Piece(last.lo, p.hi, p.integrand, True)
        else:
            out.append(p)
    return out
