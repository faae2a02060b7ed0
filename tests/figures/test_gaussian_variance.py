"""Classical against analytic variance."""

import numpy as np
import pytest

from dpverify.figures.figure import in_this_process
from dpverify.figures.gaussian_variance import DELTAS, FIGURE, GaussianVariance


@pytest.fixture(scope="module")
def table():
    return FIGURE.table(GaussianVariance(points=9), in_this_process)


def test_the_classical_variance_is_never_less(table):
    assert (table.numbers("ratio") > 1).all()


def test_larger_for_larger_delta_and_smaller_epsilon(table):
    ratio = np.array([table.where(delta=d).numbers("ratio") for d in DELTAS])
    assert (np.diff(ratio, axis=0) > 0).all() and (np.diff(ratio, axis=1) < 0).all()


def test_a_recorded_value(table):
    # Both at (1, 1e-6): the ratio 1.5731 is certified in the ledger.
    here = table.where(delta="1e-6", epsilon="1")
    assert here.numbers("ratio")[0] == pytest.approx(1.5731, abs=5e-5)


def test_the_classical_variance_by_its_formula(table):
    eps, delta = table.numbers("epsilon"), table.numbers("delta")
    assert table.numbers("classical") == pytest.approx(2 * np.log(1.25 / delta) / eps**2, rel=1e-11)
