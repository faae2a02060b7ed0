"""What all tests rest on."""

from __future__ import annotations

import signal
from typing import Any

import pytest


def pytest_sessionstart() -> None:
    """Ctrl-C has to reach the commands tried here: what a shell starts in the background ignores SIGINT, and so do its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search for counterexamples, where a test wants to see that there is no proof: a longer search would give none."""
    from dpverify.claims import decide
    from dpverify.prover.counterexample import find_counterexample

    def quickly(*args: Any, **words: Any) -> Any:
        return find_counterexample(*args, **{**words, "effort": "quick"})

    monkeypatch.setattr(decide, "find_counterexample", quickly)
