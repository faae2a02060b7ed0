"""Ctrl-C and SIGTERM are obeyed within a second, whatever a library is computing.

Python answers a signal only between two of its own instructions, and the factorisation of a large matrix is one instruction. So the command
is done by a child process, and its parent waits: it passes a signal on, gives the child a moment to clean up, and then ends it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from types import FrameType
from typing import NoReturn

MOMENT = 0.5
"""Seconds for the child to remove unfinished files and end its own processes."""
OBEYED = (signal.SIGINT, signal.SIGTERM)
SIGNALLED = 128
"""A shell's exit code of a command that a signal has ended is this and the signal's number."""
FAILED = 3
_PR_SET_PDEATHSIG = 1


class Interrupted(KeyboardInterrupt):
    """Raised by a signal in the midst of a command."""

    def __init__(self, number: int) -> None:
        self.number = number

    def leave(self) -> NoReturn:
        """Exit at once, when everything is cleaned up; the parent says why. (To take an interpreter down can need a second.)"""
        os._exit(SIGNALLED + self.number)


def continue_in_a_child() -> None:
    """Returns in a child process only; the parent exits as the child does. Where there is no fork, returns at once."""
    obeyed = [number for number in OBEYED if signal.getsignal(number) != signal.SIG_IGN]
    if not hasattr(os, "fork") or not obeyed:
        return
    # A signal that comes before its handler is in place waits.
    signal.pthread_sigmask(signal.SIG_BLOCK, obeyed)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        _become_child(parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, obeyed)
        return
    os._exit(_watch(child, obeyed))


def _become_child(parent: int) -> None:
    # Signals come from the parent, as a SIGTERM or (meant is Ctrl-C) a SIGUSR1; the terminal's own Ctrl-C reaches both and is the parent's.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGUSR1, _interrupt)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(FAILED)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    # Once is enough; the cleaning up is not to be interrupted.
    for each in (signal.SIGTERM, signal.SIGUSR1):
        signal.signal(each, signal.SIG_IGN)
    raise Interrupted(signal.SIGINT if number == signal.SIGUSR1 else number)


def _watch(child: int, obeyed: list[signal.Signals]) -> int:
    """Wait for the child; the exit code of both. Says what the child could not say."""
    received: list[int] = []

    def pass_on(number: int, _frame: FrameType | None) -> None:
        if not received:
            received.append(number)
            send(signal.SIGUSR1 if number == signal.SIGINT else signal.SIGTERM)
            signal.setitimer(signal.ITIMER_REAL, MOMENT)

    def send(number: int) -> None:
        # The child may have ended just now.
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, number)

    signal.signal(signal.SIGALRM, lambda _number, _frame: send(signal.SIGKILL))
    for number in obeyed:
        signal.signal(number, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, obeyed)
    _, status = os.waitpid(child, 0)
    interrupted = SIGNALLED + received[0] if received else None
    # A child that had just finished when the signal came has its own answer.
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) != interrupted:
        return os.WEXITSTATUS(status)
    if interrupted is not None:
        _say("interrupted")
        return interrupted
    _say(f"error: the process was ended by {signal.Signals(os.WTERMSIG(status)).name} (out of memory, or a fault in a library)")
    return FAILED


def _say(text: str) -> None:
    os.write(2, f"dpverify: {text}\n".encode())
