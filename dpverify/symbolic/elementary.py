"""exp, log, powers and absolute values of elements of the field, rewritten as far as the signs on the domain allow."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import sign_set as ss
from .context import Context
from .generators import MAX_EXPONENT, NotNormal, Polynomial, Ratio, polynomial_key
from .radicals import conjugate_of, denested

MAX_ORDER = 60
MAX_FACTORED = 10**30
"""Integers beyond this are not factored into primes."""


def exp_of(ctx: Context, a: Ratio) -> Ratio:
    """exp(a) as a product of exp(monomial)**rational; exp(c*log(u)) = u**c (sound: log(u) being defined, u > 0)."""
    if a.num == 0:
        return ctx.one
    pieces = []
    for coefficient, m in additive_parts(ctx, a):
        gen = ctx.as_generator(m.num) if m.den == 1 else None
        if gen is not None and gen.kind == "log" and gen.order == 1:
            pieces.append(power_of(ctx, gen.inner, coefficient))
        else:
            pieces.append(_exp_monomial(ctx, m, coefficient))
    return ctx.multiply(pieces)


def additive_parts(ctx: Context, a: Ratio) -> list[tuple[Fraction, Ratio]]:
    """a = sum of coefficient * m over the result, each m without rational coefficient."""
    num, den = a
    content, parts = ctx.factor(den)
    mono, rest = ctx.one_poly, ctx.one_poly
    for q, e in parts:
        if len(q) == 1:
            mono = mono * q**e
        else:
            rest = rest * q**e
    out: list[tuple[Fraction, Ratio]] = []
    if rest != 1 and abs(rest.leading_coefficient()) == 1:
        # x/(x+1) = 1 - 1/(x+1): division with remainder makes the parts the same however the argument was written.
        quotient, num = divmod(num, rest)
        out += _terms(ctx, quotient, mono, ctx.one_poly, content)
    return out + _terms(ctx, num, mono, rest, content)


def _terms(ctx: Context, num: Polynomial, mono: Polynomial, rest: Polynomial, content: int) -> list[tuple[Fraction, Ratio]]:
    out = []
    for monomial, c in num.to_dict().items():
        m = ctx.make(ctx.ring.from_dict({monomial: 1}), mono * rest)
        out.append((Fraction(int(c), content), m))
    return out


def _exp_monomial(ctx: Context, m: Ratio, coefficient: Fraction) -> Ratio:
    base = ctx.ratio_to_expr(m)
    if coefficient.denominator > MAX_ORDER or abs(coefficient.numerator) > MAX_EXPONENT:
        # Too fine a root or too high a power: a generator of its own. Fewer identities are seen, none is invented.
        m = ctx.multiply([m, ctx.number(abs(coefficient))])
        base, coefficient = ctx.ratio_to_expr(m), Fraction(1 if coefficient > 0 else -1)
    order = ctx.layout.orders.get(sp.exp(base, evaluate=False), 1)
    if order % coefficient.denominator:
        ctx.layout.refine(sp.exp(base, evaluate=False), coefficient.denominator)
    key = ("exp", (polynomial_key(m.num), polynomial_key(m.den)))
    if key not in ctx.by_poly:
        gen = ctx.add_generator("exp", base, order, inner=m)
        ctx.by_poly[key] = Ratio(ctx.poly(gen), ctx.one_poly)
    return ctx.power(ctx.by_poly[key], int(coefficient * order))


def has_exponentials(ctx: Context, a: Ratio) -> bool:
    """Whether exp(a) needs no new generator."""
    keys = [("exp", (polynomial_key(m.num), polynomial_key(m.den))) for _, m in additive_parts(ctx, a)]
    return all(k in ctx.by_poly for k in keys)


def log_of(ctx: Context, u: Ratio) -> Ratio:
    """log(u), split over the factors of u whose signs are known. Side condition: u > 0."""
    ctx.require(u, ss.POSITIVE)
    content, parts = signed_factors(ctx, u, ss.POSITIVE)
    if content <= 0:
        raise NotNormal("logarithm of something not positive")
    out = [ctx.multiply([ctx.number(e), log_of_prime(ctx, p)]) for p, e in prime_factors(content)]
    for p, e in parts:
        out.append(ctx.multiply([ctx.number(e), _log_of_factor(ctx, p)]))
    return ctx.add(out)


def signed_factors(ctx: Context, u: Ratio, wanted: ss.SignSet) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
    """u = content * product of p**e, where each p is either shown to have a sign within `wanted` (POSITIVE or NONNEGATIVE) or is the
    one remaining factor with e = 1, whose sign is that of u. A square of unknown sign is written with |p|.
    """
    factors: list[tuple[Polynomial, int]] = []
    content = Fraction(1)
    for p, direction in ((u.num, 1), (u.den, -1)):
        c, parts = ctx.factor(p)
        content *= Fraction(c) ** direction
        factors += [(q, e * direction) for q, e in parts]
    known: list[tuple[Polynomial, int]] = []
    may_vanish: list[tuple[Polynomial, int]] = []
    rest: list[tuple[Polynomial, int]] = []
    for q, e in factors:
        signs = ctx.sign_of(q)
        if e < 0 or wanted == ss.POSITIVE:
            signs = signs - {0}  # u is defined and, for POSITIVE, nonzero: so is each of its factors
        if not (signs <= ss.NONNEGATIVE or signs <= ss.NONPOSITIVE or e % 2 == 0):
            rest.append((q, e))
        elif 0 in signs:
            may_vanish.append((q, e))
        else:
            content = _append_signed(ctx, known, q, e, signs, content)
    if rest:
        # Where a factor vanishes the sign of u says nothing of the others, so those that may vanish stay with the rest.
        rest += may_vanish
    else:
        for q, e in may_vanish:
            content = _append_signed(ctx, known, q, e, ctx.sign_of(q), content)
    if rest:
        together = ctx.one
        for q, e in rest:
            together = ctx.multiply([together, ctx.power(Ratio(q, ctx.one_poly), e)])
        if content < 0:
            content, together = -content, ctx.negate(together)
        # u = known * rest with known > 0, so rest has the sign of u. As num/den it is kept as (num*den)/den**2.
        top = together.num * together.den
        if together.den != 1:
            known.append((_abs_of_factor(ctx, together.den), -2))
        c = abs(int(top.content()))
        content *= c
        known.append((top // c, 1))
    return content, known


def _append_signed(
    ctx: Context, known: list[tuple[Polynomial, int]], q: Polynomial, e: int, signs: ss.SignSet, content: Fraction
) -> Fraction:
    """Add q**e to `known` as a power of q, -q or |q|, whichever is nonnegative; returns the content with the sign that comes out."""
    if signs <= ss.NONNEGATIVE:
        ctx.fact(q, signs)
        known.append((q, e))
    elif signs <= ss.NONPOSITIVE:
        ctx.fact(q, signs)
        known.append((-q, e))
        return content * (-1 if e % 2 else 1)
    else:
        known.append((_abs_of_factor(ctx, q), e))
    return content


def _log_of_factor(ctx: Context, p: Polynomial) -> Ratio:
    gen = ctx.as_generator(p)
    if gen is not None:
        if gen.kind == "exp":
            return ctx.multiply([gen.inner, ctx.number(Fraction(1, gen.order))])
        if gen.kind == "root":
            return ctx.multiply([log_of(ctx, gen.inner), ctx.number(Fraction(1, gen.order))])
    key = ("log", polynomial_key(p))
    if key not in ctx.by_poly and (pair := conjugate_of(ctx, p)) is not None:
        conjugate, norm = pair
        ctx.fact(p, ss.POSITIVE)
        value = ctx.subtract(log_of(ctx, Ratio(norm, ctx.one_poly)), log_of(ctx, Ratio(conjugate, ctx.one_poly)))
        ctx.by_poly[key] = value
    if key not in ctx.by_poly:
        order = 1 if gen is None else gen.order
        base = ctx.to_expr(p) if gen is None else gen.base
        inner = Ratio(p, ctx.one_poly) if gen is None else Ratio(ctx.poly(gen, order), ctx.one_poly)
        made = ctx.add_generator("log", sp.log(base), inner=inner)
        ctx.by_poly[key] = ctx.multiply([Ratio(ctx.poly(made), ctx.one_poly), ctx.number(Fraction(1, order))])
    return ctx.by_poly[key]


def log_of_prime(ctx: Context, p: int) -> Ratio:
    key = ("log", p)
    if key not in ctx.by_poly:
        gen = ctx.add_generator("log", sp.log(p), inner=ctx.number(p))
        ctx.by_poly[key] = Ratio(ctx.poly(gen), ctx.one_poly)
    return ctx.by_poly[key]


def prime_factors(q: Fraction) -> list[tuple[int, int]]:
    """q > 0 as a product of primes (very large integers are left whole)."""
    out: list[tuple[int, int]] = []
    for n, direction in ((q.numerator, 1), (q.denominator, -1)):
        if n > MAX_FACTORED:
            out.append((n, direction))
        elif n > 1:
            out += [(int(p), direction * int(e)) for p, e in sp.factorint(n).items()]
    return out


def power_of(ctx: Context, u: Ratio, exponent: Fraction) -> Ratio:
    """u**exponent for a rational exponent: side condition u >= 0 (> 0 for a negative exponent) unless the exponent is an integer."""
    n, order = exponent.numerator, exponent.denominator
    if order == 1:
        if n < 0:
            ctx.require(u, ss.NONZERO)
        return ctx.power(u, n)
    if order > MAX_ORDER:
        raise NotNormal("a root of too high an order")
    if u.num == 0:
        if n < 0:
            raise NotNormal("division by zero")
        return ctx.zero
    wanted = ss.NONNEGATIVE if n > 0 else ss.POSITIVE
    ctx.require(u, wanted)
    content, parts = signed_factors(ctx, u, wanted)
    if content <= 0:
        raise NotNormal("an even root of something negative")
    out = [_power_of_prime(ctx, p, e * exponent) for p, e in prime_factors(content)]
    out += [_power_of_factor(ctx, p, e * exponent) for p, e in parts]
    return ctx.multiply(out)


def _power_of_prime(ctx: Context, p: int, exponent: Fraction) -> Ratio:
    whole = exponent.numerator // exponent.denominator
    fraction = exponent - whole
    out = ctx.number(Fraction(p) ** whole)
    if fraction:
        out = ctx.multiply([out, _root(ctx, ctx.ring.constant(p), fraction)])
    return out


def _power_of_factor(ctx: Context, p: Polynomial, exponent: Fraction) -> Ratio:
    """p**exponent where p >= 0 (nonzero for a negative exponent)."""
    if exponent.denominator == 1:
        return ctx.power(Ratio(p, ctx.one_poly), exponent.numerator)
    gen = ctx.as_generator(p)
    if gen is not None and gen.kind == "root":
        ctx.layout.refine(sp.Tuple(gen.base), gen.order * exponent.denominator)
    # A symbol becomes a power of its root only where it is known to be >= 0 on the domain; if that merely follows from the
    # expression being defined, the root stays a generator with a relation, so that the side condition is not proved by itself.
    if gen is not None and (gen.kind in ("exp", "constant") or gen.kind == "symbol" and ctx.sign_of(p) <= ss.NONNEGATIVE):
        ctx.layout.refine(sp.exp(gen.base, evaluate=False) if gen.kind == "exp" else gen.base, gen.order * exponent.denominator)
    whole = exponent.numerator // exponent.denominator
    fraction = exponent - whole
    if exponent.denominator == 2 and (parts := denested(ctx, p)) is not None:
        u, v, s = parts
        half = Fraction(1, 2)
        roots = [power_of(ctx, ctx.multiply([Ratio(w, ctx.one_poly), ctx.number(half)]), half) for w in (u, v)]
        return ctx.multiply([ctx.power(Ratio(p, ctx.one_poly), whole), ctx.add([roots[0], ctx.multiply([ctx.number(s), roots[1]])])])
    return ctx.multiply([ctx.power(Ratio(p, ctx.one_poly), whole), _root(ctx, p, fraction)])


def _root(ctx: Context, p: Polynomial, exponent: Fraction) -> Ratio:
    """p**exponent by a generator g with g**n = p."""
    base = ctx.to_expr(p)
    order = ctx.layout.orders.get(sp.Tuple(base), 1)
    if order % exponent.denominator:
        ctx.layout.refine(sp.Tuple(base), exponent.denominator)
    key = ("root", polynomial_key(p))
    if key not in ctx.by_poly:
        made = ctx.add_generator("root", base, order, power=p, degree=order, inner=Ratio(p, ctx.one_poly))
        ctx.by_poly[key] = Ratio(ctx.poly(made), ctx.one_poly)
    return ctx.power(ctx.by_poly[key], int(exponent * order))


def abs_of(ctx: Context, u: Ratio) -> Ratio:
    """|u| as a product over the factors of u."""
    out = ctx.one
    for p, direction in ((u.num, 1), (u.den, -1)):
        c, parts = ctx.factor(p)
        out = ctx.multiply([out, ctx.power(ctx.number(abs(c)), direction)])
        for q, e in parts:
            base = q if e % 2 == 0 else _abs_of_factor(ctx, q)
            out = ctx.multiply([out, ctx.power(Ratio(base, ctx.one_poly), e * direction)])
    return out


def _abs_of_factor(ctx: Context, p: Polynomial) -> Polynomial:
    """|p|: p or -p where the sign is known, else a generator g with g**2 = p**2."""
    signs = ctx.sign_of(p)
    if signs <= ss.NONNEGATIVE or signs <= ss.NONPOSITIVE:
        ctx.fact(p, signs)
        return p if signs <= ss.NONNEGATIVE else -p
    if p.leading_coefficient() < 0:
        p = -p
    key = ("abs", polynomial_key(p))
    if key not in ctx.by_poly:
        made = ctx.add_generator("abs", sp.Abs(ctx.to_expr(p), evaluate=False), power=p**2, degree=2, inner=Ratio(p, ctx.one_poly))
        ctx.by_poly[key] = Ratio(ctx.poly(made), ctx.one_poly)
    return ctx.by_poly[key].num
