"""The notebooks: each runs from its source, ends in an assertion, and the executed copy beside it has the same code."""

import json
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
SOURCES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)
def test_runs(source: Path) -> None:
    assert source.read_text().rstrip().splitlines()[-1].startswith("assert ")
    runpy.run_path(str(source))


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)
def test_executed_copy_has_the_same_code(source: Path) -> None:
    cells = [cell.split("\n", 1)[1].strip() for cell in source.read_text().split("\n# %%")[1:] if not cell.startswith(" [markdown]")]
    copy = json.loads(source.with_suffix(".ipynb").read_text())
    code = [cell for cell in copy["cells"] if cell["cell_type"] == "code"]
    assert ["".join(cell["source"]).strip() for cell in code] == cells
    assert all(cell["execution_count"] for cell in code)


def test_there_are_notebooks() -> None:
    assert SOURCES
