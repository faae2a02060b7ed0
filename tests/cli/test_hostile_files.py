"""Claim files and shells that misbehave: one line, the right exit code, never a silent success."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'from sympy import Dummy, Le, Symbol\nfrom dpverify import Claim\nx = Symbol("x", real=True)\n'


def run(folder, *words, **more):
    command = [sys.executable, "-m", "dpverify", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}, **more
    )


def one_line(done, code):
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1 and done.stderr.startswith("dpverify: error: ")
    return done.stderr


def test_a_file_that_leaves_at_once_is_no_success(tmp_path):
    (tmp_path / "leaves.py").write_text("import os\nos._exit(0)\n")
    assert "leaves.py" in one_line(run(tmp_path, "verify", "leaves.py"), 2)


def test_an_empty_word_selects_nothing(tmp_path):
    assert "SELECT is empty" in one_line(run(tmp_path, "verify", ""), 2)


def test_a_link_to_itself_is_no_claim_file(tmp_path):
    (tmp_path / "self.py").symlink_to("self.py")
    assert "no claim file" in one_line(run(tmp_path, "verify", "."), 2)


def test_an_id_of_the_ledger_is_taken(tmp_path):
    text = 'a = Claim(id="truncated_laplace.amplitude", title="t", statement=Le(x, 2), domain={x: (0, 1)})\n'
    (tmp_path / "own.py").write_text(HEAD + text)
    assert "belongs to the ledger" in one_line(run(tmp_path, "verify", "own.py"), 2)


def test_two_symbols_of_one_name_are_refused(tmp_path):
    text = 'p, q = Dummy("x"), Dummy("x")\na = Claim(title="t", statement=Le(p, q + 3), domain={p: (0, 1), q: (0, 1)})\n'
    (tmp_path / "own.py").write_text(HEAD + text)
    assert "share the name x" in one_line(run(tmp_path, "verify", "own.py"), 2)


def test_a_closed_standard_output_is_a_failure(tmp_path):
    (tmp_path / "own.py").write_text(HEAD + 'a = Claim(title="t", statement=Le(x, 2), domain={x: (0, 1)})\n')
    command = f'"{sys.executable}" -m dpverify verify own.py >&-'
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}, timeout=120)
    assert done.returncode == 3
    assert done.stderr.strip() == "dpverify: error: standard output is closed"
