"""The version of the FLINT library, of which Arb is a part, that python-flint was built with."""

from __future__ import annotations

import flint


def arb_version() -> str:
    """For example "3.4.0"."""
    return str(flint.__FLINT_VERSION__)
