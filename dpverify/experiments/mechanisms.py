"""The noise of a private release: Laplace, classical Gaussian, analytic Gaussian, each calibrated to the query's own sensitivity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ..gaussian.certified import certified_sigma

LAPLACE = "laplace"
CLASSICAL = "classical-gaussian"
BARE = "classical-gaussian (bare formula)"
"""Above epsilon = 1 the classical formula is not known to be private, and for large epsilon it is not: numbers under this name are no
release.
"""
ANALYTIC = "analytic-gaussian"
NONE = "none"


@dataclass(frozen=True)
class Noise:
    """Independent noise in each entry; `deviation` is its standard deviation, in the units of the answer."""

    mechanism: str
    deviation: float

    @property
    def gaussian(self) -> bool:
        return self.mechanism != LAPLACE


def noises(epsilon: str, delta: str, l1: float, l2: float) -> list[Noise]:
    """Laplace of scale l1/epsilon (deviation sqrt(2) of that), Gaussian l2 sqrt(2 log(1.25/delta))/epsilon, and the analytic Gaussian.

    `l1` and `l2` are the sensitivities: the largest L1 and L2 distance between the answers on two neighbouring data sets.
    """
    eps = float(Fraction(epsilon))
    classical = math.sqrt(2.0 * (math.log(1.25) - math.log(Fraction(delta)))) / eps
    # The next float, so that rounding to nearest does not fall below the certified value.
    analytic = math.nextafter(float(Fraction(certified_sigma(epsilon, delta).up)), math.inf)
    return [
        Noise(LAPLACE, math.sqrt(2.0) * l1 / eps),
        Noise(CLASSICAL if Fraction(epsilon) <= 1 else BARE, l2 * classical),
        Noise(ANALYTIC, l2 * analytic),
    ]
