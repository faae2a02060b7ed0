"""Replace every Integral, Sum, Limit and Derivative of a formula by a proved closed form, the inner ones first."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ..domain import Domain, Range
from ..errors import NotEnclosable
from .breakpoints import inside
from .cases import bound_symbol
from .comparison import known_sign
from .continuity import is_smooth, value_at
from .derivative import NotDifferentiable, differentiate
from .derived import Derived, merge_reasons
from .equality import prove_equal
from .integral import integrate_definite
from .limit import limit
from .lost import BINDERS, is_defined, keeps_definedness, put_in, replaced
from .normal_form import normalise
from .summation import is_integer_valued, sum_closed_form
from .switches import next_switch

MAX_TIDIED = 400
"""Values longer than this are left as they come."""
SHAPED = (*BINDERS, sp.Abs, sp.Max, sp.Min, sp.Piecewise, sp.sign, sp.Heaviside)


def resolve(expr: sp.Expr, domain: Domain) -> Derived:
    """A formula equal to `expr` on the domain, wherever expr is defined, with as many operators as possible in closed form.

    What cannot be resolved is left exactly as it was written. Abs, Max, Min and Piecewise are decided where the domain tells the sign.
    """
    return _resolve(sp.sympify(expr), domain)


def _resolve(expr: sp.Expr, domain: Domain) -> Derived:
    if not expr.has(*SHAPED):
        return Derived(expr)
    rule = next((r for kind, r in _RULES.items() if isinstance(expr, kind)), None)
    if rule is not None:
        found = rule(expr, domain)
        return found if found is not None and _as_defined(expr, found.value, domain) else Derived(expr)
    if isinstance(expr, sp.Piecewise):
        return _piecewise(expr, domain)
    if not expr.args:
        return Derived(expr)
    parts = [_resolve(a, domain) for a in expr.args]
    values = [p.value for p in parts]
    value = expr
    if values != list(expr.args):
        if any(v in (sp.oo, -sp.oo) for v in values):
            return Derived(expr)  # a formula of an infinite limit has no value: only a whole side may be infinite
        value = expr.func(*values)
        if not keeps_definedness(values, value, domain):
            return Derived(expr)
    return decide_switches(Derived(value, merge_reasons(*[p.reasons for p in parts])), domain)


def _as_defined(expr: sp.Expr, value: sp.Expr, domain: Domain) -> bool:
    """True if what the operator's ends, parameters and free factors need in order to be defined is not lost in its value."""
    bound = frozenset(expr.atoms(sp.Symbol) - expr.free_symbols) | frozenset(
        limits[0] for limits in getattr(expr, "limits", ()) if len(limits) > 1
    )
    if isinstance(expr, sp.Limit):
        bound |= {expr.args[1]}
    elif isinstance(expr, sp.Derivative):
        bound |= set(expr.variables)
    elif isinstance(expr, sp.Subs):
        bound |= set(expr.variables)
    return keeps_definedness([a for a in expr.args if isinstance(a, sp.Basic)], value, domain, bound)


def tidied(value: sp.Expr, domain: Domain) -> sp.Expr:
    """The normal form of a value, where it is shorter (an equal formula on the domain; each branch of a Piecewise by itself)."""
    if isinstance(value, sp.Piecewise):
        return sp.Piecewise(*[(tidied(e, domain.restrict(c) if _plain(c) else domain), c) for e, c in value.args])
    if not value.free_symbols or value.count_ops() > MAX_TIDIED:
        return value
    try:
        plain = normalise(value, domain)
    except NotEnclosable:
        return value
    return plain if plain.count_ops() < value.count_ops() and keeps_definedness([value], plain, domain) else value


def decide_switches(found: Derived, domain: Domain) -> Derived:
    """Abs, Max, Min, sign and Piecewise conditions replaced where the domain decides them."""
    value = found.value
    skip: frozenset[sp.Basic] = frozenset()
    while (switch := next_switch(value, None, skip)) is not None:
        s = known_sign(switch.function, domain)
        decided = switch.decided(s) if s else None
        # The sign speaks of the places where the function is defined, and its value may be all that says where that is.
        new = None if decided is None else replaced(value, switch.node, decided, domain, is_defined)
        if new is None:
            skip |= {switch.node}
        else:
            value = new
    return Derived(value, found.reasons)


