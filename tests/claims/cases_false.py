"""False claims of many shapes, one thing wrong in each. Each must come out refuted, with a point."""

from sympy import (
    Abs,
    Derivative,
    Eq,
    Ge,
    Gt,
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
    cosh,
    erf,
    erfc,
    exp,
    log,
    oo,
    pi,
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
