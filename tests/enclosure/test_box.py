"""Box enclosures hold the value at every point of the box, and are tight where it is cheap."""

import random

import pytest
import sympy as sp
from flint import ctx

from dpverify.domain import Range
from dpverify.enclosure.box import compile_expr, decide_over, enclose_over, restrict_box
from dpverify.enclosure.interval import Interval
from dpverify.enclosure.point import enclose_at
from dpverify.errors import NotEnclosable

x, y = sp.symbols("x y", real=True)
p, q = sp.symbols("p q", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
POSITIVE = Interval.from_range(Range(sp.S.Zero, sp.oo))

EXPRESSIONS = [
    x * y - x**2, x**3 - y, sp.exp(x - y), sp.exp(x) - 1, sp.exp(x) - sp.exp(y), y * sp.exp(x) - y, sp.log(p) * x, sp.log(1 + p / q),
    sp.sqrt(p) - sp.sqrt(q), p ** sp.Rational(2, 3) / q, p**x, p ** (-q), sp.Abs(x - y), sp.Max(x, y, 0), sp.Min(x, 1 - y), sp.sign(x),
    sp.Piecewise((x, x < y), (sp.exp(x), True)), sp.Piecewise((1 / p, p > 1), (p, True)), sp.erfc(x), sp.erf(x - y), sp.sinh(x),
    sp.cosh(x), sp.tanh(x), sp.coth(p), sp.atan(x), sp.sin(x), sp.cos(x * y), sp.gamma(p), sp.loggamma(p), sp.factorial(p), sp.floor(x),
    sp.ceiling(y), sp.LambertW(p), sp.digamma(p), (-2) ** k, sp.asinh(x), sp.Heaviside(x), sp.pi * x + sp.E, sp.log(sp.exp(p) - 1),
    sp.asin(x / 9), sp.acos(x / 9), sp.erfinv(x / 9), sp.binomial(p + q, q), sp.atanh(x / 9), sp.acosh(1 + p),
]  # fmt: skip


def random_interval_with_member(rng, low):
    a = sp.Rational(rng.randint(low * 12 + (1 if low == 0 else 0), 60), 12)
    width = sp.Rational(rng.randint(0, 36), rng.choice([12, 1200, 10**6]))
    lo_open, hi_open = (rng.random() < 0.3, rng.random() < 0.3) if width else (False, False)
    member = a + width * sp.Rational(rng.randint(1, 9), 10)
    hi = sp.oo if rng.random() < 0.1 and low == 0 else a + width
    return Interval.from_range(Range(a, hi, lo_open, hi_open or hi is sp.oo)), member


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_the_value_at_any_point_lies_in_the_enclosure(expr):
    rng = random.Random(str(expr))
    for _ in range(25):
        box, point = {}, {}
        for s in (x, y, p, q):
            box[s], point[s] = random_interval_with_member(rng, -5 if s in (x, y) else 0)
        n = rng.randint(0, 5)
        box[k], point[k] = Interval.closed(max(0, n - 2), n + 1), sp.Integer(n)
        try:
            enclosure = enclose_over(expr, box)
        except NotEnclosable:
            continue
        value = enclose_at(expr, point, 200)
        assert value.upper() >= enclosure.lo and value.lower() <= enclosure.hi
        assert not (value > enclosure.hi or value < enclosure.lo)


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_a_point_box_gives_a_narrow_enclosure(expr):
    point = {x: sp.Rational(7, 5), y: sp.Rational(-3, 8), p: sp.Rational(5, 7), q: sp.Rational(9, 4), k: sp.Integer(3)}
    enclosure = enclose_over(expr, {s: Interval.point(v, 100) for s, v in point.items()}, 100)
    assert enclosure.width() < 1e-24
    value = enclose_at(expr, point, 200)
    assert value.upper() >= enclosure.lo and value.lower() <= enclosure.hi


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (sp.exp(p), "(1, oo)"), (sp.log(1 + p), "(0, oo)"), (sp.exp(p) - 1, "(0, oo)"), (sp.exp(p) - sp.exp(-p), "(0, oo)"),
        (1 - sp.exp(-p), "(0, 1)"), (sp.exp(p) / (2 * q) - 1 / (2 * q), "(0, oo)"), (sp.erfc(p), "(0, 1)"), (1 / sp.sinh(p), "(0, oo)"),
        (sp.tanh(p), "(0, 1)"), (sp.sqrt(1 + p) * sp.log(1 + q), "(0, oo)"), (sp.Max(0, -p), "[0, 0]"), (1 - sp.erfc(p), "(0, 1)"),
    ],
)  # fmt: skip
def test_signs_on_the_open_quadrant_are_exact(expr, text):
    assert enclose_over(expr, {p: POSITIVE, q: POSITIVE}).text() == text


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (p / (1 + p), "(0, 1)"), (sp.exp(p) / (1 + sp.exp(p)), "(0.5, 1)"), (3 * p / (2 * p + q), "(0, 1.5)"),
        (sp.exp(p**2) * sp.erfc(p), "(0, 1)"), (sp.exp(q) * sp.erfc(p * q + 1 / p), "(0, 1)"), (2 - 2 * sp.erfc(p), "(0, 2)"),
        (sp.exp(5 - p) * sp.exp(p), "[148.413, 148.414]"),
    ],
)  # fmt: skip
def test_dependent_factors_stay_together(expr, text):
    enclosure = enclose_over(expr, {p: POSITIVE, q: POSITIVE})
    assert enclosure.text() == text


