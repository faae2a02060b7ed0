"""A domain seen as a box of intervals, a key to remember answers by, and the sign that a plain enclosure over the box gives."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from ..capture import free_symbols
from ..domain import Domain, Range
from ..enclosure.box import enclose_over
from ..enclosure.interval import Interval
from ..errors import NotEnclosable
from . import sign_set as ss
from .sign_set import SignSet

PRECISION = 64

DomainKey = tuple[tuple[tuple[sp.Symbol, Range], ...], tuple[Any, ...]]


def domain_key(domain: Domain) -> DomainKey:
    """The domain as a hashable value."""
    return tuple(domain.ranges.items()), domain.assumptions


def domain_of(key: DomainKey) -> Domain:
    """The inverse of `domain_key`."""
    return Domain(dict(key[0]), key[1])


@lru_cache(maxsize=2048)
def interval_of(rng: Range, prec: int = PRECISION) -> Interval:
    """The range as an interval with outward rounded ends."""
    return Interval.from_range(rng, prec)


def box_of(domain: Domain, prec: int = PRECISION) -> dict[sp.Symbol, Interval]:
    """The box of the domain (assumptions are not used)."""
    return {s: interval_of(r, prec) for s, r in domain.ranges.items()}


def interval_sign(v: Interval) -> SignSet:
    """The signs that the members of an interval can have."""
    if v.is_positive():
        return ss.POSITIVE
    if v.is_negative():
        return ss.NEGATIVE
    if v.is_point() and v.contains_zero():
        return ss.ZERO
    out = ss.ANY
    if v.is_nonnegative():
        out &= ss.NONNEGATIVE
    if v.is_nonpositive():
        out &= ss.NONPOSITIVE
    if v.is_nonzero():
        out &= ss.NONZERO
    return out


@lru_cache(maxsize=2048)
def range_sign(rng: Range) -> SignSet:
    """The signs that members of the range can have; for integers the ends are first moved to integers."""
    if rng.integer:
        first, last = rng.first_integer(), rng.last_integer()
        rng = Range(first, last, not first.is_finite, not last.is_finite)
    return interval_sign(interval_of(rng))


def base_sign(expr: sp.Expr, domain: Domain) -> SignSet:
    """The signs that the enclosure of `expr` over the box of the domain leaves possible; ANY if there is no enclosure."""
    symbols = free_symbols(expr)
    if not all(s in domain.ranges for s in symbols):
        return ss.ANY
    return _base_sign(expr, tuple((s, domain.ranges[s]) for s in sorted(symbols, key=str)))


@lru_cache(maxsize=20000)
def _base_sign(expr: sp.Expr, ranges: tuple[tuple[sp.Symbol, Range], ...]) -> SignSet:
    try:
        return interval_sign(enclose_over(expr, {s: interval_of(r) for s, r in ranges}, PRECISION))
    except NotEnclosable:
        return ss.ANY


def encloses(expr: sp.Expr, domain: Domain) -> bool:
    """True only if `expr` is shown to be defined and real on the whole box of the domain."""
    symbols = free_symbols(expr)
    if not all(s in domain.ranges for s in symbols):
        return False
    try:
        enclose_over(expr, {s: interval_of(domain.ranges[s]) for s in symbols}, PRECISION)
    except NotEnclosable:
        return False
    return True
