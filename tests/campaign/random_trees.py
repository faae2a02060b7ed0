"""Random expression trees of every function that the enclosures support, and random boxes with members."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import sympy as sp

from dpverify.domain import Range

X, Y = sp.symbols("X Y", real=True)
LEAVES = (X, Y, X, Y, sp.S.One, sp.S(2), sp.S(3), sp.Rational(1, 3), -X, 1 - 3 * Y, X - Y)
CONSTANTS = (sp.pi, sp.E, sp.EulerGamma, sp.Catalan, sp.GoldenRatio)
R = sp.Rational

UNARY: tuple[Any, ...] = (
    sp.exp, sp.log, sp.Abs, sp.sign, sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.acosh, sp.atanh, sp.sin, sp.cos, sp.asin, sp.acos, sp.atan,
    sp.erf, sp.erfc, sp.erfi, sp.erfinv, sp.erfcinv, sp.gamma, sp.loggamma, sp.digamma, sp.factorial, sp.floor, sp.ceiling, sp.tan, sp.cot,
    sp.sec, sp.csc, sp.coth, sp.sech, sp.csch, sp.frac, sp.LambertW, sp.Heaviside, sp.sqrt,
)  # fmt: skip
"""Functions that come with an argument that is usually in their domain, see `_apply`."""

Maker = Callable[[Any, Any, random.Random], Any]

COMBINED: tuple[Maker, ...] = (
    lambda a, b, r: a + b, lambda a, b, r: a - b, lambda a, b, r: a * b, lambda a, b, r: a / b, lambda a, b, r: a / (a + b),
    lambda a, b, r: a + r.choice(CONSTANTS), lambda a, b, r: sp.exp(a) - sp.exp(b), lambda a, b, r: b * sp.exp(a) - b,
    lambda a, b, r: sp.log(1 + a), lambda a, b, r: a**2, lambda a, b, r: a**3, lambda a, b, r: a**-2,
    lambda a, b, r: a ** R(r.randint(-5, 7), r.randint(2, 5)), lambda a, b, r: sp.Abs(a) ** b, lambda a, b, r: (1 + a**2) ** b,
    lambda a, b, r: sp.exp(b) * sp.erfc(a), lambda a, b, r: sp.exp(b**2) * sp.erfc(b) * a, lambda a, b, r: 1 - sp.erfc(a),
    lambda a, b, r: sp.erfc(a) - sp.erfc(b), lambda a, b, r: sp.Max(a, b), lambda a, b, r: sp.Min(a, b, 1),
    lambda a, b, r: sp.binomial(3 + a**2, b), lambda a, b, r: sp.polygamma(0, 1 + a**2),
    lambda a, b, r: sp.Piecewise((a, X < R(1, 3)), (b, True)), lambda a, b, r: sp.Piecewise((a, a <= b), (b, True)),
    lambda a, b, r: sp.Piecewise((a, (X > 0) & (Y < 2)), (b, (X < 0) | (Y > 1)), (a * b, True)),
    lambda a, b, r: a ** sp.floor(b), lambda a, b, r: sp.log(2 + a**2, 3), lambda a, b, r: sp.Heaviside(a, 1),
)  # fmt: skip

INSIDE: dict[Any, Callable[[Any], Any]] = {
    sp.log: lambda a: sp.Abs(a) + R(1, 7), sp.acosh: lambda a: 1 + a**2, sp.atanh: lambda a: a / (1 + sp.Abs(a)),
    sp.asin: lambda a: sp.tanh(a), sp.acos: lambda a: sp.sin(a), sp.erfinv: lambda a: a / (2 + sp.Abs(a)),
    sp.erfcinv: lambda a: 1 + sp.sin(a) / 2, sp.gamma: lambda a: sp.Abs(a) + R(1, 9), sp.loggamma: lambda a: sp.Abs(a) + R(1, 9),
    sp.digamma: lambda a: sp.Abs(a) + R(1, 9), sp.factorial: lambda a: sp.Abs(a), sp.LambertW: lambda a: sp.Abs(a) - R(1, 5),
    sp.sqrt: lambda a: sp.Abs(a),
}  # fmt: skip
"""Arguments that lie in the domain whatever a is."""


def random_tree(rng: random.Random, depth: int) -> Any:
    """A tree whose head is a function or a combination; one of three arguments of a partial function may leave its domain."""
    if depth == 0:
        return rng.choice(LEAVES)
    a = random_tree(rng, depth - 1)
    if rng.random() < 0.5:
        return rng.choice(COMBINED)(a, random_tree(rng, rng.randint(0, depth - 1)), rng)
    return _apply(rng.choice(UNARY), a, rng)


def _apply(head: Any, a: Any, rng: random.Random) -> Any:
    return head(INSIDE[head](a) if head in INSIDE and rng.random() < 0.67 else a)


def proper(rng: random.Random, depth: int) -> sp.Expr | None:
    """A random tree, None where SymPy made something of it that is no finite real expression."""
    try:
        tree = random_tree(rng, depth)
    except (ValueError, TypeError, RecursionError, ZeroDivisionError, AttributeError):  # SymPy fails at Max of what it calls complex
        return None
    if not isinstance(tree, sp.Expr) or tree.has(sp.zoo, sp.nan, sp.I, sp.oo, sp.re, sp.im, sp.arg, sp.DiracDelta, sp.AccumBounds):
        return None
    return tree


def random_point(rng: random.Random) -> dict[sp.Symbol, sp.Rational]:
    return {s: rng.choice([-1, 1, 1]) * R(rng.randint(0, 400), rng.randint(1, 150)) ** rng.choice([1, 1, 2]) for s in (X, Y)}


def random_range(rng: random.Random) -> tuple[Range, list[sp.Rational]]:
    """A range, narrow or wide, bounded or not, open or closed, and members of it, the ends among them where they are closed."""
    lo = rng.choice([R(0), R(1, 3), R(rng.randint(-40, 40), rng.randint(1, 12)), R(1, 10**12), R(-1), -sp.oo])
    below = R(rng.randint(-40, 40), rng.randint(1, 12))
    hi: Any = rng.choice([sp.oo, R(rng.randint(1, 40), rng.randint(1, 12)), R(1, 10**9), R(1, 50), R(3)])
    if lo is -sp.oo:
        hi = rng.choice([below, sp.oo])
    elif hi is not sp.oo:
        hi += lo
    lo_open, hi_open = lo is -sp.oo or rng.random() < 0.5, hi is sp.oo or rng.random() < 0.5
    members = [lo] * (not lo_open) + [hi] * (not hi_open)
    for _ in range(3):
        t = R(rng.randint(1, 99), 100) ** rng.choice([1, 8])
        if lo is -sp.oo:
            members.append(t / (1 - t) * rng.choice([-1, 1]) if hi is sp.oo else hi - t / (1 - t))
        else:
            members.append(lo + (hi - lo) * t if hi is not sp.oo else lo + t / (1 - t))
    return Range(lo, hi, lo_open, hi_open), members
