"""Quick numerical evaluation for guiding a search. Never evidence: whatever it suggests is confirmed elsewhere."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp

from ..enclosure.approximate import digamma, polygamma

FAILURES = (
    ArithmeticError, ValueError, TypeError, NameError, AttributeError, mpmath.libmp.NoConvergence, MemoryError, RecursionError,
)  # fmt: skip
"""What evaluating at a point where an expression makes no sense may raise."""

Evaluator = Callable[[Sequence[Any], int], "list[Any] | None"]


@lru_cache(maxsize=2000)
def evaluator(expressions: tuple[sp.Expr, ...], symbols: tuple[sp.Symbol, ...]) -> Evaluator:
    """point, digits -> approximate real values (mpf) of the expressions, or None where one is not a finite real number."""
    names, renamed = _safely_named(expressions, symbols)
    try:
        raw = sp.lambdify(names, renamed, modules=[{"polygamma": polygamma, "digamma": digamma}, "mpmath"], cse=True)
    except (NotImplementedError, KeyError, SyntaxError, *FAILURES):
        return _nowhere

    def evaluate(point: Sequence[Any], digits: int = 30) -> list[Any] | None:
        with mpmath.workdps(digits):
            try:
                values = raw(*[as_mpf(v) for v in point])
            except FAILURES:
                return None
            out = []
            for v in values:
                try:
                    v = mpmath.mpmathify(v)
                    if isinstance(v, mpmath.mpc):
                        if abs(v.imag) > abs(v.real) * mpmath.mpf(10) ** (5 - digits):
                            return None
                        v = v.real
                    if not mpmath.isfinite(v):
                        return None
                except (TypeError, ValueError):
                    return None
                out.append(v)
            return out

    return evaluate


def _safely_named(expressions: tuple[sp.Expr, ...], symbols: tuple[sp.Symbol, ...]) -> tuple[list[sp.Symbol], list[sp.Expr]]:
    """Symbols whose names can be those of arguments, and the expressions in them."""
    if all(_is_safe(s.name) for s in symbols) and len({s.name for s in symbols}) == len(symbols):
        return list(symbols), list(expressions)
    names = [sp.Dummy(f"v{i}") for i in range(len(symbols))]
    return names, [e.xreplace(dict(zip(symbols, names, strict=True))) for e in expressions]


def _is_safe(name: str) -> bool:
    """True for an argument's name that hides nothing of what the code of a formula may call, nor its common subexpressions x0, x1, ..."""
    return (
        name.isidentifier()
        and not keyword.iskeyword(name)
        and not hasattr(mpmath, name)
        and not hasattr(builtins, name)
        and name not in ("mpmath", "polygamma", "digamma")
        and not re.fullmatch(r"x\d+", name)
    )


def _nowhere(point: Sequence[Any], digits: int = 30) -> None:
    """What cannot be evaluated at all."""
    return None


def as_mpf(value: Any) -> Any:
    """An approximation of a number at the working precision of mpmath."""
    if isinstance(value, mpmath.mpf):
        return value
    if isinstance(value, (Fraction, sp.Rational)):
        (p, zeros), (q, below) = _odd_part(int(value.numerator)), _odd_part(int(value.denominator))
        return mpmath.ldexp(mpmath.make_mpf(mpmath.libmp.from_rational(p, q, mpmath.mp.prec, "n")), zeros - below)
    if isinstance(value, sp.Expr):
        return mpmath.mpmathify(sp.N(value, mpmath.mp.dps + 5))
    return mpmath.mpmathify(value)


def _odd_part(n: int) -> tuple[int, int]:
    """(m, e) with n = m 2^e and m odd. mpmath takes the zero bits off eight at a time, which is slow at 10^10000."""
    zeros = (n & -n).bit_length() - 1 if n else 0
    return n >> zeros, zeros


def as_rational(value: Any) -> sp.Rational:
    """The exact rational that an mpf, int, Fraction or Rational is."""
    if isinstance(value, mpmath.mpf):
        man, exp = int(mpmath.mpf(value).man), int(mpmath.mpf(value).exp)
        sign = -1 if value < 0 else 1
        man = abs(man)
        return sp.Rational(sign * man * 2**exp) if exp >= 0 else sp.Rational(sign * man, 2**-exp)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    return sp.Rational(value)


def approximate(expr: sp.Expr, point: Mapping[sp.Symbol, Any], digits: int = 30) -> Any:
    """One value, or None."""
    symbols = tuple(sorted(expr.free_symbols, key=str))
    if any(s not in point for s in symbols):
        return None
    values = evaluator((expr,), symbols)([point[s] for s in symbols], digits)
    return None if values is None else values[0]
