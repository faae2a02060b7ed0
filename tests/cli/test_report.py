"""`dpverify report`: what it writes, when it refuses, and that nothing half-written is left."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from dpverify.errors import InputError
from dpverify.report.folder import check_target, written_whole

CLAIM = "truncated_laplace.edge_mass"


def run(*words, cwd):
    return subprocess.run([sys.executable, "-m", "dpverify", "report", *words], cwd=cwd, capture_output=True, text=True)


def test_writes_page_document_and_json_and_says_what(tmp_path):
    done = run(CLAIM, "-o", "out", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("out/index.html: ")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["index.html", "report.tex", "results.json"]
    answer = json.loads((tmp_path / "out" / "results.json").read_text())
    assert answer["summary"]["total"] == answer["summary"]["ok"] == len(answer["claims"]) > 0
    (tmp_path / "out" / "mine.txt").write_text("kept")
    (tmp_path / "out" / "index.html").write_text("old")
    done = run(CLAIM, "-o", "out", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "out" / "mine.txt").read_text() == "kept"
    assert (tmp_path / "out" / "index.html").read_text().startswith("<!DOCTYPE html>")
    again = json.loads((tmp_path / "out" / "results.json").read_text())
    for claim in (*answer["claims"], *again["claims"]):
        del claim["seconds"]
    assert answer == again


def test_a_claim_with_another_verdict_is_exit_1_and_a_report_all_the_same(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from sympy import Lt, Symbol, Interval\nfrom dpverify import Claim\n"
        "u = Symbol('u', real=True)\nbad = Claim(title='<b>', statement=Lt(u, 1), domain={u: Interval(0, 2)}, expected='proved')\n"
    )
    done = run("mine.py", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1 and "1 of 1 claims" in done.stderr
    text = (tmp_path / "out" / "index.html").read_text()
    assert "&lt;b&gt;" in text and "<b>" not in text and "refuted" in text


BAD = [("-o", "a_file"), ("-o", "no/such/place"), ("nonesuch", "-o", "out"), (CLAIM,), ("faulty.py", "-o", "out")]


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_bad_input_is_exit_2_one_line_and_nothing_written(tmp_path, words):
    (tmp_path / "a_file").write_text("")
    (tmp_path / "faulty.py").write_text("this is not Python")
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a_file", "faulty.py"]


def test_without_tex_the_rest_is_written_and_the_exit_is_3(tmp_path):
    env = {**os.environ, "PATH": str(tmp_path)}
    command = [sys.executable, "-m", "dpverify", "report", CLAIM, "-o", "out", "--pdf"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=env)
    assert done.returncode == 3 and done.stdout == "" and "pdflatex" in done.stderr and len(done.stderr.splitlines()) == 1
    assert "report.pdf" not in (tmp_path / "out" / "index.html").read_text()


def test_interrupted_it_leaves_nothing(tmp_path):
    (tmp_path / "slow.py").write_text("import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(50)\n")
    command = [sys.executable, "-m", "dpverify", "report", "slow.py", "-o", "out"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and out == "" and err == "dpverify: interrupted\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["begun", "slow.py"]


def test_a_folder_is_whole_or_as_it_was(tmp_path):
    target = tmp_path / "out"
    target.mkdir()
    (target / "index.html").write_text("old")
    with pytest.raises(KeyboardInterrupt), written_whole(target) as folder:
        (folder / "index.html").write_text("half")
        raise KeyboardInterrupt
    assert (target / "index.html").read_text() == "old" and list(tmp_path.iterdir()) == [target]
    with written_whole(target) as folder:
        (folder / "figures").mkdir()
        (folder / "figures" / "a.svg").write_text("new")
    assert (target / "figures" / "a.svg").read_text() == "new" and list(tmp_path.iterdir()) == [target]


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "f").write_text("")
    with pytest.raises(InputError, match="folder"):
        check_target(tmp_path / "f")
    with pytest.raises(InputError, match="no folder"):
        check_target(tmp_path / "g" / "h")
