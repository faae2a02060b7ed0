"""`bounds` and `check-certificate`: answers, exit codes, one line for every error."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest


def run(*words):
    return subprocess.run([sys.executable, "-m", "dpverify", *words], capture_output=True, text=True, timeout=120)


def one_line(done):
    return done.stdout == "" and len(done.stderr.splitlines()) == 1 and done.stderr.startswith("dpverify: ")


def test_json_answer():
    done = run("bounds", "--epsilon", "1", "--delta", "1e-1", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert list(answer) == "epsilon delta sensitivity loss lower upper rel_gap closed_forms grid shifts solver seconds".split()
    assert list(answer["closed_forms"]) == ["v_upp", "v_low", "t_bound", "s_bound"]
    assert isinstance(answer["grid"], int) and isinstance(answer["shifts"], int) and isinstance(answer["seconds"], float)
    assert 0.69 < float(answer["lower"]) <= 0.69086 and 0.69076 <= float(answer["upper"]) < 0.692
    low, high = Fraction(answer["lower"]), Fraction(answer["upper"])
    assert Fraction(answer["rel_gap"]) >= (high - low) / low


@pytest.mark.parametrize(
    "words, said",
    [
        (("--epsilon", "-1", "--delta", "0.1"), "--epsilon is '-1'"),
        (("--epsilon", "nan", "--delta", "0.1"), "--epsilon is 'nan'"),
        (("--epsilon", "1", "--delta", "1"), "--delta is '1'"),
        (("--epsilon", "1", "--delta", ""), "--delta is ''"),
        (("--epsilon", "1", "--delta", "0.1", "--sensitivity", "0"), "--sensitivity is '0'"),
        (("--epsilon", "1", "--delta", "0.1", "--loss", "sideways"), "--loss is 'sideways'"),
        (("--epsilon", "1", "--delta", "0.1", "--loss", "1.0001"), "--loss is '1.0001'"),
        (("--epsilon", "1", "--delta", "0.1", "--rel-gap", "0"), "--rel-gap is '0'"),
        (("--epsilon", "1", "--delta", "0.1", "--time-limit", "-3"), "--time-limit is '-3'"),
        (("--epsilon", "0", "--delta", "0"), "no finite noise exists"),
        (("--epsilon", "1"), "--delta"),
        (("--epsilon", "1", "--delta", "0.1", "--certificate", "no/such/folder/c.json"), "it must be a file in a folder that exists"),
    ],
)
def test_bad_input(words, said):
    done = run("bounds", *words)
    assert done.returncode == 2 and one_line(done) and said in done.stderr


def test_a_gap_out_of_reach_is_exit_1_with_the_best_bracket():
    done = run("bounds", "--epsilon", "1", "--delta", "0.1", "--rel-gap", "1e-10", "--time-limit", "0.5", "--json")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert Fraction(json.loads(done.stdout)["upper"]) > 0


def test_certificates_through_the_command_line(tmp_path):
    path = tmp_path / "c.json"
    assert run("bounds", "--epsilon", "1", "--delta", "0.05", "--rel-gap", "1e-2", "--certificate", str(path)).returncode == 0
    assert list(tmp_path.iterdir()) == [path]
    done = run("check-certificate", str(path), "--json")
    data = json.loads(path.read_text())
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"valid": True, "lower": data["lower"], "upper": data["upper"], "reason": None}
    path.write_text(json.dumps({**data, "lower": str(Fraction(data["lower"]) * Fraction(101, 100))}))
    done = run("check-certificate", str(path), "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["valid"] is False and "lower" in json.loads(done.stdout)["reason"]
    done = run("check-certificate", str(path))
    assert done.returncode == 1 and one_line(done)
    path.write_text("[1, 2")
    assert run("check-certificate", str(path)).returncode == 2
    assert one_line(run("check-certificate", str(tmp_path / "none.json")))
