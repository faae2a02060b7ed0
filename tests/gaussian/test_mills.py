"""r(x) and differences of Mills' ratio against mpmath, around every place where the method changes."""

import mpmath
import numpy as np
import pytest

from dpverify.gaussian.mills import SERIES_H, SERIES_HM, TABLE_END, UPWARDS_BELOW, difference, remainder


def mills(x):
    return mpmath.sqrt(mpmath.pi / 2) * mpmath.exp(x * x / 2) * mpmath.erfc(x / mpmath.sqrt(2))


def relative_error(got, exact):
    return float(abs(mpmath.mpf(float(got)) / exact - 1)) * 2**52


def test_remainder():
    rng = np.random.default_rng(1)
    seams = [TABLE_END, 0.125, 0.375, 1.0, 5.875, 5.125]
    points = [0.0, 1e-300, 1e-10, *rng.uniform(0, 7, 400), *np.exp(rng.uniform(np.log(5), np.log(1e4), 200))]
    points += [f(s) for s in seams for f in (float, lambda s: np.nextafter(s, 0), lambda s: np.nextafter(s, 9))]
    with mpmath.workdps(60):
        error = [relative_error(r, 1 / mills(mpmath.mpf(x)) - mpmath.mpf(x)) for x, r in zip(points, remainder(np.array(points)),
        strict=True)]
    assert max(error) < 2


def test_remainder_of_huge_numbers_is_the_inverse():
    x = np.array([1e10, 1e154, 1e300])
    assert np.allclose(remainder(x) * x, 1, rtol=1e-15)


@pytest.mark.parametrize("seed", range(3))
def test_difference(seed):
    rng = np.random.default_rng(seed)
    n = 700
    h = np.exp(rng.uniform(np.log(1e-7), np.log(60), n))
    m = np.exp(rng.uniform(np.log(1e-3), np.log(40), n))
    # Next to the three seams.
    h[:100] = SERIES_H * (1 + 1e-9 * rng.normal(size=100))
    m[100:200] = UPWARDS_BELOW * (1 + 1e-9 * rng.normal(size=100))
    m[200:300] = np.clip(SERIES_HM / h[200:300], 0, 40)
    t = np.where((m < h) & (h > SERIES_H * (1 - 1e-8)), m, m - h)
    s = 2 * h
    with mpmath.workdps(60):
        exact_t, exact_s = [mpmath.mpf(float(v)) for v in t], [mpmath.mpf(float(v)) for v in s]
        b = np.array([float(u + v) for u, v in zip(exact_t, exact_s, strict=True)])
        middle = np.array([float(u + v / 2) for u, v in zip(exact_t, exact_s, strict=True)])
        got = difference(t, s, b, middle)
        error = [relative_error(d, mills(u) - mills(u + v)) for d, u, v in zip(got, exact_t, exact_s, strict=True)]
    worst = int(np.argmax(error))
    assert error[worst] < 7, (t[worst], s[worst])
