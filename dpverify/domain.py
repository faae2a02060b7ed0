"""Domains: for every symbol the set it ranges over, and relations that tie symbols together. Data, plus exact set algebra.

A `Domain` is a box (a product of real intervals or integer ranges, ends possibly infinite) cut down by assumptions.
Sets that are no single interval (unions, finite sets) give several domains; a statement holds on a set iff it holds on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from .capture import substitute


@dataclass(frozen=True)
class Range:
    """{v : lo < v < hi} with either end included unless its `open` flag is set; integers only if `integer`.

    lo, hi are exact real SymPy constants (Rational, log(2), pi ...) or ±oo. An infinite end is always open.
    """

    lo: sp.Expr = sp.S.NegativeInfinity
    hi: sp.Expr = sp.S.Infinity
    lo_open: bool = True
    hi_open: bool = True
    integer: bool = False

    def is_empty(self) -> bool:
        lo, hi = self.lo, self.hi
        if self.integer:
            return bool(self.first_integer() > self.last_integer())
        if lo is sp.S.Infinity or hi is sp.S.NegativeInfinity:
            return True
        gap = sp.sign(hi - lo) if lo.is_finite and hi.is_finite else sp.S.One
        if gap == 0:
            return self.lo_open or self.hi_open
        return bool(gap < 0)

    def first_integer(self) -> sp.Expr:
        if not self.lo.is_finite:
            return self.lo
        c = sp.ceiling(self.lo)
        return c + 1 if self.lo_open and c == self.lo else c

    def last_integer(self) -> sp.Expr:
        if not self.hi.is_finite:
            return self.hi
        f = sp.floor(self.hi)
        return f - 1 if self.hi_open and f == self.hi else f

    def intersect(self, other: Range) -> Range:
        lo, lo_open = _tighter(self.lo, self.lo_open, other.lo, other.lo_open, upper=False)
        hi, hi_open = _tighter(self.hi, self.hi_open, other.hi, other.hi_open, upper=True)
        return Range(lo, hi, lo_open, hi_open, self.integer or other.integer)

    def to_set(self) -> sp.Set:
        """The same set in SymPy's terms, for display."""
        if self.integer:
            return sp.Range(self.first_integer(), self.last_integer() + 1)
        return sp.Interval(self.lo, self.hi, self.lo_open, self.hi_open)


def _tighter(a, a_open, b, b_open, upper):
    if a == b:
        return a, a_open or b_open
    take_a = bool(a < b) if upper else bool(a > b)
    return (a, a_open) if take_a else (b, b_open)


@dataclass(frozen=True)
class Domain:
    """ranges: symbol -> Range for every symbol; assumptions: SymPy relations (or And of them) true on the domain."""

    ranges: Mapping[sp.Symbol, Range] = field(default_factory=dict)
    assumptions: tuple[Any, ...] = ()

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(self.ranges)

    def extend(self, symbol: sp.Symbol, rng: Range) -> Domain:
        """With one more symbol, which runs through all of `rng`: what was said of another one of that name is forgotten."""
        rest = self.without(symbol)
        return replace(rest, ranges={**rest.ranges, symbol: rng})

    def with_range(self, symbol: sp.Symbol, rng: Range) -> Domain:
        """With the range of a symbol replaced; it stays the same symbol, so that the assumptions about it stay."""
        return replace(self, ranges={**self.ranges, symbol: rng})

    def without(self, symbol: sp.Symbol) -> Domain:
        """With the symbol dropped, and with it every assumption that mentions it."""
        return Domain(
            {s: r for s, r in self.ranges.items() if s != symbol},
            tuple(a for a in self.assumptions if symbol not in a.free_symbols),
        )

    def fix(self, symbol: sp.Symbol, value: sp.Expr) -> Domain:
        """The slice symbol = value (an exact constant or an expression in the other symbols)."""
        return Domain(
            {s: r for s, r in self.ranges.items() if s != symbol},
            tuple(b for a in self.assumptions if (b := substitute(a, {symbol: value})) is not sp.S.true),
        )

    def restrict(self, *relations: Any) -> Domain:
        """Cut down by relations. A relation `symbol REL constant` tightens that symbol's range; any other is kept as an assumption."""
        ranges = dict(self.ranges)
        kept = list(self.assumptions)
        for rel in _conjuncts(relations):
            bound = _as_bound(rel)
            if bound is not None and bound[0] in ranges:
                symbol, rng = bound
                ranges[symbol] = ranges[symbol].intersect(rng)
            elif rel not in kept:
                kept.append(rel)
        return Domain(_tightened(ranges, kept), tuple(kept))

    def is_box_empty(self) -> bool:
        """True if already the box is empty (assumptions are not looked at)."""
        return any(r.is_empty() for r in self.ranges.values())


PASSES = 3
"""How often the bounds of one symbol are handed on to the others; more would only be tighter."""


