"""The figures by name, in the order in which they are listed."""

from __future__ import annotations

import difflib
from importlib import import_module

from ..errors import InputError
from .figure import Figure

NAMES = ("densities", "bounds", "gaussian-ratio", "additive-ratio", "gaussian-variance", "excess", "excess-curve", "optimal-law")
"""The file of a figure has its name, with _ for -."""


def find(name: str) -> Figure:
    """The figure of that name. Raises InputError with the names that are nearest."""
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, n=3, cutoff=0.4)
        raise InputError(f"NAME is {name[:60]!r}, which is no figure; {'near to it' if near else 'there are'}: {', '.join(near or NAMES)}")
    found: Figure = import_module(f".{name.replace('-', '_')}", __package__).FIGURE
    return found


def figures() -> list[Figure]:
    """All of them."""
    return [find(name) for name in NAMES]