def _piecewise(expr: sp.Piecewise, domain: Domain) -> Derived:
    """Each branch on the part of the domain where its condition holds."""
    expr = decide_switches(Derived(expr), domain).value
    if not isinstance(expr, sp.Piecewise):
        return _resolve(expr, domain)
    branches, reasons = [], []
    for e, c in expr.args:
        narrowed = domain if c == sp.true or isinstance(c, (sp.Or, sp.Not)) or not _plain(c) else domain.restrict(c)
        found = _resolve(e, narrowed)
        branches.append((found.value, c))
        reasons.append(found.reasons)
    return Derived(sp.Piecewise(*branches), merge_reasons(*reasons))


def _plain(condition: sp.Basic) -> bool:
    return all(isinstance(c, (sp.Gt, sp.Ge, sp.Lt, sp.Le)) for c in sp.And.make_args(condition))


def _integral(expr: sp.Integral, domain: Domain) -> Derived | None:
    return _nested(expr, domain, sp.Integral)


def _sum(expr: sp.Sum, domain: Domain) -> Derived | None:
    return _nested(expr, domain, sp.Sum)


def _nested(expr: sp.Expr, domain: Domain, kind: type) -> Derived | None:
    """Integral or Sum: SymPy lists the innermost variable first, so the last one is the outermost."""
    (v, *ends) = expr.limits[-1]
    if len(ends) != 2:
        return None
    inner = kind(expr.function, *expr.limits[:-1]) if len(expr.limits) > 1 else expr.function
    a, b = _resolve(ends[0], domain), _resolve(ends[1], domain)
    t = bound_symbol(v, domain, expr.function, *[e for limits in expr.limits for e in limits[1:]])
    # an integer's name may be bound by an integral, where it runs through the reals
    t = sp.Symbol(t.name, **{"integer" if kind is sp.Sum else "real": True})
    if kind is sp.Sum:
        within = _range_of_sum(domain, t, a.value, b.value)
    else:
        within = _range_of_integral(domain, t, a.value, b.value)
    body = _resolve(inner.xreplace({v: t}), within)
    if body.value.has(*BINDERS) and body.value.has(t) and any(n.has(t) for n in body.value.atoms(*BINDERS)):
        return None
    closed = (sum_closed_form if kind is sp.Sum else integrate_definite)(body.value, t, a.value, b.value, domain)
    if closed is None:
        return None
    return Derived(tidied(closed.value, domain), merge_reasons(a.reasons, b.reasons, body.reasons, closed.reasons))


def _range_of_integral(domain: Domain, t: sp.Symbol, a: sp.Expr, b: sp.Expr) -> Domain:
    """What is known of the variable of integration inside: it lies between the ends, when their order is known."""
    if a == -sp.oo or b == sp.oo or known_sign(b - a, domain) in ("+", "+0"):
        return inside(domain, t, a, b)
    return domain.extend(t, Range())


def _range_of_sum(domain: Domain, t: sp.Symbol, a: sp.Expr, b: sp.Expr) -> Domain:
    within = domain.extend(t, Range(integer=True))
    relations = []
    if a != -sp.oo:
        relations.append(sp.Ge(t, a, evaluate=False))
        if a.free_symbols and known_sign(a, domain) in ("+", "0", "+0"):
            relations.append(sp.Ge(t, 0, evaluate=False))
    if b != sp.oo:
        relations.append(sp.Le(t, b, evaluate=False))
    ordered = a == -sp.oo or b == sp.oo or known_sign(b - a + 1, domain) in ("+", "0", "+0")
    return within.restrict(*relations) if ordered else within


def _product(expr: sp.Product, domain: Domain) -> Derived | None:
    (v, a, b), *more = expr.limits
    if more or not (a.is_Integer and b.is_Integer and 0 <= b - a + 1 <= 24):
        return None
    try:
        terms = [put_in(expr.function, {v: sp.Integer(i)}, domain) for i in range(int(a), int(b) + 1)]
    except NotEnclosable:
        return None
    factors = sp.Mul(*terms)
    return _resolve(factors, domain) if keeps_definedness(terms, factors, domain) else None


def _limit(expr: sp.Limit, domain: Domain) -> Derived | None:
    body, v, at, side = expr.args
    point = _resolve(at, domain)
    sides = ["+", "-"] if str(side) == "+-" and point.value.is_finite is not False else [str(side)]
    found = [d for s in sides if (d := _one_sided(body, v, point.value, s, domain)) is not None]
    if len(found) < len(sides):
        return None
    if len(found) == 2 and found[0].value != found[1].value and prove_equal(found[0].value, found[1].value, domain) is None:
        return None
    return Derived(found[0].value, merge_reasons(point.reasons, *[d.reasons for d in found]))


