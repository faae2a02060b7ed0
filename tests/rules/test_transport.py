"""TransportDuality: the staircase's bound, flows that cheat, and the lemma on a law."""

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import TransportDuality
from dpverify.rules.laws import least_cost

from .deciding import conclusion, on, verdict

b = sp.exp(-epsilon)
ratio = b / (1 - b)
step = Delta / (1 + sp.exp(epsilon / 2))
level = step + Delta * ratio
into = ratio * (x - step)


def rule(**changes):
    given = {
        "split": step,
        "out": (level - x, into.subs(x, x + Delta)),
        "into": (sp.S.Zero, into),
        "level": level,
        **changes,
    }
    return TransportDuality(x, **given)


def test_the_staircase_flow():
    assert verdict(rule()) == "proved"
    assert conclusion(rule()) == sp.Ge(least_cost(1, epsilon, 0, Delta), level, evaluate=False)


def test_a_higher_level_is_not_shown():
    more = level * sp.Rational(101, 100)
    assert verdict(rule(level=more)) == "undecided"
    # Balanced pointwise, but then more flows out of the middle than comes in within the sensitivity.
    gain = level / 100
    out = (level + gain - x, into.subs(x, x + Delta) + gain)
    assert verdict(rule(level=level + gain, out=out)) == "undecided"


def test_a_flow_that_goes_too_far_is_not_shown():
    later = step + Delta / 10
    assert verdict(rule(split=later, into=(sp.S.Zero, ratio * (x - later)))) == "undecided"
    assert verdict(rule(split=2 * Delta)) == "undecided"
    assert verdict(rule(split=-step)) == "undecided"


def test_a_flow_inwards_is_not_shown():
    assert verdict(rule(into=(ratio * Delta, into))) == "undecided"


def test_negative_flows_are_not_shown():
    assert verdict(rule(into=(sp.S.Zero, into - ratio * Delta))) == "undecided"
    assert verdict(rule(out=(level - 3 * x, into.subs(x, x + Delta)))) == "undecided"


def test_the_bound_holds_for_laws():
    """Laplace noise of scale Delta/epsilon costs at least the level, at several epsilon."""
    for value in (sp.Rational(1, 10), 1, 3, 8):
        assert (level / (Delta / epsilon)).subs(epsilon, value).evalf() < 1


def test_malformed_flows():
    with pytest.raises(ClaimError, match="polynomial"):
        verdict(rule(out=(sp.exp(x), into)))
    with pytest.raises(ClaimError, match="grow"):
        verdict(rule(into=(sp.S.Zero, x**2)))
    with pytest.raises(ClaimError, match="grow"):
        verdict(rule(power=-sp.S.One))
    with pytest.raises(ClaimError, match="symbol of its own"):
        verdict(rule(), domain=on({x: sp.Reals}))
    with pytest.raises(ClaimError, match="range"):
        verdict(rule(), domain=on().without(epsilon))
    with pytest.raises(ClaimError, match="symbols"):
        verdict(rule(level=sp.Symbol("stranger")))


def test_delta_does_not_matter():
    assert delta not in conclusion(rule()).free_symbols
