"""The James-Stein estimate (1 - (d-2) sigma^2/||y||^2) y has a smaller risk than the release y = f + N(0, sigma^2 I), at every f.

Problem. What is the risk of (1 - a sigma^2/||y||^2) y, and for which a is it least? Result. d sigma^2 - (d-2)^2 sigma^4 E[1/||y||^2] at
a = d - 2, below d sigma^2 for every f if d > 2; 2 sigma^2 at f = 0; E[1/||y||^2] is a Poisson average of 1/(d - 2 + 2k). Idea. Stein's
identity removes f from the risk. With S = ||y||^2/sigma^2, 1/S is an integral of exponentials exp(-(1/v^2 - 1) S/2), whose expectations are
products of one-dimensional Gaussian integrals. Here eta = ||f||^2/(2 sigma^2); d is real where nothing asks for an integer.
"""

from sympy import Eq, Ge, Integral, Interval, Le, Lt, Naturals, Piecewise, S, Sum, Symbol, exp, gamma, oo

from dpverify import Claim, Step
from dpverify.formulas.denoising import inverse_moment, inverse_moment_series, transform, v
from dpverify.formulas.gaussian import normal_density
from dpverify.notation import d, k, sigma, x
from dpverify.rules import Cases, IntegrateInequality, SumInequality, SumLinearity, sequence

a, f, mu = (Symbol(name, real=True) for name in ("a", "f", "mu"))
eta = Symbol("eta", nonnegative=True)
s, E = Symbol("s", positive=True), Symbol("E", positive=True)
above_two = {d: Interval.open(2, oo)}
parameters = {**above_two, eta: Interval(0, oo)}
line = (v, -oo, oo)

loss = Claim(
    title="The loss of the estimate $(1-a\\sigma^2/s)x$ of one coordinate, multiplied out",
    source="james1961estimation",
    covers=("7.2",),
    statement=Eq(
        ((1 - a * sigma**2 / s) * x - f) ** 2,
        (x - f) ** 2 - 2 * a * sigma**2 * (x - f) * x / s + a**2 * sigma**4 * x**2 / s**2,
        evaluate=False,
    ),
    domain={a: S.Reals, sigma: (0, oo), s: (0, oo), x: S.Reals, f: S.Reals},
    steps=(
        Step((x - f - a * sigma**2 * x / s) ** 2, "the error of $x$ less the correction"),
        Step((x - f) ** 2 - 2 * a * sigma**2 * (x - f) * x / s + a**2 * sigma**4 * x**2 / s**2, "square"),
    ),
    expected="proved",
    note="Summed over the coordinates, with $s=\\|\\hat y\\|^2$: the means are $d\\sigma^2$, by Stein's identity "
    "$2a\\sigma^2\\cdot\\sigma^2(d-2)E[1/s]$ (stein_identity.parts, stein_identity.divergence), and $a^2\\sigma^4E[1/s]$.",
)

X, F = sequence("x"), sequence("f")
N, i = Symbol("d", integer=True, positive=True), Symbol("i", integer=True, positive=True)
index = (i, 1, N)
of_one = (X(i) - F(i)) ** 2 - 2 * a * sigma**2 * (X(i) - F(i)) * X(i) / s + a**2 * sigma**4 * X(i) ** 2 / s**2

loss_of_all = Claim(
    title="The loss of the estimate $(1-a\\sigma^2/s)x$ of all coordinates",
    source="james1961estimation",
    covers=("7.2",),
    statement=Eq(
        Sum(((1 - a * sigma**2 / s) * X(i) - F(i)) ** 2, index),
        Sum((X(i) - F(i)) ** 2, index)
        - 2 * a * sigma**2 / s * Sum((X(i) - F(i)) * X(i), index)
        + a**2 * sigma**4 / s**2 * Sum(X(i) ** 2, index),
        evaluate=False,
    ),
    domain={N: Naturals, a: S.Reals, sigma: (0, oo), s: (0, oo)},
    steps=(
        Step(
            Eq(Sum(((1 - a * sigma**2 / s) * X(i) - F(i)) ** 2, index), Sum(of_one, index), evaluate=False),
            "coordinate by coordinate",
            rule=SumInequality(i, 1, N, "loss", {x: X(i), f: F(i)}),
        ),
        Step(
            Eq(
                Sum(of_one, index),
                Sum((X(i) - F(i)) ** 2, index)
                - 2 * a * sigma**2 / s * Sum((X(i) - F(i)) * X(i), index)
                + a**2 * sigma**4 / s**2 * Sum(X(i) ** 2, index),
                evaluate=False,
            ),
            "take out what does not depend on $i$",
            rule=SumLinearity(
                i,
                1,
                N,
                (
                    (S.One, (X(i) - F(i)) ** 2),
                    (-2 * a * sigma**2 / s, (X(i) - F(i)) * X(i)),
                    (a**2 * sigma**4 / s**2, X(i) ** 2),
                ),
                terms=of_one,
            ),
        ),
    ),
    expected="proved",
    note="$x$ is the release and $s=\\|x\\|^2$. The means of the three sums are $d\\sigma^2$, by Stein's identity in each coordinate "
    "$2a\\sigma^2\\cdot\\sigma^2(d-2)E[1/s]$ (stein_identity.every, stein_identity.divergence_of_all), and $a^2\\sigma^4E[1/s]$.",
)

