"""Claims as users type them in: the true ones come out proved or certified, the false ones refuted at a point."""

import pytest

from dpverify import Claim, verify

from . import cases_false, cases_true


def claims(module: object) -> list[object]:
    return [pytest.param(value, id=name) for name, value in vars(module).items() if isinstance(value, Claim)]


@pytest.mark.parametrize("claim", claims(cases_true))
def test_true_claims_hold(claim: Claim) -> None:
    assert verify(claim).verdict in ("proved", "certified")


@pytest.mark.parametrize("claim", claims(cases_false))
def test_false_claims_are_refuted(claim: Claim) -> None:
    result = verify(claim)
    assert result.verdict == "refuted"
    assert result.counterexample is not None
