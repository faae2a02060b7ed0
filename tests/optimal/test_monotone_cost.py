"""What monotonicity costs, in certified brackets, and where the truncated staircase stands between them (mathematics 8.6, 8.8)."""

import json
from fractions import Fraction

import pytest

from dpverify.mechanisms import TruncatedStaircase
from dpverify.optimal import certificate
from dpverify.optimal.bracket import bracket
from dpverify.optimal.problem import Problem

GAP = Fraction(1, 1000)


def ends(epsilon, delta, loss, monotone):
    """The bracket's ends as the checker re-derives them from the certificate's text."""
    found = bracket(Problem(Fraction(epsilon), Fraction(delta), loss=Fraction(loss), monotone=monotone), GAP)
    return tuple(Fraction(end) for end in certificate.check(json.dumps(found.certificate())))


@pytest.mark.parametrize(
    "epsilon, delta, loss, excess",
    # least excess of the monotone optimum over the optimum, from the two brackets
    [("1", "0.1", 1, "0.008"), ("1", "0.1", 2, "0.005"), ("0.3", "0.1", 1, "0.001"), ("1", "0.5", 1, "0.045"), ("2", "0.1", 1, "0.015")],
)
def test_monotone_noise_is_strictly_worse(epsilon, delta, loss, excess):
    """Certified: the least cost of symmetric unimodal noise exceeds that of all noise."""
    _, upper = ends(epsilon, delta, loss, monotone=False)
    lower, _ = ends(epsilon, delta, loss, monotone=True)
    assert lower > upper * (1 + Fraction(excess))


def test_the_finding_at_epsilon_one():
    """About 0.6973 against 0.6908 at (1, 0.1)."""
    low, high = ends("1", "0.1", 1, monotone=False)
    assert low < Fraction("0.6909") and high > Fraction("0.6907")
    low, high = ends("1", "0.1", 1, monotone=True)
    assert low < Fraction("0.6973") and high > Fraction("0.6972")


@pytest.mark.parametrize("loss", [1, 2])
@pytest.mark.parametrize("epsilon, delta", [("0.05", "0.02"), ("0.3", "0.1"), ("1", "0.001"), ("1", "0.1"), ("2", "0.25"), ("4", "0.1")])
def test_the_truncated_staircase_lies_in_the_bracket_of_monotone_noise(epsilon, delta, loss):
    """It is symmetric unimodal, so never cheaper than `lower`; that it is below `upper` and within 0.2 % of `lower` is the finding."""
    low, high = ends(epsilon, delta, loss, monotone=True)
    law = TruncatedStaircase(epsilon, delta, 1, loss)
    least, most = law.forms().enclosure(law.forms().amplitude if loss == 1 else law.forms().power)
    assert most >= low
    assert least <= high * (1 + Fraction(1, 10**6))
    assert most <= low * Fraction(1002, 1000)
