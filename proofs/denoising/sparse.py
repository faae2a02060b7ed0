"""With s non-zero coordinates the soft threshold has a risk of the order s sigma^2 (1 + log d), against d sigma^2 without denoising.

Problem. f has s >= 1 non-zero coordinates among d. What does the soft threshold at sigma sqrt(2 log d) cost? Result. At most
4 s sigma^2 (1 + log d), whatever the non-zero coordinates are; and if they are large, about s sigma^2 (1 + 2 log d), so that the order
cannot be improved for this estimate. Idea. A non-zero coordinate costs at most 1 + t^2, a zero one at most (1 + t^2)/d.
"""

from sympy import Eq, Ge, Interval, Le, Limit, Naturals, S, Sum, Symbol, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.denoising import soft_threshold_risk
from dpverify.formulas.gaussian import normal_cdf, normal_density
from dpverify.notation import d, sigma
from dpverify.rules import Consequence, Specialise, SumInequality, SumLinearity, Use, sequence

mu, t = Symbol("mu", real=True), Symbol("t", nonnegative=True)
s, R, Z = Symbol("s", positive=True), Symbol("R", nonnegative=True), Symbol("Z", nonnegative=True)
universal = sqrt(2 * log(d))
rate = 2 * log(d) + 1

zero_coordinate = Claim(
    title="A zero coordinate costs at most $(2\\log d+1)/d$",
    covers=("7.5",),
    statement=Le(soft_threshold_risk(universal, S.Zero), rate / d, evaluate=False),
    domain={d: Interval(1, oo)},
    steps=(
        Step(
            Le(soft_threshold_risk(universal, S.Zero), rate / d, evaluate=False),
            "$e^{-t^2/2}=1/d$",
            rule=Specialise("denoising.soft_threshold.at_zero", {t: universal}),
        ),
    ),
    expected="proved",
)

other_coordinate = Claim(
    title="Any coordinate costs at most $2\\log d+1$",
    covers=("7.5",),
    statement=Ge(rate - soft_threshold_risk(universal, mu), 0, evaluate=False),
    domain={d: Interval(1, oo), mu: S.Reals},
    steps=(
        Step(
            Ge(rate - soft_threshold_risk(universal, mu), 0, evaluate=False),
            "$1+t^2=1+2\\log d$",
            rule=Specialise("denoising.soft_threshold.largest", {t: universal}),
        ),
    ),
    expected="proved",
)

claim = Claim(
    title="With $s$ non-zero coordinates the risk is at most $4s\\sigma^2(1+\\log d)$",
    source="balle2018gaussian, Section 4",
    covers=("7.5",),
    statement=Le(sigma**2 * (R + Z), 4 * s * sigma**2 * (1 + log(d)), evaluate=False),
    domain={s: Interval(1, oo), d: Interval(1, oo), sigma: (0, oo), R: Interval(0, oo), Z: Interval(0, oo)},
    assumptions=(Le(R, s * rate, evaluate=False), Le(Z, (d - s) * rate / d, evaluate=False)),
    steps=(
        Step(Le(sigma**2 * (R + Z), sigma**2 * rate * (s + 1 - s / d), evaluate=False), "add up"),
        Step(Le(sigma**2 * rate * (s + 1 - s / d), 4 * s * sigma**2 * (1 + log(d)), evaluate=False), "$s+1\\le2s$"),
    ),
    expected="proved",
    note="$R$ is the risk of the $s$ non-zero coordinates in units of $\\sigma^2$, bounded by other_coordinate, $Z$ that of the $d-s$ zero "
    "ones, bounded by zero_coordinate.",
)

F = sequence("f")
i, N = Symbol("i", integer=True, positive=True), Symbol("d", integer=True, positive=True)
count = Symbol("s", integer=True, positive=True)
universal_N, rate_N = universal.subs(d, N), rate.subs(d, N)
filled = Sum(sigma**2 * soft_threshold_risk(universal_N, F(i) / sigma), (i, 1, count))
empty = (N - count) * sigma**2 * soft_threshold_risk(universal_N, S.Zero)

