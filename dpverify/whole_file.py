"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import InputError


def read_file_path(text: str, name: str) -> Path:
    """Raises InputError unless a file can be written there."""
    path = Path(text)
    if not text or os.path.isdir(path) or not os.path.isdir(path.absolute().parent):
        raise InputError(f"{name} is {shown_path(text)}; it must be a file in a folder that exists")
    check_writable(path, name)
    return path


def check_writable(path: Path, name: str) -> None:
    """Raises InputError unless a file can be made beside this one."""
    unfinished = _unfinished(path)
    try:
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise InputError(f"{name} is {shown_path(path)}; nothing can be written there: {error.strerror}") from None


def shown_path(path: str | Path) -> str:
    """For a message: quoted, whole up to 255 characters; of a longer one the beginning and the end, where its name stands."""
    text = str(path)
    return repr(text if len(text) <= 255 else text[:100] + "..." + text[-152:])


def write_whole(path: Path, content: bytes) -> None:
    """All or nothing, and on the disk when this returns."""
    unfinished = _unfinished(path)
    try:
        with open(unfinished, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + ".part")
