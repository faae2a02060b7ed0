"""`dpverify report`: the results as a page, a document and a file for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ..claims.decide import SEED
from ..claims.runner import available_cores
from ..claims.versions import versions
from ..errors import InputError, MissingDependency
from ..figure_style import figure_style
from ..report.answers import report_answer
from ..report.document import document
from ..report.folder import check_target, written_whole
from ..report.model import model
from ..report.page import Drawing, render
from ..report.tex import compile_pdf
from .common import is_quiet, quiet_option, read_jobs, read_timeout, run_options, select_argument
from .progress import count_bar
from .verify import results_of


@click.command(short_help="Write the results as a page, a document and JSON.")
@select_argument
@click.option("-o", "--output", required=True, metavar="DIR", help="The folder; files of the same names in it are replaced.")
@click.option("--pdf", is_flag=True, help="Compile report.tex too, with pdflatex.")
@click.option("--figures/--no-figures", default=None, help="Draw the figures too. [default: for the whole ledger]")
@run_options
@quiet_option
def command(select: Sequence[str], output: str, pdf: bool, figures: bool | None, jobs: str | None, timeout: str, quiet: bool) -> int:
    """Decide claims and write DIR/index.html (one page, readable offline), DIR/report.tex and DIR/results.json.

    Exit 0 if every claim has the verdict that its file expects, or a stronger one; 1 if not.

    \b
    Example:
      dpverify report -o report --pdf
      dpverify report truncated_laplace -o report
    """
    limits = read_jobs(jobs), read_timeout(timeout)
    quiet = is_quiet(quiet)
    if not output:
        raise InputError("-o is ''; it must name a folder, or a new one")
    target = Path(output)
    check_target(target)
    with_figures = _with_figures(figures, whole=not select)
    results = results_of(select, *limits, quiet=quiet)
    if results is None:
        return 2
    made = model(results, versions())
    without_tex = ""
    with written_whole(target) as folder:
        drawings = _drawings(folder, limits[0], quiet) if with_figures else []
        (folder / "results.json").write_text(json.dumps(report_answer(made, SEED), indent=1) + "\n", encoding="utf-8")
        (folder / "report.tex").write_text(document(made), encoding="utf-8")
        if pdf:
            try:
                _, flaws = compile_pdf(folder / "report.tex")
                for flaw in flaws:
                    click.echo(f"dpverify: note: TeX says: {flaw}", err=True)
            except MissingDependency as error:
                without_tex = str(error)
        (folder / "index.html").write_text(render(made, SEED, drawings, pdf and not without_tex), encoding="utf-8")
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


def _with_figures(wanted: bool | None, whole: bool) -> bool:
    """Whether figures are drawn. Without matplotlib an error if they were asked for, else a note; before anything is computed."""
    if wanted is False or (wanted is None and not whole):
        return False
    try:
        with figure_style():
            return True
    except MissingDependency as error:
        if wanted:
            raise
        click.echo(f"dpverify: note: without figures: {error}", err=True)
        return False


def _drawings(folder: Path, jobs: int | None, quiet: bool) -> list[Drawing]:
    from ..report.drawings import draw_all

    with count_bar(not quiet and sys.stderr.isatty()) as show:
        return draw_all(folder, jobs or available_cores(), show)
