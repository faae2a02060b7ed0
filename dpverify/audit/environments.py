"""Where a library lives: an environment of its own, made with venv and pip, or an interpreter that the user names."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError, MissingDependency
from .libraries import Library

INSTALL_SECONDS = 1800
"""What pip may take for one library; some are built from source."""


@dataclass(frozen=True)
class Interpreters:
    """`named` first, then the environment in `folder`, then the interpreter that runs this."""

    named: Mapping[str, Path]
    folder: Path | None = None
    say: Callable[[str], None] = lambda _: None
    """Called with a sentence before an environment is made, which takes a while."""

    def of(self, library: Library) -> Path:
        if library.name in self.named:
            return self.named[library.name]
        return Path(sys.executable) if self.folder is None else environment(library, self.folder, self.say)


def environment(library: Library, folder: Path, say: Callable[[str], None] = lambda _: None) -> Path:
    """The interpreter of the library's environment in the folder, made if it is missing. Raises MissingDependency if pip fails."""
    home = folder.resolve() / library.name
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    # The mark is set last: an installation that was cut off is done again.
    if (home / "ready").exists() and python.exists():
        return python
    say(f"installing {', '.join(library.requirements)} into {home}")
    try:
        venv.create(home, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingDependency(f"no environment could be made in {home}: {error}") from None
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *library.requirements]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except subprocess.TimeoutExpired:
        raise MissingDependency(f"pip did not install {library.name} within {INSTALL_SECONDS // 60} minutes") from None
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()[-1:]
        raise MissingDependency(f"pip could not install {library.name}: {' '.join(lines)[:300]}")
    (home / "ready").touch()
    return python


def read_named(text: str, known: Mapping[str, Library]) -> tuple[str, Path]:
    """LIBRARY=PATH. Raises InputError."""
    name, equals, path = text.partition("=")
    if not equals or name not in known:
        raise InputError(f"--python is {text!r}; it must be LIBRARY=PATH with LIBRARY one of {', '.join(known)}")
    if not Path(path).is_file():
        raise InputError(f"--python is {text!r}; PATH must be the file of a Python interpreter")
    # Not resolved: what a link in an environment points to doesn't know the environment.
    return name, Path(path).absolute()
