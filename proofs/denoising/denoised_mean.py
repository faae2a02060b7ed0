"""A private mean at epsilon = 0.01: whoever answers 0 without looking loses no more than the estimators do, or less.

Setting. The mean f of n = 500 vectors of the unit ball in d dimensions, delta = 1e-4: the sensitivity is 2/n = 1/250, and every private
sigma is above 0.69 in each coordinate, more than the whole length of a mean with |f| = 1/2. The answer 0 loses |f|^2. Results, for every
sigma >= 0.69. The Bayes estimator under the prior N(0, w^2 I) with d w^2 = 1/4, which nothing beats on average, gains at most the share
0.53/d of the loss of the answer 0. James-Stein loses at least 2 sigma^2 > 0.95 at every f, so it is worse than the answer 0 wherever
|f|^2 <= 0.95. The soft threshold at sigma sqrt(2 log d) loses at most |f|^2 + 0.38 sigma^2 for d >= 10, so there it beats James-Stein.
Idea. E[1/S] <= 1/(d - 2); the risk of one coordinate exceeds mu^2 by at most its value at 0, which is below 2 phi(t)/t by Mills' bound.
"""

from sympy import Eq, Ge, Gt, Interval, Le, Lt, Range, Rational, S, Sum, Symbol, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.denoising import bayes_risk, inverse_moment, soft_threshold_risk
from dpverify.formulas.gaussian import normal_cdf, normal_density, privacy_profile
from dpverify.notation import d, epsilon, sigma
from dpverify.rules import Cases, Consequence, Monotone, Specialise, SumInequality, SumLinearity, Use, sequence

mu, f = Symbol("mu", real=True), Symbol("f", real=True)
t = Symbol("t", nonnegative=True)
s, u = Symbol("s", positive=True), Symbol("u", positive=True)
F = Symbol("F", nonnegative=True)
least_sigma = Rational(69, 100)
epsilon_, delta_, sensitivity = Rational(1, 100), Rational(1, 10**4), Rational(1, 250)
noisy = {sigma: Interval(least_sigma, oo)}
width = 1 / (2 * sqrt(d))
universal = sqrt(2 * log(d))
experiment = "balle2018gaussian, Section 5.2"

noise = Claim(
    title="At $\\epsilon=0.01$, $\\delta=10^{-4}$ and the sensitivity $1/250$ no $\\sigma\\le0.69$ is private",
    source=experiment,
    covers=("7.6",),
    statement=Gt(privacy_profile(epsilon_, sensitivity / sigma), delta_, evaluate=False),
    domain={sigma: Interval.Lopen(0, least_sigma)},
    steps=(
        Step(
            Ge(privacy_profile(epsilon_, sensitivity / sigma), privacy_profile(epsilon_, sensitivity / least_sigma), evaluate=False),
            "less noise is less private",
            rule=Monotone("gaussian.profile.rises", s, sensitivity / least_sigma, sensitivity / sigma, {epsilon: epsilon_}),
        ),
        Step(Gt(privacy_profile(epsilon_, sensitivity / least_sigma), delta_, evaluate=False), "its value there, enclosed"),
    ),
    expected="proved",
)

bayes_against_zero = Claim(
    title="Finding: at $\\epsilon=0.01$ the Bayes estimator is better than the answer 0 by at most the share $0.53/d$ of the risk",
    covers=("7.6",),
    statement=Ge(d * bayes_risk(width), Rational(1, 4) * (1 - Rational(53, 100) / d), evaluate=False),
    domain={d: Interval(1, oo), **noisy},
    steps=(
        Step(sigma**2 / (4 * (sigma**2 + 1 / (4 * d))), "$w^2=1/(4d)$"),
        Step(
            Ge(sigma**2 / (4 * (sigma**2 + 1 / (4 * d))), Rational(1, 4) * (1 - Rational(53, 100) / d), evaluate=False),
            "$\\sigma^2/(\\sigma^2+w^2)\\ge1-w^2/\\sigma^2$",
        ),
    ),
    expected="proved",
    note="The answer 0 has the risk $E\\|f\\|^2=dw^2=1/4$. At $d=1000$ the share is 0.053 per cent. The source says that "
    "at $\\epsilon=0.01$ denoised methods improve on all other methods, sometimes by orders of magnitude: so they do on the releases; the "
    "answer 0 is not among its methods.",
)

