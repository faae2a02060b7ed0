"""`dpverify sweep`: certified brackets over a grid."""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from itertools import product

import click

from ..errors import InputError
from ..whole_file import read_file_path
from .bounds import read_gap, read_loss, read_problem
from .common import is_quiet, quiet_option, read_jobs
from .progress import count_bar


@click.command(short_help="Certified brackets over a grid, as CSV.")
@click.option("--epsilon", required=True, metavar="LO:HI:N[:log]", help="Range of epsilon, ends included, or numbers A,B,C.")
@click.option("--delta", required=True, metavar="LO:HI:N[:log]", help="Range of delta, ends included, or numbers A,B,C.")
@click.option("--loss", default="amplitude", metavar="L", help="amplitude, power, or P for |x|^P. [default: amplitude]")
@click.option("--rel-gap", default="1e-3", metavar="G", help="Wanted (upper - lower)/lower. [default: 1e-3]")
@click.option("-o", "--output", required=True, metavar="FILE.csv", help="The table; an unfinished one is continued.")
@click.option("--jobs", default=None, metavar="N", help="Points at a time. [default: one a core]")
@click.option("--scheduler", default=None, metavar="ADDRESS", help="Use the Dask cluster at this address instead.")
@quiet_option
def command(
    epsilon: str, delta: str, loss: str, rel_gap: str, output: str, jobs: str | None, scheduler: str | None, quiet: bool
) -> int:
    """Certified brackets of the least loss at sensitivity one over a grid, one CSV row a point.

    Killed at any moment and started again, it goes on where it was. Exit 1 if the wanted gap was not reached somewhere.

    \b
    Example:
      dpverify sweep --epsilon 0.1:1:5:log --delta 1e-6:1e-2:5:log -o table.csv
      dpverify sweep --epsilon 0.5,1,2 --delta 0.1,0.01 --loss power -o table.csv
    """
    from ..sweep import MAX_POINTS, Point, Table, dask_workers, exact_text, local_workers, read_range, sweep

    if jobs is not None and scheduler is not None:
        raise InputError("--jobs is for this machine and --scheduler for a cluster; give one of them")
    count = read_jobs(jobs) or len(os.sched_getaffinity(0))
    exponent, wanted = exact_text(read_loss(loss)), exact_text(read_gap(rel_gap))
    first, second = read_range(epsilon, "--epsilon"), read_range(delta, "--delta")
    if len(first) * len(second) > MAX_POINTS:
        raise InputError(f"the grid has {len(first) * len(second)} points; at most {MAX_POINTS} are allowed")
    # All points are in range if the corners are.
    for e, d in product((min(first, key=Fraction), max(first, key=Fraction)), (min(second, key=Fraction), max(second, key=Fraction))):
        read_problem(e, d, "1", exponent, False)
    target = read_file_path(output, "-o")
    points = [Point(e, d, exponent, wanted) for e in first for d in second]
    workers = dask_workers(scheduler) if scheduler is not None else local_workers(count)
    with Table(target) as table, count_bar(sys.stderr.isatty() and not is_quiet(quiet)) as show:
        rows = sweep(points, table, workers, show)
    missed = [r for r in rows if not r.reached]
    if missed:
        worst = max(missed, key=lambda r: float(r.rel_gap))
        click.echo(
            f"dpverify: the gap is above the wanted {rel_gap} at {len(missed)} of {len(rows)} points; "
            f"the largest is {worst.rel_gap} at epsilon {worst.epsilon}, delta {worst.delta}",
            err=True,
        )
    return 1 if missed else 0