best_factor = Claim(
    title="The risk is least for $a=d-2$, where it is $d\\sigma^2-(d-2)^2\\sigma^4E[1/\\|\\hat y\\|^2]$",
    source="james1961estimation",
    covers=("7.2",),
    statement=Ge(
        d * sigma**2 - 2 * a * (d - 2) * sigma**4 * E + a**2 * sigma**4 * E, d * sigma**2 - (d - 2) ** 2 * sigma**4 * E, evaluate=False
    ),
    domain={**above_two, a: S.Reals, sigma: (0, oo), E: (0, oo)},
    steps=(
        Step(d * sigma**2 - (d - 2) ** 2 * sigma**4 * E + (a - (d - 2)) ** 2 * sigma**4 * E, "complete the square"),
        Step(
            Ge(
                d * sigma**2 - (d - 2) ** 2 * sigma**4 * E + (a - (d - 2)) ** 2 * sigma**4 * E,
                d * sigma**2 - (d - 2) ** 2 * sigma**4 * E,
                evaluate=False,
            ),
            "a square is non-negative",
        ),
    ),
    expected="proved",
    note="$E$ stands for $E[1/\\|\\hat y\\|^2]$, whatever it is; the factor $a=d$ loses $4\\sigma^4E$ against $a=d-2$.",
)

reciprocal = Claim(
    title="A reciprocal as an integral of exponentials",
    statement=Eq(Integral(exp(-s * (1 / v**2 - 1) / 2) / v**3, (v, 0, 1)), 1 / s, evaluate=False),
    domain={s: (0, oo)},
    expected="proved",
    note="This is $\\int_0^\\infty e^{-us}du$ with $u=(1/v^2-1)/2$.",
)

one_coordinate = Claim(
    title="The expectation of that exponential for one coordinate $Y\\sim N(\\mu,1)$",
    statement=Eq(
        Integral(exp(-(x**2) * (1 / v**2 - 1) / 2) * normal_density(x - mu), (x, -oo, oo)), transform(v, S.One, mu**2 / 2), evaluate=False
    ),
    domain={v: Interval.Lopen(0, 1), mu: S.Reals},
    expected="proved",
)

one_more = Claim(
    title="One coordinate more multiplies: $E\\,e^{-S(1/v^2-1)/2}=v^de^{-\\eta(1-v^2)}$",
    statement=Eq(transform(v, d, eta) * transform(v, S.One, mu**2 / 2), transform(v, d + 1, eta + mu**2 / 2), evaluate=False),
    domain={v: Interval.Lopen(0, 1), mu: S.Reals, d: (0, oo), eta: Interval(0, oo)},
    expected="proved",
    note="The coordinates are independent, so the expectation of the product is the product; $\\eta=\\frac12\\sum\\mu_i^2$. Divided by "
    "$v^3$ and integrated: $E[1/S]=\\int_0^1v^{d-3}e^{-\\eta(1-v^2)}dv$ (everything is positive, so the integrals may change places).",
)

term = Claim(
    title="Each term integrates to $1/(d-2+2k)$",
    covers=("7.2",),
    statement=Eq(Integral(v ** (d - 3 + 2 * k), (v, 0, 1)), 1 / (d - 2 + 2 * k), evaluate=False),
    domain={**above_two, k: S.Naturals0},
    expected="proved",
    note="The series of $e^{\\eta v^2}$ makes $e^{-\\eta(1-v^2)}$ the average of $v^{2k}$ over the Poisson law with mean $\\eta$: its "
    "terms are positive, so that sum and integral may change places.",
)


def series_at(d, eta):
    """The moment at one d and eta, by quadrature and as a sum."""
    return Claim(
        title=f"$E[1/S]=\\sum_ke^{{-\\eta}}\\frac{{\\eta^k}}{{k!}}\\frac1{{d-2+2k}}$ at $d={d}$, $\\eta={eta}$",
        source="james1961estimation",
        covers=("7.2",),
        statement=Eq(inverse_moment(S(d), S(eta)), inverse_moment_series(S(d), S(eta)), evaluate=False),
        expected="checked",
        note="Both sides enclosed, by quadrature and by the sum with its tail bound; for all $d$ and $\\eta$ it follows from term.",
    )


series_3 = series_at(3, 2)
series_10 = series_at(10, 20)