E = Symbol("E", nonnegative=True)
james_stein = d * sigma**2 - (d - 2) ** 2 * sigma**2 * E
above_two = {d: Interval.open(2, oo), E: Interval(0, oo)}
at_most = (Le(E, 1 / (d - 2)),)

james_stein_at_least = Claim(
    title="James-Stein loses at least $2\\sigma^2$ at every $f$",
    source="james1961estimation",
    covers=("7.2", "7.6"),
    statement=Ge(james_stein, 2 * sigma**2, evaluate=False),
    domain={**above_two, sigma: (0, oo)},
    assumptions=at_most,
    steps=(
        Step(
            Ge(james_stein, d * sigma**2 - (d - 2) ** 2 * sigma**2 / (d - 2), evaluate=False),
            "$E\\le1/(d-2)$",
        ),
        Step(2 * sigma**2, "cancel"),
    ),
    expected="proved",
    note="$E$ is $E[1/S]$, which is at most $1/(d-2)$ at every $f$ (james_stein.moment_from_above), and equal to it at $f=0$.",
)

james_stein_against_zero = Claim(
    title="Finding: at $\\epsilon=0.01$ James-Stein is worse than the answer 0 at every mean with $\\|f\\|^2\\le0.95$",
    covers=("7.6",),
    statement=Gt(james_stein, F, evaluate=False),
    domain={F: Interval(0, Rational(95, 100)), **above_two, **noisy},
    assumptions=at_most,
    steps=(
        Step(
            Ge(james_stein, 2 * sigma**2, evaluate=False),
            "at every $f$",
            rule=Specialise("james_stein_at_least"),
        ),
        Step(Gt(2 * sigma**2, F, evaluate=False), "$2\\cdot0.69^2>0.95$"),
    ),
    expected="proved",
    note="$F=\\|f\\|^2$ is the risk of the answer 0, and at most 1 for a mean of vectors in the unit ball; in the experiment it is 1/4.",
)

at_zero = Claim(
    title="A zero coordinate costs less than $2\\varphi(t)/t$ under the soft threshold",
    covers=("7.4",),
    statement=Lt(soft_threshold_risk(s, S.Zero), 2 * normal_density(s) / s, evaluate=False),
    domain={s: (0, oo)},
    steps=(
        Step(2 * (1 + s**2) * normal_cdf(-s) - 2 * s * normal_density(s), "put in"),
        Step(
            Gt(normal_density(s), s * normal_cdf(-s), evaluate=False),
            "Mills' bound",
            rule=Specialise("gaussian.mills.upper", {u: s}),
            label="mills",
        ),
        Step(
            Lt(2 * (1 + s**2) * normal_cdf(-s) - 2 * s * normal_density(s), 2 * normal_density(s) / s, evaluate=False),
            "$(1+t^2)\\varphi/t-t\\varphi=\\varphi/t$",
            rule=Consequence((Use("mills", times=2 * (1 + s**2) / s),)),
        ),
    ),
    expected="proved",
)

excess = soft_threshold_risk(s, mu) - mu**2
right, left = {mu: Interval(0, oo)}, {mu: Interval(-oo, 0)}
one_bound = Le(excess, 2 * normal_density(s) / s, evaluate=False)

