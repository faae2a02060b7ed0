"""Claim files that try to get a false sentence through: none is proved, certified or checked, and stdout holds the answer alone.

Every statement below that is false says so in its variable: `lie...`. Claim files are code and run as the user, so a file that rewrites
dpverify itself is not stopped (docs/guarantees.md); what is stopped is everything that a statement, a domain or a bystander can do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAD = """
import atexit, os, sys, threading, time
import sympy as sp
from sympy.core.function import AppliedUndef, UndefinedFunction
from dpverify import Claim, Step
x = sp.Symbol("x", real=True)
def le(a, b): return sp.Le(a, b, evaluate=False)
FALSE = le(x, 0)
"""

CHEATS = {
    "relation of its own class": """
class Always(sp.LessThan):
    def __bool__(self): return True
    def _eval_simplify(self, **k): return sp.true
    def doit(self, **k): return sp.true
lie = Claim(title="t", statement=Always(x, 0, evaluate=False), domain={x: (1, 2)})
""",
    "expression that changes its mind": """
class Moody(sp.Expr):
    looks = 0
    is_real = is_extended_real = is_finite = True
    @property
    def args(self):
        Moody.looks += 1
        return (sp.Integer(-5),) if Moody.looks < 3 else (sp.Integer(5),)
    def __le__(self, other): return sp.true
    def __lt__(self, other): return sp.true
    def __eq__(self, other): return True
    def __hash__(self): return 1
lie = Claim(title="t", statement=le(Moody() + x, 0), domain={x: (1, 2)})
""",
    "function that evaluates to another thing each time": """
class Turning(sp.Function):
    turns = 0
    @classmethod
    def eval(cls, u):
        Turning.turns += 1
        if Turning.turns > 1: return -u
lie = Claim(title="t", statement=le(Turning(x), 0), domain={x: (1, 2)})
""",
    "symbol that is equal to all": """
class Anything(sp.Symbol):
    def __eq__(self, other): return True
    def __hash__(self): return hash(sp.S.Zero)
y = Anything("y", real=True)
lie = Claim(title="t", statement=le(y, 0), domain={y: (1, 2)})
""",
    "number that compares as it likes": """
class Small(sp.Rational):
    def __new__(cls): return sp.Rational.__new__(sp.Rational, 7)
    def __lt__(self, other): return True
class Little(int):
    def __lt__(self, other): return True
    def __le__(self, other): return True
    def __neg__(self): return Little(5)
lie = Claim(title="t", statement=le(x + Little(3), 0), domain={x: (1, 2)})
""",
    "function that declares itself positive": """
class Evil(AppliedUndef):
    is_positive = True
    def _eval_is_extended_positive(self): return True
f = UndefinedFunction("f", bases=(Evil,))
lie = Claim(title="t", statement=sp.Gt(f(x), 0, evaluate=False), domain={x: (1, 2)})
h = UndefinedFunction("h", __dict__={"fdiff": lambda self, argindex=1: sp.Integer(1)})
lie2 = Claim(title="t", statement=sp.Eq(sp.Derivative(h(x), x), 1, evaluate=False), domain={x: (1, 2)})
""",
    "set that lies": """
class Lie(sp.Interval):
    start = property(lambda self: sp.Integer(-2))
    end = property(lambda self: sp.Integer(-1))
lie = Claim(title="t", statement=FALSE, domain={x: Lie(1, 2)})
""",
    "set inside a union that lies": """
class Lie(sp.FiniteSet):
    args = property(lambda self: (sp.Integer(-1),))
lie = Claim(title="t", statement=FALSE, domain={x: sp.Union(Lie(1), sp.Interval(-2, -1), evaluate=False)})
""",
    "pair that lies": """
class Pair(tuple):
    def __iter__(self): return iter((-2, -1))
    def __getitem__(self, i): return (-2, -1)[i]
lie = Claim(title="t", statement=FALSE, domain={x: Pair((1, 2))})
""",
    "dict that lies": """
class Lying(dict):
    def items(self): return [(x, (-2, -1))]
lie = Claim(title="t", statement=FALSE, domain=Lying({x: (1, 2)}))
""",
    "list of assumptions that lies": """
class Lying(list):
    def __iter__(self): return iter([le(x, 0)])
lie = Claim(title="t", statement=FALSE, domain={x: (-1, 2)}, assumptions=Lying())
""",
    "expected that equals all": """
class Same(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash("proved")
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)}, expected=Same("zz"))
""",
    "claim of its own class": """
class Mine(Claim):
    looks = 0
    def __getattribute__(self, name):
        if name == "statement":
            Mine.looks += 1
            return le(x, 5) if Mine.looks < 4 else FALSE
        return super().__getattribute__(name)
lie = Mine(title="t", statement=FALSE, domain={x: (1, 2)})
""",
    "empty domains": """
