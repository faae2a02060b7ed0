"""Reading BibTeX."""

import pytest

from dpverify.claims.bibliography import read_bibliography, source_keys
from dpverify.claims.registry import ledger_root
from dpverify.errors import InputError


def test_fields_braces_quotes_and_comments(tmp_path):
    bib = tmp_path / "r.bib"
    first = '% @misc{no, }\n@Article{a1, title = {An {Odd} one, with = and @},\n  year = 1999, note="q, r"}\n'
    bib.write_text(first + "@misc{b2,\n author = {X}\n}\n")
    found = read_bibliography(bib)
    assert list(found) == ["a1", "b2"]
    assert found["a1"].kind == "article"
    assert found["a1"].fields == {"title": "An {Odd} one, with = and @", "year": "1999", "note": "q, r"}


@pytest.mark.parametrize("text", ["@misc{a, title = {open", "@misc{a, title}", "@misc{a, y=1}\n@misc{a, y=2}"])
def test_what_does_not_read_is_refused(tmp_path, text):
    bib = tmp_path / "r.bib"
    bib.write_text(text)
    with pytest.raises(InputError):
        read_bibliography(bib)


def test_source_keys():
    assert source_keys("geng2018truncated, Theorem 2; balle2018gaussian") == ("geng2018truncated", "balle2018gaussian")
    assert source_keys(None) == ()


def test_the_ledgers_bibliography_has_the_three_sources():
    found = read_bibliography(ledger_root() / "references.bib")
    arxiv = {r.fields.get("eprint") for r in found.values()}
    assert {"1810.00877", "1809.10224", "1805.06530"} <= arxiv
    assert all({"author", "title", "year"} <= set(r.fields) for r in found.values())
