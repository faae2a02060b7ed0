"""False claims of many shapes, one thing wrong in each. Each must come out refuted, with a point."""

from sympy import (
    Abs,
    Derivative,
    Eq,
    Ge,
    Gt,
    Integers,
    Integral,
    Interval,
    Le,
    Limit,
    Lt,
    Max,
    Naturals,
    Piecewise,
    Rational,
    Sum,
    ceiling,
    cosh,
    erf,
    erfc,
    exp,
    log,
    oo,
    pi,
    sin,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from dpverify import Claim
from dpverify.notation import Delta, delta, epsilon, sigma

x, t, u, v = symbols("x t u v", real=True)
k = symbols("k", integer=True, nonnegative=True)
n = symbols("n", integer=True, positive=True)
lam = symbols("lambda", positive=True)
q = (exp(epsilon) - 1) / (2 * delta)
b = exp(-epsilon)
half = {epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)}
A = Delta / epsilon * log(1 + q)
B = epsilon / (2 * Delta) * (1 + 1 / q)

laplace_mass = Claim(
    title="Laplace density without the half",
    statement=Eq(Integral(exp(-Abs(x) / lam) / lam, (x, -oo, oo)), 1),
    domain={lam: (0, oo)},
)
laplace_power = Claim(
    title="Laplace second moment without the two",
    statement=Eq(Integral(x**2 * exp(-Abs(x) / lam) / (2 * lam), (x, -oo, oo)), lam**2),
    domain={lam: (0, oo)},
)
truncated_piecewise = Claim(
    title="Truncated density cut at the wrong place",
    statement=Eq(Integral(Piecewise((B * exp(-Abs(x) * epsilon / Delta), Abs(x) <= A - Delta), (0, True)), (x, -oo, oo)), 1),
    domain=half,
)
truncated_amplitude = Claim(
    title="Amplitude with log q",
    statement=Eq(Integral(Abs(x) * B * exp(-Abs(x) * epsilon / Delta), (x, -A, A)), Delta / epsilon * (1 - log(q) / q)),
    domain=half,
)
gaussian_amplitude = Claim(
    title="Gaussian mean magnitude taken for sigma",
    statement=Eq(Integral(Abs(x) * exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), (x, -oo, oo)), sigma),
    domain={sigma: (0, oo)},
)
gaussian_tail = Claim(
    title="Gaussian tail with the wrong argument",
    statement=Eq(Integral(exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), (x, t, oo)), erfc(t / sigma) / 2),
    domain={sigma: (0, oo), t: (0, oo)},
)
hockey_stick = Claim(
    title="Laplace profile without the factor in the exponent",
    statement=Eq(Integral(Max(0, exp(-Abs(x)) / 2 - exp(epsilon) * exp(-Abs(x + 1)) / 2), (x, -oo, oo)), 1 - exp(epsilon - 1)),
    domain={epsilon: (0, 1)},
)
geometric_square = Claim(
    title="Second moment of geometric noise halved",
    statement=Eq(2 * (1 - b) / (1 + b) * Sum(k**2 * b**k, (k, 0, oo)), b / (1 - b) ** 2),
    domain={epsilon: (0, oo)},
)
finite_geometric = Claim(
    title="Finite geometric sum off by one",
    statement=Eq(Sum(b**k, (k, 0, n)), (1 - exp(-n * epsilon)) / (1 - b)),
    domain={epsilon: (0, oo), n: Naturals},
)
limit_at_infinity = Claim(
    title="Support for growing epsilon",
    statement=Eq(Limit(log(1 + q) / epsilon, epsilon, oo), 0),
    domain={delta: (0, Rational(1, 2))},
)
limit_power = Claim(
    title="Power limit with a six",
    statement=Eq(Limit(2 * Delta**2 / epsilon**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q), epsilon, 0), Delta**2 / (6 * delta**2)),
    domain={delta: (0, Rational(1, 2)), Delta: (0, oo)},
)
mills_reversed = Claim(
    title="Mills bound with the wrong side",
    statement=Gt(erfc(t / sqrt(2)) / 2, exp(-(t**2) / 2) / (t * sqrt(2 * pi))),
    domain={t: (0, oo)},
)
log_bound = Claim(title="log(1+t) below t/2 for large t only", statement=Lt(log(1 + t), t / 2), domain={t: (1, oo)})
narrow = Claim(
    title="A violation in a narrow place",
    statement=Gt((u - Rational(271828, 10**5)) ** 2, Rational(1, 10**12), evaluate=False),
    domain={u: (0, 10)},
)
tiny = Claim(
    title="A violation that is tiny",
    statement=Ge((u - Rational(1, 3)) ** 2, Rational(1, 10**30), evaluate=False),
    domain={u: (0, 1)},
)
far_out = Claim(title="Fails far out only", statement=Lt(log(t), Rational(20), evaluate=False), domain={t: (1, oo)})
near_zero = Claim(title="Fails near zero only", statement=Gt(t, Rational(1, 10**9), evaluate=False), domain={t: (0, oo)})
tanh_above = Claim(title="tanh above identity", statement=Gt(tanh(t), t), domain={t: (0, oo)})
touching = Claim(title="Strict where it touches", statement=Lt(2 * u * v, u**2 + v**2), domain={u: (-oo, oo), v: (-oo, oo)})
closed_end = Claim(
    title="Strict at the closed end",
    statement=Gt(A, Delta),
    domain={epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)},
)
wrong_derivative = Claim(
    title="Derivative of the tail without the minus sign",
    statement=Eq(Derivative(erfc(t), t), 2 * exp(-(t**2)) / sqrt(pi)),
    domain={t: (-oo, oo)},
)
tied = Claim(
    title="Order reversed",
    statement=Gt(exp(u) - exp(v), 0, evaluate=False),
    domain={u: (-oo, oo), v: (-oo, oo)},
    assumptions=[Lt(u, v)],
)
cosh_square = Claim(
    title="Hyperbolic identity with plus", statement=Eq(cosh(u) ** 2 + sinh(u) ** 2, 1, evaluate=False), domain={u: (-oo, oo)}
)
square_root = Claim(title="Root of a square without the modulus", statement=Eq(sqrt(u**2), u, evaluate=False), domain={u: (-oo, oo)})
error_function = Claim(title="erf above its chord", statement=Le(erf(t), t), domain={t: (0, oo)})
constant = Claim(
    title="A number, rounded down", statement=Gt(1 - 2 * log(Rational(3, 2)), Rational(1890698, 10**7), evaluate=False), domain={}
)
constant_equal = Claim(
    title="A number, rounded", statement=Eq(1 - 2 * log(Rational(3, 2)), Rational(18906978, 10**8), evaluate=False), domain={}
)


