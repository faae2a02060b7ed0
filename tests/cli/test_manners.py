"""The manners that all commands share. A new command needs a line in CALLS, which `test_every_command_is_called_here` asks for."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpverify.claims.registry import claim_files
from dpverify.cli.main import COMMANDS, main

ROOT = Path(__file__).resolve().parents[2]
PYTHON = [sys.executable, "-m", "dpverify"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
CLAIM = """
from sympy import Le, Symbol
from dpverify import Claim
x = Symbol("x", real=True)
good = Claim(title="Below two", statement=Le(x, 2), domain={x: (0, 1)})
wrong = Claim(title="Below a half", statement=Le(x, 1/x/4, evaluate=False), domain={x: (0, 1)})
"""
BRACKET = "--epsilon 1 --delta 0.5 --rel-gap 0.5"
CALLS = {
    "verify": "verify own.py",
    "claims": "claims own.py",
    "show": "show lower_bounds.s_bound_amplitude",
    "latex": "latex own.py:good -o own.tex",
    "report": "report own.py:good -o page",
    "bounds": f"bounds {BRACKET} --certificate own.json",
    "check-certificate": "check-certificate bracket.json",
    "gaussian": "gaussian --epsilon 1 --delta 1e-5",
    "mechanism": "mechanism truncated-laplace --epsilon 1 --delta 1e-300",
    "compare": "compare --epsilon 0 --delta 0.5",
    "sweep": "sweep --epsilon 1:1:1 --delta 0.5:0.5:1 --rel-gap 0.5 -o own.csv",
    "reference": "reference",
    "figure": "figure densities --points 20 -o own.svg",
    "audit": "audit dp-accounting --points 0",
    "experiment": "experiment mean --config small.toml -o mean.csv",
}
"""Command -> a short call of it in a folder with own.py, bracket.json and small.toml."""
EXIT = {"verify": 1, "audit": 3}
"""Where it is not 0: a claim is false on purpose, and no library is installed."""
WORK = {
    "verify": "verify gaussian",
    "latex": "latex gaussian -o own.tex",
    "report": "report gaussian -o page",
    "bounds": "bounds --epsilon 0.01 --delta 1e-4 --rel-gap 1e-9 --certificate own.json",
    "compare": "compare --epsilon 0.01 --delta 1e-9",
    "sweep": "sweep --epsilon 0.01:0.1:5 --delta 1e-6:1e-2:5:log --rel-gap 1e-6 -o own.csv",
    "figure": "figure excess -o own.svg",
    "experiment": "experiment mean -o own.csv",
}
"""Calls that take longer than a test wants to wait, for the commands that have such."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("manners")
    (place / "own.py").write_text(CLAIM)
    (place / "small.toml").write_text('dimensions = [3]\nepsilons = ["1"]\nrepeats = 2\n')
    assert call(place, f"bounds {BRACKET} --certificate bracket.json").returncode == 0
    return place


