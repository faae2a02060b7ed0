"""Function values that stay generators, made canonical: the same value written in two ways becomes the same generator.

Equal arguments are recognised by the zero test and not by their shape; reflections (erfc(-u) = 2 - erfc(u)), odd functions,
the shift of gamma and the angle addition of sine and cosine are applied.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp

from . import sign_set as ss
from .context import Context
from .domain_box import encloses
from .elementary import additive_parts, exp_of, log_of, power_of
from .generators import NotNormal, Ratio, polynomial_key

MAX_SHIFT = 200
MAX_MULTIPLE = 40
JUDGED = (sp.sign, sp.floor, sp.ceiling)
"""Functions that SymPy evaluates by the signs it believes in."""

Convert = Callable[[Context, sp.Expr], Ratio]

ODD = (sp.erfi, sp.atan, sp.asin, sp.erfinv)
TOTAL = (sp.erfi, sp.erfc, sp.atan, sp.floor, sp.ceiling, sp.sign, sp.gamma)
"""Functions that are defined and real for every real argument (gamma: for every positive one, which is a side condition of its own)."""


def function_of(ctx: Context, expr: sp.Expr, convert: Convert) -> Ratio:
    """The element for a function applied to arguments."""
    func = expr.func
    args = [convert(ctx, a) for a in expr.args]
    rule = _RULES.get(func)
    if rule is not None:
        return rule(ctx, *args)
    if func in ODD:
        return _odd(ctx, func, args[0], convert)
    return applied(ctx, func, args, convert)


def applied(ctx: Context, func: type, args: list[Ratio], convert: Convert | None = None) -> Ratio:
    """func(args) as a generator; an earlier one with equal arguments is taken again."""
    seen = ctx.applied.setdefault(func, [])
    for known, value in seen:
        if len(known) == len(args) and all(ctx.equal(a, b) for a, b in zip(known, args, strict=True)):
            return value
    # SymPy's own evaluation of these rests on its assumptions, which can be wrong: it has sign(atan(k)) = 1 for an integer k >= 0.
    options = {"evaluate": False} if func in JUDGED else {}
    base = func(*(ctx.ratio_to_expr(a) for a in args), **options)
    if convert is not None and not isinstance(base, func):
        value = convert(ctx, base)  # SymPy knows the value, e.g. gamma(1/2)
    else:
        gen = ctx.add_generator("opaque", base)
        value = Ratio(ctx.poly(gen), ctx.one_poly)
        if not (func in TOTAL or issubclass(func, sp.core.function.AppliedUndef)):
            ctx.opaque[base] = encloses(base, ctx.domain)
    seen.append((args, value))
    return value


def _canonical_direction(ctx: Context, u: Ratio) -> int:
    """1 or -1, so that of u and -u the same one is chosen: the nonnegative one if signs are known."""
    signs = ctx.sign_of_ratio(u)
    if signs <= ss.NONNEGATIVE:
        return 1
    if signs <= ss.NONPOSITIVE:
        return -1
    return 1 if u.num.leading_coefficient() > 0 else -1


def _odd(ctx: Context, func: type, u: Ratio, convert: Convert | None) -> Ratio:
    if u.num == 0:
        return ctx.zero
    if _canonical_direction(ctx, u) < 0:
        return ctx.negate(applied(ctx, func, [ctx.negate(u)], convert))
    return applied(ctx, func, [u], convert)


def erfc_of(ctx: Context, u: Ratio) -> Ratio:
    """erfc(u), with erfc(-u) = 2 - erfc(u)."""
    if u.num == 0:
        return ctx.one
    for known, value in ctx.applied.get(sp.erfc, ()):
        if ctx.equal(ctx.negate(u), known[0]):
            return ctx.subtract(ctx.number(2), value)
        if ctx.equal(u, known[0]):
            return value
    if _canonical_direction(ctx, u) < 0:
        return ctx.subtract(ctx.number(2), applied(ctx, sp.erfc, [ctx.negate(u)]))
    return applied(ctx, sp.erfc, [u])


def gamma_of(ctx: Context, u: Ratio) -> Ratio:
    """gamma(u) for u > 0 (side condition), reduced to an earlier gamma(v) if u - v is an integer."""
    ctx.require(u, ss.POSITIVE)
    constant = _constant(u)
    if constant is not None and constant.denominator <= 2 and 0 < constant <= MAX_SHIFT:
        start = ctx.one if constant.denominator == 1 else power_of(ctx, _pi(ctx), Fraction(1, 2))
        first = Fraction(1) if constant.denominator == 1 else Fraction(1, 2)
        return ctx.multiply([start, *(ctx.number(first + j) for j in range(int(constant - first)))])
    for known, value in ctx.applied.get(sp.gamma, ()):
        shift = _constant(ctx.subtract(u, known[0]))
        if shift is None or shift.denominator != 1 or abs(shift) > MAX_SHIFT:
            continue
        lower, n = (known[0], int(shift)) if shift > 0 else (u, -int(shift))
        rising = ctx.multiply(ctx.add([lower, ctx.number(j)]) for j in range(n))
        return ctx.multiply([value, rising if shift > 0 else ctx.invert(rising)])
    return applied(ctx, sp.gamma, [u])


def _constant(u: Ratio) -> Fraction | None:
    if u.num.is_constant() and u.den.is_constant():
        return Fraction(int(u.num.leading_coefficient()) if u.num != 0 else 0, int(u.den.leading_coefficient()))
    return None


def _pi(ctx: Context) -> Ratio:
    return constant_of(ctx, sp.pi)


def constant_of(ctx: Context, c: sp.Expr) -> Ratio:
    """A positive transcendental (or unknown) constant as a generator."""
    key = ("constant", c)
    if key not in ctx.by_poly:
        order = ctx.layout.orders.get(c, 1)
        ctx.by_poly[key] = Ratio(ctx.poly(ctx.add_generator("constant", c, order), order), ctx.one_poly)
    return ctx.by_poly[key]


def _hyperbolic(build: Callable[[Context, Ratio, Ratio], Ratio]) -> Callable[[Context, Ratio], Ratio]:
    def rule(ctx: Context, u: Ratio) -> Ratio:
        up = exp_of(ctx, u)
        return build(ctx, up, ctx.invert(up))

    return rule


def _half_sum(ctx: Context, a: Ratio, b: Ratio) -> Ratio:
    return ctx.multiply([ctx.number(Fraction(1, 2)), ctx.add([a, b])])


def _half_difference(ctx: Context, a: Ratio, b: Ratio) -> Ratio:
    return _half_sum(ctx, a, ctx.negate(b))


def _quotient(ctx: Context, a: Ratio, b: Ratio) -> Ratio:
    ctx.require(b, ss.NONZERO)
    return ctx.multiply([a, ctx.invert(b)])


def _asinh(ctx: Context, u: Ratio) -> Ratio:
    return log_of(ctx, ctx.add([u, power_of(ctx, ctx.add([ctx.power(u, 2), ctx.one]), Fraction(1, 2))]))


def _acosh(ctx: Context, u: Ratio) -> Ratio:
    ctx.require(ctx.subtract(u, ctx.one), ss.NONNEGATIVE)
    return log_of(ctx, ctx.add([u, power_of(ctx, ctx.subtract(ctx.power(u, 2), ctx.one), Fraction(1, 2))]))


def _atanh(ctx: Context, u: Ratio) -> Ratio:
    ctx.require(ctx.subtract(ctx.one, ctx.power(u, 2)), ss.POSITIVE)
    top, bottom = ctx.add([ctx.one, u]), ctx.subtract(ctx.one, u)
    return ctx.multiply([ctx.number(Fraction(1, 2)), ctx.subtract(log_of(ctx, top), log_of(ctx, bottom))])


def cos_sin(ctx: Context, u: Ratio) -> tuple[Ratio, Ratio]:
    """(cos u, sin u) by the addition theorem over the additive parts of u; sin**2 = 1 - cos**2."""
    c, s = ctx.one, ctx.zero
    for q, m in additive_parts(ctx, u):
        base = ctx.ratio_to_expr(m)
        if base == sp.pi and q.denominator <= 2:
            # quarter turns
            turn = int(q * 2) % 4
            c1, s1 = (ctx.number(v) for v in ((1, 0), (0, 1), (-1, 0), (0, -1))[turn])
        else:
            c1, s1 = _cos_sin_multiple(ctx, m, base, q)
        c, s = (
            ctx.subtract(ctx.multiply([c, c1]), ctx.multiply([s, s1])),
            ctx.add([ctx.multiply([s, c1]), ctx.multiply([c, s1])]),
        )
    return c, s


def _cos_sin_multiple(ctx: Context, m: Ratio, base: sp.Expr, q: Fraction) -> tuple[Ratio, Ratio]:
    key = sp.Tuple(sp.Symbol("cos"), base)
    order = ctx.layout.orders.get(key, 1)
    if order % q.denominator:
        ctx.layout.refine(key, q.denominator)
    n = int(q * order)
    if abs(n) > MAX_MULTIPLE:
        raise NotNormal("a multiple angle is too large")
    name = ("cos", (polynomial_key(m.num), polynomial_key(m.den)))
    if name not in ctx.by_poly:
        angle = base / order
        cosine = ctx.add_generator("opaque", sp.cos(angle, evaluate=False))
        square = ctx.one_poly - ctx.poly(cosine, 2)
        sine = ctx.add_generator("opaque", sp.sin(angle, evaluate=False), power=square, degree=2)
        ctx.by_poly[name] = Ratio(ctx.poly(cosine), ctx.one_poly)
        ctx.by_poly[("sin", name[1])] = Ratio(ctx.poly(sine), ctx.one_poly)
    c, s = ctx.by_poly[name], ctx.by_poly[("sin", name[1])]
    re, im = ctx.one, ctx.zero
    for _ in range(abs(n)):
        re, im = (
            ctx.subtract(ctx.multiply([re, c]), ctx.multiply([im, s])),
            ctx.add([ctx.multiply([im, c]), ctx.multiply([re, s])]),
        )
    return re, (im if n >= 0 else ctx.negate(im))


def binomial_of(ctx: Context, n: Ratio, k: Ratio) -> Ratio:
    """n(n-1)...(n-k+1)/k! for a constant k, else through gamma where all its arguments are positive."""
    constant = _constant(k)
    if constant is not None and constant.denominator == 1 and 0 <= constant <= MAX_SHIFT:
        return ctx.multiply(
            f for j in range(int(constant)) for f in (ctx.subtract(n, ctx.number(j)), ctx.number(Fraction(1, j + 1)))
        )
    parts = [ctx.add([n, ctx.one]), ctx.add([k, ctx.one]), ctx.add([ctx.subtract(n, k), ctx.one])]
    if not all(ctx.sign_of_ratio(a) == ss.POSITIVE for a in parts):
        return applied(ctx, sp.binomial, [n, k])
    top, *bottom = (gamma_of(ctx, a) for a in parts)
    return ctx.multiply([top, *(ctx.invert(b) for b in bottom)])


def _beta(ctx: Context, a: Ratio, b: Ratio, *_: Ratio) -> Ratio:
    return ctx.multiply([gamma_of(ctx, a), gamma_of(ctx, b), ctx.invert(gamma_of(ctx, ctx.add([a, b])))])


def _rising(ctx: Context, a: Ratio, n: Ratio) -> Ratio:
    return ctx.multiply([gamma_of(ctx, ctx.add([a, n])), ctx.invert(gamma_of(ctx, a))])


_RULES: dict[type, Callable[..., Ratio]] = {
    sp.exp: exp_of,
    sp.log: log_of,
    sp.erfc: erfc_of,
    sp.erf: lambda ctx, u: ctx.subtract(ctx.one, erfc_of(ctx, u)),
    sp.sinh: _hyperbolic(_half_difference),
    sp.cosh: _hyperbolic(_half_sum),
    sp.tanh: _hyperbolic(lambda ctx, a, b: ctx.multiply([_half_difference(ctx, a, b), ctx.invert(_half_sum(ctx, a, b))])),
    sp.coth: _hyperbolic(lambda ctx, a, b: _quotient(ctx, _half_sum(ctx, a, b), _half_difference(ctx, a, b))),
    sp.sech: _hyperbolic(lambda ctx, a, b: ctx.invert(_half_sum(ctx, a, b))),
    sp.csch: _hyperbolic(lambda ctx, a, b: _quotient(ctx, ctx.one, _half_difference(ctx, a, b))),
    sp.asinh: _asinh,
    sp.acosh: _acosh,
    sp.atanh: _atanh,
    sp.sin: lambda ctx, u: cos_sin(ctx, u)[1],
    sp.cos: lambda ctx, u: cos_sin(ctx, u)[0],
    sp.tan: lambda ctx, u: _quotient(ctx, *reversed(cos_sin(ctx, u))),
    sp.cot: lambda ctx, u: _quotient(ctx, *cos_sin(ctx, u)),
    sp.sec: lambda ctx, u: _quotient(ctx, ctx.one, cos_sin(ctx, u)[0]),
    sp.csc: lambda ctx, u: _quotient(ctx, ctx.one, cos_sin(ctx, u)[1]),
    sp.gamma: gamma_of,
    sp.loggamma: lambda ctx, u: log_of(ctx, gamma_of(ctx, u)),
    sp.factorial: lambda ctx, u: gamma_of(ctx, ctx.add([u, ctx.one])),
    sp.binomial: binomial_of,
    sp.beta: _beta,
    sp.RisingFactorial: _rising,
}
