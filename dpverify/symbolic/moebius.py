"""Signs of polynomials by their coefficients: every variable is written through one that runs over (0, oo).

v in (lo, oo) is lo + t, v in (lo, hi) is (lo + hi*t)/(1 + t). If then all coefficients have one sign, so has the polynomial. Variables are
treated as independent, which only enlarges the set. Assumptions linear in a symbol and lower bounds of exp are substituted first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import sympy as sp

from . import sign_set as ss
from .context import Context, Known
from .generators import Generator, Polynomial
from .sign_set import SignSet

MAX_DEGREE = 24
MAX_TERMS = 300

GeneratorSign = Callable[[Context, Generator], SignSet]


@dataclass(frozen=True)
class Reach:
    """Where a variable lies: between lo and hi (None: infinite), an end included if its `closed` flag is set."""

    lo: Fraction | None
    hi: Fraction | None
    lo_closed: bool = False
    hi_closed: bool = False


def sign_by_coefficients(ctx: Context, p: Polynomial, generator_sign: GeneratorSign) -> SignSet:
    """The possible signs of p, as far as the coefficients show them."""
    if len(p) > MAX_TERMS or p.total_degree() > MAX_DEGREE:
        return ss.ANY
    reach = {g.index: _reach(ctx, g, generator_sign) for g in ctx.used(p)}
    out = _sign(ctx, p, reach)
    if len(out) > 1 and ctx.known:
        out &= _sign(ctx, *_use_assumptions(ctx, p, reach, generator_sign))
    if len(out) > 1:
        q, tied = _use_exponential_bounds(ctx, p, reach, generator_sign)
        if tied is not reach:
            out &= _sign(ctx, q, tied)
    return out


def _reach(ctx: Context, gen: Generator, generator_sign: GeneratorSign) -> Reach:
    if gen.kind == "symbol":
        rng = ctx.domain.ranges.get(gen.base)
        if rng is None:
            return Reach(None, None)
        lo, hi = (rng.first_integer(), rng.last_integer()) if rng.integer else (rng.lo, rng.hi)
        closed = (not rng.lo_open or rng.integer, not rng.hi_open or rng.integer)
        if gen.order == 1 and not (lo.is_finite and not lo.is_Rational) and not (hi.is_finite and not hi.is_Rational):
            return Reach(
                Fraction(int(lo.p), int(lo.q)) if lo.is_Rational else None, Fraction(int(hi.p), int(hi.q)) if hi.is_Rational else None,
                lo.is_Rational and closed[0], hi.is_Rational and closed[1],
            )
        if gen.order > 1 and lo.is_Rational and lo >= 1:
            return Reach(Fraction(1), None, True)
        if gen.order > 1 and hi.is_Rational and hi <= 1:
            return Reach(Fraction(0), Fraction(1), True, True)
    if gen.kind == "exp":
        signs = ctx.sign_of_ratio(gen.inner)
        if signs <= ss.NONNEGATIVE:
            return Reach(Fraction(1), None, 0 in signs)
        if signs <= ss.NONPOSITIVE:
            return Reach(Fraction(0), Fraction(1), False, 0 in signs)
        return Reach(Fraction(0), None)
    signs = generator_sign(ctx, gen)
    if signs <= ss.NONNEGATIVE:
        return Reach(Fraction(0), None, 0 in signs)
    if signs <= ss.NONPOSITIVE:
        return Reach(None, Fraction(0), False, 0 in signs)
    return Reach(None, None)


def _sign(ctx: Context, p: Polynomial, reach: dict[int, Reach]) -> SignSet:
    closed: list[tuple[int, bool, int | None]] = []
    degrees = p.degrees()
    for i, r in reach.items():
        degree = degrees[i]
        if degree == 0:
            continue
        if r.lo is None and r.hi is None:
            if any(m[i] % 2 for m in p.monoms()):
                return ss.ANY
            closed.append((i, True, None))  # even powers only: t = v**2 >= 0
            continue
        p = _substitute(ctx, p, i, degree, r)
        if len(p) > 4 * MAX_TERMS:
            return ss.ANY
        finite = r.lo is not None and r.hi is not None
        at_zero = r.lo_closed if r.lo is not None else r.hi_closed
        at_infinity = degree if finite and r.hi_closed else None
        if at_zero or at_infinity is not None:
            closed.append((i, at_zero, at_infinity))
    terms = p.to_dict()
    if all(c > 0 for c in terms.values()):
        one_sign = 1
    elif all(c < 0 for c in terms.values()):
        one_sign = -1
    else:
        return ss.ANY
    strict = _positive_on_faces(list(terms), closed)
    return frozenset({one_sign}) if strict else frozenset({one_sign, 0})


def _positive_on_faces(monomials: list[tuple[int, ...]], closed: list[tuple[int, bool, int | None]]) -> bool:
    """Whether on every face of the box (each closed variable inside, at t = 0 or at t = oo) some term is left."""
    if not monomials:
        return False
    if len(closed) > 6:
        return False
    choices = [[None] + ([0] if zero else []) + ([top] if top is not None else []) for _, zero, top in closed]
    for pick in product(*choices):
        if not any(all(want is None or m[i] == want for (i, _, _), want in zip(closed, pick, strict=True)) for m in monomials):
            return False
    return True


def _substitute(ctx: Context, p: Polynomial, i: int, degree: int, r: Reach) -> Polynomial:
    """p with variable i written through t in (0, oo) (in the same slot), times a positive factor that clears denominators."""
    t = ctx.variables[i]
    if r.lo is not None and r.hi is not None:
        scale = r.lo.denominator * r.hi.denominator
        top = int(r.lo * scale) + int(r.hi * scale) * t
        bottom = scale * (1 + t)
    elif r.lo is not None:
        if r.lo == 0:
            return p
        top, bottom = r.lo.numerator + r.lo.denominator * t, ctx.ring.constant(r.lo.denominator)
    else:
        hi = r.hi if r.hi is not None else Fraction(0)
        top, bottom = hi.numerator - hi.denominator * t, ctx.ring.constant(hi.denominator)
    return replace_variable(ctx, p, i, degree, top, bottom)


def replace_variable(ctx: Context, p: Polynomial, i: int, degree: int, top: Polynomial, bottom: Polynomial) -> Polynomial:
    """p(v_i = top/bottom) * bottom**degree."""
    by_power: dict[int, dict[tuple[int, ...], int]] = {}
    for monomial, c in p.to_dict().items():
        by_power.setdefault(int(monomial[i]), {})[monomial[:i] + (0,) + monomial[i + 1 :]] = c
    out = ctx.zero_poly
    for e, part in by_power.items():
        out = out + ctx.ring.from_dict(part) * top**e * bottom ** (degree - e)
    return out


def _use_assumptions(
    ctx: Context, p: Polynomial, reach: dict[int, Reach], generator_sign: GeneratorSign
) -> tuple[Polynomial, dict[int, Reach]]:
    """Write symbols through the slack of assumptions: c*v + r >= 0 with c > 0 gives v = (t - r)/c, t >= 0."""
    above = [k for k in ctx.known if k.signs <= ss.NONNEGATIVE]
    pending = above + [Known(-k.poly, ss.negative(k.signs)) for k in ctx.known if k.signs <= ss.NONPOSITIVE and k.signs != ss.ZERO]
    reach = dict(reach)
    done: set[int] = set()
    while pending:
        known = pending.pop(0)
        choice = _linear_variable(ctx, known.poly, done)
        if choice is None:
            continue
        i, c = choice
        t = ctx.variables[i]
        rest = known.poly - c * t
        done.add(i)
        if p.degrees()[i]:
            p = replace_variable(ctx, p, i, p.degrees()[i], t - rest, ctx.ring.constant(c))
        pending = [replace(k, poly=replace_variable(ctx, k.poly, i, k.poly.degrees()[i], t - rest, ctx.ring.constant(c))) for k in pending]
        for g in ctx.used(rest):
            reach.setdefault(g.index, _reach(ctx, g, generator_sign))
        reach[i] = Reach(Fraction(0), None, 0 in known.signs)
    return p, reach


def _linear_variable(ctx: Context, p: Polynomial, done: set[int]) -> tuple[int, int] | None:
    """A symbol that occurs in p once, linearly, with a positive integer coefficient, and is not yet replaced."""
    degrees = p.degrees()
    terms = p.to_dict()
    for i, d in enumerate(degrees):
        if d != 1 or i in done or ctx.generators[i].kind != "symbol" or ctx.generators[i].order != 1:
            continue
        hits = [(m, c) for m, c in terms.items() if m[i]]
        if len(hits) == 1 and sum(hits[0][0]) == 1 and hits[0][1] > 0:
            return i, int(hits[0][1])
    return None


def _use_exponential_bounds(
    ctx: Context, p: Polynomial, reach: dict[int, Reach], generator_sign: GeneratorSign
) -> tuple[Polynomial, dict[int, Reach]]:
    """exp(m) = 1 + m + m**2/2 + t with t > 0 where m > 0 is a polynomial."""
    tied = reach
    for gen in ctx.used(p):
        if gen.kind != "exp" or gen.inner.den != 1 or ctx.sign_of_ratio(gen.inner) != ss.POSITIVE:
            continue
        if gen.base.has(sp.exp) or not set(gen.base.free_symbols):
            continue
        t, m, n = ctx.variables[gen.index], gen.inner.num, gen.order
        # exp(m/n) = (2 n^2 + 2 n m + m^2 + t) / (2 n^2)
        top, bottom = 2 * n * n + 2 * n * m + m * m + t, ctx.ring.constant(2 * n * n)
        p = replace_variable(ctx, p, gen.index, p.degrees()[gen.index], top, bottom)
        tied = {**tied, gen.index: Reach(Fraction(0), None)}
        for g in ctx.used(m):
            tied.setdefault(g.index, _reach(ctx, g, generator_sign))
        if len(p) > 4 * MAX_TERMS:
            return p, reach
    return p, tied
