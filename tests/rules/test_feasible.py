"""Feasible: a private law bounds the least cost from above."""

import pytest
import sympy as sp

from dpverify.errors import ClaimError
from dpverify.notation import Delta, d, delta, epsilon, x
from dpverify.rules import Feasible
from dpverify.rules.laws import least_cost

from .deciding import conclusion, fact, on, verdict

LINE = (x, -sp.oo, sp.oo)
FLAT = {epsilon: sp.FiniteSet(0), delta: sp.Interval.Lopen(0, sp.Rational(1, 2))}
uniform = sp.Piecewise((delta / Delta, sp.Abs(x) <= Delta / (2 * delta)), (0, True))


WHOLE = sp.Interval(0, Delta)


def private(f, shift=WHOLE, atom=0, extra=None):
    relation = sp.Le(atom + sp.Integral(sp.Max(0, f - sp.exp(epsilon) * f.subs(x, x + d)), LINE), delta)
    return {"private": fact(relation, {**FLAT, d: shift, **(extra or {})})}


def test_the_uniform_law():
    rule = Feasible(x, uniform, "private", d, sp.S.One)
    assert verdict(rule, private(uniform), on(FLAT)) == "proved"
    relation = conclusion(rule, private(uniform), on(FLAT))
    assert relation.lhs == least_cost(1, epsilon, delta, Delta) and isinstance(relation, sp.LessThan)


def test_mass_one_and_symmetry_are_obligations():
    double = 2 * uniform
    assert verdict(Feasible(x, double, "private", d, sp.S.One), private(double), on(FLAT)) == "undecided"
    one_sided = sp.Piecewise((delta / Delta, sp.And(x >= 0, x <= Delta / delta)), (0, True))
    assert verdict(Feasible(x, one_sided, "private", d, sp.S.One), private(one_sided), on(FLAT)) == "undecided"


def test_an_atom_counts_in_the_mass_and_allows_the_shift_zero_to_be_left_out():
    f = sp.Piecewise(((1 - delta) / Delta, sp.Abs(x) <= Delta), (0, True))
    atom = 2 * delta - 1
    large = {delta: sp.Interval.Ropen(sp.Rational(1, 2), 1)}
    facts = private(f, sp.Interval.Lopen(0, Delta), atom, large)
    rule = Feasible(x, f, "private", d, sp.S.One, atom=atom)
    assert verdict(rule, facts, on({**FLAT, **large})) == "proved"
    with pytest.raises(ClaimError, match="must read"):
        verdict(Feasible(x, f, "private", d, sp.S.One), facts, on({**FLAT, **large}))
    with pytest.raises(ClaimError, match="must hold for all"):
        verdict(Feasible(x, uniform, "private", d, sp.S.One), private(uniform, sp.Interval.Lopen(0, Delta)), on(FLAT))
    free = {**FLAT, delta: sp.Interval.open(0, 1)}
    everywhere = private(f, sp.Interval.Lopen(0, Delta), atom, {delta: sp.Interval.open(0, 1)})
    assert verdict(rule, everywhere, on(free)) == "undecided"


@pytest.mark.parametrize("shift", [sp.Interval(0, Delta / 2), (0, sp.oo), sp.Interval(1, Delta)])
def test_all_shifts_are_needed(shift):
    facts = private(uniform, shift)
    if shift == (0, sp.oo):
        with pytest.raises(ClaimError):
            verdict(Feasible(x, uniform, "private", d, sp.S.One), facts, on(FLAT))
        return
    with pytest.raises(ClaimError, match="must hold for all"):
        verdict(Feasible(x, uniform, "private", d, sp.S.One), facts, on(FLAT))


def test_the_privacy_fact_is_about_this_law():
    with pytest.raises(ClaimError, match="must read"):
        verdict(Feasible(x, uniform, "private", d, sp.S.One), private(uniform / 2), on(FLAT))
    with pytest.raises(ClaimError, match="smaller range"):
        verdict(Feasible(x, uniform, "private", d, sp.S.One), private(uniform), on({**FLAT, delta: (0, 1)}))


def test_neither_law_nor_atom_depends_on_the_shift():
    with pytest.raises(ClaimError, match="depend"):
        verdict(Feasible(x, uniform, "private", d, sp.S.One, atom=d), private(uniform), on(FLAT))
