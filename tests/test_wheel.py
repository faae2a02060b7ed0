"""A wheel carries the ledger, and works from any folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_a_wheel_carries_the_ledger_and_works_from_any_folder(tmp_path):
    pytest.importorskip("hatchling")
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", str(unpacked), str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (unpacked / "dpverify" / "proofs" / "references.bib").is_file()
    assert {p.name.partition("-")[0] for p in unpacked.iterdir()} - {"bin"} == {"dpverify"}, "nothing but the package is installed"
    answers = []
    for path, folder in ((unpacked, tmp_path), (ROOT, ROOT)):
        env = {**os.environ, "PYTHONPATH": str(path), "PYTHONSAFEPATH": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "dpverify", "claims", "privacy", "lower_bounds", "--json"],
            cwd=folder,
            capture_output=True,
            text=True,
            env=env,
        )
        answers.append((done.returncode, [c["id"] for c in json.loads(done.stdout)["claims"]] if done.returncode == 0 else done.stderr))
    assert answers[0] == answers[1]
    assert answers[0][0] == 0, answers[0][1]
    foreign = tmp_path / "elsewhere"
    foreign.mkdir()
    env = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, str(unpacked / "bin" / "dpverify"), "verify", "truncated_laplace.amplitude"]
    done = subprocess.run(command, cwd=foreign, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert "ok   proved     truncated_laplace.amplitude" in done.stdout
    assert list(foreign.iterdir()) == [], "nothing is left behind"