def _one_sided(body: sp.Expr, v: sp.Symbol, at: sp.Expr, side: str, domain: Domain) -> Derived | None:
    """Operators inside are resolved for all values of the variable on one side of the point: that contains a neighbourhood."""
    t = bound_symbol(v, domain, body, at)
    if at == sp.oo:
        near = domain.extend(t, Range(lo=sp.S.One))
    elif at == -sp.oo:
        near = domain.extend(t, Range(hi=sp.S.NegativeOne))
    else:
        near = inside(domain, t, at, sp.oo) if side == "+" else inside(domain, t, -sp.oo, at)
    inner = _resolve(body.xreplace({v: t}), near)
    if inner.value.has(*BINDERS):
        return None
    found = limit(inner.value, t, at, side, domain)
    return None if found is None else Derived(found.value, merge_reasons(inner.reasons, found.reasons))


def _subs(expr: sp.Subs, domain: Domain) -> Derived | None:
    """A formula taken at a point: resolved on a neighbourhood of the point first, so that derivatives are those of the function."""
    body, variables, points = expr.args
    if len(variables) != 1:
        return None
    point = _resolve(points[0], domain)
    t = bound_symbol(variables[0], domain, body, *points)
    s = known_sign(point.value, domain)
    near = {"+": Range(lo=sp.S.Zero), "-": Range(hi=sp.S.Zero)}.get(s or "", Range())
    inner = _resolve(body.xreplace({variables[0]: t}), domain.extend(t, near))
    if inner.value.has(*BINDERS):
        return None
    value = value_at(inner.value, t, point.value, domain)
    return None if value is None else Derived(value, merge_reasons(point.reasons, inner.reasons))


def _derivative(expr: sp.Derivative, domain: Domain) -> Derived | None:
    body, *variables = expr.args
    inner = _resolve(body, domain)
    value = inner.value
    if (value != body or value.has(*BINDERS)) and not all(_interior(v, domain) for v, _ in variables):
        return None
    try:
        for v, count in variables:
            for _ in range(int(count)):
                if v in domain.ranges and domain.ranges[v].integer:
                    return None
                if not _may_exchange(value, v, domain) or not is_smooth(_operators_named(value), v, domain):
                    return None
                value = differentiate(value, v)
    except (NotDifferentiable, TypeError, ValueError):
        return None
    again = _resolve(value, domain) if value.has(*BINDERS) else Derived(value)
    return Derived(again.value, merge_reasons(inner.reasons, ("Differentiated by the rules of calculus.",), again.reasons))


def _operators_named(expr: sp.Expr) -> sp.Expr:
    """The formula with a symbol for each operator: those are looked at by `_may_exchange`."""
    return expr.xreplace({node: sp.Dummy("operator", real=True) for node in expr.atoms(*BINDERS)})


def _may_exchange(expr: sp.Expr, v: sp.Symbol, domain: Domain) -> bool:
    """Leibniz's rule applies to every operator left in expr: proper integrals of what is smooth in both variables on the closed range."""
    for node in expr.atoms(*BINDERS):
        if not node.has(v):
            continue
        if not isinstance(node, sp.Integral) or len(node.limits) != 1 or len(node.limits[0]) != 3 or node.function.has(*BINDERS):
            return False
        t, a, b = node.limits[0]
        if t == v or t in domain.symbols or any(e.is_finite is False or not is_smooth(e, v, domain) for e in (a, b)):
            return False
        if known_sign(b - a, domain) not in ("+", "+0") or next_switch(node.function) is not None:
            return False
        closed = domain.extend(t, Range()).restrict(sp.Ge(t, a, evaluate=False), sp.Le(t, b, evaluate=False))
        if not is_smooth(node.function, v, closed) or not is_smooth(node.function, t, closed):
            return False
    return True


def _interior(v: sp.Symbol, domain: Domain) -> bool:
    """True if every value of v in the domain has neighbours in the domain on both sides, with the other symbols held fixed.

    Only then does a closed form that holds on the domain say what the derivative in v is.
    """
    rng = domain.ranges.get(v)
    if rng is None or rng.integer or not (rng.lo_open and rng.hi_open):
        return False
    return all(isinstance(a, (sp.Gt, sp.Lt, sp.Ne)) for a in domain.assumptions if v in a.free_symbols)


_RULES: dict[type, Callable[..., Derived | None]] = {
    sp.Integral: _integral,
    sp.Sum: _sum,
    sp.Product: _product,
    sp.Limit: _limit,
    sp.Derivative: _derivative,
    sp.Subs: _subs,
}

__all__ = ["decide_switches", "is_integer_valued", "resolve"]
