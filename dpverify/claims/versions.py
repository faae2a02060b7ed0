"""Versions of what the guarantees rest on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from .. import __version__
from ..enclosure.arb_version import arb_version

PACKAGES = ("python-flint", "sympy", "mpmath")


def versions() -> dict[str, str]:
    """dpverify, python, and each package by its distribution's name; "arb" is the FLINT library in which Arb lives."""
    found = {"dpverify": __version__, "python": platform.python_version(), "arb": f"FLINT {arb_version()}"}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found
