"""Integer parts taken out of inequalities: what holds is shown, what a step breaks is not."""

import pytest
from sympy import Abs, Ge, Gt, Integers, Interval, Le, Lt, Mod, Rational, S, ceiling, exp, floor, frac, log, oo, symbols

from dpverify.notation import delta, epsilon
from dpverify.prover.inequality import decide_inequality
from dpverify.read_domain import parse_domain

x, y = symbols("x y", real=True)
i = symbols("i", integer=True)
q = (exp(epsilon) - 1) / (2 * delta)
half = {epsilon: (0, oo), delta: (0, Rational(1, 2))}
reals = {x: S.Reals}

TRUE = [
    (Le(floor(x), x), reals),
    (Gt(floor(x), x - 1), reals),
    (Lt(frac(x) ** 2, 1), reals),
    (Lt(Mod(x, 2), 2), reals),
    (Le(Abs(x) - 1, floor(Abs(x))), reals),
    (Gt(x * floor(1 / x), Rational(1, 2)), {x: (0, 1)}),
    (Le(floor(x) + floor(y), floor(x + y)), {x: S.Reals, y: S.Reals}),
    (Le(exp(-epsilon * ceiling(x)), exp(-epsilon * x)), {x: (0, oo), epsilon: (0, oo)}),
    (Ge(floor(log(1 + q) / epsilon), 1), half),
    (Lt(ceiling(log(1 + q) / epsilon), log(1 + q) / epsilon + 1), half),
]
NOT_SHOWN = [
    (Lt(floor(x), x), reals),
    (Gt(floor(x), x - Rational(999, 1000)), reals),
    (Gt(x * floor(1 / x), Rational(501, 1000)), {x: (0, 1)}),
    (Ge(floor(x) + floor(y), floor(x + y)), {x: S.Reals, y: S.Reals}),
    (Ge(floor(1 / x) + 1, 1 / x), {x: Interval(0, 1)}),
    (Ge(floor(log(1 + q) / epsilon), 2), half),
    (Le(floor(x / i) * i, x), {x: (0, oo), i: Integers}),
    (Lt(Mod(x, y), y), {x: S.Reals, y: (-1, 1)}),
]


@pytest.mark.parametrize(("relation", "domain"), TRUE)
def test_true(relation, domain):
    (parsed,) = parse_domain(domain)
    assert decide_inequality(relation, parsed).verdict == "proved"


@pytest.mark.parametrize(("relation", "domain"), NOT_SHOWN)
def test_not_shown(relation, domain):
    (parsed,) = parse_domain(domain)
    assert decide_inequality(relation, parsed).verdict == "undecided"
