"""Enclosure of a SymPy expression over a box: the set of all its values when every symbol ranges over its own interval.

An expression is compiled once into straight-line code (common subexpressions shared) and then run on many boxes.
Nothing is sampled: every instruction maps sets to sets, so the result holds f(v) for every point v of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import ctx
from sympy.core.relational import Relational

from ..capture import free_symbols
from ..errors import NotEnclosable
from . import functions as fn
from . import special_functions as special
from .conditions import Box, restrict_box, truth_of
from .function_table import REWRITTEN, UNARY_FUNCTIONS
from .interval import Interval, affine, working_precision
from .patterns import affine_in_one_symbol, exponential_pairs, merge_erfc

Instruction = tuple[Any, int | None, int | None]

def enclose_over(expr: Any, box: Box, prec: int = 64) -> Interval:
    """An interval that holds expr(v) for every v in the box (the symbols vary independently).

    Raises NotEnclosable if the expression may be undefined or non-real at some point of the box, or holds an unknown function.
    """
    return compile_expr(sp.sympify(expr))(box, prec)


def decide_over(condition: Any, box: Box, prec: int = 64) -> bool | None:
    """True or False if a relation (or And, Or, Not of relations) has that truth value on the whole box, else None."""
    if condition is sp.true or condition is True:
        return True
    if condition is sp.false or condition is False:
        return False
    if isinstance(condition, (sp.And, sp.Or)):
        values = [decide_over(c, box, prec) for c in condition.args]
        absorbing = isinstance(condition, sp.Or)
        if absorbing in values:
            return absorbing
        return None if None in values else not absorbing
    if isinstance(condition, sp.Not):
        value = decide_over(condition.args[0], box, prec)
        return None if value is None else not value
    if not isinstance(condition, Relational):
        return None
    try:
        if condition.lhs.is_infinite or condition.rhs.is_infinite:
            return _against_infinity(condition, box, prec)
        for side in condition.args:
            compile_expr(side)(box, prec)  # The difference may have lost a term that is undefined somewhere.
        difference = compile_expr(condition.lhs - condition.rhs)(box, prec)
    except NotEnclosable:
        return None
    return truth_of(condition, difference)


def require_defined(condition: Any, box: Box, prec: int = 64) -> None:
    """Raise NotEnclosable unless both sides of every relation in the condition are certain to be defined on the whole box.

    An undecided condition that is defined lets either branch be taken; one that is not defined leaves no value at all.
    """
    for relation in condition.atoms(Relational) if isinstance(condition, sp.Basic) else ():
        for side in relation.args:
            if not side.is_infinite and not side.is_number:
                compile_expr(side)(box, prec)
            elif side.is_number and side.is_extended_real is not True:
                raise NotEnclosable(f"the condition {sp.sstr(relation)[:100]} compares what is not real")


def _against_infinity(relation: Relational, box: Box, prec: int) -> bool | None:
    """v REL ±oo for a real v: decided as soon as v is known to be defined."""
    left = bool(relation.lhs.is_infinite)
    finite, infinite = (relation.rhs, relation.lhs) if left else (relation.lhs, relation.rhs)
    if finite.is_infinite or infinite not in (sp.S.Infinity, sp.S.NegativeInfinity):
        return None
    compile_expr(finite)(box, prec)
    if isinstance(relation, (sp.Eq, sp.Ne)):
        return isinstance(relation, sp.Ne)
    below = (infinite is sp.S.Infinity) != left
    return below == isinstance(relation, (sp.StrictLessThan, sp.LessThan))


class Program:
    """Straight-line code for one expression. Call it with a box (symbol -> Interval) and a precision in bits."""

    def __init__(self, expr: sp.Expr) -> None:
        if not isinstance(expr, sp.Expr) or expr.has(sp.Float, sp.nan, sp.zoo):
            raise NotEnclosable(f"{expr} is no exact real expression")
        self.expr = expr
        builder = _Builder()
        self._result = builder.register(expr)
        self._code = builder.code
        self._inputs = builder.inputs
        self._symbols = [(i, e) for i, e in enumerate(builder.inputs) if isinstance(e, sp.Symbol)]
        self._templates: dict[int, list[Any]] = {}

    def __call__(self, box: Box, prec: int = 64) -> Interval:
        template = self._templates.get(prec)
        if template is None:
            constants = [None if isinstance(e, sp.Symbol) else _constant(e, prec) for e in self._inputs]
            # Input k lives at index -k, so that the results of instructions can be numbered from 0 while compiling.
            template = self._templates[prec] = [None] * len(self._code) + constants[::-1]
        values = template.copy()
        for i, symbol in self._symbols:
            value = box.get(symbol)
            if value is None:
                raise NotEnclosable(f"no range is known for the symbol {symbol}")
            values[-1 - i] = value
        old = ctx.prec
        ctx.prec = prec
        try:
            for k, (f, i, j) in enumerate(self._code):  # type: ignore[assignment]
                if j is not None:
                    values[k] = f(values[i], values[j])
                elif i is not None:
                    values[k] = f(values[i])
                else:
                    values[k] = f(box, prec)
        finally:
            ctx.prec = old
        return values[self._result]


@lru_cache(maxsize=20000)
def compile_expr(expr: sp.Expr) -> Program:
    """The (cached) Program of an expression; raises NotEnclosable for an unknown function."""
    return Program(expr)


def _constant(expr: sp.Expr, prec: int) -> Interval:
    from .point import enclose_at  # here, because points use this module for what they cannot decide

    with working_precision(prec):
        return Interval.from_ball(enclose_at(expr, {}, prec))


class _Builder:
    """Turns a tree into instructions (f, i, j); equal subtrees share a register. Registers < 0 are inputs, >= 0 results of instructions.

    j is None for a function of one register, i too for a function of the whole box.
    """

    def __init__(self) -> None:
        self.inputs: list[sp.Expr] = []
        self.code: list[Instruction] = []
        self._known: dict[Any, int] = {}

    def register(self, expr: sp.Expr) -> int:
        known = self._known.get(expr)
        if known is None:
            known = self._known[expr] = self._compile(expr)
        return known

    def _input(self, expr: sp.Expr) -> int:
        self.inputs.append(expr)
        return -len(self.inputs)

    def _emit(self, f: Any, i: int | None, j: int | None) -> int:
        self.code.append((f, i, j))
        return len(self.code) - 1

    def unary(self, f: Any, a: int) -> int:
        return self._emit(f, a, None)

    def binary(self, f: Any, a: int, b: int) -> int:
        return self._emit(f, a, b)

    def on_box(self, f: Callable[[Box, int], Interval]) -> int:
        return self._emit(f, None, None)

    def fold(self, f: Any, registers: list[int]) -> int:
        out = registers[0]
        for r in registers[1:]:
            out = self.binary(f, out, r)
        return out

    def _compile(self, expr: sp.Expr) -> int:
        if isinstance(expr, sp.Symbol):
            return self._input(expr)
        if not free_symbols(expr):
            if expr.is_infinite:
                raise NotEnclosable(f"{expr} is infinite")
            return self._input(expr)
        line = affine_in_one_symbol(expr)
        if line is not None:
            symbol, slope, offset = line
            return self.unary(lambda a: affine(a, slope, offset), self.register(symbol))
        if isinstance(expr, sp.Add):
            return self._sum(expr)
        if isinstance(expr, sp.Mul):
            return self._product(expr)
        if isinstance(expr, sp.Pow):
            return self._power(expr)
        if isinstance(expr, sp.log) and len(expr.args) == 1:
            return self._log(expr)
        if isinstance(expr, (sp.Max, sp.Min)):
            f = fn.maximum if isinstance(expr, sp.Max) else fn.minimum
            return self.fold(f, [self.register(a) for a in expr.args])
        if isinstance(expr, sp.Piecewise):
            return self.on_box(_piecewise(expr))
        if isinstance(expr, sp.Heaviside):
            if len(expr.args) > 1 and expr.args[1] != sp.Rational(1, 2):
                raise NotEnclosable("Heaviside with a value at 0 other than 1/2")
            return self.unary(fn.heaviside, self.register(expr.args[0]))
        if isinstance(expr, sp.binomial):
            return self.binary(special.binomial, *(self.register(a) for a in expr.args))
        if isinstance(expr, sp.LambertW) and len(expr.args) == 1:
            return self.unary(special.lambertw, self.register(expr.args[0]))
        if isinstance(expr, sp.polygamma) and expr.args[0] == 0:
            return self.unary(special.digamma, self.register(expr.args[1]))
        if expr.func in UNARY_FUNCTIONS and len(expr.args) == 1:
            return self.unary(UNARY_FUNCTIONS[expr.func], self.register(expr.args[0]))
        if expr.func in REWRITTEN:
            return self.register(REWRITTEN[expr.func](*expr.args))
        raise NotEnclosable(f"the function {expr.func.__name__} has no enclosure over a box")

    def _sum(self, expr: sp.Add) -> int:
        if expr.has(sp.erfc):
            merged = merge_erfc(expr)
            if not isinstance(merged, sp.Add) or merged != expr:
                return self.binary(_common, self._plain_sum(expr), self.register(merged))
        return self._plain_sum(expr)

    def _plain_sum(self, expr: sp.Add) -> int:
        plain, pairs = exponential_pairs(expr.args)
        parts = [self._difference(*p) for p in pairs]
        parts += [self.register(t) for t in plain]
        return self.fold(Interval.__add__, parts)

    def _difference(self, cofactor: sp.Expr, u: sp.Expr, v: sp.Expr) -> int:
        """cofactor*(exp(u) - exp(v)), as exp(v)*expm1(u - v) and -exp(u)*expm1(v - u): no cancellation. The results are intersected."""
        d = self.register(u - v)
        eu, ev = self.register(sp.exp(u)), self.register(sp.exp(v))
        one = self.binary(Interval.__mul__, ev, self.unary(fn.expm1, d)) if v != 0 else self.unary(fn.expm1, d)
        out = one
        if v != 0:
            other = self.binary(Interval.__mul__, eu, self.unary(fn.expm1, self.unary(Interval.__neg__, d)))
            out = self.binary(_common, out, self.unary(Interval.__neg__, other))
            out = self.binary(_common, out, self.binary(Interval.__sub__, eu, ev))
        return out if cofactor == 1 else self.binary(Interval.__mul__, self.register(cofactor), out)

    def _product(self, expr: sp.Mul) -> int:
        args = list(expr.args)
        if args[0] is sp.S.NegativeOne:
            return self.unary(Interval.__neg__, self.register(sp.Mul(*args[1:])))
        exponentials = [a for a in args if isinstance(a, sp.exp)]
        if len(exponentials) > 1:
            merged = sp.exp(sp.expand(sp.Add(*(e.args[0] for e in exponentials))))
            args = [a for a in args if not isinstance(a, sp.exp)] + [merged]
        out = self.fold(Interval.__mul__, [self.register(a) for a in args])
        for alternative in (*_quotients_by_sums(args), *_scaled_erfc(args)):
            out = self.binary(_common, out, alternative(self))
        return out

    def _power(self, expr: sp.Pow) -> int:
        base, exponent = expr.args
        if base is sp.S.Exp1:
            return self.unary(fn.exp, self.register(exponent))
        if isinstance(exponent, sp.Integer):
            n = int(exponent)
            if n == -1:
                return self.unary(Interval.reciprocal, self.register(base))
            return self.unary(lambda a: fn.integer_power(a, n), self.register(base))
        if isinstance(exponent, sp.Rational):
            p, q = int(exponent.p), int(exponent.q)
            return self.unary(lambda a: fn.rational_power(a, p, q), self.register(base))
        f = fn.integer_exponent_power if exponent.is_integer else fn.general_power
        return self.binary(f, self.register(base), self.register(exponent))

    def _log(self, expr: sp.Expr) -> int:
        arg = expr.args[0]
        if isinstance(arg, sp.Add) and sp.S.One in arg.args:
            plain, _ = exponential_pairs(arg.args)
            if sp.S.One in plain:
                return self.unary(fn.log1p, self.register(arg - 1))
        return self.unary(fn.log, self.register(arg))


def _common(a: Interval, b: Interval) -> Interval:
    """Both hold the value, so their intersection does (it cannot be empty)."""
    return a.intersect(b) or a


def _quotients_by_sums(args: list[sp.Expr]) -> Iterator[Callable[[_Builder], int]]:
    """n/(n + r) = 1/(1 + r/n): on an unbounded box the plain quotient forgets that it is below 1. Where n may be 0 this says nothing."""
    for i, factor in enumerate(args):
        if not (isinstance(factor, sp.Pow) and factor.exp is sp.S.NegativeOne and isinstance(factor.base, sp.Add)):
            continue
        numerator = sp.Mul(*args[:i], *args[i + 1 :])
        for term in factor.base.args:
            scale = numerator / term
            if not scale.is_Rational or scale == 0 or not free_symbols(term):
                continue
            others = [t for t in factor.base.args if t != term]

            def build(b: _Builder, term: sp.Expr = term, others: list[sp.Expr] = others, scale: sp.Expr = scale) -> int:
                inverse = b.unary(_reciprocal_or_whole, b.register(term))
                ratio = b.binary(Interval.__mul__, b.register(sp.Add(*others)), inverse)
                denominator = b.binary(Interval.__add__, ratio, b.register(sp.S.One))
                return b.binary(Interval.__mul__, b.register(scale), b.unary(_reciprocal_or_whole, denominator))

            yield build
            break


def _reciprocal_or_whole(a: Interval) -> Interval:
    """1/v where v != 0 is certain, else everything (used beside another enclosure that settles whether it is defined)."""
    return a.reciprocal() if a.is_nonzero() else Interval.whole()


def _scaled_erfc(args: list[sp.Expr]) -> Iterator[Callable[[_Builder], int]]:
    """exp(u) erfc(v) = exp(u - v^2) * (exp(v^2) erfc(v)): neither overflows where v is large."""
    exponentials = [f for f in args if isinstance(f, sp.exp)]
    complements = [f for f in args if isinstance(f, sp.erfc)]
    if len(complements) != 1 or not exponentials:
        return
    v = complements[0].args[0]
    u = sp.expand(sp.Add(*(f.args[0] for f in exponentials)) - v**2)
    rest = [f for f in args if f not in exponentials and f not in complements]

    def build(b: _Builder) -> int:
        scaled = b.unary(special.erfcx, b.register(v))
        return b.fold(Interval.__mul__, [scaled, *(b.register(f) for f in (sp.exp(u), *rest))])

    yield build


def _piecewise(expr: sp.Piecewise) -> Callable[[Box, int], Interval]:
    """Hull of the branches that some point of the box may take; each branch sees the box cut down by its condition."""
    branches = [(compile_expr(e), c) for e, c in expr.args]

    def run(box: Box, prec: int) -> Interval:
        out: Interval | None = None
        rest: Box = box
        for program, condition in branches:
            require_defined(condition, rest, prec)
            truth = decide_over(condition, rest, prec)
            if truth is False:
                continue
            part = restrict_box(rest, condition)
            if part is not None:
                value = program(part, prec)
                out = value if out is None else out.hull(value)
            if truth is True:
                break
            remaining = restrict_box(rest, sp.Not(condition))
            if remaining is None:
                break
            rest = remaining
        else:
            raise NotEnclosable("no branch of the Piecewise is known to apply everywhere on the box")
        if out is None:
            raise NotEnclosable("no branch of the Piecewise applies")
        return out

    return run
