"""Writes a report's folder: everything is made beside it first, and moved into place when it is whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import InputError
from ..whole_file import check_writable


def check_target(target: Path) -> None:
    """Raises InputError if a report cannot be written to `target`: before anything is computed."""
    if target.exists() and not target.is_dir():
        raise InputError(f"-o is {str(target)!r}; it is a file, and must be a folder or a new name")
    if not target.parent.is_dir():
        raise InputError(f"-o is {str(target)!r}; there is no folder {target.parent}")
    check_writable(target / "index.html" if target.exists() else target, "-o")


@contextlib.contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Gives an empty folder to write to. At the end its files replace those of the same name in `target`, each in one step.

    After an exception (Ctrl-C is one) `target` is as it was. Other files in it are left alone.
    """
    work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
    try:
        yield work
        work.chmod(0o777 & ~_umask())
        if not target.exists():
            os.replace(work, target)
            return
        for made in sorted(p for p in work.rglob("*") if p.is_file()):
            place = target / made.relative_to(work)
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(made, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
