"""Normal forms: rational functions over Q in generators, and the zero test that proves identities.

The zero test is one-sided. If the numerator is the zero polynomial modulo the generators' relations, the expression vanishes wherever
it is defined, however the generators may depend on each other. That it is defined on the whole domain is shown besides: each denominator,
argument of a logarithm and radicand met on the way has to have its sign there. The choice of generators follows Risch's structure theorem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import sympy as sp

from ..domain import Domain
from ..errors import NotEnclosable
from . import sign_set as ss
from .context import Condition, Context
from .convert import convert, prepare
from .derived import Proof
from .domain_box import DomainKey, domain_key, domain_of
from .generators import Layout, NotNormal, Ratio, Restart
from .polynomial_sign import polynomial_sign

MAX_RESTARTS = 30

SideCondition = Callable[[Any], bool]
"""Told a relation that has to hold on the domain; True only if it is shown."""

T = TypeVar("T")


def in_context(domain: Domain, work: Callable[[Context], T]) -> T:
    """Run `work` in a fresh context, again with a finer layout as often as it asks for one. Raises NotNormal."""
    layout = Layout()
    for _ in range(MAX_RESTARTS):
        ctx = Context(domain, layout, polynomial_sign, nested)
        try:
            prepare(ctx)
            return work(ctx)
        except Restart:
            continue
        except (RecursionError, OverflowError) as exc:
            raise NotNormal("the expression is too large") from exc
    raise NotNormal("no layout of generators was found")


def normalise(expr: sp.Expr, domain: Domain) -> sp.Expr:
    """An expression that equals `expr` wherever that is defined on the domain: factored numerator over factored denominator.

    Returns `expr` itself where there is no normal form.
    """
    return _normalise(sp.sympify(expr), domain_key(domain))


@lru_cache(maxsize=4096)
def _normalise(expr: sp.Expr, key: DomainKey) -> sp.Expr:
    try:
        return in_context(domain_of(key), lambda ctx: factored(ctx, convert(ctx, expr)))
    except NotEnclosable:
        return expr


@lru_cache(maxsize=4096)
def _nested(expr: sp.Expr, key: DomainKey) -> tuple[sp.Expr, bool]:
    def work(ctx: Context) -> tuple[sp.Expr, bool]:
        a = convert(ctx, expr)
        return factored(ctx, a), all(ctx.opaque.values()) and not unmet_conditions(ctx)

    try:
        return in_context(domain_of(key), work)
    except NotEnclosable:
        return expr, False


def nested(expr: sp.Expr, domain: Domain) -> tuple[sp.Expr, bool]:
    """(normal form, whether `expr` is shown to be defined on the domain) of a part of an expression with a domain of its own."""
    return _nested(expr, domain_key(domain))


def factored(ctx: Context, a: Ratio) -> sp.Expr:
    """The element as a product of powers of irreducible factors."""
    content, parts = factor_ratio(ctx, a)
    return sp.Mul(content, *(ctx.to_expr(p) ** e for p, e in parts))


def factor_ratio(ctx: Context, a: Ratio) -> tuple[sp.Rational, list[tuple[Any, int]]]:
    """(rational content, [(irreducible polynomial, exponent)]) of an element."""
    top, upper = ctx.factor(a.num) if a.num != 0 else (0, [])
    bottom, lower = ctx.factor(a.den)
    return sp.Rational(top, bottom), upper + [(p, -e) for p, e in lower]


def numerator_denominator(expr: sp.Expr, domain: Domain) -> tuple[sp.Expr, sp.Expr]:
    """(n, d) with expr = n/d wherever `expr` is defined, n and d polynomials in the generators. Raises NotNormal."""
    def work(ctx: Context) -> tuple[sp.Expr, sp.Expr]:
        a = convert(ctx, expr)
        return ctx.to_expr(a.num), ctx.to_expr(a.den)

    return in_context(domain, work)


def factors(expr: sp.Expr, domain: Domain) -> tuple[sp.Rational, tuple[tuple[sp.Expr, int], ...]]:
    """(c, ((p1, e1), ...)) with expr = c * p1**e1 * ..., the p_i irreducible over Q in the generators; an exponent may be negative.

    Valid wherever `expr` is defined. Raises NotNormal.
    """
    def work(ctx: Context) -> tuple[sp.Rational, tuple[tuple[sp.Expr, int], ...]]:
        content, parts = factor_ratio(ctx, convert(ctx, expr))
        return content, tuple((ctx.to_expr(p), e) for p, e in parts)

    return in_context(domain, work)


def is_zero(expr: sp.Expr, domain: Domain, side_condition: SideCondition | None = None, assume_exists: bool = False) -> Proof | None:
    """A proof that `expr` is defined and zero on the whole domain; None means not known."""
    return equal(expr, sp.S.Zero, domain, side_condition, assume_exists)


def equal(
    lhs: sp.Expr, rhs: sp.Expr, domain: Domain, side_condition: SideCondition | None = None, assume_exists: bool = False
) -> Proof | None:
    """A proof that both sides are defined and equal on the whole domain, by normal form alone; None means not known.

    side_condition: asked for the definedness conditions that the signs of this package leave open.
    assume_exists:  take the existence of unresolved integrals, sums and limits for granted (the caller has shown it or says so).
    """
    key = domain_key(domain)
    if side_condition is None:
        return _equal(sp.sympify(lhs), sp.sympify(rhs), key, assume_exists)
    return _prove(lhs, rhs, domain, side_condition, assume_exists)


@lru_cache(maxsize=4096)
def _equal(lhs: sp.Expr, rhs: sp.Expr, key: DomainKey, assume_exists: bool) -> Proof | None:
    return _prove(lhs, rhs, domain_of(key), None, assume_exists)


def _prove(lhs: sp.Expr, rhs: sp.Expr, domain: Domain, side_condition: SideCondition | None, assume_exists: bool) -> Proof | None:
    def work(ctx: Context) -> Proof | None:
        # Each side is walked by itself: subtracting first could cancel what is not defined.
        difference = ctx.subtract(convert(ctx, lhs), convert(ctx, rhs))
        if difference.num != 0 and ctx.sign_of_product(difference.num) != ss.ZERO:
            return None
        missing = [] if assume_exists else [e for e, exists in ctx.opaque.items() if not exists]
        if missing:
            return None
        for condition in unmet_conditions(ctx):
            if side_condition is None or not side_condition(as_relation(ctx, condition)):
                return None
        return Proof(_reasons(ctx))

    try:
        return in_context(domain, work)
    except NotEnclosable:
        return None


def unmet_conditions(ctx: Context) -> list[Condition]:
    """The side conditions that the signs known here do not show."""
    out = []
    for c in list(ctx.conditions.values()):
        signs = ctx.sign_of_ratio(c.ratio)
        if signs <= c.signs:
            ctx.fact(c.ratio.num, ctx.sign_of_product(c.ratio.num))
        else:
            out.append(c)
    return out


def as_relation(ctx: Context, condition: Condition) -> Any:
    """A side condition as a SymPy relation."""
    value = ctx.ratio_to_expr(condition.ratio)
    kind = {ss.POSITIVE: sp.Gt, ss.NONNEGATIVE: sp.Ge, ss.NONZERO: sp.Ne}[condition.signs]
    return kind(value, 0, evaluate=False)


_RELATION = {"+": "> 0", "-": "< 0", "0": "= 0", "+0": r"\ge 0", "-0": r"\le 0", "!0": r"\ne 0"}


def _reasons(ctx: Context) -> tuple[str, ...]:
    facts = [f"${sp.latex(e)} {_RELATION[code]}$" for e, code in ctx.facts if e.free_symbols]
    out = ["both sides have the same normal form"]
    if facts:
        out.append("on the domain " + ", ".join(facts))
    return tuple(out)
