"""The bracket lies between the closed bounds, in the decimal texts of the table themselves."""

from fractions import Fraction

import pytest

from dpverify.figures import bounds
from dpverify.figures.bounds import FIGURE, Bounds
from dpverify.figures.figure import in_this_process


@pytest.fixture(scope="module", params=["amplitude", "power"])
def table(request):
    with pytest.MonkeyPatch.context() as patch:
        # Wide brackets are found sooner, and must hold as well.
        patch.setattr(bounds, "RELATIVE_GAP", "1e-2")
        return FIGURE.table(Bounds(points=3, loss=request.param), in_this_process)


def test_the_order_of_the_bounds(table):
    for row in table.rows:
        cell = dict(zip(table.columns, row, strict=True))
        low, high, best = (Fraction(cell[name]) for name in ("v_low", "v_upp", "lower"))
        assert low <= Fraction(cell["t_bound"]) <= Fraction(cell["upper"])
        assert best <= Fraction(cell["upper"]) <= high * (1 + Fraction(1, 10**9))
        assert low <= best * (1 + Fraction(1, 10**9)), cell
        if cell["s_bound"]:
            assert low <= Fraction(cell["t_bound"]) <= Fraction(cell["s_bound"]) <= Fraction(cell["upper"])


def test_the_gap_of_every_bracket(table):
    gaps = [Fraction(u) / Fraction(v) - 1 for u, v in zip(table.texts("upper"), table.texts("lower"), strict=True)]
    assert 0 <= min(gaps) and max(gaps) <= Fraction(1, 100)


def test_on_the_diagonal_the_bounds_meet(table):
    # mathematics: geng2018truncated, Section 5: the ratio of the bounds goes to one as epsilon = delta -> 0.
    here = table.where(panel="diagonal")
    assert here.texts("epsilon") == here.texts("delta")
    ratio = here.numbers("v_low") / here.numbers("v_upp")
    assert ratio[0] > ratio[1] > ratio[2] and ratio[0] > 0.99
