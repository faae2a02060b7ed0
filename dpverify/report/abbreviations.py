"""Recurring expressions by their names: q, n, A, B, a, b, delta_n, t_k and s_k, as the notation defines them.

A name is put only for an expression that is exactly its definition (or a power of it), so a printed formula says what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..claims.claim import Claim
from ..formulas import lower_bounds, truncated_laplace
from ..notation import Delta, delta, epsilon
from .functions import SHARES, profile, share

SCALARS = ("q", "q_{1}", "n", "A", "B", "a", "b", r"\delta")
INDEXED: dict[str, Callable[[sp.Expr], sp.Expr]] = {"t": lower_bounds.t_value, "s": lower_bounds.s_value}
B = sp.Symbol("b", real=True)
ALWAYS = "g"
"""Among the free names: g1 and g2 are to be used for short arguments too, as where costs are compared with the Gaussian's."""
ROW = tuple[dict[sp.Expr, sp.Rational], sp.Rational]


def shown(claim: Claim) -> Claim:
    """The claim with names put for their definitions, for printing only.

    A relation that would say no more than x = x keeps its formulas.
    """
    free = free_names(claim)
    short = _shown(claim, free)
    if ALWAYS not in free and any(r.has(*SHARES) for r in _relations(short)):
        return _shown(claim, [*free, ALWAYS])
    return short


def _shown(claim: Claim, free: list[str]) -> Claim:
    cursor, steps = claim.statement.lhs, []
    for step in claim.steps:
        expr = step.expression
        if isinstance(expr, Relational):
            steps.append(replace(step, domain=_domain(step.domain, free), expression=_relation(expr, free)))
            cursor = expr.rhs if expr.lhs == cursor else cursor
            continue
        short = abbreviate(expr, free)
        steps.append(replace(step, domain=_domain(step.domain, free), expression=expr if short == abbreviate(cursor, free) else short))
        cursor = expr
    assumptions = [_relation(a, free) if isinstance(a, Relational) else a for a in claim.assumptions]
    domain = _domain(claim.domain, free)
    return replace(claim, statement=_relation(claim.statement, free), steps=steps, assumptions=assumptions, domain=domain)


def _domain(domain: Mapping[Any, Any], free: list[str]) -> dict[Any, Any]:
    return {symbol: _set(given, free) for symbol, given in domain.items()}


def _set(given: Any, free: list[str]) -> Any:
    """The set of a symbol, with names in its end points."""
    if isinstance(given, (tuple, list)):
        return tuple(abbreviate(sp.sympify(end), free) for end in given)
    if isinstance(given, sp.Interval):
        ends = [abbreviate(end, free) for end in (given.start, given.end)]
        return sp.Interval(*ends, given.left_open, given.right_open)
    return given


def free_names(claim: Claim) -> list[str]:
    """The names that the claim does not use for something of its own."""
    relations = _relations(claim)
    taken = _names([*relations, *(s for s in claim.domain if isinstance(s, sp.Basic))])
    always = [ALWAYS] if any(r.has(sp.erfc) for r in relations) else []
    return [name for name in (*SCALARS, *INDEXED) if name not in taken] + always


def _relations(claim: Claim) -> list[sp.Basic]:
    return [r for r in (claim.statement, *claim.assumptions, *(s.expression for s in claim.steps)) if isinstance(r, sp.Basic)]


def _relation(relation: Relational, free: list[str]) -> Relational:
    sides = [abbreviate(side, free) for side in relation.args]
    if sides[0] == sides[1] and relation.args[0] != relation.args[1]:
        return relation
    return relation.func(*sides, evaluate=False)