lie = Claim(title="t", statement=FALSE, domain={x: (2, 1)})
""",
    "empty set": """
lie = Claim(title="t", statement=FALSE, domain={x: sp.S.EmptySet})
""",
    "assumptions that contradict each other": """
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)}, assumptions=[sp.Lt(sp.sin(x), -2, evaluate=False)])
""",
    "open pair without a member": """
lie = Claim(title="t", statement=FALSE, domain={x: (1, 1)})
""",
    "integers between two integers": """
n = sp.Symbol("n", integer=True)
lie = Claim(title="t", statement=le(n, 0), domain={n: sp.Range(3, 3)})
""",
    "thread that alters the claim later": """
lie = Claim(title="t", statement=le(x, 5), domain={x: (1, 2)})
def later():
    while True:
        time.sleep(0.001)
        object.__setattr__(lie, "statement", FALSE)
threading.Thread(target=later, daemon=True).start()
""",
    "facts written into the cache of an expression": """
u = sp.exp(x)
for fact in ("negative", "extended_negative", "nonpositive", "extended_nonpositive"): u._assumptions[fact] = True
for fact in ("positive", "extended_positive", "nonnegative"): u._assumptions[fact] = False
lie = Claim(title="t", statement=le(u, 0), domain={x: (1, 2)})
lie2 = Claim(title="t", statement=le(sp.sqrt(u**2), 0), domain={x: (1, 2)})
""",
    "arguments changed after the hash was taken": """
s = le(x, 5); hash(s); s._args = (x, sp.S.Zero)
lie = Claim(title="t", statement=s, domain={x: (1, 2)})
""",
    "rule of its own": """
from dpverify.rules import Consequence
class Mine(Consequence):
    def apply(self, *a, **k): return None
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)}, steps=[Step(FALSE, rule=Mine.__new__(Mine))])
""",
    "claim that uses itself": """
lie = Claim(title="t", id="own.lie", statement=FALSE, domain={x: (1, 2)}, uses=["own.lie"], steps=[Step(FALSE, uses=["own.lie"])])
""",
    "step that says nothing": """
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)}, steps=[Step(sp.Eq(x, x, evaluate=False)), Step(FALSE, uses=[])])
""",
    "answer printed to standard output": """
fake = '{"claims": [{"id": "lie", "verdict": "proved", "ok": true}]}'
print(fake); sys.__stdout__.write(fake); os.write(1, fake.encode())
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)})
""",
    "answer that leaves": """
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)})
sys.exit(0)
""",
    "answer that leaves at once": """
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)})
os._exit(0)
""",
    "much output": """
for _ in range(200): print("x" * 100_000)
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)})
""",
    "recursion": """
def deep(): deep()
lie = Claim(title="t", statement=FALSE, domain={x: (1, 2)})
deep()
""",
}  # fmt: skip


def verify(folder: Path, name: str, *words: str, seconds: int = 120) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-m", "dpverify", "verify", name, "--json", *words],
        cwd=folder, capture_output=True, text=True, timeout=seconds, env=environment,
    )  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("cheat", CHEATS)
def test_no_cheat_gets_a_false_sentence_through(cheat: str, tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    (tmp_path / "own.py").write_text(HEAD + CHEATS[cheat])
    done = verify(tmp_path, "own.py")
    campaign_figures["claim files that cheat"] += 1
    honest(done)


def honest(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode in (1, 2), done
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr
    if done.stdout:
        assert all(row["verdict"] in ("refuted", "undecided") for row in json.loads(done.stdout)["claims"]), done.stdout
    if done.returncode == 2:
        assert done.stdout == "" or done.stderr


def test_many_cheats_at_once(tmp_path: Path, campaign_figures: dict[str, int]) -> None:
    """All of them as files of one folder, beside an honest one: the honest claim is decided, no other gets through."""
    for i, text in enumerate(CHEATS.values()):
        if "much output" not in text:
            (tmp_path / f"cheat{i}.py").write_text(HEAD + text)
    (tmp_path / "honest.py").write_text(HEAD + 'good = Claim(title="t", statement=le(x, 5), domain={x: (1, 2)})\n')
    done = verify(tmp_path, ".", "--jobs", "1", seconds=300)
    campaign_figures["claim files that cheat"] += len(CHEATS)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    rows = {row["id"]: row["verdict"] for row in json.loads(done.stdout)["claims"]}
    assert rows.pop("honest.py:good") == "proved"
    assert set(rows.values()) <= {"refuted", "undecided"}, rows


@pytest.mark.campaign
def test_an_endless_import_is_cut(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("while True:\n    try:\n        while True: pass\n    except BaseException: break\n")
    done = verify(tmp_path, "own.py", seconds=300)
    assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
