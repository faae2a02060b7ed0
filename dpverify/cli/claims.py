"""`dpverify claims`: list the ledger without running it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..claims.registry import select as select_claims
from ..report.answers import listing_answer
from ..report.text import plain
from .common import json_option, print_json, quiet_option, report_faults, select_argument, wrapped


@click.command(short_help="List the ledger without running it.")
@select_argument
@json_option
@quiet_option
def command(select: Sequence[str], as_json: bool, quiet: bool) -> int:
    """List claims without running them: id, expected verdict, title, source, and the statements of the mathematics that each covers.

    \b
    Example:
      dpverify claims
      dpverify claims truncated_laplace --json
    """
    selection = select_claims(select)
    if selection.faults:
        report_faults(selection.faults)
        return 2
    if as_json:
        print_json({"claims": [listing_answer(e) for e in selection.entries]})
        return 0
    for entry in selection.entries:
        claim = entry.claim
        click.echo(f"{entry.id}")
        click.echo(wrapped(plain(claim.title), 4))
        notes = [f"expected {claim.expected}", *([claim.source] if claim.source else [])]
        if claim.covers:
            notes.append("covers " + ", ".join(map(str, claim.covers)))
        click.echo(wrapped("; ".join(notes), 4))
    return 0
