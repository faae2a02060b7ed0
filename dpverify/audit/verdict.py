"""What is said of one answer, and the tolerances behind it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..exact import decimal_down, decimal_nearest

VIOLATION, LOOSE, NO_ANSWER, NO_RETURN, TIGHT = "violation", "loose", "no answer", "did not return", "tight"
UNDECIDED = "undecided"
"""There is an answer, and no enclosure of what would be right that is narrow enough to judge it."""

DELTA_TOLERANCE = Fraction(1, 10**9)
"""A true delta above (1 + this) times the one asked for is a violation; below that it is the rounding of a float."""
VARIANCE_TOLERANCE = Fraction(1, 10**6)
"""A variance above (1 + this) times the least one is loose."""
UNBOUNDED = "oo"
SHOWN = 10


@dataclass(frozen=True)
class Judgement:
    """The verdict on one answer. Numbers are decimal texts; the two ratios are rounded down, so that each is at least what it says."""

    verdict: str
    answer: str = ""
    truth: str = ""
    """The right answer, to nearest."""
    delta_ratio: str = ""
    """True delta over the delta asked for (or reported), where it is above 1; "oo" over 0."""
    variance_ratio: str = ""
    """Variance of the answer over the least one of the same family; only if private."""
    rel_error: str = ""
    """|answer/truth - 1|"""
    reason: str = ""


def no_answer(reason: str, answer: str = "", truth: str = "") -> Judgement:
    return Judgement(NO_ANSWER, answer, truth, reason=reason)


def judged(answer: float, truth: Fraction, true_delta: Fraction, asked: Fraction, variance_ratio: Fraction | None) -> Judgement:
    """The verdict where the true delta of the answer is at least `true_delta`, and its variance at least `variance_ratio` times the least.

    None is an infinite ratio. With asked = 0 any true delta above 0 is a violation, and the caller has taken rounding out of it.
    """
    texts = {"answer": repr(answer), "truth": decimal_nearest(truth, 17), "rel_error": _error(answer, truth)}
    if true_delta > asked * (1 + DELTA_TOLERANCE):
        return Judgement(VIOLATION, delta_ratio=decimal_down(true_delta / asked, SHOWN) if asked > 0 else UNBOUNDED, **texts)
    ratio = UNBOUNDED if variance_ratio is None else decimal_down(variance_ratio, SHOWN)
    if variance_ratio is None or variance_ratio > 1 + VARIANCE_TOLERANCE:
        return Judgement(LOOSE, variance_ratio=ratio, **texts)
    return Judgement(TIGHT, variance_ratio=ratio, **texts)


def _error(answer: float, truth: Fraction) -> str:
    return decimal_nearest(abs(Fraction(answer) / truth - 1), 3)
