"""The vectorised closed forms: laws first, then distance from the truth in units in the last place, then recorded values."""

import functools
import math
import random

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from dpverify.closed_forms import additive, lower_bounds, staircase, truncated_laplace
from dpverify.errors import InputError
from dpverify.formulas import additive as additive_formulas
from dpverify.formulas import lower_bounds as bound_formulas
from dpverify.formulas import staircase as staircase_formulas
from dpverify.formulas import truncated_laplace as truncated_formulas
from dpverify.notation import Delta, delta, epsilon

ULPS = 8
N = sp.Symbol("N")
BOUNDS = (lower_bounds.lower_bound_amplitude, lower_bounds.t_bound_amplitude, lower_bounds.s_bound_amplitude)


def digits_for(eps, dlt):
    """Enough decimal digits for the textbook forms: they lose up to four times the orders of epsilon and twice those of delta."""
    return int(70 - 5 * min(0, math.log10(eps)) - 3 * math.log10(dlt) + 1.5 * eps)


@functools.cache
def compiled(form):
    return sp.lambdify((epsilon, delta, Delta, N), form, "mpmath")


def truth(form, eps, dlt, size, count=0):
    """A SymPy form in mpmath, by its tree, at the exact values of the floats."""
    return compiled(form)(mp.mpf(eps), mp.mpf(dlt), mp.mpf(size), mp.mpf(count))


def count_t(eps, dlt):
    return int(mp.floor(mp.log1p(mp.expm1(eps) / (2 * mp.mpf(dlt))) / eps))


def count_s(eps, dlt):
    b = mp.exp(-mp.mpf(eps))
    return int(mp.floor(mp.log1p((1 - mp.mpf(dlt)) * (1 - b) / ((1 + b) * mp.mpf(dlt))) / eps)) + 1


def _with_count(make, count):
    form = make(N)
    return lambda eps, dlt, size: truth(form, eps, dlt, size, count(eps, dlt))


def _plain(form):
    return lambda eps, dlt, size: truth(form, eps, dlt, size)


def _additive(eps, dlt, size, p):
    small = mp.mpf(dlt) <= mp.mpf(p) / (p + 1)
    form = additive_formulas.moment_without_atom(p) if small else additive_formulas.moment_with_atom(p)
    return truth(form, eps, dlt, size)


CASES = {
    "v1_upp": (truncated_laplace.truncated_laplace_amplitude, _plain(truncated_formulas.amplitude())),
    "v2_upp": (truncated_laplace.truncated_laplace_power, _plain(truncated_formulas.power())),
    "half_width": (truncated_laplace.truncated_laplace_half_width, _plain(truncated_formulas.half_width())),
    "v1_low": (lower_bounds.lower_bound_amplitude, _plain(bound_formulas.v1_low_explicit)),
    "v2_low": (lower_bounds.lower_bound_power, _plain(bound_formulas.v2_low_explicit)),
    "t_amplitude": (lower_bounds.t_bound_amplitude, _with_count(bound_formulas.t_bound_amplitude, count_t)),
    "t_power": (lower_bounds.t_bound_power, _with_count(bound_formulas.t_bound_power, count_t)),
    "s_amplitude": (lower_bounds.s_bound_amplitude, _with_count(bound_formulas.s_bound_amplitude, count_s)),
    "staircase_amplitude": (lambda e, d, s: staircase.staircase_amplitude(e, s), _plain(staircase_formulas.least_amplitude())),
    "staircase_power": (lambda e, d, s: staircase.staircase_power(e, s), _plain(staircase_formulas.least_power())),
    "gamma_amplitude": (lambda e, d, s: staircase.staircase_gamma_amplitude(e), _plain(staircase_formulas.gamma_amplitude())),
    "gamma_power": (lambda e, d, s: staircase.staircase_gamma_power(e), _plain(staircase_formulas.gamma_power())),
    "additive_amplitude": (lambda e, d, s: additive.additive_amplitude(d, s), lambda e, d, s: _additive(e, d, s, 1)),
    "additive_power": (lambda e, d, s: additive.additive_power(d, s), lambda e, d, s: _additive(e, d, s, 2)),
}


def points(count, seed):
    """epsilon from 1e-15 to 1000, delta from 1e-300 to 1, with many near the curves where something changes."""
    rng = random.Random(seed)
    for i in range(count):
        eps = 10 ** rng.uniform(-15, 3)
        kind = i % 5
        if kind == 0:
            dlt = 10 ** rng.uniform(-300, 0)
        elif kind == 1:
            dlt = 10 ** rng.uniform(-3, 0)
        elif kind == 2:
            dlt = eps * 10 ** rng.uniform(-3, 3)
        elif kind == 3:
            # Nearly a whole number of periods.
            eps = min(eps, 30.0)
            dlt = float(mp.expm1(eps) / (2 * mp.expm1(rng.randint(1, 20) * mp.mpf(eps))))
            dlt *= 1 + rng.uniform(-1, 1) * 10 ** rng.uniform(-16, -2)
        else:
            dlt, eps = rng.random(), 10 ** rng.uniform(-3, 1.5)
        yield eps, min(max(dlt, 1e-300), 0.999), rng.choice([1.0, 10 ** rng.uniform(-5, 5)])


def ulps(got, right):
    nearest = float(right)
    if math.isinf(nearest):
        return 0.0 if got == nearest else math.inf
    return float(abs(mp.mpf(float(got)) - right) / mp.mpf(float(np.spacing(abs(nearest)))))


