"""Mills' ratio M(x) = (1 - Phi(x))/phi(x) for arrays, in the form that keeps all digits of its differences.

For x >= 0 let M(x) = 1/(x + r(x)). r decreases from sqrt(2/pi) to 0 like 1/x, and all that the Gaussian mechanism needs are sums and
products of positive numbers in it:

    -M'(x) = 1 - x M(x) = r(x) M(x),
    M(t) - M(t + s) = M(t) M(t + s) (s - (r(t) - r(t + s))),   where 0 < r(t) - r(t + s) < 0.37 s.

r = r_1 of the continued fraction r_k = k/(x + r_{k+1}); near 0, where that converges slowly, r comes from its Taylor series, whose
coefficients follow from r' = r^2 + x r - 1.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

NODES_PER_UNIT = 4
TABLE_END = 6
TERMS = 12
DEPTH = 18
"""Steps of the continued fraction: enough for x >= TABLE_END."""
UPWARDS_BELOW = 5
SERIES_DEPTH = 22
"""The same for x >= UPWARDS_BELOW."""
SERIES_H = 0.7
SERIES_HM = 2.0
"""M(t) - M(t + s) is summed as a series in h = s/2 up to these h and h m."""


@cache
def _taylor_table() -> Array:
    """Row k: the k-th Taylor coefficients of r at the nodes j/NODES_PER_UNIT."""
    import mpmath

    with mpmath.workdps(40):
        columns = []
        for j in range(TABLE_END * NODES_PER_UNIT + 1):
            x = mpmath.mpf(j) / NODES_PER_UNIT
            c = [1 / (mpmath.sqrt(mpmath.pi / 2) * mpmath.exp(x * x / 2) * mpmath.erfc(x / mpmath.sqrt(2))) - x]
            for k in range(TERMS - 1):
                square = sum(c[i] * c[k - i] for i in range(k + 1))
                c.append((square + x * c[k] + (c[k - 1] if k else -1)) / (k + 1))
            columns.append([float(v) for v in c])
    return np.ascontiguousarray(np.array(columns).T)


def remainder(x: Array) -> Array:
    """r(x) = 1/M(x) - x for x >= 0, one-dimensional."""
    near = x < TABLE_END
    if near.all():
        return _remainder_near(x)
    if not near.any():
        return _remainder_far(x)
    out = np.empty_like(x)
    out[near] = _remainder_near(x[near])
    far = ~near
    out[far] = _remainder_far(x[far])
    return out


def _remainder_near(x: Array) -> Array:
    table = _taylor_table()
    j = np.rint(x * NODES_PER_UNIT).astype(np.intp)
    d = x - j / NODES_PER_UNIT
    total = table[TERMS - 1].take(j)
    for k in range(TERMS - 2, -1, -1):
        total *= d
        total += table[k].take(j)
    return total


def _remainder_far(x: Array) -> Array:
    r = _far_start(x, DEPTH)
    for k in range(DEPTH - 1, 0, -1):
        r += x
        np.divide(k, r, out=r)
    return r


def _far_start(x: Array, n: int) -> Array:
    """About r_n: the solution of r_n = n/(x + r_{n+1}) with r_{n+1} = r_n + 1/(2 r_n + x)."""
    x = np.minimum(x, 1e100)
    r = 0.5 * (np.sqrt(x * x + 4.0 * n) - x)
    return 0.5 * (np.sqrt(x * x + 4.0 * (n - r / (2.0 * r + x))) - x)


def is_upper(t: Array, s: Array) -> Any:
    """Where the profile is taken as 1 - delta = phi(t) (M(-t) + M(b)), elsewhere as delta = phi(t) (M(t) - M(b)): free of cancellation."""
    return (t < 0) & (0.5 * s > SERIES_H)


def part_of_profile(t: Array, s: Array, b: Array, m: Array, upper: Any) -> Array:
    """M(-t) + M(b) where `upper` is true, M(t) - M(b) elsewhere."""
    if not upper.any():
        return difference(t, s, b, m)
    part = np.empty_like(t)
    part[upper] = 1.0 / (remainder(-t[upper]) - t[upper]) + 1.0 / (b[upper] + remainder(b[upper]))
    lower = ~upper
    if lower.any():
        part[lower] = difference(t[lower], s[lower], b[lower], m[lower])
    return part


def difference(t: Array, s: Array, b: Array, m: Array) -> Array:
    """M(t) - M(t + s) for b = t + s, m = t + s/2 >= 0; t >= 0 unless s/2 <= SERIES_H."""
    half = 0.5 * s
    series = (half <= SERIES_H) & (half * m <= SERIES_HM)
    if series.all():
        return _difference_series(m, half)
    if not series.any():
        return _difference_pair(t, s, b)
    out = np.empty_like(t)
    out[series] = _difference_series(m[series], half[series])
    pair = ~series
    out[pair] = _difference_pair(t[pair], s[pair], b[pair])
    return out


def _difference_pair(t: Array, s: Array, b: Array) -> Array:
    r, q = remainder(t), remainder(b)
    return (s - (r - q)) / ((t + r) * (b + q))


def _difference_series(m: Array, h: Array) -> Array:
    """2 sum over odd k of h^k P_k/k!, where P_k = int_0^oo u^k exp(-m u - u^2/2) du and P_k/P_{k-1} = r_k."""
    near = m < UPWARDS_BELOW
    if near.all():
        return _series_near(m, h)
    if not near.any():
        return _series_far(m, h)
    out = np.empty_like(m)
    out[near] = _series_near(m[near], h[near])
    far = ~near
    out[far] = _series_far(m[far], h[far])
    return out


def _series_near(m: Array, h: Array) -> Array:
    """Upwards, P_{k+1} = k P_{k-1} - m P_k: its rounding errors grow more slowly than h^k/k! falls."""
    r = _remainder_near(m)
    square = h * h
    even = m + r
    odd = r / even
    even = 1.0 / even
    even -= m * odd
    first, rest = odd.copy(), np.zeros_like(h)
    factor = np.ones_like(h)
    largest = float(square.max())
    # P_k/k! <= 1/k!!, and P_1 >= 1/30 here.
    bound, k = 1.0, 1
    while bound > 1e-19:
        odd *= k + 1
        odd -= m * even
        even *= k + 2
        even -= m * odd
        k += 2
        factor *= square
        factor /= k * (k - 1)
        rest += factor * odd
        bound *= largest / k
    # The first term last: the rest is small against it, and so are the errors made in summing it.
    return (first + rest) * (2.0 * h)


def _series_far(m: Array, h: Array) -> Array:
    """Downwards from the continued fraction: sums and products of positive numbers only."""
    square = h * h
    r = _far_start(m, SERIES_DEPTH)
    total = np.ones_like(m)
    for k in range(SERIES_DEPTH - 1, 0, -1):
        upper = r
        r = k / (m + r)
        if k % 2 == 0:
            # The next odd term is this one times h^2/(k (k+1)) r_k r_{k+1}.
            total *= square * (1.0 / (k * (k + 1)))
            total *= upper
            total *= r
            total += 1.0
    return 2.0 * h * (r / (m + r)) * total
