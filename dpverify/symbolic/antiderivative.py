"""Antiderivatives: guesses from a table (then from SymPy), each proved by differentiating it back.

The table knows x**r, polynomial * exp(linear), polynomial * exp(quadratic), either times erfc(linear), and x**n * log(linear)**m.
Every rule is integration by parts, so the guesses need no citation: the proof is the derivative.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from ..domain import Domain
from .continuity import is_smooth
from .derivative import differentiate
from .equality import prove_equal
from .hint import antiderivative_hint
from .sign import sign
from .terms import Part, linear, split_terms

MAX_DEGREE = 12
"""Largest power of x that the recursions are run for."""


def antiderivative(f: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """F, shown to be continuously differentiable in x with dF/dx = f all over `domain` (in which x runs through an open interval)."""
    for F in candidates(f, x, domain):
        if is_smooth(F, x, domain) and prove_equal(differentiate(F, x), f, domain) is not None:
            return F
    return None


def candidates(f: sp.Expr, x: sp.Symbol, domain: Domain) -> Iterator[sp.Expr]:
    """Guesses, the table's first."""
    if not f.has(x):
        yield f * x
        return
    terms = split_terms(f, x)
    known = [(c, p, part_antiderivative(p, x, domain)) for c, p in terms]
    total = sp.Add(*[c * F for c, _, F in known if F is not None])
    rest = sp.Add(*[c * p.as_expr(x) for c, p, F in known if F is None])
    if rest == 0:
        yield total
        return
    questions = ((rest, total), (f, sp.S.Zero)) if total != 0 else ((f, sp.S.Zero),)
    for g, known_part in questions:
        F = antiderivative_hint(g, x)
        if F is not None:
            yield F + known_part


def part_antiderivative(part: Part, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """The table's guess for x**power * exp(exponent) * other, or None."""
    n, u = part.power, part.exponent
    degree = sp.degree(u, x) if u != 0 else 0
    if not part.other:
        if u == 0:
            return x ** (n + 1) / (n + 1) if n != -1 else _log(x, x, domain)
        if not _small(n):
            return None
        if degree == 1:
            return _poly_exp(int(n), u, x)
        return _poly_gauss(int(n), u, x, domain) if degree == 2 else None
    if len(part.other) != 1 or not _small(n):
        return None
    factor = part.other[0]
    if isinstance(factor, sp.erfc) and degree <= 1 and linear(factor.args[0], x):
        return _erfc(int(n), u, factor.args[0], x, domain)
    if u != 0:
        return None
    if factor.is_Pow and not factor.exp.has(x) and linear(factor.base, x):
        return _linear_power(int(n), factor.base, factor.exp, x, domain)
    m, inner = (factor.exp, factor.base) if factor.is_Pow else (sp.S.One, factor)
    if isinstance(inner, sp.log) and _small(m) and linear(inner.args[0], x):
        return _log_power(int(n), int(m), inner.args[0], x)
    return None


def _small(n: sp.Expr) -> bool:
    return bool(n.is_Integer and 0 <= n <= MAX_DEGREE)


def _log(u: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    s = sign(u, domain)
    return sp.log(u) if s == "+" else sp.log(-u) if s == "-" else None


def _poly_exp(n: int, u: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """x**n exp(c x): sum over j of (-1)**j n!/(n-j)! x**(n-j) / c**(j+1)."""
    c = u.coeff(x, 1)
    return sp.exp(u) * sp.Add(*[(-1) ** j * sp.ff(n, j) * x ** (n - j) / c ** (j + 1) for j in range(n + 1)])


def _poly_gauss(n: int, u: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """x**n exp(-a x**2 + b x), a > 0: 2a I_n = (n-1) I_{n-2} + b I_{n-1} - x**(n-1) exp(u), and I_0 by erfc."""
    a, b = -u.coeff(x, 2), u.coeff(x, 1)
    if sign(a, domain) != "+":
        return None
    root = _sqrt(a, domain)
    first = -sp.sqrt(sp.pi) / (2 * root) * sp.exp(b**2 / (4 * a)) * sp.erfc(root * x - b / (2 * root))
    found = [first]
    for j in range(1, n + 1):
        below = (j - 1) * found[j - 2] if j > 1 else sp.S.Zero
        found.append((below + b * found[j - 1] - x ** (j - 1) * sp.exp(u)) / (2 * a))
    return found[n]


def _sqrt(a: sp.Expr, domain: Domain) -> sp.Expr:
    """The positive root of a > 0, with the squares of positive factors taken out."""
    a = sp.factor_terms(sp.together(a))
    out = sp.S.One
    for factor in sp.Mul.make_args(a):
        base, e = factor.as_base_exp()
        if e.is_Integer and e % 2 == 0 and sign(base, domain) == "+":
            out *= base ** (e / 2)
        elif factor.is_Number or sign(factor, domain) == "+":
            out *= sp.sqrt(factor)
        else:
            return sp.sqrt(a)
    return out


def _erfc(n: int, u: sp.Expr, v: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """x**n exp(c x) erfc(v): E erfc(v) + 2 v'/sqrt(pi) * integral of E exp(-v**2), E an antiderivative of x**n exp(c x)."""
    E = _poly_exp(n, u, x) if u != 0 else x ** (n + 1) / (n + 1)
    slope = (linear(v, x) or (sp.S.One, sp.S.Zero))[0]
    remaining = sp.S.Zero
    for c, part in split_terms(E * sp.exp(-(v**2)), x):
        G = part_antiderivative(part, x, domain)
        if G is None:
            return None
        remaining += c * G
    return E * sp.erfc(v) + 2 * slope / sp.sqrt(sp.pi) * remaining


def _linear_power(n: int, v: sp.Expr, r: sp.Expr, x: sp.Symbol, domain: Domain) -> sp.Expr | None:
    """x**n v**r with v = p x + c: x = (v - c)/p makes it a sum of powers of v."""
    p, c = linear(v, x) or (sp.S.One, sp.S.Zero)
    out = sp.S.Zero
    for j in range(n + 1):
        s = r + j
        G = _log(v, x, domain) if s == -1 else v ** (s + 1) / (s + 1)
        if G is None:
            return None
        out += sp.binomial(n, j) * (-c) ** (n - j) * G
    return out / p ** (n + 1)


def _log_power(n: int, m: int, v: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """x**n log(v)**m with v = p x + c, by x = (v - c)/p and integral v**j L**m = v**(j+1)/(j+1) L**m - m/(j+1) integral v**j L**(m-1)."""
    p, c = linear(v, x) or (sp.S.One, sp.S.Zero)
    L = sp.log(v)
    out = sp.S.Zero
    for j in range(n + 1):
        term = sp.Add(*[(-1) ** i * sp.ff(m, i) * L ** (m - i) / sp.Integer(j + 1) ** (i + 1) for i in range(m + 1)])
        out += sp.binomial(n, j) * (-c) ** (n - j) * v ** (j + 1) * term
    return out / p ** (n + 1)
