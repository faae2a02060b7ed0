"""Certified Taylor tables of the density f(x) = (1-b)/(1+b) sum_k b^|k| phi_sigma(x - k), b = e^-epsilon, over all integers k.

On each cell of a grid f is a polynomial of degree 7 in floats and an error bound; so is e^budget f. With them whoever needs many values
of f gets by with float arithmetic and still knows how far off it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import arb, fmpq
from numpy.typing import NDArray

from .balls import fraction_of, working_precision

Floats = NDArray[np.float64]
DEGREE = 7
PREC = 96
MAX_TERMS = 40_000
ROUNDING = 1e-14
"""A float polynomial of this degree is off by less than this, relative to the sum of the moduli of its terms."""


@dataclass(frozen=True)
class Table:
    """A function on [start, start + cells/per_unit], cell by cell; per_unit is a power of two. Errors and moduli are upper bounds."""

    start: int
    per_unit: int
    coefficients: Floats
    """(cells, 8), around the centres."""
    error: Floats
    """Of the value, the rounding of a Horner evaluation included."""
    slope_error: Floats
    curvature_error: Floats
    second: Floats
    """Of the modulus of the second derivative on the cell."""
    third: Floats

    def locate(self, x: Floats) -> tuple[NDArray[np.intp], Floats]:
        """The cell of each x and its place from the centre; exact for dyadic x of few bits."""
        cell = np.clip(np.floor((x - self.start) * self.per_unit).astype(np.intp), 0, len(self.error) - 1)
        return cell, x - (self.start + (cell + 0.5) / self.per_unit)

    def value(self, cell: NDArray[np.intp], t: Floats) -> tuple[Floats, Floats]:
        """The polynomial and its derivative."""
        c = self.coefficients[cell].T
        value, slope = c[DEGREE], np.zeros_like(t)
        for n in reversed(range(DEGREE)):
            slope = slope * t + value
            value = value * t + c[n]
        return value, slope


@lru_cache(maxsize=8)
def tables(epsilon: Fraction, budget: Fraction, sigma: Fraction, start: int, end: int, per_unit: int) -> tuple[Table, Table]:
    """f and e^budget f on [start, end], start <= 0 <= end; epsilon > 0, 0 < sigma <= 3.

    Kept, as a search for delta asks for the same ones many times.
    """
    with working_precision(PREC):
        eps, deviation = arb(fmpq(epsilon.numerator, epsilon.denominator)), arb(fmpq(sigma.numerator, sigma.denominator))
        decay = (-eps).exp()
        front = (1 - decay) / (1 + decay) / (deviation * (2 * arb.pi()).sqrt())
        reach = 2 + math.ceil(9 * float(sigma))
        weights = {k: front * decay ** abs(k) for k in range(start - reach - 1, end + reach + 2)}
        half = arb(1) / (2 * per_unit)
        plain, grown = [], []
        factor = arb(fmpq(budget.numerator, budget.denominator)).exp()
        for i in range((end - start) * per_unit):
            centre = start + (2 * i + 1) * half
            terms = _coefficients(centre, weights, deviation, DEGREE)
            # The last coefficient over the whole cell bounds the remainder.
            rest = _coefficients(centre + half * arb(0, 1), weights, deviation, DEGREE + 1)[DEGREE + 1]
            plain.append(_row(terms, rest, half))
            grown.append(_row([factor * a for a in terms], factor * rest, half))
    return _table(start, per_unit, plain), _table(start, per_unit, grown)


def _coefficients(x: arb, weights: dict[int, arb], deviation: arb, last: int) -> list[arb]:
    """Taylor coefficients of f around x (a ball), 0 to last.

    The terms beyond the outermost weights are, for all these coefficients, less than half of the one before. For with s = 1/sigma the
    outermost is z >= 9 + 3 s deviations from x, where the Hermite polynomials of degree 8 and less have no zeros (the largest is 4.15), so
    the quotient of two neighbours is at most (1 + s/(4.85 + 3 s))^8 exp(-9 s - 3.5 s^2) < 1/10 for s >= 1/3. So twice the outermost term,
    of either sign, holds it and all that is beyond.
    """
    first, final = min(weights), max(weights)
    variance = deviation * deviation
    total = [arb(0)] * (last + 1)
    for k, weight in weights.items():
        y = x - k
        # g = exp(-y^2/(2 sigma^2)): (n + 1) sigma^2 c_{n+1} = -(y c_n + c_{n-1})
        before, now = arb(0), weight * (-(y * y) / (2 * variance)).exp()
        edge = arb(0, 2) if k in (first, final) else None
        for n in range(last + 1):
            total[n] = total[n] + (now if edge is None else now * edge)
            before, now = now, -(y * now + before) / ((n + 1) * variance)
    return total


def _row(terms: list[arb], rest: arb, half: arb) -> tuple[Any, ...]:
    radius, beyond = float(half), _upper(rest)
    moduli = [_upper(a) for a in terms]
    spread = [_above(a.rad()) for a in terms]

    def derivative(parts: list[float], order: int) -> float:
        return sum(math.perm(n, order) * parts[n] * radius ** (n - order) for n in range(order, DEGREE + 1))

    def remainder(order: int) -> float:
        return math.perm(DEGREE + 1, order) * beyond * radius ** (DEGREE + 1 - order)

    errors = [(remainder(j) + derivative(spread, j) + ROUNDING * derivative(moduli, j)) * (1 + 1e-12) for j in (0, 1, 2)]
    bounds = [(derivative(moduli, j) + remainder(j)) * (1 + 1e-12) for j in (2, 3)]
    return ([float(a.mid()) for a in terms], *errors, *bounds)


def _upper(a: arb) -> float:
    return _above(a.abs_upper())


def _above(a: arb) -> float:
    """A float that is not below a >= 0, also where a is below the normal range of floats."""
    return float(a) * (1 + 1e-12) + 5e-324


def _table(start: int, per_unit: int, rows: list[tuple[Any, ...]]) -> Table:
    columns = [np.array(column, dtype=np.float64) for column in zip(*rows, strict=True)]
    for column in columns:
        column.flags.writeable = False
    return Table(start, per_unit, *columns)


def amplitude_ends(epsilon: Fraction, sigma: Fraction, prec: int) -> tuple[Fraction, Fraction]:
    """Ends around E|X| = 2b/(1-b^2) + (1-b)/(1+b) sum_k b^|k| e(|k|), e(k) = 2 (sigma phi(k/sigma) - k (1 - Phi(k/sigma)))."""
    with working_precision(prec):
        eps, deviation = arb(fmpq(epsilon.numerator, epsilon.denominator)), arb(fmpq(sigma.numerator, sigma.denominator))
        # sinh and tanh keep what 1 - b would lose for a small epsilon.
        total, k = arb(0), 0
        while True:
            z = k / deviation
            density = deviation * (-(z * z) / 2).exp() / (2 * arb.pi()).sqrt()
            weight = (-eps * k).exp() * (1 if k == 0 else 2)
            if k > 9 * float(sigma) and density * weight < total * arb(2) ** (-prec):
                # 0 <= e(k) <= 2 sigma phi(k/sigma), and from here each term is less than half of the one before.
                total += density * weight * arb(2, 2)
                break
            total += weight * (2 * density - k * (z / arb(2).sqrt()).erfc())
            k += 1
        value = 1 / eps.sinh() + (eps / 2).tanh() * total
        return fraction_of(value.lower()), fraction_of(value.upper())


def moment_ends(epsilon: Fraction, sigma: Fraction, p: Fraction, prec: int) -> tuple[Fraction, Fraction] | None:
    """Ends around E|X|^p = (1-b)/(1+b) sum_k b^|k| e(k), e(k) = E|k + sigma Z|^p, p > 0; None where that takes too many terms.

    e(k) = sigma^p 2^(p/2) Gamma((p+1)/2)/sqrt(pi) 1F1(-p/2; 1/2; -k^2/(2 sigma^2)), and e(k) <= 2^p (k^p + e(0)) beyond the last term.
    """
    last = math.ceil((0.7 * prec + 2 * float(p) * (1 + math.log1p(float(p / epsilon)))) / float(epsilon)) + 1
    if last > MAX_TERMS:
        return None
    with working_precision(prec + 32):
        eps, deviation, power = (arb(fmpq(v.numerator, v.denominator)) for v in (epsilon, sigma, p))
        middle = deviation**power * arb(2) ** (power / 2) * ((power + 1) / 2).gamma() / arb.pi().sqrt()
        total = arb(0)
        for k in range(last + 1):
            z = k / deviation
            value = middle * (-(z * z) / 2).hypgeom_1f1(-power / 2, arb(1) / 2)
            total += (-eps * k).exp() * (1 if k == 0 else 2) * value
        # b^k k^p falls by this factor at least from one term to the next, b^k faster still.
        fall = (-eps).exp() * (1 + 1 / arb(last + 1)) ** power
        if not fall < 1:
            return None
        rest = 2 * (-eps * (last + 1)).exp() * arb(2) ** power * (arb(last + 1) ** power + middle) / (1 - fall)
        result = (eps / 2).tanh() * (total + rest * arb(fmpq(1, 2), fmpq(1, 2)))
        return (fraction_of(result.lower()), fraction_of(result.upper())) if result.is_finite() else None


def upper_tail(z: Fraction) -> float:
    """An upper bound of 1 - Phi(z)."""
    with working_precision(PREC):
        return _upper((arb(fmpq(z.numerator, z.denominator)) / arb(2).sqrt()).erfc() / 2)
