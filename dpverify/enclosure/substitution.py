"""Substitution that leaves every decision to the enclosures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..errors import NotEnclosable

UNEVALUATED = (sp.Max, sp.Min, sp.Piecewise, Relational)
"""Heads that SymPy would simplify by its own floating-point comparisons of constants."""


def substitute(expr: Any, values: Mapping[Any, Any]) -> Any:
    """expr with symbols replaced; Max, Min, Piecewise and relations are rebuilt unevaluated, the rest by SymPy's exact constructors."""
    known: dict[Any, Any] = dict(values)

    def walk(e: Any) -> Any:
        out = known.get(e)
        if out is None:
            if not e.args or not (e.free_symbols & values.keys()):
                out = e
            else:
                out = rebuild(e, [walk(a) for a in e.args])
            known[e] = out
        return out

    return walk(expr)


def rebuild(e: Any, args: list[Any]) -> Any:
    """The node e with other arguments.

    Raises NotEnclosable if SymPy refuses them (say, a complex argument of Max), or if the node becomes complex or undefined:
    log(-1)**2 must not pass for the real number -pi**2.
    """
    try:
        out = e.func(*args, evaluate=False) if isinstance(e, UNEVALUATED) else e.func(*args)
        if isinstance(e, (sp.Pow, sp.Function)) and not isinstance(e, UNEVALUATED) and out.has(sp.I, sp.zoo, sp.nan):
            raise NotEnclosable(f"{sp.sstr(e)[:100]} is undefined or not real there")
        return out
    except (ValueError, TypeError, RecursionError) as error:
        raise NotEnclosable(f"{e.func.__name__} does not take such arguments: {error}") from None
