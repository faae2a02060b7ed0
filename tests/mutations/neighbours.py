"""Neighbours of a claim: the same claim with one thing changed, to see whether a wrong one is ever let through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy as sp
from sympy.core.relational import Relational

from dpverify.claims.claim import Claim

REVERSED = {sp.Lt: sp.Gt, sp.Le: sp.Ge, sp.Gt: sp.Lt, sp.Ge: sp.Le}
OPERATORS = (sp.Integral, sp.Sum, sp.Limit, sp.Derivative)


@dataclass(frozen=True)
class Neighbour:
    """One change: its kind in words, and the claim without steps, points or ids."""

    kind: str
    claim: Claim


def neighbours(claim: Claim) -> Iterator[Neighbour]:
    """Every neighbour, in a fixed order: constants, signs, exponents, swapped symbols, dropped terms, relation, domain."""
    bare = replace(claim, steps=(), points=(), uses=(), id=None, expected="certified", covers=(), corrects=None, quote=None)
    seen = {claim.statement}
    for kind, statement in _statements(claim.statement):
        if isinstance(statement, Relational) and statement not in seen:
            seen.add(statement)
            yield Neighbour(kind, replace(bare, statement=statement))
    for kind, domain in _domains(claim):
        yield Neighbour(kind, replace(bare, domain=domain))


def _statements(statement: Relational) -> Iterator[tuple[str, object]]:
    for path, node in _walk(statement, ()):
        for kind, new in _changes(node, path):
            rebuilt = _put(statement, path, new)
            if rebuilt is not None:
                yield kind, rebuilt
    yield from _swaps(statement)
    if type(statement) in REVERSED:
        yield "relation reversed", REVERSED[type(statement)](*statement.args, evaluate=False)
    if isinstance(statement, sp.Eq):
        for relation in (sp.Lt, sp.Gt):
            yield "relation changed", relation(*statement.args, evaluate=False)


def _walk(node: sp.Basic, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], sp.Basic]]:
    yield path, node
    args = node.args[:1] if isinstance(node, OPERATORS) else node.args
    for i, arg in enumerate(args):
        yield from _walk(arg, (*path, i))


def _changes(node: sp.Basic, path: tuple[int, ...]) -> Iterator[tuple[str, sp.Basic]]:
    if isinstance(node, sp.Rational) and node != -1 and len(path) > 0:
        yield "constant plus one", node + 1
        if node != 0:
            yield "constant doubled", 2 * node
    if isinstance(node, sp.Add):
        for i, term in enumerate(node.args):
            rest = [a for j, a in enumerate(node.args) if j != i]
            yield "sign of a term", sp.Add(*rest, -term)
            yield "term dropped", sp.Add(*rest)
    if isinstance(node, sp.Mul):
        for i, factor in enumerate(node.args):
            rest = [a for j, a in enumerate(node.args) if j != i]
            if factor != -1:
                yield "factor dropped", sp.Mul(*rest)
    if isinstance(node, sp.Pow) and node.exp.is_Rational and node.exp != -1:
        yield "exponent changed", node.base ** (node.exp + 1)
    if isinstance(node, (sp.log, sp.exp)):
        yield "argument halved", node.func(node.args[0] / 2)


def _swaps(statement: Relational) -> Iterator[tuple[str, object]]:
    symbols = sorted(statement.free_symbols, key=str)
    for i, a in enumerate(symbols):
        for b in symbols[i + 1 :]:
            left = statement.lhs.xreplace({a: b, b: a})
            yield "symbols swapped", statement.func(left, statement.rhs, evaluate=False)


def _put(node: sp.Basic, path: tuple[int, ...], new: sp.Basic) -> sp.Basic | None:
    if not path:
        return new
    args = list(node.args)
    inner = _put(args[path[0]], path[1:], new)
    if inner is None:
        return None
    args[path[0]] = inner
    try:
        if isinstance(node, Relational):
            return node.func(*args, evaluate=False)
        out = node.func(*args)
    except (TypeError, ValueError, AttributeError):
        return None
    return None if out.has(sp.nan, sp.zoo, sp.oo) and not isinstance(node, OPERATORS) else out


def _domains(claim: Claim) -> Iterator[tuple[str, dict]]:
    for symbol, given in claim.domain.items():
        if isinstance(given, tuple) and len(given) == 2:
            lo, hi = (sp.sympify(v) for v in given)
            if hi.is_finite and not hi.free_symbols:
                yield "domain widened", {**claim.domain, symbol: (lo, 2 * hi if hi > 0 else hi + 1)}
        elif isinstance(given, sp.Interval) and given.end.is_finite and not given.end.free_symbols:
            yield (
                "domain widened",
                {
                    **claim.domain,
                    symbol: sp.Interval(given.start, 2 * given.end if given.end > 0 else given.end + 1, given.left_open, given.right_open),
                },
            )
