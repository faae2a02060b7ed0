"""Asks a function of a library, in a process that may hang or crash: it is ended and started again at the next point."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import MissingDependency

WORKER = Path(__file__).with_name("worker.py")
PATIENCE = 4
"""A call that has not used its seconds of CPU time, on a crowded machine or asleep, may take so many times as long."""
START_LIMIT = 120.0
"""Seconds to import a library."""


@dataclass(frozen=True)
class Reply:
    """What came back for a point: numbers, or why there are none."""

    value: list[float] | None = None
    error: str = ""
    returned: bool = True
    """False if the call was cut off at the limit or took its process down."""
    seconds: float = 0.0
    """CPU time of the call, if it returned."""


class NotInstalled(MissingDependency):
    """The interpreter does not have the library."""


class Session:
    """A library's function, asked point by point. `version` is the library's; `error` says why the function cannot be called at all."""

    def __init__(self, python: Path, distribution: str, code: str, limit: float) -> None:
        self.python, self.limit = python, limit
        self._order = json.dumps({"distribution": distribution, "code": code})
        self._start()

    def _start(self) -> None:
        # One thread: the library under audit is not to be faster than the rest.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
        environment.pop("PYTHONPATH", None)
        try:
            self._child = subprocess.Popen(
                [self.python, str(WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env=environment,
            )
        except OSError as error:
            raise MissingDependency(f"{self.python} cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(self._child, self._lines), daemon=True).start()
        self._send(self._order)
        line = self._line(START_LIMIT)
        if not line:
            how = "does not end" if line is None else f"takes its process down ({self._ending()})"
            self.end()
            self.version, self.error = "", f"importing it {how}"
            return
        hello = json.loads(line)
        if hello["version"] is None:
            self.end()
            raise NotInstalled(f"not installed in {self.python}")
        self.version, self.error = hello["version"], hello["error"] or ""

    @staticmethod
    def _read(child: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
        assert child.stdout is not None
        for line in child.stdout:
            lines.put(line)
        lines.put("")

    def _send(self, line: str) -> None:
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            pass  # The reader says so with an empty line.

    def _line(self, limit: float) -> str | None:
        """A line, "" at the end of the process, None at the limit."""
        try:
            return self._lines.get(timeout=limit)
        except queue.Empty:
            return None

    def _answer(self) -> str | None:
        """The line that answers a point, or None once the call has used up its time."""
        start, before = time.monotonic(), _cpu_seconds(self._child.pid)
        left = self.limit
        while left > 0:
            line = self._line(max(left, 0.05))
            if line is not None:
                return line
            now = _cpu_seconds(self._child.pid)
            if before is None or now is None or time.monotonic() - start >= PATIENCE * self.limit:
                return None
            left = self.limit - (now - before)
        return None

    def _ending(self) -> str:
        code = self._child.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"

    def ask(self, arguments: Sequence[float]) -> Reply:
        if self.error:
            return Reply(error=self.error)
        self._send(json.dumps(list(arguments)))
        line = self._answer()
        if line:
            reply = json.loads(line)
            return Reply(reply.get("value"), reply.get("error", ""), seconds=reply["seconds"])
        why = f"cut off after {self.limit:g} s" if line is None else f"its process died ({self._ending()})"
        self.end()
        version = self.version
        self._start()
        self.version = self.version or version
        return Reply(error=why, returned=False)

    def end(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                pass


def _cpu_seconds(pid: int) -> float | None:
    """CPU time of the process so far; None where the system doesn't tell."""
    try:
        # The name, in brackets, may hold blanks. After it utime and stime are the 12th and 13th field.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def replies(session: Session, points: Sequence[Sequence[float]]) -> Iterator[Reply]:
    """One reply a point, in order; the session is ended."""
    try:
        for arguments in points:
            yield session.ask(arguments)
    finally:
        session.end()
