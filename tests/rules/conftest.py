"""Rules are tried with a short search for counterexamples, unless a test wants the counterexample itself."""

from __future__ import annotations

import pytest


@pytest.fixture
def long_search() -> None:
    """For a test that wants the counterexample itself."""


@pytest.fixture(autouse=True)
def _search(request: pytest.FixtureRequest) -> None:
    if "long_search" not in request.fixturenames:
        request.getfixturevalue("short_search")
