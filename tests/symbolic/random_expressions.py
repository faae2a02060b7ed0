"""Random expressions, valid and invalid rewrites of them, and their values by plain mpmath (none of the code under test)."""

import random

import mpmath
import sympy as sp

from dpverify.domain import Domain, Range
from dpverify.read_domain import parse_domain

DIGITS = 60
oo = sp.oo
x, y, z, w = sp.symbols("x y z w", real=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
HALF = sp.Rational(1, 2)

DOMAINS = (
    ({x: (-oo, oo), y: (0, oo), z: (0, 1), w: (-oo, 0), k: sp.S.Naturals0}, ()),
    ({x: sp.Interval(0, oo), y: (1, oo), z: sp.Interval(-1, 1), w: (0, oo), k: sp.S.Naturals0}, ()),
    ({x: (0, oo), y: (0, oo), z: (0, HALF), w: (0, oo), k: sp.S.Naturals}, (x < y, w <= x)),
    ({x: (-2, 3), y: sp.Interval(-1, 0), z: (0, oo), w: sp.Interval.Lopen(0, 2), k: sp.S.Naturals0}, ()),
)


def domains() -> list[Domain]:
    return [parse_domain(d, a)[0] for d, a in DOMAINS]


def point(rng: random.Random, domain: Domain) -> dict[sp.Symbol, sp.Rational]:
    """A rational point of the domain, often on a closed end, near an end, or far out."""
    for _ in range(2000):
        values = {s: _value(rng, r) for s, r in domain.ranges.items()}
        if all(bool(a.subs(values)) for a in domain.assumptions):
            return values
    raise ValueError("no point found")


def _value(rng: random.Random, r: Range) -> sp.Rational:
    if r.integer:
        return r.first_integer() + rng.choice([0, 0, 1, 2, 3, 5])
    lo, hi = r.lo, r.hi
    pick = rng.random()
    if not r.lo_open and pick < 0.2:
        return lo
    if not r.hi_open and pick > 0.8:
        return hi
    step = sp.Rational(rng.randint(1, 40), rng.choice([1, 3, 7, 10, 1000]))
    if lo.is_finite and hi.is_finite:
        return lo + (hi - lo) * sp.Rational(rng.randint(1, 99), 100)
    if lo.is_finite:
        return lo + step
    if hi.is_finite:
        return hi - step
    return step * rng.choice([-1, 1]) if pick > 0.15 else sp.S.Zero


class TooLarge(Exception):
    """The value cannot be judged at this point: a number on the way is too large."""


def value(expr: sp.Expr, at: dict[sp.Symbol, sp.Rational], digits: int = DIGITS) -> mpmath.mpf | None:
    """The real value at a point, or None where it is not defined there. Raises TooLarge."""
    with mpmath.workdps(digits):
        try:
            v = _walk(expr, at)
        except (ZeroDivisionError, ValueError):
            return None
        except (OverflowError, KeyError) as exc:
            raise TooLarge from exc
        if isinstance(v, mpmath.mpc) or mpmath.isnan(v):
            return None
        if not mpmath.isfinite(v):
            raise TooLarge
        return v


def differ(a: sp.Expr, b: sp.Expr, at: dict[sp.Symbol, sp.Rational]) -> bool:
    """Whether the values at a point are clearly different, or just one is defined; at up to 1000 digits before it says so."""
    for digits in (DIGITS, 300, 1000):
        try:
            u, v = value(a, at, digits), value(b, at, digits)
        except TooLarge:
            return False
        if u is None and v is None:
            return False
        if u is not None and v is not None:
            with mpmath.workdps(digits):
                if abs(u - v) <= mpmath.mpf(10) ** -30 * max(1, abs(u), abs(v)):
                    return False
    return True


def _walk(e, at):
    if isinstance(e, sp.Rational):
        return mpmath.mpf(int(e.p)) / int(e.q)
    if isinstance(e, sp.Symbol):
        return _walk(at[e], at)
    if e is sp.pi:
        return +mpmath.pi
    if e is sp.E:
        return +mpmath.e
    if isinstance(e, sp.Piecewise):
        for v, c in e.args:
            if _truth(c, at):
                return _walk(v, at)
        raise ValueError
    args = [_walk(a, at) for a in e.args]
    if any(isinstance(a, mpmath.mpc) for a in args):
        raise ValueError
    if isinstance(e, sp.Add):
        return mpmath.fsum(args)
    if isinstance(e, sp.Mul):
        return mpmath.fprod(args)
    if isinstance(e, sp.Pow):
        b, p = args
        if p < 0 and b == 0:
            raise ZeroDivisionError
        if abs(p) > 10**5:
            raise OverflowError
        out = mpmath.power(b, p)
        if isinstance(out, mpmath.mpc):
            if abs(out.imag) > mpmath.mpf(10) ** -40 * abs(out):
                raise ValueError
            out = out.real
        return out
    if isinstance(e, sp.log) and args[0] <= 0:
        raise ValueError
    if isinstance(e, sp.exp) and abs(args[0]) > 10**5:
        raise OverflowError
    if any(abs(a) > 10**5 for a in args) and not isinstance(e, (sp.log, sp.Abs, sp.Max, sp.Min, sp.sign)):
        raise OverflowError
    return _FUNCTIONS[e.func](*args)


def _truth(c, at):
    if c in (True, sp.true):
        return True
    if isinstance(c, (sp.And, sp.Or)):
        return (all if isinstance(c, sp.And) else any)(_truth(part, at) for part in c.args)
    a, b = (_walk(side, at) for side in c.args)
    return {sp.Lt: a < b, sp.Le: a <= b, sp.Gt: a > b, sp.Ge: a >= b, sp.Eq: a == b, sp.Ne: a != b}[c.func]


_FUNCTIONS = {
    sp.exp: mpmath.exp, sp.log: mpmath.log, sp.erfc: mpmath.erfc, sp.erf: mpmath.erf, sp.sinh: mpmath.sinh, sp.cosh: mpmath.cosh,
    sp.tanh: mpmath.tanh, sp.Abs: abs, sp.Max: max, sp.Min: min, sp.sign: mpmath.sign, sp.gamma: mpmath.gamma, sp.sin: mpmath.sin,
    sp.cos: mpmath.cos, sp.tan: mpmath.tan, sp.atan: mpmath.atan, sp.asinh: mpmath.asinh, sp.factorial: mpmath.factorial,
    sp.coth: mpmath.coth, sp.erfi: mpmath.erfi,
}


def expression(rng: random.Random, depth: int = 3) -> sp.Expr:
    """A random expression; it need not be defined everywhere."""
    if depth == 0 or rng.random() < 0.12:
        number = sp.Rational(rng.randint(-4, 5), rng.randint(1, 4))
        return rng.choice([x, y, z, w, x, y, z, k, sp.Integer(rng.randint(-3, 4)), number, sp.pi])
    a = expression(rng, depth - 1)
    kind = rng.randrange(18)
    if kind < 4:
        return a + expression(rng, depth - 1)
    if kind < 7:
        return a * expression(rng, depth - 1)
    if kind == 7:
        return a / expression(rng, depth - 1)
    if kind == 8:
        return a ** rng.choice([2, 3, -1, -2, HALF, -HALF, sp.Rational(1, 3), sp.Rational(3, 2), sp.Rational(2, 3)])
    if kind == 9:
        return sp.exp(expression(rng, min(depth - 1, 2)))
    if kind == 10:
        return sp.log(a)
    if kind == 11:
        return rng.choice([sp.Abs, sp.sign, sp.Abs])(a)
    if kind == 12:
        return rng.choice([sp.Max, sp.Min])(a, expression(rng, depth - 1))
    if kind == 13:
        return rng.choice([sp.sinh, sp.cosh, sp.tanh, sp.sin, sp.cos, sp.atan])(expression(rng, min(depth - 1, 1)))
    if kind == 14:
        return rng.choice([sp.erfc, sp.erf])(a)
    if kind == 15:
        condition = rng.choice([sp.Lt, sp.Le, sp.Gt])(rng.choice([x, y, z, w, a]), rng.randint(-1, 1))
        return sp.Piecewise((a, condition), (expression(rng, depth - 1), True))
    if kind == 16:
        return rng.choice([2, 3, y, z, x, -2, sp.exp(-x)]) ** (k + rng.randint(0, 2))
    return sp.sqrt(a**2) if rng.random() < 0.5 else a ** rng.choice([y, z, k])


def tempting(rng: random.Random, e: sp.Expr) -> sp.Expr:
    """A rewrite that holds only under conditions (or never): what a careless algebra would do."""
    rules = rng.sample(_TEMPTING, 2)
    for rule in rules:
        e = e.replace(*rule)
    return e


_TEMPTING = [
    (lambda n: isinstance(n, sp.Pow) and isinstance(n.base, sp.Pow), lambda n: n.base.base ** (n.base.exp * n.exp)),
    (lambda n: isinstance(n, sp.Abs), lambda n: n.args[0]),
    (lambda n: isinstance(n, sp.log) and isinstance(n.args[0], sp.Mul), lambda n: sp.Add(*(sp.log(a) for a in n.args[0].args))),
    (lambda n: isinstance(n, sp.log) and isinstance(n.args[0], sp.Pow), lambda n: n.args[0].exp * sp.log(n.args[0].base)),
    (lambda n: isinstance(n, sp.Max), lambda n: n.args[0]),
    (lambda n: isinstance(n, sp.Min), lambda n: n.args[-1]),
    (lambda n: isinstance(n, sp.sign), lambda n: sp.S.One),
    (lambda n: isinstance(n, sp.Piecewise), lambda n: n.args[0][0]),
    (lambda n: isinstance(n, sp.Piecewise), lambda n: n.args[-1][0]),
    (lambda n: isinstance(n, sp.Pow) and isinstance(n.base, sp.Mul), lambda n: sp.Mul(*(b**n.exp for b in n.base.args))),
    (lambda n: isinstance(n, sp.erf), lambda n: 1 - sp.erfc(n.args[0])),
    (lambda n: isinstance(n, sp.erfc), lambda n: 2 - sp.erfc(-n.args[0])),
    (lambda n: isinstance(n, sp.tanh), lambda n: 1 - 2 / (sp.exp(2 * n.args[0]) + 1)),
    (lambda n: isinstance(n, sp.cosh), lambda n: sp.sqrt(1 + sp.sinh(n.args[0]) ** 2)),
    (lambda n: isinstance(n, sp.sinh), lambda n: sp.sqrt(sp.cosh(n.args[0]) ** 2 - 1)),
    (lambda n: isinstance(n, sp.sin), lambda n: sp.sqrt(1 - sp.cos(n.args[0]) ** 2)),
    (lambda n: isinstance(n, sp.Add), lambda n: sp.expand(n)),
    (lambda n: isinstance(n, sp.Mul), lambda n: sp.expand(n)),
    (lambda n: isinstance(n, sp.Max), lambda n: (sum(n.args) + sp.Abs(n.args[0] - n.args[1])) / 2 if len(n.args) == 2 else n),
]


def perturbed(rng: random.Random, e: sp.Expr) -> sp.Expr:
    """One number changed, or one symbol swapped, or a tiny amount added."""
    numbers = sorted((a for a in e.atoms(sp.Rational)), key=str)
    pick = rng.random()
    if numbers and pick < 0.6:
        c = rng.choice(numbers)
        return e.xreplace({c: c + sp.Rational(1, rng.choice([1, 2, 10**6]))})
    if pick < 0.8:
        return e.xreplace({x: y, y: x})
    return e + sp.Rational(1, 10**9)
