"""Laws of interval arithmetic: members go to members, flags stay true, nothing leaks."""

import operator
from fractions import Fraction

import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpverify.domain import Range
from dpverify.enclosure.interval import Interval, working_precision
from dpverify.errors import NotEnclosable

small = st.fractions(min_value=-8, max_value=8, max_denominator=12)
ends = small | st.none()


@st.composite
def intervals_with_member(draw):
    """A random interval (ends may be infinite or open) and one of its members."""
    member = draw(small)
    below, above = draw(st.fractions(0, 5, max_denominator=6) | st.none()), draw(st.fractions(0, 5, max_denominator=6) | st.none())
    lo = -sp.oo if below is None else sp.Rational(member - below)
    hi = sp.oo if above is None else sp.Rational(member + above)
    lo_open = below is None or (below > 0 and draw(st.booleans()))
    hi_open = above is None or (above > 0 and draw(st.booleans()))
    return Interval.from_range(Range(lo, hi, lo_open, hi_open)), member


@settings(max_examples=60, deadline=None)
@given(intervals_with_member(), intervals_with_member(), st.sampled_from([operator.add, operator.sub, operator.mul, operator.truediv]))
def test_members_go_to_members(a, b, op):
    (x, u), (y, v) = a, b
    try:
        z = op(x, y)
    except NotEnclosable:
        assert op is operator.truediv
        assert y.contains_zero()
        return
    assert z.contains(op(u, v))


@settings(max_examples=60, deadline=None)
@given(intervals_with_member())
def test_splitting_loses_nothing(a):
    x, u = a
    assume(x.lo < x.hi)
    left, right = x.split()
    assert left.contains(u) or right.contains(u)
    assert left.is_subset(x) and right.is_subset(x)
    assert left.hull(right) == x
    assert x.contains(x.midpoint())


@settings(max_examples=60, deadline=None)
@given(intervals_with_member(), intervals_with_member())
def test_hull_and_intersection(a, b):
    (x, u), (y, v) = a, b
    hull = x.hull(y)
    assert hull.contains(u) and hull.contains(v)
    common = x.intersect(y)
    if y.contains(u):
        assert common is not None and common.contains(u)


@settings(max_examples=60, deadline=None)
@given(intervals_with_member())
def test_reciprocal_of_reciprocal_holds_the_interval(a):
    x, _ = a
    assume(x.is_nonzero())
    assert x.is_subset(x.reciprocal().reciprocal())


def test_signs_are_exact_on_open_boxes():
    positive = Interval.from_range(Range(sp.S.Zero, sp.oo))
    assert positive.is_positive() and not positive.contains_zero()
    assert (positive * positive).is_positive()
    assert positive.reciprocal().is_positive()
    closed = Interval.closed(0, 1)
    assert not closed.is_positive() and closed.is_nonnegative()
    assert (positive * closed).contains_zero()
    assert (positive + closed).is_positive()


def test_zero_times_unbounded_is_zero():
    assert (Interval.point(0) * Interval.whole()).is_zero()


def test_irrational_ends_are_rounded_outward():
    x = Interval.from_range(Range(sp.log(2), sp.pi))
    assert x.lo_open and x.hi_open
    assert x.contains(Fraction(6931471805599453095, 10**19)) and x.contains(Fraction(31415926535897932384, 10**19))
    assert not x.contains(Fraction(693147180559945, 10**15)) and not x.contains(Fraction(314159265358980, 10**14))


def test_unbounded_intervals_are_cut_at_growing_values():
    x = Interval.from_range(Range(sp.S.Zero, sp.oo))
    cuts = []
    for _ in range(5):
        _, x = x.split()
        cuts.append(float(x.lo))
    assert cuts == [1, 4, 16, 64, 256]


def test_negation_is_exact_beyond_the_working_precision():
    with working_precision(300):
        x = Interval.point(Fraction(1, 3), 300)
    assert (-x).lo.is_exact() and x == x.__neg__().__neg__()


def test_precision_is_restored_even_after_an_error():
    before = ctx.prec
    with pytest.raises(ZeroDivisionError), working_precision(500):
        raise ZeroDivisionError
    assert ctx.prec == before


def test_text_is_rounded_outward():
    assert Interval.closed(Fraction(1, 3), Fraction(2, 3)).text(3) == "[0.333, 0.667]"
    assert Interval.whole().text() == "(-oo, oo)"
    assert Interval.from_ball(arb(2)).text() == "[2, 2]"
