"""Conditions at points and over boxes: every relation and connective, decided only where it is so on the whole box."""

from __future__ import annotations

import itertools

import pytest
import sympy as sp
from flint import arb

from dpverify.enclosure.box import decide_over, enclose_over
from dpverify.enclosure.conditions import restrict_box
from dpverify.enclosure.interval import Interval
from dpverify.enclosure.point import Evaluation, enclose_at

X, Y = sp.symbols("X Y", real=True)
RELATIONS = [kind(X, Y, evaluate=False) for kind in (sp.Lt, sp.Le, sp.Gt, sp.Ge, sp.Eq, sp.Ne)]
VALUES = (-1, 0, 1)


def connected() -> list[sp.Basic]:
    pairs = list(itertools.combinations([r for r in RELATIONS if not isinstance(r, sp.Eq)], 2))
    other = [sp.Gt(X, 0), sp.Le(Y, 0)]
    made = [kind(a, b, evaluate=False) for kind in (sp.And, sp.Or) for a, b in [*pairs, *itertools.product(RELATIONS, other)]]
    made = [m for m in made if isinstance(m, (sp.And, sp.Or))]  # SymPy decides some, such as X < Y or X >= Y
    return [*RELATIONS, *made, *(sp.Not(m, evaluate=False) for m in made), *(sp.Not(r, evaluate=False) for r in RELATIONS)]


@pytest.mark.parametrize("condition", connected(), ids=str)
def test_truth_at_points_and_over_boxes(condition: sp.Basic) -> None:
    def right(x: int, y: int) -> bool:
        return bool(condition.subs({X: x, Y: y}))

    for x, y in itertools.product(VALUES, repeat=2):
        assert Evaluation({X: sp.Integer(x), Y: sp.Integer(y)}, 64).truth(condition) is right(x, y)
        assert decide_over(condition, {X: Interval.point(x), Y: Interval.point(y)}) in (right(x, y), None)
        piece = sp.Piecewise((sp.Integer(5), condition), (sp.Integer(7), True), evaluate=False)
        assert enclose_at(piece, {X: sp.Integer(x), Y: sp.Integer(y)}) == (5 if right(x, y) else 7)
    for (a, b), (c, d) in itertools.product(itertools.combinations(VALUES, 2), repeat=2):
        box = {X: Interval.closed(a, b), Y: Interval.closed(c, d)}
        said = decide_over(condition, box)
        members = {right(x, y) for x in range(a, b + 1) for y in range(c, d + 1)}
        assert said is None or members == {said}
        kept = restrict_box(box, condition)
        for x, y in itertools.product(range(a, b + 1), range(c, d + 1)):
            if right(x, y):
                assert kept is not None and kept[X].contains(x) and kept[Y].contains(y)


def test_undecided_at_overlapping_balls() -> None:
    at = Evaluation({X: arb(0, 1), Y: sp.S.Zero}, 64)
    for relation in RELATIONS:
        assert at.truth(relation) is None and at.truth(sp.Not(relation, evaluate=False)) is None
    assert at.truth(sp.Or(sp.Lt(X, Y), sp.Le(Y, 0), evaluate=False)) is True
    assert at.truth(sp.And(sp.Lt(X, Y), sp.Gt(Y, 0), evaluate=False)) is False


def test_a_box_is_cut_by_every_conjunct() -> None:
    box = {X: Interval.closed(-4, 4), Y: Interval.closed(-4, 4)}
    kept = restrict_box(box, sp.And(sp.Ne(X, 9), sp.Lt(X + Y, 1), sp.Ge(X, 1), sp.Lt(Y, 2), evaluate=False))
    assert kept is not None
    assert (kept[X], kept[Y]) == (Interval.closed(1, 4), Interval(arb(-4), arb(2), False, True))
    assert restrict_box(box, sp.And(sp.Lt(X, 1), sp.Gt(X, 2), evaluate=False)) is None
    assert restrict_box(box, sp.false) is None


def test_each_branch_sees_the_box_that_is_left_to_it() -> None:
    step = sp.Piecewise((1 / (3 - X), X < 1), (1 / (X + 5), X < 2), (sp.log(X), True))
    assert enclose_over(step, {X: Interval.closed(-4, 9)}).is_subset(Interval.closed(0, sp.Rational(5, 2)))


@pytest.mark.parametrize("names", ["AZ", "ZA"])
def test_conjuncts_that_cut_nothing_hide_no_others(names: str) -> None:
    a, z = (sp.Symbol(name, real=True) for name in names)
    box = {a: Interval.closed(-4, 4), z: Interval.closed(-4, 4)}
    for idle in (sp.Ne(a, 9), sp.Eq(a, z), sp.Lt(a + z, 100), sp.Lt(sp.sin(a), 2), sp.Lt(a, sp.pi), sp.Gt(z, -sp.pi), sp.Le(a, z)):
        kept = restrict_box(box, sp.And(idle, sp.Ge(a, 1), sp.Lt(z, 2), evaluate=False))
        assert kept is not None and (kept[a].lo, kept[z].hi, kept[z].hi_open) == (1, 2, True), idle


def test_jumps_at_exactly_their_place() -> None:
    zero = {X: sp.S.Zero}
    assert (enclose_at(sp.sign(X), zero), enclose_at(sp.Heaviside(X), zero), enclose_at(sp.Heaviside(X, 1), zero)) == (0, 0.5, 1)
    for v in (sp.Rational(-7, 3), sp.Integer(-2), sp.Rational(1, 10**30), sp.Integer(2)):
        assert enclose_at(sp.sign(X), {X: v}) == int(sp.sign(v))
        assert enclose_at(sp.floor(X), {X: v}) == int(sp.floor(v)) and enclose_at(sp.ceiling(X), {X: v}) == int(sp.ceiling(v))
