"""A library in a process of its own: what it says comes back in order, whatever it does to its process."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from dpverify.audit.runner import WORKER, NotInstalled, Session, replies
from dpverify.errors import MissingDependency

PYTHON = Path(sys.executable)
INSTALLED = "pytest"  # any distribution that this interpreter has

WILD = """
import ctypes, os, sys, time
print("noise on standard output while importing")
def answer(x):
    print("noise on standard output")
    os.write(1, b"and below Python\\n")
    if x == 1: raise OverflowError("math range error")
    if x == 2: time.sleep(3600)
    if x == 3: ctypes.string_at(0)
    if x == 4: os._exit(7)
    if x == 5: sys.exit("leaving")
    if x == 6: return float("inf")
    if x == 7: return None
    if x == 8: return x, 2 * x
    return 10 * x
"""


def ask(code, points, limit=0.5, distribution=INSTALLED):
    session = Session(PYTHON, distribution, code, limit)
    return session, list(replies(session, [[p] for p in points]))


def test_it_goes_on_after_a_hang_and_after_each_kind_of_death_and_keeps_the_order():
    session, found = ask(WILD, [0, 1, 2, 0.5, 3, 4, 5, 6, 7, 8, 9])
    assert session.version == pytest.__version__ and not session.error
    assert [r.returned for r in found] == [True, True, False, True, False, False, True, True, True, True, True]
    assert [r.value for r in found] == [[0.0], None, None, [5.0], None, None, None, [float("inf")], None, [8.0, 16.0], [90.0]]
    assert found[1].error == "OverflowError: math range error"
    assert found[2].error == "cut off after 0.5 s"
    assert found[4].error == "its process died (signal 11)" and found[5].error == "its process died (exit code 7)"
    assert found[6].error == "SystemExit: leaving" and found[8].error.startswith("TypeError")


def test_a_session_that_ended_leaves_no_process():
    session, _ = ask(WILD, [2], limit=0.3)
    assert session._child.returncode is not None


def test_a_function_that_the_library_does_not_have_answers_no_point():
    session, found = ask("from pytest import nonesuch\n", [1, 2])
    assert session.error.startswith("ImportError") and session.version
    assert [(r.value, r.returned) for r in found] == [(None, True)] * 2


def test_a_library_that_takes_the_process_down_when_imported():
    session, found = ask("import ctypes; ctypes.string_at(0)", [1])
    assert found[0].value is None and found[0].error == "importing it takes its process down (signal 11)"


def test_missing_library_and_missing_interpreter():
    with pytest.raises(NotInstalled, match="not installed"):
        Session(PYTHON, "a-distribution-that-nobody-has", "", 1)
    with pytest.raises(MissingDependency, match="cannot be started"):
        Session(Path("/nonesuch/python"), INSTALLED, "", 1)


def test_the_worker_needs_the_standard_library_only():
    import ast

    names = {n for node in ast.walk(ast.parse(WORKER.read_text())) if isinstance(node, ast.Import) for n in (a.name for a in node.names)}
    assert {n.split(".")[0] for n in names} <= set(sys.stdlib_module_names)
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(WORKER.read_text())))


def test_a_call_that_works_is_cut_off_by_its_cpu_time():
    _, found = ask("def answer(x):\n while True: x += 1\n", [1, 2], limit=0.2)
    assert not any(r.returned for r in found)


def test_a_hanging_worker_does_not_outlive_a_parent_that_is_killed():
    code = (
        "import sys; from pathlib import Path; from dpverify.audit.runner import Session\n"
        "s = Session(Path(sys.executable), 'pytest', 'def answer(x):\\n while True: x += 1', 60)\n"
        "print(s._child.pid, flush=True); s.ask([1])"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    time.sleep(0.3)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not _runs(pid)


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_time_is_limited_for_each_call():
    start = time.monotonic()
    _, found = ask("import time\ndef answer(x): time.sleep(x)\n", [600, 600], limit=0.3)
    assert time.monotonic() - start < 20 and not any(r.returned for r in found)
