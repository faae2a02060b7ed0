"""A law given by its cumulative distribution function F as code: half-lines as events.

For a shift by +-Delta the half-lines give the excesses

    U(t) = 1 - F(t) - e^epsilon (1 - F(t + Delta)),      L(t) = F(t) - e^epsilon F(t - Delta).

One t with U(t) > delta or L(t) > delta refutes, for any law whose cdf F is. For t in [a, b], as F does not fall,
U(t) <= 1 - F(a) - e^epsilon (1 - F(b + Delta)) and L(t) <= F(b) - e^epsilon F(a - Delta), so the line can be covered.
That is a proof of privacy only if half-lines are the worst events: for log-concave densities f(x + d)/f(x) is monotone in x, so they are,
and U and L grow with Delta, so the largest shift decides. Log-concavity is what the user declares; it is not checked.
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

MAX_EVALUATIONS = 40_000
MAX_TRIES = 4_000
"""Where only a refutation is possible."""
MAX_DOUBLINGS = 400
CDF = "the function is the cumulative distribution function of the noise"
ENCLOSES = "its answers enclose the values"
NUMBERS = "its answers are the values to 30 digits"
LOG_CONCAVE = "the law has a log-concave density"


def decide_cdf(image: Image, rigorous: bool, budget: Budget, log_concave: bool, seconds: float = 60.0) -> Answer:
    """Whether the law is private. Private only for a rigorous F of a law declared log-concave; refuted by a half-line."""
    assumed = (CDF, ENCLOSES if rigorous else NUMBERS, *((LOG_CONCAVE,) if log_concave else ()))
    try:
        return _HalfLines(image, rigorous, budget, log_concave, time.monotonic() + seconds, assumed).decide()
    except NotEnclosable as error:
        return Answer("undecided", reason=str(error), assumed=assumed, rigorous=rigorous)


class _HalfLines:
    def __init__(self, image: Image, rigorous: bool, budget: Budget, log_concave: bool, deadline: float, assumed: tuple[str, ...]) -> None:
        self.image, self.rigorous, self.budget, self.log_concave = image, rigorous, budget, log_concave
        self.deadline, self.assumed = deadline, assumed
        self.exp_low, self.exp_high = exp_ends(budget.epsilon)
        self.known: dict[Fraction, tuple[Fraction, Fraction]] = {}
        self.lower = Fraction(0)

    def cdf(self, t: Fraction) -> tuple[Fraction, Fraction]:
        if t not in self.known:
            low, high = self.image(t, t)
            # A cdf lies in [0, 1], whatever the enclosure adds.
            self.known[t] = max(low, Fraction(0)), min(high, Fraction(1))
        return self.known[t]

    def decide(self) -> Answer:
        d, allowed = self.budget.sensitivity, self.budget.allowed
        reach = self._reach()
        most = MAX_EVALUATIONS if self.rigorous and self.log_concave else MAX_TRIES
        heap: list[tuple[Fraction, int, Fraction, Fraction, bool]] = []
        order = count()
        for upper in (True, False):
            heap.append((-Fraction(2), next(order), -reach, reach, upper))
        heapq.heapify(heap)
        while heap:
            bound, _, a, b, upper = heapq.heappop(heap)
            if -bound <= allowed:
                return self._covered(max(-bound, self._beyond(reach)))
            if len(self.known) > most or time.monotonic() > self.deadline:
                if most == MAX_TRIES:
                    return self._covered(Fraction(0))
                return self._undecided(f"after {len(self.known)} values of the function delta is not told from the largest excess")
            middle = (a + b) / 2
            low = self._excess_at(middle, upper)
            if low > self.lower:
                self.lower = low
            if low > allowed:
                event = f"S = {{x : x {'>' if upper else '<='} {float(middle):.9g}}}"
                return Answer("not private", low, None, d if upper else -d, event, "", self.assumed, self.rigorous)
            for left, right in ((a, middle), (middle, b)):
                heapq.heappush(heap, (-self._bound(left, right, upper), next(order), left, right, upper))
        return self._covered(self._beyond(reach))

    def _excess_at(self, t: Fraction, upper: bool) -> Fraction:
        """A lower end of U(t) or L(t)."""
        d = self.budget.sensitivity
        if upper:
            return 1 - self.cdf(t)[1] - self.exp_high * (1 - self.cdf(t + d)[0])
        return self.cdf(t)[0] - self.exp_high * self.cdf(t - d)[1]

    def _bound(self, a: Fraction, b: Fraction, upper: bool) -> Fraction:
        d = self.budget.sensitivity
        if upper:
            return 1 - self.cdf(a)[0] - self.exp_low * (1 - self.cdf(b + d)[1])
        return self.cdf(b)[1] - self.exp_low * self.cdf(a - d)[0]

    def _beyond(self, m: Fraction) -> Fraction:
        """An upper bound of U and L for |t| >= m."""
        d = self.budget.sensitivity
        left = max(1 - self.exp_low * (1 - self.cdf(d - m)[1]), self.cdf(-m)[1])
        right = max(1 - self.cdf(m)[0], 1 - self.exp_low * self.cdf(m - d)[0])
        return max(left, right, Fraction(0))

    def _reach(self) -> Fraction:
        m = 2 * self.budget.sensitivity
        for _ in range(MAX_DOUBLINGS):
            if self._beyond(m) <= self.budget.allowed:
                return m
            if self.cdf(-m)[1] <= Fraction(1, 10**25) and self.cdf(m)[0] >= 1 - Fraction(1, 10**25):
                return m  # too far for what follows to prove anything; it may still refute
            m *= 2
        return m

    def _covered(self, worst: Fraction) -> Answer:
        if not self.log_concave:
            return self._undecided("no half-line tried refutes it; without a declared shape nothing is known of other events")
        if not self.rigorous:
            return self._undecided("no half-line tried refutes it; numbers without error bounds prove no privacy")
        if worst > self.budget.allowed:
            return self._undecided("the tails of the law carry more than delta as far out as was looked")
        return Answer("private", self.lower, worst, self.budget.sensitivity, assumed=self.assumed)

    def _undecided(self, reason: str) -> Answer:
        return Answer("undecided", self.lower, None, None, "", reason, self.assumed, self.rigorous)
