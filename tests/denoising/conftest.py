import math

import numpy as np
import pytest


@pytest.fixture
def agree():
    """Whether the mean of independent samples is the expected value: within 5 standard errors, wrong with probability 6e-7 by chance."""

    def check(samples, expected):
        samples = np.asarray(samples)
        error = samples.std(ddof=1) / math.sqrt(samples.size)
        assert abs(samples.mean() - expected) <= 5 * error, (samples.mean(), error, expected)
        # A test that blurred could not fail.
        assert error <= 0.05 * abs(expected) + 1e-9

    return check
