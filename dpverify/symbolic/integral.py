"""Definite integrals in closed form: cut at break points, integrate each smooth piece by a confirmed antiderivative, take its ends."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain, Range
from ..errors import NotEnclosable
from .antiderivative import antiderivative
from .breakpoints import Case, case, inside, sign_pieces
from .cases import Undecided, bound_symbol, degenerate_case, pinned, shown, with_cases
from .cells import floor_in, sum_over_cells
from .comparison import known_sign
from .continuity import value_at
from .decay import value_at_infinity
from .derived import Derived, merge_reasons
from .gamma_integral import gamma_integral
from .limit import limit
from .lost import is_defined, keeps_definedness, partial_nodes, put_in, replaced
from .switches import next_switch

MAX_SHOWN = 160
"""Longest LaTeX of an antiderivative that a reason still spells out."""


def integrate_definite(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The value of the integral of f over x from a to b for every point of `domain`, or None.

    Where the answer's shape depends on parameters it is a Piecewise. Improper integrals are limits of proper ones (each end by itself),
    and a value is returned only if they converge. x is bound: whatever `domain` says of a symbol of that name does not count.
    """
    f, a, b = sp.sympify(f), sp.sympify(a), sp.sympify(b)
    t = sp.Symbol(bound_symbol(x, domain, f, a, b).name, real=True)
    f = f.xreplace({x: t})
    return with_cases(lambda part: _oriented(f, t, a, b, part), domain)


def _oriented(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    if a == b:
        return Derived(sp.S.Zero)
    s = "+" if a == -sp.oo or b == sp.oo else "-" if a == sp.oo or b == -sp.oo else known_sign(b - a, domain)
    if s in ("+", "+0"):
        return _ordered(f, x, a, b, domain)
    if s in ("-", "-0"):
        found = _ordered(f, x, b, a, domain)
        return None if found is None else Derived(-found.value, found.reasons)
    if s == "0":
        return Derived(sp.S.Zero)
    raise Undecided(case(sp.Ge, b - a))


def _ordered(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The integral over (a, b), where a <= b on the domain."""
    if f == 0 or a == b:
        return Derived(sp.S.Zero)
    if (a == -sp.oo and b != sp.oo) or (b == 0 and a != 0):
        # x -> -x, so that only the upper end of a half-line is infinite, and powers of x have a positive base
        return _ordered(f.xreplace({x: -x}), x, -b, -a, domain)
    known = pinned(domain)
    if known and f.free_symbols & set(known):
        try:
            f, a, b = (put_in(e, known, domain) for e in (f, a, b))
        except NotEnclosable:
            return None
    cells = floor_in(f, x)
    if cells is not None and not (a == -sp.oo and b == sp.oo):
        return sum_over_cells(f, cells, x, a, b, domain, _ordered)
    switch = next_switch(f, x)
    if switch is None:
        if cells is not None:
            return None
        if _is_empty(f, x, a, b, domain):
            return Derived(sp.S.Zero)
        found = _smooth(f, x, a, b, domain) if _is_defined_inside(f, x, a, b, domain) else None
        split = degenerate_case(f, x, domain) if found is None else None
        if split is not None:
            raise Undecided(split)
        return found
    pieces = sign_pieces(switch.function, x, a, b, domain)
    if pieces is None:
        return None
    if isinstance(pieces, Case):
        raise Undecided(pieces)
    values, reasons = [], []
    if len(pieces) > 1:
        cuts = ", ".join(f"${shown(x)}={shown(p.hi)}$" for p in pieces[:-1])
        reasons.append(f"The integrand changes its shape at {cuts}.")
    for piece in pieces:
        value = switch.decided(piece.sign)
        if value is None:
            return None
        new = replaced(f, switch.node, value, inside(domain, x, piece.lo, piece.hi), is_defined)
        part = None if new is None else _ordered(new, x, piece.lo, piece.hi, domain)
        if part is None:
            return None
        values.append(part.value)
        reasons += part.reasons
    total = sp.Add(*values)
    return Derived(total, merge_reasons(tuple(reasons))) if keeps_definedness(values, total, domain) else None


def _is_empty(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    """True if a >= b on the domain, where nothing is integrated whatever f is. A formula for f over (a, b) says nothing of that case:
    1/d over (0, d) is not 1 at d = 0. So where some part of f need not be defined at a = b, that case is split off."""
    if a == -sp.oo or b == sp.oo:
        return False
    length = known_sign(b - a, domain)
    if length in ("0", "-", "-0"):
        return True
    if length != "+":
        wider = domain if x in domain.ranges else domain.extend(x, Range())
        closed = wider.restrict(sp.Ge(x, a, evaluate=False), sp.Le(x, b, evaluate=False))
        if not all(is_defined(part, closed) for part in partial_nodes(f)):
            raise Undecided(case(sp.Gt, b - a))
    return False


def _is_defined_inside(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    """True if no part of f can be undefined between the ends: the integrals of two pieces may cancel where f has no value."""
    within = inside(domain, x, a, b)
    return all(is_defined(part, within) for part in partial_nodes(f))


def _smooth(f: sp.Expr, x: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The integral of a formula without break points over (a, b), a <= b."""
    if not f.has(x) and a.is_finite is not False and b.is_finite is not False:
        return Derived(f * (b - a))
    within = inside(domain, x, a, b)
    known = gamma_integral(f, x, a, b, within)
    if known is not None:
        return known
    F = antiderivative(f, x, within)
    if F is None:
        return None
    upper, lower = _end(F, x, b, "-", domain, within), _end(F, x, a, "+", domain, within)
    if upper is None or lower is None:
        return None
    text = shown(F)
    which = f"An antiderivative is ${text}$" if len(text) <= MAX_SHOWN else "The antiderivative is elementary"
    return Derived(upper - lower, (f"{which} (confirmed by differentiating it).",))


def _end(F: sp.Expr, x: sp.Symbol, at: sp.Expr, side: str, domain: Domain, within: Domain) -> sp.Expr | None:
    """The finite limit of F at an end of the interval."""
    if at == sp.oo:
        value = value_at_infinity(F, x, within)
    elif at == -sp.oo:
        mirrored = within.fix(x, -x).with_range(x, _mirror(within.ranges[x]))
        value = value_at_infinity(F.xreplace({x: -x}), x, mirrored)
    else:
        value = value_at(F, x, at, domain)
    if value is None:
        found = limit(F, x, at, side, domain)
        value = None if found is None else found.value
    return None if value is None or value.has(sp.oo, -sp.oo, sp.nan, sp.zoo) else value


def _mirror(r: Range) -> Range:
    return Range(-r.hi, -r.lo, r.hi_open, r.lo_open)
