"""Elements a + b*g with g a square root: their signs by squaring, their square roots by denesting, their logarithms by the conjugate."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from . import sign_set as ss
from .context import Context
from .generators import Generator, Polynomial
from .sign_set import SignSet

MAX_TERMS = 10
"""Longer sums are not squared."""


class Surd(NamedTuple):
    """p = a + b*g with g**2 = r; norm = a**2 - b**2*r = p * (a - b*g)."""

    a: Polynomial
    b: Polynomial
    g: Polynomial
    r: Polynomial
    norm: Polynomial


def as_surd(ctx: Context, p: Polynomial) -> Surd | None:
    """p as a + b*g for the latest square root g in it; None if there is none."""
    gen = _latest_square_root(ctx, p)
    if gen is None:
        return None
    parts: list[dict[tuple[int, ...], int]] = [{}, {}]
    for monomial, c in p.to_dict().items():
        e = int(monomial[gen.index])
        parts[e % 2][monomial[: gen.index] + (0,) + monomial[gen.index + 1 :]] = c
    a, b = (ctx.ring.from_dict(part) for part in parts)
    if a == 0 or b == 0:
        return None
    norm = ctx.reduce(a * a - b * b * gen.inner.num)
    return Surd(a, b, ctx.poly(gen), gen.inner.num, norm)


def _latest_square_root(ctx: Context, p: Polynomial) -> Generator | None:
    degrees = p.degrees()
    for gen in ctx.related:
        if gen.kind == "root" and gen.order == 2 and degrees[gen.index] == 1:
            return gen
    return None


def sign_by_squaring(ctx: Context, p: Polynomial) -> SignSet:
    """a + b*g with a > 0 > b has the sign of a**2 - b**2*r (for a < 0 < b the opposite); with a, b of one sign that sign."""
    if len(p) > MAX_TERMS:
        return ss.ANY
    surd = as_surd(ctx, p)
    if surd is None:
        return _symbol_roots(ctx, p)
    return _compare(ctx, surd.a, surd.b, ss.product(ctx.sign_of_product(surd.b), ctx.sign_of(surd.g)), surd.norm)


def _symbol_roots(ctx: Context, p: Polynomial) -> SignSet:
    """The same for g the square root of a symbol, where g is a variable without a relation."""
    for i, d in enumerate(p.degrees()):
        if d == 0:
            continue
        gen = ctx.generators[i]
        if gen.kind not in ("symbol", "constant") or gen.order != 2:
            continue
        even: dict[tuple[int, ...], int] = {}
        odd: dict[tuple[int, ...], int] = {}
        for monomial, c in p.to_dict().items():
            (odd if monomial[i] % 2 else even)[monomial] = c
        if not even or not odd:
            continue
        a, b = ctx.ring.from_dict(even), ctx.ring.from_dict(odd)
        return _compare(ctx, a, b, ctx.sign_of_product(b), ctx.reduce(a * a - b * b))
    return ss.ANY


def _compare(ctx: Context, a: Polynomial, b: Polynomial, b_signs: SignSet, norm: Polynomial) -> SignSet:
    """The sign of a + b' from those of a, b' and norm = a**2 - b'**2."""
    a_signs = ctx.sign_of_product(a)
    plain = ss.total([a_signs, b_signs])
    if plain != ss.ANY:
        return plain
    # For a >= 0 >= b' the norm is (a + b')(a - b') with a - b' >= 0, and a - b' = 0 only where a = b' = 0.
    if a_signs <= ss.NONNEGATIVE and b_signs <= ss.NONPOSITIVE:
        return ctx.sign_of_product(norm) if norm != 0 else ss.ZERO
    if a_signs <= ss.NONPOSITIVE and b_signs <= ss.NONNEGATIVE:
        return ss.negative(ctx.sign_of_product(norm)) if norm != 0 else ss.ZERO
    if a_signs != ss.ANY or b_signs != ss.ANY:
        # The one with the larger square decides.
        norm_signs = ctx.sign_of_product(norm) if norm != 0 else ss.ZERO
        if norm_signs == ss.POSITIVE:
            return a_signs
        if norm_signs == ss.NEGATIVE:
            return b_signs
    return ss.ANY


def conjugate_of(ctx: Context, p: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """(c, n) with p * c = n, c = +-(a - b*g) positive, where p = a + b*g > 0 mixes signs; None if p needs no such change.

    It makes log(a - b*g) and log(a + b*g) share one generator.
    """
    surd = as_surd(ctx, p)
    if surd is None or surd.norm == 0:
        return None
    a_signs, b_signs = ctx.sign_of_product(surd.a), ctx.sign_of_product(surd.b)
    if {a_signs, b_signs} != {ss.POSITIVE, ss.NEGATIVE}:
        return None
    # a and -b have one sign, so the conjugate a - b*g has it too.
    flip = 1 if a_signs == ss.POSITIVE else -1
    return flip * (surd.a - surd.b * surd.g), flip * surd.norm


def denested(ctx: Context, p: Polynomial) -> tuple[Polynomial, Polynomial, int] | None:
    """(u, v, s) with sqrt(p) = sqrt(u/2) + s*sqrt(v/2), s = 1 or -1: u = a + c, v = a - c where the norm is c**2.

    (sqrt(u/2) + s*sqrt(v/2))**2 = a + s*sqrt(a**2 - c**2) = a + s*|b|*g = p; it is >= 0 for u >= v.
    """
    surd = as_surd(ctx, p)
    if surd is None or surd.norm == 0:
        return None
    content, parts = ctx.factor(surd.norm)
    root = _integer_square_root(content)
    if root is None or any(e % 2 for _, e in parts):
        return None
    c = ctx.ring.constant(root)
    for q, e in parts:
        c = c * q ** (e // 2)
    c_signs, b_signs = ctx.sign_of_product(c), ctx.sign_of_product(surd.b)
    if len(c_signs) != 1 or len(b_signs) != 1:
        return None
    if c_signs == ss.NEGATIVE:
        c = -c
    u, v = surd.a + c, surd.a - c
    if not (ctx.sign_of_product(u) == ss.POSITIVE and v != 0 and ctx.sign_of_product(v) == ss.POSITIVE):
        return None
    return u, v, 1 if b_signs == ss.POSITIVE else -1


def _integer_square_root(n: int) -> int | None:
    if n < 0:
        return None
    r = isqrt(n)
    return r if r * r == n else None
