"""Where the soft threshold does harm: every coordinate larger than the noise, and a large one by the factor 1 + t^2.

Setting. A map of d = 64 * 64 = 4096 cells, noise of standard deviation 1, the threshold t = sqrt(2 log d) = 4.08; without denoising every
cell has the risk 1. Results. The risk of a cell rises with its height |mu|, for every t; here it is below 1 up to 0.99 and above 1 from
1.01 on; from |mu| = 6 on it is above 17.5, so that the root mean square error of such a cell is more than 4.1 times that of doing nothing.
As epsilon grows, the noise shrinks and all filled cells come to lie there.
"""

from sympy import Derivative, Ge, Gt, Interval, Le, Lt, Rational, S, Symbol, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.denoising import soft_threshold_risk
from dpverify.formulas.gaussian import normal_cdf
from dpverify.rules import Monotone, Specialise

mu, t = Symbol("mu", real=True), Symbol("t", nonnegative=True)
kept = normal_cdf(t - mu) - normal_cdf(-t - mu)
map_threshold = sqrt(2 * log(4096))

rises = Claim(
    title="The risk of a coordinate rises with its height",
    covers=("7.4",),
    statement=Ge(Derivative(soft_threshold_risk(t, mu), mu), 0, evaluate=False),
    domain={t: Interval(0, oo), mu: Interval(0, oo)},
    steps=(
        Step(2 * mu * kept, "differentiate"),
        Step(
            Ge(normal_cdf(t - mu), normal_cdf(-t - mu), evaluate=False),
            "$\\Phi$ increases",
            rule=Specialise("denoising.soft_threshold.mass"),
            label="mass",
        ),
        Step(Ge(2 * mu * kept, 0, evaluate=False), "no factor is negative", uses=("mass",)),
    ),
    expected="proved",
)


def beyond(height, level, title, **more):
    """From that height on the risk is above the level."""
    return Claim(
        title=title,
        covers=("7.6",),
        statement=Gt(soft_threshold_risk(map_threshold, mu), level, evaluate=False),
        domain={mu: Interval(height, oo)},
        steps=(
            Step(
                Ge(soft_threshold_risk(map_threshold, mu), soft_threshold_risk(map_threshold, height), evaluate=False),
                "it rises",
                rule=Monotone("rises", mu, height, mu, {t: map_threshold}),
            ),
            Step(Gt(soft_threshold_risk(map_threshold, height), level, evaluate=False), "its value there, enclosed"),
        ),
        expected="proved",
        **more,
    )


helps = Claim(
    title="On 4096 cells the soft threshold improves on the release in cells below $0.99$ standard deviations",
    covers=("7.6",),
    statement=Lt(soft_threshold_risk(map_threshold, mu), 1, evaluate=False),
    domain={mu: Interval(0, Rational(99, 100))},
    steps=(
        Step(
            Le(soft_threshold_risk(map_threshold, mu), soft_threshold_risk(map_threshold, Rational(99, 100)), evaluate=False),
            "it rises",
            rule=Monotone("rises", mu, mu, Rational(99, 100), {t: map_threshold}),
        ),
        Step(Lt(soft_threshold_risk(map_threshold, Rational(99, 100)), S.One, evaluate=False), "its value there, enclosed"),
    ),
    expected="proved",
)
harms = beyond(Rational(101, 100), S.One, "Finding: and it is worse than the release in every cell above $1.01$ standard deviations")
large = beyond(
    S(6),
    Rational(35, 2),
    "Finding: a cell of 6 standard deviations or more has more than 17.5 times the risk of the release",
    note="The source says that soft-thresholding can be slightly worse when $\\epsilon>5$. On a map that is mostly filled it is worse by "
    "up to the factor $\\sqrt{1+t^2}=4.2$ in root mean square.",
)