def _tightened(ranges: Mapping[sp.Symbol, Range], assumptions: Iterable[Any]) -> dict[sp.Symbol, Range]:
    """The ranges cut down to what the assumptions imply: 0 < a < d and d < 1 give a < 1. The set described stays the same.

    Only assumptions that are affine with rational coefficients are used: from c*s + rest > 0 with c > 0 follows s > -sup(rest)/c.
    """
    out = dict(ranges)
    rows = [row for rel in assumptions if (row := _affine(rel, out)) is not None]
    for _ in range(PASSES if rows else 0):
        before = dict(out)
        for coefficients, constant, strict in rows:
            for symbol, c in coefficients.items():
                bound = _supremum({s: a for s, a in coefficients.items() if s != symbol}, constant, out)
                if bound is None:
                    continue
                value, attained = bound
                end, is_open = -value / c, strict or not attained
                implied = Range(lo=end, lo_open=is_open) if c > 0 else Range(hi=end, hi_open=is_open)
                out[symbol] = out[symbol].intersect(implied)
        if out == before:
            break
    return out


def _affine(rel: Any, ranges: Mapping[sp.Symbol, Range]) -> tuple[dict[sp.Symbol, sp.Rational], sp.Rational, bool] | None:
    """(coefficients, constant, strict) with the relation being sum c_s s + constant > 0 (or >= 0); None for any other relation."""
    if not isinstance(rel, (sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)):
        return None
    difference = sp.expand(rel.gts - rel.lts)
    symbols = sorted(difference.free_symbols, key=str)
    if len(symbols) < 2 or any(s not in ranges for s in symbols):
        return None
    coefficients = {s: difference.coeff(s, 1) for s in symbols}
    constant = difference - sp.Add(*(c * s for s, c in coefficients.items()))
    if not all(c.is_Rational and c != 0 for c in coefficients.values()) or not constant.is_Rational:
        return None
    return coefficients, constant, isinstance(rel, (sp.StrictLessThan, sp.StrictGreaterThan))


def _supremum(
    coefficients: Mapping[sp.Symbol, sp.Rational], constant: sp.Rational, ranges: Mapping[sp.Symbol, Range]
) -> tuple[sp.Expr, bool] | None:
    """Least upper bound of sum c_s s + constant over the ranges, and whether it is attained; None if infinite."""
    total, attained = constant, True
    for symbol, c in coefficients.items():
        rng = ranges[symbol]
        end, is_open = (rng.hi, rng.hi_open) if c > 0 else (rng.lo, rng.lo_open)
        if not end.is_finite:
            return None
        total, attained = total + c * end, attained and not is_open
    return total, attained


def _conjuncts(relations: Iterable[Any]) -> Iterable[Any]:
    for rel in relations:
        if rel is sp.S.true or rel is True:
            continue
        if isinstance(rel, sp.And):
            yield from _conjuncts(rel.args)
        else:
            yield rel


def _as_bound(rel: Any) -> tuple[sp.Symbol, Range] | None:
    """`symbol REL constant` as (symbol, Range), else None."""
    if not isinstance(rel, Relational):
        return None
    lhs, rhs = rel.lhs, rel.rhs
    if isinstance(rhs, sp.Symbol) and not lhs.free_symbols:
        rel = rel.reversed
        lhs, rhs = rhs, lhs
    if not isinstance(lhs, sp.Symbol) or rhs.free_symbols or not rhs.is_extended_real:
        return None
    oo = sp.S.Infinity
    if isinstance(rel, sp.Eq):
        return lhs, Range(rhs, rhs, False, False)
    if isinstance(rel, sp.StrictLessThan):
        return lhs, Range(-oo, rhs, True, True)
    if isinstance(rel, sp.LessThan):
        return lhs, Range(-oo, rhs, True, rhs is oo)
    if isinstance(rel, sp.StrictGreaterThan):
        return lhs, Range(rhs, oo, True, True)
    if isinstance(rel, sp.GreaterThan):
        return lhs, Range(rhs, oo, rhs is -oo, True)
    return None


@lru_cache(maxsize=1000)
def assumed_range(symbol: sp.Symbol) -> Range:
    """What the symbol's own SymPy assumptions say of it."""
    rng = Range(integer=bool(symbol.is_integer))
    zero = sp.S.Zero
    if symbol.is_positive:
        rng = rng.intersect(Range(lo=zero, lo_open=True))
    elif symbol.is_nonnegative:
        rng = rng.intersect(Range(lo=zero, lo_open=False))
    elif symbol.is_negative:
        rng = rng.intersect(Range(hi=zero, hi_open=True))
    elif symbol.is_nonpositive:
        rng = rng.intersect(Range(hi=zero, hi_open=False))
    return rng


@lru_cache(maxsize=1000)
def undescribed(symbol: sp.Symbol) -> str | None:
    """A fact that the symbol declares and no range expresses (even, nonzero, extended_nonnegative, ...); None if there is none.

    SymPy simplifies by such facts while a formula is typed in, and no domain would undo it.
    """
    rng = assumed_range(symbol)
    told: dict[str, bool] = {"integer": True} if rng.integer else {"real": True}
    if rng.lo == 0:
        told["positive" if rng.lo_open else "nonnegative"] = True
    elif rng.hi == 0:
        told["negative" if rng.hi_open else "nonpositive"] = True
    known = sp.Dummy(**told).assumptions0
    return next((f"{fact}={value}" for fact, value in sorted(symbol.assumptions0.items()) if known.get(fact) is not value), None)
