"""Identities of the field, with their place in the sources, and neighbours of them that are false."""

import pytest
import sympy as sp
from sympy import (
    Abs,
    Eq,
    Function,
    Integral,
    Interval,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    Sum,
    asinh,
    binomial,
    erf,
    erfc,
    exp,
    floor,
    log,
    loggamma,
    oo,
    pi,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from dpverify.notation import Delta, delta, epsilon, gamma, sigma, x
from dpverify.read_domain import parse_domain
from dpverify.symbolic.derivative import differentiate
from dpverify.symbolic.equality import prove_equal
from dpverify.symbolic.normal_form import equal, is_zero, normalise

N = symbols("N", integer=True, positive=True)
K = symbols("K", integer=True, nonnegative=True)
z, a, b_ = symbols("z a b", real=True)
n, p, v, t = symbols("n p v t", positive=True)
beta = symbols("beta", positive=True)
half = Rational(1, 2)
q = (exp(epsilon) - 1) / (2 * delta)
b = exp(-epsilon)
ED = {epsilon: (0, oo), Delta: (0, oo)}
HALF = {**ED, delta: (0, half)}
E = {epsilon: (0, oo)}
LINE = {z: S.Reals}

scale = Delta / epsilon
width = scale * log(1 + q)
height = 1 / (2 * scale * (1 - exp(-width / scale)))


def first_moment(u):
    return -scale * (u + scale) * exp(-u / scale)


def second_moment(u):
    return -scale * (u**2 + 2 * scale * u + 2 * scale**2) * exp(-u / scale)


def Phi(u):
    return erfc(-u / sqrt(2)) / 2


def phi(u):
    return exp(-(u**2) / 2) / sqrt(2 * pi)


t_k = b**K / 2 - delta * b * (1 - b**K) / (1 - b)
low_sum = (b - b**N) / (1 - b) ** 2 - (N - 1) * b**N / (1 - b)
stair = (1 - b) / (2 * Delta * (gamma + b * (1 - gamma)))
knee = 1 / (1 + exp(epsilon / 2))
profile = Phi(Delta / (2 * sigma) - epsilon * sigma / Delta) - exp(epsilon) * Phi(-Delta / (2 * sigma) - epsilon * sigma / Delta)


def stair_power(g, c):
    s0, s1, s2 = 1 / (1 - c), c / (1 - c) ** 2, c * (1 + c) / (1 - c) ** 3
    low = 3 * s2 * g + 3 * s1 * g**2 + s0 * g**3
    high = 3 * s2 * (1 - g) + 3 * s1 * (1 - g**2) + s0 * (1 - g**3)
    return (1 - c) / (g + c * (1 - g)) * (low + c * high) / 3


power_knee = -beta / (1 - beta) + (beta - 2 * beta**2 + 2 * beta**4 - beta**5) ** Rational(1, 3) / (2 ** Rational(1, 3) * (1 - beta) ** 2)
power_value = (2 ** Rational(-2, 3) * beta ** Rational(2, 3) * (1 + beta) ** Rational(2, 3) + beta) / (1 - beta) ** 2
narrow, wide = sqrt(1 + v / 2) - sqrt(v / 2), sqrt(1 + v / 2) + sqrt(v / 2)


def spread(atom):
    return (1 - atom) ** (p + 1) * Delta**p / ((p + 1) * 2**p * (delta - atom) ** p)


TRUE = {
    # truncated Laplacian (mathematics.md 2.1 - 2.8, 3.1)
    "mass": (2 * height * scale * (1 - exp(-width / scale)), 1, HALF),
    "edge mass": (height * scale * (exp(-(width - Delta) / scale) - exp(-width / scale)), delta, HALF),
    "height": (height, epsilon / (2 * Delta) * (1 + 1 / q), HALF),
    "amplitude": (2 * height * (first_moment(width) - first_moment(0)), scale * (1 - log(1 + q) / q), HALF),
    "power": (2 * height * (second_moment(width) - second_moment(0)), 2 * scale**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q), HALF),
    "periods": ((delta + (exp(epsilon) - 1) / 2) * b * (1 - exp(-log(1 + q))) / (1 - b), half, HALF),
    # closed-form bounds (3.2, 3.4)
    "t-bound recursion": (t_k.subs(K, K + 1), b * (t_k - delta), {**HALF, K: S.Naturals0}),
    "telescoping": (low_sum.subs(N, N + 1) - low_sum, b**N * N, {**E, N: S.Naturals}),
    # geometric and staircase (5.2, 5.3)
    "geometric amplitude": (2 * b / (1 - b**2), 1 / sinh(epsilon), E),
    "geometric power": (2 * (1 - b) / (1 + b) * b * (1 + b) / (1 - b) ** 3, 2 * b / (1 - b) ** 2, E),
    "staircase mass": (2 * stair * Delta * (gamma + b * (1 - gamma)) / (1 - b), 1, {**ED, gamma: Interval(0, 1)}),
    "staircase amplitude": (
        Delta * (b / (1 - b) + (knee**2 + b * (1 - knee**2)) / (2 * (knee + b * (1 - knee)))), Delta / (2 * sinh(epsilon / 2)), ED),
    "staircase power": (stair_power(power_knee, beta), power_value, {beta: (0, 1)}),
    "staircase power in epsilon": (stair_power(power_knee, beta).subs(beta, b), power_value.subs(beta, b), E),
    # Gaussian (6.2 - 6.4, 4.8)
    "B plus": (profile.subs(sigma, narrow * Delta / sqrt(2 * epsilon)),
               Phi(sqrt(epsilon * v)) - exp(epsilon) * Phi(-sqrt(epsilon * (v + 2))), {**ED, v: (0, oo)}),
    "B minus": (profile.subs(sigma, wide * Delta / sqrt(2 * epsilon)),
                Phi(-sqrt(epsilon * v)) - exp(epsilon) * Phi(-sqrt(epsilon * (v + 2))), {**ED, v: (0, oo)}),
    "delta_0": (profile.subs(sigma, Delta / sqrt(2 * epsilon)), half - exp(epsilon) * Phi(-sqrt(2 * epsilon)), ED),
    "slope in sigma": (differentiate(profile, sigma), -Delta / sigma**2 * phi(Delta / (2 * sigma) - epsilon * sigma / Delta),
                       {epsilon: Interval(0, oo), Delta: (0, oo), sigma: (0, oo)}),
    "slope in epsilon": (differentiate(profile, epsilon), -exp(epsilon) * Phi(-Delta / (2 * sigma) - epsilon * sigma / Delta),
                         {epsilon: Interval(0, oo), Delta: (0, oo), sigma: (0, oo)}),
    "gain at zero": (sqrt(2 / pi) / (delta * sqrt(2 * pi)) * 4 * delta, 4 / pi, {delta: (0, half)}),
    "product of densities": (exp(-((x - z) ** 2) / (2 * sigma**2) - z**2 / (2 * sigma**2)),
                             exp(-(x**2) / (4 * sigma**2)) * exp(-((z - x / 2) ** 2) / sigma**2), {x: S.Reals, z: S.Reals, sigma: (0, oo)}),
    # (0, delta) noise (4.4)
    "least spread": (spread((p + 1) * delta - p), (1 - delta) * ((p + 1) / (2 * p)) ** p * Delta**p,
                     {p: (0, oo), Delta: (0, oo), delta: (0, 1)}),
    # hyperbolic functions, exp and log
    "tanh of a sum": (tanh(z + a), (tanh(z) + tanh(a)) / (1 + tanh(z) * tanh(a)), {z: S.Reals, a: S.Reals}),
    "half angle": (tanh(z / 2), (exp(z) - 1) / (exp(z) + 1), LINE),
    "asinh": (asinh(sinh(z)), z, LINE),
    "log of negatives": (log(z * a), log(-z) + log(-a), {z: (-oo, 0), a: (-oo, 0)}),
    "conjugate logarithm": (log(sqrt(z + 1) - sqrt(z)), -log(sqrt(z + 1) + sqrt(z)), {z: (0, oo)}),
    "denesting": (sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2), {}),
    "log of a root": (log(sqrt(6) / 2), log(6) / 2 - log(2), {}),
    "powers with symbolic exponents": (2 ** (K + 2) * 3**K, 4 * 6**K, {K: S.Naturals0}),
    "alternating": ((-1) ** (2 * K + 1) * (-2) ** K * (-3) ** K, -(6**K), {K: S.Naturals0}),
    "power of a base that may vanish": (x ** (K + 1), x * x**K, {K: S.Naturals0, x: S.Reals}),
    "log gamma": (loggamma(n + 1), log(n) + loggamma(n), {n: (0, oo)}),
    "erfc reflected": (erfc(-z / sqrt(2)), 2 - erfc(z * sqrt(2) / 2), LINE),
    # absolute values, maxima and pieces
    "Laplace cdf": (Piecewise((exp(z) / 2, z < 0), (1 - exp(-z) / 2, True)), half + sp.sign(z) * (1 - exp(-Abs(z))) / 2, LINE),
    "privacy loss": (Abs(z - a) - Abs(z), Piecewise((a, z <= 0), (a - 2 * z, z <= a), (-a, True)), {z: S.Reals, a: (0, oo)}),
    "hockey stick of the Laplacian": (Max(0, exp(-Abs(z)) - exp(1) * exp(-Abs(z - 1))), 0, LINE),
    "soft threshold": (Max(Abs(z) - 1, 0) * sp.sign(z), z - Min(1, Max(-1, z)), LINE),
    "max and min": (Max(z, a) + Min(z, a), z + a, {z: S.Reals, a: S.Reals}),
    "root of a square": (sqrt(z**2), Abs(z), LINE),
    "cube root of an eighth power": ((z**8) ** Rational(1, 4), z**2, LINE),
    "piece by the sign of sinh": (Abs(sinh(z)), Piecewise((sinh(z), sinh(z) > 0), (-sinh(z), True)), LINE),
    # operators left as they are
    "bound variables": (Integral(2 * exp(-(x**2)), (x, 0, delta)), 2 * Integral(exp(-(z**2)), (z, 0, delta)), {delta: (0, 1)}),
    "finite sum": (Sum(epsilon * K, (K, 0, N)), epsilon * Sum(K, (K, 0, N)), {**E, N: S.Naturals}),
    "floor of an integer": (floor(N + 1), N + 1, {N: S.Naturals}),
}


