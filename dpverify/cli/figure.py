"""`dpverify figure`: the figures of the sources and of this project, with their data."""

from __future__ import annotations

import os
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError
from .common import is_quiet, json_option, print_json, quiet_option, read_jobs
from .progress import count_bar

if TYPE_CHECKING:
    from ..figures.figure import Figure

SETTINGS = ("epsilon", "delta", "points", "loss")


@click.command(short_help="The papers' figures and ours, with their data.")
@click.argument("name", metavar="[NAME]", required=False)
@click.option("-o", "--output", default=None, metavar="FILE", help="The figure: .pdf, .svg or .png. Its data goes beside it, as .csv.")
@click.option("--epsilon", default=None, metavar="E", help="Of a figure of one point or one epsilon.")
@click.option("--delta", default=None, metavar="D", help="Of a figure of one point or one delta.")
@click.option("--points", default=None, metavar="N", help="Points along each axis: fewer are faster.")
@click.option("--loss", default=None, metavar="L", help="amplitude or power.")
@click.option("--jobs", default=None, metavar="N", help="Processes. [default: one a core]")
@json_option
@quiet_option
def command(name: str | None, output: str | None, jobs: str | None, as_json: bool, quiet: bool, **settings: str | None) -> int:
    """Draw a figure, and write what it shows as FILE.csv; without NAME, list the figures. Sensitivity is one throughout.

    Brackets are drawn as bands from the certified lower to the certified upper end. What each figure shows, and its columns:
    docs/figures.md.

    \b
    Example:
      dpverify figure
      dpverify figure bounds --loss power -o bounds.pdf
      dpverify figure optimal-law --epsilon 1 --delta 0.1 -o law.svg
    """
    given = {key: text for key, text in settings.items() if text is not None}
    if name is None:
        if output is not None or given:
            raise InputError("NAME is missing; it says which figure is to be drawn")
        _list(as_json, is_quiet(quiet))
        return 0
    from ..figures.registry import find

    figure = find(name)
    config = _config(figure, given)
    if output is None:
        raise InputError("-o is missing; it names the file to write")
    count = read_jobs(jobs) or len(os.sched_getaffinity(0))
    path, beside = _paths(output)
    from ..figures.work import local_workers
    from ..figures.write import write

    with count_bar(sys.stderr.isatty() and not is_quiet(quiet)) as show:
        table = write(figure, config, path, local_workers(count, show))
    if as_json:
        print_json({"figure": name, "file": str(path), "data": str(beside), "rows": len(table.rows), "columns": list(table.columns)})
    elif not is_quiet(quiet):
        click.echo(f"{path}, {beside}: {len(table.rows)} rows of {', '.join(table.columns)}")
    return 0


def _list(as_json: bool, quiet: bool) -> None:
    from ..figures.registry import figures

    if as_json:
        print_json({"figures": [described(f) for f in figures()]})
        return
    for figure in figures():
        click.echo(figure.name if quiet else f"{figure.name:<18} {figure.title}")


def described(figure: Figure) -> dict[str, Any]:
    """The data about a figure, for JSON."""
    options = {f.name: f.default for f in fields(figure.config)}
    names = ("name", "title", "source", "seen")
    return {n: getattr(figure, n) for n in names} | {"options": options, "columns": dict(figure.columns)}


def _config(figure: Figure, given: dict[str, str]) -> Any:
    """The config of a figure from the options given. InputError names the option."""
    known = {f.name for f in fields(figure.config)}
    for key in given:
        if key not in known:
            have = ", ".join(f"--{k}" for k in SETTINGS if k in known)
            raise InputError(f"--{key} is given, but the figure {figure.name} has the options {have} only")
    words: dict[str, Any] = dict(given)
    if "points" in words:
        text = words["points"]
        if not (text.isascii() and text.isdigit() and len(text) < 7):
            raise InputError(f"--points is {text[:40]!r}; it must be an integer from 1 to 999999")
        words["points"] = int(text)
    try:
        return figure.config(**words)
    except InputError as error:
        # The config names its fields, which are options here.
        raise InputError(f"--{error}") from None


def _paths(output: str) -> tuple[Path, Path]:
    """Where figure and data go. InputError unless both can be written."""
    from ..figure_style import read_figure_path
    from ..figures.write import data_path
    from ..whole_file import check_writable

    path = read_figure_path(output, "-o")
    beside = data_path(path)
    if os.path.isdir(beside):
        raise InputError(f"-o is {output!r}; its data would go to {beside}, which is a folder")
    check_writable(beside, "-o")
    return path, beside
