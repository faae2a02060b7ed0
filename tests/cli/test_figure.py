"""`figure`: the list, the two files, the same bytes again, one line for every error and nothing written."""

import csv
import hashlib
import json
import os
import subprocess
import sys

import pytest

from dpverify.cli.main import main
from dpverify.figures.registry import NAMES


@pytest.fixture
def here(capsys, tmp_path, monkeypatch):
    """The command in this process, in an empty folder: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def run_here(*words):
        with pytest.raises(SystemExit) as left:
            main(["figure", *words])
        return left.value.code, *capsys.readouterr()

    return run_here


def test_the_list(here):
    code, out, error = here()
    assert (code, error) == (0, "") and max(map(len, out.splitlines())) <= 80
    assert [line.split()[0] for line in out.splitlines() if not line.startswith(" ")] == list(NAMES)
    assert here("--quiet")[1].split() == list(NAMES)
    listed = json.loads(here("--json")[1])["figures"]
    assert [f["name"] for f in listed] == list(NAMES)
    assert set(listed[0]) == {"name", "title", "source", "seen", "options", "columns"}


@pytest.mark.parametrize(("suffix", "start"), [("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_both_files_and_the_same_bytes_again(here, tmp_path, suffix, start):
    words = ("additive-ratio", "--points", "9", "-o", f"f.{suffix}", "--jobs", "1")
    code, out, error = here(*words, "--json")
    assert (code, error) == (0, "")
    figure, data = (tmp_path / f"f.{suffix}").read_bytes(), (tmp_path / "f.csv").read_bytes()
    assert figure.startswith(start)
    assert sorted(os.listdir(tmp_path)) == sorted([f"f.{suffix}", "f.csv"])
    rows = list(csv.DictReader(data.decode().splitlines()))
    answer = json.loads(out)
    assert answer == {"figure": "additive-ratio", "file": f"f.{suffix}", "data": "f.csv", "rows": len(rows), "columns": list(rows[0])}
    if suffix != "pdf":  # there it is compressed
        assert hashlib.sha256(data).hexdigest().encode() in figure
    assert here(*words, "--quiet") == (0, "", "")
    assert ((tmp_path / f"f.{suffix}").read_bytes(), (tmp_path / "f.csv").read_bytes()) == (figure, data)


def test_fonts_are_embedded(here, tmp_path):
    assert here("additive-ratio", "--points", "5", "-o", "f.pdf")[0] == 0
    pdf = (tmp_path / "f.pdf").read_bytes()
    assert pdf.count(b"/FontDescriptor") > 0 and pdf.count(b"/FontFile2") == pdf.count(b"/Type /FontDescriptor")
    assert here("additive-ratio", "--points", "5", "-o", "f.svg")[0] == 0
    # Text is drawn as outlines: the reader's fonts do not matter.
    assert b"<text" not in (tmp_path / "f.svg").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("bound -o f.pdf", "NAME is 'bound', which is no figure; near to it: bounds"),
        ("bounds", "-o is missing; it names the file to write"),
        ("-o f.pdf", "NAME is missing"),
        ("--points 5", "NAME is missing"),
        ("bounds -o f.jpg", "-o is 'f.jpg'; it must end in .pdf, .svg or .png"),
        ("bounds -o f", "it must end in .pdf, .svg or .png"),
        ("bounds -o no/f.pdf", "it must be a file in a folder that exists"),
        ("bounds -o folder.pdf", "-o is 'folder.pdf'; it must be a file"),
        ("bounds -o data.pdf", "its data would go to data.csv, which is a folder"),
        ("bounds -o /proc/f.pdf", "nothing can be written there"),
        (f"bounds -o {'f' * 252}.pdf", "nothing can be written there"),
        ("bounds -o f.pdf --points 2", "--points is 2; this figure needs an integer from 3 to 200"),
        ("bounds -o f.pdf --points 201", "--points is 201"),
        ("bounds -o f.pdf --points -5", "--points is '-5'; it must be an integer from 1 to 999999"),
        ("bounds -o f.pdf --points 1e1", "--points is '1e1'"),
        ("bounds -o f.pdf --points \N{ARABIC-INDIC DIGIT NINE}", "it must be an integer from 1 to 999999"),
        (f"bounds -o f.pdf --points {'9' * 5000}", "it must be an integer from 1 to 999999"),
        ("bounds -o f.pdf --loss 3", "--loss is '3'; it must be amplitude or power"),
        ("bounds -o f.pdf --epsilon 1", "--epsilon is given, but the figure bounds has the options --points, --loss only"),
        ("bounds -o f.pdf --jobs 0", "--jobs is '0'"),
        ("densities -o f.pdf --epsilon -1", "--epsilon is '-1'; this figure needs a number from 1e-3 to below 50"),
        ("optimal-law -o f.pdf --epsilon 0 --delta 0", "--epsilon is 0 and delta is 0: no finite noise exists"),
        ("optimal-law -o f.pdf --delta 1e-400", "--delta is '1e-400'; this figure needs a number from 1e-9 to below 0.99, or 0"),
        ("excess-curve -o f.pdf --delta 1/2", "--delta is '1/2'"),
        ("excess -o f.pdf --points 61", "--points is 61; this figure needs an integer from 3 to 60"),
    ],
)
def test_bad_input(here, tmp_path, words, message):
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "data.csv").mkdir()
    code, out, error = here(*words.split(" "))
    assert (code, out) == (2, "")
    assert message in error and error.count("\n") == 1
    assert sorted(os.listdir(tmp_path)) == ["data.csv", "folder.pdf"]


def test_a_failed_write_leaves_what_was_there(here, tmp_path, monkeypatch):
    assert here("additive-ratio", "--points", "5", "-o", "f.svg")[0] == 0
    before = (tmp_path / "f.svg").read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device", "f.svg")

    monkeypatch.setattr("os.replace", full)
    code, out, error = here("additive-ratio", "--points", "6", "-o", "f.svg")
    assert (code, out) == (3, "") and "No space left on device" in error
    assert sorted(os.listdir(tmp_path)) == ["f.csv", "f.svg"] and (tmp_path / "f.svg").read_bytes() == before


def test_without_matplotlib_one_line_and_the_list_still(tmp_path):
    code = "import sys; sys.modules['matplotlib'] = None; from dpverify.cli.main import main; main(['figure', *sys.argv[1:]])"

    def run(*words):
        return subprocess.run([sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True)

    assert run().returncode == 0
    done = run("bounds", "-o", "f.pdf")
    assert (done.returncode, done.stdout, os.listdir(tmp_path)) == (3, "", [])
    assert "pip install 'dpverify[figures]'" in done.stderr and done.stderr.count("\n") == 1


def test_two_processes_give_the_same_data(here, tmp_path):
    for jobs in ("1", "2"):
        assert here("excess-curve", "--points", "3", "-o", f"{jobs}.svg", "--jobs", jobs)[0] == 0
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_help(here):
    code, out, error = here("--help")
    assert (code, error) == (0, "") and "Example:" in out and max(map(len, out.splitlines())) <= 80
