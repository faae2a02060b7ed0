"""`dpverify show`: one claim with its derivation."""

from __future__ import annotations

import click
import sympy as sp

from ..claims.registry import Entry, select
from ..report.answers import show_answer
from ..report.statement import hypotheses, laws, member
from ..report.text import plain
from .common import json_option, print_json, quiet_option, report_faults, wrapped

SIGNS = {"==": "=", "!=": "!="}


@click.command(short_help="Print one claim with its derivation.")
@click.argument("claim_id", metavar="ID")
@json_option
@quiet_option
def command(claim_id: str, as_json: bool, quiet: bool) -> int:
    """Print one claim: statement, source, domain, and each step with its reason and the rule it applies. Formulas are in SymPy's words.

    \b
    Example:
      dpverify show truncated_laplace.amplitude
    """
    selection = select([claim_id])
    if selection.faults:
        report_faults(selection.faults)
        return 2
    if len(selection.entries) != 1:
        some = ", ".join(e.id for e in selection.entries[:3])
        raise click.UsageError(f"{claim_id} names {len(selection.entries)} claims ({some}, ...); show prints one")
    entry = selection.entries[0]
    if as_json:
        print_json(show_answer(entry))
    else:
        _print(entry)
    return 0


def _print(entry: Entry) -> None:
    claim = entry.claim
    click.echo(entry.id)
    click.echo(wrapped(plain(claim.title), 0) + "\n")
    for law in laws(claim):
        click.echo(wrapped("where " + plain(law.words), 2, 2))
    given = hypotheses(claim)
    if given:
        click.echo(wrapped("for " + plain(", ".join(f"${h}$" for h in given)), 2, 2))
    click.echo(wrapped(formula(claim.statement), 4, 2) + "\n")
    facts = {
        "source": claim.source,
        "covers": ", ".join(map(str, claim.covers)),
        "quote": claim.quote,
        "corrects": claim.corrects,
        "uses": ", ".join(dict.fromkeys(entry.uses.values())),
        "expected": claim.expected,
        "note": plain(claim.note),
        "file": entry.path.as_posix(),
    }
    for name, value in facts.items():
        if value:
            click.echo(f"  {name + ':':<10}" + wrapped(value, 12).lstrip())
    for number, step in enumerate(claim.steps, 1):
        label = f" [{step.label}]" if step.label else ""
        click.echo(f"\n  step {number}{label}")
        if step.domain:
            click.echo(wrapped("for " + plain(", ".join(f"${member(s, given)}$" for s, given in step.domain.items())), 4, 2))
        click.echo(wrapped(formula(step.expression), 4, 2))
        if step.because:
            click.echo(wrapped("because " + plain(step.because), 4, 2))
        premises = step.rule.premises() if hasattr(step.rule, "premises") else ()
        if step.uses or premises:
            click.echo(wrapped("uses " + ", ".join(dict.fromkeys((*step.uses, *premises))), 4, 2))
        if step.rule is not None:
            rule = step.rule
            click.echo(wrapped(f"rule {getattr(rule, 'name', type(rule).__name__)}: {plain(getattr(rule, 'lemma', ''))}", 4, 2))


def formula(expr: sp.Basic) -> str:
    """In SymPy's words, with the relation sign between the sides; a bare expression continues a chain."""
    if isinstance(expr, sp.core.relational.Relational):
        return f"{expr.lhs} {SIGNS.get(expr.rel_op, expr.rel_op)} {expr.rhs}"
    return f"= {expr}"
