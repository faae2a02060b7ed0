"""How a claim's sets and hypotheses are read: SymPy sets and pairs become ranges, whatever ties symbols together becomes assumptions.

What is read describes the same set as what was written; it is only told in a form that every part of the engine can use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from .domain import Domain, Range, assumed_range
from .errors import ClaimError

MAX_PARTS = 64
"""A union that splits into more domains than this is refused."""
MAX_BARS = 3
"""So many absolute values of one relation are written out."""


def parse_domain(domain: Mapping[sp.Symbol, Any], assumptions: Iterable[Any] = ()) -> tuple[Domain, ...]:
    """The domains whose union a claim's `domain` and `assumptions` describe.

    A pair (a, b) is the open interval; a, b may be expressions in other symbols (they become assumptions).
    Raises ClaimError for a set that is not understood or that contradicts the symbol's own assumptions.
    """
    parts: list[Domain] = [Domain()]
    extra: list[Any] = list(assumptions)
    for symbol, given in domain.items():
        options, relations = _ranges_of(symbol, given)
        extra.extend(relations)
        parts = [p.extend(symbol, r) for p in parts for r in options]
        if len(parts) > MAX_PARTS:
            raise ClaimError(f"the domain splits into more than {MAX_PARTS} boxes")
    parts = [p for q in parts if not (p := _without_bars(q.restrict(*extra))).is_box_empty()]
    return tuple(_as_declared(p, domain) for p in parts)


def _without_bars(part: Domain) -> Domain:
    """The same domain; what c|u| < v (c >= 0) or c u^2 < r (a positive number r) implies is written out: cu < v and -cu < v."""
    for _ in range(MAX_BARS):
        new = [r for a in part.assumptions for r in _implied(a, part.ranges) if r not in part.assumptions]
        if not new:
            break
        part = part.restrict(*new)
    return part


def _implied(rel: Any, ranges: Mapping[sp.Symbol, Range]) -> Iterator[Any]:
    if not isinstance(rel, (sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)):
        return
    order = sp.Lt if isinstance(rel, (sp.StrictLessThan, sp.StrictGreaterThan)) else sp.Le
    small, big = rel.lts, rel.gts
    for side, sense in ((small, 1), (big, -1)):
        for term in sp.Add.make_args(side):
            bars = [f for f in sp.Mul.make_args(term) if isinstance(f, sp.Abs)]
            if len(bars) == 1 and _is_nonnegative(sense * term / bars[0], ranges):
                for u in (bars[0].args[0], -bars[0].args[0]):
                    other = side - term + term / bars[0] * u
                    yield _solved(order, other, big) if sense > 0 else _solved(order, small, other)
                return
    number, square = small.as_coeff_Mul()
    factors = sp.Mul.make_args(sp.sqrt(square))
    if big.is_Rational and big > 0 and number > 0 and not sp.Mul(*factors).has(sp.Pow) and any(isinstance(f, sp.Abs) for f in factors):
        u = sp.Mul(*[f.args[0] if isinstance(f, sp.Abs) else f for f in factors])
        for v in (u, -u):
            yield _solved(order, v, sp.sqrt(big / number))


def _solved(order: Any, small: sp.Expr, big: sp.Expr) -> Any:
    """small < big, as a bound of the symbol where there is one symbol with a rational factor."""
    gap = sp.expand(small - big)
    if len(gap.free_symbols) == 1:
        (symbol,) = gap.free_symbols
        slope, rest = gap.coeff(symbol), gap.coeff(symbol, 0)
        if slope.is_Rational and slope != 0 and gap == slope * symbol + rest and not rest.free_symbols:
            return order(symbol, -rest / slope, evaluate=False) if slope > 0 else order(-rest / slope, symbol, evaluate=False)
    return order(small, big, evaluate=False)


def _is_nonnegative(factor: sp.Expr, ranges: Mapping[sp.Symbol, Range]) -> bool:
    """True if each factor is a non-negative number or a power of a symbol whose range has nothing below 0, or an exponential."""
    for part in sp.Mul.make_args(factor):
        base, exponent = part.as_base_exp()
        above = base.is_Symbol and base in ranges and ranges[base].lo.is_nonnegative and exponent.is_Rational
        if not (part.is_Rational and part >= 0 or base == sp.E or above):
            return False
    return True


def _as_declared(part: Domain, given: Mapping[sp.Symbol, Any]) -> Domain:
    """The same domain, once each range is shown to lie in what its symbol declares: SymPy has simplified by that already."""
    ranges = dict(part.ranges)
    for symbol, rng in part.ranges.items():
        own = assumed_range(symbol)
        low, high = _outside(rng, own)
        if (low and not _beyond(symbol, part.assumptions, own.lo, own.lo_open, 1)) or (
            high and not _beyond(symbol, part.assumptions, own.hi, own.hi_open, -1)
        ):
            raise ClaimError(f"the domain of {symbol} is {given.get(symbol)}, but the symbol itself is declared as lying in {own.to_set()}")
        ranges[symbol] = rng.intersect(own)
    return Domain(ranges, part.assumptions)


def _outside(rng: Range, own: Range) -> tuple[bool, bool]:
    """Whether the range may reach below or above what is declared, by the range alone."""
    inside = rng.intersect(own)
    if rng.integer:
        return inside.first_integer() != rng.first_integer(), inside.last_integer() != rng.last_integer()
    return (inside.lo, inside.lo_open) != (rng.lo, rng.lo_open), (inside.hi, inside.hi_open) != (rng.hi, rng.hi_open)


def _beyond(symbol: sp.Symbol, assumptions: Iterable[Any], end: sp.Expr, is_open: bool, sense: int) -> bool:
    """True if a relation bounds the symbol by a formula that, by its own symbols, lies on the right side of the declared end."""
    for rel in assumptions:
        if not isinstance(rel, (sp.StrictLessThan, sp.LessThan, sp.StrictGreaterThan, sp.GreaterThan)):
            continue
        bounded, by = (rel.gts, rel.lts) if sense > 0 else (rel.lts, rel.gts)
        if bounded != symbol or by.has(symbol):
            continue
        past = sense * (by - end)
        strict = isinstance(rel, (sp.StrictLessThan, sp.StrictGreaterThan))
        if past.is_positive or (past.is_nonnegative and (strict or not is_open)):
            return True
    return False


def _ranges_of(symbol: sp.Symbol, given: Any) -> tuple[list[Range], list[Any]]:
    oo = sp.S.Infinity
    relations: list[Any] = []
    if isinstance(given, (tuple, list)) and len(given) == 2:
        lo, hi = (_exact(v, symbol) for v in given)
        given_lo, given_hi = lo, hi
        if lo.free_symbols:
            relations.append(sp.Gt(symbol, lo, evaluate=False))
            given_lo = -oo
        if hi.free_symbols:
            relations.append(sp.Lt(symbol, hi, evaluate=False))
            given_hi = oo
        ranges = [Range(given_lo, given_hi, True, True)]
    elif isinstance(given, sp.Set):
        ranges, relations = _ranges_of_set(symbol, given)
    else:
        raise ClaimError(f"the domain of {symbol} is {given!r}; give a pair (a, b) or a SymPy set")
    if symbol.is_integer:
        ranges = [replace(r, integer=True) for r in ranges]
    return ranges, relations


def _ranges_of_set(symbol: sp.Symbol, given: sp.Set) -> tuple[list[Range], list[Any]]:
    oo = sp.S.Infinity
    if isinstance(given, sp.Interval):
        relations: list[Any] = []
        lo, hi, lo_open, hi_open = given.start, given.end, bool(given.left_open), bool(given.right_open)
        for v in (lo, hi):
            _exact(v, symbol)
        if lo.free_symbols:
            relations.append((sp.Gt if lo_open else sp.Ge)(symbol, lo, evaluate=False))
            lo, lo_open = -oo, True
        if hi.free_symbols:
            relations.append((sp.Lt if hi_open else sp.Le)(symbol, hi, evaluate=False))
            hi, hi_open = oo, True
        return [Range(lo, hi, lo_open or lo is -oo, hi_open or hi is oo)], relations
    if given is sp.S.EmptySet:
        return [], []
    if given == sp.S.Reals:
        return [Range()], []
    if given is sp.S.Naturals:
        return [Range(lo=sp.S.One, lo_open=False, integer=True)], []
    if given is sp.S.Naturals0:
        return [Range(lo=sp.S.Zero, lo_open=False, integer=True)], []
    if given is sp.S.Integers:
        return [Range(integer=True)], []
    if isinstance(given, sp.Range):
        if given.step not in (1, -1) or given.free_symbols:
            raise ClaimError(f"the domain of {symbol} is {given}; only integer ranges of step one are supported")
        if given.size == 0:
            return [], []
        lo, hi = given.inf, given.sup
        return [Range(lo, hi, lo is -oo, hi is oo, integer=True)], []
    if isinstance(given, sp.FiniteSet):
        return [Range(_exact(v, symbol), v, False, False) for v in given.args], []
    if isinstance(given, sp.Union):
        ranges: list[Range] = []
        for part in given.args:
            r, rel = _ranges_of_set(symbol, part)
            if rel:
                raise ClaimError(f"the domain of {symbol} is a union with symbolic ends, which is not supported")
            ranges.extend(r)
        return ranges, []
    if isinstance(given, sp.Intersection):
        halves = [_ranges_of_set(symbol, part) for part in given.args]
        out = [Range()]
        for r, rel in halves:
            if rel:
                raise ClaimError(f"the domain of {symbol} is an intersection with symbolic ends, which is not supported")
            out = [p.intersect(q) for p in out for q in r]
        return out, []
    raise ClaimError(f"the domain of {symbol} is {given}; this kind of set is not supported")


def _exact(value: Any, symbol: sp.Symbol) -> sp.Expr:
    if isinstance(value, float):
        raise ClaimError(f"the domain of {symbol} holds the float {value!r}; write it as Rational")
    v = sp.sympify(value)
    if v.has(sp.Float):
        raise ClaimError(f"the domain of {symbol} holds the float {v}; write it as Rational")
    if v.is_extended_real is False or v is sp.S.NaN:
        raise ClaimError(f"the domain of {symbol} has the end {v}, which is not a real number")
    return v
