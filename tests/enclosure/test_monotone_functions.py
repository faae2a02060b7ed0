"""Images under monotone functions: the ends are the values at the ends, open exactly where those are; infinite ones are open."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import mpmath as mp
import pytest
from flint import arb

from dpverify.enclosure import functions as fn
from dpverify.enclosure import special_functions as special
from dpverify.enclosure.interval import Interval, working_precision

INF = mp.inf
REALS = (-INF, -9.0, -1.5, -0.25, 0.0, 0.5, 2.0, 11.0, INF)
POSITIVE = (0.0, 0.0625, 0.5, 1.0, 2.5, 30.0, INF)
UNIT = (-1.0, -0.75, 0.0, 0.125, 0.875, 1.0)


def _inverse_erfc(u: Any) -> Any:
    return -mp.erfinv(u - 1)


CASES: dict[str, tuple[Callable[[Interval], Interval], Callable[[Any], Any], tuple, dict, int]] = {
    "exp": (fn.exp, mp.exp, REALS, {-INF: 0, INF: INF}, 1),
    "expm1": (fn.expm1, mp.expm1, REALS, {-INF: -1, INF: INF}, 1),
    "log": (fn.log, mp.log, POSITIVE, {0.0: -INF, INF: INF}, 1),
    "log1p": (fn.log1p, mp.log1p, (-1.0, -0.5, 0.0, 3.0, INF), {-1.0: -INF, INF: INF}, 1),
    "sqrt": (fn.sqrt, mp.sqrt, POSITIVE, {INF: INF}, 1),
    "sinh": (fn.sinh, mp.sinh, REALS, {-INF: -INF, INF: INF}, 1),
    "tanh": (fn.tanh, mp.tanh, REALS, {-INF: -1, INF: 1}, 1),
    "asinh": (fn.asinh, mp.asinh, REALS, {-INF: -INF, INF: INF}, 1),
    "atan": (fn.atan, mp.atan, REALS, {-INF: -mp.pi / 2, INF: mp.pi / 2}, 1),
    "asin": (fn.asin, mp.asin, UNIT, {}, 1),
    "acos": (fn.acos, mp.acos, UNIT, {}, -1),
    "acosh": (fn.acosh, mp.acosh, (1.0, 1.5, 4.0, INF), {INF: INF}, 1),
    "atanh": (fn.atanh, mp.atanh, UNIT, {-1.0: -INF, 1.0: INF}, 1),
    "erf": (special.erf, mp.erf, REALS, {-INF: -1, INF: 1}, 1),
    "erfc": (special.erfc, mp.erfc, REALS, {-INF: 2, INF: 0}, -1),
    "erfcx": (special.erfcx, lambda v: mp.exp(v * v) * mp.erfc(v), REALS, {-INF: INF, INF: 0}, -1),
    "erfinv": (special.erfinv, mp.erfinv, UNIT, {-1.0: -INF, 1.0: INF}, 1),
    "erfcinv": (special.erfcinv, _inverse_erfc, (0.0, 0.25, 1.0, 1.5, 2.0), {0.0: INF, 2.0: -INF}, -1),
    "digamma": (special.digamma, mp.digamma, POSITIVE, {0.0: -INF, INF: INF}, 1),
    "lambertw": (special.lambertw, lambda v: mp.lambertw(v).real, (-0.25, 0.0, 1.0, 20.0, INF), {INF: INF}, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_ends_and_flags(name: str) -> None:
    function, value, ends, limits, direction = CASES[name]
    tolerance = mp.mpf("1e-3") if name == "erfcx" else mp.mpf("1e-16")  # erfcx is bracketed far out
    for lo, hi in itertools.combinations(ends, 2):
        for flags in itertools.product((False, True), repeat=2):
            # Where the function has only a limit the end cannot be a member.
            opens = [flag or end in limits for flag, end in zip(flags, (lo, hi), strict=True)]
            with working_precision(64):
                found = function(Interval(arb(lo), arb(hi), *opens))
            with mp.workdps(80):
                wanted = [
                    (mp.mpf(limits[end]) if end in limits else value(mp.mpf(end)), is_open)
                    for end, is_open in zip((lo, hi), opens, strict=True)
                ]
                for (right, is_open), got, got_open, sense in zip(
                    wanted[::direction], (found.lo, found.hi), (found.lo_open, found.hi_open), (-1, 1), strict=True
                ):
                    if not mp.isfinite(right):
                        assert not got.is_finite() and got_open, (name, lo, hi)
                        continue
                    end = mp.mpf(int(got.man_exp()[0])) * mp.mpf(2) ** int(got.man_exp()[1])
                    slack = abs(right) * tolerance + mp.mpf("1e-18")
                    assert -mp.mpf("1e-70") <= (end - right) * sense <= slack, (name, lo, hi, found)
                    assert got_open == is_open or end != right and not is_open, (name, lo, hi, opens, found)


@pytest.mark.parametrize("function", [special.gamma, special.loggamma])
def test_the_valley_of_gamma(function: Callable[[Interval], Interval]) -> None:
    value = mp.gamma if function is special.gamma else mp.loggamma
    for lo, hi in itertools.combinations((0.0, 0.125, 1.0, 1.25, 1.5, 2.0, 7.5, INF), 2):
        opens = [lo == 0, hi == INF]
        found = function(Interval(arb(lo), arb(hi), *opens))
        with mp.workdps(30):
            at = [value(mp.mpf(v)) if 0 < v < INF else INF for v in (lo, hi)]
            turn = mp.mpf("1.4616321449683623")
            least = value(turn) if lo < turn < hi else min(at)
            assert (
                (not found.hi.is_finite() and found.hi_open)
                if max(at) == INF
                else abs(float(found.hi) - max(at)) < 1e-12 * (1 + abs(max(at)))
            )
            assert float(found.lo) <= least + mp.mpf("1e-15") and float(found.lo) >= least - mp.mpf("1e-12")
