"""True claims of many shapes, typed in as a user would. Each must come out proved or certified."""

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
    cosh,
    erf,
    erfc,
    exp,
    gamma,
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


# ---- more of the kinds a researcher types in

phi = lambda z: exp(-(z**2) / 2) / sqrt(2 * pi)  # noqa: E731
Phi = lambda z: erfc(-z / sqrt(2)) / 2  # noqa: E731
i = symbols("i", integer=True)
m = symbols("m", integer=True, positive=True)
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
periods = log(1 + q) / epsilon
v1_low = 2 * a * ((b - exp(-epsilon * periods)) / (1 - b) ** 2 - (periods - 1) * exp(-epsilon * periods) / (1 - b))

jensen = Claim(title="Squared amplitude at most the power", statement=Le(V1**2, V2), domain=half)
amplitude_falls = Claim(title="Amplitude falls with delta", statement=Lt(Derivative(V1, delta), 0), domain=half)
power_uniform = Claim(title="Power at most that of uniform noise", statement=Le(V2, Delta**2 / (12 * delta**2)), domain=half)
staircase_least = Claim(
    title="No step of the staircase beats the best one",
    statement=Ge(staircase, 1 / (2 * sinh(epsilon / 2))),
    domain={epsilon: (0, oo), g: Interval(0, 1)},
)
geometric_both_sides = Claim(
    title="Mean magnitude of geometric noise as a sum over all integers",
    statement=Eq((1 - b) / (1 + b) * Sum(Abs(i) * b ** Abs(i), (i, -oo, oo)), 1 / sinh(epsilon)),
    domain={epsilon: (0, oo)},
)
geometric_private = Claim(
    title="Neighbouring masses of geometric noise",
    statement=Le((1 - b) / (1 + b) * b ** Abs(i), exp(epsilon) * (1 - b) / (1 + b) * b ** Abs(i + 1)),
    domain={epsilon: (0, oo), i: Integers},
)
discrete_laplace = Claim(
    title="Discrete Laplacian, mean magnitude",
    statement=Eq(
        (1 - exp(-epsilon / m)) / (1 + exp(-epsilon / m)) * 2 * Sum(k * exp(-epsilon * k / m), (k, 1, oo)), 1 / sinh(epsilon / m)
    ),
    domain={epsilon: (0, oo), m: Naturals},
)
profile_slope = Claim(
    title="Slope of the Gaussian profile",
    statement=Eq(Derivative(profile, sigma), -phi(1 / (2 * sigma) - epsilon * sigma) / sigma**2),
    domain=positive,
)
profile_as_integral = Claim(
    title="The Gaussian profile is the hockey-stick divergence",
    statement=Eq(
        Integral(
            Max(0, exp(-(x**2) / (2 * sigma**2)) - exp(epsilon) * exp(-((x + 1) ** 2) / (2 * sigma**2))) / (sigma * sqrt(2 * pi)),
            (x, -oo, oo),
        ),
        profile,
    ),
    domain=positive,
)
total_variation = Claim(
    title="Total variation of shifted Gaussians",
    statement=Eq(Integral(Abs(exp(-(x**2) / 2) - exp(-((x - d) ** 2) / 2)) / (2 * sqrt(2 * pi)), (x, -oo, oo)), 2 * Phi(d / 2) - 1),
    domain={d: (0, oo)},
)
gordon = Claim(title="Gordon's inequality", statement=Lt(t / (1 + t**2) * phi(t), 1 - Phi(t)), domain={t: (0, oo)})
birnbaum = Claim(title="Birnbaum's inequality", statement=Gt(1 - Phi(t), 2 * phi(t) / (t + sqrt(t**2 + 4))), domain={t: (0, oo)})
soft_threshold = Claim(
    title="Risk of the soft threshold at zero",
    statement=Eq(Integral(Max(Abs(x) - t, 0) ** 2 * phi(x), (x, -oo, oo)), 2 * ((1 + t**2) * (1 - Phi(t)) - t * phi(t))),
    domain={t: (0, oo)},
)
soft_threshold_bound = Claim(
    title="That risk is below exp(-t^2/2)",
    statement=Le(2 * ((1 + t**2) * (1 - Phi(t)) - t * phi(t)), exp(-(t**2) / 2)),
    domain={t: Interval.Ropen(0, oo)},
)
shrinkage = Claim(
    title="The linear shrinkage of least risk",
    statement=Ge((1 - c) ** 2 * w**2 + c**2 * sigma**2, w**2 * sigma**2 / (w**2 + sigma**2)),
    domain={w: (0, oo), sigma: (0, oo), c: (-oo, oo)},
)
chi_square_inverse = Claim(
    title="Mean of the inverse of a chi-square variable",
    statement=Eq(Integral(x ** (t / 2 - 2) * exp(-x / 2) / (2 ** (t / 2) * gamma(t / 2)), (x, 0, oo)), 1 / (t - 2)),
    domain={t: (2, oo)},
)
mixture_power = Claim(
    title="Power of the mixture of an atom and a uniform law",
    statement=Eq(
        Integral(x**2 * (delta - alpha) / Delta, (x, -half_width, half_width)), (1 - alpha) ** 3 * Delta**2 / (12 * (delta - alpha) ** 2)
    ),
    domain=mixture,
    assumptions=[Lt(alpha, delta)],
)
mixture_optimum = Claim(
    title="No mixture costs less",
    statement=Le(Rational(9, 16) * (1 - delta) * Delta**2, (1 - alpha) ** 3 * Delta**2 / (12 * (delta - alpha) ** 2)),
    domain=mixture,
    assumptions=[Lt(alpha, delta)],
)
witness_amplitude = Claim(
    title="Amplitude of a law that is not monotone",
    statement=Eq(Integral(Abs(x) * witness, (x, -oo, oo)), Rational(31, 50), evaluate=False),
    domain={},
)
witness_variation = Claim(
    title="Its total variation at shift one",
    statement=Eq(Integral(Max(0, witness - witness.subs(x, x + 1)), (x, -oo, oo)), Rational(2, 5), evaluate=False),
    domain={},
)
low_below_upp = Claim(
    title="Lower bound at real n below the upper bound",
    statement=Le(v1_low, V1 / Delta),
    domain={epsilon: (0, oo), delta: (0, Rational(1, 2))},
)
low_over_upp = Claim(
    title="Their ratio as epsilon vanishes",
    statement=Eq(Limit(v1_low / (V1 / Delta), epsilon, 0), 1 - 2 * delta),
    domain={delta: (0, Rational(1, 2))},
)
laplace_profile = Claim(
    title="Privacy profile of Laplace noise for every scale",
    statement=Eq(
        Integral(Max(0, exp(-Abs(x) * t) * t / 2 - exp(epsilon) * exp(-Abs(x + 1) * t) * t / 2), (x, -oo, oo)),
        Max(0, 1 - exp((epsilon - t) / 2)),
    ),
    domain={epsilon: (0, oo), t: (0, oo)},
)
two_sided_minimum = Claim(title="Chernoff's lemma", statement=Le(cosh(t), exp(t**2 / 2)), domain={t: (-oo, oo)})
small_numbers = Claim(
    title="A difference of 1e-500",
    statement=Gt(exp(Rational(1, 10**500)) - 1, Rational(1, 10**500), evaluate=False),
    domain={},
)
tails_meet = Claim(title="The limit that SymPy gets wrong", statement=Eq(Limit(erfc(u - 1), u, oo), 0), domain={})