one_coordinate = Claim(
    title="Any coordinate costs at most $\\mu^2+2\\varphi(t)/t$",
    covers=("7.4",),
    statement=one_bound,
    domain={s: (0, oo), mu: S.Reals},
    steps=(
        Step(
            Lt(soft_threshold_risk(s, S.Zero), 2 * normal_density(s) / s, evaluate=False),
            "at 0",
            rule=Specialise("at_zero"),
            label="at 0",
        ),
        Step(
            Le(excess, excess.subs(mu, 0), evaluate=False),
            "the risk grows more slowly than $\\mu^2$",
            rule=Monotone("denoising.soft_threshold.excess_falls", mu, S.Zero, mu, {t: s}),
            label="falls",
            domain=right,
        ),
        Step(
            one_bound,
            "for $\\mu\\ge0$",
            rule=Consequence((Use("falls", times=S.One), Use("at 0", times=S.One))),
            label="right",
            domain=right,
        ),
        Step(
            Le(excess.subs(mu, -mu), excess.subs(mu, 0), evaluate=False),
            "at $-\\mu$",
            rule=Monotone("denoising.soft_threshold.excess_falls", mu, S.Zero, -mu, {t: s}),
            label="mirrored",
            domain=left,
        ),
        Step(
            Eq(soft_threshold_risk(s, -mu), soft_threshold_risk(s, mu), evaluate=False),
            "the risk is even",
            rule=Specialise("denoising.soft_threshold.even", {t: s}),
            label="even",
            domain=left,
        ),
        Step(
            one_bound,
            "for $\\mu\\le0$",
            rule=Consequence((Use("mirrored", times=S.One), Use("even", times=-S.One), Use("at 0", times=S.One))),
            label="left",
            domain=left,
        ),
        Step(one_bound, "for all $\\mu$", rule=Cases(mu, ("left", "right"))),
    ),
    expected="proved",
)

X = sequence("f")
N, i = Symbol("d", integer=True, positive=True), Symbol("i", integer=True, positive=True)
universal_N = sqrt(2 * log(N))
index = (i, 1, N)
of_all = Sum(sigma**2 * soft_threshold_risk(universal_N, X(i) / sigma), index)
zero_part = 2 * normal_density(universal_N) / universal_N
bound = Sum(X(i) ** 2 + sigma**2 * zero_part, index)

in_units = Claim(
    title="The same with the noise $\\sigma$",
    covers=("7.4",),
    statement=Le(sigma**2 * soft_threshold_risk(s, f / sigma), f**2 + sigma**2 * 2 * normal_density(s) / s, evaluate=False),
    domain={s: (0, oo), f: S.Reals, sigma: (0, oo)},
    steps=(
        Step(one_bound.subs(mu, f / sigma), "at $\\mu=f/\\sigma$", rule=Specialise("one_coordinate", {mu: f / sigma}), label="unit"),
        Step(
            Le(sigma**2 * soft_threshold_risk(s, f / sigma), f**2 + sigma**2 * 2 * normal_density(s) / s, evaluate=False),
            "times $\\sigma^2$",
            rule=Consequence((Use("unit", times=sigma**2),)),
        ),
    ),
    expected="proved",
)

soft_threshold_of_all = Claim(
    title="The soft threshold loses at most $\\|f\\|^2$, what the answer 0 loses, and $0.38\\,\\sigma^2$ if $d\\ge10$",
    covers=("7.4", "7.6"),
    statement=Le(of_all, Sum(X(i) ** 2, index) + Rational(38, 100) * sigma**2, evaluate=False),
    domain={N: Range(10, oo), sigma: (0, oo)},
    steps=(
        Step(
            Le(of_all, bound, evaluate=False),
            "add up the coordinates",
            rule=SumInequality(i, 1, N, "in_units", {s: universal_N, f: X(i)}),
            label="added",
        ),
        Step(
            Eq(bound, Sum(X(i) ** 2, index) + sigma**2 * zero_part * N, evaluate=False),
            "$d$ times the same",
            rule=SumLinearity(i, 1, N, ((S.One, X(i) ** 2), (sigma**2 * zero_part, S.One)), terms=X(i) ** 2 + sigma**2 * zero_part),
            label="split",
        ),
        Step(
            Le(zero_part * N, Rational(38, 100), evaluate=False),
            "$2d\\varphi(t)/t=1/\\sqrt{\\pi\\log d}$ at $t=\\sqrt{2\\log d}$",
            label="small",
        ),
        Step(
            Le(of_all, Sum(X(i) ** 2, index) + Rational(38, 100) * sigma**2, evaluate=False),
            "put in",
            rule=Consequence((Use("added", times=S.One), Use("split", times=-S.One), Use("small", times=sigma**2))),
        ),
    ),
    expected="proved",
    note="$f_1,f_2,\\dots$ are arbitrary.",
)

