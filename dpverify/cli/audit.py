"""`dpverify audit`: privacy libraries' own calibrations against certified truth."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, MissingDependency
from ..whole_file import read_file_path
from .common import is_quiet, json_option, print_json, quiet_option, wrapped
from .progress import count_bar

if TYPE_CHECKING:
    from ..audit.audit import Audited

MAX_POINTS = 100_000
COLUMNS = {
    "points": ("points", 7),
    "tight": ("tight", 6),
    "loose": ("loose", 6),
    "violations": ("violation", 10),
    "no_answer": ("no answer", 10),
    "did_not_return": ("no return", 10),
}
"""Key of a row -> head and width of its column."""


@click.command(short_help="Other libraries' noise against certified truth.")
@click.argument("libraries", nargs=-1, metavar="[LIBRARY]...")
@click.option("--setup", default=None, metavar="DIR", help="Give each library an environment of its own in DIR, made with pip if missing.")
@click.option("--python", "named", multiple=True, metavar="LIBRARY=PATH", help="The interpreter in which a library is installed.")
@click.option("--points", default="24", metavar="N", help="Points a function, beside the known hard ones. [default: 24]")
@click.option("--timeout", default="5", metavar="SECONDS", help="CPU time for one call; asleep, four times as long. [default: 5]")
@click.option("-o", "--output", default=None, metavar="FILE.csv", help="Write every cell.")
@click.option("--figure", default=None, metavar="FILE", help="Draw the plane of epsilon and delta: .pdf, .svg or .png.")
@json_option
@quiet_option
def command(
    libraries: tuple[str, ...],
    setup: str | None,
    named: tuple[str, ...],
    points: str,
    timeout: str,
    output: str | None,
    figure: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Ask privacy libraries for their noise all over the domain (epsilon 0 to 1000, delta 1e-300 to 0.999, sensitivity 1) and compare it
    with certified values. Each library runs in a process of its own, which is ended and started again when a call hangs or crashes.

    \b
    violation       the true delta is over 1 + 1e-9 times the one asked for
    loose           private, with more than 1 + 1e-6 times the least variance
    no answer       an exception, a refusal, or not a finite number
    did not return  cut off after the timeout, or the process died

    LIBRARY is diffprivlib, opendp, dp-accounting, autodp or python-dp; nothing means all that are installed. Exit 1 if there is a
    violation, 3 if no library could be asked.

    \b
    Example:
      dpverify audit --setup environments -o cells.csv --figure plane.pdf
      dpverify audit autodp --python autodp=/opt/autodp/bin/python --json
    """
    from ..audit import libraries as known_libraries
    from ..audit.environments import Interpreters, read_named

    known = known_libraries.libraries()
    chosen = [known_libraries.library(name) for name in dict.fromkeys(libraries)] or list(known.values())
    count, limit = _count(points), _seconds(timeout)
    say = (lambda _: None) if is_quiet(quiet) else (lambda text: click.echo(f"dpverify: {text}", err=True))
    interpreters = Interpreters(dict(read_named(text, known) for text in named), None if setup is None else _folder(setup), say)
    target = None if output is None else _file(output)
    from ..figure_style import figure_style, read_figure_path, save

    picture = None if figure is None else read_figure_path(figure, "--figure")
    if picture is not None and target is not None and picture.absolute() == target.absolute():
        raise InputError(f"-o and --figure are both {figure!r}; they must be two files")
    if picture is not None:
        # A missing matplotlib is named now, not after minutes.
        with figure_style():
            pass

    audited, missing = _run(chosen, interpreters, count, limit, sys.stderr.isatty() and not is_quiet(quiet))
    if not audited:
        raise MissingDependency("no library could be audited: " + "; ".join(f"{name}: {why}" for name, why in missing.items()))
    from ..audit.audit import summaries

    rows = list(summaries(audited))
    if target is not None:
        from ..audit.files import write_cells

        write_cells(audited, target)
    if picture is not None:
        from ..audit.figure import draw

        with figure_style():
            save(draw(audited), picture)
    if as_json:
        print_json({"rows": rows, "not_installed": missing})
    else:
        _print(rows)
    if not as_json or not is_quiet(quiet):
        for name, why in missing.items():
            click.echo(f"dpverify: {name} was left out: {why}", err=True)
    return 1 if any(row["violations"] for row in rows) else 0


def _run(chosen: Sequence[Any], interpreters: Any, points: int, limit: float, bar: bool) -> tuple[list[Audited], dict[str, str]]:
    from ..audit.audit import audit, total
    from ..table import Progress

    audited: list[Audited] = []
    missing: dict[str, str] = {}
    left, done, start = total(chosen, points), 0, time.monotonic()
    with count_bar(bar) as show:

        def step(n: int) -> None:
            nonlocal done
            done += n
            show(Progress(done, left, (time.monotonic() - start) / done * (left - done)))

        for library in chosen:
            try:
                audited += audit(library, interpreters.of(library), points, limit, step)
            except MissingDependency as error:
                missing[library.name] = str(error)
                left -= total([library], points)
    return audited, missing


def _print(rows: Sequence[dict[str, Any]]) -> None:
    library = None
    for row in rows:
        if row["library"] != library:
            library = row["library"]
            head = "".join(f"{name:>{width}}" for name, width in COLUMNS.values())
            click.echo(f"{library + ' ' + row['version']:<29}{head}")
        cells = "".join(f"{row[key]:>{width}}" for key, (_, width) in COLUMNS.items())
        click.echo(f"  {row['function']:<27}{cells}" + (f" ({row['undecided']} undecided)" if row["undecided"] else ""))
        click.echo(wrapped(sentence(row["worst"]), 4, 2))


def sentence(worst: dict[str, Any]) -> str:
    """The worst cell in words."""
    names = (("epsilon", "epsilon"), ("delta", "delta"), ("argument", "argument"))
    at = ", ".join(f"{name} {worst[key]}" for key, name in names if worst[key] is not None)
    says = f"{worst['answer']}, right is {worst['truth']}"
    ending: Callable[[], str] = {
        "violation": lambda: f"{says}: {worst['delta_ratio']} x the delta",
        "loose": lambda: f"{says}: {worst['variance_ratio']} x the variance",
        "tight": lambda: f"{says} (relative error {worst['rel_error']})",
    }.get(worst["verdict"], lambda: str(worst["reason"]))
    return f"{worst['verdict']} at {at}: {ending()}"


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text) <= MAX_POINTS):
        raise InputError(f"--points is {text!r}; it must be an integer from 0 to {MAX_POINTS}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise InputError(f"--timeout is {text!r}; it must be a number of seconds above 0 and at most 86400")
    return seconds


def _folder(text: str) -> Path:
    folder = Path(text)
    if not text or (folder.exists() and not folder.is_dir()) or not folder.absolute().parent.is_dir():
        raise InputError(f"--setup is {text!r}; it must be a folder, or a new one in a folder that exists")
    return folder


def _file(text: str) -> Path:
    return read_file_path(text, "-o")
