"""Laws of integrals and sums on random formulas: additivity, linearity, derivative in the upper end, shifts, and telescoping."""

import random

import pytest
import sympy as sp
from sympy import Abs, Derivative, Integral, Max, Sum, exp, oo

from dpverify.read_domain import parse_domain
from dpverify.symbolic.antiderivative import antiderivative
from dpverify.symbolic.breakpoints import Case, sign_pieces
from dpverify.symbolic.comparison import known_sign
from dpverify.symbolic.derivative import differentiate
from dpverify.symbolic.equality import prove_equal
from dpverify.symbolic.hint import antiderivative_hint, hint
from dpverify.symbolic.integral import integrate_definite
from dpverify.symbolic.resolve import BINDERS, resolve
from dpverify.symbolic.summation import sum_closed_form
from dpverify.symbolic.telescoping import telescoper
from tests.symbolic.reference import assert_same, random_point

x, t = sp.symbols("x t", real=True)
a, b, c, s = sp.symbols("a b c s", positive=True)
k = sp.Symbol("k", integer=True)
n = sp.Symbol("n", integer=True, positive=True)
(DOMAIN,) = parse_domain({a: (0, oo), b: (0, oo), c: (0, oo), s: (0, oo)}, [sp.Lt(a, b)])
POINTS = {a: (sp.Rational(1, 3), 1), b: (1, 2), c: (sp.Rational(1, 2), 2), s: (sp.Rational(1, 2), 2)}


def random_integrand(rng: random.Random) -> sp.Expr:
    """A sum of products from the kinds that noise densities are made of."""
    factors = [x, x**2, exp(-c * x), exp(x / s), exp(-(x**2) / (2 * s**2)), sp.erfc(x / s), Abs(x - c), Max(0, 1 - x), sp.cosh(x)]
    f = sp.S.Zero
    for _ in range(rng.randint(1, 2)):
        first, second = rng.choice(factors[:3]), rng.choice(factors)
        f += rng.choice([1, -2, c, 1 / s, sp.Rational(1, 3)]) * first * second
    return f


@pytest.mark.parametrize("seed", range(10))
def test_additive_in_the_range_and_right_in_value(seed):
    rng = random.Random(seed)
    f = random_integrand(rng)
    parts = [integrate_definite(f, x, lo, hi, DOMAIN) for lo, hi in ((0, a), (a, b), (0, b), (b, a))]
    if any(p is None for p in parts):
        pytest.skip(f"no closed form for {f}")
    left, right, whole, back = (p.value for p in parts)
    point = random_point(POINTS, rng)
    assert_same(left + right, whole, point)
    assert_same(back, -right, point)
    assert_same(right, Integral(f, (x, a, b)), point, (1, c))


@pytest.mark.parametrize("seed", range(8))
def test_derivative_in_the_upper_end_is_the_integrand(seed):
    f = random_integrand(random.Random(100 + seed)).subs(Max(0, 1 - x), x).subs(Abs(x - c), x)
    found = resolve(Derivative(Integral(f, (x, a, t)), t), parse_domain({a: (0, oo), t: (-oo, oo), c: (0, oo), s: (0, oo)})[0])
    if found.value.has(*BINDERS):
        pytest.skip(f"no closed form for {f}")
    (domain,) = parse_domain({t: (-oo, oo), c: (0, oo), s: (0, oo), a: (0, oo)})
    assert prove_equal(found.value, f.subs(x, t), domain) is not None


@pytest.mark.parametrize("seed", range(8))
def test_an_antiderivative_is_what_it_says(seed):
    rng = random.Random(200 + seed)
    f = random_integrand(rng).subs(Max(0, 1 - x), 1).subs(Abs(x - c), 1)
    (domain,) = parse_domain({x: (-oo, oo), c: (0, oo), s: (0, oo)})
    F = antiderivative(f, x, domain)
    if F is None:
        pytest.skip(f"none for {f}")
    point = random_point({c: (1, 2), s: (1, 2), x: (-2, 2)}, rng)
    assert_same(differentiate(F, x), f, point)


