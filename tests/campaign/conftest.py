"""The campaign's figures: each test adds to them, and they are printed at the end (`make campaign`, or `pytest tests/campaign`)."""

from __future__ import annotations

from collections import Counter

import pytest

FIGURES = pytest.StashKey[Counter]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = Counter()


@pytest.fixture
def campaign_figures(request: pytest.FixtureRequest) -> Counter:
    """Names of what was tried -> how many."""
    return request.config.stash[FIGURES]
