"""Inputs that once ended in a traceback: each has a verdict, or one line that names what is wrong."""

import json

import pytest
import sympy as sp
from sympy import Eq, Ge, Integer, Integral, Le, Piecewise, Symbol, asin, exp, floor, log, oo, sqrt

from dpverify import Claim
from dpverify.claims import decide as deciding
from dpverify.claims.verify import verify
from dpverify.cli.main import main
from dpverify.errors import ClaimError

x, a = Symbol("x", real=True), Symbol("a", real=True)
VERDICTS = ("proved", "certified", "checked", "refuted", "undecided")


def verdict(statement, domain):
    return verify(Claim(title="fault", statement=statement, domain=domain)).verdict


def test_statements_that_libraries_fail_on():
    assert verdict(Eq(Integral(1 / sqrt(1 - x**2), (x, 0, a)), asin(a)), {a: (0, 2)}) in ("undecided", "checked")
    assert verdict(Le(Integral(Piecewise((1, log(x) > -1), (0, True)), (x, -1, 1)), 1, evaluate=False), {}) == "undecided"
    assert verdict(Ge(Integral(floor(exp(-(x**2))), (x, 0, 1)), -1, evaluate=False), {}) in ("proved", "certified", "checked")
    assert verdict(Le(0, exp(floor(1 / x)), evaluate=False), {x: (0, 1)}) in VERDICTS


@pytest.mark.parametrize(
    "domain", [{x: (oo, -oo)}, {x: (oo, oo)}, {x: ([0], {1: 2})}, {x: ([0], 1)}, {x: ("a b", 1)}, {x: (None, 1)}], ids=str
)
def test_a_domain_that_is_none_is_one_line(domain):
    with pytest.raises(ClaimError) as fault:
        verify(Claim(title="fault", statement=Le(x, 2), domain=domain))
    assert "\n" not in str(fault.value)


def test_numbers_of_many_digits(tmp_path, capsys):
    claims = tmp_path / "huge.py"
    claims.write_text(
        "from sympy import *\nfrom dpverify import Claim\nx = Symbol('x', real=True)\n"
        "claim = Claim(title='huge', statement=Le(x, Integer(10)**10000), domain={x: (0, 1)})\n"
    )
    # Without a bound of x there is a search, whose findings are told as well.
    assert verdict(Le(x, Integer(10) ** 5000), {x: (0, oo)}) in ("undecided", "checked", "refuted")
    for command in (["verify", str(claims), "--json"], ["show", str(claims)], ["latex", str(claims), "-o", str(tmp_path / "huge.tex")]):
        with pytest.raises(SystemExit) as end:
            main(command)
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err and end.value.code in (0, 1), (command, shown.err[-300:])
        if command[0] == "verify":
            json.loads(shown.out)


def test_a_library_that_fails_decides_nothing(monkeypatch):
    for fault in (TypeError, ValueError, AttributeError, IndexError, KeyError, ZeroDivisionError, RecursionError, NotImplementedError):

        def fails(*args, kind=fault):
            raise kind("boom")

        monkeypatch.setattr(deciding, "_decide_part", fails)
        result = verify(Claim(title="fault", statement=Le(x, 2), domain={x: (0, 1)}))
        assert result.verdict == "undecided" and fault.__name__ in result.evidence[0]


def test_a_domain_of_single_irrational_numbers_has_points() -> None:
    x, y = sp.symbols("x y", real=True)
    places = sp.FiniteSet(sp.sqrt(2), sp.pi, sp.E - 1)
    assert verify(Claim(title="a", statement=sp.Gt(x, 1, evaluate=False), domain={x: places})).verdict == "proved"
    tied = Claim(title="b", statement=sp.Gt(x + y, 1, evaluate=False), domain={x: places, y: (0, 2)}, assumptions=[x > y])
    assert verify(tied).verdict == "proved"
    empty = Claim(title="c", statement=sp.Gt(x, y, evaluate=False), domain={x: places, y: (0, 1)}, assumptions=[x < y])
    with pytest.raises(ClaimError, match="empty"):
        verify(empty)
