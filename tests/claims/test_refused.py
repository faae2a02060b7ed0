"""Claims that are refused: what could change its mind, and statements that compare no real expressions."""

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

from dpverify import Claim, Step, verify
from dpverify.claims import load
from dpverify.claims.validate import prepare
from dpverify.errors import ClaimError

u = sp.Symbol("u", real=True)
DOMAIN = {u: (0, 1)}


class Changing(Claim):
    """A claim that states something else each time it is asked."""


class Stride(Step):
    pass


class Opaque(AppliedUndef):
    nargs = 1


class Disguised(sp.Function):
    __module__ = "sympy.core.function"


@pytest.mark.parametrize(
    "statement",
    [
        sp.Eq(u > 0, sp.true, evaluate=False),
        sp.Eq(sp.Matrix([1]), sp.Matrix([2]), evaluate=False),
        sp.Eq(sp.Tuple(u), sp.Tuple(u), evaluate=False),
        sp.Eq(sp.Interval(0, 1), sp.Interval(0, 1), evaluate=False),
    ],
    ids=str,
)
def test_the_sides_are_real_expressions(statement: object) -> None:
    with pytest.raises(ClaimError, match="real expressions"):
        prepare(Claim(title="no numbers", statement=statement, domain=DOMAIN))


def test_subclasses_are_refused() -> None:
    with pytest.raises(ClaimError, match="Changing"):
        prepare(Changing(title="subclass", statement=u > 0, domain=DOMAIN))
    with pytest.raises(ClaimError, match="Stride"):
        prepare(Claim(title="subclass", statement=u > 0, domain=DOMAIN, steps=[Stride(u > 0)]))
    for kind in (Opaque, Disguised):
        with pytest.raises(ClaimError, match=kind.__name__):
            prepare(Claim(title="subclass", statement=sp.Eq(kind(u), kind(u) + 1, evaluate=False), domain=DOMAIN))


def test_sympys_own_classes_are_not() -> None:
    statement = sp.Eq(sp.Function("F")(u) + sp.pi + sp.E, sp.Function("F")(u) + sp.E + sp.pi + sp.S.Half - sp.S.Half, evaluate=False)
    assert prepare(Claim(title="own", statement=statement, domain=DOMAIN)).statement == statement


def test_points_outside_the_domain_do_not_count() -> None:
    # |u - 1/3| (u - 1) > 0 for u > 1, but the domain ends there
    statement = sp.Gt(sp.Abs(u - sp.Rational(1, 3)) * (u - 1), 0, evaluate=False)
    result = verify(Claim(title="outside", statement=statement, domain=DOMAIN, points=[{u: 2}, {u: 3}]))
    assert result.verdict == "refuted"
    result = verify(Claim(title="outside", statement=sp.Eq(sp.tan(u), 0, evaluate=False), domain=DOMAIN, points=[{u: 0}]))
    assert result.verdict == "refuted"


def test_a_file_that_does_not_end_is_a_faulty_file(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(load, "IMPORT_SECONDS", 0.5)
    path = tmp_path / "endless.py"
    path.write_text("while True:\n    try:\n        while True: pass\n    except Exception: pass\n", encoding="utf-8")
    with pytest.raises(load.LoadError, match=r"no end after 0.5 s of importing it \(line \d\)"):
        load.load_claims(path)
