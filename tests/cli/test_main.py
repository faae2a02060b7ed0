"""The entry point: help, version, exit codes, one line for every error."""

import subprocess
import sys

import pytest


def run(*words, **kwargs):
    return subprocess.run([sys.executable, "-m", "dpverify", *words], capture_output=True, text=True, timeout=60, **kwargs)


def test_version_names_what_the_guarantees_rest_on():
    done = run("--version")
    assert done.returncode == 0
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert names[:3] == ["dpverify", "python", "arb"]
    assert {"python-flint", "sympy", "mpmath"} <= set(names)


@pytest.mark.parametrize("words", [["nonesuch"], ["bounds", "--epsilon", "1"], ["--nonesuch"], []])
def test_bad_usage_is_exit_2_and_one_line(words):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("dpverify: ")


HEAVY = {"sympy", "flint", "rich", "numpy", "mpmath", "scipy", "matplotlib", "multiprocessing"}


def test_help_loads_nothing_heavy():
    code = (
        "import sys\nfrom dpverify.cli.main import main\n"
        f"heavy = {HEAVY}\n"
        "try: main(['--help'])\n"
        "except SystemExit as e: print(e.code, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 []"
    assert max(map(len, done.stdout.splitlines())) <= 80

