"""Rules about finite sums: relations may be added up, and a sum of combinations is the combination of the sums.

The terms may hold arbitrary sequences, functions u(k) of the index without a formula: they stand for real numbers of any size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS, bound_symbols
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, is_finite, over
from .specialise import instance
from .sums import between, own_index


@dataclass(frozen=True)
class SumInequality:
    """sum_{k=a}^{N} g(k) <= sum_{k=a}^{N} h(k) from a fact that says g(k) <= h(k) for every integer a <= k <= N; likewise for >= and =.

    index: k. start: a. end: N >= a - 1 (an obligation), both integers of the step's domain.
    of:    name of the fact, with
    at:    a substitution for its symbols by expressions in k and the symbols of the step; these may hold arbitrary sequences.
    """

    index: sp.Symbol
    start: sp.Expr
    end: sp.Expr
    of: str
    at: Mapping[sp.Symbol, sp.Expr] = field(default_factory=dict)

    name = "sum of inequalities"
    lemma = "If $g(k)\\le h(k)$ for $a\\le k\\le N$, then $\\sum_{k=a}^{N}g(k)\\le\\sum_{k=a}^{N}h(k)$; likewise for $\\ge$ and $=$."

    def premises(self) -> tuple[str, ...]:
        return (self.of,)

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        k, a, n = self.index, sp.sympify(self.start), sp.sympify(self.end)
        own_index(k, (a, n), domain)
        terms = between(domain, k, a, n)
        relation, needed = instance(facts[self.of], self.at, terms, self.of)
        if isinstance(relation, sp.Ne) or not is_finite(relation):
            raise ClaimError(f"{self.of} must be an equation or an inequality between numbers")
        weak = {sp.StrictLessThan: sp.Le, sp.StrictGreaterThan: sp.Ge}.get(type(relation), type(relation))
        obligations = [Obligation(sp.Ge(n, a - 1, evaluate=False), domain, "the sum ends no earlier than just before its start"), *needed]
        for side in relation.args:
            if side.has(*BINDERS):  # a side by itself may be infinite, and could not be added up
                obligations += numbers(side, terms, "a term")
        sides = (over(sp.Sum, side, k, a, n) for side in relation.args)
        return Inference(weak(*sides, evaluate=False), tuple(obligations), (self.lemma,))


@dataclass(frozen=True)
class SumLinearity:
    """sum_{k=a}^{N} sum_j c_j g_j(k) = sum_j c_j sum_{k=a}^{N} g_j(k); a part g_j free of k gives c_j g_j (N - a + 1).

    index: k. start: a. end: N >= a - 1 (an obligation), both integers of the step's domain.
    parts: the pairs (c_j, g_j(k)); the c_j are free of k.
    terms: the combination as the step writes it; that it is the combination, term by term, is an obligation.
    """

    index: sp.Symbol
    start: sp.Expr
    end: sp.Expr
    parts: Sequence[tuple[sp.Expr, sp.Expr]]
    terms: sp.Expr | None = None

    name = "linearity of finite sums"
    lemma = "$\\sum_{k=a}^{N}\\sum_jc_jg_j(k)=\\sum_jc_j\\sum_{k=a}^{N}g_j(k)$, and $\\sum_{k=a}^{N}1=N-a+1$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        k, a, n = self.index, sp.sympify(self.start), sp.sympify(self.end)
        own_index(k, (a, n), domain)
        terms = between(domain, k, a, n)
        obligations = [Obligation(sp.Ge(n, a - 1, evaluate=False), domain, "the sum ends no earlier than just before its start")]
        total, whole = sp.S.Zero, sp.S.Zero
        for c, g in ((sp.sympify(c), sp.sympify(g)) for c, g in self.parts):
            if k in c.free_symbols:
                raise ClaimError(f"the factor {c} depends on {k}")
            obligations += numbers(c, domain, "a factor")
            varies = k in g.free_symbols
            # A part taken out of the sum must be a number even where the sum is empty: 1/N times N is 1 and no empty sum.
            obligations += numbers(g, terms if varies else domain, "a part")
            total += c * (over(sp.Sum, g, k, a, n) if varies else g * (n - a + 1))
            whole += c * g
        written = whole if self.terms is None else sp.sympify(self.terms)
        if written != whole:
            (left, right), wide = opened((written, whole), terms)
            obligations.append(Obligation(sp.Eq(left, right, evaluate=False), wide, "the terms are the combination of the parts"))
        return Inference(sp.Eq(over(sp.Sum, written, k, a, n), total, evaluate=False), tuple(obligations), (self.lemma,))


def numbers(value: sp.Expr, domain: Domain, what: str) -> tuple[Obligation, ...]:
    """What must hold for the value to be a real number, whatever numbers its functions without a formula stand for."""
    (plain,), wide = opened((value,), domain)
    return defined(plain, wide, what)


def opened(values: Sequence[sp.Expr], domain: Domain) -> tuple[tuple[sp.Expr, ...], Domain]:
    """The values with every function without a formula read as a real symbol, and the domain with these symbols.

    ClaimError if such a function depends on a bound variable or holds another one: it is no single number then.
    """
    symbols: dict[sp.Expr, sp.Symbol] = {}
    for value in values:
        for op in value.atoms(*BINDERS):
            if any(f.free_symbols & bound_symbols(op) for f in op.atoms(AppliedUndef)):
                raise ClaimError(f"{op} holds a function without a formula that depends on its bound variable")
        for f in sorted(value.atoms(AppliedUndef), key=sp.default_sort_key):
            if any(part.atoms(AppliedUndef) or part.has(*BINDERS) for part in f.args):
                raise ClaimError(f"{f} holds another function or operator in its place")
            symbols.setdefault(f, sp.Dummy(f.func.__name__, real=True))
    for symbol in symbols.values():
        domain = domain.extend(symbol, Range())
    return tuple(value.xreplace(symbols) for value in values), domain
