"""A law given by its density f as code that encloses its values over intervals: the divergence by cells.

At a shift d the excess E(d) = int (f(x) - e^epsilon f(x + d))_+ dx lies, on a cell, between width times
(least f - e^epsilon greatest f(. + d))_+ and width times (greatest f - e^epsilon least f(. + d))_+; what lies outside the cells adds at
most the mass that they do not hold.
A shift with E(d) > delta refutes. The two shifts +-Delta prove privacy only for a unimodal density (`density`, part 1), which the user
declares; it is not checked. The precision is of first order: good for delta down to about 1e-3, honest below.
"""

from __future__ import annotations

import heapq
import time
from fractions import Fraction
from itertools import count

from ..errors import NotEnclosable
from .answer import Answer
from .exponential import exp_ends
from .inputs import Budget
from .values import Image

MAX_CELLS = 30_000
MAX_WINDOW = 2**40
DENSITY = "the function is the density of the noise, of mass 1"
ENCLOSES = "its answers on intervals enclose all values there"
UNIMODAL = "the density is unimodal"


def decide_cells(image: Image, rigorous: bool, budget: Budget, unimodal: bool, seconds: float = 60.0) -> Answer:
    """Whether the law is private; "undecided" for functions of plain numbers."""
    assumed = (DENSITY, ENCLOSES, *((UNIMODAL,) if unimodal else ()))
    if not rigorous:
        return Answer(
            "undecided", reason="a density of plain numbers cannot be integrated with a proof", assumed=(DENSITY,), rigorous=False
        )
    deadline = time.monotonic() + seconds
    worst = lower = Fraction(0)
    undecided = ""
    for shift in (budget.sensitivity, -budget.sensitivity):
        try:
            low, high = _excess(image, shift, budget, deadline)
        except NotEnclosable as error:
            return Answer("undecided", reason=str(error), assumed=assumed)
        lower, worst = max(lower, low), max(worst, high)
        if low > budget.allowed:
            return Answer("not private", low, None, shift, "S = {x : f(x) > e^epsilon f(x + d)}", assumed=assumed)
        if high > budget.allowed:
            undecided = f"the cells leave the divergence at d = {float(shift):.6g} between {float(low):.6g} and {float(high):.6g}"
    if undecided:
        return Answer("undecided", lower, None, reason=undecided, assumed=assumed)
    if not unimodal:
        reason = "the largest shifts do not refute it; without a declared shape others may"
        return Answer("undecided", lower, None, reason=reason, assumed=assumed)
    return Answer("private", lower, worst, budget.sensitivity, assumed=assumed)


def _excess(image: Image, shift: Fraction, budget: Budget, deadline: float) -> tuple[Fraction, Fraction]:
    """Ends of E(shift), refined until they decide or the budget of cells is spent."""
    exp_low, exp_high = exp_ends(budget.epsilon)
    heap: list[tuple[Fraction, int, Fraction, Fraction, tuple[Fraction, ...]]] = []
    order = count()
    total = [Fraction(0)] * 4  # lower and upper excess, lower and upper mass
    grain = 2**160

    def add(a: Fraction, b: Fraction) -> None:
        width = b - a
        low, high = image(a, b)
        moved_low, moved_high = image(a + shift, b + shift)
        low, moved_low = max(low, Fraction(0)), max(moved_low, Fraction(0))
        sizes = (
            _down(width * max(low - exp_high * moved_high, Fraction(0)), grain),
            -_down(-width * max(high - exp_low * moved_low, Fraction(0)), grain),
            _down(width * low, grain),
            -_down(-width * high, grain),
        )
        for i, size in enumerate(sizes):
            total[i] += size
        heapq.heappush(heap, (-(sizes[1] - sizes[0] + sizes[3] - sizes[2]), next(order), a, b, sizes))

    reach = 4 * abs(shift)
    add(-reach, Fraction(0))
    add(Fraction(0), reach)
    low, high = Fraction(0), Fraction(1)
    for n in range(MAX_CELLS):
        missing = max(1 - total[2], Fraction(0))
        low, high = total[0], min(total[1] + missing, Fraction(1))
        if low > budget.allowed or high <= budget.allowed or (n % 64 == 0 and time.monotonic() > deadline):
            break
        if 1 - total[3] > missing / 2 and reach < MAX_WINDOW * abs(shift):
            add(-2 * reach, -reach)
            add(reach, 2 * reach)
            reach *= 2
            continue
        _, _, a, b, sizes = heapq.heappop(heap)
        for i, size in enumerate(sizes):
            total[i] -= size
        middle = (a + b) / 2
        add(a, middle)
        add(middle, b)
    return low, high


def _down(q: Fraction, grain: int) -> Fraction:
    """Rounded down to a multiple of 1/grain: short fractions add up fast."""
    return Fraction(q.numerator * grain // q.denominator, grain)
