"""What the vectorised functions take for numbers."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from dpverify.closed_forms.additive import additive_amplitude
from dpverify.errors import DomainError
from dpverify.float_arrays import float_array
from dpverify.gaussian.calibration import analytic_gaussian_sigma

NO_NUMBERS = [
    "one", "1_0", "nan", "",
    b"1", True, np.True_, [True], ["0.5"], np.datetime64("2020-01-01"), np.timedelta64(3), 1j, [1, 1j], date(2020, 1, 1),
    [0.5, "0.5"], [Fraction(1, 2), True], {}, object(), None,
]  # fmt: skip


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: type(value).__name__)
def test_refused_in_one_line(value):
    for function in (lambda v: analytic_gaussian_sigma(v, 1e-5), lambda v: analytic_gaussian_sigma(1.0, v), additive_amplitude):
        with pytest.raises(DomainError) as caught:
            function(value)
        assert len(str(caught.value).splitlines()) == 1


NUMBERS = [
    1, 0.5, "0.25", "1e-3", np.float32(0.5), np.int8(1), [1, 2.5], Fraction(1, 2), Decimal("0.5"), [Fraction(1, 3), 2], (), np.arange(3),
]  # fmt: skip


@pytest.mark.parametrize("value", NUMBERS, ids=lambda value: type(value).__name__)
def test_numbers_of_every_kind(value):
    array = float_array(value)
    assert array.dtype == np.float64
    assert array.tolist() == np.vectorize(float, otypes=[float])(value).tolist() if array.size else array.shape == (0,)
