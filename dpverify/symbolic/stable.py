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
    stack = [(expr, domain)]
    seen: set[tuple[sp.Basic, tuple[object, ...]]] = set()
    while stack:
        node, where = stack.pop()
        key = (node, tuple(where.ranges.items()))
        if node.is_Atom or key in seen:
            continue
        seen.add(key)
        if not isinstance(node, (sp.Piecewise, *BINDERS)):
            stack.extend((a, where) for a in node.args)
            continue
        inner = inside_operator(node, where)
        for part in node.args:
            for body in part.args if isinstance(part, sp.Tuple) else (part,):
                if not body.is_Atom:
                    yield body, inner
                    stack.append((body, inner))


def inside_operator(node: sp.Basic, domain: Domain) -> Domain:
    """The domain with the operator's bound variables; all that is known of them is their rational ends and whether they are integers.

    A variable that shares its symbol with the domain is another variable.
    """
    if isinstance(node, (sp.Piecewise, sp.Derivative)):
        return domain
    if isinstance(node, sp.Limit):
        variables = [sp.Tuple(node.args[1])]
    elif isinstance(node, sp.Subs):
        variables = [sp.Tuple(v) for v in node.variables]
    else:
        variables = list(node.limits)
    for v, *ends in variables:
        rational = len(ends) == 2 and all(e.is_Rational for e in ends) and ends[0] <= ends[1]
        integer = isinstance(node, (sp.Sum, sp.Product))
        domain = domain.without(v).extend(v, Range(ends[0], ends[1], False, False, integer) if rational else Range(integer=integer))
    return domain


def _built_again(expr: sp.Basic) -> sp.Basic:
    """The formula built from its leaves, as xreplace would build it; operators and cases inside stay as they are."""
    if expr.is_Atom or isinstance(expr, (sp.Piecewise, *BINDERS)):
        return expr
    args = [_built_again(a) for a in expr.args]
    return expr.func(*args, evaluate=False) if isinstance(expr, Relational) else expr.func(*args)