@pytest.mark.parametrize("name", CASES)
def test_within_eight_ulp_of_the_truth(name):
    function, right = CASES[name]
    sample = list(points(120, 20260101))
    found = function(*np.array(sample).T)
    for (eps, dlt, size), value in zip(sample, found, strict=True):
        if name in ("v1_low", "v2_low", "t_amplitude", "t_power") and dlt >= 0.5:
            assert value == 0
            continue
        with mp.workdps(digits_for(eps, dlt)):
            assert ulps(value, right(eps, dlt, size)) <= ULPS, (eps, dlt, size)


@pytest.mark.campaign
@pytest.mark.parametrize("name", CASES)
def test_within_eight_ulp_of_the_truth_at_many_points(name):
    function, right = CASES[name]
    sample = list(points(20_000, 7))
    found = function(*np.array(sample).T)
    for (eps, dlt, size), value in zip(sample, found, strict=True):
        if name in ("v1_low", "v2_low", "t_amplitude", "t_power") and dlt >= 0.5:
            continue
        with mp.workdps(digits_for(eps, dlt)):
            assert ulps(value, right(eps, dlt, size)) <= ULPS, (eps, dlt, size)


def test_order_of_the_bounds():
    """V1low <= t-bound <= s-bound <= V1upp (mathematics 8.5), up to rounding."""
    eps, dlt, _ = np.array(list(points(20_000, 3))).T
    values = [f(eps, dlt) for f in (*BOUNDS, truncated_laplace.truncated_laplace_amplitude)]
    small = dlt < 0.5
    for low, high in zip(values, values[1:], strict=False):
        assert (low[small] <= high[small] * (1 + 4e-15)).all()
    assert (lower_bounds.lower_bound_power(eps, dlt) <= lower_bounds.t_bound_power(eps, dlt) * (1 + 4e-15)).all()


@pytest.mark.parametrize("function", [f for f, _ in CASES.values()])
def test_scales_with_sensitivity(function):
    """A loss |x|^p scales with Delta^p; powers of two do so exactly."""
    one, two = function(0.7, 0.03, 1.0), function(0.7, 0.03, 2.0)
    assert two / one in (1.0, 2.0, 4.0)


def test_limits_at_the_ends():
    """mathematics 2.9, 2.10, 3.7: the values at epsilon = 0 and delta = 0 are the limits."""
    for function in (*BOUNDS, lower_bounds.lower_bound_power, lower_bounds.t_bound_power, truncated_laplace.truncated_laplace_amplitude,
                     truncated_laplace.truncated_laplace_power):  # fmt: skip
        for dlt in (0.013, 0.1, 0.3, 0.49):
            assert function(0.0, dlt) == pytest.approx(function(1e-14, dlt), rel=1e-11)
        assert function(1.0, 0.0) == pytest.approx(function(1.0, 1e-300), rel=1e-15)
    assert truncated_laplace.truncated_laplace_amplitude(0.0, 0.1) == 2.5
    assert lower_bounds.s_bound_amplitude(0.0, 0.25) == 1.0
    assert lower_bounds.s_bound_amplitude(0.0, 0.75) == 0.25


def test_sums_without_a_loop():
    """At epsilon = 1e-15 the t-bound has 10^17 terms; there it is V1low up to a relative n^-2 (mathematics 3.4)."""
    dlt = np.array([1e-30, 1e-17])
    assert lower_bounds.t_bound_amplitude(1e-15, dlt) == pytest.approx(lower_bounds.lower_bound_amplitude(1e-15, dlt), rel=1e-14)


def test_recorded_values():
    # mathematics 3.5: epsilon = delta = 0.005; published.md: the s-bound there is 37.8850; S1: epsilon = delta = 1e-3.
    assert round(truncated_laplace.truncated_laplace_amplitude(0.005, 0.005), 3) == 37.886
    assert round(lower_bounds.s_bound_amplitude(0.005, 0.005), 4) == 37.8850
    assert math.floor(1e-3 * truncated_laplace.truncated_laplace_amplitude(1e-3, 1e-3) * 1e7) == 1891419
    assert math.floor(1e-3 * lower_bounds.s_bound_amplitude(1e-3, 1e-3) * 1e7) == 1891416
    # peers.md: (0, 0.9) noise costs 0.1 and 0.05625.
    assert additive.additive_amplitude(0.9) == pytest.approx(0.1, rel=1e-15)
    assert additive.additive_power(0.9) == pytest.approx(0.05625, rel=1e-15)


@pytest.mark.parametrize("bad", [(-1, 0.1), (1, 1), (1, -0.1), (math.nan, 0.1), (math.inf, 0.1), (0, 0), ("x", 0.1), ([1, 2], [0.1, 2])])
def test_bad_arguments_are_named(bad):
    with pytest.raises(InputError, match="epsilon is|delta is"):
        truncated_laplace.truncated_laplace_amplitude(*bad)


@pytest.mark.parametrize("call", [truncated_laplace.truncated_laplace_power, staircase.staircase_power, additive.additive_power])
def test_shapes_that_do_not_fit(call):
    with pytest.raises(InputError, match=r"the shapes .* cannot be broadcast together"):
        call([0.1, 0.2], [0.1, 0.2, 0.3])
    with pytest.raises(InputError, match="is None; it must be"):
        call(None, 0.1)


def test_numbers_for_numbers_and_arrays_broadcast():
    assert isinstance(lower_bounds.t_bound_amplitude(1, 0.1), float)
    assert lower_bounds.t_bound_amplitude(np.ones((3, 1)), np.full(4, 0.1)).shape == (3, 4)
