"""docs/claims.md: every block is a claim file whose claims get the verdicts they expect, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpverify import rules
from dpverify.claims.registry import select
from dpverify.claims.runner import run

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_block_is_a_claim_file(number: int, tmp_path: Path) -> None:
    path = tmp_path / "my_claims.py"
    path.write_text(BLOCKS[number], encoding="utf-8")
    selection = select([str(path)])
    assert not selection.faults and selection.entries
    for outcome in run(selection.entries, selection.needed, jobs=1, timeout=60):
        assert outcome.result is not None and outcome.result.verdict == outcome.entry.claim.expected, outcome


def test_what_it_names_exists() -> None:
    for name in re.findall(r"`(proofs/[^`]*)`", TEXT):
        assert (ROOT / name).is_file(), name
    for name in re.findall(r"the rule `(\w+)`", TEXT):
        assert hasattr(rules, name), name
    for name in re.findall(r'uses=\("(\w+\.\w+)",\)', TEXT):
        assert select([name]).entries, name