@pytest.mark.parametrize("name", TRUE)
def test_identities_are_proved(name):
    lhs, rhs, domain = TRUE[name]
    (box,) = parse_domain(domain)
    proof = prove_equal(lhs, sp.sympify(rhs), box)
    assert proof is not None and proof.reasons


@pytest.mark.parametrize("name", TRUE)
def test_their_neighbours_are_not(name):
    lhs, rhs, domain = TRUE[name]
    (box,) = parse_domain(domain)
    rhs = sp.sympify(rhs)
    for wrong in (rhs + Rational(1, 10**9), 2 * rhs + 3, rhs * (1 + Rational(1, 10**6)) + Rational(1, 7)):
        assert prove_equal(lhs, wrong, box) is None


FALSE_OR_UNDEFINED = {
    "root of a square, signed": (sqrt(z**2), z, LINE),
    "log of a product, signs unknown": (log(z**2), 2 * log(z), LINE),
    "log of a square at zero": (log(z**2), 2 * log(Abs(z)), LINE),
    "reciprocal at zero": (1 / z, 1 / z, LINE),
    "cancelled zero": ((z**2 - 1) / (z - 1), z + 1, LINE),
    "root of a negative": (erf(sqrt(z)), erf(sqrt(z)), LINE),
    "power of a power": ((z**2) ** half, z, LINE),
    "cube of a cube root": ((z**3) ** Rational(1, 3), z, LINE),
    "zero to the zero": (z**K, z ** (K + 1) / z, {K: S.Naturals0, z: Interval(0, 1)}),
    "split root": (sqrt(z * a), sqrt(z) * sqrt(a), {z: S.Reals, a: S.Reals}),
    "split root with a zero factor": (sqrt(z * a), sqrt(z) * sqrt(a), {z: Interval(0, 1), a: S.Reals}),
    "piece at its break point": (Piecewise((1, z < 0), (2, True)), Piecewise((1, z <= 0), (2, True)), LINE),
    "sign at zero": (sp.sign(z) ** 2, 1, LINE),
    "condition undefined at zero": (Piecewise((1, 1 / z > 0), (2, True)), Piecewise((1, z > 0), (2, True)), LINE),
    "divergent integral": (Integral(1 / x, (x, 0, 1)), Integral(1 / z, (z, 0, 1)), {}),
    "zero times divergent": (Integral(a / x, (x, 0, 1)), a * Integral(1 / x, (x, 0, 1)), {a: S.Reals}),
    "reversed integral": (Integral(Abs(x), (x, 0, z)), Integral(x, (x, 0, z)), LINE),
    "reversed sum": (Sum(Abs(K - 3), (K, 3, N)), Sum(K - 3, (K, 3, N)), {N: S.Naturals}),
    "derivative at a kink": (sp.Derivative(Abs(z), z), 1, {z: Interval(0, oo)}),
    "binomial outside": (binomial(N, K) * K, N * binomial(N - 1, K - 1), {N: S.Naturals, K: S.Naturals0}),
    "float": (z * sp.Float("0.5"), z / 2, LINE),
    "complex": (2 * erf(sqrt(-1 - z**2)), 2 * erf(sqrt(-1 - z**2)), LINE),
    "erf for erfc": (erf(z), erfc(z), LINE),
}


