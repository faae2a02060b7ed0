"""Whether a calibration of Gaussian noise is tight: neither too small, which breaks privacy, nor too large, which wastes accuracy."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import InputError

Calibration = Callable[[float, float, float], Any]
SHOWN = 5


@dataclass(frozen=True)
class _Failure:
    size: float
    violation: bool
    text: str


def assert_tight_sigma(
    calibrate: Calibration, rel: float = 1e-9, points: Iterable[tuple[float, ...]] | None = None, *, below: float | None = None
) -> None:
    """calibrate(epsilon, delta, sensitivity) -> sigma must be the least sigma with which N(0, sigma^2) is private, within `rel`.

    points: (epsilon, delta) or (epsilon, delta, sensitivity), floats; by default those of `dpverify reference gaussian-sigma`, which cover
    epsilon from 0 to 1000 and delta from 1e-300 to 0.999. The truth is that of exactly these floats (balle2018gaussian, Theorem 8), and
    every comparison is decided by enclosures. below: how far relative to the truth sigma may lie under it, by default `rel`; 0 demands
    a calibration that never errs on the side of too little noise. An exception of `calibrate` is a failure too.
    Raises AssertionError that names the inputs, how far off sigma is, on which side, and what that means. Raises InputError for bad points.
    """
    if not (0 <= rel < math.inf) or not (below is None or 0 <= below < 1):
        raise InputError(f"rel is {rel!r}, below is {below!r}; rel must be a finite number of at least 0, below from 0 to 1")
    under = Fraction(rel if below is None else below)
    chosen = _default_points() if points is None else [_read(p) for p in points]
    if not chosen:
        raise InputError("points is empty; at least one point is needed")
    failures = [f for point in chosen if (f := _failure(calibrate, point, Fraction(rel), under)) is not None]
    if failures:
        raise AssertionError(_report(failures, len(chosen)))


def _default_points() -> list[tuple[float, float, float]]:
    from ..exact import rational_from_text
    from ..reference.quantities import table

    names = ("epsilon", "delta", "sensitivity")
    return [tuple(float(rational_from_text(p[n])) for n in names) for p in table("gaussian-sigma").points]  # type: ignore[misc]


def _read(point: tuple[float, ...]) -> tuple[float, float, float]:
    values = tuple(float(v) for v in point)
    if len(values) == 2:
        values = (*values, 1.0)
    if len(values) != 3 or not (0 <= values[0] < math.inf and 0 < values[1] < 1 and 0 < values[2] < math.inf):
        wanted = "(epsilon, delta[, sensitivity]) with epsilon >= 0, 0 < delta < 1 and sensitivity > 0 is needed"
        raise InputError(f"points holds {point!r}; {wanted}")
    return values  # type: ignore[return-value]


def _failure(calibrate: Calibration, point: tuple[float, float, float], above: Fraction, under: Fraction) -> _Failure | None:
    from ..enclosure.balls import fraction_of
    from ..enclosure.gaussian import sigma_ends

    where = "epsilon = {!r}, delta = {!r}, sensitivity = {!r}".format(*point)
    epsilon, delta, size = (Fraction(v) for v in point)
    low, high = (fraction_of(v) for v in sigma_ends(epsilon, delta, size, 30))
    needed = f"{float(high):.17g}" if high < Fraction(math.nextafter(math.inf, 0)) else "beyond the floats"
    try:
        sigma = float(calibrate(*point))
    except Exception as error:  # whatever the library raises: it gave no answer
        raised = f"{type(error).__name__}: {str(error)[:200]}"
        return _Failure(math.inf, False, f"no answer at {where}\n  needed    {needed}\n  raised    {raised}")
    if not 0 < sigma < math.inf:
        what = "no noise at all: every bit of the data is released" if sigma == 0 else "no standard deviation"
        return _Failure(math.inf, sigma == 0, f"sigma is {sigma!r} at {where}\n  needed    {needed}\n  {what}")
    given = Fraction(sigma)
    if given < low * (1 - under) and not _is_private(epsilon, delta, size, given):
        off = float(given / high - 1)
        meaning = _violation(epsilon, delta, size, given)
        return _Failure(-off, True, f"sigma is too small at {where}\n{_numbers(sigma, needed, off)}\n  {meaning}")
    if given > high * (1 + above):
        off = float(given / high - 1)
        waste = float((given / high) ** 2 - 1)
        meaning = f"wasted accuracy: {_percent(waste)} more variance than privacy needs"
        return _Failure(off, False, f"sigma is too large at {where}\n{_numbers(sigma, needed, off)}\n  {meaning}")
    return None


def _is_private(epsilon: Fraction, delta: Fraction, size: Fraction, sigma: Fraction) -> bool:
    from ..enclosure.gaussian import profile_is_at_most

    return profile_is_at_most(epsilon, size / sigma, delta)


def _violation(epsilon: Fraction, delta: Fraction, size: Fraction, sigma: Fraction) -> str:
    from ..enclosure.balls import fraction_of
    from ..enclosure.gaussian import delta_ends
    from ..exact import decimal_down

    true = fraction_of(delta_ends(epsilon, size / sigma, 20)[0])
    ratio = true / delta
    many = f"1 + {decimal_down(ratio - 1, 3)}" if ratio - 1 < Fraction(1, 10000) else decimal_down(ratio, 5)
    return f"privacy violation: with this sigma the true delta is {decimal_down(true, 6)}, {many} times the one asked for"


def _numbers(sigma: float, needed: str, off: float) -> str:
    return f"  returned  {sigma!r}\n  needed    {needed}\n  off by    {_percent(off, sign=True)}"


def _percent(x: float, sign: bool = False) -> str:
    return f"{100 * x:{'+' if sign else ''}.4g} %"


def _report(failures: list[_Failure], tried: int) -> str:
    ordered = sorted(failures, key=lambda f: (not f.violation, -f.size))
    bad = sum(f.violation for f in failures)
    head = f"the calibration is off at {len(failures)} of {tried} points ({bad} with too little noise)"
    shown = [f.text for f in ordered[:SHOWN]]
    if not any(not f.violation for f in ordered[:SHOWN]) and bad < len(failures):
        shown[-1] = next(f.text for f in ordered if not f.violation)
    rest = len(failures) - len(shown)
    return "\n".join([head, *shown, *([f"and {rest} more"] if rest else [])])
