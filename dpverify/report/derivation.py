"""The steps of a claim as displays: the links of a chain aligned at their relation sign, the reason of each in words between them."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.core.relational import Relational

from ..claims.claim import Claim, Step
from .breaking import lines, width
from .printer import RELATIONS, latex
from .statement import member
from .text import identifier, prose

ROOM = 38.0
"""About how many em of a formula go on a line beside the equation number."""
WIDE_LEFT = 9.0
"""A left side wider than this has a line of its own."""


def display(relation: Relational, label: str) -> str:
    """One numbered display of a relation."""
    return _numbered(relation.lhs, RELATIONS[relation.rel_op], relation.rhs, label)


def _numbered(left: sp.Expr, sign: str, right: sp.Expr, label: str) -> str:
    return f"\\begin{{equation}}\\label{{{label}}}\n\\fitall{{{_body(left, sign, right)}}}\n\\end{{equation}}\n"


def unnumbered(relation: Relational) -> str:
    """One display of a relation to which nothing refers."""
    return f"\\begin{{equation*}}\n\\fitall{{{_body(relation.lhs, RELATIONS[relation.rel_op], relation.rhs)}}}\n\\end{{equation*}}\n"


def _body(lhs: sp.Expr, sign: str, rhs: sp.Expr) -> str:
    rows = relation_rows(lhs, sign, rhs)
    return rows[0] if len(rows) == 1 else aligned(["&" + row for row in rows])


def relation_rows(lhs: sp.Expr, sign: str, rhs: sp.Expr) -> list[str]:
    """`lhs sign rhs` in lines: one if it fits, else the left side's and below them the right side's."""
    left, right = latex(lhs), lines(rhs, ROOM - 4.0)
    if width(left) + width(right[0]) <= ROOM and len(right) == 1:
        return [f"{left} {sign} {right[0]}"]
    rows = [("" if i == 0 else r"\quad ") + row for i, row in enumerate(lines(lhs, ROOM))]
    return rows + [(rf"\quad {sign} " if i == 0 else r"\quad\qquad ") + row for i, row in enumerate(right)]


def aligned(rows: list[str], at: str = "") -> str:
    """Rows in an aligned block; a single row as it is."""
    return "\\begin{aligned}" + at + "\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def derivation(claim: Claim, label: str, claim_labels: Mapping[str, str], names: Mapping[str, str]) -> str:
    """All steps; `label` begins their labels, claim_labels: names used in the claim -> label of that claim in the
    document; names: names used -> full id."""
    only = claim.steps[0] if len(claim.steps) == 1 else None
    if only is not None and not only.label and not only.domain and says(only.expression, claim.statement):
        return f"\\noindent {reason(1, only, {}, claim_labels, names)}\n"
    out: list[str] = []
    open_chain: list[str] = []
    alone = ""  # the first link of the open chain, in case that no other follows
    cursor = claim.statement.lhs
    step_labels = {s.label: f"{label}.{i}" for i, s in enumerate(claim.steps, 1) if s.label}
    for number, step in enumerate(claim.steps, 1):
        words = reason(number, step, step_labels, claim_labels, names)
        tag = f"{label}.{number}"
        expr = step.expression
        left, sign, right = None, "=", expr
        if isinstance(expr, Relational):
            left, sign, right = expr.lhs, RELATIONS[expr.rel_op], expr.rhs
        continues = left is None or left == cursor
        if continues and open_chain:
            open_chain.append(f"\\shortintertext{{{words}}}\n" + link(right, sign, tag))
        else:
            out += _close(open_chain, alone)
            out.append(f"\\noindent {words}\n")
            if continues:
                open_chain = [start(cursor, right, sign, tag)]
                alone = _numbered(cursor, sign, right, tag)
            else:
                out.append(display(expr, tag))
                open_chain = []
        if continues:
            cursor = right
    return "".join(out + _close(open_chain, alone))


def says(expression: sp.Basic, statement: Relational) -> bool:
    """The step is the statement as it stands, which need not be printed twice."""
    return expression == statement or (isinstance(statement, sp.Eq) and expression == statement.rhs)


def _close(chain: list[str], alone: str) -> list[str]:
    if len(chain) < 2:
        return [alone] if chain else []
    first, _, body = chain[0].partition("\n")
    return [f"{first}\n\\begin{{align}}\n" + " \\\\\n".join([body, *chain[1:]]) + "\n\\end{align}\n"]


def start(left: sp.Expr, right: sp.Expr, sign: str, tag: str) -> str:
    """The first link: a line of TeX that measures the left side, then the row."""
    text = latex(left)
    beside = ROOM - 3.0 - width(text)
    if width(text) > WIDE_LEFT or max(map(width, lines(right, beside))) > beside:
        rows = aligned(["&" + row for row in lines(left, ROOM)])
        return f"\\setlhs{{}}\n&\\fitrhs{{{rows}}} \\notag \\\\\n" + link(right, sign, tag)
    return f"\\setlhs{{{text}}}\n{text} " + link(right, sign, tag, width(text))


def link(right: sp.Expr, sign: str, tag: str, used: float = 0.0) -> str:
    """`&= right`, in several lines where it is long."""
    rows = lines(right, ROOM - 3.0 - used)
    body = rows[0] if len(rows) == 1 else aligned(["&" + rows[0], *(r"&\quad " + row for row in rows[1:])], "[t]")
    return f"&{sign} \\fitrhs{{{body}}} \\label{{{tag}}}"


def reason(number: int, step: Step, step_labels: Mapping[str, str], claim_labels: Mapping[str, str], names: Mapping[str, str]) -> str:
    """ "Step 3: because ... (by (2) and Claim 4; rule: induction)." """
    words = prose(step.because.strip().rstrip("."))
    links = [reference(u, step_labels, claim_labels, names) for u in premises(step)]
    notes = ["by " + join_words(links)] if links else []
    if step.rule is not None:
        notes.append("rule: " + prose(str(getattr(step.rule, "name", type(step.rule).__name__))))
    note = f" ({'; '.join(notes)})" if notes else ""
    where = join_words([f"${member(symbol, given)}$" for symbol, given in step.domain.items()]) if step.domain else ""
    return rf"\step{{{number}}}" + (f", for {where}" if where else "") + (f": {words}" if words else "") + note + "."


def reference(name: str, step_labels: Mapping[str, str], claim_labels: Mapping[str, str], names: Mapping[str, str]) -> str:
    r"""A step as (3), a claim of the document as Claim 4, any other claim by its id."""
    if name in step_labels:
        return rf"\eqref{{{step_labels[name]}}}"
    if name in claim_labels:
        return rf"Claim~\ref{{{claim_labels[name]}}}"
    return identifier(names.get(name, name))


def join_words(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def premises(step: Step) -> tuple[str, ...]:
    of_rule = step.rule.premises() if hasattr(step.rule, "premises") else ()
    return tuple(dict.fromkeys((*step.uses, *of_rule)))
