"""Enclosure of a SymPy expression at one exact point: a ball that holds the value.

The tree is walked, never printed into floating point: rationals stay exact fractions as long as they are small, everything else is a ball.
Integrals go to rigorous quadrature and sums to certified tail bounds (see `quadrature`, `sums`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import sympy as sp
from flint import arb, fmpq, fmpz
from sympy.core.relational import Relational

from ..errors import NotEnclosable
from .balls import integer_of, working_precision
from .function_table import REWRITTEN

Value: TypeAlias = fmpq | arb
MAX_EXACT_BITS = 4000
"""Exact fractions larger than this are turned into balls."""

_GUARD = 16
_HALF = sp.Rational(1, 2)

CONSTANTS: dict[Any, Callable[[], arb]] = {
    sp.pi: arb.pi, sp.E: arb.const_e, sp.EulerGamma: arb.const_euler, sp.Catalan: arb.const_catalan,
    sp.GoldenRatio: lambda: (1 + arb(5).sqrt()) / 2,
}  # fmt: skip

def _erfc(v: arb) -> arb:
    """erfc falls, so a ball goes to the hull of the values at its ends: far out Arb's own is sharp for exact numbers only."""
    return v.erfc() if v.is_exact() or not v > 100 else v.lower().erfc().union(v.upper().erfc())


BALL_FUNCTIONS: dict[Any, Callable[[arb], arb]] = {
    sp.exp: arb.exp, sp.sinh: arb.sinh, sp.cosh: arb.cosh, sp.tanh: arb.tanh, sp.asinh: arb.asinh, sp.acosh: arb.acosh, sp.atanh: arb.atanh,
    sp.sin: arb.sin, sp.cos: arb.cos, sp.asin: arb.asin, sp.acos: arb.acos, sp.atan: arb.atan,
    sp.erf: arb.erf, sp.erfc: _erfc, sp.erfi: arb.erfi, sp.erfinv: arb.erfinv, sp.erfcinv: arb.erfcinv,
    sp.gamma: arb.gamma, sp.digamma: arb.digamma,
}  # fmt: skip
"""Functions of one variable for which an indeterminate ball is returned wherever they are undefined or not real."""


def enclose_at(expr: Any, point: Mapping[sp.Symbol, Any] | None = None, prec: int = 64) -> arb:
    """A finite ball that holds expr at the point (symbol -> exact constant), computed at `prec` bits and a few guard bits.

    Raises NotEnclosable if the expression is undefined or not real there, or cannot be enclosed at this precision, holds a Limit,
    an unknown function or a symbol without a value. The radius is whatever came out: callers compare, they never assume it small.
    """
    with working_precision(prec + _GUARD):
        return to_ball(Evaluation(point or {}, prec).value(sp.sympify(expr)))


def to_ball(value: Value) -> arb:
    ball = value if isinstance(value, arb) else arb(value)
    if not ball.is_finite():
        raise NotEnclosable("the value could not be enclosed in a finite ball")
    return ball


