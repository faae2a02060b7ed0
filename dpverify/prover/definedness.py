"""Is an expression defined, finite and real on a whole domain? Side conditions are collected by walking the tree.

A product with a factor zero is not taken to be defined unless all of its factors are: 0 * (1/0) has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain, Range
from ..symbolic.derived import Proof
from ..symbolic.sign import sign

SignOf = Callable[[sp.Expr, Domain], "str | None"]

_ENTIRE = (
    sp.exp, sp.erf, sp.erfc, sp.erfi, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.atan, sp.asinh,
    sp.Abs, sp.sign, sp.Max, sp.Min, sp.floor, sp.ceiling,
)  # fmt: skip
"""Real and defined for every real argument."""


def defined_on(expr: sp.Expr, domain: Domain, sign_of: SignOf = sign) -> Proof | None:
    """A proof that `expr` has a finite real value everywhere on the domain, else None (not known).

    sign_of: what decides the signs of denominators and of arguments of logarithms and roots.
    """
    reasons: list[str] = []
    for part, wanted, where in conditions(expr, domain):
        if part is None:
            return None
        if sign_of(part, where) not in wanted:
            return None
        if part.free_symbols:
            reasons.append(f"${sp.latex(part)} {_TEXT[wanted]}$ on the domain")
    return Proof(tuple(dict.fromkeys(reasons)))


POSITIVE = ("+",)
NONNEGATIVE = ("+", "+0", "0")
NONZERO = ("+", "-", "!0")
_TEXT = {POSITIVE: "> 0", NONNEGATIVE: r"\ge 0", NONZERO: r"\ne 0"}


def conditions(expr: sp.Expr, domain: Domain) -> Iterator[tuple[sp.Expr | None, tuple[str, ...], Domain]]:
    """(part, admissible signs, where) for everything that has to hold for `expr` to be defined; part None: no rule is known."""
    if expr.is_Symbol:
        if expr not in domain.ranges:
            yield None, (), domain
        return
    if expr.is_number:
        if expr.is_real is not True or expr.has(sp.Float, sp.nan, sp.zoo, sp.oo, -sp.oo):
            yield None, (), domain
        return
    if isinstance(expr, sp.Piecewise):
        yield from _piecewise(expr, domain)
        return
    if isinstance(expr, (sp.Integral, sp.Sum)):
        yield from _operator(expr, domain)
        return
    for a in expr.args:
        yield from conditions(a, domain)
    if isinstance(expr, (sp.Add, sp.Mul)) or isinstance(expr, _ENTIRE):
        return
    if isinstance(expr, sp.Pow):
        yield from _power(expr, domain)
        return
    rule = _RULES.get(expr.func)
    if rule is None:
        yield None, (), domain
        return
    for part, wanted in rule(*expr.args):
        if part is None or not part.is_number or sign(part, domain) not in wanted:
            yield part, wanted, domain


def _power(expr: sp.Pow, domain: Domain) -> Iterator[tuple[sp.Expr | None, tuple[str, ...], Domain]]:
    base, exponent = expr.as_base_exp()
    if base == sp.E:
        return
    if isinstance(exponent, sp.Integer):
        if exponent < 0:
            yield base, NONZERO, domain
        return
    if isinstance(exponent, sp.Rational):
        yield base, NONNEGATIVE if exponent > 0 else POSITIVE, domain
        return
    yield base, POSITIVE, domain


def _piecewise(expr: sp.Piecewise, domain: Domain) -> Iterator[tuple[sp.Expr | None, tuple[str, ...], Domain]]:
    """Every branch is asked for on the part of the domain where it is chosen; the branches have to cover."""
    where = domain
    for value, condition in expr.args:
        if condition is sp.S.true:
            yield from conditions(value, where)
            return
        for relation in condition.args if isinstance(condition, sp.And) else (condition,):
            if not isinstance(relation, Relational):
                yield None, (), domain
                return
            yield from conditions(relation.lhs, where)
            yield from conditions(relation.rhs, where)
        branch = where.restrict(condition)
        if not branch.is_box_empty():
            yield from conditions(value, branch)
        if isinstance(condition, Relational) and not isinstance(condition, (sp.Eq, sp.Ne)):
            where = where.restrict(condition.negated)
            if where.is_box_empty():
                return
    yield None, (), domain


def _operator(expr: sp.Expr, domain: Domain) -> Iterator[tuple[sp.Expr | None, tuple[str, ...], Domain]]:
    """A proper integral of an integrand that is defined on the closed interval, or a finite sum with fixed ends."""
    inner, where = expr.function, domain
    for limit in reversed(expr.limits):
        if len(limit) != 3 or limit[1].is_infinite or limit[2].is_infinite:
            yield None, (), domain
            return
        symbol, lo, hi = limit
        yield from conditions(lo, where)
        yield from conditions(hi, where)
        if symbol in where.ranges:
            yield None, (), domain
            return
        where = where.extend(symbol, Range(integer=isinstance(expr, sp.Sum)))
        if isinstance(expr, sp.Sum):
            where = where.restrict(sp.Ge(symbol, lo, evaluate=False), sp.Le(symbol, hi, evaluate=False))
        else:
            if sign(hi - lo, where.without(symbol)) not in NONNEGATIVE:
                yield None, (), domain
                return
            where = where.restrict(sp.Ge(symbol, lo, evaluate=False), sp.Le(symbol, hi, evaluate=False))
    if inner.has(sp.Piecewise, sp.floor, sp.ceiling, sp.sign, sp.Heaviside) and isinstance(expr, sp.Integral):
        # Bounded and piecewise continuous is enough, but boundedness near a break is not visible branch by branch.
        yield None, (), domain
        return
    yield from conditions(inner, where)


_RULES: dict[Any, Callable[..., Any]] = {
    sp.log: lambda u: [(u, POSITIVE)],
    sp.asin: lambda u: [(1 - u, NONNEGATIVE), (1 + u, NONNEGATIVE)],
    sp.acos: lambda u: [(1 - u, NONNEGATIVE), (1 + u, NONNEGATIVE)],
    sp.acosh: lambda u: [(u - 1, NONNEGATIVE)],
    sp.atanh: lambda u: [(1 - u, POSITIVE), (1 + u, POSITIVE)],
    sp.coth: lambda u: [(u, NONZERO)],
    sp.csch: lambda u: [(u, NONZERO)],
    sp.erfinv: lambda u: [(1 - u, POSITIVE), (1 + u, POSITIVE)],
    sp.erfcinv: lambda u: [(2 - u, POSITIVE), (u, POSITIVE)],
    sp.LambertW: lambda u, *branch: [(u, NONNEGATIVE)] if not branch or branch[0] == 0 else [(None, ())],
    sp.gamma: lambda u: [(u, POSITIVE)],
    sp.loggamma: lambda u: [(u, POSITIVE)],
    sp.factorial: lambda u: [(u + 1, POSITIVE)],
    sp.binomial: lambda a, b: [(a + 1, POSITIVE), (b + 1, POSITIVE), (a - b + 1, POSITIVE)],
    sp.digamma: lambda u: [(u, POSITIVE)],
}
"""Function -> the conditions on its arguments (sufficient ones)."""
