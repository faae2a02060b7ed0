"""The list of figures is complete, documented, and each entry is whole."""

import re
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

import dpverify.figures
from dpverify.errors import InputError
from dpverify.figures.registry import NAMES, figures, find
from dpverify.figures.table import read_table, table_of, text_of

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "figures.md").read_text(encoding="utf-8")
SHARED = {"__init__", "figure", "registry", "settings", "table", "work", "write", "excess_rows"}


def test_every_file_of_a_figure_is_listed():
    folder = Path(dpverify.figures.__file__).parent
    assert {p.stem for p in folder.glob("*.py")} - SHARED == {name.replace("-", "_") for name in NAMES}


@pytest.mark.parametrize("figure", figures(), ids=lambda f: f.name)
def test_an_entry_is_whole(figure):
    assert find(figure.name) is figure
    assert figure.title and figure.source and figure.seen.endswith(".") and "\n" not in figure.title + figure.source + figure.seen
    config = figure.config()
    with pytest.raises(FrozenInstanceError):
        setattr(config, fields(config)[0].name, None)
    assert {f.name for f in fields(config)} <= {"epsilon", "delta", "points", "loss"}


@pytest.mark.parametrize("figure", figures(), ids=lambda f: f.name)
def test_the_documentation_has_it(figure):
    section = DOCS.partition(f"## {figure.name}\n")[2].partition("\n## ")[0]
    assert f"dpverify figure {figure.name}" in section
    assert " ".join(figure.seen.split()) in " ".join(section.split())
    assert figure.source in " ".join(section.split())
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE)) == dict(figure.columns)


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="near to it: gaussian-ratio"):
        find("gausian-ratio")
    with pytest.raises(InputError, match=f"there are: {', '.join(NAMES)}"):
        find("zzzz")


def test_a_table_is_its_csv():
    table = table_of(["a", "b"], [("1", 'x,"y"'), ("", "2")])
    assert read_table(table.csv()) == table
    assert table.where(b="2").texts("a") == [""]
    assert str(table.numbers("a")) == "[ 1. nan]"


def test_floats_as_text():
    assert [text_of(x) for x in (0.1, 1 / 3, float("inf"), float("nan"), -0.0, 1e-300)] == ["0.1", "0.333333333333", "", "", "0", "1e-300"]
