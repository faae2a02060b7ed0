"""Statements, hypotheses and steps of a claim as LaTeX: what `latex`, `show` and the JSON answers share."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..claims.claim import Claim
from ..claims.registry import Entry
from ..notation import Delta, delta, epsilon
from ..rules.laws import Law, law_of
from .printer import inline, latex

_INTEGERS = {sp.S.Naturals: r"\{1,2,\dots\}", sp.S.Naturals0: r"\{0,1,2,\dots\}", sp.S.Integers: r"\mathbb{Z}", sp.S.Reals: r"\mathbb{R}"}


def hypotheses(claim: Claim, original: Claim | None = None) -> list[str]:
    """One formula for each symbol that the claim is about, in the order of the domain, then the assumptions.

    original: the claim before names were put for definitions, which hide symbols that the claim is still about.
    """
    used = _symbols_of(original or claim)
    if any(law.private for law in laws(original or claim)):
        used |= {epsilon.name, delta.name, Delta.name}  # the law depends on them, whether they are written or not
    found = [member(symbol, given) for symbol, given in claim.domain.items() if symbol.name in used]
    return found + [inline(a) for a in claim.assumptions if isinstance(a, sp.Basic) and a is not sp.S.true]


def member(symbol: sp.Symbol, given: Any) -> str:
    """ "symbol lies in its set", as a chain of inequalities where that reads better."""
    name = latex(symbol)
    whole = r",\ " + name + r"\in\mathbb{Z}" if symbol.is_integer else ""
    if isinstance(given, (tuple, list)):
        lo, hi = map(sp.sympify, given)
        return _between(name, lo, hi, "<", "<") + whole
    if isinstance(given, sp.Interval):
        return _between(name, given.start, given.end, "<" if given.left_open else r"\le", "<" if given.right_open else r"\le") + whole
    if given in _INTEGERS:
        return rf"{name}\in{_INTEGERS[given]}"
    if isinstance(given, sp.Range) and given.step == 1 and given.inf.is_finite:
        last = r"\dots" if given.sup is sp.oo else rf"\dots,{latex(given.sup)}"
        return rf"{name}\in\{{{latex(given.inf)},{last}\}}"
    if isinstance(given, sp.FiniteSet):
        values = ",".join(inline(v) for v in given.args)
        return f"{name}={values}" if len(given.args) == 1 else rf"{name}\in\{{{values}\}}"
    return rf"{name}\in {latex(given)}"


def _between(name: str, lo: sp.Expr, hi: sp.Expr, left: str, right: str) -> str:
    if lo is sp.S.NegativeInfinity and hi is sp.S.Infinity:
        return rf"{name}\in\mathbb{{R}}"
    if hi is sp.S.Infinity:
        return f"{name}{'>' if left == '<' else ' ' + chr(92) + 'ge '}{inline(lo)}"
    if lo is sp.S.NegativeInfinity:
        return f"{name}{right} {inline(hi)}"
    return f"{inline(lo)}{left} {name}{right} {inline(hi)}"


def laws(claim: Claim) -> list[Law]:
    """The arbitrary noise laws that the claim or one of its steps speaks of."""
    functions: set[AppliedUndef] = set()
    for expr in (claim.statement, *(s.expression for s in claim.steps)):
        if isinstance(expr, sp.Basic):
            functions |= expr.atoms(AppliedUndef)
    found = {law.key: law for f in functions if (law := law_of(f)) is not None}
    return [found[key] for key in sorted(found)]


def _symbols_of(claim: Claim) -> set[str]:
    used: set[str] = set()
    for expr in (claim.statement, *claim.assumptions, *(s.expression for s in claim.steps)):
        if isinstance(expr, sp.Basic):
            used |= {s.name for s in expr.free_symbols if isinstance(s, sp.Symbol)}
    for given in claim.domain.values():
        for value in given if isinstance(given, (tuple, list)) else (given,):
            if isinstance(value, sp.Basic):
                used |= {s.name for s in value.free_symbols if isinstance(s, sp.Symbol)}
    return used


def topic_key(entry: Entry) -> str:
    """What a claim is filed under: the folder in the ledger, the file's name elsewhere."""
    return entry.path.stem if ".py:" in entry.id else entry.id.partition(".")[0]