of_one = Claim(
    title="The same with the noise $\\sigma$",
    covers=("7.5",),
    statement=Le(sigma**2 * soft_threshold_risk(universal, mu), sigma**2 * rate, evaluate=False),
    domain={d: Interval(1, oo), mu: S.Reals, sigma: (0, oo)},
    steps=(
        Step(
            Le(sigma**2 * soft_threshold_risk(universal, mu), sigma**2 * rate, evaluate=False),
            "times $\\sigma^2$",
            rule=Consequence((Use("other_coordinate", times=sigma**2),)),
        ),
    ),
    expected="proved",
)

of_all = Claim(
    title="All coordinates: $s$ arbitrary ones and $d-s$ zeros cost at most $4s\\sigma^2(1+\\log d)$",
    source="balle2018gaussian, Section 4",
    covers=("7.5",),
    statement=Le(filled + empty, 4 * count * sigma**2 * (1 + log(N)), evaluate=False),
    domain={count: Naturals, N: Naturals, sigma: (0, oo)},
    assumptions=(Le(count, N),),
    steps=(
        Step(
            Le(filled, Sum(sigma**2 * rate_N, (i, 1, count)), evaluate=False),
            "each of the $s$ costs at most $2\\log d+1$",
            rule=SumInequality(i, 1, count, "of_one", {mu: F(i) / sigma, d: N}),
            label="non-zero",
        ),
        Step(
            Eq(Sum(sigma**2 * rate_N, (i, 1, count)), count * sigma**2 * rate_N, evaluate=False),
            "$s$ times the same",
            rule=SumLinearity(i, 1, count, ((S.One, sigma**2 * rate_N),)),
            label="s times",
        ),
        Step(
            Le(soft_threshold_risk(universal_N, S.Zero), rate_N / N, evaluate=False),
            "a zero coordinate",
            rule=Specialise("zero_coordinate", {d: N}),
            label="zero",
        ),
        Step(
            Le(filled + empty, count * sigma**2 * rate_N + (N - count) * sigma**2 * rate_N / N, evaluate=False),
            "add up",
            rule=Consequence((Use("non-zero", times=S.One), Use("s times", times=-S.One), Use("zero", times=(N - count) * sigma**2))),
        ),
        Step(
            Le(
                count * sigma**2 * rate_N + (N - count) * sigma**2 * rate_N / N,
                4 * count * sigma**2 * (1 + log(N)),
                evaluate=False,
            ),
            "$(d-s)/d\\le1\\le s$",
        ),
    ),
    expected="proved",
    note="The coordinates are numbered so that the $s$ arbitrary ones come first.",
)

saturates = Claim(
    title="A large coordinate costs $1+t^2$",
    covers=("7.5",),
    statement=Eq(Limit(soft_threshold_risk(t, mu), mu, oo), 1 + t**2, evaluate=False),
    domain={t: (0, oo)},
    steps=(
        Step(
            Eq(Limit((mu**2 - t**2 - 1) * (normal_cdf(t - mu) - normal_cdf(-t - mu)), mu, oo), 0, evaluate=False),
            "nothing is set to 0",
        ),
        Step(
            Eq(Limit((t - mu) * normal_density(t + mu) + (t + mu) * normal_density(t - mu), mu, oo), 0, evaluate=False),
            "the density vanishes faster than powers",
        ),
        Step(1 + t**2, "what is left"),
    ),
    expected="proved",
    note="So $s$ large coordinates cost about $s\\sigma^2(1+2\\log d)$: the order is right for this estimate.",
)

gain = Claim(
    title="Against the release, whose risk is $d\\sigma^2$, the ratio tends to 0 for a fixed $s$",
    covers=("7.5",),
    statement=Eq(Limit(4 * s * sigma**2 * (1 + log(d)) / (d * sigma**2), d, oo), 0, evaluate=False),
    domain={s: Interval(1, oo), sigma: (0, oo)},
    steps=(
        Step(Limit(4 * s * (1 + log(d)) / d, d, oo), "$\\sigma$ cancels"),
        Step(0, "logarithms grow more slowly than powers"),
    ),
    expected="proved",
    note="That no estimate does better in order is quoted, not shown.",
)
