"""Laws of normal form, equality and sign on random expressions, judged by plain mpmath at up to 1000 digits."""

import random

import mpmath
import pytest
import sympy as sp

from dpverify.symbolic.equality import prove_equal
from dpverify.symbolic.normal_form import is_zero, normalise
from dpverify.symbolic.sign import sign

from .random_expressions import TooLarge, differ, domains, expression, perturbed, point, tempting, value

NOT_REAL = (sp.nan, sp.zoo, sp.I, sp.oo, -sp.oo)


def _cases(seed, count):
    rng = random.Random(seed)
    boxes = domains()
    while count:
        try:
            e = expression(rng, rng.choice([2, 3, 3]))
        except (ValueError, TypeError):
            continue  # SymPy refused to build it: not real
        if e.has(*NOT_REAL):
            continue
        count -= 1
        yield rng, e, rng.choice(boxes)


@pytest.mark.parametrize("seed", range(2))
def test_normal_form_keeps_the_value(seed):
    for rng, e, domain in _cases(seed, 40):
        normal = normalise(e, domain)
        if normal == e:
            continue
        for _ in range(4):
            at = point(rng, domain)
            try:
                defined = value(e, at) is not None
            except TooLarge:
                continue
            assert not (defined and differ(e, normal, at)), (e, normal, at)


@pytest.mark.parametrize("seed", range(2))
def test_nothing_false_is_proved_equal(seed):
    for rng, e, domain in _cases(10 + seed, 40):
        try:
            f = tempting(rng, e) if rng.random() < 0.7 else perturbed(rng, e)
        except ValueError:
            continue  # the rewrite made something that is not real
        if f.has(*NOT_REAL) or prove_equal(e, f, domain) is None:
            continue
        for _ in range(8):
            at = point(rng, domain)
            try:
                assert value(e, at) is not None, ("not defined", e, at)
            except TooLarge:
                continue
            assert not differ(e, f, at), (e, f, at)


@pytest.mark.parametrize("seed", range(2))
def test_signs_are_true(seed):
    tiny = mpmath.mpf(10) ** -45
    holds = {"+": lambda v: v > 0, "-": lambda v: v < 0, "+0": lambda v: v >= -tiny, "-0": lambda v: v <= tiny,
             "0": lambda v: abs(v) < tiny, "!0": lambda v: v != 0}
    for rng, e, domain in _cases(20 + seed, 40):
        code = sign(e, domain)
        if code is None:
            continue
        for _ in range(6):
            at = point(rng, domain)
            try:
                v = value(e, at)
                if v is not None and abs(v) < mpmath.mpf(10) ** -40:
                    v = value(e, at, 1500)
                    if v == 0 and code in "+-!0":
                        continue  # below what even these digits show
            except TooLarge:
                continue
            assert v is not None and holds[code](v), (e, code, at, v)


def test_a_perturbed_identity_is_not_proved():
    """A true identity (an expression and its own normal form) with a tiny constant added is never proved."""
    for _, e, domain in _cases(31, 40):
        assert prove_equal(e, normalise(e, domain) + sp.Rational(1, 10**12), domain) is None


def test_an_expression_equals_its_normal_form_where_both_are_shown_to_be_defined():
    """Completeness, as a ratchet: what is proved equal to itself is nearly always proved equal to its normal form."""
    proved = tried = 0
    for _, e, domain in _cases(32, 60):
        if is_zero(e, domain) is None and prove_equal(e, e, domain) is not None:
            tried += 1
            proved += prove_equal(e, normalise(e, domain), domain) is not None
    assert tried > 20
    assert proved >= 0.95 * tried