@pytest.mark.parametrize("degree", range(5))
def test_sums_of_powers_times_geometric(degree):
    (domain,) = parse_domain({c: (0, 1), n: sp.S.Naturals})
    finite = sum_closed_form(k**degree * c**k, k, sp.S.Zero, n, domain)
    infinite = sum_closed_form(k**degree * c**k, k, sp.S.Zero, sp.oo, domain)
    tail = sum_closed_form(k**degree * c**k, k, n + 1, sp.oo, domain)
    for value in (1, 4, 7):
        point = {c: sp.Rational(2, 7), n: sp.Integer(value)}
        assert_same(finite.value, Sum(k**degree * c**k, (k, 0, n)), point)
        assert_same(finite.value + tail.value, infinite.value, point)


def test_a_telescoper_is_checked_and_not_believed():
    (domain,) = parse_domain({k: sp.Range(0, oo), n: sp.S.Naturals})
    G = telescoper(1 / ((k + 1) * (k + 3)), k, domain)
    assert sp.simplify(G.subs(k, k + 1) - G - 1 / ((k + 1) * (k + 3))) == 0
    # the same summand has a pole where the range begins lower
    assert telescoper(1 / (k * (k + 2)), k, domain) is None


def test_sign_pieces_cut_where_the_function_vanishes():
    (domain,) = parse_domain({c: (0, oo), s: (0, oo)})
    for h, root in (
        (c - x, c),
        (exp(-x / s) - exp(-c / s), c),
        (exp(-((x - c) ** 2)) - exp(-((x + c) ** 2)), 0),
        (2 * exp(x) - 3, sp.log(sp.Rational(3, 2))),
    ):
        first, second = sign_pieces(h, x, -oo, oo, domain)
        assert sp.simplify(first.hi - root) == 0 and {first.sign, second.sign} == {"+", "-"}
    quadratic = sign_pieces(x**2 - c**2, x, -oo, oo, domain)
    assert [(p.lo, p.hi, p.sign) for p in quadratic] == [(-oo, -c, "+"), (-c, 0, "-"), (0, c, "-"), (c, oo, "+")]
    assert isinstance(sign_pieces(x - c, x, sp.S.Zero, s, domain), Case)
    assert sign_pieces(sp.sin(x), x, -oo, oo, domain) is None


def test_comparisons_that_rest_on_logarithms_and_assumptions():
    eps, delta = sp.symbols("epsilon delta", nonnegative=True)
    q = (exp(eps) - 1) / (2 * delta)
    (domain,) = parse_domain({eps: (0, oo), delta: (0, sp.Rational(1, 2)), a: (0, oo), b: (0, oo)}, [sp.Le(a, b)])
    assert known_sign(sp.log(1 + q) - eps, domain) == "+"
    assert known_sign(b / eps * sp.log(1 + q) - a, domain) == "+"
    assert known_sign(1 - exp(eps * (1 - a / b)), domain) == "-0"
    (wide,) = parse_domain({eps: (0, oo), delta: (0, 1)})
    assert known_sign(sp.log(1 + q) - eps, wide) is None


@pytest.mark.parametrize("seed", range(16))
def test_a_known_sign_is_never_wrong(seed):
    rng = random.Random(300 + seed)
    atoms = [a, b, c, exp(-a), exp(b - a), sp.log(1 + c), sp.log(b), a * c, sp.Integer(1), exp(-c / s)]
    u = sp.Add(*[rng.choice([1, -1, 2, sp.Rational(-1, 2)]) * rng.choice(atoms) for _ in range(rng.randint(2, 3))])
    found = known_sign(u, DOMAIN)
    for _ in range(40):
        far = {v: sp.Rational(rng.randint(1, 400), rng.choice([7, 40, 997])) for v in (a, c, s)}
        far[b] = far[a] + sp.Rational(rng.randint(1, 300), rng.choice([3, 50, 1999]))
        value = sp.N(u.subs(far), 30)
        assert not (found == "+" and value < -1e-25) and not (found == "-" and value > 1e-25)
        assert not (found == "+0" and value < -1e-25) and not (found == "-0" and value > 1e-25)


def test_hints_are_bounded_in_time_and_leave_alarms_alone():
    import signal
    import time

    fired = []
    old = signal.signal(signal.SIGALRM, lambda *_: fired.append(time.monotonic()))

    def busy():
        while True:
            pass

    try:
        signal.setitimer(signal.ITIMER_REAL, 60)
        started = time.process_time()
        assert hint(busy, seconds=0.1) is None
        assert time.process_time() - started < 2
        assert not fired
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        time.sleep(0.3)
        assert len(fired) == 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert hint(lambda: 1 / 0) is None
    assert antiderivative_hint(x, x) == x**2 / 2
