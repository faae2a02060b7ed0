"""Looking for a point of a domain at which an expression has no value. A hint: it takes a positive verdict away and never gives one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

import sympy as sp
from sympy.core.relational import Relational

from ..capture import BINDERS
from ..domain import Domain, Range
from .elimination import eliminate
from .membership import certainly_in, in_range
from .special_values import special_points
from .witness import reduced_points

PLAIN_POINTS = 24
MAX_CORNERS = 64
POLES: dict[type, sp.Expr] = {sp.tan: sp.pi / 2, sp.sec: sp.pi / 2, sp.cot: sp.S.Zero, sp.csc: sp.S.Zero}
"""One pole each; the others lie at its multiples of pi."""
TURNS = (0, -1, 1, 2, -2)
NO_VALUE = (sp.zoo, sp.nan, sp.oo, -sp.oo)


def undefined_place(relation: Relational, domain: Domain) -> tuple[dict[sp.Symbol, sp.Expr], sp.Expr] | None:
    """(point of the domain, the part of the relation that has no value there), or None if none was found."""
    reduced = eliminate(domain)
    if reduced.values:
        return None
    parts = list(_partial(relation))
    if not parts:
        return None
    for point in _places(relation, domain):
        for part in parts:
            if _has_no_value(part, point):
                return point, part
    return None


def _partial(relation: Relational) -> Iterator[sp.Expr]:
    """The parts outside operators and branches that may lack a value, innermost first."""
    out: list[sp.Expr] = []
    stack: list[sp.Basic] = list(relation.args)
    while stack:
        node = stack.pop()
        if isinstance(node, (sp.Piecewise, *BINDERS)):
            continue
        stack.extend(node.args)
        if node.free_symbols and isinstance(node, (sp.Pow, sp.Function)):
            out.append(node)
    yield from dict.fromkeys(reversed(out))


def _has_no_value(part: sp.Expr, point: Mapping[sp.Symbol, sp.Expr]) -> bool:
    value = part.xreplace(dict(point))
    return value.has(*NO_VALUE) or value.is_extended_real is False


def _places(relation: Relational, domain: Domain) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    corners = [[e for e in (*_closed_ends(r), sp.S.Zero) if in_range(e, r)] for r in domain.ranges.values()]
    plain = list(islice(reduced_points(domain), PLAIN_POINTS))
    candidates: list[dict[sp.Symbol, sp.Expr]] = list(plain)
    if plain:
        first = plain[0]
        filled = [c or [first[s]] for s, c in zip(domain.symbols, corners, strict=True)]
        candidates += [dict(zip(domain.symbols, row, strict=True)) for row in islice(product(*filled), MAX_CORNERS)]
        candidates += [{**first, s: e} for s, column in zip(domain.symbols, corners, strict=True) for e in column]
        candidates += list(special_points(relation, domain, first))
        candidates += list(_at_poles(relation, domain, first))
    for point in candidates:
        if certainly_in(point, domain):
            yield point


def _closed_ends(rng: Range) -> Iterator[sp.Expr]:
    if rng.integer:
        yield from (e for e in (rng.first_integer(), rng.last_integer()) if e.is_finite)
        return
    if not rng.lo_open:
        yield rng.lo
    if not rng.hi_open:
        yield rng.hi


def _at_poles(relation: Relational, domain: Domain, plain: Mapping[sp.Symbol, sp.Rational]) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Points where the argument of a tangent or the like, affine in one symbol, meets a pole."""
    for node in relation.atoms(*POLES):
        for symbol in node.free_symbols & set(domain.ranges):
            along = node.args[0].xreplace({s: v for s, v in plain.items() if s != symbol})
            slope = sp.expand(along).coeff(symbol, 1)
            if slope == 0 or slope.free_symbols or sp.expand(along - slope * symbol).has(symbol):
                continue
            rest = sp.expand(along - slope * symbol)
            for turn in TURNS:
                yield {**plain, symbol: sp.expand((POLES[node.func] + turn * sp.pi - rest) / slope)}
