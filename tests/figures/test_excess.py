"""The excess figures, and the picture of the README, which is one of them."""

import hashlib
from fractions import Fraction
from pathlib import Path

import pytest

from dpverify.figures import excess_rows
from dpverify.figures.excess import FIGURE as PLANE
from dpverify.figures.excess import Excess
from dpverify.figures.excess_curve import EPSILONS, FIGURE, ExcessCurve
from dpverify.figures.excess_rows import NAMES, Place, rows_at
from dpverify.figures.figure import in_this_process
from dpverify.figures.table import read_table, table_of
from dpverify.sweep import read_range

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "figures" / "excess-curve.svg"


def cells(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


@pytest.fixture(scope="module")
def plane():
    with pytest.MonkeyPatch.context() as patch:
        # Wide brackets are found sooner, and must hold as well.
        patch.setattr(excess_rows, "RELATIVE_GAP", "1e-2")
        return PLANE.table(Excess(points=3, loss="power"), in_this_process)


def test_every_excess_follows_from_its_row(plane):
    small = Fraction(1, 10**11)
    for cell in cells(plane):
        cost_low, cost_high, low, high = (Fraction(cell[name]) for name in ("cost_lower", "cost_upper", "lower", "upper"))
        assert 0 < cost_low <= cost_high <= cost_low * (1 + small) and 0 < low <= high <= low * Fraction(101, 100)
        # The bracket holds: no mechanism is below its lower end.
        assert cost_high >= low
        for name, ratio in (("excess_lower", cost_low / high), ("excess_upper", cost_high / low)):
            assert abs(ratio - 1 - Fraction(cell[name])) < 2 * small * ratio


def test_the_mechanisms_that_apply(plane):
    by_place: dict = {}
    for cell in cells(plane):
        by_place.setdefault((cell["epsilon"], cell["delta"]), []).append(cell["mechanism"])
    assert len(by_place) == 9
    wanted = [f"{n}-power" if "staircase" in n else n for n in NAMES]
    for (epsilon, _), names in by_place.items():
        assert names == [n for n in wanted if n != "classical-gaussian" or float(epsilon) <= 1]


def test_the_order_the_theory_states(plane):
    for group in (
        ("truncated-laplace", "laplace"),
        ("truncated-staircase-power", "staircase-power"),
        ("analytic-gaussian", "classical-gaussian"),
    ):
        better, worse = ({(c["epsilon"], c["delta"]): Fraction(c["cost_upper"]) for c in cells(plane.where(mechanism=m))} for m in group)
        assert all(better[place] < cost for place, cost in worse.items())


def test_the_picture_of_the_readme_is_what_the_command_gives():
    content, data = PICTURE.read_text(encoding="utf-8"), PICTURE.with_suffix(".csv").read_bytes()
    assert len(content) < 150_000
    assert "dpverify figure excess-curve, dpverify " in content and hashlib.sha256(data).hexdigest() in content
    table, config = read_table(data), ExcessCurve()
    assert table.columns == tuple(FIGURE.columns)
    assert table.distinct("delta") == [config.delta]
    epsilons = read_range(f"{EPSILONS}:{config.points}:log", "epsilon")
    assert table.distinct("epsilon") == epsilons
    for epsilon in epsilons[::8]:
        now = table_of(FIGURE.columns, rows_at(Place(epsilon, config.delta, config.loss)))
        then = table.where(epsilon=epsilon)
        for name in ("mechanism", "cost_lower", "cost_upper"):
            assert now.texts(name) == then.texts(name)
        # Solvers differ in the last digits; both brackets hold.
        for a, b in zip(cells(now), cells(then), strict=True):
            assert Fraction(a["lower"]) <= Fraction(b["upper"]) and Fraction(b["lower"]) <= Fraction(a["upper"])
            assert float(a["excess_upper"]) == pytest.approx(float(b["excess_upper"]), abs=2e-3 * (1 + float(b["excess_upper"])))


def test_the_picture_shows_what_is_said_of_it():
    table = read_table(PICTURE.with_suffix(".csv").read_bytes())
    low, high = (
        {
            m: dict(zip(here.numbers("epsilon"), here.numbers(name), strict=True))
            for m in table.distinct("mechanism")
            if (here := table.where(mechanism=m))
        }
        for name in ("excess_lower", "excess_upper")
    )
    gaussian, laplace, truncated, staircase = "analytic-gaussian", "laplace", "truncated-laplace", "truncated-staircase-amplitude"
    assert (round(100 * high[gaussian][0.01]), round(high[gaussian][3.0], 1)) == (17, 2.5)
    assert 0.025 < min(low[laplace].values()) and min(high[laplace].values()) < 0.035
    assert max(x for e, x in high[truncated].items() if e <= 0.4) < 0.01 < min(x for e, x in low[truncated].items() if e >= 0.6)
    assert max(high[staircase].values()) < 0.001
