"""The staircase mechanism's best step and least costs: the optimum over all epsilon-DP noise laws (geng2016staircase)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .inputs import Floats, floats, plain, sensitivities, together
from .series import exp_quotient


def _epsilons(value: ArrayLike) -> Floats:
    return floats(value, "epsilon", lambda v: v > 0, "a finite number above 0")


def staircase_amplitude(epsilon: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """V1*(epsilon, 0) = Delta/(2 sinh(epsilon/2)), the least E|X| of epsilon-DP noise.

    epsilon > 0, Delta > 0; in units of Delta. At most 8 ulp off, to either side. Raises DomainError. Source: geng2016staircase.
    """
    eps, size = together(_epsilons(epsilon), sensitivities(sensitivity))
    with np.errstate(all="ignore"):
        return plain(size * np.exp(-eps / 2) / -np.expm1(-eps))


def staircase_power(epsilon: ArrayLike, sensitivity: ArrayLike = 1.0) -> Any:
    """V2*(epsilon, 0) = Delta^2 (2^(-2/3) b^(2/3) (1+b)^(2/3) + b)/(1-b)^2, b = e^-epsilon: the least E X^2 of epsilon-DP noise.

    epsilon > 0, Delta > 0; in units of Delta^2. At most 8 ulp off, to either side. Raises DomainError. Source: geng2016staircase.
    """
    eps, size = together(_epsilons(epsilon), sensitivities(sensitivity))
    with np.errstate(all="ignore"):
        b, scaled = np.exp(-eps), size / -np.expm1(-eps)
        # b^(2/3) outside the bracket: b alone is below the range of floats long before the cost is.
        bracket = np.cbrt((1 + b) / 2) ** 2 + exp_quotient(eps, 1, 3)
        return plain(scaled * (scaled * (exp_quotient(eps, 2, 3) * bracket)))


def staircase_gamma_amplitude(epsilon: ArrayLike) -> Any:
    """The step gamma* = 1/(1 + e^(epsilon/2)) that makes E|X| least, epsilon > 0; at most 8 ulp off. Raises DomainError.

    Source: geng2016staircase.
    """
    eps = _epsilons(epsilon)
    with np.errstate(all="ignore"):
        half = np.exp(-eps / 2)
        return plain(half / (1 + half))


def staircase_gamma_power(epsilon: ArrayLike) -> Any:
    """The step that makes E X^2 least, epsilon > 0; at most 8 ulp off. Raises DomainError. Source: geng2016staircase.

    gamma* = ((b (1+b)/2)^(1/3) - b)/(1 - b), b = e^-epsilon. With A^3 = b(1+b)/2 it is b (1+2b)/(2 (A^2 + A b + b^2)), without
    cancellation.
    """
    eps = _epsilons(epsilon)
    with np.errstate(all="ignore"):
        b, third = np.exp(-eps), exp_quotient(eps, 1, 3)
        root, square = np.cbrt((1 + b) / 2), third * third
        return plain(third * (1 + 2 * b) / (2 * (root * root + root * square + square * square)))