# ---- more of the kinds a researcher types in

phi = lambda z: exp(-(z**2) / 2) / sqrt(2 * pi)  # noqa: E731
Phi = lambda z: erfc(-z / sqrt(2)) / 2  # noqa: E731
i = symbols("i", integer=True)
g, alpha = symbols("gamma alpha", nonnegative=True)
d, w, c = symbols("d w c", real=True)
V1 = Delta / epsilon * (1 - log(1 + q) / q)
V2 = 2 * Delta**2 / epsilon**2 * (1 - (log(1 + q) ** 2 / 2 + log(1 + q)) / q)
profile = Phi(1 / (2 * sigma) - epsilon * sigma) - exp(epsilon) * Phi(-1 / (2 * sigma) - epsilon * sigma)
positive = {epsilon: (0, oo), sigma: (0, oo)}
staircase = (g**2 / 2 + b * (1 - g**2) / 2) / (g + b * (1 - g)) + b / (1 - b)
mixture = {delta: (0, 1), Delta: (0, oo), alpha: Interval(0, 1)}
half_width = (1 - alpha) * Delta / (2 * (delta - alpha))
witness = Piecewise(
    (Rational(1, 2), Abs(x) < Rational(1, 5)),
    (Rational(1, 3), Abs(x) < Rational(4, 5)),
    (Rational(1, 2), Abs(x) < Rational(6, 5)),
    (0, True),
)
a = (delta + (exp(epsilon) - 1) / 2) * b
v1_low = lambda n: 2 * a * ((b - exp(-epsilon * n)) / (1 - b) ** 2 - (n - 1) * exp(-epsilon * n) / (1 - b))  # noqa: E731