class Evaluation:
    """One walk over a tree at one point; the working precision is set by the caller."""

    def __init__(self, point: Mapping[sp.Symbol, Any], prec: int, constants: Evaluation | None = None) -> None:
        """`constants`: a walk at no point, shared by many walks, which keeps the values of subtrees without symbols."""
        self.prec = prec
        self.point = point
        self._constants = constants
        self._known: dict[Any, Value] = {}
        for symbol, given in point.items():
            self._known[symbol] = given if isinstance(given, (fmpq, arb)) else _given(given, prec)

    def value(self, expr: Any) -> Value:
        known = self._known.get(expr)
        if known is None and self._constants is not None and not expr.free_symbols:
            known = self._known[expr] = self._constants.value(expr)
        if known is None:
            known = self._compute(expr)
            if isinstance(known, arb):
                if not known.is_finite():
                    raise NotEnclosable(f"{sp.sstr(expr)[:200]} has no finite enclosure at {self.prec} bits")
            elif known.p.bit_length() + known.q.bit_length() > MAX_EXACT_BITS:
                known = arb(known)
            self._known[expr] = known
        return known

    def ball(self, expr: Any) -> arb:
        v = self.value(expr)
        return v if isinstance(v, arb) else arb(v)

    def _compute(self, expr: Any) -> Value:
        if isinstance(expr, sp.Rational):
            if expr.is_infinite or expr is sp.nan:
                raise NotEnclosable(f"{expr} is not finite")
            return fmpq(int(expr.p), int(expr.q))
        if expr in CONSTANTS:
            return CONSTANTS[expr]()
        if isinstance(expr, sp.Symbol):
            raise NotEnclosable(f"the symbol {expr} has no value")
        if isinstance(expr, sp.Add):
            return self._fold(expr.args, lambda a, b: a + b)
        if isinstance(expr, sp.Mul):
            return self._fold(expr.args, lambda a, b: a * b)
        if isinstance(expr, sp.Pow):
            return self._power(*expr.args)
        if isinstance(expr, (sp.Max, sp.Min)):
            return self._fold(expr.args, _maximum if isinstance(expr, sp.Max) else _minimum)
        if isinstance(expr, sp.Piecewise):
            return self._piecewise(expr)
        if isinstance(expr, sp.Integral):
            from .quadrature import integral_at  # here, because the integrand is evaluated by this module

            return integral_at(expr, self.point, self.prec)
        if isinstance(expr, (sp.Sum, sp.Product)):
            from .sums import product_at, sum_at  # as above

            return (sum_at if isinstance(expr, sp.Sum) else product_at)(expr, self.point, self.prec)
        return self._function(expr)

    def _fold(self, args: tuple[Any, ...], f: Callable[[Any, Any], Value]) -> Value:
        """Exact operands are combined first, so that a rational total stays a fraction until it meets a ball."""
        values = [self.value(a) for a in args]
        exact: Any = None
        rest: Any = None
        for v in values:
            if isinstance(v, fmpq):
                exact = v if exact is None else f(exact, v)
            else:
                rest = v if rest is None else f(rest, v)
        if rest is None:
            return exact
        return rest if exact is None else f(rest, exact)

    def _function(self, expr: Any) -> Value:
        head, args = expr.func, expr.args
        own = _OWN.get(head)
        if own is not None:
            return own(self, *args)
        if head in BALL_FUNCTIONS and len(args) == 1:
            v = self.value(args[0])
            if isinstance(v, fmpq) and v == 0 and head is not sp.acos:
                v = arb(0)
            return BALL_FUNCTIONS[head](v if isinstance(v, arb) else arb(v))
        if isinstance(expr, sp.polygamma) and args[0] == 0:
            return self.ball(args[1]).digamma()
        if head in REWRITTEN:
            return self.value(REWRITTEN[head](*args))
        if isinstance(expr, Relational):
            raise NotEnclosable("a relation is no number")
        raise NotEnclosable(f"{head.__name__} has no enclosure at a point")

    def _power(self, base: Any, exponent: Any) -> Value:
        if base is sp.S.Exp1:
            return self._exp(exponent)
        b, e = self.value(base), self.value(exponent)
        if isinstance(e, fmpq) and e.q == 1:
            n = int(e.p)
            if isinstance(b, fmpq):
                if b == 0 and n < 0:
                    raise NotEnclosable("division by zero")
                if abs(n) * (b.p.bit_length() + b.q.bit_length()) <= MAX_EXACT_BITS:
                    return b**n
                b = arb(b)
            return _nonzero(b) ** n if n < 0 else b**n
        if isinstance(b, fmpq):
            if b == 0:
                if e > 0:
                    return fmpq(0)
                raise NotEnclosable("0 to a power that may not be positive")
            if isinstance(e, fmpq):
                root = _exact_root(b, int(e.q))
                if root is not None and abs(e.p) * (root.p.bit_length() + root.q.bit_length()) <= MAX_EXACT_BITS:
                    return root ** int(e.p)
            b = arb(b)
        if not b > 0:
            raise NotEnclosable("fractional power of a number that may be negative or zero")
        if isinstance(e, fmpq):
            if e.q == 2:
                return b.sqrt() ** int(e.p)
            if e.q < 64 and abs(e.p) < 64:
                return b.root(int(e.q)) ** int(e.p)
        return (arb(e) * b.log()).exp()

    def _exp(self, arg: Any) -> Value:
        v = self.value(arg)
        return fmpq(1) if isinstance(v, fmpq) and v == 0 else (v if isinstance(v, arb) else arb(v)).exp()

    def _log(self, arg: Any, base: Any = None) -> Value:
        if base is not None:
            return self.ball(sp.log(arg)) / _nonzero(self.ball(sp.log(base)))
        v = self.value(arg)
        if not v > 0:
            raise NotEnclosable("log of a number that may not be positive")
        if isinstance(v, fmpq):
            if v == 1:
                return fmpq(0)
            near_one = v - 1
            return arb(near_one).log1p() if abs(near_one) < fmpq(1, 2) else arb(v).log()
        return v.log()

    def _abs(self, arg: Any) -> Value:
        return abs(self.value(arg))

    def _sign(self, arg: Any) -> Value:
        v = self.value(arg)
        if v > 0:
            return fmpq(1)
        if v < 0:
            return fmpq(-1)
        if isinstance(v, fmpq):
            return fmpq(0)
        raise NotEnclosable("the sign of a number that may be zero")

    def _heaviside(self, arg: Any, at_zero: Any = _HALF) -> Value:
        s = self._sign(arg)
        return self.value(at_zero) if s == 0 else fmpq(1 if s > 0 else 0)

    def _floor(self, arg: Any) -> Value:
        v = self.value(arg)
        if isinstance(v, fmpq):
            return fmpq(v.floor())
        n = integer_of(v.floor())
        if n is None:
            raise NotEnclosable("the floor of a number too near an integer")
        return fmpq(n)

    def _ceiling(self, arg: Any) -> Value:
        v = self.value(arg)
        return fmpq(v.ceil()) if isinstance(v, fmpq) else -self._floor(-arg)

    def _factorial(self, arg: Any) -> Value:
        v = self.value(arg)
        if isinstance(v, fmpq) and v.q == 1 and 0 <= v.p <= 300:
            return fmpq(fmpz.fac_ui(int(v.p)))
        return (arb(v) + 1).gamma()

    def _binomial(self, n: Any, k: Any) -> Value:
        a, b = self.value(n), self.value(k)
        if isinstance(a, fmpq) and isinstance(b, fmpq) and a.q == 1 and b.q == 1 and 0 <= b.p <= a.p <= 3000:
            return fmpq(fmpz.bin_uiui(int(a.p), int(b.p)))
        if not (b > -1 and a > -1 and a - b > -1):
            raise NotEnclosable("binomial outside the range where its three factorials are positive")
        a, b = arb(a), arb(b)
        return ((a + 1).lgamma() - (b + 1).lgamma() - (a - b + 1).lgamma()).exp()

    def _loggamma(self, arg: Any) -> Value:
        v = self.value(arg)
        if not v > 0:
            raise NotEnclosable("log gamma of a number that may not be positive")
        return fmpq(0) if isinstance(v, fmpq) and v in (1, 2) else arb(v).lgamma()

    def _lambertw(self, arg: Any, branch: Any = sp.S.Zero) -> Value:
        if branch not in (0, -1):
            raise NotEnclosable("a complex branch of LambertW")
        v = self.value(arg)
        if isinstance(v, fmpq) and v == 0 and branch == 0:
            return fmpq(0)
        return arb(v).lambertw(int(branch))

    def _piecewise(self, expr: sp.Piecewise) -> Value:
        """The first branch whose condition holds; undecided conditions give the union of the branches, which holds the value."""
        candidates: list[Value] = []
        for branch, condition in expr.args:
            truth = self.truth(condition)
            if truth is None and not self._sides_are_numbers(condition):
                raise NotEnclosable("a condition of the Piecewise may be undefined")
            if truth is False:
                continue
            candidates.append(self.value(branch))
            if truth is True:
                break
        else:
            raise NotEnclosable("no branch of the Piecewise is known to apply")
        if len(candidates) == 1:
            return candidates[0]
        out = arb(candidates[0])
        for c in candidates[1:]:
            out = out.union(arb(c))
        return out

    def _sides_are_numbers(self, condition: Any) -> bool:
        """True unless a side of a relation in the condition has no finite enclosure: then no branch need be the value."""
        sides = [s for r in condition.atoms(Relational) for s in r.args if not s.is_infinite]
        return all(isinstance(v, fmpq) or arb(v).is_finite() for v in (self.value(s) for s in sides))

    def truth(self, condition: Any) -> bool | None:
        """Truth of a relation or a logical combination at the point; None if undecided at this precision."""
        if condition is sp.true or condition is True:
            return True
        if condition is sp.false or condition is False:
            return False
        if isinstance(condition, (sp.And, sp.Or)):
            absorbing = isinstance(condition, sp.Or)
            values = [self.truth(c) for c in condition.args]
            return absorbing if absorbing in values else None if None in values else not absorbing
        if isinstance(condition, sp.Not):
            inner = self.truth(condition.args[0])
            return None if inner is None else not inner
        if isinstance(condition, Relational):
            return compare(condition, self._side(condition.lhs), self._side(condition.rhs))
        return None

    def _side(self, expr: Any) -> Value:
        if expr is sp.S.Infinity or expr is sp.S.NegativeInfinity:
            return arb.pos_inf() if expr is sp.S.Infinity else arb.neg_inf()
        return self.value(expr)


