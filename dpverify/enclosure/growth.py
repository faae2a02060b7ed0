"""Upper bounds for |f(x)| on a ray [X, oo), X > 0, and for what lies beyond X of an integral or a sum.

A bound is a sum of terms C * x^p * exp(q_1 x^r_1 + q_2 x^r_2 + ...) with C >= 0, rational p, and r_i > 0. The bound of an expression is
built along its tree (products multiply, sums add, erfc(v) <= exp(-v^2) for v >= 0, 1/Gamma(x+1) <= exp(-x (log X - 1)) for x >= X, ...);
what the rules don't reach is bounded by its interval enclosure on the ray. Everything is ball arithmetic at the precision in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp
from flint import arb, fmpq

from ..errors import NotEnclosable
from .box import Box, compile_expr, decide_over, require_defined
from .interval import POS_INF, Interval
from .patterns import collect_exponentials
from .point import enclose_at

MAX_TERMS = 200
LOG_POWER = 64
"""|log u| <= LOG_POWER * (u^(1/LOG_POWER) + u^(-1/LOG_POWER)) for every u > 0, because log v <= v."""


@dataclass(frozen=True)
class Term:
    """C x^p exp(sum of q[r] x^r)."""

    c: arb
    p: Fraction
    q: dict[Fraction, arb]

    def __mul__(self, other: Term) -> Term:
        q = dict(self.q)
        for r, v in other.q.items():
            q[r] = q[r] + v if r in q else v
        return Term((self.c * other.c).upper(), self.p + other.p, q)

    def power(self, s: Fraction) -> Term:
        """The term to a power s > 0 (p and q scale, C >= 0)."""
        c = arb(0) if self.c == 0 else (self.c.log() * _ball(s)).exp().upper()
        return Term(c, self.p * s, {r: v * _ball(s) for r, v in self.q.items()})


Bound = list[Term]


class Ray:
    """The ray [X, oo) of one variable."""

    def __init__(self, x: sp.Symbol, start: arb, prec: int) -> None:
        self.x, self.start, self.prec = x, start, prec
        self.box = {x: Interval(start, POS_INF, False, True)}

    def has_real_powers(self, f: sp.Expr) -> bool:
        """True if fractional powers in f have bases >= 0 on the ray. The rules below bound sizes only; all else they check themselves."""
        powers = [p for p in f.atoms(sp.Pow) if p.exp.is_Rational and not p.exp.is_Integer and self.x in p.free_symbols]
        return all(compile_expr(p.base)(self.box, self.prec).is_nonnegative() for p in powers)

    def bound(self, f: sp.Expr) -> Bound:
        """Terms whose sum is at least |f| everywhere on the ray; raises NotEnclosable if the rules find none."""
        try:
            out = self._structural(f)
        except NotEnclosable:
            out = None
        if out is None:
            out = [self._constant_bound(f)]
        if len(out) > MAX_TERMS:
            raise NotEnclosable("the bound of a tail has too many terms")
        return out

    # ---- rules

    def _structural(self, f: sp.Expr) -> Bound | None:
        x = self.x
        if x not in f.free_symbols:
            return [Term(enclose_at(f, {}, self.prec).abs_upper(), Fraction(0), {})]
        if f == x:
            return [Term(arb(1), Fraction(1), {})]
        if isinstance(f, sp.Add):
            return [t for a in f.args for t in self.bound(a)]
        if isinstance(f, sp.Mul):
            return self._product([self.bound(a) for a in f.args])
        if isinstance(f, sp.exp):
            return self._exponential(f.args[0], arb(1))
        if isinstance(f, sp.Pow):
            return self._power(*f.args)
        if isinstance(f, sp.log):
            u = f.args[0]
            if not compile_expr(u)(self.box, self.prec).is_positive():
                return None
            s = sp.Rational(1, LOG_POWER)
            return self._product([[Term(arb(LOG_POWER), Fraction(0), {})], self.bound(u**s) + self.bound(u ** (-s))])
        if isinstance(f, sp.erfc):
            v = f.args[0]
            if not compile_expr(v)(self.box, self.prec).is_nonnegative():
                return None
            return self._exponential(sp.expand(-(v**2)), arb(1))
        if isinstance(f, (sp.sinh, sp.cosh)):
            return self._exponential(f.args[0], arb(1)) + self._exponential(-f.args[0], arb(1))
        if isinstance(f, sp.Abs):
            return self.bound(f.args[0])
        if isinstance(f, (sp.Max, sp.Min)):
            return self._extremum(f)
        if isinstance(f, sp.Piecewise):
            return self._piecewise(f)
        return None

    def _extremum(self, f: sp.Expr) -> Bound:
        """|Max|, |Min| <= sum of all sizes; a Min of things that are >= 0 is below each of them."""
        if isinstance(f, sp.Min) and all(_is_nonnegative(a, self.box, self.prec) for a in f.args):
            candidates = []
            for a in f.args:
                try:
                    candidates.append(self.bound(a))
                except NotEnclosable:
                    continue
            if candidates:
                return min(candidates, key=_growth)
        return [t for a in f.args for t in self.bound(a)]

    def _product(self, bounds: list[Bound]) -> Bound:
        def times(a: Bound, b: Bound) -> Bound:
            if len(a) * len(b) > MAX_TERMS:
                raise NotEnclosable("the bound of a tail has too many terms")
            return [s * t for s in a for t in b]

        return reduce(times, bounds)

    def _constant_bound(self, f: sp.Expr) -> Term:
        size = compile_expr(f)(self.box, self.prec).magnitude()
        if not size.is_finite():
            raise NotEnclosable(f"no bound for {sp.sstr(f)[:120]} far out")
        return Term(size, Fraction(0), {})

    def _exponential(self, v: sp.Expr, scale: arb) -> Bound:
        """exp(scale * v): monomials of v go to the exponent, c*log(x) to the power, the rest is bounded by its upper end."""
        q: dict[Fraction, arb] = {}
        p = Fraction(0)
        rest: list[sp.Expr] = []
        for term in sp.Add.make_args(sp.expand(v)):
            coefficient, factor = term.as_independent(self.x, as_Add=False)
            base, r = factor.as_base_exp()
            if factor.has(self.x) and base == self.x and r.is_Rational and r > 0:
                value = scale * enclose_at(coefficient, {}, self.prec)
                key = Fraction(int(r.p), int(r.q))
                q[key] = q[key] + value if key in q else value
            else:
                rest.append(term)
        total = sp.Add(*rest)
        interval = compile_expr(total)(self.box, self.prec) * Interval.from_ball(scale)
        if not interval.hi.is_finite():
            raise NotEnclosable("an exponent is unbounded above far out")
        return [Term(interval.hi.exp().upper(), p, q)]

    def _power(self, base: sp.Expr, e: sp.Expr) -> Bound | None:
        x = self.x
        if x in e.free_symbols:
            if x in base.free_symbols:
                return None
            b = enclose_at(base, {}, self.prec)
            if b < 0 and e.is_integer:
                b = -b
            return self._exponential(e, b.log()) if b > 0 else None
        if not e.is_Rational:
            return None
        r = Fraction(int(e.p), int(e.q))
        if base == x:
            return [Term(arb(1), r, {})]
        if isinstance(base, sp.Mul):
            return self._product([self.bound(sp.Pow(sp.Abs(a) if r.denominator > 1 else a, e)) for a in base.args])
        if isinstance(base, sp.Abs):
            return self.bound(sp.Pow(base.args[0], e)) if r.denominator == 1 else self._positive_power(self.bound(base.args[0]), r)
        if isinstance(base, sp.exp):
            return self._exponential(e * base.args[0], arb(1))
        return self._positive_power(self.bound(base), r) if r > 0 else self._negative_power(base, e)

    def _positive_power(self, bound: Bound, r: Fraction) -> Bound | None:
        """(sum t_i)^r <= (sum t_i)^floor(r) * sum t_i^(r - floor(r)), the power in [0, 1) being subadditive."""
        if r < 0:
            return None
        n = r.numerator // r.denominator
        if len(bound) == 1:
            return [bound[0].power(r)]
        out = [Term(arb(1), Fraction(0), {})]
        for _ in range(n):
            out = self._product([out, bound])
        return out if r == n else self._product([out, [t.power(r - n) for t in bound]])

    def _negative_power(self, base: sp.Expr, e: sp.Expr) -> Bound | None:
        if isinstance(base, sp.factorial):
            return self._reciprocal_gamma(base.args[0] + 1, e)
        if isinstance(base, sp.gamma):
            return self._reciprocal_gamma(base.args[0], e)
        if isinstance(base, (sp.sinh, sp.cosh)):
            base = base.rewrite(sp.exp)
            if isinstance(base, sp.Mul):
                return self._power(base, e)
        best: Bound | None = None
        for lead in base.args if isinstance(base, sp.Add) else ():
            # |base| >= m |lead| if base/lead stays above m > 0, hence |base|^e <= m^e |lead|^e.
            try:
                low = self._low(sp.Add(*(t / lead for t in base.args)))
                if low is None:
                    continue
                power = sp.Mul(*(sp.Pow(sp.Abs(a), e) for a in sp.Mul.make_args(lead)))
                factor = (low.log() * arb(fmpq(int(e.p), int(e.q)))).exp().upper()
                candidate = self._product([[Term(factor, Fraction(0), {})], self.bound(power)])
            except NotEnclosable:
                continue
            if best is None or _growth(candidate) < _growth(best):
                best = candidate
        return best

    def _low(self, u: sp.Expr) -> arb | None:
        """A positive lower bound of u on the ray, from u as it stands or with its exponentials collected."""
        for form in (u, collect_exponentials(u)):
            try:
                image = compile_expr(form)(self.box, self.prec)
            except NotEnclosable:
                continue
            if image.lo > 0:
                return image.lo
        return None

    def _reciprocal_gamma(self, u: sp.Expr, e: sp.Expr) -> Bound | None:
        """Gamma(x + c) >= Gamma(x + 1) >= (x/e)^x >= exp(x (log X - 1)) for x >= X >= 1, c >= 1 (Stirling's lower bound)."""
        c = u - self.x
        if self.x in c.free_symbols or not (c.is_Rational and c >= 1) or not self.start >= 1:
            return None
        rate = (self.start.log() - 1) * arb(fmpq(int(e.p), int(e.q)))
        return [Term(arb(1), Fraction(0), {Fraction(1): rate})]

    def _piecewise(self, f: sp.Piecewise) -> Bound:
        out: Bound = []
        for branch, condition in f.args:
            require_defined(condition, self.box, self.prec)
            truth = decide_over(condition, self.box, self.prec)
            if truth is not False:
                out.extend(self.bound(branch))
            if truth is True:
                return out
        raise NotEnclosable("no branch of the Piecewise is known to apply far out")


def _is_nonnegative(u: sp.Expr, box: Box, prec: int) -> bool:
    try:
        return compile_expr(u)(box, prec).is_nonnegative()
    except NotEnclosable:
        return False


def _ball(r: Fraction) -> arb:
    return arb(fmpq(r.numerator, r.denominator))


def _growth(bound: Bound) -> tuple[Any, ...]:
    """Heuristic order of growth: by the leading exponent, then the power."""

    def key(t: Term) -> tuple[Any, ...]:
        q = {r: float(v.mid()) for r, v in t.q.items() if not v == 0}
        if not q:
            return (0.0, 0.0, float(t.p))
        r = max(q)
        return (float(r) if q[r] > 0 else -float(r), q[r], float(t.p))

    return max(key(t) for t in bound)


def integral_beyond(bound: Bound, start: arb) -> arb:
    """An upper bound for the integral of the terms over [X, oo), X = start > 0; raises NotEnclosable if a term is not known to decay.

    With T = log of the term and r the largest exponent, -T'(x) >= kappa x^(r-1) on the ray gives  int e^T <= e^T(X) / (kappa X^(r-1))
    for r >= 1; for r < 1 the same is done with T + (1 - r) log x. Without exponent: X^(p+1) / (-p - 1) for p < -1.
    The same conditions make each term decrease on the ray.
    """
    return sum((_term_integral(t, start) for t in bound), arb(0)).upper()


def sum_beyond(bound: Bound, start: arb) -> arb:
    """An upper bound for the sum of the terms over the integers k >= X = start: term(X) + integral over [X, oo), each term decreasing."""
    return sum((_value(t, start) + _term_integral(t, start) for t in bound), arb(0)).upper()


def _value(t: Term, x: arb) -> arb:
    out = t.c * (_ball(t.p) * x.log()).exp()
    for r, v in t.q.items():
        out = out * (v * _real_power(x, r)).exp()
    return out


def _real_power(x: arb, r: Fraction) -> arb:
    return x ** int(r) if r.denominator == 1 else (_ball(r) * x.log()).exp()


def _term_integral(t: Term, x: arb) -> arb:
    if t.c == 0:
        return arb(0)
    q = {r: v for r, v in t.q.items() if not v == 0}
    if not q:
        if t.p >= -1:
            raise NotEnclosable("a tail that is not known to be integrable")
        return t.c * (_ball(t.p + 1) * x.log()).exp() / _ball(-t.p - 1)
    r = max(q)
    p = t.p + max(Fraction(0), 1 - r)
    decay = _ball(r) * q[r]
    for s, v in q.items():
        if s != r:
            decay = decay + v * _ball(s) * arb(0).union(_real_power(x, s - r))
    decay = decay + _ball(p) * arb(0).union(_real_power(x, -r))
    kappa = -decay
    if not kappa > 0:
        raise NotEnclosable("a tail that is not known to decay")
    value = _value(Term(t.c, p, q), x) / kappa.lower()
    return value / _real_power(x, r - 1) if r > 1 else value
