"""The discrete Gaussian in balls: P(x) = q^(x^2)/Z on the integers, q = e^(-1/(2 sigma^2)), for queries of sensitivity 1.

P(x)/P(x + 1) = e^((2x + 1)/(2 sigma^2)) grows with x and exceeds e^epsilon iff x > epsilon sigma^2 - 1/2. So the worst event is {x >= k}
with k = floor(epsilon sigma^2 - 1/2) + 1 >= 0, and

    delta(epsilon, sigma) = sum_{x >= k} P(x) (1 - e^(epsilon - (2x + 1)/(2 sigma^2))),    all terms >= 0.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from ..errors import NotEnclosable
from .balls import fraction_of, working_precision

Ends = tuple[Fraction, Fraction]

BITS = 192
CUT = arb(2) ** -128
"""A sum ends where what is left is below this, relative to it."""
MAX_TERMS = 2_000_000
MAX_SIGMA = 20_000


def delta_ends(epsilon: Fraction, sigma: Fraction) -> Ends:
    """Ends around delta(epsilon, sigma), epsilon >= 0, 0 < sigma <= 20000."""
    _check(sigma)
    square = sigma * sigma
    start = (epsilon * square - Fraction(1, 2)).__floor__() + 1
    with working_precision(BITS):
        rate, eps = _ball(1 / (2 * square)), _ball(epsilon)
        # q^(x^2 - k^2) and e^(epsilon - (2x+1)/(2 sigma^2)), each from the one before.
        head = (-rate * start * start).exp()
        lead, step = (eps - rate * (2 * start + 1)).exp(), (-2 * rate).exp()
        mass, fall = arb(1), (-rate * (2 * start + 1)).exp()
        total = arb(0)
        for i in range(MAX_TERMS):
            # 1 - lead without cancellation where lead is near 1.
            gap = -(eps - rate * (2 * (start + i) + 1)).expm1() if i < 4 else 1 - lead
            total = total + mass * gap
            mass, fall, lead = mass * fall, fall * step, lead * step
            if fall < 1 and mass / (1 - fall) < CUT * total:
                total = total.union(total + mass / (1 - fall))
                break
        else:
            raise NotEnclosable("the sum has too many terms")
        value = head * total / _whole(rate, 0)
        return max(fraction_of(value.lower()), Fraction(0)), fraction_of(value.upper())


def variance_ends(sigma: Fraction) -> Ends:
    """Ends around the variance, 0 < sigma <= 20000."""
    _check(sigma)
    with working_precision(BITS):
        rate = _ball(1 / (2 * sigma * sigma))
        value = _whole(rate, 2) / _whole(rate, 0)
        return fraction_of(value.lower()), fraction_of(value.upper())


def _whole(rate: arb, power: int) -> arb:
    """The sum of x^power e^(-rate x^2) over all integers, power 0 or 2."""
    first, step = (-rate).exp(), (-2 * rate).exp()
    mass, fall = arb(1), first
    total = arb(1 if power == 0 else 0)
    for x in range(1, MAX_TERMS):
        mass, fall = mass * fall, fall * step
        term = mass * x**power
        total = total + 2 * term
        # From here on a term is less than `ratio` times the one before.
        ratio = fall * arb(fmpq(x + 1, x)) ** power
        if ratio < 1:
            rest = 2 * term * ratio / (1 - ratio)
            if rest < CUT * total:
                return total.union(total + rest)
    raise NotEnclosable("the sum has too many terms")


def _check(sigma: Fraction) -> None:
    if not Fraction(1, 1000) <= sigma <= MAX_SIGMA:
        raise NotEnclosable("sigma is outside the range in which the sums are taken")


def _ball(q: Fraction) -> arb:
    return arb(fmpq(q.numerator, q.denominator))
