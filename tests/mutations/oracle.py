"""An independent judge of a relation: plain mpmath at 50 digits, random points of the domain, none of the package's evaluation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import mpmath as mp
import sympy as sp
from sympy.core.relational import Relational

DIGITS = 50
VIOLATION = mp.mpf(10) ** -20
QUADRATURE_DIGITS = 32


def violation(relation: Relational, point: Mapping[sp.Symbol, sp.Rational]) -> mp.mpf | None:
    """By how much the relation fails at the point, relative to the larger side (at least 1).

    0 if it holds or the sides agree to all digits; None if not evaluable.
    """
    with mp.workdps(DIGITS + 15):
        env = {s: mp.mpf(v.p) / v.q for s, v in point.items()}
        try:
            lhs, rhs = evaluate(relation.lhs, env), evaluate(relation.rhs, env)
        except (ValueError, TypeError, ZeroDivisionError, NotImplementedError, OverflowError, mp.libmp.NoConvergence):
            return None
        if any(isinstance(v, mp.mpc) and abs(v.imag) > mp.mpf(10) ** -40 for v in (lhs, rhs)):
            return None
        left, right = mp.re(lhs), mp.re(rhs)
        if not (mp.isfinite(left) and mp.isfinite(right)):
            return None
        gap = (left - right) / max(1, abs(left), abs(right))
        if isinstance(relation, sp.Eq):
            return abs(gap)
        if isinstance(relation, (sp.Lt, sp.Le)):
            gap = -gap
        if gap < 0:
            return -gap
        return mp.mpf(0)


def evaluate(expr: sp.Basic, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """The value of the expression, by a walk of its own."""
    if isinstance(expr, sp.Symbol):
        return env[expr]
    if isinstance(expr, sp.Rational):
        return mp.mpf(expr.p) / expr.q
    if expr is sp.oo:
        return mp.inf
    if expr is -sp.oo:
        return -mp.inf
    if expr is sp.pi:
        return +mp.pi
    if expr is sp.E:
        return mp.e + 0
    if isinstance(expr, sp.Add):
        return mp.fsum(evaluate(a, env) for a in expr.args)
    if isinstance(expr, sp.Mul):
        return mp.fprod(evaluate(a, env) for a in expr.args)
    if isinstance(expr, sp.Pow):
        return evaluate(expr.base, env) ** evaluate(expr.exp, env)
    if isinstance(expr, sp.Integral):
        return _integral(expr, env)
    if isinstance(expr, sp.Sum):
        return _sum(expr, env)
    if isinstance(expr, sp.Limit):
        return _limit(expr, env)
    if isinstance(expr, sp.Derivative):
        var, count = expr.args[1]
        return mp.diff(lambda z: evaluate(expr.args[0], {**env, var: z}), env[var], int(count))
    if isinstance(expr, sp.Piecewise):
        for value, condition in expr.args:
            if condition is sp.S.true or _holds(condition, env):
                return evaluate(value, env)
        raise ValueError("no branch applies")
    function = FUNCTIONS.get(expr.func)
    if function is None:
        raise NotImplementedError(str(expr.func))
    return function(*(evaluate(a, env) for a in expr.args))


def _sum(expr: sp.Sum, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """Finite sums term by term; infinite ones by extrapolation, in pieces between kinks."""
    if len(expr.limits) != 1:
        raise NotImplementedError("one sum at a time")
    (k, a, b), inner = expr.limits[0], expr.function
    lo, hi = evaluate(a, env), evaluate(b, env)
    if any(mp.isfinite(end) and not mp.isint(end) for end in (lo, hi)):
        raise ValueError("not a sum over integers")

    def term(i: mp.mpf) -> mp.mpf:
        return evaluate(inner, {**env, k: mp.mpf(i)})

    def part(first: mp.mpf, last: mp.mpf) -> mp.mpf:
        if mp.isfinite(first) and mp.isfinite(last):
            if last - first > 2000:
                raise ValueError("not a short sum")
            return mp.fsum(term(i) for i in range(int(first), int(last) + 1))
        return mp.nsum(term, [first, last])

    if mp.isfinite(lo) and mp.isfinite(hi):
        return part(lo, hi)
    cuts = sorted({c for root in _kinks(inner, k, env, _places(lo, hi)) if lo <= (c := mp.floor(root)) < hi})
    firsts, lasts = [lo, *(c + 1 for c in cuts)], [*cuts, hi]
    return mp.fsum(part(first, last) for first, last in zip(firsts, lasts, strict=True) if first <= last)


def _limit(expr: sp.Limit, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """The value close to the place, at 300 digits; ValueError unless two places agree far beyond the violation looked for."""
    inner, var, at, direction = expr.args
    with mp.workdps(300):
        near = []
        for exponent in (40, 42):
            step = mp.mpf(10) ** exponent
            if at in (sp.oo, -sp.oo):
                place = step if at is sp.oo else -step
            else:
                place = evaluate(at, env) + (-1 if str(direction) == "-" else 1) / step
            near.append(evaluate(inner, {**env, var: place}))
        if not all(mp.isfinite(v) for v in near) or abs(near[0] - near[1]) > mp.mpf(10) ** -30 * max(1, abs(near[0])):
            raise ValueError("the limit is slow or infinite")
        return near[1]


def _holds(condition: sp.Basic, env: Mapping[sp.Symbol, mp.mpf]) -> bool:
    if isinstance(condition, sp.And):
        return all(_holds(c, env) for c in condition.args)
    if isinstance(condition, sp.Or):
        return any(_holds(c, env) for c in condition.args)
    if condition in (sp.S.true, sp.S.false):
        return bool(condition)
    left, right = (evaluate(a, env) for a in condition.args)
    return {sp.Lt: left < right, sp.Le: left <= right, sp.Gt: left > right, sp.Ge: left >= right, sp.Eq: left == right}[type(condition)]


def _integral(expr: sp.Integral, env: Mapping[sp.Symbol, mp.mpf]) -> mp.mpf:
    """Quadrature in pieces between kinks and around peaks, twice; ValueError unless both agree far beyond the violation looked for."""
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        raise NotImplementedError("one definite integral at a time")
    (var, a, b), inner = expr.limits[0], expr.function
    if inner.has(sp.Integral, sp.Limit, sp.Derivative):
        raise NotImplementedError("an operator at every node would take minutes")
    lo, hi = evaluate(a, env), evaluate(b, env)
    if not lo < hi:
        raise ValueError("an integral from the right to the left")
    places = _places(lo, hi)
    kinks = _kinks(inner, var, env, places)
    with mp.workdps(QUADRATURE_DIGITS):
        peaks = {p for term in sp.Add.make_args(inner) for p in _peaks(_function(term, var, env), places)}
        once = sorted({lo, *kinks, *(p for p in peaks if lo < p < hi), hi})
        again = sorted({lo, *kinks, *(_between(x, y) for x, y in pairwise(once)), hi})
        values = [mp.quad(_function(inner, var, env), ends) for ends in (once, again)]
    if abs(values[0] - values[1]) > VIOLATION / 1000 * max(1, abs(values[1])):
        raise ValueError("the quadrature is not to be relied on")
    return values[1]


def _between(x: mp.mpf, y: mp.mpf) -> mp.mpf:
    if mp.isfinite(x) and mp.isfinite(y):
        return x + (y - x) * 2 / 5
    return x + 2 if mp.isfinite(x) else y - 2 if mp.isfinite(y) else mp.mpf(1) / 3


def _function(inner: sp.Expr, var: sp.Symbol, env: Mapping[sp.Symbol, mp.mpf]) -> Callable[[mp.mpf], mp.mpf]:
    """The integrand as a function of the bound variable, compiled by SymPy for mpmath where that is possible."""
    if inner.has(sp.Sum):
        return lambda z: evaluate(inner, {**env, var: z})
    compiled, rest = _compiled(inner, var)
    values = [env[s] for s in rest]
    return lambda z: compiled(z, *values)


@lru_cache(maxsize=64)
def _compiled(inner: sp.Expr, var: sp.Symbol) -> tuple[Callable[..., mp.mpf], tuple[sp.Symbol, ...]]:
    rest = tuple(sorted(inner.free_symbols - {var}, key=str))
    return sp.lambdify((var, *rest), inner, "mpmath", cse=True), rest


def _places(lo: mp.mpf, hi: mp.mpf) -> list[mp.mpf]:
    """Places inside (lo, hi) where a function is looked at: 1e-12 to 1e14 on both sides of 0, and evenly where both ends are finite."""
    out = {sign * mp.mpf(10) ** (mp.mpf(i) / 4) for sign in (-1, 1) for i in range(-48, 57)} | {mp.mpf(0)}
    if mp.isfinite(lo) and mp.isfinite(hi):
        out |= {lo + (hi - lo) * i / 32 for i in range(1, 32)}
    return sorted(place for place in out if lo < place < hi)


def _kinks(inner: sp.Expr, var: sp.Symbol, env: Mapping[sp.Symbol, mp.mpf], places: list[mp.mpf]) -> set[mp.mpf]:
    """Where pieces of the function meet: where what a piece depends on changes its sign between two places."""
    if inner.has(sp.floor, sp.ceiling):
        raise NotImplementedError("a jump at every integer")
    out: set[mp.mpf] = set()
    for switch in {s for s in _switches(inner) if s.has(var)}:
        signs = [(place, mp.sign(evaluate(switch, {**env, var: place}))) for place in places]
        out |= {place for place, sign in signs if sign == 0}
        for (x, s), (y, t) in pairwise(signs):
            if s * t < 0:
                out.add(mp.findroot(lambda z: evaluate(switch, {**env, var: z}), (x, y), solver="anderson"))  # noqa: B023
    return out


def _switches(expr: sp.Basic) -> Iterator[sp.Expr]:
    for node in sp.preorder_traversal(expr):
        if isinstance(node, (sp.Abs, sp.sign)):
            yield node.args[0]
        elif isinstance(node, (sp.Max, sp.Min)):
            yield from (a - b for i, a in enumerate(node.args) for b in node.args[:i])
        elif isinstance(node, Relational):
            yield node.lhs - node.rhs


def _peaks(function: Callable[[mp.mpf], mp.mpf], places: list[mp.mpf]) -> set[mp.mpf]:
    """About each largest value among neighbouring places: where the logarithm of the function is largest, and some widths away."""

    def height(z: mp.mpf) -> mp.mpf:
        value = abs(function(z))
        return mp.log(value) if value else -mp.inf

    heights = [height(place) for place in places]
    if len(places) > 1 and (heights[0] > heights[1] and places[0] < -1e13 or heights[-1] > heights[-2] and places[-1] > 1e13):
        raise ValueError("a peak out of sight")
    out: set[mp.mpf] = set()
    for i in range(1, len(places) - 1):
        if heights[i] == -mp.inf or not heights[i - 1] < heights[i] >= heights[i + 1]:
            continue
        lo, hi = places[i - 1], places[i + 1]
        for _ in range(60):  # thirds: the width of a peak is known to a few digits afterwards, which is enough
            x, y = lo + (hi - lo) / 3, hi - (hi - lo) / 3
            lo, hi = (x, hi) if height(x) < height(y) else (lo, y)
        top = (lo + hi) / 2
        step = (places[i + 1] - places[i - 1]) / 1000
        bend = abs(height(top + step) + height(top - step) - 2 * height(top)) / step**2
        width = 1 / mp.sqrt(bend) if bend and mp.isfinite(bend) else step
        out |= {top + sign * k * width for sign in (-1, 1) for k in (0, 1, 4, 12)}
    return out


FUNCTIONS = {
    sp.exp: mp.exp, sp.log: mp.log, sp.sinh: mp.sinh, sp.cosh: mp.cosh, sp.tanh: mp.tanh, sp.coth: mp.coth, sp.erf: mp.erf,
    sp.erfc: mp.erfc, sp.Abs: abs, sp.Max: max, sp.Min: min, sp.floor: mp.floor, sp.ceiling: mp.ceil, sp.gamma: mp.gamma,
    sp.loggamma: mp.loggamma, sp.factorial: mp.factorial, sp.sin: mp.sin, sp.cos: mp.cos, sp.sign: mp.sign, sp.atan: mp.atan,
}  # fmt: skip


def points(claim_domain: Mapping[sp.Symbol, object], assumptions: tuple, count: int, seed: int) -> Iterator[dict[sp.Symbol, sp.Rational]]:
    """Random rational points of the domain: log-uniform on rays, uniform and near the ends on intervals; assumptions hold by mpmath."""
    rng = random.Random(seed)
    for _ in range(count):
        point = {s: _draw(s, given, rng) for s, given in claim_domain.items()}
        env = {s: mp.mpf(v.p) / v.q for s, v in point.items() if v is not None}
        if len(env) < len(point):
            return
        try:
            if all(_holds(a, env) for a in assumptions):
                yield point  # type: ignore[misc]
        except (ValueError, TypeError, ZeroDivisionError, NotImplementedError, KeyError):
            continue


def _draw(symbol: sp.Symbol, given: object, rng: random.Random) -> sp.Rational | None:
    if isinstance(given, sp.Set) and given in (sp.S.Naturals, sp.S.Naturals0, sp.S.Integers) or symbol.is_integer:
        return sp.Integer(rng.choice((1, 2, 3, 5, 8, rng.randint(1, 60))))
    if isinstance(given, sp.FiniteSet):
        return sp.Rational(rng.choice(sorted(given.args)))
    if isinstance(given, sp.Interval):
        lo, hi = given.start, given.end
    elif isinstance(given, tuple):
        lo, hi = (sp.sympify(v) for v in given)
    elif given == sp.S.Reals:
        lo, hi = -sp.oo, sp.oo
    else:
        return None
    if lo.free_symbols or hi.free_symbols:
        return None
    if lo.is_finite and hi.is_finite:
        low, high = float(lo), float(hi)
        part = rng.random() if rng.random() < 0.6 else rng.choice((0, 1)) + 0.0
        if part in (0.0, 1.0):
            step = 10 ** rng.uniform(-9, -1)
            part = step if part == 0.0 else 1 - step
        value = low + (high - low) * part
    else:
        size = 10 ** rng.uniform(-6, 3)
        if lo.is_finite:
            value = float(lo) + size
        elif hi.is_finite:
            value = float(hi) - size
        else:
            value = rng.choice((-1, 1)) * size
    return sp.Rational(value).limit_denominator(10**12)
