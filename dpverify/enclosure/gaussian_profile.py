"""The privacy profile of Gaussian noise in balls.

With s = Delta/sigma > 0 let t = epsilon/s - s/2, b = t + s = sqrt(t^2 + 2 epsilon), m = epsilon/s = t + s/2, and let
M(x) = (1 - Phi(x))/phi(x) be Mills' ratio. Since phi(t) = e^epsilon phi(b), the privacy profile (balle2018gaussian, Theorem 8) is

    delta(epsilon, s) = Phi(-t) - e^epsilon Phi(-b) = phi(t) (M(t) - M(b)) = 1 - phi(t) (M(-t) + M(b)),

which cannot overflow.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from flint import arb, ctx, fmpq

from .balls import HUGE_EXPONENT

SERIES_BELOW = arb(2) ** -12
"""M(t) - M(b) is summed as a series where s/2 is below this; above it the difference loses few bits."""
LARGE = 1024
"""Mills' ratio comes from Tricomi's U beyond this: exp(x^2/2) would cost more and more bits."""
FAR = arb(2) ** 30
"""The normal tail beyond it is below every number that is ever printed."""


class Point(NamedTuple):
    """t, s, b, m of the module's docstring, as balls."""

    t: arb
    s: arb
    b: arb
    m: arb


def exact_point(epsilon: Fraction, ratio: Fraction) -> Point:
    """The point at rational epsilon and s = ratio."""
    # t as a rational: m and s/2 may share many digits.
    m = epsilon / ratio
    return Point(ball(m - ratio / 2), ball(ratio), ball(m + ratio / 2), ball(m))


def profile(p: Point) -> arb:
    """delta(epsilon, s)."""
    if abs(p.t) > FAR:
        # The normal tail beyond |t| is at most exp(-t^2/2)/2, which is below 2^-(2^58).
        tail = arb(0).union(arb(2) ** (-8 * HUGE_EXPONENT))
        return tail if p.t > 0 else 1 - tail
    if is_complement(p):
        return 1 - density(p.t) * (mills(-p.t) + mills(p.b))
    return density(p.t) * difference(p)


def is_complement(p: Point) -> bool:
    """Whether the distance of delta from 1 is what keeps its digits: the third form of the module's docstring."""
    return bool(p.t < 0) and not bool(p.s / 2 < SERIES_BELOW)


def excess(delta: Fraction, p: Point) -> arb:
    """(delta(epsilon, s) - delta)/phi(t)."""
    if is_complement(p):
        return ball(1 - delta) / density(p.t) - (mills(-p.t) + mills(p.b))
    return difference(p) - ball(delta) / density(p.t)


def difference(p: Point) -> arb:
    """M(t) - M(t + s) > 0."""
    if p.s / 2 < SERIES_BELOW:
        return _difference_series(p.m, p.s / 2)
    return mills(p.t) - mills(p.b)


def _difference_series(m: arb, h: arb) -> arb:
    """M(m - h) - M(m + h) = 2 sum over odd k of h^k P_k/k!, with P_k = int_0^oo u^k exp(-m u - u^2/2) du, for m >= 0 and h < 1/2.

    P_0 = M(m), P_1 = 1 - m P_0, P_{k+1} = k P_{k-1} - m P_k. As P_k <= k!/k!! for m >= 0 and odd k, what comes after h^k P_k/k! is positive
    and at most h^{k+2}/(k+2)!! (1 + h^2 + ...) <= 2 h^{k+2}/(k+2)!!.
    """
    previous = mills(m)
    current = 1 - m * previous
    total, factor, bound, k = h * current, h, h, 1
    square = h * h
    smallest = total * arb(2) ** -int(ctx.prec)
    while True:
        bound = bound * square / (k + 2)
        if not 2 * bound > smallest:
            return 2 * (total + arb(0).union(2 * bound.upper()))
        for _ in range(2):
            previous, current = current, k * previous - m * current
            k += 1
            factor = factor * h / k
        total += factor * current


def density(t: arb) -> arb:
    """phi(t)."""
    return (-t * t / 2).exp() / (2 * arb.pi()).sqrt()


def mills(x: arb) -> arb:
    """M(x) = sqrt(pi/2) exp(x^2/2) erfc(x/sqrt 2), which is U(1/2, 1/2, x^2/2)/sqrt 2 for x > 0."""
    half_square = x * x / 2
    if x > LARGE:
        return arb.hypgeom_u(half_square, arb(1) / 2, arb(1) / 2) / arb(2).sqrt()
    return (arb.pi() / 2).sqrt() * half_square.exp() * (x / arb(2).sqrt()).erfc()


def ball(q: Fraction) -> arb:
    """The rational at the working precision."""
    return arb(fmpq(q.numerator, q.denominator))
