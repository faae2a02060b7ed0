"""Rewritings g/M of a function g, M > 0 on the domain, whose derivative in one symbol is simpler than that of g.

A derivative chain for A*log(u) + B wants the form log(u) + B/A: its derivative has no logarithm. For sums of exponentials it wants one
exponential divided out. The sign of g is the sign of g/M, so any such form will do.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ..domain import Domain
from ..errors import NotEnclosable
from ..symbolic.derivative import differentiate
from ..symbolic.normal_form import normalise
from ..symbolic.sign import sign

SMOOTH = (
    sp.exp, sp.log, sp.erf, sp.erfc, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.coth, sp.csch,
    sp.atan, sp.asinh, sp.acosh, sp.atanh,
    sp.gamma, sp.loggamma, sp.digamma, sp.polygamma, sp.erfinv, sp.erfcinv, sp.LambertW,
)  # fmt: skip
MAX_FORMS = 6
MAX_DIVISORS = 8


@dataclass(frozen=True)
class Form:
    """h = g / divisor, divisor > 0 on the domain, and the derivative of h in the symbol."""

    h: sp.Expr
    divisor: sp.Expr
    slope: sp.Expr
    cost: int


def is_smooth(expr: sp.Expr, symbol: sp.Symbol, domain: Domain) -> bool:
    """True if the function of the symbol is infinitely differentiable wherever it is defined inside the domain (a sufficient test)."""
    if not expr.has(symbol):
        return True
    if expr.is_Symbol:
        return True
    if isinstance(expr, (sp.Add, sp.Mul)) or isinstance(expr, SMOOTH):
        return all(is_smooth(a, symbol, domain) for a in expr.args)
    if isinstance(expr, sp.Pow):
        base, exponent = expr.as_base_exp()
        if not all(is_smooth(a, symbol, domain) for a in expr.args):
            return False
        # A root is smooth only where its radicand is positive.
        return isinstance(exponent, sp.Integer) or base == sp.E or not base.has(symbol) or sign(base, domain) == "+"
    return False


def forms(g: sp.Expr, symbol: sp.Symbol, domain: Domain) -> list[Form]:
    """Candidates, those with the simplest derivative first. `domain` has the symbol's range open (differentiability inside)."""
    out: list[Form] = []
    seen = set()
    for divisor in [sp.S.One, *_divisors(g, symbol, domain)]:
        if divisor in seen:
            continue
        seen.add(divisor)
        try:
            h = g if divisor == 1 else divide(g, divisor)
            slope = normalise(differentiate(h, symbol), domain)
        except NotEnclosable:
            continue
        if slope.has(sp.nan, sp.zoo, sp.oo):
            continue
        out.append(Form(h, divisor, slope, _cost(slope, symbol)))
    out.sort(key=lambda f: f.cost)
    return out[:MAX_FORMS]


def divide(g: sp.Expr, divisor: sp.Expr) -> sp.Expr:
    """g / divisor, term by term, so that a term that is a multiple of the divisor becomes free of transcendental factors."""
    return sp.Add(*(_merge_powers(t / divisor) for t in sp.Add.make_args(sp.expand(g))))


def _merge_powers(term: sp.Expr) -> sp.Expr:
    return sp.powsimp(sp.cancel(term) if term.is_rational_function() else term, combine="exp")


def _cost(slope: sp.Expr, symbol: sp.Symbol) -> int:
    """Transcendental functions of the symbol weigh most; a log or erfc more than an exponential."""
    atoms = [a for a in slope.atoms(sp.Function, sp.Pow) if a.has(symbol) and not (a.is_Pow and isinstance(a.exp, sp.Integer))]
    weight = sum(12 if isinstance(a, sp.exp) or a.is_Pow else 60 for a in atoms)
    return weight + int(sp.count_ops(slope))


def _divisors(g: sp.Expr, symbol: sp.Symbol, domain: Domain) -> list[sp.Expr]:
    expanded = sp.expand(g)
    out: list[sp.Expr] = []
    for t in sorted(_transcendental(expanded, symbol), key=str):
        a = expanded.coeff(t, 1)
        if a == 0 or a.has(t) or (expanded - a * t).expand().has(t) or not a.has(symbol):
            continue
        s = sign(a, domain)
        if s in ("+", "-"):
            out.append(a if s == "+" else -a)
    monomials = []
    for term in sp.Add.make_args(expanded):
        _, dependent = term.as_independent(symbol, as_Add=False)
        plain = [f for f in sp.Mul.make_args(dependent) if not _is_log_like(f) and not isinstance(f, sp.Add)]
        monomials.append(sp.Mul(*plain))
        exponentials = [f for f in plain if isinstance(f, sp.exp) or (f.is_Pow and f.exp.has(symbol))]
        if exponentials and len(exponentials) < len(plain):
            monomials.append(sp.Mul(*exponentials))
    for m in list(dict.fromkeys(monomials))[:MAX_DIVISORS]:
        if m != 1 and m.has(symbol):
            s = sign(m, domain)
            if s in ("+", "-"):
                out.append(m if s == "+" else -m)
    return out


def _is_log_like(factor: sp.Expr) -> bool:
    base = factor.base if factor.is_Pow and isinstance(factor.exp, sp.Integer) else factor
    return isinstance(base, sp.Function) and not isinstance(base, sp.exp)


def _transcendental(expr: sp.Expr, symbol: sp.Symbol) -> set[sp.Expr]:
    functions = {a for a in expr.atoms(sp.Function) if a.has(symbol) and not isinstance(a, sp.exp)}
    roots = {a for a in expr.atoms(sp.Pow) if a.has(symbol) and isinstance(a.exp, sp.Rational) and not isinstance(a.exp, sp.Integer)}
    return functions | {r for r in roots if isinstance(r.base, sp.Add)}
