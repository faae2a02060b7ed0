"""What several files of these tests share."""

import pytest

from dpverify.prover import ascent


@pytest.fixture
def coarse_search(monkeypatch):
    """Counterexamples are climbed for with a fiftieth of the usual effort: for tests of what is not proved, which else wait for it most."""

    def few_points(violation, domain, touching, effort=1.0):
        return ascent.steepest_points(violation, domain, touching, effort / 50)

    monkeypatch.setattr("dpverify.prover.counterexample.steepest_points", few_points)
