"""Inequalities on a whole domain: exact proof first, then certification. Never "false": refuting is the counterexample search's part.

The order: taking Abs, Max, Piecewise apart; definedness; scale invariance; signs of factors and derivative chains (`chain`, verdict
"proved"); covers by enclosures (`cover`, verdict "certified"); derivative chains whose last signs are certified by covers ("certified").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..claims.result import Decision, weakest
from ..domain import Domain
from ..errors import NotEnclosable
from ..symbolic.combination import combination
from ..symbolic.derived import merge_reasons
from ..symbolic.normal_form import normalise, numerator_denominator
from ..symbolic.sign import sign
from .cases import plain_assumptions, split_cases
from .chain import Chain, Leaf
from .cover import Cover, cover
from .definedness import defined_on
from .elimination import eliminate
from .induction import Decide, by_induction
from .integer_parts import compared_with_integer, without_integer_parts
from .integers import enumerate_one, relax
from .probes import is_seen_negative
from .scale import scale_away

DEPTH = 5
MAX_BOXES = 2500
"""Boxes of a single cover."""


@dataclass(frozen=True)
class Effort:
    """Bounds of the searches of one call: functions looked at in derivative chains, boxes of covers, boxes of a cover inside a chain."""

    functions: int = 400
    boxes: int = 4000
    leaf_boxes: int = 120


class _Budget:
    """What is left of the effort; shared by all cases of one relation, so that many cases cost no more than one hard one."""

    def __init__(self, effort: Effort) -> None:
        self.functions = effort.functions
        self.boxes = effort.boxes
        self.leaf_boxes = effort.leaf_boxes

    def chain(self, f: sp.Expr, domain: Domain, strict: bool, share: float, leaf: Leaf | None = None) -> tuple[str, ...] | None:
        allowed = int(self.functions * share)
        if allowed <= 0:
            return None
        search = Chain(budget=allowed, leaf=leaf)
        found = search.positive(f, domain, strict, DEPTH)
        self.functions -= allowed - max(search.budget, 0)
        return found

    def cover(self, forms: list[sp.Expr], domain: Domain, strict: bool, most: int) -> Cover | None:
        allowed = min(most, self.boxes)
        if allowed <= 0:
            return None
        try:
            result = cover(forms, domain, strict, allowed)
        except NotEnclosable:
            return None
        self.boxes -= result.boxes
        return result


@dataclass(frozen=True)
class _Shown:
    verdict: str
    reasons: tuple[str, ...]


def decide_inequality(relation: Any, domain: Domain, effort: Effort | None = None) -> Decision:
    """Decide `relation` (Lt, Le, Gt, Ge, Ne; both sides free of Integral, Sum, Limit) on the domain: proved, certified or undecided."""
    budget = _Budget(effort or Effort())
    if relation is sp.S.true or relation is True:
        return Decision("proved", ("the relation is true as it stands",))
    if not isinstance(relation, Relational) or isinstance(relation, sp.Eq):
        return Decision("undecided")
    reduced = eliminate(domain)
    try:
        relation = reduced.apply(relation)
    except NotEnclosable:
        return Decision("undecided")
    where = plain_assumptions(reduced.domain)
    if not isinstance(relation, Relational):
        return Decision("proved" if relation is sp.S.true else "undecided")
    if isinstance(relation, sp.Ne):
        goals = [(relation.lhs, relation.rhs, True), (relation.rhs, relation.lhs, True)]
    else:
        goals = [(relation.gts, relation.lts, isinstance(relation, (sp.Gt, sp.Lt)))]
    for large, small, strict in goals:
        shown = _decide(large, small, where, strict, budget)
        if shown is not None:
            reasons = tuple(f"${sp.latex(s)} = {sp.latex(v)}$ by assumption" for s, v in reduced.values.items()) + shown.reasons
            return Decision(shown.verdict, reasons)
    return Decision("undecided")


def _decide(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool, budget: _Budget) -> _Shown | None:
    plain = compared_with_integer(large, small, domain, strict)
    if plain is not None:
        shown = _decide(*plain[:2], domain, plain[2], budget)
        return None if shown is None else _Shown(shown.verdict, merge_reasons((plain[3],), shown.reasons))
    found = by_induction(large, small, domain, strict, _pair_decider(budget))
    if found is not None:
        return _Shown(*found)
    (wide_large, wide_small), wide = relax(sp.Tuple(large, small), domain)
    shown = None if is_seen_negative(wide_large - wide_small, wide) else _real(wide_large, wide_small, wide, strict, budget)
    if shown is not None:
        return shown
    pieces = enumerate_one(sp.Tuple(large, small), domain)
    if pieces is None:
        return None
    verdicts: list[str] = []
    reasons: tuple[str, ...] = ()
    try:
        parts = list(pieces)
    except NotEnclosable:
        return None  # at some value the relation might be undefined
    for pair, part, name in parts:
        if part.is_box_empty():
            continue
        # A ray is not cut again; a single value leaves one integer symbol fewer.
        if "=" in name:
            shown = _decide(pair[0], pair[1], part, strict, budget)
        else:
            (wide_large, wide_small), wide = relax(pair, part)
            shown = _real(wide_large, wide_small, wide, strict, budget)
        if shown is None:
            return None
        verdicts.append(shown.verdict)
        reasons = merge_reasons(reasons, (f"case {name}:",), shown.reasons)
    return _Shown(weakest(*verdicts), reasons)


def _pair_decider(budget: _Budget) -> Decide:
    def decide(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool) -> tuple[str, tuple[str, ...]] | None:
        shown = _decide(large, small, domain, strict, budget)
        return None if shown is None else (shown.verdict, shown.reasons)

    return decide


def _real(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool, budget: _Budget) -> _Shown | None:
    """All symbols real."""
    if domain.is_box_empty():
        return _Shown("proved", ("there is no point to look at",))
    if large.has(sp.nan, sp.zoo, sp.oo, sp.Float, sp.I) or small.has(sp.nan, sp.zoo, sp.oo, sp.Float, sp.I):
        return None
    for (big, little), part, how in without_integer_parts(sp.Tuple(large, small), domain):
        shown = None if is_seen_negative(big - little, part) else _real(big, little, part, strict, budget)
        if shown is not None:
            return _Shown(shown.verdict, merge_reasons((how,), shown.reasons))
    cases = split_cases(sp.Tuple(large, small), domain)
    if cases is None:
        return _covered(large - small, [], domain, strict, budget)
    verdicts: list[str] = []
    reasons: tuple[str, ...] = ()
    for (big, little), part in cases:
        shown = _smooth(big, little, part, strict, budget)
        if shown is None:
            return None
        verdicts.append(shown.verdict)
        if len(cases) > 1:
            conditions = ", ".join(f"${sp.latex(a)}$" for a in part.assumptions) or "the rest"
            reasons = merge_reasons(reasons, (f"where {conditions}:",))
        reasons = merge_reasons(reasons, shown.reasons)
    return _Shown(weakest(*verdicts), reasons)


def _smooth(large: sp.Expr, small: sp.Expr, domain: Domain, strict: bool, budget: _Budget) -> _Shown | None:
    """No case distinctions are left in the two sides."""
    f = large - small
    sides = [defined_on(side, domain, _strong_sign) for side in (large, small)]
    defined = None not in sides
    scaled_reasons: tuple[str, ...] = ()
    if defined:
        # Before scales are removed: the image of the domain may keep less than the assumptions say.
        plain = sign(f, domain)
        if plain == "+" or (not strict and plain in ("+0", "0")):
            shown = (f"${sp.latex(f)} {'>' if plain == '+' else chr(92) + 'ge'} 0$ by the signs of its factors",)
            return _Shown("proved", merge_reasons(*(s.reasons for s in sides if s is not None), shown))
        combined = combination(f, domain, strict)
        if combined is not None:
            return _Shown("proved", merge_reasons(*(s.reasons for s in sides if s is not None), combined))
    scaled, where, pair = f, domain, (large, small)
    while (step := scale_away(scaled, where)) is not None:
        scaled, where = step.expr, step.domain
        pair = (pair[0].subs(step.fixed, sp.S.One), pair[1].subs(step.fixed, sp.S.One))
        scaled_reasons = merge_reasons(scaled_reasons, (step.reason,))
    if defined and scaled != f and defined_on(scaled, where, _strong_sign) is None:
        scaled, where, scaled_reasons, pair = f, domain, (), (large, small)
    if defined:
        definedness = merge_reasons(*(s.reasons for s in sides if s is not None))
        candidates = [(scaled, ()), *_other_forms(*pair, where)]
        candidates.sort(key=lambda c: sp.count_ops(c[0]))
        # First a short look at every form: often one of them is easy and the others are hopeless.
        for share in (0.08, 0.6):
            for g, how in candidates:
                found = budget.chain(g, where, strict, share)
                if found is not None:
                    return _Shown("proved", merge_reasons(definedness, scaled_reasons, how, found))
        if scaled != f and domain.assumptions:
            # A scale may be all that ties the symbols together.
            found = budget.chain(f, domain, strict, 0.6)
            if found is not None:
                return _Shown("proved", merge_reasons(definedness, found))
    if not defined:
        # Enclosing the difference as it stands shows that it is defined, and so are the sides unless one of their terms has cancelled.
        if not _sides_enclosable(large, small, f):
            return None
        return _covered(f, [], domain, strict, budget)
    covered = _covered(scaled, _equivalents(scaled, where), where, strict, budget)
    if covered is not None:
        return _Shown("certified", merge_reasons(scaled_reasons, covered.reasons))
    found = budget.chain(scaled, where, strict, 0.25, leaf=_leaf(budget))
    return None if found is None else _Shown("certified", merge_reasons(scaled_reasons, found))


def _sides_enclosable(large: sp.Expr, small: sp.Expr, f: sp.Expr) -> bool:
    """True if every term of the two sides is still in the difference, so that the difference is defined only where they are."""
    terms = sp.Add.make_args(f)
    return all(t in terms for t in sp.Add.make_args(large)) and all(-t in terms for t in sp.Add.make_args(small))


def _strong_sign(expr: sp.Expr, domain: Domain) -> str | None:
    """The sign, by a short derivative chain if it is not plain. Used for denominators and arguments of logarithms."""
    s = sign(expr, domain)
    if s not in (None, "+0", "-0", "!0"):
        return s
    if defined_on(expr, domain) is None:
        return s
    if Chain(budget=25).positive(expr, domain, True, 3) is not None:
        return "+"
    if Chain(budget=25).positive(-expr, domain, True, 3) is not None:
        return "-"
    return s


def _other_forms(large: sp.Expr, small: sp.Expr, domain: Domain) -> list[tuple[sp.Expr, tuple[str, ...]]]:
    """Functions of the same sign as large - small: the difference of the logarithms where both sides are positive."""
    if not (_has_power(large) or _has_power(small)):
        return []
    if sign(large, domain) == "+" and sign(small, domain) == "+":
        logs = normalise(sp.log(large), domain) - normalise(sp.log(small), domain)
        return [(logs, ("taking logarithms of both (positive) sides",))]
    return []


def _has_power(expr: sp.Expr) -> bool:
    return any(p.exp.free_symbols for p in expr.atoms(sp.Pow)) or expr.has(sp.exp, sp.gamma, sp.factorial, sp.cosh)


def _equivalents(f: sp.Expr, domain: Domain) -> list[sp.Expr]:
    """Other expressions with the sign of f: its numerator where the denominator is positive."""
    out: list[sp.Expr] = []
    try:
        n, d = numerator_denominator(f, domain)
    except NotEnclosable:
        return out
    s = sign(d, domain)
    if s in ("+", "-"):
        n = n if s == "+" else -n
        out += [n, sp.factor_terms(n)]
    return [e for e in out if sp.count_ops(e) < 400]


def _covered(f: sp.Expr, others: list[sp.Expr], domain: Domain, strict: bool, budget: _Budget) -> _Shown | None:
    result = budget.cover([f, *others], domain, strict, MAX_BOXES)
    return _Shown("certified", (result.reason,)) if result is not None and result.done else None


def _leaf(budget: _Budget) -> Leaf:
    def leaf(f: sp.Expr, domain: Domain, strict: bool) -> tuple[str, ...] | None:
        result = budget.cover([f], domain, strict, budget.leaf_boxes)
        if result is None or not result.done:
            return None
        return (f"${sp.latex(f)} {'> 0' if strict else chr(92) + 'ge 0'}$: {result.reason}",)

    return leaf
