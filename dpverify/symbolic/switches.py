"""Abs, Max, Min, sign, Heaviside and the conditions of a Piecewise: the places where a formula changes its shape."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

KINDS = (sp.Abs, sp.Max, sp.Min, sp.sign, sp.Heaviside, Relational)


@dataclass(frozen=True)
class Switch:
    """node: a subexpression whose shape is decided by the sign of `function`."""

    node: sp.Basic
    function: sp.Expr

    def decided(self, s: str) -> sp.Basic | None:
        """What the node equals where `function` has the sign s on all of an open piece; None if s does not tell."""
        node = self.node
        if isinstance(node, Relational):
            table = {
                sp.Gt: {"+": True, "-": False, "0": False, "-0": False},
                sp.Ge: {"+": True, "-": False, "0": True, "+0": True},
                sp.Lt: {"+": False, "-": True, "0": False, "+0": False},
                sp.Le: {"+": False, "-": True, "0": True, "-0": True},
                sp.Eq: {"+": False, "-": False, "0": True, "!0": False},
                sp.Ne: {"+": True, "-": True, "0": False, "!0": True},
            }
            truth = table.get(node.func, {}).get(s)
            return None if truth is None else sp.true if truth else sp.false
        if isinstance(node, (sp.Max, sp.Min)):
            first, second, *rest = node.args
            if s not in ("+", "+0", "0", "-", "-0"):
                return None
            larger, smaller = (first, second) if s in ("+", "+0", "0") else (second, first)
            return node.func(larger if isinstance(node, sp.Max) else smaller, *rest)
        u = self.function
        if isinstance(node, sp.Abs):
            return u if s in ("+", "+0", "0") else -u if s in ("-", "-0") else None
        if isinstance(node, sp.sign):
            return {"+": sp.S.One, "-": sp.S.NegativeOne, "0": sp.S.Zero}.get(s)
        return {"+": sp.S.One, "-": sp.S.Zero}.get(s)


def next_switch(f: sp.Basic, x: sp.Symbol | None = None, skip: frozenset[sp.Basic] = frozenset()) -> Switch | None:
    """An innermost switch of f (depending on x, if given), not one of `skip`, nor one under a bound variable; None if there is none."""
    if isinstance(f, (sp.Integral, sp.Sum, sp.Product, sp.Limit, sp.Derivative, sp.Subs)):
        return None
    for a in f.args:
        found = next_switch(a, x, skip)
        if found is not None:
            return found
    if not isinstance(f, KINDS) or f in skip or (x is not None and not f.has(x)):
        return None
    if isinstance(f, Relational):
        return Switch(f, f.lhs - f.rhs)
    if isinstance(f, (sp.Max, sp.Min)):
        return Switch(f, f.args[0] - f.args[1])
    return Switch(f, f.args[0])


def replace_node(f: sp.Basic, node: sp.Basic, value: sp.Basic) -> sp.Basic:
    """f with the node replaced throughout (bound variables are never inside a node that `next_switch` returns).

    As `xreplace`, but what becomes of a Piecewise and its conditions is worked out here: SymPy would bring every condition into its own
    normal form at each replacement, which takes most of the time of an integral over many pieces.
    """
    if f == node:
        return value
    if not f.args:
        return f
    args = [replace_node(a, node, value) for a in f.args]
    if all(a is b for a, b in zip(args, f.args, strict=True)):
        return f
    if isinstance(f, (sp.And, sp.Or)):
        neutral = sp.true if isinstance(f, sp.And) else sp.false
        if any(a in (sp.true, sp.false) and a != neutral for a in args):
            return sp.Not(neutral)
        left = [a for a in args if a != neutral]
        return neutral if not left else left[0] if len(left) == 1 else f.func(*left, evaluate=False)
    if isinstance(f, sp.Piecewise):
        return _shortened(args)
    return f.func(*args)


def _shortened(pairs: list[sp.Basic]) -> sp.Basic:
    """The Piecewise of the pairs without those that are never reached."""
    kept: list[sp.Basic] = []
    for pair in pairs:
        if pair.args[1] == sp.false:
            continue
        kept.append(pair)
        if pair.args[1] == sp.true:
            break
    if not kept:
        return sp.nan
    return kept[0].args[0] if kept[0].args[1] == sp.true else sp.Piecewise(*kept, evaluate=False)
