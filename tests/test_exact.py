"""Laws of the exact-number layer: text in is exact, text out is on the promised side."""

from decimal import Decimal
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.errors import InputError
from dpverify.exact import decimal_down, decimal_nearest, decimal_up, rational_from_number, rational_from_text

fractions = st.fractions() | st.builds(
    lambda n, e: Fraction(n) * Fraction(10) ** e, st.integers(-(10**12), 10**12), st.integers(-300, 300)
)


@given(fractions, st.integers(1, 30))
def test_outward_rounding_brackets_the_number_within_one_unit(q, digits):
    down, up = (rational_from_text(f(q, digits)) for f in (decimal_down, decimal_up))
    assert down <= q <= up
    assert up - down <= abs(q) * Fraction(10) ** (1 - digits)
    assert abs(rational_from_text(decimal_nearest(q, digits)) - q) * 2 <= abs(q) * Fraction(10) ** (1 - digits)


@given(fractions)
def test_short_decimals_come_back_unchanged(q):
    text = decimal_nearest(q, 12)
    assert decimal_down(rational_from_text(text), 12) == decimal_up(rational_from_text(text), 12) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_taken_by_its_shortest_text(v):
    assert rational_from_number(v) == Fraction(repr(v))


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e-5", Fraction(1, 10**5)), ("0.1", Fraction(1, 10)), (" +3/4 ", Fraction(3, 4)), (".5", Fraction(1, 2)), ("-2.", Fraction(-2))],
)
def test_text_is_read_exactly(text, value):
    assert rational_from_text(text) == value


@pytest.mark.parametrize("text", ["", "nan", "inf", "-Infinity", "1/0", "0x1", "1_0", "1e", "one", "1e999999999", "\u0661", "1,5", "--1"])
def test_junk_is_refused_by_name(text):
    with pytest.raises(InputError, match="epsilon"):
        rational_from_text(text, "epsilon")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), True, None, sp.pi, sp.Float("0.1"), Decimal("NaN"), sp.oo, sp.nan])
def test_other_values_that_are_no_exact_number_are_refused(value):
    with pytest.raises(InputError):
        rational_from_number(value)


@settings(max_examples=30)
@given(st.fractions())
def test_exact_types_agree(q):
    assert rational_from_number(sp.Rational(q.numerator, q.denominator)) == q == rational_from_number(f"{q.numerator}/{q.denominator}")
