"""Equality assumptions used up: a symbol that an equation determines is replaced by its value in the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..capture import substitute
from ..domain import Domain, Range
from ..enclosure.decide import decide_at
from ..errors import NotEnclosable
from ..symbolic.lost import put_in
from ..symbolic.sign import sign


@dataclass(frozen=True)
class Elimination:
    """`domain` without the symbols in `values`; values: symbol -> expression in the symbols that are left.

    Every point of the original domain comes from exactly one point of the new one by adding the values. The converse holds
    except where `relaxed` names symbols whose integrality was dropped, and where an equation is not defined (see `fulfilled`).
    """

    domain: Domain
    values: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)
    relaxed: tuple[sp.Symbol, ...] = ()
    equations: tuple[sp.Eq, ...] = ()
    """The assumptions that were solved, as they stood."""

    def apply(self, expr: Any) -> Any:
        """The expression or relation in the symbols that are left. Raises NotEnclosable if it might lose a part that is undefined."""
        if not self.values or not isinstance(expr, sp.Basic):
            return expr
        if isinstance(expr, Relational):
            return expr.func(*(put_in(side, self.values, self.domain) for side in expr.args), evaluate=False)
        return put_in(expr, self.values, self.domain)

    def fulfilled(self, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
        """True if the equations that were used up are certainly defined at a completed point (they hold there, then, by construction)."""
        for equation in self.equations:
            try:
                at = decide_at(equation, dict(point), max_prec=256)
            except NotEnclosable:
                return False
            if at.lhs is None or at.rhs is None or at.truth is False:
                return False
        return True

    def complete(self, point: Mapping[sp.Symbol, sp.Expr]) -> dict[sp.Symbol, sp.Expr]:
        """The point of the original domain that belongs to a point of the new one."""
        full = dict(point)
        for symbol, value in self.values.items():
            full[symbol] = sp.sympify(value.xreplace(dict(point)))
        return full


def eliminate(domain: Domain) -> Elimination:
    """Solve equality assumptions that are linear in some symbol with a coefficient known to be non-zero on the domain."""
    values: dict[sp.Symbol, sp.Expr] = {}
    relaxed: list[sp.Symbol] = []
    given = tuple(a for a in domain.assumptions if isinstance(a, sp.Eq))
    progress = True
    while progress:
        progress = False
        for equation in domain.assumptions:
            if not isinstance(equation, sp.Eq):
                continue
            solved = _solve(equation, domain)
            if solved is None:
                continue
            symbol, value = solved
            rng = domain.ranges[symbol]
            if rng.integer and value.is_integer is not True:
                relaxed.append(symbol)
            values = {s: _substitute(v, {symbol: value}) for s, v in values.items()}
            values[symbol] = value
            others = tuple(a for a in domain.assumptions if a is not equation)
            box = {s: r for s, r in domain.ranges.items() if s != symbol}
            assumptions = [_substitute(a, {symbol: value}) for a in others]
            domain = Domain(box).restrict(*[a for a in assumptions if a is not sp.S.true], *_bounds(value, rng))
            progress = True
            break
    return Elimination(domain, values, tuple(relaxed), given if values else ())


def _substitute(expr: Any, values: Mapping[sp.Symbol, sp.Expr]) -> Any:
    """Replace free symbols; bound ones (of an Integral, Sum ...) keep their own."""
    if isinstance(expr, (sp.Eq, sp.Ne, sp.Lt, sp.Le, sp.Gt, sp.Ge)):
        return expr.func(substitute(expr.lhs, values), substitute(expr.rhs, values), evaluate=False)
    return substitute(expr, values)


def _solve(equation: sp.Eq, domain: Domain) -> tuple[sp.Symbol, sp.Expr] | None:
    lhs, rhs = equation.lhs, equation.rhs
    for symbol, value in ((lhs, rhs), (rhs, lhs)):
        if isinstance(symbol, sp.Symbol) and symbol in domain.ranges and symbol not in value.free_symbols:
            if not domain.ranges[symbol].integer:
                return symbol, value
    difference = lhs - rhs
    try:
        numerator = sp.fraction(sp.together(difference))[0]
    except (ValueError, TypeError):
        numerator = difference
    numerator = sp.expand(numerator)
    choices = [s for s in domain.ranges if s in numerator.free_symbols]
    choices.sort(key=lambda s: domain.ranges[s].integer)
    for symbol in choices:
        coefficient = numerator.coeff(symbol, 1)
        rest = numerator.coeff(symbol, 0)
        if symbol in coefficient.free_symbols or symbol in rest.free_symbols:
            continue
        if sp.expand(numerator - coefficient * symbol - rest) != 0:
            continue
        if sign(coefficient, domain) in ("+", "-", "!0"):
            return symbol, sp.cancel(-rest / coefficient)
    return None


def _bounds(value: sp.Expr, rng: Range) -> list[Any]:
    out: list[Any] = []
    if rng.lo.is_finite:
        out.append((sp.Gt if rng.lo_open else sp.Ge)(value, rng.lo, evaluate=False))
    if rng.hi.is_finite:
        out.append((sp.Lt if rng.hi_open else sp.Le)(value, rng.hi, evaluate=False))
    return out
