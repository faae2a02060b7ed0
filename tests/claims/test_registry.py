"""Claim files: ids, SELECT, and one line for every fault."""

import sys
from pathlib import Path

import pytest

from dpverify.claims import registry
from dpverify.claims.registry import select
from dpverify.errors import InputError

GOOD = """
from sympy import Eq, Rational, Float, oo, symbols
from dpverify import Claim, Step
from dpverify.notation import epsilon, delta
x = symbols("x", real=True)
"""
CLAIM = 'Claim(title="t", statement=Eq(x + x, 2*x, evaluate=False), domain={x: (0, 1)}%s)'


def write(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(GOOD + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def ledger(tmp_path):
    root = tmp_path / "proofs"
    root.mkdir()
    (root / "references.bib").write_text("@misc{known1999, author = {A, B}, title = {T}, year = 1999}\n")
    write(root / "gaussian" / "profile.py", "claim = " + CLAIM % ', source="known1999, Theorem 3"', "helper = " + CLAIM % "")
    write(root / "gaussian" / "tail.py", "claim = " + CLAIM % ', uses=["gaussian/profile"]')
    write(root / "uniform" / "width.py", "claim = " + CLAIM % ', uses=["own"]', "own = " + CLAIM % ', id="uniform.width.named"')
    write(root / "_template.py", "raise RuntimeError")
    return root


def ids(selection):
    return [e.id for e in selection.entries]


def test_ledger_ids_are_path_and_variable_and_the_order_is_stable(ledger):
    found = select((), ledger)
    assert ids(found) == ["gaussian.profile", "gaussian.profile.helper", "gaussian.tail", "uniform.width", "uniform.width.named"]
    assert not found.faults


def test_selection_by_id_prefix_path_and_variable(ledger, tmp_path):
    assert ids(select(["gaussian.profile"], ledger)) == ids(select(["gaussian/profile"], ledger)) == ["gaussian.profile"]
    assert ids(select(["gaussian"], ledger)) == ["gaussian.profile", "gaussian.profile.helper", "gaussian.tail"]
    assert ids(select(["uniform.width.n"], ledger)) == ["uniform.width.named"]
    assert ids(select([str(ledger / "uniform")], ledger)) == ["uniform.width", "uniform.width.named"]
    own = write(tmp_path / "mine.py", "first = " + CLAIM % "", "second = " + CLAIM % "")
    assert ids(select([str(own)], ledger)) == [f"{own}:first", f"{own}:second"]
    assert ids(select([f"{own}:second", "gaussian.tail"], ledger)) == [f"{own}:second", "gaussian.tail"]


def test_user_ids_are_relative_to_the_working_folder(ledger, tmp_path, monkeypatch):
    write(tmp_path / "mine.py", "first = " + CLAIM % "")
    monkeypatch.chdir(tmp_path)
    assert ids(select(["mine.py"], ledger)) == ["mine.py:first"]
    (tmp_path / "gaussian").mkdir()
    assert len(ids(select(["gaussian"], ledger))) == 3, "a folder of the ledger wins over one that happens to lie here"


def test_what_is_used_comes_along(ledger):
    found = select(["gaussian.tail"], ledger)
    assert [e.id for e in found.needed] == ["gaussian.profile"]
    width = select(["uniform.width"], ledger).entries[0]
    assert width.uses == {"own": "uniform.width.named"}


def test_a_user_file_may_use_the_ledger(ledger, tmp_path):
    own = write(tmp_path / "mine.py", "c = " + CLAIM % ', uses=["gaussian.tail"]')
    assert {e.id for e in select([str(own)], ledger).needed} == {"gaussian.tail", "gaussian.profile"}


@pytest.mark.parametrize("word", ["no/such/claim", "no_such_file.py", "/no/such/folder", "gaussian.profile.nonesuch", "profile.txt"])
def test_unknown_words_are_refused(ledger, word):
    with pytest.raises(InputError, match="no "):
        select([word], ledger)


FAULTS = {
    "not python": ("this is no Python at all", None, "not Python"),
    "an exception": ("1 / 0", None, "ZeroDivisionError"),
    "an exit": ("import sys; sys.exit(3)", None, "SystemExit"),
    "no claim": ("y = 1", None, "no Claim"),
    "no domain": ('c = Claim(title="t", statement=Eq(x, x + 1, evaluate=False))', "c", "without a domain"),
    "a symbol without a domain": ('c = Claim(title="t", statement=Eq(x, epsilon, evaluate=False), domain={x: (0, 1)})', "c", "epsilon"),
    "a float": ('c = Claim(title="t", statement=Eq(x, 0.5*x, evaluate=False), domain={x: (0, 1)})', "c", "float"),
    "an empty domain": ('c = Claim(title="t", statement=Eq(x, x, evaluate=False), domain={x: (1, 0)})', "c", "empty"),
    "lost content": ('c = Claim(title="t", statement=Eq(1, 1), domain={})', "c", "evaluate=False"),
    "an unknown use": ("c = " + CLAIM % ', uses=["nonesuch"]', "c", "nonesuch"),
    "an unknown step label": ("c = " + CLAIM % ', steps=[Step(2*x, uses=["later"]), Step(2*x, label="later")]', "c", "later"),
    "uses that is no list": ("c = " + CLAIM % ', uses="abc"', "c", "list"),
    "an unknown source": ("c = " + CLAIM % ', source="nobody2000, Lemma 1"', "c", "nobody2000"),
    "an unknown expectation": ("c = " + CLAIM % ', expected="true"', "c", "expected"),
    "a duplicate id": ("c = " + CLAIM % ', id="same"' + "\nd = " + CLAIM % ', id="same"', "d", "same"),
    "a circle": ("c = " + CLAIM % ', uses=["d"]' + "\nd = " + CLAIM % ', uses=["c"]', "c", "circular"),
    "itself": ("c = " + CLAIM % ', uses=["c"]', "c", "circular"),
    "no step": ("c = " + CLAIM % ", steps=[3]", "c", "Step"),
    "a clash with notation": (
        'eps = symbols("epsilon", positive=True)\n'
        'c = Claim(title="t", statement=Eq(eps * epsilon, x, evaluate=False), domain={epsilon: (0, 1), eps: (0, 1), x: (0, 1)})',
        "c",
        "epsilon",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_one_line_naming_file_claim_and_fault(ledger, tmp_path, name):
    text, claim, words = FAULTS[name]
    bad = write(tmp_path / "mine" / "bad.py", text)
    write(tmp_path / "mine" / "good.py", "c = " + CLAIM % "")
    found = select([str(tmp_path / "mine")], ledger)
    assert [e.path.name for e in found.entries] == ["good.py"], "a faulty file does not stop the others"
    assert len(found.faults) == 1
    line = str(found.faults[0])
    assert line.startswith(str(bad)) and words in line and "\n" not in line
    assert claim is None or f"bad.py: {claim}: " in line


@pytest.mark.parametrize(("name", "content"), [("zero.py", b"\0\0"), ("latin.py", b"x = '\xff'\n"), ("deep.py", b"(" * 5000)])
def test_files_that_are_not_text(ledger, tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    assert "not Python" in str(select([str(path)], ledger).faults[0])


def test_an_id_of_the_ledger_begins_with_its_place(ledger):
    write(ledger / "uniform" / "other.py", "c = " + CLAIM % ', id="gaussian.stray"')
    (fault,) = select((), ledger).faults
    assert "does not begin with its place" in str(fault)


def test_only_the_files_that_are_needed_are_loaded(ledger):
    write(ledger / "uniform" / "slow.py", "raise RuntimeError('loaded')")
    found = select(["gaussian"], ledger)
    assert len(found.entries) == 3 and not found.faults
    assert ids(select(["uniform.width"], ledger)) == ["uniform.width"]


def test_loading_leaves_no_trace(ledger, tmp_path, capsys):
    for folder, value in (("a", 1), ("b", 2)):
        write(tmp_path / folder / "_helper.py", f"VALUE = {value}")
        claim = 'c = Claim(title=f"t{VALUE}", statement=Eq(x + x, 2*x, evaluate=False), domain={x: (0, 1)})'
        write(tmp_path / folder / "file.py", "from _helper import VALUE", "print('noise')", claim)
    before = list(sys.path)
    found = select([str(tmp_path / "a"), str(tmp_path / "b")], ledger)
    assert [e.claim.title for e in found.entries] == ["t1", "t2"], "helpers of the same name in two folders are two helpers"
    assert sys.path == before and "_helper" not in sys.modules
    assert not list(tmp_path.rglob("__pycache__"))
    assert capsys.readouterr().out == "", "what a claim file prints does not get into the answer"


def test_the_real_ledger_has_a_bibliography():
    root = registry.ledger_root()
    assert root is not None and (root / "references.bib").is_file()
