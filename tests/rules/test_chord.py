"""Chord: the excess of a chord over a function with a bounded second derivative."""

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.rules import Chord

from .deciding import conclusion, fact, on, verdict

v, w, t = sp.Symbol("v", positive=True), sp.Symbol("w", positive=True), sp.Symbol("t", real=True)
unit = on({t: sp.Interval(0, 1), w: (0, sp.oo)})
second = sp.Derivative(v**3, v, v)
upto = {"f": fact(sp.Le(second, 6 * w, evaluate=False), {v: (0, sp.oo), w: (0, sp.oo)}, sp.Le(v, w))}


def test_the_cubic_on_an_interval():
    rule = Chord("f", v, w / 2, w, t)
    got = conclusion(rule, upto, unit)
    assert sp.simplify(got.rhs - ((1 - t) * w / 2 + t * w) ** 3 - t * (1 - t) * (w / 2) ** 2 * 3 * w) == 0
    assert verdict(rule, upto, unit) == "proved"


def test_the_inequality_holds_for_functions_that_meet_the_bound():
    """F = v^2 has F'' = 2: the excess is attained."""
    square = {"f": fact(sp.Le(sp.Derivative(v**2, v, v), 2, evaluate=False), {v: (0, sp.oo)})}
    got = conclusion(Chord("f", v, sp.S.One, sp.Integer(3), t), square, unit)
    assert sp.expand(got.rhs - got.lhs) == 0


@pytest.mark.parametrize(
    "rule",
    [
        Chord("f", v, w / 2, 2 * w, t),  # beyond w
        Chord("f", v, -w, w, t),  # outside the range
        Chord("f", v, w / 2, w, 2 * t),  # not between the ends
        Chord("f", v, w / 2, w, t - 1),
    ],
)
def test_places_outside_are_not_shown(rule):
    assert verdict(rule, upto, unit) == "undecided"


@pytest.mark.parametrize(
    ("relation", "assumption", "word"),
    [
        (sp.Ge(second, 6 * w, evaluate=False), (), "at most"),
        (sp.Le(sp.Derivative(v**3, v), 6 * w, evaluate=False), (), "second derivative"),
        (sp.Le(second, 6 * v, evaluate=False), (), "free of"),
        (sp.Le(sp.Derivative(sp.Abs(v - 1), v, v), 0, evaluate=False), (), "smooth"),
        (sp.Le(second, 6 * w, evaluate=False), (sp.Ne(v, w),), "must bound it"),
        (sp.Le(second, 6 * w, evaluate=False), (sp.Ge(v**2, w),), "must bound it"),
    ],
)
def test_facts_of_another_kind_are_refused(relation, assumption, word):
    facts = {"f": fact(relation, {v: (0, sp.oo), w: (0, sp.oo)}, *assumption)}
    with pytest.raises(ClaimError, match=word):
        conclusion(Chord("f", v, w / 2, w, t), facts, unit)
