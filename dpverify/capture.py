"""Substitution under integrals, sums, products, limits and derivatives without capture.

SymPy puts x for y into an integral over x and gets another formula. Here a bound variable that a value would run into is renamed, or
the substitution is refused; nothing else in the package replaces a symbol by a formula that may hold a bound variable's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from .errors import ClaimError, NotEnclosable

_WITH_LIMITS = (sp.Integral, sp.Sum, sp.Product)
BINDERS = (*_WITH_LIMITS, sp.Limit, sp.Derivative, sp.Subs)
_PLAIN = (sp.Add, sp.Mul, sp.Pow, sp.Function, sp.Max, sp.Min, sp.Rel)
"""Classes that bind nothing."""


@lru_cache(maxsize=50_000)
def free_symbols(expr: sp.Basic) -> frozenset[sp.Symbol]:
    """What SymPy's own property gives, remembered for every node: it puts new variables into each integral and sum whenever asked."""
    if isinstance(expr, _PLAIN):
        return frozenset().union(*(free_symbols(a) for a in expr.args))
    return frozenset(expr.free_symbols)


def bound_symbols(op: sp.Basic) -> set[sp.Symbol]:
    """The symbols that an integral, sum, product, limit, derivative or formula at a point binds."""
    if isinstance(op, sp.Limit):
        return {op.args[1]}
    if isinstance(op, (sp.Derivative, sp.Subs)):
        return set(op.variables)
    return {limit[0] for limit in op.limits}


def all_bound(expr: sp.Basic) -> set[sp.Symbol]:
    """Every symbol that is bound somewhere in the tree, by whatever class."""
    out: set[sp.Symbol] = set()
    for node in sp.preorder_traversal(expr):
        if isinstance(node, BINDERS):
            out |= bound_symbols(node)
        elif isinstance(node, sp.Basic) and not node.is_Atom:
            out |= node.atoms(sp.Symbol) - set().union(*(a.free_symbols for a in node.args)) if _opaque_binder(node) else set()
    return out


def _opaque_binder(node: sp.Basic) -> bool:
    """True for a class of SymPy's that binds symbols in a way not listed above, such as Lambda."""
    return bool(set().union(*(a.free_symbols for a in node.args)) - node.free_symbols)


def refuse_capture(expr: sp.Basic, values: Iterable[sp.Basic], what: str) -> None:
    """Raise ClaimError if a value would be caught by a bound variable of the expression."""
    bound = all_bound(expr)
    caught = sorted({s.name for v in values for s in v.free_symbols & bound})
    if caught:
        raise ClaimError(f"{what} would be caught by its bound variable {caught[0]}; rename one of the two")


def put(expr: Any, values: Mapping[sp.Symbol, Any], what: str) -> Any:
    """The expression with free symbols replaced all at once. Raises ClaimError if a value would be caught by a bound variable."""
    swap = {s: sp.sympify(v) for s, v in values.items() if s != v}
    refuse_capture(expr, swap.values(), what)
    return substitute(expr, swap)


def put_relation(relation: Any, values: Mapping[sp.Symbol, Any], what: str) -> Any:
    """`put` on both sides of a relation, which stays one: it never becomes a bare truth value."""
    return relation.func(*(put(side, values, what) for side in relation.args), evaluate=False)


def read_as(expr: Any, term: sp.Expr, symbol: sp.Symbol, what: str) -> Any:
    """The expression with a term read as a symbol. Raises ClaimError where the term or the symbol speaks of a bound variable."""
    refuse_capture(expr, (term, symbol), what)
    return expr.xreplace({term: symbol})


def substitute(expr: Any, values: Mapping[sp.Symbol, Any]) -> Any:
    """The expression with free symbols replaced all at once; bound variables that a value names are renamed first.

    Raises NotEnclosable where a derivative would capture a value.
    """
    swap = {s: sp.sympify(v) for s, v in values.items()}
    taken = set().union(*(v.free_symbols for v in swap.values()))
    return renamed(expr, taken, frozenset(swap)).subs(swap, simultaneous=True)


def renamed(expr: Any, taken: Iterable[sp.Symbol], replaced: frozenset[sp.Symbol] = frozenset()) -> Any:
    """The expression with the bound variables that are in `taken` given new names.

    replaced: symbols about to be replaced. Integrals and sums know their own variables then; limits do not and are renamed for these too.
    """
    names = frozenset(taken)
    if not isinstance(expr, sp.Basic) or not expr.has(*BINDERS) and not all_bound(expr) & names:
        return expr
    return _renamed(expr, names, replaced)


def _renamed(expr: sp.Basic, taken: frozenset[sp.Symbol], replaced: frozenset[sp.Symbol]) -> sp.Basic:
    if expr.is_Atom:
        return expr
    args = [_renamed(a, taken, replaced) for a in expr.args]
    if any(a is not b for a, b in zip(args, expr.args, strict=True)):
        expr = _rebuilt(expr, args)
    if isinstance(expr, _WITH_LIMITS):
        return _with_limits(expr, taken)
    if isinstance(expr, sp.Limit):
        body, v, at, side = expr.args
        return _fresh_limit(body, v, at, side) if v in taken or v in replaced else expr
    if isinstance(expr, (sp.Derivative, sp.Subs)):
        if bound_symbols(expr) & taken or isinstance(expr, sp.Subs) and bound_symbols(expr) & replaced:
            raise NotEnclosable("a value would be captured by a bound variable")
        return expr
    if _opaque_binder(expr) and expr.atoms(sp.Symbol) & taken - expr.free_symbols:
        raise NotEnclosable("a value would be captured by a bound variable")
    return expr


def _rebuilt(expr: sp.Basic, args: list[sp.Basic]) -> sp.Basic:
    """The node on other arguments. A renamed bound variable changes no value, so nothing may be simplified here."""
    if isinstance(expr, (sp.Add, sp.Mul, sp.Pow, sp.Rel, sp.Function)) and not isinstance(expr, sp.Piecewise):
        return expr.func(*args, evaluate=False)
    return expr.func(*args)


def _fresh(symbol: sp.Symbol) -> sp.Dummy:
    return sp.Dummy(symbol.name, **symbol._assumptions_orig)


def _fresh_limit(body: sp.Expr, v: sp.Symbol, at: sp.Expr, side: sp.Symbol) -> sp.Limit:
    new = _fresh(v)
    return sp.Limit(_moved(body, v, new), new, at, str(side))


def _with_limits(expr: sp.Expr, taken: frozenset[sp.Symbol]) -> sp.Expr:
    """Variable by variable, the innermost first: each binds in the function and in the ends of those further in."""
    function, limits = expr.function, [tuple(limit) for limit in expr.limits]
    changed = False
    for i, (v, *ends) in enumerate(limits):
        if v not in taken:
            continue
        new, changed = _fresh(v), True
        function = _moved(function, v, new)
        for j in range(i):
            limits[j] = (limits[j][0], *(_moved(e, v, new) for e in limits[j][1:]))
        # An indefinite integral's variable is also its argument.
        limits[i] = (new, *ends) if ends else (new, v)
    return expr.func(function, *limits) if changed else expr


def _moved(expr: sp.Expr, old: sp.Symbol, new: sp.Symbol) -> sp.Expr:
    """The free `old` renamed; where it is bound further in, it is another variable."""
    if old not in expr.free_symbols:
        return expr
    inner = renamed(expr, {old}) if old in all_bound(expr) and not expr.has(sp.Derivative) else expr
    return inner.xreplace({old: new})
