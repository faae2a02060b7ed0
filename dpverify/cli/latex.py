"""`dpverify latex`: the derivations as a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..claims.versions import versions
from ..errors import InputError
from ..report.document import document
from ..report.model import model
from ..report.tex import compile_pdf
from ..whole_file import read_file_path, write_whole
from .common import is_quiet, quiet_option, read_jobs, read_timeout, run_options, select_argument
from .verify import results_of


@click.command(short_help="Write the derivations as a LaTeX document.")
@select_argument
@click.option("-o", "--output", required=True, metavar="FILE.tex", help="The document.")
@click.option("--pdf", is_flag=True, help="Compile it too, with pdflatex; the PDF lies beside it.")
@run_options
@quiet_option
def command(select: Sequence[str], output: str, pdf: bool, jobs: str | None, timeout: str, quiet: bool) -> int:
    """Decide claims and write their derivations as a self-contained LaTeX document, each with the verdict it has.

    \b
    Example:
      dpverify latex truncated_laplace -o appendix.tex --pdf
    """
    limits = read_jobs(jobs), read_timeout(timeout)
    quiet = is_quiet(quiet)
    target = Path(output)
    if target.suffix != ".tex":
        raise InputError(f"-o is {output!r}; the name must end in .tex")
    read_file_path(output, "-o")
    results = results_of(select, *limits, quiet=quiet)
    if results is None:
        return 2
    text = document(model(results, versions()))
    write_whole(target, text.encode())
    failed = [entry.id for entry, result in results if not result.ok]
    if failed:
        count = f"{len(failed)} of {len(results)}"
        click.echo(f"dpverify: note: {count} claims have another verdict than expected, first {failed[0]}", err=True)
    if pdf:
        _, flaws = compile_pdf(target)
        for flaw in flaws:
            click.echo(f"dpverify: note: TeX says: {flaw}", err=True)
    return 0
