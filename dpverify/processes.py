"""A function of many arguments in processes of this machine that end when their parent does, however it ended."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from typing import TypeVar

from .errors import DpverifyError

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)

A = TypeVar("A")
B = TypeVar("B")


def in_processes(function: Callable[[A], B], arguments: Sequence[A], jobs: int, work: str) -> Iterator[B]:
    """The answers as they come. `function` must be picklable; `work` is its name in the error when a process dies."""
    if not arguments:
        return
    pool: ProcessPoolExecutor | None = None
    try:
        # A few arguments in line for each process: a long line would hold back the news of a broken pool.
        line = iter(arguments)
        with _undisturbed():
            pool = ProcessPoolExecutor(min(jobs, len(arguments)), get_context("spawn"), _end_with_parent, (os.getpid(),))
            running = {pool.submit(function, a) for a in take(line, 2 * jobs)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
                with _undisturbed():
                    running |= {pool.submit(function, a) for a in take(line, 1)}
    except BrokenProcessPool:
        raise DpverifyError(f"a worker process died; start the same {work} again to go on") from None
    except BaseException:
        # Ctrl-C, or nobody wants the rest. What is being computed is lost; waiting for it would keep this process from ending.
        for process in active_children():
            process.kill()
        if pool is not None:
            # A signal may have come between the making of the pool's thread and its start: then there is nothing to wait for.
            with suppress(RuntimeError):
                pool.shutdown(wait=True, cancel_futures=True)
        raise
    finally:
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Signals wait until a process is started as a whole; it inherits that, and says itself what it obeys.

    They are blocked in this thread only. One that a library's thread takes would still be answered in this one, so the answers wait too.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    main = threading.current_thread() is threading.main_thread()
    answers = {number: answer for number in SIGNALS if main and callable(answer := signal.getsignal(number))}
    came: list[int] = []
    for number in answers:
        signal.signal(number, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, answer in answers.items():
            signal.signal(number, answer)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if came:
            answers[signal.Signals(came[0])](came[0], None)


def take(line: Iterator[A], count: int) -> Iterable[A]:
    """The next `count`, or as many as there are."""
    return [a for _, a in zip(range(count), line, strict=False)]


def _end_with_parent(parent: int) -> None:
    # One core a process: threads of the matrix routines would be in each other's way. They look here when they are first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A terminal sends Ctrl-C to every process; the parent answers it for all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
