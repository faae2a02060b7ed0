"""The ratio figures, from closed forms."""

import math

import numpy as np
import pytest

from dpverify.figures.additive_ratio import FIGURE as ADDITIVE
from dpverify.figures.additive_ratio import AdditiveRatio
from dpverify.figures.figure import in_this_process
from dpverify.figures.gaussian_ratio import FIGURE as GAUSSIAN
from dpverify.figures.gaussian_ratio import GaussianRatio


@pytest.fixture(scope="module")
def plane():
    return GAUSSIAN.table(GaussianRatio(points=41), in_this_process)


def test_on_the_grid_of_the_source_the_truncated_laplacian_wins(plane):
    # Certified in the ledger: amplitude <= 0.8988 and power <= 0.7681 for epsilon in [1e-4, 10] and delta in [1e-6, 0.1].
    here = plane.where(plane="whole")
    inside = here.numbers("delta") <= 0.1
    assert 0.88 < here.numbers("amplitude_ratio")[inside].max() <= 0.8988
    assert 0.74 < here.numbers("power_ratio")[inside].max() <= 0.7681


@pytest.mark.parametrize(("part", "delta", "epsilon", "most"), [("amplitude", 0.395, 1.60, 1.0539), ("power", 0.402, 2.17, 1.1086)])
def test_in_the_corner_the_gaussian_wins(plane, part, delta, epsilon, most):
    # From these delta on, and with these suprema and their place as delta -> 1/2: the ledger's refutation of "in all privacy regimes".
    here = plane.where(plane="corner")
    ratio, dlt = here.numbers(f"{part}_ratio"), here.numbers("delta") if "/" not in "".join(here.texts("delta")) else None
    assert ratio[dlt < delta - 0.005].max() < 1 < ratio[dlt > delta + 0.005].max()
    assert most - 0.003 < ratio.max() <= most
    assert here.numbers("epsilon")[ratio.argmax()] == pytest.approx(epsilon, rel=0.06)


@pytest.mark.parametrize(("loss", "limit", "published"), [("amplitude", math.pi / 4, 1 / 2), ("power", math.pi / 6, 1 / 3)])
def test_the_limits_of_additive_noise(loss, limit, published):
    here = ADDITIVE.table(AdditiveRatio(points=199), in_this_process).where(loss=loss)
    delta, ratio, wrong = (here.numbers(name) for name in ("delta", "ratio", "published_ratio"))
    # sigma = Delta/(2 Phi^-1((1 + delta)/2)) = Delta/(delta sqrt(2 pi)) (1 + O(delta^2)).
    assert ratio[0] == pytest.approx(limit, rel=delta[0] ** 2)
    assert ratio[:100].min() == ratio[0] > limit
    assert np.allclose(wrong[delta <= 0.5], published, rtol=1e-11)
    assert (wrong < ratio).all()
    # As delta -> 1 the optimum is like 1 - delta, and the Gaussian's cost goes to 0 only like a power of 1/log(1/(1 - delta)).
    assert ratio[-1] < ratio[-2] < ratio[-3] and ratio[-1] < 0.1
