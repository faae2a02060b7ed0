"""What a rule is: data in, a conclusion with obligations out.

A rule never decides anything. It says which relations have to hold (obligations, decided by the engine like any other relation)
and which lemma in prose carries the rest; that lemma is shown wherever the verdict is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..capture import BINDERS
from ..domain import Domain, Range
from ..errors import ClaimError
from .support import vanishes_far_out

RULES_VERSION = "3"
"""Version of the closed list of rules; it changes when a rule's meaning changes."""


@dataclass(frozen=True)
class Fact:
    """A relation that holds for every point of `domain` (universally quantified over all its symbols)."""

    relation: Relational
    domain: Domain


@dataclass(frozen=True)
class Obligation:
    """A side condition: `relation` must be shown on `domain`; `why` is the reason in words."""

    relation: Relational
    domain: Domain
    why: str


@dataclass(frozen=True)
class Inference:
    """What an application of a rule gives: the conclusion holds if every obligation does and the lemma is true."""

    conclusion: Relational
    obligations: tuple[Obligation, ...]
    lemmas: tuple[str, ...]


@runtime_checkable
class Rule(Protocol):
    """One inference.

    premises(): the names (labels of earlier steps, ids of claims) that the application needs as facts.
    apply():    target is the relation of the step, facts are the premises by name, domain is the step's domain.
                Raises ClaimError if the application is malformed (wrong shape of target, missing hypothesis).
    """

    def premises(self) -> tuple[str, ...]: ...

    def apply(self, target: Relational, facts: Mapping[str, Fact], domain: Domain) -> Inference: ...


def defined(value: sp.Expr, domain: Domain, what: str) -> tuple[Obligation, ...]:
    """What must hold for a value that is put in place of a symbol to be a real number everywhere on the domain."""
    value = sp.sympify(value)
    if is_polynomial(value) and value.free_symbols <= set(domain.ranges):
        return ()
    if value in (sp.oo, -sp.oo, sp.zoo, sp.nan):
        raise ClaimError(f"{what} is {value}, which is not a real number")
    return (Obligation(_says_nothing(value), domain, f"{what} is defined"),)


def is_polynomial(value: sp.Expr) -> bool:
    """True for a polynomial with real coefficients in real symbols, defined everywhere: log(-1) and I are constants too, but no numbers."""
    if isinstance(value, sp.Symbol):
        return value.is_extended_real is True
    if isinstance(value, sp.Pow):
        root = value.base.is_Rational and value.base > 0 and value.exp.is_Rational
        return bool(root or (value.exp.is_Integer and value.exp >= 0 and is_polynomial(value.base)))
    if isinstance(value, (sp.Add, sp.Mul)):
        return all(is_polynomial(a) for a in value.args)
    return value.is_Rational or value in (sp.pi, sp.E)


def exists(operator: sp.Expr, domain: Domain, what: str, integrand_too: bool = True) -> tuple[Obligation, ...]:
    """What must hold for an integral or a sum to have a finite value on the domain.

    integrand_too: also what makes an integrand of bounded support defined (not needed where a fact speaks of it).
    One that holds a function without a formula cannot be evaluated: a rule that gives it says what it supposes of it.
    """
    if operator.atoms(AppliedUndef):
        return ()
    if isinstance(operator, sp.Integral) and len(operator.limits) == 1 and vanishes_far_out(operator.function, operator.limits[0][0]):
        inner = domain.extend(operator.limits[0][0], Range())
        return defined(operator.function, inner, "the integrand") if integrand_too else ()
    return (Obligation(_says_nothing(operator), domain, f"{what} has a finite value"),)


def over(kind: type[sp.Expr], function: sp.Expr, *limit: sp.Expr) -> sp.Expr:
    """Integral or Sum of the function.

    Raises ClaimError where SymPy would make it another function: it takes a Piecewise out of an inner integral although its conditions
    speak of the inner variable.
    """
    whole = kind(function, limit)
    inside = function.function if isinstance(function, kind) else function  # two integrals become one with two variables
    if function.has(*BINDERS) and not (isinstance(whole, kind) and whole.function in (function, inside)):
        raise ClaimError(f"{function} cannot be put under an operator; write the inner one without cases")
    return whole


def _says_nothing(value: sp.Expr) -> Relational:
    """A relation that is true of every real number: an equation is decided only together with the definedness of its sides.

    A whole side may be an infinite integral, sum or limit, a term of it may not.
    """
    side = value + 1 if value.has(*BINDERS) and not value.atoms(AppliedUndef) else value
    return sp.Eq(side, side, evaluate=False)


def is_finite(relation: Relational) -> bool:
    """False if an infinity stands in the relation other than as an end of an operator: it may not be reckoned with."""
    bare = (side.xreplace({op: sp.Dummy("operator", real=True) for op in side.atoms(*BINDERS)}) for side in relation.args)
    return not any(side.has(sp.oo, -sp.oo, sp.zoo, sp.nan) for side in bare)


def greater_difference(relation: Relational) -> tuple[sp.Expr, bool]:
    """(d, strict) such that the inequality says d > 0 (strict) or d >= 0."""
    strict = isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan))
    if isinstance(relation, (sp.StrictLessThan, sp.LessThan)):
        return relation.rhs - relation.lhs, strict
    return relation.lhs - relation.rhs, strict
