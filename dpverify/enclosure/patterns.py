"""Shapes of expressions for which there is a form without cancellation or lost dependency: found here, enclosed by `box`."""

from __future__ import annotations

import sympy as sp
from flint import fmpq


def affine_in_one_symbol(expr: sp.Expr) -> tuple[sp.Symbol, fmpq, fmpq] | None:
    """(symbol, slope, offset) if expr = slope*symbol + offset with rational slope and offset."""
    if isinstance(expr, sp.Add):
        if len(expr.args) != 2 or not expr.args[0].is_Rational:
            return None
        constant, term = expr.args
    elif isinstance(expr, sp.Mul):
        constant, term = sp.S.Zero, expr
    else:
        return None
    coefficient, symbol = term.as_coeff_Mul()
    if not isinstance(symbol, sp.Symbol) or not coefficient.is_Rational:
        return None
    return symbol, fmpq(int(coefficient.p), int(coefficient.q)), fmpq(int(constant.p), int(constant.q))


def merge_erfc(expr: sp.Add) -> sp.Expr:
    """c - c erfc(u) = c erf(u), which doesn't cancel for small u."""
    terms = list(expr.args)
    for t in expr.args:
        c: sp.Expr = sp.S.One
        rest: list[sp.Expr] = []
        for f in sp.Mul.make_args(t):
            if isinstance(f, sp.erfc) and not rest:
                rest.append(f)
            else:
                c = c * f
        if rest and t in terms and -c in terms:
            terms.remove(t)
            terms.remove(-c)
            terms.append(-c * sp.erf(rest[0].args[0]))
    return sp.Add(*terms)


def exponential_pairs(terms: tuple[sp.Expr, ...]) -> tuple[list[sp.Expr], list[tuple[sp.Expr, sp.Expr, sp.Expr]]]:
    """Pairs of terms c*exp(u), -c*exp(v) (v may be 0) as triples (c, u, v), and the terms that found no partner."""
    split = []
    for t in terms:
        factors = sp.Mul.make_args(t)
        exponentials = [f for f in factors if isinstance(f, sp.exp)]
        u = sp.Add(*(f.args[0] for f in exponentials))
        split.append((t, sp.Mul(*(f for f in factors if not isinstance(f, sp.exp))), u))
    plain: list[sp.Expr] = []
    pairs: list[tuple[sp.Expr, sp.Expr, sp.Expr]] = []
    while split:
        t, c, u = split.pop(0)
        partner = next((s for s in split if s[1] == -c and (u != 0 or s[2] != 0)), None)
        if partner is None:
            plain.append(t)
            continue
        split.remove(partner)
        v = partner[2]
        if u == 0 or (v != 0 and c.could_extract_minus_sign()):
            pairs.append((-c, v, u))
        else:
            pairs.append((c, u, v))
    return plain, pairs


def collect_exponentials(u: sp.Expr) -> sp.Expr:
    """The expanded sum with products of exponentials merged, so that terms that cancel do."""
    groups: dict[sp.Expr, sp.Expr] = {}
    for term in sp.Add.make_args(sp.expand(u)):
        exponent, rest = sp.S.Zero, sp.S.One
        for factor in sp.Mul.make_args(term):
            if isinstance(factor, sp.exp):
                exponent += factor.args[0]
            else:
                rest *= factor
        exponent = sp.expand(exponent)
        groups[exponent] = groups.get(exponent, sp.S.Zero) + rest
    return sp.Add(*(sp.expand(c) * sp.exp(e) for e, c in groups.items()))
