"""`dpverify verify`, `claims` and `show`: output, exit codes, and what happens to faulty files. Verdicts are the engine's affair."""

import contextlib
import io
import json
import signal
import subprocess
import sys
import time

import pytest

from dpverify.cli.main import main

HEAD = """
from sympy import Eq, Le, oo, symbols
from dpverify import Claim, Step
x = symbols("x", real=True)
"""
TRUE = 'good = Claim(title="Sum of two", statement=Eq(x + x + 0*x, 2*x, evaluate=False), domain={x: (0, 1)}, covers=("9.9",))'
FALSE = 'wrong = Claim(title="Off by one", statement=Eq(x + 1, x + 2, evaluate=False), domain={x: (0, 1)})'
COMMAND = [sys.executable, "-m", "dpverify"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def run(*words, cwd=".", out=None):
    """The command line within this process: what it prints and how it exits, without paying for SymPy's import every time."""
    out, err = out or io.StringIO(), io.StringIO()
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(list(words))
    return subprocess.CompletedProcess(words, left.value.code or 0, out.getvalue(), err.getvalue())


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "true.py").write_text(f"{HEAD}\n{TRUE}\n")
    (tmp_path / "false.py").write_text(f"{HEAD}\n{FALSE}\n")
    return tmp_path


def test_json_has_the_keys_of_the_contract(folder):
    done = run("verify", "true.py", "false.py", "--json", cwd=folder)
    assert (done.returncode, done.stderr) == (1, "")
    answer = json.loads(done.stdout)
    assert set(answer) == {"claims", "summary", "versions", "seed"}
    keys = "id title source covers statement verdict expected ok rests_on evidence counterexample seconds".split()
    assert [list(c) for c in answer["claims"]] == [keys, keys]
    good, wrong = answer["claims"]
    assert (good["id"], good["verdict"], good["ok"], good["counterexample"]) == ("true.py:good", "proved", True, None)
    assert (wrong["verdict"], wrong["ok"]) == ("refuted", False)
    assert set(wrong["counterexample"]) == {"point", "lhs", "rhs"} and set(wrong["counterexample"]["point"]) == {"x"}
    assert answer["summary"] == {"total": 2, "ok": 1, "proved": 1, "certified": 0, "checked": 0, "refuted": 1, "undecided": 0}


def test_text_fits_a_page_and_exit_codes(folder):
    done = run("verify", "true.py", "--slowest", "5", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "proved" in done.stdout and "1 of 1 claims ok" in done.stdout and "slowest" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert run("verify", "true.py", "--quiet", cwd=folder).stdout == ""
    assert run("--quiet", "verify", "true.py", cwd=folder).stdout == ""
    bad = run("verify", "false.py", cwd=folder)
    assert bad.returncode == 1 and "FAIL refuted" in bad.stdout and "left side" in bad.stdout
    assert max(map(len, bad.stdout.splitlines())) <= 80


def test_a_faulty_file_does_not_stop_the_others(folder):
    (folder / "broken.py").write_text("def\n")
    done = run("verify", ".", "--json", cwd=folder)
    assert done.returncode == 2
    assert len(json.loads(done.stdout)["claims"]) == 2
    assert len(done.stderr.splitlines()) == 1 and "broken.py" in done.stderr
    alone = run("verify", "broken.py", cwd=folder)
    assert (alone.returncode, alone.stdout, len(alone.stderr.splitlines())) == (2, "", 1)


def test_a_fault_that_shows_late_is_a_fault_all_the_same(folder):
    steps = 'c = Claim(title="t", statement=Eq(x + x, 2*x, evaluate=False), domain={x: (0, 1)}, steps=[Step(3*x, because="wrong turn")])'
    (folder / "chain.py").write_text(f"{HEAD}\n{steps}\n")
    done = run("verify", "chain.py", cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and "chain.py: c: " in done.stderr and "compose" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "no/such/claim"],
        ["verify", "no_such_file.py"],
        ["verify", "true.py", "--jobs", "0"],
        ["verify", "true.py", "--jobs", "two"],
        ["verify", "true.py", "--timeout", "nan"],
        ["verify", "true.py", "--timeout", "-1"],
        ["verify", "true.py", "--nonesuch"],
        ["show"],
        ["show", "nonesuch"],
        ["show", "."],
        ["claims", "nonesuch"],
        ["latex"],
        ["latex", "true.py", "-o", "no/such/folder/x.tex"],
        ["latex", "true.py", "-o", "x.doc"],
    ],
)
def test_bad_input_is_exit_2_one_line_and_nothing_on_stdout(folder, words):
    done = run(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


def test_claims_and_show(folder):
    listed = json.loads(run("claims", "true.py", "--json", cwd=folder).stdout)
    assert listed == {"claims": [{"id": "true.py:good", "title": "Sum of two", "source": None, "covers": ["9.9"], "expected": "certified"}]}
    text = run("claims", "true.py", cwd=folder).stdout
    assert "true.py:good" in text and "covers 9.9" in text
    shown = run("show", "true.py:good", cwd=folder)
    assert shown.returncode == 0 and "2*x = 2*x" in shown.stdout and "0 < x < 1" in shown.stdout
    assert json.loads(run("show", "true.py:good", "--json", cwd=folder).stdout)["hypotheses"] == ["0< x< 1"]


@pytest.mark.parametrize("command", ["verify", "claims", "show", "latex"])
def test_every_command_has_help_with_an_example(command):
    done = run(command, "--help")
    assert done.returncode == 0 and "Example:" in done.stdout and "dpverify " + command in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_ctrl_c_ends_it_within_a_second_and_leaves_nothing_behind(folder):
    (folder / "slow.py").write_text(HEAD + "import pathlib, time\npathlib.Path('begun').touch()\ntime.sleep(1000)\n")
    process = subprocess.Popen([*COMMAND, "verify", "slow.py"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waited = time.monotonic()
    while not (folder / "begun").exists() and process.poll() is None and time.monotonic() - waited < 30:
        time.sleep(0.05)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert time.monotonic() - start < 1
    assert process.returncode == 130 and out == "" and err.splitlines() == ["dpverify: interrupted"]


def test_colours_only_on_a_terminal_and_never_with_no_color(folder, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\033[" not in run("verify", "false.py", cwd=folder).stdout
    assert "\033[" in run("verify", "false.py", cwd=folder, out=Terminal()).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in run("verify", "false.py", cwd=folder, out=Terminal()).stdout


def test_latex_writes_the_document(folder):
    done = run("latex", "true.py", "false.py", "-o", str(folder / "d.tex"), cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert "1 of 2 claims" in done.stderr, "a claim that is not ok does not keep the document from being written, but it is said"
    assert r"\verdict{refuted}" in (folder / "d.tex").read_text()
    assert sorted(p.name for p in folder.iterdir()) == ["d.tex", "false.py", "true.py"]
