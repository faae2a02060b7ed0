"""What a decision about a law says."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Verdict = Literal["private", "not private", "undecided"]


@dataclass(frozen=True)
class Answer:
    """Whether P(S) <= e^epsilon P(S + d) + delta for all events S and all |d| <= Delta.

    lower, upper: ends of the least delta at this epsilon as far as they were needed (None: not known). `rigorous` is False where the
    values of the law are those of a function without error bounds.
    """

    verdict: Verdict
    lower: Fraction | None = None
    upper: Fraction | None = None
    shift: Fraction | None = None
    """Where the excess is largest, or certified to be too large."""
    event: str = ""
    reason: str = ""
    assumed: tuple[str, ...] = ()
    rigorous: bool = True