@pytest.mark.parametrize("name", FALSE_OR_UNDEFINED)
def test_what_fails_somewhere_is_not_proved(name):
    lhs, rhs, domain = FALSE_OR_UNDEFINED[name]
    (box,) = parse_domain(domain)
    assert prove_equal(lhs, sp.sympify(rhs), box) is None


def test_assumptions_are_used():
    (box,) = parse_domain({N: S.Naturals, K: S.Naturals}, [K <= N - 1])
    assert prove_equal(binomial(N, K) * K, N * binomial(N - 1, K - 1), box)
    (box,) = parse_domain({**HALF, n: (0, oo)}, [Eq(n, log(1 + q) / epsilon)])
    assert prove_equal((delta + (exp(epsilon) - 1) / 2) * b * (1 - b**n) / (1 - b), half, box)
    (box,) = parse_domain({z: S.Reals, a: S.Reals}, [z < a])
    assert prove_equal(Max(z, a), a, box)
    (box,) = parse_domain({z: Interval(2, 2)})
    assert prove_equal(z**2, z + 2, box)


def test_sympys_belief_in_signs_is_not_taken_over():
    """SymPy holds atan(k) to be positive for every integer k >= 0 (atan of a rational is irrational, but for 0)."""
    (box,) = parse_domain({K: S.Naturals0})
    step = sp.sign(sp.atan(K), evaluate=False)
    assert prove_equal(step, S.One, box) is None
    assert normalise(step, box) != 1


