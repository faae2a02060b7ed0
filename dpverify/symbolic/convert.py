"""From a SymPy tree to an element of the field, by walking the tree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from . import sign_set as ss
from .context import Context, Known
from .elementary import abs_of, additive_parts, exp_of, log_of, power_of
from .generators import NotNormal, Ratio
from .operator_form import derivative_of, opaque, operator_of
from .polynomial_sign import known_sign
from .special import applied, constant_of, function_of


def convert(ctx: Context, expr: sp.Expr) -> Ratio:
    """The element that `expr` is, wherever it is defined. Raises NotNormal."""
    found = ctx.memo.get(expr)
    if found is None:
        found = _convert(ctx, expr)
        ctx.memo[expr] = found
    return found


def _convert(ctx: Context, expr: sp.Expr) -> Ratio:
    if isinstance(expr, sp.Rational):
        return ctx.number(expr)
    if isinstance(expr, sp.Symbol):
        return _symbol(ctx, expr)
    if isinstance(expr, sp.Add):
        return ctx.add([convert(ctx, a) for a in expr.args])
    if isinstance(expr, sp.Mul):
        return ctx.multiply([convert(ctx, a) for a in expr.args])
    if isinstance(expr, sp.Pow):
        return _power(ctx, expr)
    if expr is sp.E:
        return exp_of(ctx, ctx.one)
    if expr in (sp.pi, sp.EulerGamma, sp.Catalan):
        return constant_of(ctx, expr)
    if expr is sp.GoldenRatio:
        return convert(ctx, (1 + sp.sqrt(5)) / 2)
    if isinstance(expr, sp.Abs):
        return abs_of(ctx, convert(ctx, expr.args[0]))
    if isinstance(expr, (sp.Max, sp.Min)):
        return _extremum(ctx, expr)
    if isinstance(expr, (sp.sign, sp.Heaviside)):
        return _step(ctx, expr)
    if isinstance(expr, sp.Piecewise):
        return _piecewise(ctx, expr)
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Product)):
        return operator_of(ctx, expr, convert)
    if isinstance(expr, sp.Derivative):
        return derivative_of(ctx, expr, convert)
    if isinstance(expr, (sp.Limit, sp.Subs)):
        return opaque(ctx, expr, exists=False)
    if isinstance(expr, (sp.floor, sp.ceiling)):
        u = convert(ctx, expr.args[0])
        return u if _is_integer(ctx, u) else applied(ctx, expr.func, [u], convert)
    if isinstance(expr, sp.Function):
        return function_of(ctx, expr, convert)
    raise NotNormal(f"{expr} has no normal form")


def prepare(ctx: Context) -> None:
    """Take in the domain's assumptions: equations for a symbol as substitutions, the rest as polynomials of known sign."""
    relations = [a for a in ctx.domain.assumptions if isinstance(a, Relational)]
    for symbol, rng in ctx.domain.ranges.items():
        if rng.lo == rng.hi and rng.lo.is_finite:
            ctx.substitutions[symbol] = rng.lo
    for rel in relations:
        if isinstance(rel, sp.Eq):
            _take_equation(ctx, rel)
    for rel in relations:
        saved = dict(ctx.conditions), dict(ctx.facts), dict(ctx.opaque)
        try:
            # An assumption is given as holding, hence as defined: its side conditions are not ours to show.
            _take_sign(ctx, convert(ctx, rel.lhs - rel.rhs), known_sign(rel))
        except NotNormal:
            pass
        finally:
            ctx.conditions, ctx.facts, ctx.opaque = saved
    ctx.forget_signs()
    ctx.memo.clear()


def _take_equation(ctx: Context, rel: sp.Eq) -> None:
    for symbol, value in ((rel.lhs, rel.rhs), (rel.rhs, rel.lhs)):
        if not isinstance(symbol, sp.Symbol) or symbol in ctx.substitutions or symbol not in ctx.domain.ranges:
            continue
        value = value.xreplace(ctx.substitutions)
        if value.has(symbol):
            continue
        ctx.substitutions = {s: v.xreplace({symbol: value}) for s, v in ctx.substitutions.items()}
        ctx.substitutions[symbol] = value
        return


