"""Equality of two expressions on a domain: normal form, then a case split on what is still open (Piecewise, Abs, Max, Min, sign)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from ..domain import Domain
from .combination import contradiction
from .derived import Proof, merge_reasons
from .domain_box import DomainKey, domain_key, domain_of
from .normal_form import SideCondition, equal, nested
from .sign import sign

MAX_SPLITS = 6
"""Depth of the case split."""


def prove_equal(
    lhs: sp.Expr, rhs: sp.Expr, domain: Domain, side_condition: SideCondition | None = None, assume_exists: bool = False
) -> Proof | None:
    """A proof that lhs = rhs, both defined, on the whole domain; None means not known.

    The cases of a split cover the domain by construction (u >= 0 or u <= 0; a condition or its negation), and each is proved by itself.
    """
    if side_condition is None:
        return _cached(sp.sympify(lhs), sp.sympify(rhs), domain_key(domain), assume_exists)
    return _prove(lhs, rhs, domain, side_condition, assume_exists, MAX_SPLITS)


@lru_cache(maxsize=4096)
def _cached(lhs: sp.Expr, rhs: sp.Expr, key: DomainKey, assume_exists: bool) -> Proof | None:
    return _prove(lhs, rhs, domain_of(key), None, assume_exists, MAX_SPLITS)


def _prove(lhs: sp.Expr, rhs: sp.Expr, domain: Domain, side: SideCondition | None, assume_exists: bool, depth: int) -> Proof | None:
    whole = equal(lhs, rhs, domain, side, assume_exists)
    if whole is not None or depth == 0:
        return whole
    cases = _cases(lhs, rhs, domain)
    if cases is None:
        return None
    names, reasons = [], []
    for relation in cases:
        part = domain.restrict(relation)
        if part.is_box_empty():
            continue
        proof = _prove(lhs, rhs, part, side, assume_exists, depth - 1)
        if proof is None and (clash := contradiction(part)) is not None:
            proof = Proof(clash)
        if proof is None:
            return None
        names.append(f"${sp.latex(relation)}$")
        reasons.append(proof.reasons)
    return Proof(merge_reasons(("the cases " + " and ".join(names) + " cover the domain",), *map(tuple, reasons)))


def _cases(lhs: sp.Expr, rhs: sp.Expr, domain: Domain) -> tuple[Any, ...] | None:
    """Relations that cover the domain and decide one open condition; None if nothing is open."""
    for relation in _conditions(lhs, rhs):
        if not relation.free_symbols <= set(domain.ranges):
            continue  # it speaks of a bound variable
        if not all(nested(side, domain)[1] for side in relation.args):
            continue  # a condition and its negation cover only the points where the condition is defined
        if isinstance(relation, (sp.Eq, sp.Ne)):
            u = relation.lhs - relation.rhs
            if sign(u, domain) in ("+", "-", "0", "!0"):
                continue
            options: tuple[Any, ...] = tuple(kind(relation.lhs, relation.rhs) for kind in (sp.Eq, sp.Gt, sp.Lt))
        else:
            u = relation.lhs - relation.rhs
            known = sign(u, domain)
            if known in ("+", "-", "0"):
                continue
            if isinstance(relation, (sp.Gt, sp.Le)) and known == "-0" or isinstance(relation, (sp.Ge, sp.Lt)) and known == "+0":
                continue
            options = (relation, relation.negated)
        # A relation that SymPy decides at once does not split anything.
        if all(isinstance(r, Relational) for r in options):
            already = [a for a in domain.assumptions if a in options]
            if not already:
                return options
    return None


def _conditions(lhs: sp.Expr, rhs: sp.Expr) -> list[Relational]:
    """What decides the shape of the expressions, in a fixed order: conditions of pieces first."""
    out: dict[Relational, None] = {}
    for e in (lhs, rhs):
        for node in sorted(e.atoms(sp.Piecewise), key=sp.default_sort_key):
            for _, condition in node.args:
                for r in sorted(condition.atoms(Relational), key=sp.default_sort_key):
                    out[r] = None
        for node in sorted(e.atoms(sp.Abs, sp.sign, sp.Heaviside), key=sp.default_sort_key):
            u = node.args[0]
            if isinstance(node, sp.Abs):
                out[_relation(sp.Ge, u)] = None
            else:
                out[sp.Eq(u, 0, evaluate=False)] = None
                out[_relation(sp.Gt, u)] = None
        for node in sorted(e.atoms(sp.Max, sp.Min), key=sp.default_sort_key):
            args = sorted(node.args, key=sp.default_sort_key)
            for i, a in enumerate(args):
                for b in args[i + 1 :]:
                    out[_relation(sp.Ge, a - b)] = None
    return [r for r in out if isinstance(r, Relational)]


def _relation(kind: Any, u: sp.Expr) -> Any:
    """u REL 0, with a single symbol on the left where u is linear in just one with constant rest."""
    symbols = u.free_symbols
    if len(symbols) == 1:
        (s,) = symbols
        a, b = u.coeff(s, 1), u.subs(s, 0)
        if a.is_Rational and a != 0 and sp.expand(u - a * s - b) == 0 and b.is_Rational:
            flip = {sp.Ge: sp.Le, sp.Gt: sp.Lt}
            return (kind if a > 0 else flip[kind])(s, -b / a, evaluate=False)
    return kind(u, 0, evaluate=False)
