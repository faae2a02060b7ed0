"""Bound variables keep to what their symbols declare.

SymPy simplifies by a symbol's assumptions while a formula is typed in: for p > 0 it turns Abs(p) into p, also under an integral from -1
to 1. Such a statement has lost its meaning, so the range of every bound variable has to lie in what its symbol declares.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ..domain import Domain, Range, assumed_range
from ..errors import ClaimError
from ..symbolic.sign import sign

_KINDS = {sp.Integral: "integral", sp.Sum: "sum", sp.Product: "product"}


def check_bound_variables(expr: sp.Basic, domains: Sequence[Domain], what: str) -> None:
    """Raise ClaimError for an Integral, Sum, Product, Limit or Subs whose variable leaves what its symbol declares."""
    for node in sorted(expr.atoms(*_KINDS, sp.Limit, sp.Subs, sp.Derivative), key=sp.default_sort_key):
        if isinstance(node, sp.Derivative):
            for v in node.variables:
                if v.is_integer:
                    raise ClaimError(f"{what} has a derivative in {v}, which is declared an integer; take a real symbol")
        elif isinstance(node, sp.Limit):
            _limit(node, domains, what)
        elif isinstance(node, sp.Subs):
            for v, value in zip(node.variables, node.point, strict=True):
                _within(v, value, value, False, domains, f"{what} puts {value} for {v}")
        else:
            kind = next(name for k, name in _KINDS.items() if isinstance(node, k))
            outer: list[sp.Symbol] = [limit[0] for limit in node.limits]
            for v, *ends in node.limits:
                if len(ends) != 2:
                    continue
                wide = [_with_bound(d, outer, kind) for d in domains]
                where = f"{what} has the {kind} over {v} from {ends[0]} to {ends[1]}"
                if kind == "integral" and v.is_integer:
                    raise ClaimError(f"{where}, but the symbol {v} is declared an integer; bind a real one")
                _within(v, ends[0], ends[1], kind == "integral", wide, where, ordered=kind != "integral")


def _with_bound(domain: Domain, variables: Sequence[sp.Symbol], kind: str) -> Domain:
    for v in variables:
        if v not in domain.ranges:
            domain = domain.extend(v, Range(integer=kind != "integral").intersect(assumed_range(v)))
    return domain


def _limit(node: sp.Limit, domains: Sequence[Domain], what: str) -> None:
    _, v, at, side = node.args
    where = f"{what} has the limit {v} -> {at}"
    if at.is_finite is False:
        _within(v, at, at, True, domains, where)
        return
    own = assumed_range(v)
    for end, inward in ((own.lo, "+"), (own.hi, "-")):
        # at the end of what is declared only the limit from inside makes sense
        if end.is_finite and at == end and str(side) != inward:
            raise _leaves(f"{where} from the side {side}", v)
    _within(v, at, at, True, domains, where)


def _within(
    v: sp.Symbol, lo: sp.Expr, hi: sp.Expr, closure: bool, domains: Sequence[Domain], where: str, ordered: bool = False
) -> None:
    """closure: the ends of what is declared may be attained (a single point does not matter to an integral or a limit);
    ordered: lo <= hi, or nothing lies between them."""
    own = assumed_range(v)
    lower, upper = ([lo], [hi]) if ordered else ([lo, hi], [lo, hi])
    for ends, declared, is_open, sense in ((lower, own.lo, own.lo_open, 1), (upper, own.hi, own.hi_open, -1)):
        if not declared.is_finite:
            continue
        admissible = ("+",) if is_open and not closure else ("+", "0", "+0")
        for end in ends:
            infinite = end.is_finite is False
            if not (end == sense * sp.oo if infinite else all(sign(sense * (end - declared), d) in admissible for d in domains)):
                raise _leaves(where, v)


def _leaves(where: str, v: sp.Symbol) -> ClaimError:
    return ClaimError(f"{where}, but {v} is declared as lying in {assumed_range(v).to_set()}: bind a symbol without that restriction")
