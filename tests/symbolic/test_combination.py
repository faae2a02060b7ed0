"""Linear combinations of assumptions: found where they exist, never where a point of the domain says otherwise."""

import random
from fractions import Fraction

import pytest
import sympy as sp

from dpverify.domain import Domain, Range
from dpverify.symbolic.combination import combination, contradiction, simplex

u, v, w = sp.symbols("u v w", real=True)
SPACE = Domain({s: Range() for s in (u, v, w)})


@pytest.mark.parametrize(
    ("f", "assumptions", "strict"),
    [
        (v - u, (sp.Le(u, w), sp.Le(w, v)), False),
        (v - u, (sp.Lt(u, w), sp.Le(w, v)), True),
        (3 * v - 2 * u + 1, (sp.Le(u, v), sp.Ge(v, 0)), True),
        (sp.exp(u) * (w - v), (sp.Ge(w, v),), False),
        (w - sp.log(2), (sp.Ge(w, v), sp.Ge(v, sp.log(2))), False),
    ],
)
def test_combinations_that_exist_are_found(f, assumptions, strict):
    assert combination(f, SPACE.restrict(*assumptions), strict) is not None


@pytest.mark.parametrize(
    ("f", "assumptions", "strict"),
    [
        (v - u, (sp.Le(u, w), sp.Le(w, v)), True),
        (u - v, (sp.Le(u, w), sp.Le(w, v)), False),
        (v - u, (sp.Le(u, w),), False),
        (u * (w - v), (sp.Ge(w, v),), False),
    ],
)
def test_what_fails_somewhere_is_not_found(f, assumptions, strict):
    assert combination(f, SPACE.restrict(*assumptions), strict) is None


def test_contradictions():
    assert contradiction(SPACE.restrict(sp.Lt(u, v), sp.Lt(v, w), sp.Le(w, u))) is not None
    assert contradiction(SPACE.restrict(sp.Le(u, v), sp.Le(v, w), sp.Le(w, u))) is None


def test_random_systems_agree_with_their_points():
    """If a random rational point satisfies the assumptions and violates the goal, no combination may be found."""
    rng = random.Random(20181003)
    for _ in range(60):
        rows = [[rng.randint(-3, 3) for _ in range(4)] for _ in range(4)]
        *given, goal = [a * u + b * v + c * w + d for a, b, c, d in rows]
        assumptions = [sp.Ge(g, 0, evaluate=False) for g in given if g.free_symbols]
        domain = SPACE.restrict(*assumptions)
        found = combination(goal, domain, False)
        for _ in range(200):
            point = {s: sp.Rational(rng.randint(-20, 20), rng.randint(1, 4)) for s in (u, v, w)}
            if all(g.subs(point) >= 0 for g in given) and goal.subs(point) < 0:
                assert found is None
                break


def test_simplex_gives_a_solution_or_says_that_there_is_none():
    one, two = Fraction(1), Fraction(2)
    solution = simplex([[one, two, one]], [Fraction(3)], [Fraction(0)] * 3)
    assert solution is not None and min(solution) >= 0 and solution[0] + 2 * solution[1] + solution[2] == 3
    assert simplex([[one, two]], [Fraction(-1)], [Fraction(0)] * 2) is None
