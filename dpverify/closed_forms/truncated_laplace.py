"""Half width, amplitude and power of the truncated Laplacian (geng2018truncated, Section 3, Theorems 2 and 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .inputs import Floats, plain, privacy
from .series import exp_remainder_2, exp_remainder_3, log1p_pair, quotient

_BREAK = 3.0


def truncated_laplace_amplitude(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """E|X| = (Delta/epsilon) (1 - log(1 + q)/q), q = (e^epsilon - 1)/(2 delta): the upper bound V1upp of the least amplitude.

    epsilon >= 0, 0 <= delta < 1 (not both 0), Delta > 0; at epsilon = 0 and at delta = 0 the limits Delta/(4 delta) and Delta/epsilon.
    In units of Delta. Error at most 8 ulp. Raises DomainError. Source: geng2018truncated, Theorem 2.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        mean, inverse, log, periods, _, error = _quantities(eps, dlt)
        # 1 - log(1+q)/q = (e^L - 1 - L)/q with L = log(1+q): a sum of positive terms.
        near = size * (periods * exp_remainder_2(np.minimum(log, _BREAK))) * mean * (1 + error)
        far = size / eps * (1 - log * inverse)
        return plain(np.where(dlt == 0, size / eps, np.where(log <= _BREAK, near, far)))


def truncated_laplace_power(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """E X^2 = (2 Delta^2/epsilon^2) (1 - (log(1 + q)^2/2 + log(1 + q))/q): the upper bound V2upp of the least power.

    epsilon >= 0, 0 <= delta < 1 (not both 0), Delta > 0; at epsilon = 0 and at delta = 0 the limits Delta^2/(12 delta^2) and
    2 Delta^2/epsilon^2. In units of Delta^2. Error at most 8 ulp. Raises DomainError. Source: geng2018truncated, Theorem 3.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        mean, inverse, log, periods, log_error, error = _quantities(eps, dlt)
        scale, short = size * periods, np.minimum(log, _BREAK)
        cubic = exp_remainder_3(short)
        # All goes with the cube of the logarithm, so its rounding error counts thrice and is made good.
        excess = 2 * error + log_error * (exp_remainder_2(short) / cubic - 3)
        near = 2 * scale * (scale * cubic * mean * (1 + excess))
        far = 2 * (size / eps) * (size / eps * (1 - log * inverse * (1 + log / 2)))
        return plain(np.where(dlt == 0, 2 * (size / eps) * (size / eps), np.where(log <= _BREAK, near, far)))


def truncated_laplace_half_width(epsilon: ArrayLike, delta: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """A = (Delta/epsilon) log(1 + q), Delta/(2 delta) at epsilon = 0; infinite at delta = 0. Error at most 8 ulp. Raises DomainError.

    The noise lies in [-A, A]. Domain as for truncated_laplace_amplitude; in units of Delta. Source: geng2018truncated, Section 3.
    """
    eps, dlt, size = privacy(epsilon, delta, sensitivity)
    with np.errstate(all="ignore"):
        return plain(np.where(dlt == 0, np.inf, size * _quantities(eps, dlt)[3]))


def _quantities(eps: Floats, dlt: Floats) -> tuple[Floats, ...]:
    """log(1 + q)/q, 1/q, log(1 + q), log(1 + q)/epsilon, and by how much relative to them the last two are too small.

    q itself may be beyond the range of floats.
    """
    fall = -np.expm1(-eps)
    q, rest = quotient(np.expm1(eps), 2 * dlt)
    inverse = np.where(np.isfinite(q), 1 / q, 2 * dlt * np.exp(-eps) / fall)
    near, near_rest = log1p_pair(q, rest)
    # 1 + q = e^epsilon (1 + (1 - e^-epsilon)(1 - 2 delta)/(2 delta))
    log = np.where(np.isfinite(q), near, eps + np.log1p(fall * ((1 - 2 * dlt) / (2 * dlt))))
    log_error = np.where(np.isfinite(q) & (q > 0), near_rest / log, 0.0)
    periods, periods_rest = quotient(log, eps)
    mean = np.where(q > 0, log / q * (1 + (log_error - rest / q)), 1.0)
    error = np.where((eps > 0) & (log > 0), log_error + periods_rest / periods, 0.0)
    return mean, inverse, log, np.where(eps == 0, 1 / (2 * dlt), periods), log_error, error