def _take_sign(ctx: Context, a: Ratio, signs: ss.SignSet) -> None:
    if a.num.is_constant():
        return
    whole = a.num
    for q, e in ctx.factor(a.den)[1]:
        if e % 2:
            whole = whole * q
    if signs == ss.ZERO:
        whole = a.num
    content, parts = ctx.factor(whole)
    rest = ctx.one_poly
    unknown = []
    for q, e in parts:
        s = ctx.sign_of(q)
        if s == ss.POSITIVE:
            continue
        if s == ss.NEGATIVE:
            content = content * (-1 if e % 2 else 1)
            continue
        rest = rest * q**e
        unknown.append((q, e))
    if content < 0:
        signs = ss.negative(signs)
    if len(unknown) == 1 and (unknown[0][1] % 2 or signs == ss.ZERO):
        rest = unknown[0][0]
    if not rest.is_constant():
        ctx.known.append(Known(rest, signs))


def _symbol(ctx: Context, symbol: sp.Symbol) -> Ratio:
    if symbol in ctx.substitutions:
        return convert(ctx, ctx.substitutions[symbol])
    if symbol not in ctx.symbols:
        order = ctx.layout.orders.get(symbol, 1)
        gen = ctx.add_generator("symbol", symbol, order)
        ctx.symbols[symbol] = Ratio(ctx.poly(gen, order), ctx.one_poly)
    return ctx.symbols[symbol]


def _power(ctx: Context, expr: sp.Pow) -> Ratio:
    base, exponent = expr.base, expr.exp
    if isinstance(exponent, sp.Rational):
        return power_of(ctx, convert(ctx, base), Fraction(int(exponent.p), int(exponent.q)))
    w = convert(ctx, exponent)
    if base is sp.E:
        return exp_of(ctx, w)
    u = convert(ctx, base)
    if w.num.is_constant() and w.den.is_constant():
        c = Fraction(0 if w.num == 0 else int(w.num.leading_coefficient()), int(w.den.leading_coefficient()))
        return power_of(ctx, u, c)
    signs = ctx.sign_of_ratio(u)
    if signs == ss.POSITIVE:
        return exp_of(ctx, ctx.multiply([w, log_of(ctx, u)]))
    if signs == ss.NEGATIVE and (alternating := _minus_one_to(ctx, w)) is not None:
        return ctx.multiply([alternating, exp_of(ctx, ctx.multiply([w, log_of(ctx, ctx.negate(u))]))])
    return _opaque_power(ctx, u, w, signs)


def _minus_one_to(ctx: Context, w: Ratio) -> Ratio | None:
    """(-1)**w for an integer w: the product over its parts, each reduced modulo two."""
    if not _is_integer(ctx, w):
        return None
    out = ctx.one
    for q, m in additive_parts(ctx, w):
        base = ctx.ratio_to_expr(m)
        if q.numerator % 2:
            out = ctx.multiply([out, ctx.number(-1) if base == 1 else _alternating(ctx, base)])
    return out


def _is_integer(ctx: Context, w: Ratio) -> bool:
    """Whether w is shown to be an integer: a polynomial over the integers in symbols that are."""
    if w.den != 1:
        return False
    gens = ctx.used(w.num)
    return all(g.kind == "symbol" and g.order == 1 and g.base in ctx.domain.ranges and ctx.domain.ranges[g.base].integer for g in gens)


def _alternating(ctx: Context, base: sp.Expr) -> Ratio:
    key = ("minus one to", base)
    if key not in ctx.by_poly:
        gen = ctx.add_generator("opaque", sp.Pow(-1, base), power=ctx.one_poly, degree=2)
        ctx.by_poly[key] = Ratio(ctx.poly(gen), ctx.one_poly)
    return ctx.by_poly[key]


def _opaque_power(ctx: Context, u: Ratio, w: Ratio, signs: ss.SignSet) -> Ratio:
    """u**w with u = 0 possible: u**(v + n) = u**v * u**n for v >= 0 and an integer n >= 0 (0**0 = 1 included)."""
    integer = _is_integer(ctx, w)
    if not (integer or signs <= ss.NONNEGATIVE):
        raise NotNormal("a power whose base may be negative")
    shift = sum((q for q, m in additive_parts(ctx, w) if m == ctx.one), Fraction(0))
    n = shift.numerator // shift.denominator
    v = ctx.subtract(w, ctx.number(n))
    if not (n > 0 and ctx.sign_of_ratio(v) <= ss.NONNEGATIVE):
        n, v = 0, w
    out = applied(ctx, sp.Pow, [u, v])
    exponent_signs = ctx.sign_of_ratio(v)
    for gen in ctx.used(out.num):
        # defined for every base if the exponent is >= 0 (an integer) or > 0
        ctx.opaque[gen.base] = exponent_signs == ss.POSITIVE or (integer and exponent_signs <= ss.NONNEGATIVE)
    return ctx.multiply([out, ctx.power(u, n)])


