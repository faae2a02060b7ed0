"""`audit` on an interpreter with a made-up autodp: table, JSON, CSV, figure, exit codes."""

import csv
import json
import subprocess
import sys
from fractions import Fraction

import pytest

ANSWERS = """
import math
class ana_gaussian_calibrator:
    def param_from_eps_delta(self, kind, epsilon, delta):
        if epsilon == 0: raise ValueError("epsilon must be positive")
        return {sigma}
"""
CLASSICAL = "math.sqrt(2 * math.log(1.25 / delta)) / min(epsilon, 1)"


def make_interpreter(folder, sigma):
    """A Python that has a distribution autodp 9.9 with one of the functions that are asked for."""
    site = folder / "site"
    (site / "autodp").mkdir(parents=True)
    (site / "autodp" / "__init__.py").touch()
    (site / "autodp" / "calibrator_zoo.py").write_text(ANSWERS.format(sigma=sigma))
    (site / "autodp-9.9.dist-info").mkdir()
    (site / "autodp-9.9.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: autodp\nVersion: 9.9\n")
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{site}" exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return python


def run(*words, timeout=120):
    return subprocess.run([sys.executable, "-m", "dpverify", "audit", *words], capture_output=True, text=True, timeout=timeout)


def test_json_csv_and_figure(tmp_path):
    pytest.importorskip("matplotlib")
    named = f"autodp={make_interpreter(tmp_path, CLASSICAL)}"
    cells, picture = tmp_path / "cells.csv", tmp_path / "plane.svg"
    done = run("autodp", "--python", named, "--points", "3", "--json", "-o", str(cells), "--figure", str(picture))
    assert done.returncode == 0 and not done.stderr, done.stderr
    rows = json.loads(done.stdout)["rows"]
    keys = {"library", "version", "function", "points", "violations", "loose", "no_answer", "did_not_return", "max_rel_error", "worst"}
    assert all(keys <= set(row) for row in rows)
    first, *others = rows
    assert (first["library"], first["version"], first["function"]) == ("autodp", "9.9", "ana_gaussian_calibrator")
    assert first["violations"] == first["did_not_return"] == 0 and first["no_answer"] == 3 and first["loose"] > 10
    assert Fraction(first["worst"]["variance_ratio"]) > 1
    # Functions that this version does not have: no answer anywhere, with the reason.
    assert all(row["no_answer"] == row["points"] and "ModuleNotFoundError" in row["worst"]["reason"] for row in others)
    with open(cells, newline="") as file:
        table = list(csv.DictReader(file))
    assert len(table) == sum(row["points"] for row in rows)
    assert [t["function"] for t in table] == [row["function"] for row in rows for _ in range(row["points"])]
    assert picture.read_text().startswith("<?xml")


def test_a_violation_is_exit_1_and_told_in_words_within_80_columns(tmp_path):
    done = run("autodp", "--python", f"autodp={make_interpreter(tmp_path, '0.001')}", "--points", "0")
    assert done.returncode == 1 and not done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "autodp 9.9" in done.stdout and "violation at epsilon" in done.stdout and "x the delta" in " ".join(done.stdout.split())


def test_nothing_to_audit_is_exit_3(tmp_path):
    done = run("autodp", "python-dp", "--python", f"autodp={sys.executable}", "--points", "0")
    assert (done.returncode, done.stdout) == (3, "")
    assert len(done.stderr.splitlines()) == 1 and "not installed" in done.stderr


@pytest.mark.parametrize(
    "words, named",
    [
        (["nonesuch"], "LIBRARY"),
        (["--points", "-1"], "--points"),
        (["--timeout", "nan"], "--timeout"),
        (["--timeout", "0"], "--timeout"),
        (["--python", "autodp"], "--python"),
        (["--python", "numpy=/bin/sh"], "--python"),
        (["--python", "autodp=/nonesuch"], "--python"),
        (["--setup", "/nonesuch/deep"], "--setup"),
        (["-o", "/nonesuch/a.csv"], "-o"),
        (["--figure", "a.txt"], "--figure"),
    ],
)
def test_bad_usage(words, named):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and named in done.stderr