equal = d * sigma**2 * soft_threshold_risk(universal, width / sigma)

erratum = Claim(
    title="Erratum, at $\\epsilon=0.01$: James-Stein is not better than the soft threshold in high dimension",
    source=experiment,
    quote="In the high-dimensional setting, the James-Stein estimator provides better accuracy than the alternative denoising method.",
    covers=("7.6",),
    statement=Lt(d * sigma**2 - (d - 2) ** 2 * sigma**2 * inverse_moment(d, 1 / (8 * sigma**2)), equal, evaluate=False),
    domain={d: Interval(3, oo), **noisy},
    points=({d: S(100), sigma: Rational(7, 10)},),
    expected="refuted",
    note="A mean with $\\|f\\|=1/2$, the same in all coordinates. At $\\epsilon=1$, with $\\sigma=0.0128$, the sentence holds "
    "there (at_epsilon_one).",
)

soft_threshold_wins = Claim(
    title="At $\\epsilon=0.01$ and a mean with $\\|f\\|=1/2$ the soft threshold beats James-Stein in every dimension $d\\ge10$",
    covers=("7.6",),
    statement=Gt(james_stein, equal, evaluate=False),
    domain={d: Interval(10, oo), E: Interval(0, oo), **noisy},
    assumptions=at_most,
    steps=(
        Step(
            Ge(james_stein, 2 * sigma**2, evaluate=False),
            "James-Stein pays $2\\sigma^2$",
            rule=Specialise("james_stein_at_least"),
            label="large",
        ),
        Step(
            Le(
                sigma**2 * soft_threshold_risk(universal, width / sigma),
                width**2 + sigma**2 * 2 * normal_density(universal) / universal,
                evaluate=False,
            ),
            "one coordinate of the soft threshold",
            rule=Specialise("in_units", {s: universal, f: width}),
            label="one",
        ),
        Step(
            Le(2 * normal_density(universal) / universal * d, Rational(38, 100), evaluate=False),
            "$2d\\varphi(t)/t=1/\\sqrt{\\pi\\log d}$",
            label="small",
        ),
        Step(
            Gt(james_stein, equal, evaluate=False),
            "$1/4+0.38\\,\\sigma^2<2\\sigma^2$",
            rule=Consequence((Use("large", times=S.One), Use("one", times=d), Use("small", times=sigma**2))),
        ),
    ),
    expected="proved",
    corrects="erratum",
    note="$E$ is $E[1/S]$ (james_stein.moment_from_above); a mean with all coordinates equal, as in the erratum.",
)

at_epsilon_one = Claim(
    title="At $\\epsilon=1$ and $d=100$ James-Stein loses less than half of what the soft threshold does",
    covers=("7.6",),
    statement=Lt(
        2 * (d * sigma**2 - (d - 2) ** 2 * sigma**2 * inverse_moment(d, 1 / (8 * sigma**2))).subs({d: 100, sigma: Rational(128, 10**4)}),
        equal.subs({d: 100, sigma: Rational(128, 10**4)}),
        evaluate=False,
    ),
    expected="certified",
)
