"""Where a command cannot write is said before anything is computed: exit 2, one line that names the option, nothing left behind."""

import os

import pytest

from dpverify.cli.main import main

COMMANDS = {
    "bounds": (["bounds", "--epsilon", "1", "--delta", "0.1", "--certificate"], "--certificate", ""),
    "sweep": (["sweep", "--epsilon", "1:2:2", "--delta", "0.1:0.2:2", "-o"], "-o", ".csv"),
    "reference": (["reference", "gaussian-sigma", "-o"], "-o", ".json"),
    "latex": (["latex", "truncated_laplace.amplitude", "-o"], "-o", ".tex"),
    "report": (["report", "truncated_laplace.amplitude", "-o"], "-o", None),
    "experiment": (["experiment", "mean", "-o"], "-o", ".csv"),
    "figure": (["figure", "densities", "-o"], "-o", ".svg"),
    "audit": (["audit", "-o"], "-o", ".json"),
}


def refused(words, option, capsys):
    with pytest.raises(SystemExit) as left:
        main(words)
    out, err = capsys.readouterr()
    assert left.value.code == 2 and out == "" and len(err.splitlines()) == 1, (out, err)
    assert f"{option} is" in err and ".part" not in err


@pytest.mark.parametrize("name", COMMANDS)
def test_a_place_where_nothing_can_be_written(name, tmp_path, monkeypatch, capsys):
    words, option, suffix = COMMANDS[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("a file")
    places = ["", f"nowhere/new{suffix or ''}", f"file/new{suffix or ''}"]
    if suffix is not None:
        folder = tmp_path / f"folder{suffix}"
        folder.mkdir()
        places.append(str(folder))
    if os.path.isdir("/proc/self"):
        places.append(f"/proc/new{suffix or ''}")
    before = sorted(p.name for p in tmp_path.rglob("*"))
    for place in places:
        refused([*words, place], option, capsys)
    assert sorted(p.name for p in tmp_path.rglob("*")) == before