def compare(relation: Relational, a: Value, b: Value) -> bool | None:
    """Truth of `a REL b` for enclosures a, b: exact where both are fractions, None where the balls overlap."""
    if isinstance(relation, sp.Gt):
        return True if a > b else False if a <= b else None
    if isinstance(relation, sp.Ge):
        return True if a >= b else False if a < b else None
    if isinstance(relation, sp.Lt):
        return True if a < b else False if a >= b else None
    if isinstance(relation, sp.Le):
        return True if a <= b else False if a > b else None
    if isinstance(relation, (sp.Eq, sp.Ne)):
        if isinstance(a, fmpq) and isinstance(b, fmpq):
            equal: bool | None = a == b
        else:
            equal = False if (a < b or a > b) else None
        return equal if equal is None or isinstance(relation, sp.Eq) else not equal
    return None


def _given(value: Any, prec: int) -> Value:
    """The exact value of a coordinate: a rational, or an exact constant expression such as log(2)."""
    v = sp.sympify(value)
    if v.has(sp.Float):
        raise NotEnclosable(f"the coordinate {v} is a float; give an exact number")
    if v.is_Rational and v.is_finite:
        return fmpq(int(v.p), int(v.q))
    if v.free_symbols:
        raise NotEnclosable(f"the coordinate {v} is no constant")
    return enclose_at(v, {}, prec + _GUARD)


