"""Sums in closed form: cut at break points, telescope each smooth piece by a confirmed G, take the limit at an infinite end."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from ..domain import Domain, Range
from ..errors import NotEnclosable
from .breakpoints import case
from .cases import Undecided, bound_symbol, degenerate_case, pinned, with_cases
from .classical_sums import classical_sum
from .comparison import NEGATED, known_sign
from .decay import value_at_infinity
from .derived import Derived, merge_reasons
from .limit import limit
from .lost import is_defined, keeps_definedness, partial_nodes, put_in, replaced
from .switches import Switch, next_switch, replace_node
from .telescoping import telescoper
from .terms import linear

WRITTEN_OUT = 24
"""A sum with at most this many terms is written out."""
NONNEGATIVE = ("+", "0", "+0")


def sum_closed_form(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The value of the sum of f(k) over the integers a <= k <= b for every point of `domain`, or None.

    a and b must be shown to be integers with b >= a - 1 (b = a - 1 is the empty sum). An infinite sum is the limit of its partial sums
    (a two-sided one: of both halves), and a value is returned only if it converges.
    """
    f, a, b = sp.sympify(f), sp.sympify(a), sp.sympify(b)
    n = sp.Symbol(bound_symbol(k, domain, f, a, b).name, integer=True)
    f = f.xreplace({k: n})
    return with_cases(lambda part: _sum(f, n, a, b, part), domain)


