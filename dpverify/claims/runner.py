"""Runs many claims, each in a process of its own.

A claim that hangs or takes its process down costs that claim alone: it is killed and reported undecided. Every process starts from
the same state (a fork of one that has loaded everything and decided nothing), so a verdict never depends on what ran before it.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import Any

import sympy as sp

from ..errors import ClaimError, SoundnessError
from .claim import Claim
from .load import Fault, load_claims
from .registry import Entry
from .result import Result
from .verify import verify, verify_prepared

DEFAULT_TIMEOUT = 120.0
"""Seconds for one claim."""
_TICK = 0.1
MANY = 10
LATE = (
    "sympy.physics.units", "sympy.codegen.rewriting", "sympy.integrals.manualintegrate",
    "dpverify.enclosure.quadrature", "dpverify.enclosure.sums",
)  # fmt: skip
"""Modules that are imported when first needed. Before many claims they are loaded once, instead of in every process anew."""
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Outcome:
    """What became of an entry: a result, or a fault that only showed when the claim was decided."""

    entry: Entry
    result: Result | None = None
    fault: Fault | None = None


@dataclass(frozen=True)
class _Job:
    entry: Entry
    process: Any
    receiver: Connection
    begin: float
    first: bool
    """True if it was the first of those that could start."""


def run(
    entries: Sequence[Entry],
    needed: Sequence[Entry] = (),
    jobs: int | None = None,
    timeout: float | None = DEFAULT_TIMEOUT,
    on_change: Callable[[Sequence[Entry], int], None] | None = None,
    on_outcome: Callable[[Outcome], None] = lambda _: None,
) -> list[Outcome]:
    """Decide the entries, in up to `jobs` processes at a time (default: one a core), and the needed ones that they use.

    The order of the outcomes is that of the entries. A claim starts when all that it uses is decided: one process takes the first of
    these, so that outcomes can be told from the start, and the others take the longest, so that none is left alone at the end.
    on_change: told about ten times a second which entries are running and how many of `entries` are done.
    on_outcome: told each outcome, in the order of the entries, as soon as it and all before it are there.
    Raises SoundnessError if two of our own evaluations disagreed on a claim.
    """
    jobs = jobs or available_cores()
    waiting = list({e.id: e for e in (*needed, *entries)}.values())
    own = {e.id for e in entries}
    done: dict[str, Outcome] = {}
    running: list[_Job] = []
    untold = deque(entries)
    lengths = {e.id: _length(e.claim) for e in waiting}
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    if len(waiting) >= MANY:
        for name in LATE:
            importlib.import_module(name)
    # What is loaded by now is kept out of the garbage collector's rounds: in every child they would read, and so copy, all of its pages.
    gc.freeze()
    try:
        while waiting or running:
            ready = [e for e in waiting if all(u in done for u in e.uses.values())]
            while ready and len(running) < jobs:
                first = not any(job.first for job in running)
                entry = ready[0] if first else max(ready, key=lambda e: lengths[e.id])
                ready.remove(entry)
                waiting.remove(entry)
                known = _known(entry, done)
                if isinstance(known, str):
                    done[entry.id] = Outcome(entry, _undecided(entry, known, 0.0))
                else:
                    running.append(_start(context, entry, known, first))
            if not running and waiting and not any(all(u in done for u in e.uses.values()) for e in waiting):
                for entry in waiting:  # something that they use was never loaded: its file is faulty
                    done[entry.id] = Outcome(entry, _undecided(entry, "a claim that it uses stands in a file with a fault", 0.0))
                waiting.clear()
            if on_change is not None:
                on_change([j.entry for j in running], sum(i in own for i in done))
            if running:
                wait([j.receiver for j in running], timeout=_TICK)
            for job in list(running):
                outcome = _collect(job, timeout)
                if outcome is not None:
                    running.remove(job)
                    _stop(job)
                    done[job.entry.id] = outcome
            while untold and untold[0].id in done:
                on_outcome(done[untold.popleft().id])
    finally:
        gc.unfreeze()
        for job in running:
            _stop(job)
    return [done[e.id] for e in entries]


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _known(entry: Entry, done: Mapping[str, Outcome]) -> dict[str, Result] | str:
    """The results that the claim's names stand for, under those names; or why there are none."""
    known: dict[str, Result] = {}
    for name, used in entry.uses.items():
        result = done[used].result
        if result is None:
            return f"it uses {used}, which has a fault"
        known[name] = result
    return known


