"""The libraries that can be audited, one adapter a file: what to install, and how each function is called."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import InputError


@dataclass(frozen=True)
class Function:
    """A calibration of a library. `code` defines `answer(...)` with the arguments of the kind, and returns what the library itself says."""

    name: str
    kind: str
    code: str


@dataclass(frozen=True)
class Library:
    """`name` is that of the distribution too; `requirements` is what pip installs for it."""

    name: str
    requirements: tuple[str, ...]
    functions: tuple[Function, ...]


def libraries() -> dict[str, Library]:
    """Name -> library, in the order of the tables."""
    from . import autodp, diffprivlib, dp_accounting, opendp, python_dp

    known = (diffprivlib.LIBRARY, opendp.LIBRARY, dp_accounting.LIBRARY, autodp.LIBRARY, python_dp.LIBRARY)
    return {library.name: library for library in known}


def library(name: str) -> Library:
    """Raises InputError that lists the names."""
    known = libraries()
    if name not in known:
        raise InputError(f"LIBRARY is {name!r}; it must be one of {', '.join(known)}")
    return known[name]
