"""`dpverify verify`, `claims` and `show`: output, exit codes, and what happens to faulty files. Verdicts are the engine's affair."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("dpverify.prover")

HEAD = """
from sympy import Eq, Le, oo, symbols
from dpverify import Claim, Step
x = symbols("x", real=True)
"""
TRUE = 'good = Claim(title="Sum of two", statement=Eq(x + x + 0*x, 2*x, evaluate=False), domain={x: (0, 1)}, covers=("9.9",))'
FALSE = 'wrong = Claim(title="Off by one", statement=Eq(x + 1, x + 2, evaluate=False), domain={x: (0, 1)})'
COMMAND = [sys.executable, "-m", "dpverify"]


def run(*words, cwd=None):
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=120, cwd=cwd)


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
    (folder / "slow.py").write_text(HEAD + "import time\ntime.sleep(1000)\n")
    process = subprocess.Popen([*COMMAND, "verify", "slow.py"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert time.monotonic() - start < 1
    assert process.returncode == 130 and out == "" and err.splitlines() == ["dpverify: interrupted"]


def test_colours_only_on_a_terminal_and_never_with_no_color(folder):
    assert "\033[" not in run("verify", "false.py", cwd=folder).stdout
    for no_color in ("", "1"):
        ours, theirs = pty.openpty()
        env = {**os.environ, "TERM": "xterm", "NO_COLOR": no_color}
        process = subprocess.Popen([*COMMAND, "verify", "false.py"], cwd=folder, stdout=theirs, stderr=subprocess.DEVNULL, env=env)
        os.close(theirs)
        text = b""
        while chunk := _read(ours):
            text += chunk
        process.wait()
        assert (b"\033[" in text) == (no_color == "")


def _read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""
