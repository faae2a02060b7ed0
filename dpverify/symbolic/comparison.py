"""Signs by monotone rewriting, for what `sign` leaves open: logarithms against anything, two exponentials, slack in an assumption."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from ..domain import Domain
from .domain_box import DomainKey, domain_key, domain_of
from .equality import prove_equal
from .sign import sign

NEGATED = {"+": "-", "-": "+", "0": "0", "+0": "-0", "-0": "+0", "!0": "!0", None: None}
"""Sign of -u from the sign of u."""
DEPTH = 3
"""How many rewritings may follow each other."""
DECIDED = ("+", "-", "0", "+0", "-0")


def known_sign(u: sp.Expr, domain: Domain, depth: int = DEPTH) -> str | None:
    """Sign of u on the whole domain, in the codes of `sign` (which is asked first); None if not known.

    Rewritings, each an equivalence on the domain: log w > -r iff w exp(r) > 1; P > N > 0 iff log P > log N;
    u = (u - c s) + c s where s >= 0 is an assumption and c s has the sign that u - c s is shown to have.
    """
    if u in (sp.oo, -sp.oo):
        return "+" if u == sp.oo else "-"
    return _known_sign(u, domain_key(domain), depth)


@lru_cache(maxsize=20000)
def _known_sign(u: sp.Expr, key: DomainKey, depth: int) -> str | None:
    domain = domain_of(key)
    s = sign(u, domain)
    if s in ("+", "-", "0"):
        return s
    s = _assumed(u, domain) or s
    if s in ("+", "-") or depth == 0 or u.has(sp.Piecewise, sp.Abs, sp.Max, sp.Min, sp.Integral, sp.Sum, sp.Limit):
        return s
    for method in (_common_factor, _logarithms, _two_terms, _slack):
        found = method(u, domain, depth - 1)
        if found in ("+", "-", "0"):
            return found
        s = s or found
    return s


def _assumed(u: sp.Expr, domain: Domain) -> str | None:
    """What an assumption `u REL 0`, word for word, says."""
    best = None
    for a in domain.assumptions:
        if isinstance(a, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
            told = {sp.Gt: "+", sp.Ge: "+0", sp.Lt: "-", sp.Le: "-0"}[a.func]
            for v, code in ((a.lhs - a.rhs, told), (a.rhs - a.lhs, NEGATED[told])):
                if v == u:
                    if code in ("+", "-"):
                        return code
                    best = code
    return best


def _times(s: str | None, t: str | None) -> str | None:
    """Sign of a product whose second factor has the strict sign t."""
    return s if t == "+" else NEGATED[s] if t == "-" else None


def _common_factor(u: sp.Expr, domain: Domain, depth: int) -> str | None:
    """u = f v with f of strict sign has the sign of f times that of v."""
    factored = sp.factor_terms(sp.gcd_terms(u))
    if not factored.is_Mul:
        return None
    sums = [g for g in factored.args if g.as_base_exp()[0].is_Add and sign(g, domain) not in ("+", "-")]
    if len(sums) != 1 or sums[0] == u:
        return None
    rest = sign(factored / sums[0], domain)
    if rest not in ("+", "-") or prove_equal(u, factored, domain) is None:
        return None
    return _times(known_sign(sums[0], domain, depth), rest)


def _logarithms(u: sp.Expr, domain: Domain, depth: int) -> str | None:
    """u = f (log w + r) with w > 0 has the sign of f times that of w exp(r) - 1."""
    numerator, denominator = sp.fraction(sp.together(u))
    logs = sorted((g for g in numerator.atoms(sp.log) if g.free_symbols), key=sp.default_sort_key)
    if not logs or len(logs) > 3:
        return None
    names = {g: sp.Dummy(f"L{j}") for j, g in enumerate(logs)}
    named = sp.expand(numerator).xreplace(names)
    try:
        poly = sp.Poly(named, *names.values())
    except sp.PolynomialError:
        return None
    if poly.total_degree() != 1 or any(v in c.free_symbols for v in names.values() for c in poly.coeffs()):
        return None
    coefficients = [sp.factor(poly.coeff_monomial(v)) for v in names.values()]
    ratios = [sp.cancel(c / coefficients[0]) for c in coefficients]
    if not all(r.is_Rational for r in ratios):
        return None
    r = sp.cancel(poly.coeff_monomial(1) / coefficients[0])
    f = coefficients[0] / denominator
    if any(sign(g.args[0], domain) != "+" for g in logs):
        return None
    total = sp.Add(*[m * g for m, g in zip(ratios, logs, strict=True)]) + r
    factor = sign(f, domain)
    if factor not in ("+", "-") or prove_equal(u, f * total, domain) is None:
        return None
    w = sp.Mul(*[g.args[0] ** m for m, g in zip(ratios, logs, strict=True)])
    return _times(known_sign(w * sp.exp(r) - 1, domain, depth), factor)


def _two_terms(u: sp.Expr, domain: Domain, depth: int) -> str | None:
    """u = P - N with P, N > 0 has the sign of log P - log N."""
    terms = sp.Add.make_args(sp.expand(u, power_exp=False, log=False))
    if len(terms) != 2 or not u.has(sp.exp):
        return None
    first, second = terms
    if sign(first, domain) == "-":
        first, second = second, first
    if sign(first, domain) != "+" or sign(second, domain) != "-":
        return None
    difference = log_of_product(first, domain) - log_of_product(-second, domain)
    if difference.has(sp.log) and not u.has(sp.log):
        difference = sp.expand(difference)
    if prove_equal(u, first + second, domain) is None or prove_equal(sp.exp(difference) * -second, first, domain) is None:
        return None
    return known_sign(sp.together(difference), domain, depth)


def log_of_product(term: sp.Expr, domain: Domain) -> sp.Expr:
    """log of a positive product, as a sum (a guess: the caller confirms it)."""
    out = sp.S.Zero
    for factor in sp.Mul.make_args(term):
        base, e = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            out += factor.args[0]
        elif sign(base, domain) == "+":
            out += e * sp.log(base)
        else:
            return sp.log(term)
    return out


def _slack(u: sp.Expr, domain: Domain, depth: int) -> str | None:
    """An assumption s >= 0 and u, both linear in a symbol v: u - c s is free of v for one c."""
    best = None
    for a in domain.assumptions:
        if not isinstance(a, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
            continue
        s = a.lhs - a.rhs if isinstance(a, (sp.Gt, sp.Ge)) else a.rhs - a.lhs
        for v in sorted(s.free_symbols & u.free_symbols, key=lambda z: z.name):
            m, k = _coefficient(s, v), _coefficient(u, v)
            if m is None or k is None or not m.is_Rational:
                continue
            c = sp.cancel(k / m)
            side = sign(c, domain)
            if side not in ("+", "-"):
                continue
            rest = known_sign(sp.together(sp.expand(u - c * s)), domain, min(depth, 1))
            strict = isinstance(a, (sp.Gt, sp.Lt))
            if side == "+" and rest in ("+", "0", "+0"):
                if strict or rest == "+":
                    return "+"
                best = "+0"
            elif side == "-" and rest in ("-", "0", "-0"):
                if strict or rest == "-":
                    return "-"
                best = "-0"
    return best


def _coefficient(u: sp.Expr, v: sp.Symbol) -> sp.Expr | None:
    """The coefficient of v in a formula linear in v, else None."""
    u = sp.expand(u)
    if not u.is_polynomial(v):
        return None
    poly = sp.Poly(u, v)
    return poly.coeff_monomial(v) if poly.degree() == 1 else None
