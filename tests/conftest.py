"""What all tests rest on."""

from __future__ import annotations

import signal


def pytest_sessionstart() -> None:
    """Ctrl-C has to reach the commands tried here: what a shell starts in the background ignores SIGINT, and so do its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
