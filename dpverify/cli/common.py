"""What several commands share: the SELECT argument, options, and how faults, words and colours reach the terminal."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ..claims.load import Fault

WIDTH = 80
COLOURS = {"proved": "32", "certified": "36", "checked": "33", "refuted": "35", "undecided": "33", "bad": "31"}


def select_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("select", nargs=-1, metavar="[SELECT]...")(command)


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def quiet_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--quiet", is_flag=True, help="Print only what was asked for and what went wrong.")(command)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--jobs and --timeout, read by us so that the error names the allowed range."""
    command = click.option("--timeout", default="120", metavar="SECONDS", help="For one claim; 0 for none. [default: 120]")(command)
    return click.option("--jobs", default=None, metavar="N", help="Claims at a time. [default: one a core]")(command)


def read_jobs(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 4096):
        raise click.UsageError(f"--jobs is {text!r}; it must be an integer from 1 to 4096")
    return int(text)


def read_timeout(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 1e9:
        raise click.UsageError(f"--timeout is {text!r}; it must be a number of seconds from 0 to 1e9")
    return seconds or None


def is_quiet(quiet: bool) -> bool:
    """--quiet may stand before or after the command."""
    context = click.get_current_context()
    return quiet or bool(context.obj)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2))


def report_faults(faults: Sequence[Fault]) -> None:
    """One line a fault on stderr."""
    for fault in faults:
        click.echo(f"dpverify: error: {fault}", err=True)


def coloured(text: str, what: str) -> str:
    """In colour on a terminal, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return text
    return f"\033[{COLOURS[what]}m{text}\033[0m"


def wrapped(text: str, indent: int, hang: int = 0) -> str:
    """A paragraph within the width of a page, indented; lines after the first by `hang` more."""
    return textwrap.fill(
        text if text.startswith(" ") else " ".join(text.split()),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
