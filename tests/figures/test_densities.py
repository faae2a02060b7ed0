"""The drawn laws are laws: mass one, the cost they are said to have, and the edges the theorems give."""

import math
from fractions import Fraction

import numpy as np
import pytest

from dpverify.errors import InputError
from dpverify.figures import optimal_law
from dpverify.figures.densities import FIGURE as DENSITIES
from dpverify.figures.densities import Densities
from dpverify.figures.figure import in_this_process
from dpverify.figures.optimal_law import OptimalLaw


def moment(table, p):
    """E|X|^p of the law with these rows, beside its atom."""
    x, f = table.numbers("x"), table.numbers("density")
    middle = (x[1:] + x[:-1]) / 2
    # Simpson's rule is exact here: the density is linear between the points, and p <= 2.
    return float(np.sum(np.diff(x) / 6 * (f[:-1] * x[:-1] ** p + 2 * (f[:-1] + f[1:]) * middle**p + f[1:] * x[1:] ** p))) * 2


@pytest.fixture(scope="module")
def densities():
    return DENSITIES.table(Densities("1", "0.1", 200), in_this_process)


def test_the_truncated_laplacian(densities):
    here = densities.where(law="truncated-laplace")
    assert moment(here, 0) == pytest.approx(1, rel=1e-4)
    # A = log(1 + q), q = (e - 1)/0.2, and the mass of [A - 1, A] is delta: geng2018truncated, Section 3.
    edge = math.log(1 + math.expm1(1) / 0.2)
    x, f = here.numbers("x"), here.numbers("density")
    assert x[-1] == x[-2] == pytest.approx(edge, rel=1e-11) and f[-1] == 0 < f[-2]
    grid = np.linspace(edge - 1, edge, 2001)
    assert np.trapezoid(np.interp(grid, x[:-1], f[:-1]), grid) == pytest.approx(0.1, rel=1e-4)
    laplace = densities.where(law="laplace")
    assert laplace.numbers("density")[0] == 0.5 and laplace.numbers("x")[-1] > edge


def test_the_family_p_alpha(densities):
    here = densities.where(law="P_alpha")
    assert here.distinct("atom") == ["0", "0.025", "0.05"]
    for atom in here.distinct("atom"):
        one = here.where(atom=atom)
        # Density (delta - alpha)/Delta on |x| <= (1 - alpha) Delta/(2 (delta - alpha)): geng2018additive, Figure 1.
        assert float(atom) + moment(one, 0) == pytest.approx(1, rel=1e-11)
        assert one.numbers("density")[0] == pytest.approx(0.1 - float(atom), rel=1e-11)


POINTS = [("1", "0.1", "amplitude"), ("1", "0.1", "power"), ("0", "0.4", "amplitude"), ("2", "0", "amplitude"), ("8", "0.01", "amplitude")]


@pytest.mark.parametrize(("epsilon", "delta", "loss"), POINTS)
def test_the_optimal_law_has_the_cost_it_is_drawn_with(monkeypatch, epsilon, delta, loss):
    monkeypatch.setattr(optimal_law, "RELATIVE_GAP", Fraction(1, 100))
    monkeypatch.setattr(optimal_law, "SHARE", 1 - 1e-9)
    # A chord lies above a convex density.
    monkeypatch.setattr(optimal_law, "POINTS", 1500)
    table = optimal_law.FIGURE.table(OptimalLaw(epsilon, delta, loss), in_this_process)
    lower = Fraction(table.texts("lower")[0])
    laws = table.distinct("law")
    assert laws[0] == "certified" and len(laws) == (2 if epsilon == "0" else 3)
    for law in laws:
        here = table.where(law=law)
        atom = here.numbers("atom")[0]
        assert atom + moment(here, 0) == pytest.approx(1, rel=1e-4)
        cost = Fraction(here.texts("cost")[0])
        assert cost >= lower
        # A law of a certificate may cost a little less than the outward-rounded end, and what is cut off a tail costs a little.
        assert moment(here, 2 if loss == "power" else 1) == pytest.approx(float(cost), rel=1e-3)


def test_where_the_optimum_is_known():
    # delta = 0: the staircase costs Delta/(2 sinh(epsilon/2)), and no epsilon-DP law costs less.
    table = optimal_law.FIGURE.table(OptimalLaw("2", "0"), in_this_process)
    exact = 1 / (2 * math.sinh(1))
    assert table.numbers("lower")[0] <= exact <= table.where(law="certified").numbers("cost")[0]
    assert table.where(law="staircase-amplitude").numbers("cost")[0] == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize(
    ("config", "words", "message"),
    [
        (Densities, {"epsilon": "0"}, "epsilon is '0'; this figure needs a number from 1e-3 to below 50"),
        (Densities, {"epsilon": "nan"}, "epsilon is 'nan'"),
        (Densities, {"epsilon": "1e400"}, "epsilon is '1e400'"),
        (Densities, {"epsilon": "9" * 5000}, "epsilon is '999"),
        (Densities, {"delta": "1"}, "delta is '1'; this figure needs a number from 1e-9 to below 1"),
        (Densities, {"delta": "1e-300"}, "delta is '1e-300'"),
        (Densities, {"delta": "-0.1"}, "delta is '-0.1'"),
        (Densities, {"delta": ""}, "delta is ''"),
        (OptimalLaw, {"epsilon": "0", "delta": "0"}, "no finite noise exists"),
        (OptimalLaw, {"epsilon": "1e-5"}, "to below 10, or 0"),
        (OptimalLaw, {"loss": "3"}, "loss is '3'; it must be amplitude or power"),
    ],
)
def test_numbers_that_a_figure_cannot_show(config, words, message):
    with pytest.raises(InputError, match="^") as refused:
        config(**words)
    assert message in str(refused.value) and len(str(refused.value)) < 200


@pytest.mark.parametrize(("epsilon", "delta"), [("1e-3", "1e-9"), ("49.9", "1e-9"), ("1e-3", "0.99999999"), ("49.9", "0.99999999")])
def test_the_corners_of_what_can_be_shown(epsilon, delta):
    table = DENSITIES.table(Densities(epsilon, delta, 5), in_this_process)
    for name in ("atom", "x", "density"):
        assert np.isfinite(table.numbers(name)).all() and (table.numbers(name) >= 0).all()
