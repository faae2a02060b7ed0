"""`dpverify --version`."""

from __future__ import annotations

from ..claims.versions import versions


def version_text() -> str:
    """One line for dpverify and one for each thing the guarantees rest on."""
    found = versions()
    width = max(map(len, found))
    return "\n".join(f"{name:<{width}}  {value}" for name, value in found.items())