def test_undefined_functions_and_existence():
    T = Function("T")
    (box,) = parse_domain(ED)
    assert prove_equal(T(Delta * (1 + epsilon)) + 1, 1 + T(Delta + Delta * epsilon), box)
    assert prove_equal(T(Delta), T(epsilon), box) is None
    lhs, rhs = Integral(T(x), (x, 0, oo)) * 2, 2 * Integral(T(z), (z, 0, oo))
    assert prove_equal(lhs, rhs, box) is None
    assert prove_equal(lhs, rhs, box, assume_exists=True)


def test_a_side_condition_can_be_supplied():
    (box,) = parse_domain({z: (0, oo)})
    u = exp(z) - 1 - z - z**3  # of changing sign: nothing shows it to be nonzero
    asked = []

    def answer(relation):
        asked.append(relation)
        return True

    assert equal(z * u / u**2, z / u, box) is None
    assert equal(z * u / u**2, z / u, box, side_condition=answer)
    assert asked and isinstance(asked[0], sp.Ne)


def test_equal_expressions_have_a_zero_difference():
    (box,) = parse_domain(HALF)
    assert is_zero(height - epsilon / (2 * Delta) * (1 + 1 / q), box)
    assert is_zero(height, box) is None
    assert is_zero(sp.S.One - t / t, parse_domain({t: (0, oo)})[0])


def test_a_product_of_normal_densities_with_its_square_completed():
    """Many generators have to be refined one after the other, two square roots among them."""
    u, w = symbols("u w", positive=True)
    domain = parse_domain({u: (0, oo), w: (0, oo), z: S.Reals, a: S.Reals}, ())[0]
    factors = exp(-((z - u) ** 2) / (4 * u)) * exp(-((a - z - w) ** 2) / (4 * w)) / sqrt(u * w)
    square = exp(-((a - u - w) ** 2) / (4 * (u + w))) * exp(-(u + w) * (z - u * a / (u + w)) ** 2 / (4 * u * w)) / sqrt(u * w)
    assert prove_equal(factors, square, domain) is not None
    assert prove_equal(factors, square * (1 + 1 / (1 + u)), domain) is None
