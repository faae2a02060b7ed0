"""Rules about sums: term by term, and by telescoping. They also serve sums of functions without a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.core.relational import Relational

from ..capture import put
from ..domain import Domain, Range
from ..errors import ClaimError
from .base import Fact, Inference, Obligation, defined, over
from .specialise import is_integer


@dataclass(frozen=True)
class FiniteSupport:
    """sum_{k>=a} f(k) = sum_{k=a}^{N} g(k), because f = g up to N and f = 0 afterwards.

    index: k. start: a. end: N >= a - 1 (an obligation), both integers of the step's domain.
    terms: f. shown: g.
    """

    index: sp.Symbol
    start: sp.Expr
    end: sp.Expr
    terms: sp.Expr
    shown: sp.Expr

    name = "finite support"
    lemma = "A sum whose terms vanish from some index on is the sum of the terms before it."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        k, a, n = self.index, sp.sympify(self.start), sp.sympify(self.end)
        own_index(k, (a, n), domain)
        left, right = sp.sympify(self.terms), sp.sympify(self.shown)
        offset = sp.Dummy(f"{k.name}_rest", integer=True, nonnegative=True)
        # k = N + 1 + offset runs through what lies past N: a box, which is easier to decide on than k > N.
        rest = domain.extend(offset, Range(lo=sp.S.Zero, lo_open=False, integer=True))
        obligations: tuple[Obligation, ...] = (
            Obligation(sp.Ge(n, a - 1, evaluate=False), domain, "the sum ends no earlier than just before its start"),
            Obligation(sp.Eq(left, right, evaluate=False), between(domain, k, a, n), "the terms agree up to the end"),
            Obligation(sp.Eq(put(left, {k: n + 1 + offset}, "the index"), 0, evaluate=False), rest, "the terms vanish past the end"),
        )
        return Inference(sp.Eq(over(sp.Sum, left, k, a, sp.oo), over(sp.Sum, right, k, a, n), evaluate=False), obligations, ())


@dataclass(frozen=True)
class Telescoping:
    """sum_{k=a}^{N} f(k) = sum_{k=a}^{N} g(k) + G(N+1) - G(a), because f(k) - g(k) = G(k+1) - G(k).

    index: k. start: a. end: N >= a - 1 (an obligation). terms: f. shown: g (may be 0). remainder: G.
    With G = 0 this is equality term by term; with g = 0 a plain telescoping sum; Abel's summation by parts is another case.
    """

    index: sp.Symbol
    start: sp.Expr
    end: sp.Expr
    terms: sp.Expr
    remainder: sp.Expr
    shown: sp.Expr = sp.S.Zero

    name = "telescoping"
    lemma = "$\\sum_{k=a}^{N}(G(k+1)-G(k))=G(N+1)-G(a)$."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        k, a, n = self.index, sp.sympify(self.start), sp.sympify(self.end)
        own_index(k, (a, n), domain)
        f, g, rest = (sp.sympify(e) for e in (self.terms, self.shown, self.remainder))
        first, after = (put(rest, {k: e}, "the index") for e in (a, n + 1))
        step = put(rest, {k: k + 1}, "the index") - rest
        terms = between(domain, k, a, n)
        obligations: tuple[Obligation, ...] = (
            Obligation(sp.Ge(n, a - 1, evaluate=False), domain, "the sum ends no earlier than just before its start"),
            Obligation(sp.Eq(f, g + step, evaluate=False), terms, "the terms differ by a difference of neighbours"),
            # What cancels on the right is not seen there.
            *defined(g, terms, "a term shown"),
            # With N = a - 1 no term is looked at, so that G must be shown to be defined at the two ends by itself.
            *defined(first, domain, "the remainder at the start"),
            *defined(after, domain, "the remainder past the end"),
        )
        shown = over(sp.Sum, g, k, a, n) if g != 0 else sp.S.Zero
        conclusion = sp.Eq(over(sp.Sum, f, k, a, n), shown + after - first, evaluate=False)
        return Inference(conclusion, obligations, ())


@dataclass(frozen=True)
class FirstTerm:
    """sum_{k=a}^{N} f(k) = f(a) + sum_{k=a+1}^{N} f(k), for N >= a (an obligation); with `last` the term f(N) is taken out instead."""

    index: sp.Symbol
    start: sp.Expr
    end: sp.Expr
    terms: sp.Expr
    last: bool = False

    name = "first term of a sum"
    lemma = "A non-empty finite sum is its first (or its last) term plus the rest."

    def premises(self) -> tuple[str, ...]:
        return ()

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference:
        k, a, n, f = self.index, sp.sympify(self.start), sp.sympify(self.end), sp.sympify(self.terms)
        own_index(k, (a, n), domain)
        obligations = (
            Obligation(sp.Ge(n, a, evaluate=False), domain, "the sum has a first term"),
            *defined(f, between(domain, k, a, n), "a term"),
        )
        own, rest = (n, (a, n - 1)) if self.last else (a, (a + 1, n))
        conclusion = sp.Eq(over(sp.Sum, f, k, a, n), put(f, {k: own}, "the index") + over(sp.Sum, f, k, *rest), evaluate=False)
        return Inference(conclusion, obligations, ())


def between(domain: Domain, k: sp.Symbol, a: sp.Expr, n: sp.Expr) -> Domain:
    """The domain with the integers a <= k <= n."""
    wide = domain.extend(k, Range(integer=True)).restrict(sp.Ge(k, a, evaluate=False))
    return wide if n is sp.S.Infinity else wide.restrict(sp.Le(k, n, evaluate=False))


def own_index(k: sp.Symbol, ends: tuple[sp.Expr, ...], domain: Domain) -> None:
    """ClaimError unless k is an integer symbol of the sum alone and the ends are integers of the step's domain."""
    if k in domain.ranges:
        raise ClaimError(f"the index {k} must not be a symbol of the step")
    # SymPy has already used what the symbol itself declares (Abs(k) is k for k >= 0): the sum must not leave it.
    least = sp.S.One if k.is_positive else sp.S.Zero if k.is_nonnegative else -sp.oo
    inside = least.is_infinite or (ends[0] - least).is_nonnegative
    if not k.is_integer or k.is_nonpositive or not inside:
        raise ClaimError(f"the index {k} must be an integer symbol whose declared range holds the sum's")
    for end in ends:
        if not end.free_symbols <= set(domain.ranges) or not is_integer(end, domain):
            raise ClaimError(f"the sum must run between integers of the step's domain, not to {end}")