def _nonzero(v: arb) -> arb:
    if v > 0 or v < 0:
        return v
    raise NotEnclosable("division by a number that may be zero")


def _exact_root(v: fmpq, q: int) -> fmpq | None:
    """The rational q-th root of v > 0, if there is one."""
    if v < 0 or q > 1000:
        return None
    num, den = sp.integer_nthroot(int(v.p), q), sp.integer_nthroot(int(v.q), q)
    return fmpq(int(num[0]), int(den[0])) if num[1] and den[1] else None


def _maximum(a: Value, b: Value) -> Value:
    if a >= b:
        return a
    if b >= a:
        return b
    return arb(a).max(arb(b))


def _minimum(a: Value, b: Value) -> Value:
    return -_maximum(-a, -b)


_OWN: dict[Any, Callable[..., Value]] = {
    sp.log: Evaluation._log, sp.exp: Evaluation._exp, sp.Abs: Evaluation._abs, sp.sign: Evaluation._sign,
    sp.floor: Evaluation._floor, sp.ceiling: Evaluation._ceiling, sp.factorial: Evaluation._factorial,
    sp.loggamma: Evaluation._loggamma, sp.Heaviside: Evaluation._heaviside, sp.LambertW: Evaluation._lambertw,
    sp.binomial: Evaluation._binomial,
}  # fmt: skip
"""Functions with exact values or domains of their own to look after."""
