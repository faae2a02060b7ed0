"""The places of functions without a formula.

f(log a), u(1/a) and V*(p, epsilon, delta, Delta) are read as real numbers by the rules. That is right where the place is one of the
function's arguments, and nowhere else: this is shown here, for every formula that a derivation writes.
"""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from ..domain import Domain, Range
from ..rules.laws import law_of, least_cost, least_integer_cost, least_monotone_cost, least_monotone_integer_cost
from ..rules.minimax import minimax_risk
from ..symbolic.comparison import known_sign
from ..symbolic.lost import is_defined, partial_nodes
from ..symbolic.stable import nodes
from ..symbolic.summation import is_integer_valued

COSTS = tuple(cost(1, 1, 1, 1).func for cost in (least_cost, least_monotone_cost, least_integer_cost, least_monotone_integer_cost))
RISK = minimax_risk(1, 1).func
POSITIVE, NONNEGATIVE = ("+",), ("+", "0", "+0")


def place_without_value(expr: sp.Basic, domain: Domain) -> sp.Basic | None:
    """A function without a formula whose place is not shown to be one of its arguments throughout the domain; None: there is none.

    A place has a value for all values of the domain and of the bound variables, and sums of such functions end at integers. Masses are
    asked for at integers, the least risk for d >= 1 and sigma > 0, the least cost for p > 0, Delta > 0 and epsilon, delta >= 0. Where
    these are both 0 no law is private and the least cost is infinite, which only a strict inequality cannot bear.
    """
    if not expr.atoms(AppliedUndef):
        return None
    for symbol in expr.free_symbols - set(domain.ranges):  # a rule's own variable runs through all numbers of its kind
        domain = domain.extend(symbol, Range(integer=bool(symbol.is_integer)))
    finite = isinstance(expr, (sp.StrictLessThan, sp.StrictGreaterThan))
    for node, where in nodes(expr, domain):
        if isinstance(node, AppliedUndef) and not _has_place(node, where, finite):
            return node
        if isinstance(node, (sp.Sum, sp.Product)) and node.atoms(AppliedUndef) and not _has_integer_ends(node, where):
            return node
    return None


def _has_integer_ends(total: sp.Sum | sp.Product, domain: Domain) -> bool:
    for v, *ends in reversed(total.limits):
        if not all(end.is_infinite or is_integer_valued(end, domain) for end in ends):
            return False
        domain = domain.extend(v, Range(integer=True))
    return True


def _has_place(f: AppliedUndef, domain: Domain, finite: bool) -> bool:
    if not all(is_defined(part, domain) for place in f.args for part in partial_nodes(place)):
        return False
    if f.func == RISK:
        d, sigma = f.args
        return known_sign(d, domain) in POSITIVE and known_sign(sigma, domain) in POSITIVE and is_integer_valued(d, domain)
    if f.func in COSTS:
        power, epsilon, delta, Delta = f.args
        given = known_sign(epsilon, domain) in NONNEGATIVE and known_sign(delta, domain) in NONNEGATIVE
        some = not finite or known_sign(epsilon + delta, domain) in POSITIVE
        return given and some and known_sign(power, domain) in POSITIVE and known_sign(Delta, domain) in POSITIVE
    law = law_of(f)
    if law is not None and f.func == law.mass(sp.S.Zero).func:
        return is_integer_valued(f.args[0], domain)
    return True
