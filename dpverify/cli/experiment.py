"""`dpverify experiment`: what denoising gains on private releases."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..errors import InputError
from ..whole_file import read_file_path
from .common import is_quiet, quiet_option, read_jobs
from .progress import count_bar


@click.group(short_help="Denoising of private releases, as tables and figures.", no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Errors of private releases with and without denoising: a table (CSV) and a figure.

    \b
    Example:
      dpverify experiment mean -o mean.csv --figure mean.pdf
      dpverify experiment heatmap --points trips.csv --x lon --y lat \\
          --user cab --max-per-user 5 -o map.csv --figure map.pdf
    """
    if context.invoked_subcommand is None:
        raise InputError("which experiment? mean, histogram or heatmap; `dpverify experiment mean -o mean.csv` runs one")


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        quiet_option,
        click.option("--jobs", default=None, metavar="N", help="Processes. [default: one a core]"),
        click.option("--figure", default=None, metavar="FILE", help="Draw the table too: .pdf, .svg or .png."),
        click.option("-o", "--output", required=True, metavar="FILE.csv", help="The table; an unfinished one is continued."),
        click.option("--seed", default=None, metavar="N", help="0 or more; the same seed gives the same table."),
        click.option("--config", default=None, metavar="FILE", help="TOML file with other settings than the default ones."),
    ):
        function = option(function)
    return function


@command.command("mean", short_help="Private means: L2 error against the dimension.")
@_options
def mean(**words: Any) -> int:
    """Private mean of 500 vectors of the unit ball: L2 error against the dimension, for epsilon 0.01, 0.1 and 1.

    Killed at any moment and started again, it goes on where it was. Settings (--config) and their meaning: docs/experiments.md.

    \b
    Example:
      dpverify experiment mean -o mean.csv --figure mean.pdf
    """
    return _run("mean", words, {})


@command.command("histogram", short_help="Sparse histograms: L1 error against the number of bins.")
@_options
def histogram(**words: Any) -> int:
    """Private release of a sparse histogram: L1 error against the number of bins, for epsilon 1, 0.1 and 0.01.

    Killed at any moment and started again, it goes on where it was. Settings (--config) and their meaning: docs/experiments.md.

    \b
    Example:
      dpverify experiment histogram -o histogram.csv --figure histogram.pdf
    """
    return _run("histogram", words, {})


@command.command("heatmap", short_help="Spatial heat maps: RMSE against epsilon.")
@click.option("--points", default=None, metavar="FILE", help="CSV file of points. [default: airports and a simulated city]")
@click.option("--x", default=None, metavar="COL", help="Its column of horizontal coordinates.")
@click.option("--y", default=None, metavar="COL", help="Its column of vertical coordinates.")
@click.option("--user", default=None, metavar="COL", help="Its column of persons, whose points beyond K are left out.")
@click.option("--max-per-user", default=None, metavar="K", help="Points of one person at most: the sensitivity. [default: 5]")
@click.option("--cells", default=None, metavar="N", help="Cells along each side of the grid. [default: 64]")
@_options
def heatmap(**words: Any) -> int:
    """Private heat map: RMSE against epsilon, with wavelet and total-variation smoothing among the denoisers.

    Without --user, K is taken at its word. The box around the points is taken to be public (or set it with --config).
    Killed at any moment and started again, it goes on where it was. Settings (--config) and their meaning: docs/experiments.md.

    \b
    Example:
      dpverify experiment heatmap -o map.csv --figure map.pdf
      dpverify experiment heatmap --points trips.csv --x lon --y lat \\
          --user cab --max-per-user 5 --cells 64 -o map.csv
    """
    given = {name: words.pop(name) for name in ("points", "x", "y", "user")}
    from ..experiments.config import CELLS, MAX_PER_USER

    given["max_per_user"] = _integer(words.pop("max_per_user"), "--max-per-user", MAX_PER_USER)
    given["cells"] = _integer(words.pop("cells"), "--cells", CELLS)
    for name, text in given.items():
        if text == "":
            raise InputError(f"--{name} is empty")
    return _run("heatmap", words, given)


def _run(name: str, words: dict[str, Any], given: dict[str, Any]) -> int:
    jobs = read_jobs(words["jobs"]) or len(os.sched_getaffinity(0))
    from ..experiments.config import SEEDS, read_config

    given["seed"] = _integer(words["seed"], "--seed", SEEDS)
    output = read_file_path(words["output"], "-o")
    from ..figure_style import figure_style, read_figure_path, save

    figure = None if words["figure"] is None else read_figure_path(words["figure"], "--figure")
    if figure is not None and figure.absolute() == output.absolute():
        raise InputError(f"-o and --figure are both {words['figure']!r}; they must be two files")
    if figure is not None:
        # A missing matplotlib is named now, not after minutes.
        with figure_style():
            pass
    from ..experiments.experiment import find
    from ..experiments.run import local_workers, run

    experiment = find(name)
    config = read_config(experiment.config, None if words["config"] is None else Path(words["config"]), **given)
    # Whatever is wrong with the data is said before a file is touched.
    data = experiment.load(config)
    with count_bar(sys.stderr.isatty() and not is_quiet(words["quiet"])) as show:
        rows = run(experiment, config, data, output, local_workers(jobs), show)
    if figure is not None:
        with figure_style():
            save(experiment.draw(config, data, rows), figure)
    return 0


def _integer(text: str | None, name: str, ends: tuple[int, int]) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20 and ends[0] <= int(text) <= ends[1]):
        raise InputError(f"{name} is {text[:80]!r}; it must be an integer from {ends[0]} to {ends[1]}")
    return int(text)
