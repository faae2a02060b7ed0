"""The command line in this process: what it printed, how it left, and what holds of every run whatever its arguments."""

from __future__ import annotations

import contextlib
import io
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpverify.cli.main import main


@dataclass(frozen=True)
class Done:
    """Exit code, stdout and stderr of one run."""

    code: int
    out: str
    err: str


def run(words: Sequence[str], seconds: float = 60.0) -> Done:
    """The command, as main() runs it; AssertionError if it raises anything but SystemExit, or takes so much processor time."""
    out, err = _stream(), _stream()
    code: object = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), _limit(seconds):
        try:
            main(list(words))
        except SystemExit as end:
            code = end.code
    assert isinstance(code, int), (words, "left without an exit code")
    return Done(code, _text(out), _text(err))


def graceful(words: Sequence[str], allowed: tuple[int, ...] = (0, 1, 2), seconds: float = 60.0) -> Done:
    """run(), and: no traceback, an allowed exit code, and for bad input one line on stderr and nothing on stdout."""
    done = run(words, seconds)
    assert done.code in allowed, (words, done)
    assert "Traceback" not in done.err and "internal error" not in done.err and "Traceback" not in done.out, (words, done)
    if done.code >= 2:
        assert done.out == "" and len(done.err.splitlines()) == 1 and done.err.startswith("dpverify: error: "), (words, done)
    return done


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


class TooLong(BaseException):
    """Nothing on the way catches it."""


@contextlib.contextmanager
def _limit(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