jensen = Claim(title="Twice the squared amplitude at most the power", statement=Le(2 * V1**2, V2), domain=half)
power_uniform = Claim(title="Power, with 13 for 12", statement=Le(V2, Delta**2 / (13 * delta**2)), domain=half)
bounded_support = Claim(title="Support within ten sensitivities", statement=Lt(A, 10 * Delta), domain=half)
below_staircase = Claim(title="Below the staircase's amplitude", statement=Lt(V1, Delta / (2 * sinh(epsilon / 2))), domain=half)
staircase_power = Claim(
    title="Staircase power below half the Laplacian's",
    statement=Lt((2 ** Rational(-2, 3) * b ** Rational(2, 3) * (1 + b) ** Rational(2, 3) + b) / (1 - b) ** 2, 1 / epsilon**2),
    domain={epsilon: (0, oo)},
)
geometric_both_sides = Claim(
    title="Geometric mean magnitude taken for Laplace's",
    statement=Eq((1 - b) / (1 + b) * Sum(Abs(i) * b ** Abs(i), (i, -oo, oo)), 1 / epsilon),
    domain={epsilon: (0, oo)},
)
geometric_private = Claim(
    title="Neighbouring masses with half of epsilon",
    statement=Le((1 - b) / (1 + b) * b ** Abs(i), exp(epsilon / 2) * (1 - b) / (1 + b) * b ** Abs(i + 1)),
    domain={epsilon: (0, oo), i: Integers},
)
profile_slope = Claim(
    title="Slope of the Gaussian profile at the other argument",
    statement=Eq(Derivative(profile, sigma), -phi(1 / (2 * sigma) + epsilon * sigma) / sigma**2),
    domain=positive,
)
profile_positive = Claim(
    title="The Gaussian profile never below 1e-30",
    statement=Ge(profile, Rational(1, 10**30), evaluate=False),
    domain={epsilon: Interval.Ropen(0, oo), sigma: (0, oo)},
)
classical_beyond = Claim(
    title="The classical Gaussian far past its range",
    statement=Le(profile.subs(sigma, sqrt(2 * log(Rational(5, 4) / delta)) / epsilon), delta),
    domain={epsilon: (0, 20), delta: (0, 1)},
)
total_variation = Claim(
    title="Total variation of shifted Gaussians without the half",
    statement=Eq(Integral(Abs(exp(-(x**2) / 2) - exp(-((x - d) ** 2) / 2)) / (2 * sqrt(2 * pi)), (x, -oo, oo)), 2 * Phi(d) - 1),
    domain={d: (0, oo)},
)
gordon = Claim(title="Gordon's inequality, too good", statement=Lt(t / (1 + t**2 / 2) * phi(t), 1 - Phi(t)), domain={t: (0, oo)})
soft_threshold = Claim(
    title="Risk of the soft threshold with a wrong sign",
    statement=Eq(Integral(Max(Abs(x) - t, 0) ** 2 * phi(x), (x, -oo, oo)), 2 * ((1 + t**2) * (1 - Phi(t)) + t * phi(t))),
    domain={t: (0, oo)},
)
shrinkage = Claim(
    title="The best shrinkage beaten by all",
    statement=Gt((1 - c) ** 2 * w**2 + c**2 * sigma**2, w**2 * sigma**2 / (w**2 + sigma**2)),
    domain={w: (0, oo), sigma: (0, oo), c: (-oo, oo)},
)
mixture_optimum = Claim(
    title="The uniform law optimal for every delta",
    statement=Le(Delta / (4 * delta), (1 - alpha) ** 2 * Delta / (4 * (delta - alpha))),
    domain=mixture,
    assumptions=[Lt(alpha, delta)],
)
witness_amplitude = Claim(
    title="The witness as costly as the uniform law",
    statement=Eq(Integral(Abs(x) * witness, (x, -oo, oo)), Rational(5, 8), evaluate=False),
    domain={},
)
rounded_up = Claim(
    title="The lower bound with n rounded up",
    statement=Le(v1_low(ceiling(log(1 + q) / epsilon)), V1 / Delta),
    domain={epsilon: (0, oo), delta: (0, Rational(1, 2))},
)
laplace_profile = Claim(
    title="Privacy profile of Laplace noise without its maximum",
    statement=Eq(
        Integral(Max(0, exp(-Abs(x) * t) * t / 2 - exp(epsilon) * exp(-Abs(x + 1) * t) * t / 2), (x, -oo, oo)),
        1 - exp((epsilon - t) / 2),
    ),
    domain={epsilon: (0, oo), t: (0, oo)},
)
chernoff = Claim(title="Chernoff's lemma, too good", statement=Le(cosh(t), exp(t**2 / Rational(201, 100))), domain={t: (-oo, oo)})
tiny_difference = Claim(
    title="A number that differs by 1e-210", statement=Eq(sin(Rational(1, 10**70)), Rational(1, 10**70), evaluate=False), domain={}
)
asymptotic = Claim(
    title="Mills beaten from t = 1e6 on",
    statement=Lt(1 - Phi(t), phi(t) / (t + Rational(1, 10**6)), evaluate=False),
    domain={t: (10**5, oo)},
)
tails_meet = Claim(title="The limit as SymPy has it", statement=Eq(Limit(erfc(u - 1), u, oo), 2), domain={})
real_multiples = Claim(title="Multiples of pi that are not whole", statement=Eq(sin(pi * t), 0, evaluate=False), domain={t: (0, oo)})
