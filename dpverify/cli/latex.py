"""`dpverify latex`: the derivations as a document."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from ..claims.registry import select as select_claims
from ..claims.versions import versions
from ..errors import InputError
from ..report.document import document
from ..report.model import model
from ..report.tex import compile_pdf
from ..whole_file import read_file_path
from .common import is_quiet, quiet_option, read_jobs, read_timeout, report_faults, run_options, select_argument
from .verify import decide, sound_results


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
    selection = select_claims(select)
    outcomes = [] if selection.faults else decide(selection, *limits, quiet=quiet)
    faults = list(selection.faults) + [o.fault for o in outcomes if o.fault is not None]
    if faults:
        report_faults(faults)
        return 2
    results = sound_results(outcomes)
    text = document(model(results, versions()))
    unfinished = target.with_name(target.name + ".part")
    try:
        unfinished.write_text(text, encoding="utf-8")
        os.replace(unfinished, target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    failed = [entry.id for entry, result in results if not result.ok]
    if failed:
        count = f"{len(failed)} of {len(results)}"
        click.echo(f"dpverify: note: {count} claims have another verdict than expected, first {failed[0]}", err=True)
    if pdf:
        _, flaws = compile_pdf(target)
        for flaw in flaws:
            click.echo(f"dpverify: note: TeX says: {flaw}", err=True)
    return 0
