"""Formulas that stay what they are when SymPy builds them again.

Written with evaluate=False, k*(1/k) may stand in the body of a sum; a bound variable cannot be given another name, nor a number be put
in for it, without the body being built again, and then it is 1. Outside of operators what drops out is noticed where it happens (`lost`);
what would drop out inside one is found here, before anything is done to the formula.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .comparison import known_sign
from .lost import BINDERS, is_defined, partial_nodes

_FAULTS = (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError)


def dropped_part(expr: sp.Basic, domain: Domain) -> sp.Basic | None:
    """A part of the body or an end of an operator, or of a branch of a Piecewise, that drops out when it is built again and is not shown to
    be defined for all values of the domain and of the bound variables. None: there is none."""
    for body, where in _bodies(expr, domain):
        before = partial_nodes(body)
        if not before:
            continue
        try:
            after = partial_nodes(_built_again(body))
        except _FAULTS:
            return body
        for part in sorted(before - after, key=sp.default_sort_key):
            if not is_defined(part, where):
                return part
    return None


def _bodies(expr: sp.Basic, domain: Domain) -> Iterator[tuple[sp.Basic, Domain]]:
    """What stands directly in an operator or a Piecewise, and the domain of its symbols."""
    for node, where in nodes(expr, domain):
        if isinstance(node, (sp.Piecewise, *BINDERS)):
            yield from parts_inside(node, where)


def nodes(expr: sp.Basic, domain: Domain) -> Iterator[tuple[sp.Basic, Domain]]:
    """Every node of the tree that is no leaf, with the domain of its symbols, those that are bound around it included."""
    stack = [(expr, domain)]
    seen: set[tuple[sp.Basic, tuple[object, ...], tuple[object, ...]]] = set()
    while stack:
        node, where = stack.pop()
        key = (node, tuple(where.ranges.items()), where.assumptions)
        if node.is_Atom or key in seen:
            continue
        seen.add(key)
        yield node, where
        inside = isinstance(node, (sp.Piecewise, *BINDERS))
        stack.extend(parts_inside(node, where) if inside else ((a, where) for a in node.args))


def parts_inside(node: sp.Basic, domain: Domain) -> Iterator[tuple[sp.Basic, Domain]]:
    """The parts of an operator or a Piecewise that are no leaves, each with the domain of its symbols.

    A bound variable that shares its symbol with the domain is another variable. Of one of a sum or product it is known that it is an
    integer between the ends, of that of an integral that it lies between rational ends, of others nothing. Ends belong to what is outside.
    """
    parts: list[tuple[sp.Basic, Domain]] = []
    if isinstance(node, sp.Limit):
        body, v, point, _ = node.args
        parts += [(body, domain.extend(v, Range())), (point, domain)]
    elif isinstance(node, sp.Subs):
        inner = domain
        for v in node.variables:
            inner = inner.extend(v, Range())
        parts += [(node.expr, inner), *((point, domain) for point in node.point)]
    elif isinstance(node, (sp.Integral, sp.Sum, sp.Product)):
        for v, *ends in reversed(node.limits):  # the outermost first
            parts += [(end, domain) for end in ends]
            domain = _with_variable(domain, v, ends, not isinstance(node, sp.Integral))
        parts.append((node.function, domain))
    else:
        parts += [(a, domain) for arg in node.args for a in (arg.args if isinstance(arg, sp.Tuple) else (arg,))]
    yield from ((part, where) for part, where in parts if not part.is_Atom)


def _with_variable(domain: Domain, v: sp.Symbol, ends: list[sp.Expr], integer: bool) -> Domain:
    wide = domain.extend(v, Range(integer=integer))
    if len(ends) < 2 or any(v in end.free_symbols for end in ends):
        return wide
    low, high = ends
    if low.is_Rational and high.is_Rational:
        return wide.with_range(v, Range(low, high, False, False, integer)) if low <= high else wide
    # SymPy gives a sum from beyond its end the terms between; where that is not excluded nothing is said of the variable.
    if not integer or high != sp.oo and (low == -sp.oo or known_sign(high - low + 1, domain) not in ("+", "0", "+0")):
        return wide
    relations = [sp.Ge(v, low, evaluate=False)] if low != -sp.oo else []
    relations += [sp.Le(v, high, evaluate=False)] if high != sp.oo else []
    return wide.restrict(*relations)


def _built_again(expr: sp.Basic) -> sp.Basic:
    """The formula built from its leaves, as xreplace would build it; operators and cases inside stay as they are."""
    if expr.is_Atom or isinstance(expr, (sp.Piecewise, *BINDERS)):
        return expr
    args = [_built_again(a) for a in expr.args]
    return expr.func(*args, evaluate=False) if isinstance(expr, Relational) else expr.func(*args)
