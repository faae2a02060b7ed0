"""A law of the user's own making cannot stand in for one of the list."""

import pytest
from sympy import Ge, Interval, oo

from dpverify import Claim, Step
from dpverify.claims.verify import verify
from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import Unimodality
from dpverify.rules.laws import PRIVATE, Law


def test_a_look_alike_with_more_properties_is_refused() -> None:
    forged = Law(PRIVATE.key, "forged", symmetric=True, unimodal=True, private=True)
    statement = Ge(forged.density(x), forged.density(2 * x), evaluate=False)
    claim = Claim(
        title="Every private law is unimodal",
        statement=statement,
        domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), x: (0, oo)},
        steps=[Step(statement, because="a forged law", rule=Unimodality(forged, x, 2 * x))],
    )
    with pytest.raises(ClaimError, match="not in the list of laws"):
        verify(claim)