def _length(claim: Claim) -> int:
    """Nodes of all formulas: a guess at how long it takes."""
    formulas = (claim.statement, *(step.expression for step in claim.steps))
    return sum(1 for f in formulas if isinstance(f, sp.Basic) for _ in sp.preorder_traversal(f))


def _start(context: Any, entry: Entry, known: dict[str, Result], first: bool) -> _Job:
    receiver, sender = context.Pipe(duplex=False)
    if context.get_start_method() == "fork":
        process = context.Process(target=_decide, args=(sender, entry, known))
    else:
        # Claims may hold what cannot be pickled; the other process loads the file again.
        process = context.Process(target=_decide_afresh, args=(sender, entry.path, entry.variable, entry.id, known))
    process.start()
    sender.close()
    return _Job(entry, process, receiver, time.monotonic(), first)


def _decide(sender: Connection, entry: Entry, known: dict[str, Result]) -> None:
    _live_and_die_alone()
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (the answer on stdout is the parent's alone)
    message: tuple[str, Any]
    try:
        message = ("result", replace(_verified(entry, known), claim=None))  # type: ignore[arg-type]
    except ClaimError as error:
        message = ("fault", str(error))
    except SoundnessError as error:
        message = ("unsound", str(error))
    except RecursionError:
        message = ("undecided", "the expression is nested too deeply")
    except MemoryError:
        message = ("undecided", "out of memory")
    except Exception as error:  # an unforeseen failure decides nothing, and must not take the other claims down
        message = ("undecided", _internal(error))
    sender.send(message)
    sender.close()
    # Nothing of the parent's is to be flushed or cleaned up twice.
    os._exit(0)


def _verified(entry: Entry, known: dict[str, Result]) -> Result:
    if entry.prepared is None or entry.prepared.claim is not entry.claim:
        return verify(entry.claim, known)
    return verify_prepared(entry.prepared, known)


def _internal(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
    return f"internal error{where}: {type(error).__name__}: {str(error)[:200]}"


def _decide_afresh(sender: Connection, path: Any, variable: str, claim_id: str, known: dict[str, Result]) -> None:
    claim = replace(load_claims(path)[variable], id=claim_id)
    _decide(sender, Entry(claim, path, variable), known)


def _live_and_die_alone() -> None:
    """A group of its own, so that Ctrl-C reaches only the parent and a kill reaches all that the claim started; and no orphans."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _collect(job: _Job, timeout: float | None) -> Outcome | None:
    """The outcome of a job that has answered, died or run out of time; None while it is still at work."""
    entry, seconds = job.entry, time.monotonic() - job.begin
    if job.receiver.poll():
        try:
            kind, content = job.receiver.recv()
        except EOFError:
            job.process.join(1)
            return Outcome(entry, _undecided(entry, f"its process died (exit code {job.process.exitcode})", seconds))
        if kind == "result":
            return Outcome(entry, replace(content, claim=entry.claim))
        if kind == "fault":
            return Outcome(entry, fault=Fault(entry.path, entry.variable, content))
        if kind == "unsound":
            raise SoundnessError(f"{entry.id}: {content}")
        return Outcome(entry, _undecided(entry, content, seconds))
    if timeout is not None and seconds > timeout:
        return Outcome(entry, _undecided(entry, f"no answer within {timeout:g} seconds", seconds))
    return None


def _undecided(entry: Entry, why: str, seconds: float) -> Result:
    return Result(entry.claim, "undecided", (why,), (), None, (), seconds)


def _stop(job: _Job) -> None:
    try:
        # Also when the claim's own process has ended: what it started may still be there.
        os.killpg(job.process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError, AttributeError):
        job.process.kill()
    job.process.join()
    job.process.close()
    job.receiver.close()
