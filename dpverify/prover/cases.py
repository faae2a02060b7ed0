"""Abs, Max, Min, sign and Piecewise taken apart: the domain is split where their arguments change sign or order."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from ..symbolic.lost import is_defined, partial_nodes, replaced
from ..symbolic.sign import sign
from .definedness import defined_on

MAX_CASES = 24
_SPLIT = (sp.Abs, sp.Max, sp.Min, sp.sign)


def split_cases(expr: sp.Expr, domain: Domain, depth: int = 6) -> list[tuple[sp.Expr, Domain]] | None:
    """(expression without those functions, part of the domain): the parts cover the domain. None if a condition is not understood."""
    out: list[tuple[sp.Expr, Domain]] = []
    for case in _split(expr, domain, depth):
        if case is None or len(out) >= MAX_CASES:
            return None
        out.append(case)
    return out


def _split(expr: sp.Expr, domain: Domain, depth: int) -> Iterator[tuple[sp.Expr, Domain] | None]:
    if domain.is_box_empty():
        return
    nodes = _candidates(expr)
    if not nodes:
        yield expr, domain
        return
    for node in nodes:
        options = _options(node, domain)
        if options is None or (depth == 0 and len(options) > 1):
            continue
        parts = _parts(expr, node, options, domain)
        if parts is not None:
            for value, part in parts:
                yield from _split(value, part, depth - (len(options) > 1))
            return
    yield None


def _candidates(expr: sp.Expr) -> list[sp.Expr]:
    """The nodes to take apart, the first by preference: an innermost one; where its argument is defined on one branch only, that branch's
    Piecewise, if its conditions hold no such node."""
    found = expr.atoms(*_SPLIT, sp.Piecewise)
    simple = [a for a in found if not any(b is not a and a.has(b) for b in found)]
    first = sorted(simple, key=lambda a: (sp.count_ops(a), str(a)))[:1]
    outer = [a for a in found if isinstance(a, sp.Piecewise) and not any(c.has(*_SPLIT, sp.Piecewise) for _, c in a.args)]
    return first + [a for a in sorted(outer, key=lambda a: (sp.count_ops(a), str(a))) if a not in first]


def _parts(
    expr: sp.Expr, node: sp.Expr, options: list[tuple[sp.Expr, tuple[Relational, ...]]], domain: Domain
) -> list[tuple[sp.Expr, Domain]] | None:
    """The expression on each part; None if a part of it drops out that is not shown to be defined there.

    The conditions and their negations cover only the points at which the conditions are defined.
    """
    sides = {side for _, conditions in options for c in conditions for side in c.args}
    if not all(_defined(part, domain) for side in sides for part in partial_nodes(side)):
        return None
    out = []
    for value, conditions in options:
        if any(_is_false(c, domain) for c in conditions):
            continue
        part = domain.restrict(*conditions)
        if part.is_box_empty():
            continue
        new = replaced(expr, node, value, part, _defined)
        if new is None:
            return None
        out.append((new, part))
    return out


def _defined(part: sp.Expr, domain: Domain) -> bool:
    return is_defined(part, domain) or defined_on(part, domain) is not None


def _options(node: sp.Expr, domain: Domain) -> list[tuple[sp.Expr, tuple[Relational, ...]]] | None:
    """What the node equals under which conditions; the conditions together cover the domain."""
    if isinstance(node, sp.Piecewise):
        return _piecewise_options(node, domain)
    if isinstance(node, (sp.Abs, sp.sign)):
        u = node.args[0]
        s = sign(u, domain)
        absolute = isinstance(node, sp.Abs)
        if s in ("+", "-", "0"):
            value = {"+": 1, "-": -1, "0": 0}[s]
            return [(value * u if absolute else sp.Integer(value), ())]
        if absolute and s in ("+0", "-0"):
            return [(u if s == "+0" else -u, ())]
        if absolute:
            return [(u, (sp.Ge(u, 0, evaluate=False),)), (-u, (sp.Lt(u, 0, evaluate=False),))]
        return [
            (sp.S.One, (sp.Gt(u, 0, evaluate=False),)),
            (sp.S.NegativeOne, (sp.Lt(u, 0, evaluate=False),)),
            (sp.S.Zero, (sp.Ge(u, 0, evaluate=False), sp.Le(u, 0, evaluate=False))),
        ]
    relation = sp.Ge if isinstance(node, sp.Max) else sp.Le
    a, *rest = node.args
    b = node.func(*rest)
    s = sign(a - b, domain) if not b.has(sp.Max, sp.Min) else None
    larger = s in ("+", "+0", "0")
    smaller = s in ("-", "-0")
    if larger or smaller:
        return [(a if larger == isinstance(node, sp.Max) else b, ())]
    return [(a, tuple(relation(a, c, evaluate=False) for c in rest)), *_others(node, a, rest, relation)]


def _others(node: sp.Expr, a: sp.Expr, rest: list[sp.Expr], relation: type) -> list[tuple[sp.Expr, tuple[Relational, ...]]]:
    return [
        (c, tuple(relation(c, other, evaluate=False) for other in [a, *rest] if other != c))
        for c in rest
    ]


def _piecewise_options(node: sp.Piecewise, domain: Domain) -> list[tuple[sp.Expr, tuple[Relational, ...]]] | None:
    out: list[tuple[sp.Expr, tuple[Relational, ...]]] = []
    before: list[tuple[Relational, ...]] = [()]
    for value, condition in node.args:
        if condition is sp.S.true:
            out.extend((value, b) for b in before)
            return out
        relations = condition.args if isinstance(condition, sp.And) else (condition,)
        if not all(isinstance(r, Relational) and not isinstance(r, (sp.Eq, sp.Ne)) for r in relations):
            return None
        out.extend((value, (*b, *relations)) for b in before)
        before = [(*b, *relations[:i], r.negated) for b in before for i, r in enumerate(relations)]
        before = [b for b in before if not any(_is_false(r, domain) for r in b)]
        if len(before) > 8:
            return None
    return out if not before else None


def _is_false(relation: Relational, domain: Domain) -> bool:
    """True only if the relation holds nowhere on the domain."""
    if relation is sp.S.false or relation is sp.S.true:
        return relation is sp.S.false
    s = sign(relation.gts - relation.lts, domain) if not isinstance(relation, (sp.Eq, sp.Ne)) else None
    strict = isinstance(relation, (sp.Gt, sp.Lt))
    return s == "-" or (strict and s in ("0", "-0"))


def plain_assumptions(domain: Domain) -> Domain:
    """The same domain, with |u| <= c written as u <= c and -u <= c, max(u, v) <= c as u <= c and v <= c, min(u, v) >= c likewise."""
    out: list[object] = []
    for a in domain.assumptions:
        if not isinstance(a, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
            out.append(a)
            continue
        below = sp.Lt if isinstance(a, (sp.Lt, sp.Gt)) else sp.Le
        small, large = a.lts, a.gts
        if isinstance(small, sp.Abs):
            out += [below(small.args[0], large, evaluate=False), below(-small.args[0], large, evaluate=False)]
        elif isinstance(small, sp.Max):
            out += [below(u, large, evaluate=False) for u in small.args]
        elif isinstance(large, sp.Min):
            out += [below(small, u, evaluate=False) for u in large.args]
        else:
            out.append(a)
    return Domain(dict(domain.ranges)).restrict(*out)
