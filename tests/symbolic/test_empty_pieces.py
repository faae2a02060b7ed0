"""Integrals over pieces and sums over ranges that are empty for some parameters are 0 there, whatever the formula on the piece is.

1/d on (0, d) has the integral 1 for d > 0 and 0 at d = 0, where no point is left at which 1/d would be asked for.
"""

import pytest
from sympy import Abs, And, Eq, Ge, Integral, Interval, Lt, Max, Piecewise, Rational, S, Sum, exp, gamma, log, oo, sqrt, symbols

from dpverify import Claim, verify

a, b, c, d, t = symbols("a b c d t", real=True)
k, m = symbols("k m", integer=True, nonnegative=True)
line = (t, -oo, oo)


def over(f, *conditions):
    """The integral of f where all conditions on t hold."""
    return Integral(Piecewise((f, And(*conditions)), (0, True)), line)


unit, positive = Interval(0, 1), Interval.Lopen(0, 1)
INTEGRALS = {
    "constant": (over(1 / d, t > 0, t < d), 1, {d: unit}, {d: positive}),
    "a null set": (over(1 / (2 * d), Abs(t) <= d), 1, {d: unit}, {d: positive}),
    "up to a fixed end": (Integral(Piecewise((1 / d, t < d), (0, True)), (t, 0, 1)), 1, {d: unit}, {d: positive}),
    "linear": (over(2 * t / d**2, t > 0, t < d), 1, {d: unit}, {d: positive}),
    "root": (over(1 / sqrt(d), t > 0, t < sqrt(d)), 1, {d: unit}, {d: positive}),
    "decaying": (over(exp(-t / d) / (d * (1 - exp(-1))), t > 0, t < d), 1, {d: unit}, {d: positive}),
    "inside an open domain": (over(1 / Abs(d), Abs(t) < Abs(d) / 2), 1, {d: Interval.open(-1, 1)}, {d: positive}),
    "a diagonal": (over(1 / (b - a), t > a, t < b), 1, {a: Interval(0, 1), b: Interval(1, 2)}, {a: (0, 1), b: Interval(1, 2)}),
    "two pieces": (
        Integral(Piecewise((1 / d, And(t > 0, t < d)), (1 / (1 - d), And(t > d, t < 1)), (0, True)), line), 2,
        {d: unit}, {d: (0, 1)},
    ),
    "logarithm": (over(1 / (t * log(2)), t > d, t < 2 * d), 1, {d: unit}, {d: positive}),
    "gamma": (over(gamma(d) / gamma(d + 1), t > 0, t < d), 1, {d: unit}, {d: positive}),
    "maximum": (over(1 / Max(d, 0), t > 0, t < d), 1, {d: unit}, {d: positive}),
}  # fmt: skip
SUMS = {
    "m terms": (Sum(Piecewise((1 / m, k < m), (0, True)), (k, 0, oo)), 1, {m: S.Naturals0}, {m: S.Naturals}),
    "up to m": (Sum(Piecewise((2 * k / (m * (m + 1)), k <= m), (0, True)), (k, 0, oo)), 1, {m: S.Naturals0}, {m: S.Naturals}),
}
EMPTY = {**INTEGRALS, **SUMS}


@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize("name", EMPTY)
def test_nothing_is_proved_where_a_piece_is_empty(name):
    whole, value, closed, _ = EMPTY[name]
    for relation in (Eq(whole, value, evaluate=False), Ge(whole, value, evaluate=False)):
        assert verify(Claim(title="false at an end", statement=relation, domain=closed)).verdict in ("undecided", "checked", "refuted")


@pytest.mark.parametrize("name", EMPTY)
def test_what_is_true_there_is_not_refuted(name):
    """The value is the one said or 0 (in two pieces: half of it), so it is never more."""
    whole, value, closed, _ = EMPTY[name]
    assert verify(Claim(title="true", statement=Lt(whole, value + Rational(1, 10), evaluate=False), domain=closed)).verdict != "refuted"


@pytest.mark.parametrize("name", [n for n in EMPTY if n not in ("decaying", "logarithm", "gamma", "maximum", "a diagonal")])
def test_the_same_is_proved_where_no_piece_is_empty(name):
    whole, value, _, opened = EMPTY[name]
    assert verify(Claim(title="true", statement=Eq(whole, value, evaluate=False), domain=opened)).verdict == "proved"


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        (Eq(over(1, t > 0, t < d), d, evaluate=False), {d: unit}),
        (Eq(over(t, t > a, t < b), Piecewise(((b**2 - a**2) / 2, b > a), (0, True)), evaluate=False), {a: unit, b: unit}),
        (Eq(Sum(Piecewise((1, k < m), (0, True)), (k, 0, oo)), m, evaluate=False), {m: S.Naturals0}),
    ],
)
def test_total_formulas_need_no_care(statement, domain):
    assert verify(Claim(title="true", statement=statement, domain=domain)).verdict == "proved"


@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize(
    "statement",
    [
        Eq(Integral(Piecewise((1 / c, And(t > 0, t < 1)), (-1 / c, And(t > 1, t < 2)), (0, True)), line), 0, evaluate=False),
        Eq(Sum(Piecewise((1 / c, k < 2), (-1 / c, k < 4), (0, True)), (k, 0, oo)), 0, evaluate=False),
        Eq(Sum((k**2 - c**2) / (k - c), (k, 1, 1)), 1 + c, evaluate=False),
        Eq(Sum(Max(0, c - k) / (c - k) + Max(0, k - c) / (k - c), (k, 0, 2)), 3 - 2, evaluate=False),
        Eq(Sum(gamma(k - c + 1) / gamma(k - c), (k, 0, 3)), 6 - 4 * c, evaluate=False),
    ],
)
def test_poles_do_not_cancel_between_pieces_or_terms(statement):
    """Undefined at c = 0 or c = 1."""
    assert verify(Claim(title="undefined", statement=statement, domain={c: Interval(-1, 2)})).verdict in ("undecided", "checked", "refuted")
