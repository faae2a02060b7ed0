"""A rule is made of its own fields, and these of plain data: nothing else can answer it otherwise than the reader."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
import sympy as sp
from sympy import Ge

from dpverify import Claim, Step, verify
from dpverify.claims.shape import is_exactly
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Consequence, EventInequality, FloorOrder, Specialise, TailShape, Use
from dpverify.rules.laws import PRIVATE

x = sp.Symbol("x", real=True)
DOMAIN = {x: sp.S.Reals, epsilon: (0, sp.oo), delta: (0, 1), Delta: (0, sp.oo)}
SAID = Ge(PRIVATE.tail(x), 0, evaluate=False)


class Equal(type):
    """Its classes say that they are any other."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(int)


class Chameleon(int, metaclass=Equal):
    pass


class Whole(int):
    pass


@dataclass(frozen=True)
class Pretender:
    name: str = "f"


Pretender.__module__ = "dpverify.rules.consequence"
Pretender.__qualname__ = "Use"


class Moving(Use):
    pass


def with_another_apply() -> Consequence:
    rule = Consequence(())
    object.__setattr__(rule, "apply", lambda *_: None)
    return rule


def step(rule: Any) -> Claim:
    return Claim(title="said", statement=SAID, domain=DOMAIN, steps=(Step(SAID, rule=rule),))


def test_the_rule_itself_is_good() -> None:
    assert verify(step(TailShape(PRIVATE, "non-negative", x))).verdict == "proved"


FOREIGN = {
    "an object for a law": TailShape(SimpleNamespace(key="dp"), "non-negative", x),  # type: ignore[arg-type]
    "an integer of another class": FloorOrder(Whole(3), x),  # type: ignore[arg-type]
    "a class that is equal to all": FloorOrder(Chameleon(3), x),  # type: ignore[arg-type]
    "another method": with_another_apply(),
    "a subclass of our data": Consequence((Moving("f"),)),
    "a class under our name": Consequence((Pretender(),)),  # type: ignore[arg-type]
    "a foreign mapping": Specialise("f", MappingProxyType({x: 1})),
    "no names": Consequence(None),  # type: ignore[arg-type]
    "a number for a name": Consequence((3,)),  # type: ignore[arg-type]
    "nothing for a shift": EventInequality(None, "above", None, None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("rule", FOREIGN.values(), ids=FOREIGN.keys())
def test_foreign_fields_are_refused(rule: Any) -> None:
    with pytest.raises(ClaimError):
        verify(step(rule))


def test_a_proxy_is_no_domain() -> None:
    with pytest.raises(ClaimError, match="dict"):
        verify(Claim(title="t", statement=Ge(x, 0, evaluate=False), domain=MappingProxyType({x: (0, 1)})))


def test_a_class_cannot_say_what_it_is() -> None:
    assert not is_exactly(Chameleon(1), int, str) and type(Chameleon(1)) in (str, int)
    assert is_exactly(1, int, str) and not is_exactly(True, int, str)


def test_a_malformed_rule_costs_its_file_alone(tmp_path: Path) -> None:
    head = "from sympy import *\nfrom dpverify import Claim, Step\nfrom dpverify.rules import Consequence\nx = Symbol('x', real=True)\n"
    body = "c = Claim(title='t', statement=Ge(x**2, 0, evaluate=False), domain={x: S.Reals}%s)\n"
    (tmp_path / "bad.py").write_text(head + body % ", steps=[Step(Ge(x**2, 0, evaluate=False), rule=Consequence(None))]")
    (tmp_path / "good.py").write_text(head + body % "")
    done = subprocess.run([sys.executable, "-m", "dpverify", "verify", "bad.py", "good.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "internal error" not in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert "bad.py: c: step 1" in done.stderr and "proved" in done.stdout and "good.py:c" in done.stdout