def test_rational_ends_keep_their_exact_value():
    third = Interval.from_range(Range(sp.S.Zero, sp.Rational(1, 3)))
    assert enclose_over(1 - 3 * p, {p: third}).text() == "(0, 1)"
    assert enclose_over(sp.log(3 * p), {p: third}).is_negative()
    left, right = third.split()
    assert enclose_over(1 - 3 * p, {p: right}).is_positive()
    cut = restrict_box({p: POSITIVE}, p > sp.Rational(1, 3))
    assert enclose_over(3 * p - 1, cut).is_positive()
    # On a tie of rounded ends the open flag belongs to another number than the exact end.
    closed = Interval.closed(sp.Rational(1, 3), 1)
    dyadic = Interval(closed.lo, closed.hi, True, False)
    assert not enclose_over(3 * p - 1, {p: closed.intersect(dyadic)}).is_positive()


def test_no_cancellation_near_zero():
    tiny = Interval.closed(sp.Rational(1, 10**30), sp.Rational(2, 10**30))
    for expr in (sp.exp(p) - 1, sp.log(1 + p), sp.sinh(p)):
        enclosure = enclose_over(expr, {p: tiny})
        assert 0.99e-30 < enclosure.lo and enclosure.hi < 2.01e-30


@pytest.mark.parametrize(
    "expr",
    [1 / x, sp.log(x), sp.sqrt(x), x ** sp.Rational(1, 3), sp.gamma(x), sp.Function("f")(x), sp.Piecewise((1, x > 0)), p + sp.Symbol("z")],
)
def test_undefined_somewhere_or_unknown_is_refused(expr):
    with pytest.raises(NotEnclosable):
        enclose_over(expr, {x: Interval.closed(-1, 1), p: POSITIVE})


def test_conditions_are_decided_only_on_the_whole_box():
    box = {x: Interval.closed(0, 1), y: Interval.closed(1, 2)}
    assert decide_over(x <= y, box) is True
    assert decide_over(x < y, box) is None
    assert decide_over(sp.And(x >= 0, y > 0), box) is True
    assert decide_over(sp.Or(x > 1, y < 1), box) is False
    assert decide_over(sp.Eq(x, y), box) is None
    assert decide_over(sp.log(x) > -100, box) is None
    assert decide_over(sp.Lt(x, sp.oo, evaluate=False), box) is True
    assert decide_over(sp.Gt(-sp.oo, x, evaluate=False), box) is False
    assert decide_over(sp.Lt(sp.log(x), sp.oo, evaluate=False), box) is None


def test_a_box_is_cut_down_by_conditions_on_one_symbol():
    box = {x: Interval.closed(0, 1)}
    assert restrict_box(box, x > sp.Rational(1, 2))[x].text() == "(0.5, 1]"
    assert restrict_box(box, x > 1) is None


def test_programs_are_compiled_once_and_leave_the_precision_alone():
    before = ctx.prec
    assert compile_expr(sp.exp(x) - y) is compile_expr(sp.exp(x) - y)
    enclose_over(sp.exp(x), {x: Interval.closed(0, 1)}, 333)
    assert ctx.prec == before


def test_a_condition_must_be_defined_on_the_whole_box():
    """Either branch is a number, but where log(x) is none there is no value."""
    cases = sp.Piecewise((1, sp.log(x) > -5), (sp.Rational(1, 2), True))
    with pytest.raises(NotEnclosable):
        enclose_over(cases, {x: Interval.from_range(Range(-sp.S.One, sp.S.One))})
    assert enclose_over(cases, {x: Interval.from_range(Range(sp.S.One / 10, sp.S.One))}).is_positive()
