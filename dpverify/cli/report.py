"""`dpverify report`: the results as a page, a document and a file for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from ..claims.decide import SEED
from ..claims.registry import select as select_claims
from ..claims.versions import versions
from ..errors import MissingDependency
from ..report.answers import report_answer
from ..report.document import document
from ..report.folder import check_target, written_whole
from ..report.model import model
from ..report.tex import compile_pdf
from .common import is_quiet, quiet_option, read_jobs, read_timeout, report_faults, run_options, select_argument
from .verify import decide, sound_results


@click.command(short_help="Write the results as a page, a document and JSON.")
@select_argument
@click.option("-o", "--output", required=True, metavar="DIR", help="The folder; files of the same names in it are replaced.")
@click.option("--pdf", is_flag=True, help="Compile report.tex too, with pdflatex.")
@run_options
@quiet_option
def command(select: Sequence[str], output: str, pdf: bool, jobs: str | None, timeout: str, quiet: bool) -> int:
    """Decide claims and write DIR/index.html (one page, readable offline), DIR/report.tex and DIR/results.json.

    Exit 0 if every claim has the verdict that its file expects, or a stronger one; 1 if not.

    \b
    Example:
      dpverify report -o report --pdf
      dpverify report truncated_laplace -o report
    """
    from ..report.page import render

    limits = read_jobs(jobs), read_timeout(timeout)
    quiet = is_quiet(quiet)
    target = Path(output)
    check_target(target)
    selection = select_claims(select)
    outcomes = [] if selection.faults else decide(selection, *limits, quiet=quiet)
    faults = list(selection.faults) + [o.fault for o in outcomes if o.fault is not None]
    if faults:
        report_faults(faults)
        return 2
    made = model(sound_results(outcomes), versions())
    without_tex = ""
    with written_whole(target) as folder:
        (folder / "results.json").write_text(json.dumps(report_answer(made, SEED), indent=1) + "\n", encoding="utf-8")
        (folder / "report.tex").write_text(document(made), encoding="utf-8")
        if pdf:
            try:
                _, flaws = compile_pdf(folder / "report.tex")
                for flaw in flaws:
                    click.echo(f"dpverify: note: TeX says: {flaw}", err=True)
            except MissingDependency as error:
                without_tex = str(error)
        (folder / "index.html").write_text(render(made, SEED, pdf=pdf and not without_tex), encoding="utf-8")
    failed = [item.id for item in made.items if not item.result.ok]
    if failed:
        count = f"{len(failed)} of {len(made.items)}"
        click.echo(f"dpverify: note: {count} claims have another verdict than expected, first {failed[0]}", err=True)
    if without_tex:
        # The rest of the report stands and is worth having.
        raise MissingDependency(f"report.pdf was not made: {without_tex}")
    if not quiet:
        click.echo(f"{target / 'index.html'}: {len(made.items)} claims, {len(made.items) - len(failed)} ok")
    return 1 if failed else 0
