"""delta from (epsilon, sigma) and epsilon from (delta, sigma) for arrays (balle2018gaussian, Theorem 8).

Here t = epsilon sigma/Delta - Delta/(2 sigma) is kept to about 106 bits, as a sum of two float64: the relative error of phi(t) is t times
the error of t.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .arrays import delta_array, epsilon_array, exact_product, in_blocks, sensitivity_array, sigma_array
from .calibration import DENSITY_AT_0, DENSITY_REST
from .mills import is_upper, part_of_profile, remainder

if TYPE_CHECKING:
    from .mills import Array

    Pair = tuple[Array, Array]

FAR = 40.0
"""phi(t) is below every float64 for t > FAR, and 1 - delta below 2^-60 for t < -FAR."""
LARGEST = 2.0**40
"""Up to this m and s the 106 bits of t are enough; beyond it balls answer."""
SMALLEST = 1e-290
CONDITION = 3.0
"""Where a relative error of an input is blown up more than this in epsilon, balls answer."""
MAX_STEPS = 40


def gaussian_delta(epsilon: Any, sigma: Any, sensitivity: Any = 1) -> Any:
    """The least delta for which N(0, sigma^2) is (epsilon, delta)-DP at the given sensitivity Delta:

        delta = Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta).

    For epsilon >= 0, sigma > 0, sensitivity > 0: numbers or arrays, broadcast; scalars give a float. Within 8 ulp of the value at the
    float64 inputs as they are. (It is sensitive to them: a relative change of sigma changes delta about t^2 times as much for large
    t = epsilon sigma/Delta - Delta/(2 sigma).) Below 2.3e-308 delta falls through the subnormal numbers to 0. Raises DomainError, a
    ValueError. Source: balle2018gaussian, Theorem 8.
    """
    return in_blocks(_delta, epsilon_array(epsilon), sigma_array(sigma), sensitivity_array(sensitivity))


def gaussian_epsilon(delta: Any, sigma: Any, sensitivity: Any = 1) -> Any:
    """The least epsilon >= 0 for which N(0, sigma^2) is (epsilon, delta)-DP at sensitivity Delta: 0 iff delta >= 2 Phi(Delta/(2 sigma)) -
    1.

    For 0 < delta < 1, sigma > 0, sensitivity > 0: numbers or arrays, broadcast; scalars give a float. Within 8 ulp of the value at the
    float64 inputs as they are, whatever the condition of the problem: where that is bad (epsilon near 0) balls answer, in about 0.3 ms an
    element. Raises DomainError, a ValueError. Source: balle2018gaussian, Theorem 8.
    """
    return in_blocks(_epsilon, delta_array(delta), sigma_array(sigma), sensitivity_array(sensitivity))


# ---- delta ----


def _delta(epsilon: Array, sigma: Array, sensitivity: Array) -> Array:
    s, m = _quotient(sensitivity, sigma), _product_quotient(epsilon, sigma, sensitivity)
    t = _minus_half(m, s)
    plain = (m[0] < LARGEST) & (s[0] < LARGEST) & (s[0] > SMALLEST)
    # Where t is so large that its error cannot matter the answer is 0 or 1.
    far = np.abs(t[0]) > FAR + 1e-9 * (m[0] + s[0])
    out = np.where(t[0] > 0, 0.0, 1.0)
    # As m s = epsilon, one of them beyond the floats makes the other next to nothing.
    beyond = ~np.isfinite(m[0]) | ~np.isfinite(s[0])
    out[beyond] = np.where(np.isfinite(s[0][beyond]), 0.0, 1.0)
    far |= beyond
    inside = plain & ~far
    if inside.all():
        return _value(s[0], m[0], t)
    if inside.any():
        out[inside] = _value(s[0][inside], m[0][inside], (t[0][inside], t[1][inside]))
    for i in np.flatnonzero(~(inside | far)):
        from .exact_floats import nearest_delta

        out[i] = nearest_delta(float(epsilon[i]), float(sigma[i]), float(sensitivity[i]))
    return out


def _value(s: Array, m: Array, t: Pair) -> Array:
    """delta at t, given to twice the precision; s and m are its parts."""
    b = m + 0.5 * s
    upper = is_upper(t[0], s)
    density, scale = _density(t)
    value = part_of_profile(t[0], s, b, m, upper) * density * scale
    return np.where(upper, 1.0 - value, value)


def _density(t: Pair) -> Pair:
    """phi(t) as a product of two, the second of which may be small enough to make the product subnormal."""
    square, rest = exact_product(t[0], t[0])
    rest += 2.0 * t[0] * t[1]
    deep = square > 1200.0
    value = np.exp(np.where(deep, -0.25, -0.5) * square)
    scale = np.where(deep, value, 1.0)
    value, low = exact_product(value, DENSITY_AT_0)
    return value + (low + value * (DENSITY_REST - 0.5 * rest)), scale


# ---- epsilon ----


def _epsilon(delta: Array, sigma: Array, sensitivity: Array) -> Array:
    from scipy.special import erf, erfc

    s = _quotient(sensitivity, sigma)
    # How far delta is below the largest one, erf(s/sqrt 8), relative to the smaller of the two tails.
    high = delta > 0.5
    size = np.where(high, 1.0 - delta, delta)
    room = np.where(high, size - erfc(s[0] / np.sqrt(8.0)), erf(s[0] / np.sqrt(8.0)) - size) / size
    out = np.zeros_like(delta)
    balls = (np.abs(room) < 1e-9) | ~((s[0] < LARGEST) & (s[0] > SMALLEST) & (delta >= 1e-300))
    inside = np.flatnonzero((room > 0) & ~balls)
    if inside.size:
        value, condition = _solved(delta[inside], (s[0][inside], s[1][inside]))
        out[inside] = value
        balls[inside[~(condition < CONDITION)]] = True
    for i in np.flatnonzero(balls):
        from .exact_floats import nearest_epsilon

        out[i] = nearest_epsilon(float(delta[i]), float(sigma[i]), float(sensitivity[i]))
    return out


def _solved(delta: Array, s: Pair) -> Pair:
    """epsilon, and the larger of its two condition numbers."""
    m = _search_m(delta, s[0])
    t = _minus_half((m, np.zeros_like(m)), s)
    b = m + 0.5 * s[0]
    slope, surplus = _slope(t, s[0], b, m, delta)
    m = m + surplus / slope
    value = s[0] * m + s[1] * m
    return value, np.maximum(1.0 / (slope * m), (b + remainder(b)) / m)


def _slope(t: Pair, s: Array, b: Array, m: Array, delta: Array) -> Pair:
    """(-d log q/dm, q(m)/q - 1) for q = delta, or with both signs turned for q = 1 - delta."""
    upper = is_upper(t[0], s)
    part, target = part_of_profile(t[0], s, b, m, upper), np.where(upper, 1.0 - delta, delta)
    density, scale = _density(t)
    surplus = part / target * density * scale - 1.0
    return s / ((b + remainder(b)) * part), np.where(upper, -surplus, surplus)


def _search_m(delta: Array, s: Array) -> Array:
    """m = epsilon/s within a relative 1e-8 or so, by Newton's method for log delta (or log(1 - delta)), safeguarded by a bracket."""
    from scipy.special import ndtri

    m = np.maximum(-ndtri(delta), -0.25 * s) + 0.5 * s
    active = np.arange(m.size)
    u, low, high = m.copy(), np.zeros_like(m), np.full_like(m, np.inf)
    for _ in range(MAX_STEPS):
        t = (u - 0.5 * s, np.zeros_like(u))
        slope, surplus = _slope(t, s, u + 0.5 * s, u, delta)
        sign = np.where(is_upper(t[0], s), -1.0, 1.0)
        low, high = np.where(surplus > 0, np.maximum(low, u), low), np.where(surplus > 0, high, np.minimum(high, u))
        moved = u + sign * np.log1p(sign * surplus) / slope
        moved = np.where(moved > low, moved, 0.5 * (low + u))
        moved = np.where(moved < high, moved, 0.5 * (u + high))
        m[active] = moved
        going = ~(np.abs(moved - u) < 1e-5 * np.minimum(u, 1.0))
        if not going.any():
            break
        active, u, s, delta, low, high = (a[going] for a in (active, moved, s, delta, low, high))
    return m


# ---- quotients to twice the precision ----


def _quotient(a: Array, b: Array) -> Pair:
    """a/b for positive a, b: the nearest float64 and the rest."""
    x, i = np.frexp(a)
    y, j = np.frexp(b)
    q = x / y
    p, e = exact_product(q, y)
    return np.ldexp(q, i - j), np.ldexp(((x - p) - e) / y, i - j)


def _product_quotient(a: Array, b: Array, c: Array) -> Pair:
    """a b/c for a >= 0 and positive b, c."""
    x, i = np.frexp(a)
    y, j = np.frexp(b)
    z, k = np.frexp(c)
    p, e = exact_product(x, y)
    q = p / z
    r, f = exact_product(q, z)
    return np.ldexp(q, i + j - k), np.ldexp((((p - r) - f) + e) / z, i + j - k)


def _minus_half(m: Pair, s: Pair) -> Pair:
    """m - s/2, renormalised."""
    a, b = m[0], -0.5 * s[0]
    high = a + b
    v = high - a
    low = ((a - (high - v)) + (b - v)) + (m[1] - 0.5 * s[1])
    total = high + low
    return total, low - (total - high)