def _sum(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    if a == -sp.oo and b == sp.oo:
        right = _ordered(f, k, sp.S.Zero, b, domain)
        left = None if right is None else _ordered(f.xreplace({k: -k}), k, sp.S.One, b, domain)
        return None if right is None or left is None else _added([right, left], domain)
    if a == -sp.oo:
        return _sum(f.xreplace({k: -k}), k, -b, sp.oo, domain)
    if not is_integer_valued(a, domain) or not (b == sp.oo or is_integer_valued(b, domain)):
        return None
    if b != sp.oo and known_sign(b - a + 1, domain) not in NONNEGATIVE:
        return None
    return _ordered(f, k, a, b, domain)


def is_integer_valued(u: sp.Expr, domain: Domain) -> bool:
    """True if u is shown to be an integer, from the symbols that the domain (or their own assumptions) makes integers."""
    integers = {s: sp.Dummy(s.name, integer=True) for s, r in domain.ranges.items() if r.integer}
    return bool(u.xreplace(integers).is_integer)


def _ordered(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The sum over a <= k <= b, where b >= a - 1."""
    known = pinned(domain)
    if known and f.free_symbols & set(known):
        try:
            f, a, b = (put_in(e, known, domain) for e in (f, a, b))
        except NotEnclosable:
            return None
    if f == 0 or (b - a + 1) == 0:
        return Derived(sp.S.Zero)
    if a.is_Integer and b.is_Integer and b - a < WRITTEN_OUT:
        return _written_out(f, k, [sp.Integer(i) for i in range(int(a), int(b) + 1)], domain)
    switch = next_switch(f, k)
    if switch is None:
        if _is_empty(f, k, a, b, domain):
            return Derived(sp.S.Zero)
        defined = all(is_defined(part, _between(domain, k, a, b)) for part in partial_nodes(f))
        found = _smooth(f, k, a, b, domain) if defined else None
        split = degenerate_case(f, k, domain) if found is None else None
        if split is not None:
            raise Undecided(split)
        return found
    s = known_sign(switch.function, _between(domain, k, a, b))
    value = switch.decided(s) if s else None
    if value is not None:
        new = replaced(f, switch.node, value, _between(domain, k, a, b), is_defined)
        return None if new is None else _ordered(new, k, a, b, domain)
    if not all(is_defined(part, _between(domain, k, a, b)) for argument in switch.node.args for part in partial_nodes(argument)):
        return None
    line = linear(switch.function, k)
    slope = known_sign(line[0], domain) if line else None
    if line is None or slope not in ("+", "-"):
        return None
    root = sp.cancel(-line[1] / line[0])
    if root.is_Rational:
        below, above = sp.ceiling(root) - 1, sp.floor(root) + 1
    elif is_integer_valued(root, domain):
        below, above = root - 1, root + 1
    else:
        return None
    return _cut(_Cut(f, k, switch, slope, below, above), a, b, domain)


@dataclass(frozen=True)
class _Cut:
    """A summand f whose switch has a function of sign -slope up to `below`, slope from `above` on, and 0 at the integer between, if any."""

    f: sp.Expr
    k: sp.Symbol
    switch: Switch
    slope: str
    below: sp.Expr
    above: sp.Expr

    def with_sign(self, s: str) -> sp.Expr | None:
        value = self.switch.decided(s)
        return None if value is None else replace_node(self.f, self.switch.node, value)


def _cut(cut: _Cut, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    """The sum over a <= k <= b in up to three parts; how the cut lies to the ends is decided, by cases if need be."""
    terms_below, terms_above = sp.expand(cut.below - a + 1), sp.expand(b - cut.above + 1)
    left, right = known_sign(terms_below, domain), known_sign(terms_above, domain)
    for told, count in ((left, terms_below), (right, terms_above)):
        if told not in ("-", *NONNEGATIVE):
            raise Undecided(case(sp.Ge, count))
    parts: list[Derived | None] = []
    rising, falling = cut.with_sign(cut.slope), cut.with_sign(NEGATED[cut.slope] or "")
    if rising is None or falling is None:
        return None
    if left == "-":
        # `below` < a - 1, so all k >= a lie at `above` or beyond
        return _ordered(rising, cut.k, a, b, domain)
    if right == "-":
        return _ordered(falling, cut.k, a, b, domain)
    parts.append(_ordered(falling, cut.k, a, cut.below, domain))
    middle = sp.expand(cut.below + 1)
    if sp.expand(cut.above - cut.below) == 2:
        at = cut.with_sign("0")
        # left and right say that a - 1 <= below and above <= b + 1, so the middle lies between the ends
        parts.append(None if at is None else _written_out(at, cut.k, [middle], domain))
    parts.append(_ordered(rising, cut.k, cut.above, b, domain))
    found = [p for p in parts if p is not None]
    if len(found) < len(parts):
        return None
    return _added(found, domain)


def _added(parts: list[Derived], domain: Domain) -> Derived | None:
    """The sum of the parts, unless something undefined cancels between them."""
    values = [p.value for p in parts]
    total = sp.Add(*values)
    return Derived(total, merge_reasons(*[p.reasons for p in parts])) if keeps_definedness(values, total, domain) else None


def _written_out(f: sp.Expr, k: sp.Symbol, places: list[sp.Expr], domain: Domain) -> Derived | None:
    try:
        terms = [put_in(f, {k: i}, domain) for i in places]
    except NotEnclosable:
        return None
    total = sp.Add(*terms)
    if not keeps_definedness(terms, total, domain) or total.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    return Derived(total, ("The sum written out.",) if len(places) > 1 else ())


def _between(domain: Domain, k: sp.Symbol, a: sp.Expr, b: sp.Expr) -> Domain:
    """domain with an integer a <= k <= b."""
    lower = [sp.Ge(k, a, evaluate=False)]
    if a.free_symbols and known_sign(a, domain) in NONNEGATIVE:
        lower.append(sp.Ge(k, 0, evaluate=False))
    upper = [sp.Le(k, b, evaluate=False)] if b != sp.oo else []
    return domain.extend(k, Range(integer=True)).restrict(*lower, *upper)


def _is_empty(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> bool:
    """True if b < a on the domain: the sum without terms is 0, whatever f is. A formula says nothing of that case (m terms of 1/m are not 1
    at m = 0), so where some part of f need not be defined for a <= k <= b + 1, it is split off."""
    if b == sp.oo:
        return False
    count = known_sign(b - a + 1, domain)
    if count in ("0", "-", "-0"):
        return True
    if count != "+" and not all(is_defined(part, _between(domain, k, a, b + 1)) for part in partial_nodes(f)):
        raise Undecided(case(sp.Gt, b - a + 1))
    return False


def _smooth(f: sp.Expr, k: sp.Symbol, a: sp.Expr, b: sp.Expr, domain: Domain) -> Derived | None:
    if not f.has(k):
        return None if b == sp.oo else Derived(f * (b - a + 1))
    known = classical_sum(f, k, a, b, domain)
    if known is not None:
        return known
    G = telescoper(f, k, _between(domain, k, a, b))
    if G is None:
        return None
    start = G.subs(k, a)
    if b == sp.oo:
        # the limit along real t gives the limit along the integers
        t = sp.Symbol(k.name, real=True)
        last = _at_infinity(G.xreplace({k: t}), t, a, domain)
    else:
        last = G.subs(k, b + 1)
    if last is None or (start + last).has(sp.oo, -sp.oo, sp.nan, sp.zoo):
        return None
    return Derived(last - start, ("Telescoping sum, confirmed term by term.",))


def _at_infinity(G: sp.Expr, t: sp.Symbol, a: sp.Expr, domain: Domain) -> sp.Expr | None:
    beyond = domain.extend(t, Range(lo=sp.S.One))
    value = value_at_infinity(G, t, beyond)
    if value is None:
        found = limit(G, t, sp.oo, "-", domain)
        value = None if found is None else found.value
    return value
