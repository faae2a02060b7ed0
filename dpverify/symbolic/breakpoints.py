"""Where a formula in x changes its shape: the sign of a function on an interval, cut at roots that are solved for and confirmed.

A root is a guess (linear algebra, a logarithm, SymPy's `solve`). It is used only when the function is shown to be strictly monotone,
shown to vanish there, and the root is shown to lie inside the interval. What the parameters leave open comes back as a `Case`.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ..domain import Domain, Range
from .comparison import NEGATED, known_sign, log_of_product
from .continuity import is_smooth, value_at
from .derivative import differentiate
from .equality import prove_equal
from .hint import roots_hint
from .limit import limit
from .normal_form import is_zero
from .sign import sign
from .terms import linear, split_terms

OPPOSITE = {sp.Gt: sp.Le, sp.Le: sp.Gt, sp.Lt: sp.Ge, sp.Ge: sp.Lt}
"""Relation -> its negation."""
DEPTH = 2
"""How often a function may be cut at the roots of its derivative first."""


@dataclass(frozen=True)
class Piece:
    """The open interval (lo, hi), and the sign of the function on all of it."""

    lo: sp.Expr
    hi: sp.Expr
    sign: str


@dataclass(frozen=True)
class Case:
    """The answer depends on whether this relation between the parameters holds."""

    condition: sp.Rel

    def branches(self, domain: Domain) -> tuple[Domain, Domain]:
        """The part of the domain where the condition holds, and the part where it fails."""
        return domain.restrict(self.condition), domain.restrict(_tidy(OPPOSITE[self.condition.func](*self.condition.args, evaluate=False)))


def case(relation: type[sp.Rel], u: sp.Expr) -> Case:
    """Case of `u relation 0`, written as `symbol REL number` where it is one."""
    return Case(_tidy(relation(u, 0, evaluate=False)))


def _tidy(relation: sp.Rel) -> sp.Rel:
    """A relation `c v + e REL 0` between one symbol v and numbers as `v REL -e/c`, so that it narrows v's range; others as they are."""
    u = relation.lhs - relation.rhs
    if len(u.free_symbols) != 1:
        return relation
    (v,) = u.free_symbols
    line = linear(u, v)
    if line is None or not (line[0].is_Rational and line[1].is_Rational):
        return relation
    mirrored = {sp.Gt: sp.Lt, sp.Ge: sp.Le, sp.Lt: sp.Gt, sp.Le: sp.Ge}
    kind = relation.func if line[0] > 0 else mirrored[relation.func]
    return kind(v, -line[1] / line[0], evaluate=False)


def inside(domain: Domain, x: sp.Symbol, lo: sp.Expr, hi: sp.Expr) -> Domain:
    """domain with lo < x < hi; where the ends are known to lie on one side of 0, x's range says so too."""
    wider = domain if x in domain.ranges else domain.extend(x, Range())
    relations = []
    if lo != -sp.oo:
        relations.append(sp.Gt(x, lo, evaluate=False))
        if lo.free_symbols and known_sign(lo, domain) in ("+", "0", "+0"):
            relations.append(sp.Gt(x, 0, evaluate=False))
    if hi != sp.oo:
        relations.append(sp.Lt(x, hi, evaluate=False))
        if hi.free_symbols and known_sign(hi, domain) in ("-", "0", "-0"):
            relations.append(sp.Lt(x, 0, evaluate=False))
    return wider.restrict(*relations)


def sign_pieces(h: sp.Expr, x: sp.Symbol, lo: sp.Expr, hi: sp.Expr, domain: Domain, depth: int = DEPTH) -> list[Piece] | Case | None:
    """The interval (lo, hi), lo <= hi, as consecutive pieces on each of which h has one sign; None if not found."""
    within = inside(domain, x, lo, hi)
    s = sign(h, within)
    if s in ("+", "-", "0"):
        return [Piece(lo, hi, s)]
    h = same_sign(h, x, within)
    if not h.has(x):
        s = known_sign(h, domain)
        if s in ("+", "-", "0", "+0", "-0"):
            return [Piece(lo, hi, s)]
        return case(sp.Gt, h)
    if not is_smooth(h, x, within):
        return None
    slope = differentiate(h, x)
    m = sign(slope, within) if slope.has(x) else known_sign(slope, domain)
    if m in ("+", "-"):
        return _monotone(h, m, x, lo, hi, domain)
    if depth == 0:
        return None
    cut = sign_pieces(slope, x, lo, hi, domain, depth - 1)
    if not isinstance(cut, list):
        return cut
    out: list[Piece] = []
    for piece in cut:
        if piece.sign not in ("+", "-"):
            return None
        part = _monotone(h, piece.sign, x, piece.lo, piece.hi, domain)
        if not isinstance(part, list):
            return part
        out += part
    return out


