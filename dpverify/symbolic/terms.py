"""A formula as a sum of coefficient * part, where the coefficients do not depend on one chosen symbol.

This is a search device: SymPy's `expand` does the work, and callers prove that the sum equals the formula.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp


@dataclass(frozen=True)
class Part:
    """x**power * exp(exponent) * other: `exponent` a polynomial in x without constant term, `other` the remaining factors."""

    power: sp.Expr
    exponent: sp.Expr
    other: tuple[sp.Expr, ...]

    def as_expr(self, x: sp.Symbol) -> sp.Expr:
        return x**self.power * sp.exp(self.exponent) * sp.Mul(*self.other)


def to_exponentials(f: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """f with hyperbolics of x, powers c**(..x..) and erf written by exp and erfc, logs and powers of products taken apart.

    Formal (as if every factor were positive): callers prove that what they get equals f.
    """
    f = f.replace(lambda e: isinstance(e, sp.log) and e.has(x), lambda e: sp.expand_log(e, force=True))
    f = f.replace(lambda e: e.is_Pow and e.base != sp.E and e.base.has(x), _power_of_product)
    f = f.replace(
        lambda e: isinstance(e, (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)) and e.has(x), lambda e: e.rewrite(sp.exp)
    )
    f = f.replace(lambda e: isinstance(e, sp.erf) and e.has(x), lambda e: 1 - sp.erfc(e.args[0]))
    return f.replace(
        lambda e: e.is_Pow and e.base != sp.E and e.exp.has(x) and not e.base.has(x), lambda e: sp.exp(e.exp * sp.log(e.base))
    )


def _power_of_product(e: sp.Expr) -> sp.Expr:
    """(a b exp(u))**r as a**r b**r exp(r u)."""
    if e.exp.is_Integer or not (e.base.is_Mul or isinstance(e.base, sp.exp)) or e.base.as_coeff_Mul()[0].is_negative:
        return e
    return sp.Mul(*[sp.exp(g.args[0] * e.exp) if isinstance(g, sp.exp) else g**e.exp for g in sp.Mul.make_args(e.base)])


def split_terms(f: sp.Expr, x: sp.Symbol) -> list[tuple[sp.Expr, Part]]:
    """f as [(coefficient, part)], parts distinct; coefficients keep the shape in which they were written."""
    names: dict[sp.Expr, sp.Symbol] = {}
    named = _name_constants(to_exponentials(f, x), x, names)
    back = {v: k for k, v in names.items()}
    expanded = sp.expand(named, power_base=False, log=False)
    sums: dict[Part, sp.Expr] = {}
    for term in sp.Add.make_args(expanded):
        coefficient, part = _part(term.as_independent(x, as_Add=False), x, back)
        sums[part] = sums.get(part, sp.S.Zero) + coefficient
    return [(c, p) for p, c in sums.items() if c != 0]


def _name_constants(f: sp.Expr, x: sp.Symbol, names: dict[sp.Expr, sp.Symbol]) -> sp.Expr:
    """f with every maximal compound subexpression free of x replaced by a name, so that `expand` leaves it whole."""
    if not f.has(x):
        return f if f.is_Rational or f.is_Symbol else names.setdefault(f, sp.Dummy(f"c{len(names)}", real=True))
    if not f.args:
        return f
    if f.is_Add or f.is_Mul:
        free, bound = f.as_independent(x, as_Add=f.is_Add)
        parts = [_name_constants(a, x, names) for a in f.func.make_args(bound)]
        return f.func(_name_constants(free, x, names), *parts)
    if f.is_Pow and not f.exp.has(x):
        return _name_constants(f.base, x, names) ** f.exp
    return f.func(*[_name_constants(a, x, names) for a in f.args])


def _part(pair: tuple[sp.Expr, sp.Expr], x: sp.Symbol, back: dict[sp.Symbol, sp.Expr]) -> tuple[sp.Expr, Part]:
    coefficient, bound = pair
    power, exponent, other = sp.S.Zero, sp.S.Zero, []
    for factor in sp.Mul.make_args(bound):
        factor = factor.xreplace(back)
        if factor == 1:
            continue
        if factor == x:
            power += 1
        elif factor.is_Pow and factor.base == x and not factor.exp.has(x):
            power += factor.exp
        elif isinstance(factor, sp.exp) and factor.args[0].is_polynomial(x):
            exponent += factor.args[0]
        else:
            other.append(factor)
    exponent = collected(exponent, x)
    constant = exponent.subs(x, 0)
    coefficient = coefficient.xreplace(back)
    if constant != 0:
        coefficient, exponent = coefficient * sp.exp(constant), exponent - constant
    return coefficient, Part(power, exponent, tuple(sorted(other, key=sp.default_sort_key)))


def collected(u: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The polynomial u in x with its coefficients brought to lowest terms (so that equal parts look equal)."""
    if u == 0:
        return u
    try:
        coefficients = sp.Poly(u, x).all_coeffs()
    except sp.PolynomialError:
        return u
    top = len(coefficients) - 1
    return sp.Add(*[sp.cancel(c) * x ** (top - i) for i, c in enumerate(coefficients)])


def linear(u: sp.Expr, x: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """(slope, intercept) of a formula linear in x with a slope that is not identically zero, else None."""
    if not u.is_polynomial(x):
        return None
    poly = sp.Poly(u, x)
    if poly.degree() != 1:
        return None
    return poly.coeff_monomial(x), poly.coeff_monomial(1)
