"""The sign of a polynomial in the generators on the domain, by several sufficient arguments that are intersected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from . import sign_set as ss
from .context import Context
from .domain_box import base_sign, range_sign
from .elementary import exp_of, has_exponentials
from .generators import Generator, Polynomial, Ratio
from .moebius import sign_by_coefficients
from .radicals import sign_by_squaring
from .sign_set import SignSet

MAX_BOX_TERMS = 40
DECIDED: tuple[SignSet, ...] = (ss.POSITIVE, ss.NEGATIVE, ss.ZERO, frozenset())


def polynomial_sign(ctx: Context, p: Polynomial) -> SignSet:
    """The possible signs of p on the domain of the context."""
    if p.is_constant():
        return ss.POSITIVE if p.leading_coefficient() > 0 else ss.NEGATIVE
    gen = ctx.as_generator(p)
    if gen is not None:
        return generator_sign(ctx, gen)
    out = ss.ANY
    arguments = _DIRECT + (_RECURSIVE if ctx.may_recurse() else ())
    for argument in arguments:
        out &= argument(ctx, p)
        if out in DECIDED:
            break
    # No sign left: the assumptions contradict each other. Then nothing is claimed.
    return out or ss.ANY


def generator_sign(ctx: Context, gen: Generator) -> SignSet:
    """The possible signs of the value of one generator."""
    if gen.kind == "exp":
        return ss.POSITIVE
    if gen.kind == "symbol":
        rng = ctx.domain.ranges.get(gen.base)
        out = ss.ANY if rng is None else range_sign(rng)
        if gen.order > 1:
            out &= ss.NONNEGATIVE
        return out & _by_assumptions(ctx, ctx.poly(gen))
    if gen.kind == "root":
        return ctx.sign_of(gen.inner.num) & ss.NONNEGATIVE or ss.NONNEGATIVE
    if gen.kind == "abs":
        return frozenset(s * s for s in ctx.sign_of(gen.inner.num))
    out = base_sign(gen.base, ctx.domain)
    if gen.kind == "log" and len(out) > 1:
        # log u has the sign of u - 1.
        out &= ctx.sign_of_ratio(ctx.subtract(gen.inner, ctx.one))
    return out


def _by_terms(ctx: Context, p: Polynomial) -> SignSet:
    """Terms of one sign add up to that sign."""
    parts = []
    for monomial, c in p.to_dict().items():
        s = ss.POSITIVE if c > 0 else ss.NEGATIVE
        for i, e in enumerate(monomial):
            if e:
                s = ss.product(s, ss.power(generator_sign(ctx, ctx.generators[i]), int(e)))
        parts.append(s)
    return ss.total(parts)


def _by_assumptions(ctx: Context, p: Polynomial) -> SignSet:
    """p = c * q * (polynomials of known sign) where an assumption says the sign of q; p a multiple of a q that is zero."""
    out = ss.ANY
    for known in ctx.known:
        q, signs = known.poly, known.signs
        if len(q) == len(p) and q.degrees() == p.degrees():
            # q and p primitive and irreducible here, so a rational multiple is +-1 up to content
            a, b = int(q.leading_coefficient()), int(p.leading_coefficient())
            if q * b == p * a:
                out &= signs if a * b > 0 else ss.negative(signs)
        elif signs == ss.ZERO and divmod(p, q)[1] == 0:
            return ss.ZERO
    return out


def _by_logarithms(ctx: Context, p: Polynomial) -> SignSet:
    """r + sum n_i log(u_i) has the sign of exp(r) * (product of u_i**n_i over n_i > 0) - (product of u_i**-n_i over n_i < 0)."""
    up, down = ctx.one, ctx.one
    rest = {}
    for monomial, c in p.to_dict().items():
        hit = [i for i, e in enumerate(monomial) if e]
        if not any(ctx.generators[i].kind == "log" for i in hit):
            rest[monomial] = c
            continue
        if len(hit) != 1 or monomial[hit[0]] != 1 or abs(c) > 12:
            return ss.ANY
        inner = ctx.power(ctx.generators[hit[0]].inner, abs(int(c)))
        if c > 0:
            up = ctx.multiply([up, inner])
        else:
            down = ctx.multiply([down, inner])
    if len(rest) == len(p):
        return ss.ANY
    if rest:
        r = Ratio(ctx.ring.from_dict(rest), ctx.one_poly)
        if not has_exponentials(ctx, r):
            return ss.ANY
        up = ctx.multiply([up, exp_of(ctx, r)])
    return ctx.sign_of_ratio(ctx.subtract(up, down))


def _by_two_terms(ctx: Context, p: Polynomial) -> SignSet:
    """c*exp(u) - d*exp(v) times a common positive factor has the sign of u - v + log(c/d)."""
    if len(p) != 2:
        return ss.ANY
    (m1, c1), (m2, c2) = p.to_dict().items()
    if c1 * c2 > 0:
        return ss.ANY
    gap = ctx.zero
    for i, (e1, e2) in enumerate(zip(m1, m2, strict=True)):
        if e1 == e2:
            if e1 and generator_sign(ctx, ctx.generators[i]) != ss.POSITIVE:
                return ss.ANY
            continue
        gen = ctx.generators[i]
        if gen.kind != "exp":
            return ss.ANY
        gap = ctx.add([gap, ctx.multiply([gen.inner, ctx.number(Fraction(int(e1) - int(e2), gen.order))])])
    ratio = abs(Fraction(int(c1), int(c2)))
    log_sign = ss.ZERO if ratio == 1 else ss.POSITIVE if ratio > 1 else ss.NEGATIVE
    out = ss.total([ctx.sign_of_ratio(gap), log_sign])
    return out if c1 > 0 else ss.negative(out)


def _by_box(ctx: Context, p: Polynomial) -> SignSet:
    """The enclosure of p over the box of the domain (of a long sum it would say nothing)."""
    if len(p) > MAX_BOX_TERMS:
        return ss.ANY
    return base_sign(ctx.to_expr(p), ctx.domain)


def _by_discriminant(ctx: Context, p: Polynomial) -> SignSet:
    """a*g**2 + b*g + c with b**2 < 4*a*c has the sign of a."""
    for i, d in enumerate(p.degrees()):
        if d != 2:
            continue
        a, b, c = _coefficient(ctx, p, i, 2), _coefficient(ctx, p, i, 1), _coefficient(ctx, p, i, 0)
        if b == 0 or len(p) > 12:
            continue
        disc = ctx.reduce(b * b - 4 * a * c)
        if disc == 0:
            continue
        signs = ctx.sign_of_product(disc)
        lead = ctx.sign_of_product(a)
        if signs == ss.NEGATIVE and len(lead) == 1:
            return lead
        if signs <= ss.NONPOSITIVE and lead in (ss.POSITIVE, ss.NEGATIVE):
            return lead | ss.ZERO
    return ss.ANY


def _coefficient(ctx: Context, p: Polynomial, index: int, degree: int) -> Polynomial:
    out = {}
    for monomial, c in p.to_dict().items():
        if monomial[index] == degree:
            out[monomial[:index] + (0,) + monomial[index + 1 :]] = c
    return ctx.ring.from_dict(out)


def _by_coefficients(ctx: Context, p: Polynomial) -> SignSet:
    """All coefficients of one sign after every generator has been written through a variable on (0, oo)."""
    return sign_by_coefficients(ctx, p, generator_sign)


_DIRECT: tuple[Callable[[Context, Polynomial], SignSet], ...] = (_by_terms, _by_assumptions, _by_two_terms, _by_coefficients, _by_box)
_RECURSIVE: tuple[Callable[[Context, Polynomial], SignSet], ...] = (_by_logarithms, sign_by_squaring, _by_discriminant)
"""These ask for signs of other polynomials that are not simpler, so they are rationed."""


def known_sign(relation: sp.core.relational.Relational) -> SignSet:
    """The possible signs of lhs - rhs where the relation holds."""
    return {
        sp.StrictGreaterThan: ss.POSITIVE, sp.GreaterThan: ss.NONNEGATIVE, sp.StrictLessThan: ss.NEGATIVE,
        sp.LessThan: ss.NONPOSITIVE, sp.Equality: ss.ZERO, sp.Unequality: ss.NONZERO,
    }.get(type(relation), ss.ANY)
