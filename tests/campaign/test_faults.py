"""Load and faults: many claims, one that hangs; a full disk, a path that cannot be written, signals, missing programs, hostile data files.

Each fault gives a clear line and its exit code, and leaves no half-written file behind.
"""

from __future__ import annotations

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dpverify.optimal import certificate
from tests.campaign.command_line import graceful

ROOT = Path(__file__).resolve().parents[2]
HEAD = "import sympy as sp\nfrom dpverify import Claim\nx = sp.Symbol('x', real=True)\n"


def run(
    folder: Path, *words: str, prepare: Callable[[], None] | None = None, seconds: int = 300, **environment: str
) -> subprocess.CompletedProcess[str]:
    variables = {"PYTHONPATH": str(ROOT), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(folder), **environment}
    command = [sys.executable, "-m", "dpverify", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, env=variables, preexec_fn=prepare)


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done
    assert done.stdout == "" and len(done.stderr.strip().splitlines()) == 1 and done.stderr.startswith("dpverify: error: "), done
    assert "internal error" not in done.stderr
    return done.stderr


# --- load --------------------------------------------------------------------------------------------------------------------------------

HANGS = """
terms = [sp.sin(x**i + sp.exp(i*x))**2 for i in range(1, 400)]
hang = Claim(title='hangs', statement=sp.Le(sum(terms), 398, evaluate=False), domain={x: (0, sp.oo)})
"""


