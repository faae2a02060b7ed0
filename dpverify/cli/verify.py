"""`dpverify verify`: decide claims."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from ..claims.decide import SEED
from ..claims.registry import Entry, Selection
from ..claims.registry import select as select_claims
from ..claims.result import Result
from ..claims.runner import Outcome, run
from ..claims.versions import versions
from ..report.answers import claim_answer, summary
from ..report.evidence import condensed
from ..report.text import plain
from .common import (
    WIDTH,
    coloured,
    is_quiet,
    json_option,
    print_json,
    quiet_option,
    read_jobs,
    read_timeout,
    report_faults,
    run_options,
    select_argument,
    wrapped,
)
from .progress import progress


@click.command(short_help="Decide claims: one verdict each.")
@select_argument
@json_option
@run_options
@click.option("--slowest", default="0", metavar="N", help="Name the N claims that took longest.")
@quiet_option
def command(select: Sequence[str], as_json: bool, jobs: str | None, timeout: str, slowest: str, quiet: bool) -> int:
    """Decide claims and print a verdict for each. Exit 0 if every claim has the verdict that its file expects, or a stronger one.

    SELECT is a claim id, the beginning of ids, a .py file, file.py:variable, or a folder of such files. Nothing means the whole ledger.

    \b
    Example:
      dpverify verify truncated_laplace --jobs 2
      dpverify verify my_claims.py --json
    """
    if not (slowest.isascii() and slowest.isdigit()):
        raise click.UsageError(f"--slowest is {slowest!r}; it must be an integer, 0 or more")
    limits = read_jobs(jobs), read_timeout(timeout)
    quiet = is_quiet(quiet)
    selection = select_claims(select)
    page = Page(selection.entries, quiet)
    # Where the bar has the terminal, and in JSON, everything comes at the end; else line by line.
    at_once = not as_json and not (sys.stdout.isatty() and has_bar(quiet))
    outcomes = decide(selection, *limits, quiet=quiet, on_outcome=page.add if at_once else lambda _: None)
    faults = list(selection.faults) + [o.fault for o in outcomes if o.fault is not None]
    results = sound_results(outcomes)
    if results and as_json:
        answers = [claim_answer(entry, result) for entry, result in results]
        print_json({"claims": answers, "summary": summary(r for _, r in results), "versions": versions(), "seed": SEED})
    elif results:
        if not at_once:
            for outcome in outcomes:
                page.add(outcome)
        page.end(results, int(slowest))
    report_faults(faults)
    if faults:
        return 2
    return 0 if all(result.ok for _, result in results) else 1


def has_bar(quiet: bool) -> bool:
    """Whether live progress is shown."""
    return not quiet and sys.stderr.isatty()


def decide(
    selection: Selection, jobs: int | None, timeout: float | None, quiet: bool, on_outcome: Callable[[Outcome], None] = lambda _: None
) -> list[Outcome]:
    """Run what was selected, with live progress on a terminal."""
    show: Callable[[Sequence[Entry], int], None] | None
    with progress(len(selection.entries), enabled=has_bar(quiet)) as show:
        return run(selection.entries, selection.needed, jobs, timeout, show, on_outcome)


def results_of(select: Sequence[str], jobs: int | None, timeout: float | None, quiet: bool) -> list[tuple[Entry, Result]] | None:
    """The results of the claims selected, for a document of them; None, and the faults on stderr, if a file is faulty."""
    selection = select_claims(select)
    outcomes = [] if selection.faults else decide(selection, jobs, timeout, quiet)
    faults = list(selection.faults) + [o.fault for o in outcomes if o.fault is not None]
    if faults:
        report_faults(faults)
        return None
    return sound_results(outcomes)


def sound_results(outcomes: Sequence[Outcome]) -> list[tuple[Entry, Result]]:
    """The results of the files without a fault: a fault that shows late takes its whole file with it, as an early one does."""
    faulty = {o.entry.path for o in outcomes if o.fault is not None}
    return [(o.entry, o.result) for o in outcomes if o.result is not None and o.entry.path not in faulty]


class Page:
    """The text of `verify`, in the order of the entries. A claim is printed when all of its file is decided, without a fault."""

    def __init__(self, entries: Sequence[Entry], quiet: bool) -> None:
        self._quiet = quiet
        self._left = Counter(e.path for e in entries)
        self._waiting: deque[Outcome] = deque()
        self._faulty: set[Path] = set()
        self._lemmas: dict[str, int] = {}
        """Lemma -> its number."""

    def add(self, outcome: Outcome) -> None:
        """The next outcome; prints what is ripe."""
        self._left[outcome.entry.path] -= 1
        self._waiting.append(outcome)
        if outcome.fault is not None:
            self._faulty.add(outcome.entry.path)
        while self._waiting and not self._left[self._waiting[0].entry.path]:
            ripe = self._waiting.popleft()
            if ripe.result is None or ripe.entry.path in self._faulty or (self._quiet and ripe.result.ok):
                continue
            for lemma in ripe.result.rests_on:
                self._lemmas.setdefault(lemma, len(self._lemmas) + 1)
            _print_claim(ripe.entry, ripe.result, self._lemmas)

    def end(self, results: Sequence[tuple[Entry, Result]], slowest: int) -> None:
        """Lemmas, counts, and the claims that took longest."""
        if self._lemmas:
            click.echo("\nlemmas:")
        for lemma, i in self._lemmas.items():
            click.echo(wrapped(f"{i:>3}  {plain(lemma)}", 0, 5))
        if self._quiet:
            return
        numbers = summary(r for _, r in results)
        counts = ", ".join(f"{numbers[v]} {v}" for v in ("proved", "certified", "checked", "refuted", "undecided") if numbers[v])
        click.echo(f"\n{numbers['ok']} of {numbers['total']} claims ok ({counts})")
        if slowest:
            click.echo("\nslowest:")
            for entry, result in sorted(results, key=lambda pair: -pair[1].seconds)[:slowest]:
                click.echo(f"{result.seconds:8.2f} s  {entry.id}")


def _print_claim(entry: Entry, result: Result, lemmas: Mapping[str, int]) -> None:
    mark = "ok  " if result.ok else coloured("FAIL", "bad")
    seconds = f"{result.seconds:.1f} s"
    head = f"{mark} {coloured(f'{result.verdict:<9}', result.verdict)} "
    room = WIDTH - 16 - 1 - len(seconds)
    if len(entry.id) <= room:
        click.echo(f"{head} {entry.id:<{room}} {seconds}")
    else:
        click.echo(f"{head} {'':<{room}} {seconds}\n     {entry.id}")
    if result.rests_on:
        numbers = ", ".join(str(lemmas[lemma]) for lemma in result.rests_on)
        click.echo(wrapped(f"rests on lemma{'s' if len(result.rests_on) > 1 else ''} {numbers}", 15, 2))
    if result.ok and result.verdict != "refuted":
        return
    if not result.ok:
        click.echo(wrapped(plain(entry.claim.title), 5, 2))
        said = [f"expected {entry.claim.expected}", *condensed(result.evidence, ())]
        click.echo(wrapped(plain("; ".join(said)), 5, 2))
    if result.counterexample is not None:
        found = result.counterexample
        at = ", ".join(f"{name} = {value}" for name, value in found.point.items())
        click.echo(wrapped(f"{'at ' + at + ': ' if at else ''}left side in {found.lhs}, right side in {found.rhs}", 5, 2))
