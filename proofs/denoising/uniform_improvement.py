"""The release y = f + N(0, sigma^2 I) can be improved on at every f at once, but not in the worst case.

Problem. Is there an estimate with a smaller risk than the release, d sigma^2, for every f? Result. Yes for d >= 3: James-Stein. What no
estimate has is a worst-case risk below d sigma^2, since the worst case is at least the average over the prior N(0, w^2 I), and the Bayes
risk tends to d sigma^2 as w grows. A fixed factor other than 1 has an unbounded risk.
"""

from sympy import Eq, Ge, Gt, Integral, Interval, Le, Limit, Lt, Naturals, S, Sum, Symbol, Union, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.denoising import bayes_factor, bayes_risk, factor_risk, inverse_moment
from dpverify.formulas.gaussian import density
from dpverify.notation import d, sigma, x, y
from dpverify.rules import (
    BayesBound,
    Consequence,
    LimitOfBound,
    RiskOfEstimate,
    Specialise,
    Substitution,
    SumInequality,
    SumLinearity,
    Use,
    minimax_risk,
    sequence,
)
from dpverify.rules.minimax import losses

f, e, B = Symbol("f", real=True), Symbol("e", real=True), Symbol("B", positive=True)
E, w = Symbol("E", positive=True), Symbol("w", positive=True)
eta, gap = Symbol("eta", nonnegative=True), Symbol("g", positive=True)

erratum = Claim(
    title="Erratum: no estimate improves on the release at every $f$; James-Stein does not",
    source="balle2018gaussian, Section 4",
    quote="Without additional information about f(x), uniform improvement over all f(x) is impossible.",
    covers=("7.0",),
    statement=Ge(d * sigma**2 - (d - 2) ** 2 * sigma**2 * inverse_moment(d, eta), d * sigma**2, evaluate=False),
    domain={d: Interval(3, oo), eta: Interval(0, oo), sigma: (0, oo)},
    points=({d: S(3), eta: S(0), sigma: S(1)},),
    expected="refuted",
    note="The sentence would need some $f$ at which James-Stein has the risk $d\\sigma^2$ or more. At $d=3$, $f=0$ it has $2\\sigma^2$; at "
    "every other $f$ it is below as well (improvement).",
)

improvement = Claim(
    title="James-Stein improves on the release at every $f$ if $d\\ge3$",
    source="james1961estimation",
    covers=("7.0",),
    statement=Lt(d * sigma**2 - (d - 2) ** 2 * sigma**4 * E, d * sigma**2, evaluate=False),
    domain={d: Interval(3, oo), sigma: (0, oo), E: (0, oo)},
    steps=(
        Step(
            Lt(d * sigma**2 - (d - 2) ** 2 * sigma**4 * E, d * sigma**2, evaluate=False),
            "the risk of James-Stein",
            rule=Specialise("denoising.james_stein.domination"),
        ),
    ),
    expected="proved",
    corrects="erratum",
    note="$E=E[1/\\|\\hat y\\|^2]>0$ depends on $f$; the inequality holds whatever it is.",
)

constant = Claim(
    title="The release has the same risk $\\sigma^2$ in each coordinate at every $f$",
    source="balle2018gaussian, Section 4",
    covers=("7.0",),
    statement=Eq(Integral((x - f) ** 2 * density(x - f), (x, -oo, oo)), sigma**2, evaluate=False),
    domain={f: S.Reals, sigma: (0, oo)},
    steps=(
        Step(
            Eq(
                Integral((x - f) ** 2 * density(x - f), (x, -oo, oo)),
                Integral(x**2 * density(x), (x, -oo, oo)),
                evaluate=False,
            ),
            "only the noise matters",
            rule=Substitution(x, (x - f) ** 2 * density(x - f), shift=f),
        ),
        Step(sigma**2, "the variance of the noise"),
    ),
    expected="proved",
)

unbounded = Claim(
    title="A factor other than 1 has an unbounded risk",
    covers=("7.0",),
    statement=Gt(factor_risk(1 + e, f**2).subs(f, B / e), B**2, evaluate=False),
    domain={e: Union(Interval.open(-oo, -1), Interval.open(-1, 0), Interval.open(0, oo)), B: (0, oo), sigma: (0, oo)},
    steps=(
        Step((1 + e) ** 2 * sigma**2 + B**2, "put in"),
        Step(Gt((1 + e) ** 2 * sigma**2 + B**2, B**2, evaluate=False), "a positive term"),
    ),
    expected="proved",
    note="At $f=B/e$ the factor $1+e$ has the risk $(1+e)^2\\sigma^2+B^2$; the factor 0 has $B^2$ there.",
)

least_favourable = Claim(
    title="The Bayes risk under a wide prior comes as near to $d\\sigma^2$ as one likes",
    covers=("7.0",),
    statement=Gt(d * bayes_risk(sigma / sqrt(gap)), (1 - gap) * d * sigma**2, evaluate=False),
    domain={d: Interval(1, oo), sigma: (0, oo), gap: (0, oo)},
    steps=(
        Step(d * sigma**2 / (1 + gap), "$w^2=\\sigma^2/g$"),
        Step(Gt(d * sigma**2 / (1 + gap), (1 - gap) * d * sigma**2, evaluate=False), "$(1-g)(1+g)<1$"),
    ),
    expected="proved",
    note="No estimate has a smaller average over the prior than the Bayes risk, and the worst case is at least the average (average): no "
    "worst-case risk is below $d\\sigma^2$, so the release is minimax (minimax).",
)

