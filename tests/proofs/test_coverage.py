"""The ledger covers the statements it says it covers: every number of sections 1 to 3, or a reason why not yet."""

import re

import pytest

from dpverify.claims.registry import ledger_root, select
from dpverify.claims.result import Counterexample, Result
from dpverify.report.model import model
from dpverify.report.page import claim_anchor, render

NUMBERS = (
    *(f"1.{i}" for i in range(1, 6)),
    *(f"2.{i}" for i in range(1, 16)),
    *(f"3.{i}" for i in range(1, 11)),
    *(f"4.{i}" for i in range(1, 11)),
    *(f"5.{i}" for i in range(1, 6)),
    *(f"6.{i}" for i in range(1, 11)),
    *(f"7.{i}" for i in range(7)),
    *(f"8.{i}" for i in range(1, 9)),
)
"""The numbered statements of sections 1 (privacy of noise laws), 2 (truncated Laplacian) and 3 (closed-form lower bounds)."""

NOT_YET: dict[str, str] = {
    "8.5": "checks of numeric brackets: tests/optimal",
    "8.7": "advice about solvers, not a statement",
}
"""Numbers without any claim, each with the reason."""

PARTLY = {
    "7.2": "that E[1/|y|^2] is its integral over v (independent coordinates multiply, positive integrals change places) is said in notes",
    "7.4": "that no estimate does much better across L^p balls, the 4.44 log d, is quoted",
    "7.5": "that no estimate is of smaller order is quoted",
    "7.6": "the experiments are measured (tests/experiments, docs/experiments.md); what follows from exact risks and profiles is claimed",
    "8.6": "that the optimum looks like a truncated staircase with ripples is seen in brackets: notebooks/03_the_best_noise.py",
    "1.4": "that the infimum is attained: that no mass is lost is a claim, the passage to a weak limit is prose (privacy.tightness)",
}
"""Numbers of which a part is open, each with what it is."""


@pytest.fixture(scope="module")
def entries():
    assert ledger_root() is not None
    selection = select()
    assert not selection.faults, selection.faults
    return selection.entries


def covered(entries):
    return {number for e in entries for number in e.claim.covers}


def test_every_number_is_covered_or_has_a_reason(entries):
    assert sorted(set(NUMBERS) - covered(entries)) == sorted(NOT_YET)


def test_the_reasons_are_not_stale(entries):
    assert set(PARTLY) <= covered(entries)
    assert not set(NOT_YET) & set(PARTLY)


def test_numbers_are_written_alike(entries):
    for e in entries:
        for number in e.claim.covers:
            section, _, index = number.partition(".")
            assert section.isdigit() and index.isdigit() and number == f"{int(section)}.{int(index)}", e.id


def test_errata_quote_the_source_and_are_put_right(entries):
    corrected = {name for e in entries if (c := e.claim.corrects) for name in (c.replace("/", "."), f"{e.id.removesuffix(e.variable)}{c}")}
    errata = [e for e in entries if e.claim.expected == "refuted" and e.claim.quote]
    assert errata
    for e in errata:
        assert e.claim.source, e.id
        assert e.id in corrected, e.id


def test_the_page_about_the_experiments_names_claims(entries):
    page = (ledger_root().parent / "docs" / "experiments.md").read_text()
    named = set(re.findall(r"`((?:gaussian|denoising)\.\w+\.\w+)`", page))
    assert named
    assert named <= {e.id for e in entries}


def test_claims_have_derivations_or_are_short(entries):
    """Most claims are derived, not only stated: among those that cover a number at least three out of four have steps."""
    stated = [e for e in entries if e.claim.covers and e.claim.expected != "refuted"]
    derived = [e for e in stated if e.claim.steps]
    assert 4 * len(derived) >= 3 * len(stated)


def test_every_erratum_is_on_the_page_with_its_quote_its_counterexample_and_its_correction(entries):
    every = [e for e in entries if e.claim.corrects or e.claim.expected == "refuted"]
    wrong = [e.claim for e in every if e.claim.expected == "refuted"]
    assert len(wrong) >= 20
    found = Counterexample({"epsilon": "1/2"}, "[0.25, 0.25]", "[1, 2]")
    results = [(e, Result(e.claim, e.claim.expected, (), (), found if e.claim in wrong else None, (), 0.1)) for e in every]
    text = render(model(results, {}), 1)
    section = text[text.index('<h2 id="errata">') : text.index('<h2 id="map">')]
    assert [e.id for e in every if f'href="#{claim_anchor(e.id)}"' not in section] == []
    assert section.count("Counterexample.") == section.count("<article") == len(wrong)
    assert section.count("<blockquote>") == sum(bool(claim.quote) for claim in wrong)
    assert "No claim puts this right" not in section
