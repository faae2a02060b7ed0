"""Breaks a long expression into lines: at the plus signs of a sum, or of the widest sum inside a product, function or integral."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from .measure import width
from .printer import BIG, NAMED, PaperPrinter, bracket, is_cut

MUCH = 1.15
"""A line longer than its room by this factor is much too long."""


@dataclass(frozen=True)
class _Opened:
    """An expression seen as head ( sum ) tail, where the sum is what will be broken."""

    head: str
    total: sp.Add
    tail: str = ""
    left: str = "("
    right: str = ")"
    before: sp.Expr | None = None
    """Factors that stand before the head."""


def lines(expr: sp.Expr, room: float) -> list[str]:
    """The expression in lines of at most about `room` em; a part that cannot be broken may be longer."""
    printer = PaperPrinter()
    whole = printer.doprint(expr)
    if width(whole) <= room or not isinstance(expr, sp.Expr):
        return [whole]
    if expr.is_Add:
        return _sum_lines(printer, printer.terms(expr), room)
    return _broken(printer, expr, room) or [whole]


def _broken(printer: PaperPrinter, expr: sp.Expr, room: float) -> list[str] | None:
    """In lines at a sum inside it; or factor by factor, where that leaves a line that is much too long and the factors do not."""
    rows = _opened_lines(printer, expr, room)
    if rows is not None and max(map(width, rows)) <= MUCH * room:
        return rows
    other = _factor_lines(printer, expr, room)
    if other is None or (rows is not None and max(map(width, rows)) <= max(map(width, other))):
        return rows
    return other


def _factor_lines(printer: PaperPrinter, expr: sp.Expr, room: float) -> list[str] | None:
    """A product, or one under an integral, sum or limit sign: factor after factor, then a slash and those of the denominator."""
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Product, sp.Limit)):
        inner = _factor_lines(printer, expr.args[0], room - 2.0)
        if inner is None:
            return None
        before, _, after = printer.doprint(expr.func(sp.Symbol("operand"), *expr.args[1:])).partition("operand")
        return [f"{before} {inner[0]}", *inner[1:-1], inner[-1] + after]
    if not expr.is_Mul:
        return None
    minus, over, under = printer.parts(expr)
    rows = _product_lines(printer, over, room) if over else ["1"]
    if under:
        below = _product_lines(printer, under, room - 4.0)
        rows += [rf"\quad\Big/ \biggl[ {below[0]}", *(rf"\quad\quad {row}" for row in below[1:])]
        rows[-1] += r" \biggr]"
    if len(rows) == 1:
        return None
    return ["-" + rows[0] if minus else rows[0], *rows[1:]]


def _product_lines(printer: PaperPrinter, factors: list[sp.Expr], room: float) -> list[str]:
    rows: list[str] = []
    for i, factor in enumerate(factors):
        block = [printer.factor(factor) if len(factors) > 1 else printer.doprint(factor)]
        if isinstance(factor, BIG) and i < len(factors) - 1:
            block = [bracket(block[0])]
        elif width(block[0]) > room - 1.5 and factor.is_Add:
            inner = _sum_lines(printer, printer.terms(factor), room - 3.0)
            block = [rf"\biggl( {inner[0]}", *(rf"\quad {row}" for row in inner[1:])]
            block[-1] += r" \biggr)"
        elif width(block[0]) > room - 1.5:
            block = _broken(printer, factor, room - 1.5) or block
        number = bool(rows) and factor.is_Rational
        if rows and not number and width(rows[-1]) + width(block[0]) <= room:
            rows = [*rows[:-1], f"{rows[-1]} {block[0]}", *block[1:]]
        else:
            rows += [rf"\quad\times {block[0]}" if rows else block[0], *block[1:]]
    return rows


def _sum_lines(printer: PaperPrinter, terms: list[sp.Expr], room: float) -> list[str]:
    rows: list[str] = []
    for i, term in enumerate(terms):
        text = printer.join_terms([term], leading=i > 0)
        if rows and width(rows[-1]) + width(text) <= room:
            rows[-1] += " " + text
        elif width(text) > room and not term.is_Add:
            minus = term.could_extract_minus_sign()
            body = -term if minus else term
            broken = _broken(printer, body, room - 1.5) or [printer.doprint(body)]
            sign = ("- " if minus else "+ ") if i else ("-" if minus else "")
            rows += [sign + broken[0], *broken[1:]]
        else:
            rows.append(text)
    return rows


def _opened_lines(printer: PaperPrinter, expr: sp.Expr, room: float) -> list[str] | None:
    """head ( sum over lines ) tail; None if there is no sum to break inside."""
    if isinstance(expr, (sp.Max, sp.Min)) and not (len(expr.args) == 2 and 0 in expr.args):
        return _choice_lines(printer, expr, room)
    opened = _open(printer, expr)
    if opened is None:
        return None
    rows = _sum_lines(printer, printer.terms(opened.total), max(room - 3.0, 10.0))
    if len(rows) == 1:
        return None
    ahead = [] if opened.before is None else lines(opened.before, room)
    if ahead == ["-1"]:
        ahead = ["-"]
    elif opened.before is not None and opened.before.is_Add:
        ahead = [bracket(ahead[0])] if len(ahead) == 1 else [rf"\biggl( {ahead[0]}", *ahead[1:-1], rf"{ahead[-1]} \biggr)"]
    first = rf"{opened.head}\biggl{opened.left} {rows[0]}"
    if ahead and width(ahead[-1]) + width(first) <= room:
        out = [*ahead[:-1], f"{ahead[-1]} {first}"]
    else:
        out = [*ahead, rf"\quad\times {first}" if ahead else first]
    out += [rf"\quad {row}" for row in rows[1:]]
    out[-1] += rf" \biggr{opened.right}{opened.tail}"
    return out


def _choice_lines(printer: PaperPrinter, expr: sp.Expr, room: float) -> list[str]:
    r"""max{ a, / b }: one argument after the other."""
    blocks = [lines(a, room - 4.0) for a in expr.args]
    rows = [row if i == 0 and j == 0 else rf"\quad {row}" for i, block in enumerate(blocks) for j, row in enumerate(block)]
    ends = [sum(len(b) for b in blocks[: i + 1]) - 1 for i in range(len(blocks))]
    for at in ends[:-1]:
        rows[at] += ","
    rows[0] = NAMED[type(expr)] + r"\biggl\{ " + rows[0]
    rows[-1] += r" \biggr\}"
    return rows


def _open(printer: PaperPrinter, expr: sp.Expr) -> _Opened | None:
    """Where the expression can be broken: the widest sum that is a factor, the argument of a function, or under an integral or sum sign."""
    if isinstance(expr, sp.Add):
        return _Opened("", expr, "", "[", "]")
    if expr.is_Pow and expr.exp.is_Integer and expr.exp > 0 and expr.base.is_Add:
        return _Opened("", expr.base, f"^{{{expr.exp}}}")
    if isinstance(expr, sp.Max) and len(expr.args) == 2 and 0 in expr.args:
        inside = next(a for a in expr.args if a != 0)
        return _Opened("", inside, "_{+}") if inside.is_Add else None
    if is_cut(expr):
        body, condition = expr.args[0]
        inner = _open(printer, body)
        if inner is None:
            return None
        mark = printer.doprint(sp.Piecewise((1, condition), (0, True)))
        return _Opened(_before(printer, inner), inner.total, inner.tail + rf"\,{mark}", inner.left, inner.right)
    if isinstance(expr, sp.exp) or (type(expr) in NAMED and len(expr.args) == 1):
        name = r"\exp" if isinstance(expr, sp.exp) else NAMED[type(expr)]
        if expr.args[0].is_Add:
            return _Opened(name, expr.args[0])
        inner = _open(printer, expr.args[0])
        if inner is None:
            return None
        return _Opened(rf"{name}\biggl( {_before(printer, inner)}", inner.total, inner.tail + r" \biggr)", inner.left, inner.right)
    if isinstance(expr, (sp.Integral, sp.Sum, sp.Product, sp.Limit)):
        inner = _open(printer, expr.args[0])
        if inner is None:
            return None
        mark = sp.Symbol("operand")
        before, _, after = printer.doprint(expr.func(mark, *expr.args[1:])).partition("operand")
        return _Opened(f"{before} {_before(printer, inner)}", inner.total, inner.tail + after, inner.left, inner.right)
    if not expr.is_Mul:
        return None
    options = [(f, o) for f in expr.args if (o := _open(printer, f)) is not None]
    if not options:
        return None
    factor, opened = max(options, key=lambda pair: width(printer.doprint(pair[1].total)))
    rest = sp.Mul(*(f for f in expr.args if f is not factor))
    return _Opened(opened.head, opened.total, opened.tail, opened.left, opened.right, rest)


def _before(printer: PaperPrinter, opened: _Opened) -> str:
    """The factors before the head and the head, in one piece."""
    if opened.before is None:
        return opened.head
    text = printer.doprint(opened.before)
    return f"{'-' if text == '-1' else bracket(text) if opened.before.is_Add else text} {opened.head}"