def generated(folder: Path, count: int) -> list[tuple[str, str]]:
    """Files of twenty claims each; (id, the verdict it must not contradict) in the order of the ledger. Every seventh is false."""
    expected = []
    for f in range(count // 20):
        lines = []
        for i in range(20):
            n = 20 * f + i
            bound = n + (0 if n % 7 == 0 else 2)
            lines.append(f"c{i:02} = Claim(title='number {n}', statement=sp.Le(x + {n}, {bound}, evaluate=False), domain={{x: (0, 1)}})\n")
            expected.append((f"load/part{f:03}.py:c{i:02}", "refuted" if n % 7 == 0 else "proved"))
        (folder / f"part{f:03}.py").write_text(HEAD + "".join(lines))
    return expected


def check_load(tmp_path: Path, count: int, jobs: int) -> int:
    """One claim hangs; the rest have their verdicts, in order, twice the same. Returns the peak memory of the processes in kilobytes."""
    folder = tmp_path / "load"
    folder.mkdir()
    expected = generated(folder, count)
    (folder / "zz.py").write_text(HEAD + HANGS)
    orders = []
    for each in (jobs, 1 + jobs // 2):
        done = run(tmp_path, "verify", "load", "--json", "--timeout", "5", "--jobs", str(each), seconds=3000)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr[-500:]
        rows = json.loads(done.stdout)["claims"]
        orders.append([row["id"] for row in rows])
        verdicts = {row["id"]: row["verdict"] for row in rows}
        assert [(name, verdicts[name]) for name, _ in expected] == expected
        hanging = next(row for row in rows if row["id"].endswith("zz.py:hang"))
        assert hanging["verdict"] == "undecided" and "no answer within 5 seconds" in " ".join(hanging["evidence"]), hanging
        assert hanging["seconds"] < 60
        if count < 100:
            break
    assert all(order == orders[0] for order in orders)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def test_load_short(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    check_load(tmp_path, 20, 2)
    campaign_figures["claims under load"] += 21


@pytest.mark.campaign
def test_load_long(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    peak = check_load(tmp_path, 1000, 4)
    campaign_figures["claims under load"] += 2002
    campaign_figures["peak memory of a process, MB"] = peak // 1024
    assert peak < 700_000


# --- disk, folders, signals --------------------------------------------------------------------------------------------------------------

WRITING: dict[str, tuple[str, ...]] = {
    "bounds": ("bounds", "--epsilon", "1", "--delta", "0.3", "--rel-gap", "0.5", "--certificate", "{}"),
    "reference": ("reference", "discrete-uniform", "-o", "{}"),
    "latex": ("latex", "truncated_laplace.amplitude", "-o", "{}"),
    "sweep": ("sweep", "--epsilon", "1:2:2", "--delta", "0.3:0.4:2", "--rel-gap", "0.5", "--jobs", "1", "-o", "{}"),
}
COMMANDS = ["bounds", *(pytest.param(name, marks=pytest.mark.campaign) for name in ("reference", "latex", "sweep"))]
SUFFIX = {"bounds": ".json", "reference": ".json", "latex": ".tex", "sweep": ".csv"}


def small_files() -> None:
    """No file may grow beyond 64 bytes: what a full disk is to the one who writes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))


def target(command: str, path: Path) -> list[str]:
    return [w.replace("{}", str(path)) for w in WRITING[command]]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk(command: str, tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """Exit 3 and one line that names the file; what stood there before is untouched."""
    path = tmp_path / f"old{SUFFIX[command]}"
    if command != "sweep":
        path.write_text("what was there before")
    done = run(tmp_path, *target(command, path), prepare=small_files, PYTHONDONTWRITEBYTECODE="1")
    campaign_figures["faults injected"] += 1
    assert done.returncode == 3 and "Traceback" not in done.stderr and "internal error" not in done.stderr, done
    assert "too large" in done.stderr or "space" in done.stderr, done.stderr
    if command != "sweep":
        assert path.read_text() == "what was there before"
    left = [p.name for p in tmp_path.iterdir() if p != path]
    assert left == [], left


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_cannot_be_written(command: str, tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """A path below a file, and one below /proc, where not even root can write."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", Path("/proc")):
        done = run(tmp_path, *target(command, folder / f"new{SUFFIX[command]}"))
        campaign_figures["faults injected"] += 1
        assert done.returncode in (2, 3) and "Traceback" not in done.stderr and "internal error" not in done.stderr, done
        assert len(done.stderr.strip().splitlines()) <= 2 and "new" in done.stderr + done.stdout or "Not a directory" in done.stderr, done


@pytest.mark.campaign
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_all_it_started(number: signal.Signals, tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    (tmp_path / "own.py").write_text(HEAD + HANGS)
    command = [sys.executable, "-m", "dpverify", "verify", "own.py", "--json", "--timeout", "0"]
    child = subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(15)
    below = descendants(child.pid)
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    campaign_figures["faults injected"] += 1
    assert child.returncode in (130, -number, 128 + number) and out == b"" and b"Traceback" not in err, (child.returncode, out, err)
    time.sleep(1)
    assert not [pid for pid in below if alive(pid)]


def descendants(pid: int) -> list[int]:
    found = [int(w) for task in Path(f"/proc/{pid}/task").iterdir() for w in (task / "children").read_text().split()]
    return found + [d for c in found for d in descendants(c)]


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


@pytest.mark.campaign
def test_killed_sweeps_go_on(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """SIGKILL at any moment: no half row, and the next start completes the table."""
    words = ["sweep", "--epsilon", "0.5:2:4", "--delta", "0.2:0.4:3", "--rel-gap", "0.3", "--jobs", "1", "-o", "t.csv"]
    command = [sys.executable, "-m", "dpverify", *words]
    for wait in (4.0, 6.0, 9.0):
        child = subprocess.Popen(
            command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(wait)
        child.kill()
        child.wait()
        campaign_figures["faults injected"] += 1
    assert run(tmp_path, *words).returncode == 0
    text = (tmp_path / "t.csv").read_text()
    rows = [tuple(row) for row in csv.reader(line for line in text.splitlines() if not line.startswith("#"))]
    assert text.endswith("\n") and len({len(row) for row in rows}) == 1 and len(rows) == 13 and len({row[:2] for row in rows}) == 13


# --- what is missing ---------------------------------------------------------------------------------------------------------------------


def blocked(folder: Path, *names: str) -> str:
    """A folder whose modules of these names cannot be imported, to stand first on the path."""
    for name in names:
        (folder / f"{name}.py").write_text("raise ImportError(__name__ + ' is not installed')\n")
    return os.pathsep.join([str(folder), str(ROOT)])


def test_no_solver(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """Without highspy and PuLP: a bracket all the same where explicit ends will do, or exit 3 and a line that names what is missing."""
    (tmp_path / "blocked").mkdir()
    path = blocked(tmp_path / "blocked", "highspy", "pulp")
    done = run(tmp_path, "bounds", "--epsilon", "1", "--delta", "0.1", PYTHONPATH=path)
    campaign_figures["faults injected"] += 1
    assert done.returncode == 3 and "Traceback" not in done.stderr and "highspy" in one_line(done, 3)
    # Checking needs none of them.
    made = run(tmp_path, "bounds", "--epsilon", "1", "--delta", "0.3", "--rel-gap", "0.5", "--certificate", "c.json")
    assert made.returncode == 0
    assert run(tmp_path, "check-certificate", "c.json", PYTHONPATH=path).returncode == 0


@pytest.mark.parametrize(
    "name", ["flint", pytest.param("mpmath", marks=pytest.mark.campaign), pytest.param("sympy", marks=pytest.mark.campaign)]
)
def test_a_missing_package(name: str, tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    (tmp_path / "blocked").mkdir()
    done = run(tmp_path, "gaussian", "--epsilon", "1", "--delta", "0.1", PYTHONPATH=blocked(tmp_path / "blocked", name))
    campaign_figures["faults injected"] += 1
    if done.returncode != 0:
        assert name in one_line(done, 3)


@pytest.mark.campaign
def test_no_tex(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    done = run(tmp_path, "latex", "truncated_laplace.amplitude", "-o", "a.tex", "--pdf", PATH="")
    campaign_figures["faults injected"] += 1
    assert done.returncode == 3 and "pdflatex" in done.stderr and "Traceback" not in done.stderr, done
    assert not (tmp_path / "a.pdf").exists()


# --- data files --------------------------------------------------------------------------------------------------------------------------


def hostile_texts(good: str) -> Sequence[str]:
    deep = "[" * 200_000 + "]" * 200_000
    return [
        good.replace('"epsilon": "1"', '"epsilon": "1e999999999"'),
        good.replace('"epsilon": "1"', '"epsilon": "1e-999999999"'),
        good.replace('"epsilon": "1"', '"epsilon": "1e200001"'),
        good.replace('"epsilon": "1"', '"epsilon": 1'),
        good.replace('"epsilon": "1"', '"epsilon": NaN'),
        good.replace('"epsilon": "1"', '"epsilon": Infinity'),
        good.replace('"epsilon": "1"', '"epsilon": "' + "9" * 1_000_000 + '"'),
        good.replace('"lower": ', '"lower": "0", "lower": '),
        good.replace('"dual": ', '"dual": ' + deep + ', "x": '),
        good.replace('"dual": ', '"dual": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + ', "x": '),
        good.replace('"unit": ', '"unit": ' + "9" * 1_000_000 + ', "x": '),
        good.replace('"unit": ', '"unit": 1e999999999, "x": '),
        good.replace('"unit": ', '"unit": -0, "x": '),
        good + " " * 60_000_000,
        "\ufeff" + good,
        good.encode("utf-16").decode("latin-1"),
        "",
        "null",
        deep,
        "{}",
    ]


def test_certificates_are_data(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """Refused as no certificate, each within seconds of processor time."""
    from fractions import Fraction

    from dpverify.optimal.bracket import bracket
    from dpverify.optimal.problem import Problem

    good = json.dumps(bracket(Problem(Fraction(1), Fraction(3, 10)), Fraction(1, 2)).certificate())
    certificate.check(good)
    for i, text in enumerate(hostile_texts(good)):
        assert text != good
        path = tmp_path / "c.json"
        path.write_text(text, encoding="utf-8")
        before = time.process_time()
        with pytest.raises(certificate.NotACertificate):
            certificate.check_file(path)
        campaign_figures["hostile data files"] += 1
        assert time.process_time() - before < 20, i


def test_toml_files_are_data(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    for text in (
        "a = " + "9" * 1_000_000,
        "a = " + "[" * 100_000,
        "a = 1\na = 2",
        "dimensions = nan",
        "seed = 1e999999999",
        "seed = -1",
        "\0",
        "a" * 10**6,
    ):
        (tmp_path / "c.toml").write_text(text)
        done = graceful(["experiment", "mean", "--config", str(tmp_path / "c.toml"), "-o", str(tmp_path / "t.csv")])
        campaign_figures["hostile data files"] += 1
        assert done.code == 2 and len(done.err) < 1000
        assert not (tmp_path / "t.csv").exists()
