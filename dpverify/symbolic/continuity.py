"""Where a formula is smooth, and its value at a point by continuity. Sufficient conditions only: False and None mean "not shown"."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from .sign import sign

ENTIRE = (sp.exp, sp.erf, sp.erfc, sp.erfi, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.atan, sp.asinh)
"""Functions that are real and smooth on the whole line."""


def is_smooth(expr: sp.Expr, x: sp.Symbol, domain: Domain) -> bool:
    """True if expr is shown to be real, defined and continuously differentiable in x at every point of the (x-open) domain.

    Every function is met in the interior of its own domain of smoothness; what does not depend on x need only be defined.
    """
    if expr.is_Symbol:
        return True
    if expr.is_number and not expr.has(sp.Integral, sp.Sum, sp.Limit, sp.Piecewise):
        return bool(expr.is_real)
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Limit, sp.Derivative)):
        return False
    if isinstance(expr, (sp.Abs, sp.Max, sp.Min)):
        return not expr.has(x) and all(is_smooth(a, x, domain) for a in expr.args)
    if isinstance(expr, sp.Piecewise):
        return not expr.has(x) and expr.args[-1].cond == sp.true and all(is_smooth(e, x, domain) for e, _ in expr.args)
    if not all(is_smooth(a, x, domain) for a in expr.args):
        return False
    if isinstance(expr, (sp.Add, sp.Mul, *ENTIRE)):
        return True
    if isinstance(expr, sp.Pow):
        return _power_ok(expr.base, expr.exp, x, domain)
    if isinstance(expr, (sp.log, sp.gamma, sp.loggamma)):
        return sign(expr.args[0], domain) == "+"
    condition = _OPEN_DOMAINS.get(expr.func)
    if condition is not None:
        return all(sign(u, domain) in admissible for u, admissible in condition(*expr.args))
    if isinstance(expr, (sp.factorial, sp.floor, sp.ceiling)) and not expr.has(x):
        return not isinstance(expr, sp.factorial) or sign(expr.args[0], domain) in ("+", "0", "+0")
    return False


_OPEN_DOMAINS = {
    sp.asin: lambda u: ((1 - u, ("+",)), (1 + u, ("+",))),
    sp.acos: lambda u: ((1 - u, ("+",)), (1 + u, ("+",))),
    sp.atanh: lambda u: ((1 - u, ("+",)), (1 + u, ("+",))),
    sp.acosh: lambda u: ((u - 1, ("+",)),),
    sp.coth: lambda u: ((u, ("+", "-", "!0")),),
    sp.csch: lambda u: ((u, ("+", "-", "!0")),),
    sp.tan: lambda u: ((sp.cos(u), ("+", "-", "!0")),),
    sp.erfinv: lambda u: ((1 - u, ("+",)), (1 + u, ("+",))),
    sp.erfcinv: lambda u: ((2 - u, ("+",)), (u, ("+",))),
    sp.digamma: lambda u: ((u, ("+",)),),
    sp.LambertW: lambda u, *branch: ((u, ("+",)),) if not branch or branch[0] == 0 else ((sp.S.Zero, ("+",)),),
}
"""Function -> conditions (expression, admissible signs) under which it is smooth."""


def _power_ok(base: sp.Expr, exponent: sp.Expr, x: sp.Symbol, domain: Domain) -> bool:
    if exponent.is_Integer and exponent >= 0:
        return True
    s = sign(base, domain)
    if exponent.is_integer and not exponent.has(x):
        if s in ("+", "-", "!0"):
            return True
        return not base.has(x) and sign(exponent, domain) in ("+", "0", "+0")
    if s == "+":
        return True
    return s in ("0", "+0") and not base.has(x) and not exponent.has(x) and sign(exponent, domain) == "+"


def value_at(expr: sp.Expr, x: sp.Symbol, at: sp.Expr, domain: Domain) -> sp.Expr | None:
    """The limit of expr as x tends to the finite `at` (from within a domain where expr is smooth), by continuity; None if not shown.

    Every function is met where it is continuous, so limits pass through it. A power u**s with u -> 0 from above and s > 0 tends to 0.
    """
    if not expr.has(x):
        return expr
    if expr == x:
        return at
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Limit, sp.Derivative, sp.Piecewise)):
        return None
    parts = [v for a in expr.args if (v := value_at(a, x, at, domain)) is not None]
    if len(parts) < len(expr.args):
        return None
    if isinstance(expr, (sp.Add, sp.Mul, sp.Abs, sp.Max, sp.Min, *ENTIRE)):
        return expr.func(*parts)
    if isinstance(expr, sp.Pow):
        base, exponent = parts
        if exponent.is_Integer and exponent >= 0:
            return base**exponent
        s = sign(base, domain)
        if s == "+" or (s in ("-", "!0") and exponent.is_integer):
            return base**exponent
        # the base is positive inside (else expr would not be smooth there), so it comes down to 0 from above
        return sp.S.Zero if s == "0" and not expr.exp.has(x) and sign(exponent, domain) == "+" else None
    if isinstance(expr, (sp.log, sp.gamma, sp.loggamma)):
        return expr.func(*parts) if sign(parts[0], domain) == "+" else None
    return None
