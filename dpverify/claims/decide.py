"""One relation on one domain: proved, certified, checked, refuted or undecided.

Order: a quick look for a counterexample, exact proof, certification over the whole domain, a hard look for a counterexample, points.
The exact layer says "proved" or nothing; only enclosures refute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import renamed
from ..domain import Domain, Range
from ..enclosure.crosscheck import crosscheck
from ..enclosure.decide import certified_text, decide_at
from ..errors import DpverifyError, NotEnclosable, SoundnessError
from ..exact import lies
from ..prover import pointwise
from ..prover.counterexample import find_counterexample
from ..prover.definedness import defined_on
from ..prover.inequality import decide_inequality
from ..prover.membership import certainly_in
from ..prover.undefined import undefined_place
from ..prover.witness import sample, witness
from ..symbolic.equality import prove_equal
from ..symbolic.resolve import resolve
from ..symbolic.sign import sign
from .result import Counterexample, Decision, weakest

QUICK_POINTS = 6
SIGHT_POINTS = 3
SIGHT_PREC = 128
CHECK_POINTS = 12
CHECK_RADIUS = 1e-40
CONFIRM_PREC = 64
OPERATORS = ((sp.Integral, "integral"), (sp.Sum, "sum"), (sp.Limit, "limit"))
FAULTS = (ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError)
"""What SymPy or mpmath raise on an expression that they were not made for."""
LONG = 20
"""A value with so many characters stands outside a formula."""
SEED = 20181002
"""Seed of every random choice made while deciding; fixed, so that a verdict can be repeated."""


def decide(relation: Relational, domains: Sequence[Domain], points: Sequence[Mapping[sp.Symbol, sp.Rational]] = ()) -> Decision:
    """The decision on the union of the domains: refuted if refuted on one, else the weakest of the parts."""
    decisions = []
    for domain in domains:
        # A bound variable that shares a symbol with the domain is another variable: from here on the names differ.
        taken = set(domain.symbols).union(*(a.free_symbols for a in domain.assumptions if isinstance(a, sp.Basic)))
        try:
            relation = relation.func(*(renamed(side, taken) for side in relation.args), evaluate=False)
        except NotEnclosable:
            pass  # under a derivative the variable is that of the domain
        inside = [p for p in points if set(p) >= set(domain.ranges) and certainly_in(p, domain)]
        decision = _guarded(relation, domain, inside)
        if decision.verdict == "refuted":
            return decision
        decisions.append(decision)
    verdict = weakest(*(d.verdict for d in decisions))
    evidence = tuple(dict.fromkeys(e for d in decisions for e in d.evidence))
    return Decision(verdict, evidence)


def _guarded(relation: Relational, domain: Domain, points: Sequence[Mapping[sp.Symbol, sp.Rational]]) -> Decision:
    """A library that fails on an expression decides nothing about it."""
    try:
        return _decide_part(relation, domain, points)
    except DpverifyError:
        raise
    except FAULTS as fault:
        return Decision("undecided", (f"the search ended in an internal fault ({type(fault).__name__})",))


def _decide_part(relation: Relational, domain: Domain, points: Sequence[Mapping[sp.Symbol, sp.Rational]]) -> Decision:
    if relation.atoms(AppliedUndef):
        return _opaque(relation, domain)
    lhs, rhs = resolve(relation.lhs, domain), resolve(relation.rhs, domain)
    plain = relation.func(lhs.value, rhs.value, evaluate=False)
    evidence = [*lhs.reasons, *rhs.reasons]
    if sp.oo in plain.args or -sp.oo in plain.args:
        return _infinite(relation, plain, domain, evidence)
    simple = isinstance(plain, sp.Eq) or (isinstance(plain, (sp.Le, sp.Ge)) and not plain.has(sp.Piecewise, sp.Abs, sp.Max, sp.Min))
    if simple and not _fails_at_sight(plain, domain):
        # An identity first: a search for a counterexample would double the precision in vain at every point.
        same = _prove_equation(plain, domain)
        if same is not None:
            _agree(plain, domain)
            return Decision("proved", (*evidence, *same.evidence, *_confirm(relation, plain, domain)))
    by_sign = _prove_by_sign(plain, domain)
    if by_sign is not None:
        _agree(plain, domain)
        return Decision("proved", (*evidence, *by_sign.evidence, *_confirm(relation, plain, domain)))
    quick = find_counterexample(plain, domain, hints=points, effort="quick")
    if quick is not None:
        return _refuted(quick, evidence)
    decision = None if isinstance(plain, sp.Eq) else _prove_inequality(plain, domain)
    if decision is not None:
        _agree(plain, domain)
        return Decision(decision.verdict, (*evidence, *decision.evidence, *_confirm(relation, plain, domain)))
    if not plain.free_symbols and (numbers := decide_at(plain, {})).truth is True:
        # A statement about two numbers has been looked at everywhere.
        said = f"enclosures of the two numbers at {numbers.prec} bits"
        return Decision("certified", (*evidence, said, *_confirm(relation, plain, domain)))
    for candidate in (plain, relation) if plain != relation else (plain,):
        found = find_counterexample(candidate, domain, hints=points, effort="thorough")
        if found is not None:
            return _refuted(found, evidence)
    nowhere = undefined_place(relation, domain)
    if nowhere is not None:
        point, part = nowhere
        where = _at({s: sp.latex(v) for s, v in point.items()}) or "any point"
        return Decision("undecided", (f"${sp.latex(part)}$ has no value at {where}, a point of the domain",))
    checked = _check_points(plain, domain, points)
    return checked or Decision("undecided", ("no proof, no cover and no counterexample was found",))


def _fails_at_sight(relation: Relational, domain: Domain) -> bool:
    """True if low precision excludes the relation at one of a few points: no proof need be tried."""
    for point in sample(domain, SIGHT_POINTS, SEED):
        if decide_at(relation, point, max_prec=SIGHT_PREC).truth is False:
            return True
    return False


def _refuted(counterexample: Counterexample, evidence: Iterable[str]) -> Decision:
    where = _at({sp.Symbol(name): value for name, value in counterexample.point.items()}) or "the constants themselves"
    return Decision("refuted", (*evidence, f"fails at {where}: the enclosures of the two sides exclude the relation"), (), counterexample)


def _infinite(stated: Relational, relation: Relational, domain: Domain, evidence: Sequence[str]) -> Decision:
    """A relation one side of which is a limit, integral or sum that was shown to be infinite; the other side must be finite.

    Or it is written as oo: two infinite limits are not said to be equal, for their difference is no number.
    """
    undecided = Decision("undecided", (*evidence, "one side is infinite, the other is not known to be finite"))
    lhs, rhs = relation.args
    both = all(side in (sp.oo, -sp.oo) for side in relation.args)
    finite = rhs if lhs in (sp.oo, -sp.oo) else lhs
    if not both and defined_on(finite, domain) is None:
        return undecided
    if both and not any(side in (sp.oo, -sp.oo) for side in stated.args):
        return undecided
    stand_in = [side if side in (sp.oo, -sp.oo) else sp.S.Zero for side in relation.args]
    if relation.func(*stand_in) is sp.S.true:
        return Decision("proved", (*evidence, "one side is infinite"))
    point = witness(domain)
    if point is None:
        return undecided
    shown = [str(side) if side in (sp.oo, -sp.oo) else _enclosed(side, point) for side in relation.args]
    counterexample = Counterexample({s.name: str(v) for s, v in point.items()}, *shown)
    return Decision("refuted", (*evidence, "one side is infinite, the other is not that infinity"), (), counterexample)


def _enclosed(expr: sp.Expr, point: Mapping[sp.Symbol, sp.Rational]) -> str:
    """The printed enclosure of a side that was shown to be finite on the domain."""
    at = decide_at(sp.Ge(expr, 0, evaluate=False), point, max_prec=256)
    return certified_text(at.lhs) if at.lhs is not None else "finite"



def _opaque(relation: Relational, domain: Domain) -> Decision:
    """A relation between functions without a formula: only an identity of normal forms can decide it."""
    if isinstance(relation, sp.Eq):
        sides, wide = _sums_as_numbers(relation, domain)
        proof = prove_equal(*sides, wide)
        if proof is not None:
            return Decision("proved", proof.reasons)
    return Decision("undecided", ("the relation holds functions without a formula; it needs a rule",))


def _sums_as_numbers(relation: Relational, domain: Domain) -> tuple[tuple[sp.Expr, sp.Expr], Domain]:
    """Finite sums of functions without a formula, read as real numbers: that is what they are where their terms are defined."""
    numbers: dict[sp.Expr, sp.Symbol] = {}
    wide = domain
    for total in sorted(relation.atoms(sp.Sum), key=sp.default_sort_key):
        if len(total.limits) != 1 or not total.function.atoms(AppliedUndef) or total.function.has(sp.Sum, sp.Integral, sp.Limit):
            continue
        if any(op != total and op.has(total) for op in relation.atoms(sp.Sum, sp.Integral, sp.Limit, sp.Derivative, sp.Product)):
            continue  # under another operator the sum is no single number
        index, low, high = total.limits[0]
        if low.is_infinite or high.is_infinite or index in domain.ranges:
            continue
        inner = domain.extend(index, Range(integer=True)).restrict(sp.Ge(index, low, evaluate=False), sp.Le(index, high, evaluate=False))
        values = {f: sp.Dummy("value", real=True) for f in total.function.atoms(AppliedUndef)}
        for value in values.values():
            inner = inner.extend(value, Range())
        if defined_on(total.function.xreplace(values), inner) is not None:
            numbers[total] = sp.Dummy(f"sum[{len(numbers)}]", real=True)
            wide = wide.extend(numbers[total], Range())
    return (relation.lhs.xreplace(numbers), relation.rhs.xreplace(numbers)), wide


def _prove_equation(relation: Relational, domain: Domain) -> Decision | None:
    """The two sides are the same and defined: proves an equation or an inequality that is not strict."""
    proof = prove_equal(relation.lhs, relation.rhs, domain)
    if proof is None:
        return None
    reasons = list(proof.reasons)
    for side in relation.args:
        defined = defined_on(side, domain)
        if defined is None:
            return None
        reasons += [r for r in defined.reasons if r not in reasons]
    return Decision("proved", tuple(reasons))


GOOD_SIGNS = {sp.StrictLessThan: ("-",), sp.LessThan: ("-", "-0", "0"), sp.StrictGreaterThan: ("+",), sp.GreaterThan: ("+", "+0", "0")}
"""The signs of lhs - rhs that make a relation true."""


def _prove_by_sign(relation: Relational, domain: Domain) -> Decision | None:
    """An inequality whose difference of sides has a sign that its parts show: the common case, worth no search at all."""
    wanted = GOOD_SIGNS.get(type(relation))
    if wanted is None or sign(relation.lhs - relation.rhs, domain) not in wanted:
        return None
    # Cancelling in the difference may hide a place where the sides are undefined.
    if any(defined_on(side, domain) is None for side in relation.args):
        return None
    return Decision("proved", ("the difference of the two sides has this sign on the whole domain, by the signs of its parts",))


def _prove_inequality(relation: Relational, domain: Domain) -> Decision | None:
    decision = decide_inequality(relation, domain)
    return decision if decision.verdict in ("proved", "certified") else None


def _agree(relation: Relational, domain: Domain) -> None:
    """A proof that enclosures contradict at a point is a bug of ours: raise SoundnessError."""
    for point in sample(domain, QUICK_POINTS, SEED):
        try:
            at = decide_at(relation, point, max_prec=256)
        except NotEnclosable:
            continue
        if at.truth is False:
            raise SoundnessError(f"{relation} was proved, yet enclosures refute it at {point}")


def _confirm(relation: Relational, plain: Relational, domain: Domain) -> tuple[str, ...]:
    """A second route for every closed form: the integral, sum or limit itself, enclosed at one point, must agree with it.

    Returns what could be confirmed; SoundnessError if the enclosures exclude each other.
    """
    said = []
    for side, value in zip(relation.args, plain.args, strict=True):
        operators = [name for kind, name in OPERATORS if side.has(kind)]
        if side == value or not operators:
            continue
        for point in sample(domain, 1, SEED):
            at = pointwise.decide(sp.Eq(side, value, evaluate=False), point, max_prec=CONFIRM_PREC, apart=False)
            if at is not None and at.truth is False:
                raise SoundnessError(f"{side} was replaced by {value}, which enclosures exclude at {point}: {at.lhs} against {at.rhs}")
            if at is not None:
                where = _at(point)
                text = f"the {' and '.join(operators)}{' at ' + where if where else ''}, enclosed directly, {lies(at.lhs)}"
                said.append(text + ", as the closed form does")
    return tuple(said)


def _check_points(relation: Relational, domain: Domain, points: Sequence[Mapping[sp.Symbol, sp.Rational]]) -> Decision | None:
    """`checked` if rigorous enclosures agree at every point looked at."""
    looked_at = list(points) or list(sample(domain, CHECK_POINTS, SEED))
    if not looked_at:
        return None
    for point in looked_at:
        try:
            at = decide_at(relation, point, patient=True)
            if at.truth is False and at.lhs is not None and at.rhs is not None:
                shown = {s.name: str(v) for s, v in point.items()}
                return _refuted(Counterexample(shown, certified_text(at.lhs), certified_text(at.rhs)), ())
            crosscheck(relation.lhs, point)
            crosscheck(relation.rhs, point)
        except NotEnclosable:
            return None
        good = at.consistent if isinstance(relation, sp.Eq) else at.truth is True
        if not good:
            return None
    first = _at(looked_at[0]) or "the constants"
    how = "agree to a relative radius of 1e-40" if isinstance(relation, sp.Eq) else "confirm the relation"
    return Decision("checked", (f"rigorous enclosures {how} at {len(looked_at)} points, the first {first}",))


def _at(point: Mapping[sp.Symbol, object]) -> str:
    """The point for a sentence, formulas in $...$; a value may be too long for one formula, so it stands outside."""
    return ", ".join(f"${sp.latex(s)} = {v}$" if len(str(v)) < LONG else f"${sp.latex(s)} =$ {v}" for s, v in point.items())


def constants(relation: Relational, digits: int = 20) -> tuple[str, str]:
    """Outward-printed enclosures of both sides of a relation without free symbols."""
    at = decide_at(relation, {}, max_prec=512)
    return certified_text(at.lhs, digits), certified_text(at.rhs, digits)