def _names(exprs: list[sp.Basic]) -> set[str]:
    """Every name that is not to be used: those that the claim has for something of its own."""
    found: set[str] = set()
    for expr in exprs:
        found |= {s.name for s in expr.atoms(sp.Symbol)} | {f.func.__name__ for f in expr.atoms(AppliedUndef)}
    if any(expr.has(sp.Limit) for expr in exprs):
        found.add("n")  # a name that hides the variable of a limit misleads
    if not any(expr.has(*_ABOUT_B) for expr in exprs):
        found.add("b")
    if delta.name in found or not any(expr.has(1 + DEFINITIONS["q_{1}"]) for expr in exprs):
        found.add("q_{1}")  # elsewhere (e^epsilon - 1)/epsilon is better seen as it is
    return found


_ABOUT_B = (1 - sp.exp(-epsilon), 1 + sp.exp(-epsilon))
"""b is the language of claims that speak of 1 - b or 1 + b."""


def abbreviate(expr: sp.Expr, free: Iterable[str] = (*SCALARS, *INDEXED)) -> sp.Expr:
    """The expression with the names in `free` put for what they are defined as."""
    return _walk(expr, set(free)) if isinstance(expr, sp.Basic) else expr


def _walk(expr: sp.Basic, free: set[str]) -> sp.Basic:
    if not expr.args or isinstance(expr, (sp.Derivative, sp.Subs)):
        return expr  # what is differentiated has to show its variables
    if isinstance(expr, sp.exp):
        return _power_of_b(expr, free)
    if isinstance(expr, sp.Add):
        expr, indexed = _indexed(expr, free)
        if indexed:
            return sp.Add(*indexed, *(_walk(a, free) for a in sp.Add.make_args(expr)))
        gauss = profile(list(expr.args))
        if gauss is not None:
            return _walk(sp.Add(*gauss), free)
        walked = [_walk(a, free) for a in expr.args]
        left = share(walked, ALWAYS in free)
        if left is not None:
            return sp.Add(*left)
        return expr if all(new is old for new, old in zip(walked, expr.args, strict=True)) else sp.Add(*walked)
    if isinstance(expr, (sp.Sum, sp.Integral, sp.Product, sp.Limit)):
        return expr.func(_walk(expr.args[0], free), *(_in_limits(limit, free) for limit in expr.args[1:]))
    if isinstance(expr, (sp.Mul, sp.Pow)):
        named = _product(expr, free)
        if named is not None:
            return named
    args = [_walk(a, free) for a in expr.args]
    if all(new is old for new, old in zip(args, expr.args, strict=True)):
        return expr
    if isinstance(expr, (Relational, sp.Piecewise)):
        return expr.func(*args, evaluate=False)
    return _one_power_of_b(expr.func(*args)) if isinstance(expr, sp.Mul) else expr.func(*args)


def _one_power_of_b(expr: sp.Expr) -> sp.Expr:
    """b b^k as b^(k+1), which SymPy leaves apart."""
    factors = sp.Mul.make_args(expr)
    powers = [f for f in factors if f.as_base_exp()[0] == B]
    if len(powers) < 2:
        return expr
    return sp.Mul(*(f for f in factors if f not in powers), B ** sum(f.as_base_exp()[1] for f in powers))


def _in_limits(limit: sp.Basic, free: set[str]) -> sp.Basic:
    if isinstance(limit, sp.Tuple):
        return sp.Tuple(limit[0], *(_walk(a, free) for a in limit[1:]))
    return limit


def _definitions() -> dict[str, sp.Expr]:
    q = truncated_laplace.q()
    return {
        "q": q,
        "q_{1}": q.subs(delta, epsilon),
        "n": lower_bounds.periods,
        "A": truncated_laplace.half_width(),
        "B": truncated_laplace.height(),
        "a": lower_bounds.a,
    }


DEFINITIONS = _definitions()


