"""Executes a claim file and hands back its module-level `Claim` objects. Whatever goes wrong is a LoadError of one sentence."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from ..errors import InputError
from .claim import Claim

IMPORT_SECONDS = 60
"""What a claim file may take to be imported, where the platform can tell (Unix, main thread)."""


class _TooLong(BaseException):
    """Raised inside a claim file that takes too long; no `except Exception` on the way stops it."""


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class LoadError(InputError):
    """A claim file could not be read as one."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with a claim file, or with one claim in it."""

    path: Path
    claim: str | None
    message: str

    def __str__(self) -> str:
        where = display_path(self.path) + (f": {self.claim}" if self.claim else "")
        return f"{where}: {' '.join(self.message.split())}"


def display_path(path: Path) -> str:
    """The path as a user would write it: relative to the working folder where it lies below it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def load_claims(path: Path) -> dict[str, Claim]:
    """Variable -> claim in the order of the file. Raises LoadError.

    The file is compiled and run as it is: nothing is written beside it, its own folder comes first among the places it imports from,
    and helpers that it imported from there are forgotten afterwards, so that two folders may each have a helper of the same name.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise LoadError(f"cannot be read: {error.strerror}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(source, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        at = f" (line {error.lineno})" if error.lineno else ""
        raise LoadError(f"not Python: {error.msg}{at}") from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise LoadError(f"not Python: {error or type(error).__name__}") from None
    module = ModuleType("dpverify_claims_" + "".join(c if c.isalnum() else "_" for c in str(path)))
    module.__file__ = str(path)
    running = set(threading.enumerate())
    with _as_script(module, path.parent):
        try:
            with _time_limit(IMPORT_SECONDS):
                exec(code, module.__dict__)
        except KeyboardInterrupt:
            raise
        except _TooLong as error:
            hint = "SymPy may be deciding a relation while it is built, which evaluate=False prevents"
            raise LoadError(f"no end after {IMPORT_SECONDS} s of importing it{_line_in(error, str(path))}; {hint}") from None
        except BaseException as error:  # also SystemExit: a claim file that leaves is a faulty file, not the end of the run
            line = _line_in(error, str(path))
            raise LoadError(f"{type(error).__name__} while it was imported{line}: {error}") from None
        left = [t for t in threading.enumerate() if t not in running and t.is_alive()]
        if left:
            # It could change a claim between its decision and its display.
            raise LoadError("it leaves a thread running")
    claims: dict[str, Claim] = {}
    seen: set[int] = set()
    for name, value in module.__dict__.items():
        if isinstance(value, Claim) and id(value) not in seen:
            seen.add(id(value))
            claims[name] = value
    if not claims:
        raise LoadError("no Claim in it (a module-level variable that holds one)")
    return claims


@contextlib.contextmanager
def _as_script(module: ModuleType, folder: Path) -> Iterator[None]:
    before = set(sys.modules)
    sys.modules[module.__name__] = module
    sys.path.insert(0, str(folder))
    write, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    leave, os._exit = os._exit, _refuse_to_leave  # type: ignore[assignment]
    try:
        # What a claim file prints must not get into the answer on stdout.
        with _descriptor_to_stderr(), contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        sys.dont_write_bytecode = write
        os._exit = leave
        if str(folder) in sys.path:
            sys.path.remove(str(folder))
        for name in set(sys.modules) - before - {module.__name__}:
            origin = getattr(sys.modules[name], "__file__", None)
            if origin and Path(origin).resolve().is_relative_to(folder):
                del sys.modules[name]


@contextlib.contextmanager
def _descriptor_to_stderr() -> Iterator[None]:
    """Also what is written to file descriptor 1 itself, past sys.stdout, goes to standard error; nothing where there are no descriptors."""
    try:
        if sys.__stdout__ is not None:
            sys.__stdout__.flush()
        kept = os.dup(1)
        os.dup2(2, 1)
    except (OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        if sys.__stdout__ is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.__stdout__.flush()
        os.dup2(kept, 1)
        os.close(kept)


def _refuse_to_leave(status: int) -> NoReturn:
    """In place of os._exit: a run that a claim file ends at once with status 0 would look like a good one."""
    raise SystemExit(status)


def _line_in(error: BaseException, filename: str) -> str:
    """ " (line n)": the innermost line of the claim file itself that the exception passed through."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""
