"""Every file of the ledger has the verdicts it expects, each as a test of its own: what a mutant of the trusted base has to get past."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpverify.claims.registry import Entry, select
from dpverify.claims.result import Result
from dpverify.claims.verify import verify

LEDGER = Path(__file__).resolve().parents[2] / "proofs"
FILES = sorted(str(p.relative_to(LEDGER)) for p in LEDGER.rglob("*.py") if not p.name.startswith("_"))
_done: dict[str, Result] = {}


@pytest.mark.campaign
@pytest.mark.parametrize("name", FILES)
def test_a_file_of_the_ledger_has_the_verdicts_it_expects(name: str) -> None:
    selection = select([str(LEDGER / name)])
    assert not selection.faults
    by_id = {e.id: e for e in (*selection.needed, *selection.entries)}
    for entry in selection.entries:
        assert decided(entry, by_id).ok, entry.id


def decided(entry: Entry, by_id: dict[str, Entry]) -> Result:
    if entry.id not in _done:
        known = {name: decided(by_id[used], by_id) for name, used in entry.uses.items()}
        _done[entry.id] = verify(entry.claim, known)
    return _done[entry.id]