def _extremum(ctx: Context, expr: sp.Expr) -> Ratio:
    """max(a, b) = (a + b + |a - b|)/2 where the sign of a - b is open; arguments in a fixed order."""
    direction = 1 if isinstance(expr, sp.Max) else -1
    out: Ratio | None = None
    kept: list[Ratio] = []
    for a in (convert(ctx, a) for a in sorted(expr.args, key=sp.default_sort_key)):
        if any(_is_within(ctx, b, a, direction) for b in kept):
            continue
        kept = [b for b in kept if not _is_within(ctx, a, b, direction)] + [a]
    for a in kept:
        if out is None:
            out = a
            continue
        gap = ctx.multiply([ctx.number(direction), abs_of(ctx, ctx.subtract(out, a))])
        out = ctx.multiply([ctx.number(Fraction(1, 2)), ctx.add([out, a, gap])])
    if out is None:
        raise NotNormal("a maximum of nothing")
    return out


def _is_within(ctx: Context, a: Ratio, b: Ratio, direction: int) -> bool:
    """Whether a >= b (direction 1) or a <= b (-1) throughout."""
    difference = ctx.subtract(a, b)
    signs = ctx.sign_of_ratio(difference)
    if not signs <= (ss.NONNEGATIVE if direction > 0 else ss.NONPOSITIVE):
        return False
    ctx.fact(difference.num, ctx.sign_of(difference.num))
    return True


def _step(ctx: Context, expr: sp.Expr) -> Ratio:
    u = convert(ctx, expr.args[0])
    signs = ctx.sign_of_ratio(u)
    if len(signs) == 1:
        (s,) = signs
        if isinstance(expr, sp.sign):
            return ctx.number(s)
        if s:
            return ctx.number(1 if s > 0 else 0)
        return convert(ctx, expr.args[1])
    if isinstance(expr, sp.sign):
        if 0 not in signs:
            return ctx.multiply([u, ctx.invert(abs_of(ctx, u))])
        return applied(ctx, sp.sign, [u])
    return opaque(ctx, expr, exists=True)


def decide(ctx: Context, condition: Any) -> bool | None:
    """Whether a condition holds on the whole domain (True), nowhere (False), or neither is known (None)."""
    if condition in (True, sp.true):
        return True
    if condition in (False, sp.false):
        return False
    if isinstance(condition, sp.Not):
        inner = decide(ctx, condition.args[0])
        return None if inner is None else not inner
    if isinstance(condition, (sp.And, sp.Or)):
        verdicts = [decide(ctx, c) for c in condition.args]
        absorbing = isinstance(condition, sp.Or)
        if absorbing in verdicts:
            return absorbing
        return None if None in verdicts else not absorbing
    if not isinstance(condition, Relational):
        return None
    difference = convert(ctx, condition.lhs - condition.rhs)
    # Where a side is not defined the condition means nothing, so its side conditions stay noted, whatever the verdict.
    signs = ctx.sign_of_ratio(difference)
    wanted = known_sign(condition)
    if signs <= wanted:
        ctx.fact(difference.num, ctx.sign_of_product(difference.num))
        return True
    if not signs & wanted:
        ctx.fact(difference.num, ctx.sign_of_product(difference.num))
        return False
    return None


def _piecewise(ctx: Context, expr: sp.Piecewise) -> Ratio:
    open_pieces: list[tuple[sp.Expr, Any]] = []
    conditions_defined = True
    for value, condition in expr.args:
        verdict = decide(ctx, condition)
        if verdict is False:
            continue
        if verdict is True:
            if not open_pieces:
                return convert(ctx, value)
            open_pieces.append((value, sp.true))
            break
        open_pieces.append((value, condition))
        sides = [side for r in condition.atoms(Relational) for side in r.args]
        conditions_defined = conditions_defined and all(ctx.nested(side, ctx.domain)[1] for side in sides)
    if not open_pieces:
        raise NotNormal("no piece applies")
    domain, pieces, exists = ctx.domain, [], conditions_defined and open_pieces[-1][1] == sp.true
    for value, condition in open_pieces:
        inside = domain if condition == sp.true else domain.restrict(condition)
        normal, defined = ctx.nested(value, inside)
        exists = exists and defined
        pieces.append((normal, condition))
        if condition != sp.true and isinstance(condition, Relational):
            domain = domain.restrict(condition.negated)
    return opaque(ctx, sp.Piecewise(*pieces), exists)