central = Claim(
    title="$E[1/\\chi^2_d]=1/(d-2)$",
    covers=("7.2", "7.3"),
    statement=Eq(Integral(x ** (d / 2 - 2) * exp(-x / 2) / (2 ** (d / 2) * gamma(d / 2)), (x, 0, oo)), 1 / (d - 2), evaluate=False),
    domain=above_two,
    steps=(
        Step(2 ** (d / 2 - 1) * gamma(d / 2 - 1) / (2 ** (d / 2) * gamma(d / 2)), "Euler's integral"),
        Step(1 / (d - 2), "$\\Gamma(d/2)=(d/2-1)\\Gamma(d/2-1)$"),
    ),
    expected="proved",
    note="The same value by the density of $\\chi^2_d$.",
)

at_zero = Claim(
    title="At $f=0$ the risk is $2\\sigma^2$, whatever $d$ is",
    source="james1961estimation",
    covers=("7.2",),
    statement=Eq(d * sigma**2 - (d - 2) ** 2 * sigma**2 * inverse_moment(d, S.Zero), 2 * sigma**2, evaluate=False),
    domain={**above_two, sigma: (0, oo)},
    steps=(
        Step(
            Eq(inverse_moment(d, S.Zero), 1 / (d - 2), evaluate=False),
            "$\\int_0^1v^{d-3}dv$",
            label="moment",
        ),
        Step(d * sigma**2 - (d - 2) ** 2 * sigma**2 / (d - 2), "$S$ is $\\chi^2_d$", uses=("moment",)),
        Step(2 * sigma**2, "cancel"),
    ),
    expected="proved",
)


def on_line(g):
    """g on (0, 1], and 0 elsewhere."""
    return Piecewise((0, v <= 0), (g, v <= 1), (0, True))


smaller, middle, larger = (on_line(v ** (d - 3) * q) for q in (exp(-eta), exp(-eta * (1 - v**2)), S.One))
left, inside, right = {v: Interval(-oo, 0)}, {v: Interval.Lopen(0, 1)}, {v: Interval.open(1, oo)}


def in_three(relation, name):
    """The relation to the left of (0, 1], on it, to its right, and joined."""
    return (
        Step(relation, "both sides are 0", label=f"{name}_left", domain=left),
        Step(relation, "$0\\le1-v^2\\le1$", label=f"{name}_inside", domain=inside),
        Step(relation, "both sides are 0", label=f"{name}_right", domain=right),
        Step(relation, "for all $v$", rule=Cases(v, (f"{name}_left", f"{name}_inside", f"{name}_right")), label=name, domain={v: S.Reals}),
    )


moment_from_below = Claim(
    title="$E[1/S]\\ge e^{-\\eta}/(d-2)$",
    covers=("7.2",),
    statement=Le(exp(-eta) / (d - 2), Integral(middle, line), evaluate=False),
    domain=parameters,
    steps=(
        *in_three(Ge(smaller, 0, evaluate=False), "positive"),
        *in_three(Le(smaller, middle, evaluate=False), "ordered"),
        Step(Eq(exp(-eta) / (d - 2), Integral(smaller, line), evaluate=False), "$\\int_0^1v^{d-3}dv=1/(d-2)$"),
        Step(
            Le(Integral(smaller, line), Integral(middle, line), evaluate=False),
            "the larger function has the larger integral",
            rule=IntegrateInequality(v, ("ordered",), nonnegative="positive", finite="moment_from_above"),
        ),
    ),
    uses=("moment_from_above",),
    expected="proved",
)

moment_from_above = Claim(
    title="$E[1/S]\\le1/(d-2)$, its value at $f=0$",
    statement=Le(Integral(middle, line), 1 / (d - 2), evaluate=False),
    domain=parameters,
    steps=(
        *in_three(Ge(middle, 0, evaluate=False), "positive"),
        *in_three(Le(middle, larger, evaluate=False), "ordered"),
        Step(
            Le(Integral(middle, line), Integral(larger, line), evaluate=False),
            "the larger function has the larger integral",
            rule=IntegrateInequality(v, ("ordered",), nonnegative="positive"),
        ),
        Step(Eq(Integral(larger, line), 1 / (d - 2), evaluate=False), "$\\int_0^1v^{d-3}dv=1/(d-2)$"),
    ),
    expected="proved",
)

domination = Claim(
    title="The James-Stein estimate has a smaller risk than the release, at every $f$, if $d>2$",
    source="james1961estimation",
    covers=("7.2",),
    statement=Lt(d * sigma**2 - (d - 2) ** 2 * sigma**4 * E, d * sigma**2, evaluate=False),
    domain={**above_two, sigma: (0, oo), E: (0, oo)},
    expected="proved",
    note="$E$ is $E[1/\\|\\hat y\\|^2]=E[1/S]/\\sigma^2\\ge e^{-\\eta}/((d-2)\\sigma^2)>0$ (moment_from_below), whatever $f$ is.",
)