def same_sign(h: sp.Expr, x: sp.Symbol, within: Domain) -> sp.Expr:
    """A simpler function with the sign of h at every point of `within`: a positive factor dropped, or P - N replaced by log P - log N."""
    if h.is_polynomial(x):
        return h
    terms = split_terms(h, x)
    if len(terms) == 1:
        c, part = terms[0]
        value = part.as_expr(x)
        if sign(value, within) == "+" and prove_equal(h, c * value, within) is not None:
            return c
        return h
    if len(terms) == 2:
        (c1, p1), (c2, p2) = terms
        first, second = c1 * p1.as_expr(x), c2 * p2.as_expr(x)
        if sign(first, within) == "-":
            first, second = second, first
        if sign(first, within) == "+" and sign(second, within) == "-" and prove_equal(h, first + second, within) is not None:
            ratio = log_of_product(first, within) - log_of_product(-second, within)
            if prove_equal(sp.exp(ratio) * -second, first, within) is not None:
                return sp.expand(ratio) if ratio.is_polynomial(x) else ratio
    return h


def _monotone(h: sp.Expr, m: str, x: sp.Symbol, lo: sp.Expr, hi: sp.Expr, domain: Domain) -> list[Piece] | Case | None:
    """Pieces for a smooth h that is strictly increasing ("+") or decreasing ("-") on (lo, hi)."""
    if m == "-":
        flipped = _monotone(-h, "+", x, lo, hi, domain)
        return [Piece(p.lo, p.hi, NEGATED[p.sign] or "") for p in flipped] if isinstance(flipped, list) else flipped
    line = linear(h, x)
    if line:
        # positive slope: h has the sign of x - r
        r = sp.together(-line[1] / line[0])
        r = sp.cancel(r) if not r.has(sp.exp, sp.log, sp.Pow) else r
        h = x - r
    at_lo, at_hi = _end(h, x, lo, "+", domain), _end(h, x, hi, "-", domain)
    s_lo = None if at_lo is None else known_sign(at_lo, domain)
    s_hi = None if at_hi is None else known_sign(at_hi, domain)
    if s_lo in ("+", "0", "+0"):
        return [Piece(lo, hi, "+")]
    if s_hi in ("-", "0", "-0"):
        return [Piece(lo, hi, "-")]
    if at_lo is None or at_hi is None:
        return None
    if s_lo not in ("-", "-0"):
        return case(sp.Ge, at_lo)
    if s_hi not in ("+", "+0"):
        return case(sp.Le, at_hi)
    # the root lies between the ends, possibly at one of them: then a piece is empty, which does no harm
    if line:
        return [Piece(lo, r, "-"), Piece(r, hi, "+")]
    for root in _roots(h, x):
        zero = value_at(h, x, root, domain)
        if zero is None or is_zero(zero, domain) is None:
            continue
        after, before = (lo == -sp.oo or root - lo), (hi == sp.oo or hi - root)
        if all(g is True or known_sign(g, domain) in ("+", "0", "+0") for g in (after, before)):
            return [Piece(lo, root, "-"), Piece(root, hi, "+")]
    return None


def _end(h: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> sp.Expr | None:
    if at.is_finite is not False:
        value = value_at(h, x, at, domain)
        if value is not None:
            return value
    elif linear(h, x):
        return at  # slope one
    found = limit(h, x, at, side, domain)
    return None if found is None else found.value


def _roots(h: sp.Expr, x: sp.Symbol) -> list[sp.Expr]:
    """Guesses for the zeros of h: of c1 exp(u) + c2 with u linear by a logarithm, the rest by SymPy."""
    terms = split_terms(h, x)
    out = []
    if len(terms) == 2:
        (c1, p1), (c2, p2) = terms
        if p1.power == p2.power and p1.other == p2.other:
            line = linear(p1.exponent - p2.exponent, x)
            if line:
                out.append((sp.log(-c2 / c1) - line[1]) / line[0])
    return out or roots_hint(h, x)
