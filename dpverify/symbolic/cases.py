"""Bound variables and answers by cases: what integrals and sums share."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ..domain import Domain
from .breakpoints import Case, case
from .derived import Derived, merge_reasons
from .equality import prove_equal
from .terms import linear, split_terms

MAX_CASES = 5
"""How many times in a row an integral or a sum may be split on what the parameters leave open."""
Answer = Callable[[Domain], Derived | None]
"""Value on a part of the domain; raises Undecided where it needs to know more of the parameters."""


def bound_symbol(x: sp.Symbol, domain: Domain, body: sp.Expr, *ends: sp.Expr) -> sp.Symbol:
    """A real (or integer) symbol to stand for the variable x bound in body: x's name, with marks added until nothing in sight has it."""
    taken = {s.name for s in domain.symbols} | {s.name for s in body.atoms(sp.Symbol) if s != x}
    taken |= {s.name for e in ends for s in e.free_symbols}
    name = x.name
    while name in taken:
        name += "_"
    return sp.Symbol(name, integer=True) if x.is_integer else sp.Symbol(name, real=True)


def shown(expr: sp.Expr) -> str:
    """LaTeX of a formula for the reader: bound symbols under the names they had."""
    marked = [s for s in expr.free_symbols if s.name.endswith("_")]
    return sp.latex(expr.xreplace({s: sp.Symbol(s.name.rstrip("_"), **s.assumptions0) for s in marked}))


class Undecided(Exception):
    """The way to an answer depends on a relation between the parameters; caught by `with_cases`."""

    def __init__(self, split: Case):
        super().__init__(split.condition)
        self.split = split


def with_cases(answer: Answer, domain: Domain, budget: int = MAX_CASES) -> Derived | None:
    """answer(domain); where it is undecided, the answers on both parts of the domain as a Piecewise (as one formula if they agree)."""
    try:
        return answer(domain)
    except Undecided as undecided:
        split = undecided.split
    if budget == 0:
        return None
    yes, no = split.branches(domain)
    if yes.is_box_empty():
        return with_cases(answer, no, budget - 1)
    if no.is_box_empty():
        return with_cases(answer, yes, budget - 1)
    first = with_cases(answer, yes, budget - 1)
    second = with_cases(answer, no, budget - 1) if first is not None else None
    if first is None or second is None:
        return None
    reasons = merge_reasons(first.reasons, second.reasons)
    # one branch's formula that also holds on the other part holds on the whole domain
    for v, w, other in ((first.value, second.value, no), (second.value, first.value, yes)):
        if not v.has(sp.Piecewise) and agree(v, w, other):
            return Derived(v, reasons)
    branches = second.value.args if isinstance(second.value, sp.Piecewise) else ((second.value, True),)
    return Derived(sp.Piecewise((first.value, split.condition), *branches), reasons)


def agree(v: sp.Expr, w: sp.Expr, domain: Domain) -> bool:
    """True if v = w is shown on the domain; parameters that can take one value only are put in."""
    fixed = pinned(domain)
    for s, value in fixed.items():
        domain = domain.fix(s, value)
    v, w = v.subs(fixed), w.subs(fixed)
    return not v.has(sp.nan, sp.zoo, sp.oo) and prove_equal(v, w, domain) is not None


def degenerate_case(f: sp.Expr, x: sp.Symbol, domain: Domain) -> Case | None:
    """A parameter v and a number r such that v = r turns an exponential of x in f into a power, where v may be r on the domain."""
    for _, part in split_terms(f, x):
        if part.exponent == 0:
            continue
        leading = sp.numer(sp.together(sp.Poly(part.exponent, x).LC()))
        for v in sorted(leading.free_symbols, key=lambda s: s.name):
            line, rng = linear(leading, v), domain.ranges.get(v)
            r = sp.cancel(-line[1] / line[0]) if line else None
            if rng is None or r is None or not r.is_Rational or not rng.lo <= r <= rng.hi:
                continue
            if rng.lo < r < rng.hi or (rng.lo == r and rng.hi != r and not rng.lo_open):
                return case(sp.Gt, v - r)
            if rng.hi == r and rng.lo != r and not rng.hi_open:
                return case(sp.Lt, v - r)
    return None


def pinned(domain: Domain) -> dict[sp.Symbol, sp.Expr]:
    """The parameters whose range is a single point, with their values."""
    out = {}
    for s, r in domain.ranges.items():
        lo, hi = (r.first_integer(), r.last_integer()) if r.integer else (r.lo, r.hi)
        if lo == hi and lo.is_finite:
            out[s] = lo
    return out
