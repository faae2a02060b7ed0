"""sigma of the analytic Gaussian mechanism for arrays (balle2018gaussian, Theorem 8).

The unknown is t = epsilon/s - s/2 with s = Delta/sigma: at fixed epsilon it moves s by ds/s = -dt/b, b = sqrt(t^2 + 2 epsilon) >= |t|,
so that rounding t costs nothing anywhere. With Mills' ratio M the profile is phi(t) (M(t) - M(b)) or 1 - phi(t) (M(-t) + M(b)) (`mills`),
and log delta grows by kappa = s/(M(t) - M(b)) for each unit of log s. kappa > 0.8 everywhere and about t^2 for large t, as large as the
error that rounding t^2 makes in log delta: the problem is well conditioned and needs no more than double precision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import DomainError
from ..exact import rational_from_number
from .arrays import delta_array, epsilon_array, exact_product, in_blocks, sensitivity_array
from .mills import is_upper, part_of_profile

if TYPE_CHECKING:
    from .mills import Array

ROUNDINGS = ("nearest", "up", "up-exact")
SMALLEST_DELTA = 1e-300
"""Below it intermediate numbers lose digits, and balls take over."""
MAX_STEPS = 60
MARGIN_ULPS = 10
"""What `rounding="up"` adds: two and a half times the largest error found on 2 10^5 points over the whole domain (3.9 ulp)."""
DENSITY_AT_0 = 0.3989422804014327
DENSITY_REST = -6.247337834861335e-17
"""phi(0) = 1/sqrt(2 pi) is the first times 1 + the second."""


def analytic_gaussian_sigma(epsilon: Any, delta: Any, sensitivity: Any = 1, rounding: str = "nearest") -> Any:
    """The least sigma for which N(0, sigma^2) is (epsilon, delta)-DP at the given sensitivity Delta: the root of

        Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta) = delta.

    For epsilon >= 0, 0 < delta < 1, sensitivity > 0: numbers or arrays, broadcast; each float64 is taken as the number it is. Scalars give
    a float; a root beyond the largest float64 is inf. `rounding`:
    "nearest" is within 8 ulp of the root (measured against balls over the whole domain);
    "up" adds 10 ulp to that, so that it is never below the root and at most 16 ulp above (by the same measurements);
    "up-exact" is the first float64 at or above the root, proved in balls, in about 0.1 ms an element. Here scalars are the numbers that
    they say: a float its shortest decimal text, a Fraction, a Decimal or text itself.
    Raises DomainError, a ValueError. Source: balle2018gaussian, Theorem 8.
    """
    if rounding not in ROUNDINGS:
        raise DomainError(f"rounding is {rounding!r}; it must be one of {', '.join(ROUNDINGS)}")
    eps = epsilon_array(epsilon)
    dlt, size = delta_array(delta, eps), sensitivity_array(sensitivity)
    if rounding == "nearest":
        return in_blocks(_sigma, eps, dlt, size)
    if rounding == "up":
        return in_blocks(_sigma_up, eps, dlt, size)
    if eps.ndim == dlt.ndim == size.ndim == 0:
        from .exact_floats import first_private_of_exact

        return first_private_of_exact(*(rational_from_number(v) for v in (epsilon, delta, sensitivity)))
    return in_blocks(_sigma_up_exact, eps, dlt, size)


def _sigma(epsilon: Array, delta: Array, sensitivity: Array) -> Array:
    t = _search(epsilon, delta)
    s, b, m = _around(t, epsilon)
    upper = is_upper(t, s)
    part, target = part_of_profile(t, s, b, m, upper), np.where(upper, 1.0 - delta, delta)
    # part phi(t) to twice the precision, but for the errors of the part and of exp: the difference is then right where it is small.
    weight, rest = exact_product(np.exp(-0.5 * (t * t)), DENSITY_AT_0)
    value, low = exact_product(part, weight)
    low += part * (rest + weight * DENSITY_REST)
    s -= np.where(upper, -part, part) * (((value - target) + low) / target)
    sigma: Array = sensitivity / s
    tiny = np.flatnonzero(delta < SMALLEST_DELTA)
    for i in tiny:
        from .exact_floats import nearest_sigma

        sigma[i] = nearest_sigma(float(epsilon[i]), float(delta[i]), float(sensitivity[i]))
    return sigma


def _sigma_up(epsilon: Array, delta: Array, sensitivity: Array) -> Array:
    sigma = _sigma(epsilon, delta, sensitivity)
    return sigma + MARGIN_ULPS * np.spacing(np.minimum(sigma, np.finfo(np.float64).max))


def _sigma_up_exact(epsilon: Array, delta: Array, sensitivity: Array) -> Array:
    from .exact_floats import first_private

    sigma = _sigma(epsilon, delta, sensitivity)
    for i in range(sigma.size):
        sigma[i] = first_private(float(epsilon[i]), float(delta[i]), float(sensitivity[i]), float(sigma[i]))
    return sigma


def _around(t: Array, epsilon: Array) -> tuple[Array, Array, Array]:
    """s, b, m at t, each from positive terms."""
    b = np.hypot(t, np.sqrt(2.0) * np.sqrt(epsilon))
    far = b + np.abs(t)
    near = 2.0 * (epsilon / far)
    negative = t < 0
    s = np.where(negative, far, near)
    return s, b, 0.5 * np.where(negative, near, far)


def _search(epsilon: Array, delta: Array) -> Array:
    """t within a relative 1e-9 or so of the root (in log s), by steps that are exact for log delta = A - C s^-p."""
    t = _start(epsilon, delta)
    active: Any = slice(None)
    e, d, u = epsilon, delta, t
    for _ in range(MAX_STEPS):
        u, step = _improved(u, e, d)
        t[active] = u
        going = ~(np.abs(step) < 1e-4)
        if not going.any():
            return t
        active = np.flatnonzero(going) if isinstance(active, slice) else active[going]
        e, d, u = e[going], d[going], u[going]
    return t


def _improved(t: Array, epsilon: Array, delta: Array) -> tuple[Array, Array]:
    """The next t, and the step in log s that leads to it."""
    s, b, m = _around(t, epsilon)
    upper = is_upper(t, s)
    part, target = part_of_profile(t, s, b, m, upper), np.where(upper, 1.0 - delta, delta)
    kappa = s / part
    # log(delta(t)/delta), or log((1 - delta)/(1 - delta(t)))
    surplus = np.log(part / target * (DENSITY_AT_0 * np.exp(-0.5 * (t * t)))) * np.where(upper, -1.0, 1.0)
    power = np.where(upper, kappa, -kappa) + 1.0 + t * b
    bent = power * surplus / kappa
    small = np.abs(bent) < 1e-8
    step = np.where(small, -surplus / kappa, np.log1p(np.maximum(-bent, -0.99)) / np.where(small, 1.0, power))
    step = np.clip(step, -30.0, 30.0)
    # The same in every range: t = m - s/2, b = m + s/2, m -> m e^-step, s -> s e^step.
    return t * np.cosh(step) - b * np.sinh(step), step


def _start(epsilon: Array, delta: Array) -> Array:
    """t where the simplest of three approximations says: e^epsilon Phi(-b) left out, epsilon = 0, or s small."""
    from scipy.special import erfinv, ndtri

    t = -ndtri(delta)
    half = np.sqrt(2.0) * erfinv(delta)
    np.minimum(t, epsilon / (2.0 * half) - half, out=t)
    small = (epsilon < 1.0) & (epsilon > 0)
    if small.any():
        e = epsilon[small]
        # phi(m) P_1(m)/m = delta/epsilon with P_1 about 1/(1 + 5m/4 + m^2)
        log_e = np.log(e)
        wanted = log_e - np.log(delta[small]) + np.log(DENSITY_AT_0)
        x = np.minimum(wanted, 0.5 * np.log(2.0 * np.maximum(wanted, 1.0)))
        for _ in range(3):
            m = np.exp(x)
            q = 1.0 + m * (1.25 + m)
            x -= (0.5 * m * m + x + np.log(q) - wanted) / (m * m + 1.0 + m * (1.25 + 2.0 * m) / q)
        t[small] = np.minimum(t[small], np.exp(x) - 0.5 * np.exp(log_e - x))
    return t
