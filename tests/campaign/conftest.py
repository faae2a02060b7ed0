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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash[FIGURES]
    if figures:
        failed = len(terminalreporter.stats.get("failed", [])) + len(terminalreporter.stats.get("error", []))
        terminalreporter.section("campaign")
        for name, count in [*figures.items(), ("failures", failed)]:
            terminalreporter.write_line(f"{count:>9,}  {name}")
