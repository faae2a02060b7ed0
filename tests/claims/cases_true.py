"""True claims of many shapes, typed in as a user would. Each must come out proved or certified."""

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
    title="Laplace density over the whole line",
    statement=Eq(Integral(exp(-Abs(x) / lam) / (2 * lam), (x, -oo, oo)), 1),
    domain={lam: (0, oo)},
)
laplace_amplitude = Claim(
    title="Laplace mean magnitude",
    statement=Eq(Integral(Abs(x) * exp(-Abs(x) / lam) / (2 * lam), (x, -oo, oo)), lam),
    domain={lam: (0, oo)},
)
laplace_power = Claim(
    title="Laplace second moment",
    statement=Eq(Integral(x**2 * exp(-Abs(x) / lam) / (2 * lam), (x, -oo, oo)), 2 * lam**2),
    domain={lam: (0, oo)},
)
truncated_abs = Claim(
    title="Truncated Laplacian with absolute value",
    statement=Eq(Integral(B * exp(-Abs(x) * epsilon / Delta), (x, -A, A)), 1),
    domain=half,
)
truncated_piecewise = Claim(
    title="Truncated Laplacian as a piecewise density",
    statement=Eq(Integral(Piecewise((B * exp(-Abs(x) * epsilon / Delta), Abs(x) <= A), (0, True)), (x, -oo, oo)), 1),
    domain=half,
)
truncated_amplitude = Claim(
    title="Amplitude of the truncated Laplacian from its density",
    statement=Eq(Integral(Abs(x) * B * exp(-Abs(x) * epsilon / Delta), (x, -A, A)), Delta / epsilon * (1 - log(1 + q) / q)),
    domain=half,
)
gaussian_mass = Claim(
    title="Gaussian density",
    statement=Eq(Integral(exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), (x, -oo, oo)), 1),
    domain={sigma: (0, oo)},
)
gaussian_amplitude = Claim(
    title="Gaussian mean magnitude",
    statement=Eq(Integral(Abs(x) * exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), (x, -oo, oo)), sigma * sqrt(2 / pi)),
    domain={sigma: (0, oo)},
)
gaussian_tail = Claim(
    title="Gaussian tail as erfc",
    statement=Eq(Integral(exp(-(x**2) / (2 * sigma**2)) / (sigma * sqrt(2 * pi)), (x, t, oo)), erfc(t / (sigma * sqrt(2))) / 2),
    domain={sigma: (0, oo), t: (0, oo)},
)
uniform_shift = Claim(
    title="Total variation of shifted uniform noise",
    statement=Eq(
        Integral(Piecewise((delta / Delta, Abs(x) <= Delta / (2 * delta)), (0, True)), (x, Delta / (2 * delta) - Delta, oo)), delta
    ),
    domain={delta: (0, Rational(1, 2)), Delta: (0, oo)},
)
laplace_hockey_stick = Claim(
    title="Privacy profile of Laplace noise of twice the scale needed",
    statement=Eq(Integral(Max(0, exp(-Abs(x)) / 2 - exp(epsilon) * exp(-Abs(x + 1)) / 2), (x, -oo, oo)), 1 - exp((epsilon - 1) / 2)),
    domain={epsilon: (0, 1)},
)
geometric_square = Claim(
    title="Second moment of two-sided geometric noise",
    statement=Eq(2 * (1 - b) / (1 + b) * Sum(k**2 * b**k, (k, 0, oo)), 2 * b / (1 - b) ** 2),
    domain={epsilon: (0, oo)},
)
finite_geometric = Claim(
    title="Finite geometric sum",
    statement=Eq(Sum(b**k, (k, 0, n - 1)), (1 - exp(-n * epsilon)) / (1 - b)),
    domain={epsilon: (0, oo), n: Naturals},
)
limit_at_infinity = Claim(
    title="Noise support over sensitivity tends to one as epsilon grows",
    statement=Eq(Limit(log(1 + q) / epsilon, epsilon, oo), 1),
    domain={delta: (0, Rational(1, 2))},
)
limit_delta = Claim(
    title="Vanishing delta gives back Laplace",
    statement=Eq(Limit(Delta / epsilon * (1 - log(1 + q) / q), delta, 0), Delta / epsilon),
    domain={epsilon: (0, oo), Delta: (0, oo)},
)
diagonal = Claim(
    title="Diagonal with a slope",
    statement=Eq(
        Limit(1 - log(1 + (exp(epsilon) - 1) / (2 * t * epsilon)) / ((exp(epsilon) - 1) / (2 * t * epsilon)), epsilon, 0),
        1 - 2 * t * log(1 + 1 / (2 * t)),
    ),
    domain={t: (0, oo)},
)
mills_upper = Claim(
    title="Mills ratio, upper bound",
    statement=Lt(erfc(t / sqrt(2)) / 2, exp(-(t**2) / 2) / (t * sqrt(2 * pi))),
    domain={t: (0, oo)},
)
log_bounds = Claim(title="log(1+t) below t", statement=Lt(log(1 + t), t), domain={t: (0, oo)})
log_lower = Claim(title="log(1+t) above t/(1+t)", statement=Gt(log(1 + t), t / (1 + t)), domain={t: (0, oo)})
exponential = Claim(title="Tangent of the exponential", statement=Ge(exp(u), 1 + u), domain={u: (-oo, oo)})
tanh_below = Claim(title="tanh below identity", statement=Lt(tanh(t), t), domain={t: (0, oo)})
cosh_square = Claim(title="Hyperbolic identity", statement=Eq(cosh(u) ** 2 - sinh(u) ** 2, 1, evaluate=False), domain={u: (-oo, oo)})
arithmetic_geometric = Claim(
    title="Arithmetic and geometric mean", statement=Le(2 * u * v, u**2 + v**2), domain={u: (-oo, oo), v: (-oo, oo)}
)
profile_falls = Claim(
    title="The Gaussian privacy profile falls with sigma",
    statement=Lt(
        Derivative(
            erfc(-(1 / (2 * sigma) - epsilon * sigma) / sqrt(2)) / 2
            - exp(epsilon) * erfc((1 / (2 * sigma) + epsilon * sigma) / sqrt(2)) / 2,
            sigma,
        ),
        0,
    ),
    domain={epsilon: Interval.Ropen(0, oo), sigma: (0, oo)},
)
support_past_sensitivity = Claim(
    title="Support at least the sensitivity for delta up to a half",
    statement=Ge(A, Delta),
    domain={epsilon: (0, oo), delta: Interval.Lopen(0, Rational(1, 2)), Delta: (0, oo)},
)
uniform_is_worse = Claim(
    title="Amplitude at most that of uniform noise, everywhere",
    statement=Le(Delta / epsilon * (1 - log(1 + q) / q), Delta / (4 * delta)),
    domain=half,
)
tied = Claim(
    title="Order passes through the exponential",
    statement=Lt(exp(u) - exp(v), 0, evaluate=False),
    domain={u: (-oo, oo), v: (-oo, oo)},
    assumptions=[Lt(u, v)],
)
pinsker_everywhere = Claim(
    title="Pinsker on the whole quadrant",
    statement=Le(erf(Delta / (2 * sqrt(2) * sigma)), Delta / (2 * sigma)),
    domain={sigma: (0, oo), Delta: (0, oo)},
)
constant = Claim(title="A number", statement=Lt(1 - 2 * log(Rational(3, 2)), Rational(189070, 10**6), evaluate=False), domain={})