def _product(expr: sp.Expr, free: set[str]) -> sp.Expr | None:
    """A product in which a definition's factors occur, all to the same multiple of their powers: the name takes their place."""
    powers, number = _row(expr)
    out = sp.S.One
    changed = False
    place = _delta_of(powers) if r"\delta" in free else None
    if place is not None:
        factor, index = place
        del powers[factor], powers[GROWN]
        out, changed = sp.Symbol(rf"\delta_{{{_subscript(index)}}}", real=True), True
    for name in ("B", "A", "n", "a", "q", "q_{1}"):
        if name not in free:
            continue
        mine, coefficient = _ROWS[name]
        lead = next(f for f in mine if f.is_Add or isinstance(f, sp.log))
        times = powers.get(lead, sp.S.Zero) / mine[lead]
        if times == 0 or not times.is_Integer or any(powers.get(f, 0) != times * p for f, p in mine.items()):
            continue
        number /= coefficient**times
        for factor in mine:
            del powers[factor]
        out *= sp.Symbol(name, real=True) ** times
        changed = True
    if not changed:
        return None
    rest = sp.Mul(*(sp.Pow(_walk(f, free), p) for f, p in powers.items()))
    return _one_power_of_b(number * out * rest)


def _row(expr: sp.Expr) -> ROW:
    """A product as {factor: power} and a rational number; e^u counts as a factor of its own."""
    powers: dict[sp.Expr, sp.Rational] = {}
    number = sp.S.One
    for factor in sp.Mul.make_args(expr):
        if factor.is_Rational:
            number *= factor
        elif factor.is_Pow and factor.exp.is_Rational:
            powers[factor.base] = powers.get(factor.base, sp.S.Zero) + factor.exp
        else:
            powers[factor] = powers.get(factor, sp.S.Zero) + 1
    return powers, number


GROWN = sp.exp(epsilon) - 1


def _delta_of(powers: dict[sp.Expr, sp.Rational]) -> tuple[sp.Expr, sp.Expr] | None:
    """(factor, n) if the product holds (e^epsilon - 1)/(2 e^(n epsilon) - 2), as SymPy writes delta_n."""
    if powers.get(GROWN) != 1:
        return None
    for factor, power in powers.items():
        if power == -1 and factor.is_Add and len(factor.args) == 2 and -2 in factor.args:
            grown = factor + 2
            if isinstance(grown / 2, sp.exp) and not (index := sp.expand((grown / 2).args[0] / epsilon)).has(epsilon):
                return factor, index
    return None


def _power_of_b(expr: sp.Expr, free: set[str]) -> sp.Expr:
    """e^(-k epsilon) as b^k where k holds neither epsilon nor the noise's own scale."""
    index = sp.expand(-expr.args[0] / epsilon)
    if "b" in free and not index.has(epsilon, Delta) and not (index.is_Rational and index < 0) and not index.could_extract_minus_sign():
        return B**index
    inside = _walk(expr.args[0], free)
    return expr if inside is expr.args[0] else sp.exp(inside)


_ROWS = {name: _row(definition) for name, definition in DEFINITIONS.items()}


def _indexed(expr: sp.Add, free: set[str]) -> tuple[sp.Expr, list[sp.Expr]]:
    """(what is left, the names found): t_k and s_k as parts of a sum, with a plus or a minus sign."""
    left = list(expr.args)
    found: list[sp.Expr] = []
    for name, value in INDEXED.items():
        if name not in free:
            continue
        for index in _indices(left):
            for sign in (1, -1):
                parts = [sign * a for a in value(index).args] if value(index).is_Add else []
                if len(parts) > 1 and all(p in left for p in parts):
                    left = [a for a in left if a not in parts]
                    found.append(sign * sp.Symbol(f"{name}_{{{_subscript(index)}}}", real=True))
    return sp.Add(*left), found


def _indices(terms: list[sp.Expr]) -> list[sp.Expr]:
    """The k of which a term is a multiple of e^(-k epsilon) or e^(-(k+1) epsilon)."""
    found: dict[sp.Expr, None] = {}
    for term in terms:
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, sp.exp):
                k = sp.expand(-factor.args[0] / epsilon)
                if not k.has(epsilon):
                    found.update({k: None, k - 1: None})
    return list(found)


def _subscript(index: sp.Expr) -> str:
    from .printer import inline

    return inline(index)
