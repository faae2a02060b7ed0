"""Many claims at a time: order, uses, time limits, crashes. What a claim's verdict is does not matter here, so `verify` is replaced."""

import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import Eq, Symbol

from dpverify.claims import runner
from dpverify.claims.claim import Claim
from dpverify.claims.registry import Entry
from dpverify.claims.result import Result
from dpverify.errors import ClaimError, SoundnessError

X = Symbol("x")


def entry(name, title="", uses=()):
    claim = Claim(title=title or name, statement=Eq(X, X + 0, evaluate=False), domain={X: (0, 1)}, id=name)
    return Entry(claim, Path("/nowhere.py"), name, {u: u for u in uses})


def fake(claim, known=None):
    act, _, rest = claim.title.partition(" ")
    if act == "hang":
        child = subprocess.Popen(["sleep", "1000"])
        Path(rest).write_text(str(child.pid))
        while True:
            time.sleep(0.01)
    if act == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if act == "raise":
        raise KeyError(rest)
    if act == "malformed":
        raise ClaimError("the chain does not compose at step 2")
    if act == "unsound":
        raise SoundnessError("two values differ")
    if act == "sleep":
        time.sleep(float(rest))
    evidence = tuple(sorted(known or {}))
    return Result(claim, "proved", evidence, (), None, (), 0.0)


@pytest.fixture(autouse=True)
def _fake(monkeypatch):
    monkeypatch.setattr(runner, "verify", fake)


def test_outcomes_come_in_the_order_of_the_entries():
    entries = [entry("slow", "sleep 0.3"), entry("b"), entry("c", "sleep 0.1"), entry("d")]
    assert [o.entry.id for o in runner.run(entries, jobs=3)] == ["slow", "b", "c", "d"]


def test_one_process_follows_the_order_and_the_others_begin_with_the_longest():
    entries = [entry(name, "sleep 0.15") for name in "abcdef"]
    long = replace(entries[5].claim, statement=Eq(sum(X**k for k in range(9)), X, evaluate=False))
    entries[5] = replace(entries[5], claim=long)
    begun = []
    outcomes = runner.run(entries, jobs=2, on_change=lambda running, _: begun.append([e.id for e in running]))
    assert begun[0] == ["a", "f"] and [o.entry.id for o in outcomes] == list("abcdef")
    alone = []
    runner.run(entries, jobs=1, on_change=lambda running, _: alone.extend(e.id for e in running))
    assert list(dict.fromkeys(alone)) == list("abcdef")


def test_a_claim_waits_for_what_it_uses_and_is_told_about_it():
    entries = [entry("top", uses=["middle"]), entry("middle", uses=["base"])]
    outcomes = runner.run(entries, needed=[entry("base", "sleep 0.2")], jobs=4)
    assert [(o.entry.id, o.result.evidence) for o in outcomes] == [("top", ("middle",)), ("middle", ("base",))]
    assert outcomes[0].result.claim is entries[0].claim


def test_a_hanging_claim_is_killed_with_all_that_it_started(tmp_path):
    pid_file = tmp_path / "pid"
    start = time.monotonic()
    hung, other = runner.run([entry("h", f"hang {pid_file}"), entry("o")], jobs=2, timeout=0.8)
    assert time.monotonic() - start < 5
    assert (hung.result.verdict, other.result.verdict) == ("undecided", "proved")
    assert "0.8 seconds" in hung.result.evidence[0]
    killed = int(pid_file.read_text())
    # A killed process is gone when the kernel next runs it, which on a busy machine may take a moment.
    while _alive(killed) and time.monotonic() - start < 10:
        time.sleep(0.02)
    assert not _alive(killed)


def test_a_crash_or_an_exception_costs_one_claim():
    outcomes = runner.run([entry("a", "crash"), entry("b", "raise something"), entry("c")], jobs=2)
    assert [o.result.verdict for o in outcomes] == ["undecided", "undecided", "proved"]
    assert "died" in outcomes[0].result.evidence[0] and "KeyError" in outcomes[1].result.evidence[0]


def test_a_malformed_claim_is_a_fault_and_weakens_what_uses_it():
    bad, user = runner.run([entry("bad", "malformed"), entry("user", uses=["bad"])], jobs=2)
    assert bad.result is None and "step 2" in str(bad.fault)
    assert user.result.verdict == "undecided" and "bad" in user.result.evidence[0]


def test_what_uses_something_that_was_never_loaded_is_undecided():
    (outcome,) = runner.run([entry("user", uses=["gone"])])
    assert outcome.result.verdict == "undecided"


def test_disagreement_of_our_own_values_is_loud():
    with pytest.raises(SoundnessError, match="a: two values differ"):
        runner.run([entry("a", "unsound"), entry("b", "sleep 30")], jobs=2)


def test_progress_is_told_what_runs_and_how_much_is_done():
    seen = []
    runner.run([entry("a", "sleep 0.3"), entry("b")], jobs=1, on_change=lambda running, done: seen.append(([e.id for e in running], done)))
    assert (["a"], 0) in seen and any(done == 1 for _, done in seen)


def _alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
