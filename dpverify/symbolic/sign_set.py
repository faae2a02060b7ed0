"""What is known of a sign, as the set of the signs that are still possible: a subset of {-1, 0, 1}."""

from __future__ import annotations

from collections.abc import Iterable

SignSet = frozenset[int]

POSITIVE: SignSet = frozenset({1})
NEGATIVE: SignSet = frozenset({-1})
ZERO: SignSet = frozenset({0})
NONNEGATIVE: SignSet = frozenset({0, 1})
NONPOSITIVE: SignSet = frozenset({-1, 0})
NONZERO: SignSet = frozenset({-1, 1})
ANY: SignSet = frozenset({-1, 0, 1})

_CODES = {"+": POSITIVE, "-": NEGATIVE, "0": ZERO, "+0": NONNEGATIVE, "-0": NONPOSITIVE, "!0": NONZERO, None: ANY}
_NAMES = {s: c for c, s in _CODES.items()}


def from_code(code: str | None) -> SignSet:
    """The set for '+', '-', '0', '+0', '-0', '!0' or None."""
    return _CODES[code]


def to_code(signs: SignSet) -> str | None:
    """The inverse of `from_code`. An empty set (contradictory evidence: the domain is empty) gives None."""
    return _NAMES.get(signs)


def negative(a: SignSet) -> SignSet:
    return frozenset(-s for s in a)


def product(a: SignSet, b: SignSet) -> SignSet:
    return frozenset(s * t for s in a for t in b)


def power(a: SignSet, n: int) -> SignSet:
    """Signs of u**n for an integer n (n < 0: where u is nonzero)."""
    if n == 0:
        return POSITIVE
    if n < 0:
        a = a - {0}
    return frozenset(s * s for s in a) if n % 2 == 0 else a


def total(parts: Iterable[SignSet]) -> SignSet:
    """Signs of a sum of terms with these signs."""
    out = ZERO
    for b in parts:
        out = frozenset(r for s in out for t in b for r in _sum(s, t))
        if out == ANY:
            return ANY
    return out


def _sum(s: int, t: int) -> Iterable[int]:
    if s == 0 or s == t:
        return (t,)
    return (s,) if t == 0 else (-1, 0, 1)


def of_bounds(lo_sign: int, lo_attained: bool, hi_sign: int, hi_attained: bool) -> SignSet:
    """Signs on an interval whose ends have the given signs (attained or not)."""
    out = set()
    if lo_sign < 0:
        out.add(-1)
    if hi_sign > 0:
        out.add(1)
    if (lo_sign < 0 < hi_sign) or (lo_sign == 0 and lo_attained) or (hi_sign == 0 and hi_attained):
        out.add(0)
    return frozenset(out)