N, i = Symbol("d", integer=True, positive=True), Symbol("i", integer=True, positive=True)
F, Y, guess = sequence("f"), sequence("y"), sequence("a")
mean, variance = y * bayes_factor(w), bayes_risk(w)


def posterior(x):
    """The law of one coordinate of f given its release."""
    return density(x - mean, sqrt(variance))


average = Claim(
    title="No worst-case risk is below the Bayes risk $d\\,w^2\\sigma^2/(w^2+\\sigma^2)$ under the prior $N(0,w^2I)$",
    source="balle2018gaussian, Section 4",
    covers=("7.0", "7.1"),
    statement=Ge(minimax_risk(N, sigma), N * variance, evaluate=False),
    domain={N: Naturals, sigma: (0, oo), w: (0, oo)},
    steps=(
        Step(
            Eq(density(x, w) * density(y - x), density(y, sqrt(w**2 + sigma**2)) * posterior(x), evaluate=False),
            "prior and posterior",
            rule=Specialise("denoising.bayes.posterior_law", {f: x}),
            label="joint",
            domain={x: S.Reals, y: S.Reals},
        ),
        Step(
            Ge(losses(x, guess(i), posterior(x).subs(y, Y(i)), x, i, N), N * variance, evaluate=False),
            "what every estimate $a$ loses given the release",
            rule=Specialise("denoising.bayes.in_all"),
            label="least",
        ),
        Step(
            Ge(minimax_risk(N, sigma), N * variance, evaluate=False),
            "the worst case is at least the average",
            rule=BayesBound(N, sigma, i, x, y, density(x, w), density(y, sqrt(w**2 + sigma**2)), posterior(x), "joint", "least"),
        ),
    ),
    expected="proved",
    note="$R(d,\\sigma)$ is the least worst-case risk: the infimum over all estimates $a(\\hat y)$ of the supremum of "
    "$E\\|a(\\hat y)-f\\|^2$ over all $f\\in\\mathbb{R}^d$.",
)

release = Claim(
    title="The release itself has the risk $d\\sigma^2$ at every $f$",
    source="balle2018gaussian, Section 4",
    covers=("7.0",),
    statement=Le(minimax_risk(N, sigma), N * sigma**2, evaluate=False),
    domain={N: Naturals, sigma: (0, oo)},
    steps=(
        Step(
            Eq(losses(x, F(i), density(x - F(i)), x, i, N), Sum(sigma**2, (i, 1, N)), evaluate=False),
            "the same in each coordinate",
            rule=SumInequality(i, 1, N, "constant", {f: F(i)}),
            label="terms",
        ),
        Step(
            Eq(Sum(sigma**2, (i, 1, N)), N * sigma**2, evaluate=False),
            "$d$ times the same",
            rule=SumLinearity(i, 1, N, ((S.One, sigma**2),)),
            label="total",
        ),
        Step(
            Eq(losses(x, F(i), density(x - F(i)), x, i, N), N * sigma**2, evaluate=False),
            "put in",
            uses=("terms", "total"),
            label="risk",
        ),
        Step(
            Le(minimax_risk(N, sigma), N * sigma**2, evaluate=False),
            "the least worst case is at most that of the release",
            rule=RiskOfEstimate(N, sigma, i, x, x, "risk"),
        ),
    ),
    expected="proved",
)

minimax = Claim(
    title="The release is minimax: the least worst-case risk is $d\\sigma^2$",
    source="balle2018gaussian, Section 4",
    covers=("7.0",),
    statement=Eq(minimax_risk(N, sigma), N * sigma**2, evaluate=False),
    domain={N: Naturals, sigma: (0, oo)},
    steps=(
        Step(
            Ge(minimax_risk(N, sigma), N * variance, evaluate=False),
            "the Bayes risk",
            rule=Specialise("average"),
            label="bayes",
            domain={w: (0, oo)},
        ),
        Step(
            Ge(minimax_risk(N, sigma), Limit(N * variance, w, oo), evaluate=False),
            "under an ever wider prior",
            rule=LimitOfBound("bayes", w),
            label="wide",
        ),
        Step(Eq(Limit(N * variance, w, oo), N * sigma**2, evaluate=False), "it tends to $d\\sigma^2$", label="limit"),
        Step(
            Ge(minimax_risk(N, sigma), N * sigma**2, evaluate=False),
            "put in",
            rule=Consequence((Use("wide", times=S.One), Use("limit", times=S.One))),
            label="below",
        ),
        Step(Le(minimax_risk(N, sigma), N * sigma**2, evaluate=False), "the release", rule=Specialise("release"), label="above"),
        Step(Eq(minimax_risk(N, sigma), N * sigma**2, evaluate=False), "both", rule=Consequence(("below", "above"))),
    ),
    expected="proved",
    note="So is James-Stein, which is nowhere above $d\\sigma^2$ (improvement).",
)

limit = Claim(
    title="The Bayes risk tends to $d\\sigma^2$",
    covers=("7.0",),
    statement=Eq(Limit(d * bayes_risk(w), w, oo), d * sigma**2, evaluate=False),
    domain={d: Interval(1, oo), sigma: (0, oo)},
    expected="proved",
)