def call(place, words):
    """The command line within this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(place), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
        main(words.split())
    return subprocess.CompletedProcess(words, left.value.code or 0, out.getvalue(), err.getvalue())


def widest(text):
    return max(map(len, text.splitlines()), default=0)


def test_every_command_is_called_here():
    assert set(CALLS) == set(COMMANDS)


@pytest.mark.parametrize("command", [*COMMANDS, "experiment mean", "experiment histogram", "experiment heatmap"])
def test_help_shows_an_example_within_80_columns(command):
    done = call(".", f"{command} --help")
    assert done.returncode == 0 and "Example:" in done.stdout and f"dpverify {command}" in done.stdout
    assert widest(done.stdout) <= 80
    assert "--quiet" in done.stdout or command == "experiment"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_gets_80_columns_without_colours_and_bars(folder, command):
    loud, quiet = call(folder, CALLS[command]), call(folder, "--quiet " + CALLS[command])
    assert loud.returncode == quiet.returncode == EXIT.get(command, 0)
    for done in (loud, quiet):
        assert widest(done.stdout) <= 80 and "\033" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    assert len(quiet.stdout) <= len(loud.stdout) and (not loud.stderr or EXIT.get(command))
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("command", ["verify", "claims", "show", "gaussian", "reference"])
def test_a_reader_who_leaves_is_no_error(folder, command):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*PYTHON, *CALLS[command].split()], cwd=folder, env=ENVIRONMENT, stdout=write, stderr=subprocess.PIPE, text=True, timeout=120
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


def started(process, place):
    """Wait until the command has a table or has worked for some processor time; False if it ended before."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        used = 0.0
        for child in children.read_text().split():
            with contextlib.suppress(OSError):
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        if used > 0.7 or (place / "own.csv").exists():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    "command, number", [*((c, signal.SIGINT) for c in WORK), *((c, signal.SIGTERM) for c in ("verify", "bounds", "sweep"))]
)
def test_a_signal_ends_it_soon_and_leaves_nothing_half_done(tmp_path, command, number):
    words = [*PYTHON, *WORK[command].split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, cwd=tmp_path, env=ENVIRONMENT, start_new_session=True, **pipes) as process:
        assert started(process, tmp_path)
        begin = time.monotonic()
        # A terminal sends Ctrl-C to all processes of the command, `kill` sends to one.
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=60)
        # Half a second is given to clean up; the rest is for a crowded machine.
        assert time.monotonic() - begin < 3
    assert (process.returncode, err) == (128 + number, "dpverify: interrupted\n")
    assert out == "" or command == "verify"
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    # A table holds whole rows and is continued; nothing else may be there.
    assert set(left) <= {"own.csv"} and left.get("own.csv", b"\n").endswith(b"\n")


SUPERVISED = "import os\nfrom dpverify.cli.interrupt import continue_in_a_child\ncontinue_in_a_child()\n"
STUBBORN = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nprint('begun', flush=True)\ntime.sleep(1000)\n"


def test_what_a_library_computes_without_looking_up_is_ended_too():
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISED + STUBBORN],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 143
    assert process.communicate() == ("", "dpverify: interrupted\n")


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_exit_code_comes_through(code):
    assert subprocess.run([sys.executable, "-c", SUPERVISED + f"raise SystemExit({code})"], env=ENVIRONMENT).returncode == code


def test_a_crash_is_one_line():
    words = [sys.executable, "-c", SUPERVISED + "os.kill(os.getpid(), 9)"]
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 3 and done.stderr.startswith("dpverify: error: ") and "SIGKILL" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_the_child_does_not_outlive_a_killed_parent():
    words = [sys.executable, "-c", SUPERVISED + "print(os.getpid(), flush=True)\nimport time\ntime.sleep(60)"]
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
        child = Path(f"/proc/{int(process.stdout.readline())}/stat")
        process.kill()
        process.wait()
        limit = time.monotonic() + 30
        while time.monotonic() < limit:
            try:
                if child.read_text().rpartition(")")[2].split()[0] == "Z":
                    return
            except OSError:
                return
            time.sleep(0.02)
    raise AssertionError("the child is still there")


@pytest.mark.parametrize(
    "words, says",
    [
        (["experiment"], "mean, histogram or heatmap"),
        (["figure", "nothing"], "there are: densities, bounds"),
        (["figure", "exces"], "near to it: excess"),
        (["check-certificate", ""], "the file with the empty name"),
    ],
)
def test_a_word_that_is_missing_or_wrong_is_named(words, says, capsys):
    with pytest.raises(SystemExit) as left:
        main(words)
    out, err = capsys.readouterr()
    assert left.value.code == 2 and out == "" and len(err.splitlines()) == 1 and says in err


def test_a_folder_that_vanishes_while_it_is_read_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "here.py").write_text("")
    (tmp_path / "gone").mkdir()
    walk = os.scandir

    def scandir(path):
        if os.fspath(path).endswith("gone"):
            raise FileNotFoundError(path)
        return walk(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert claim_files(tmp_path) == [tmp_path / "here.py"]
