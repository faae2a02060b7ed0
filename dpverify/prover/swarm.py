"""Thousands of points at once in floating point, then thousands about the worst of them: where a relation may fail. Hints only.

The slow search looks at some hundred points with many digits; a small region in which the relation fails is seen here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.relational import Relational

from ..domain import Domain, Range
from .numeric import FAILURES

Floats = NDArray[np.float64]
FIRST, NEXT = 16384, 4096
"""Points of the first round and of each following one."""
WIDTHS = (1.0, 0.25, 0.05)
"""How far from the worst points the following rounds go, in the coordinates of `_place`."""
LEADERS = 16
"""So many of the worst points, by either measure, lead to the next round."""
NOISE = 1e-11
"""Relative gaps below this may be rounding errors."""
LARGEST = 10**300
"""Ends beyond this are no floating point numbers."""
ARRAYS = {"amax": lambda values, axis: reduce(np.maximum, values), "amin": lambda values, axis: reduce(np.minimum, values)}
"""The largest and the smallest of numbers and arrays together, which NumPy's own functions do not take."""


def worst_points(relation: Relational, domain: Domain, most: int, seed: int) -> list[tuple[float, ...]]:
    """Points of the domain at which an inequality seems to fail, the worst first; values in the order of `domain.symbols`."""
    symbols = domain.symbols
    kind = (sp.Le, sp.Lt, sp.Ge, sp.Gt)
    if not symbols or not isinstance(relation, kind) or any(r.is_empty() for r in domain.ranges.values()):
        return []
    if any(e.is_finite and abs(e) > LARGEST for r in domain.ranges.values() for e in (r.lo, r.hi)):
        return []
    tied = [a for a in domain.assumptions if isinstance(a, kind)]
    if len(tied) < len(domain.assumptions):
        return []
    compiled = _compiled([relation.lts, relation.gts, *(e for a in tied for e in (a.lts, a.gts))], symbols)
    if compiled is None:
        return []
    chance = np.random.default_rng(seed)
    ranges = [domain.ranges[s] for s in symbols]
    at = np.array([_first(r, FIRST, chance) for r in ranges])
    gaps = _gaps(compiled, ranges, at)
    for width in WIDTHS:
        lead = at[:, [i for measure in gaps for i in np.argsort(-measure)[:LEADERS]]]
        near = np.repeat(lead, NEXT // lead.shape[1], axis=1)
        near = near + width * chance.standard_normal(near.shape) * (chance.random(near.shape) < 0.7)
        at = np.hstack([lead, near])
        gaps = _gaps(compiled, ranges, at)
    relative, _ = gaps
    order = [i for i in np.argsort(-relative)[:most] if relative[i] > NOISE]
    return [tuple(float(_place(r, at[j, i : i + 1])[0]) for j, r in enumerate(ranges)) for i in order]


def _compiled(expressions: Sequence[sp.Expr], symbols: Sequence[sp.Symbol]) -> Callable[..., Sequence[Floats]] | None:
    names = [sp.Dummy(f"v{i}") for i in range(len(symbols))]
    renamed = [e.xreplace(dict(zip(symbols, names, strict=True))) for e in expressions]
    try:
        found: Callable[..., Sequence[Floats]] = sp.lambdify(names, renamed, modules=[ARRAYS, "scipy", "numpy"], cse=True)
    except (NotImplementedError, KeyError, SyntaxError, *FAILURES):
        return None
    return found


def _gaps(compiled: Callable[..., Sequence[Floats]], ranges: Sequence[Range], at: Floats) -> tuple[Floats, Floats]:
    """By how much the relation fails at each point, relative to its sides and as it is: where one is flat the other leads on.

    -inf outside the assumptions and where there is no value.
    """
    points = [_place(r, row) for r, row in zip(ranges, at, strict=True)]
    outside = np.full(at.shape[1], -np.inf)
    with np.errstate(all="ignore"):
        try:
            values = [np.broadcast_to(_real(v), outside.shape) for v in compiled(*points)]
        except FAILURES:
            return outside, outside
        small, big, *tied = values
        good = np.logical_and.reduce([np.isfinite(v) for v in values])
        for left, right in zip(tied[::2], tied[1::2], strict=True):
            good &= left <= right
        size = np.abs(small) + np.abs(big)
        gap = small - big
        good &= np.isfinite(gap)
        return np.where(good, np.where(size > 0, gap / size, 0.0), outside), np.where(good, gap, outside)


def _real(values: object) -> Floats:
    """NaN where a value is not real."""
    found = np.asarray(values)
    return np.where(found.imag == 0, found.real, np.nan) if np.iscomplexobj(found) else np.asarray(found, float)


def _ends(rng: Range) -> tuple[float, float]:
    return float(rng.lo), float(rng.hi)


def _first(rng: Range, count: int, chance: np.random.Generator) -> Floats:
    """Coordinates of the first round: most of them where a range is usually lived in, the others far towards its ends."""
    wide = chance.random(count) < 0.4
    if np.isfinite(_ends(rng)).all():
        u = chance.random(count)
        return np.where(wide, chance.uniform(-25, 25, count), np.log(u + 1e-300) - np.log1p(-u))
    return np.where(wide, chance.uniform(-12, 12, count), chance.normal(0, 2, count))


def _place(rng: Range, t: Floats) -> Floats:
    """The points of a range at real coordinates: logistic between finite ends, exponential from one, hyperbolic sine between none."""
    lo, hi = _ends(rng)
    t = np.clip(t, -700, 700)
    with np.errstate(over="ignore"):
        if np.isfinite(lo) and np.isfinite(hi):
            x = np.where(t < 0, lo + (hi - lo) / (1 + np.exp(-t)), hi - (hi - lo) / (1 + np.exp(t)))
        elif np.isfinite(lo):
            x = lo + np.exp(t)
        elif np.isfinite(hi):
            x = hi - np.exp(t)
        else:
            x = np.sinh(t)
    if rng.integer:
        x = np.clip(np.rint(x), float(rng.first_integer()), float(rng.last_integer()))
    return x
