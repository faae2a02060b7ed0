"""Signs of expressions on a domain: exact, cheap, and silent where they do not know."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from ..domain import Domain
from ..errors import NotEnclosable
from . import sign_set as ss
from .context import Context
from .convert import convert
from .domain_box import DomainKey, base_sign, domain_key, domain_of, encloses
from .normal_form import in_context, unmet_conditions

SIGNS = ("+", "-", "0", "+0", "-0", "!0")


def sign(expr: sp.Expr, domain: Domain) -> str | None:
    """Sign of `expr` on the whole domain: '+', '-', '0', '+0' (>= 0), '-0' (<= 0), '!0' (nonzero), or None (not known).

    An answer also says that `expr` is defined on the whole domain. First an enclosure over the (possibly unbounded) box, then the
    factors of the normal form, each by terms of one sign, the domain's assumptions, coefficients on (0, oo) and discriminants.
    """
    return ss.to_code(_sign(sp.sympify(expr), domain_key(domain)))


@lru_cache(maxsize=20000)
def _sign(expr: sp.Expr, key: DomainKey) -> ss.SignSet:
    domain = domain_of(key)
    out = base_sign(expr, domain)
    if len(out) == 1:
        return out

    def work(ctx: Context) -> ss.SignSet:
        signs = ctx.sign_of_ratio(convert(ctx, expr))
        if signs == ss.ANY or not all(ctx.opaque.values()):
            return ss.ANY
        return ss.ANY if unmet_conditions(ctx) and not encloses(expr, domain) else signs

    try:
        return (out & in_context(domain, work)) or ss.ANY
    except NotEnclosable:
        return out
