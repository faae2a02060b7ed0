"""The classical formula sigma = Delta sqrt(2 log(1.25/delta))/epsilon: private for epsilon <= 1, with room to spare, not for all.

Setting. t = sqrt(2 log(1.25/delta)), so delta = 1.25 e^{-t^2/2}, and the classical noise has s = Delta/sigma = epsilon/t.
Results. For 0 < epsilon <= 1 and 0 < delta < 1 its least delta is below 0.32 delta. At delta = 1e-5 it is private up to some epsilon
between 8.4197713 and 8.4197714 and for no larger epsilon; at delta = 0.1 the border lies between 5.7425949 and 5.7425950, at
delta = 1e-6 between 8.7820917 and 8.7820918.
Idea. At fixed delta, t = epsilon/s is fixed, and along fixed t the least delta rises in s (gaussian_monotonicity), so in epsilon:
epsilon = 1 is the worst, and one parameter is left.
"""

from sympy import Ge, Gt, Interval, Le, Lt, Rational, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import classical_factor, privacy_profile
from dpverify.notation import delta, epsilon
from dpverify.rules import Monotone, Specialise

t, s, larger = (Symbol(name, positive=True) for name in ("t", "s", "epsilon_1"))
share = Rational(32, 100)
end = Rational(668, 1000)
rises = "truncated_laplace.gaussian_monotonicity.profile_rises"


def classical(epsilon, delta):
    """The least delta of the classical noise."""
    return privacy_profile(epsilon, epsilon / classical_factor(delta))


worst_epsilon = Claim(
    title="At fixed $\\delta$ the classical noise is the less private the larger $\\epsilon$ is",
    covers=("6.1",),
    statement=Lt(privacy_profile(epsilon, epsilon / t), privacy_profile(larger, larger / t), evaluate=False),
    domain={epsilon: (0, oo), larger: (0, oo), t: (0, oo)},
    assumptions=(Lt(epsilon, larger, evaluate=False),),
    steps=(
        Step(
            Lt(privacy_profile(epsilon, epsilon / t), privacy_profile(larger, larger / t), evaluate=False),
            "at fixed $t=\\epsilon\\sigma/\\Delta$ the least $\\delta$ rises with $s=\\epsilon/t$",
            rule=Monotone(rises, s, epsilon / t, larger / t, strict=True),
        ),
    ),
    expected="proved",
)

at_one = Claim(
    title="At $\\epsilon=1$ the classical noise attains less than $0.32\\,\\delta$",
    source="dwork2014algorithmic, Appendix A",
    covers=("6.1",),
    statement=Lt(privacy_profile(S.One, 1 / t), share * Rational(5, 4) * exp(-(t**2) / 2), evaluate=False),
    domain={t: Interval(end, oo)},
    expected="proved",
    note="$\\delta=1.25\\,e^{-t^2/2}$, and $\\delta\\le1$ means $t\\ge\\sqrt{2\\log1.25}>0.668$.",
)

private = Claim(
    title="For $\\epsilon\\le1$ the classical noise attains less than $0.32\\,\\delta$",
    source="dwork2014algorithmic, Appendix A",
    covers=("6.1",),
    statement=Lt(classical(epsilon, delta), share * delta, evaluate=False),
    domain={epsilon: Interval.Lopen(0, 1), delta: (0, 1)},
    steps=(
        Step(
            Le(classical(epsilon, delta), classical(S.One, delta), evaluate=False),
            "the largest $\\epsilon$ is the worst",
            rule=Monotone(rises, s, epsilon / classical_factor(delta), 1 / classical_factor(delta), {t: classical_factor(delta)}),
        ),
        Step(
            Lt(classical(S.One, delta), share * delta, evaluate=False),
            "the case $\\epsilon=1$, at $t=\\sqrt{2\\log(1.25/\\delta)}$",
            rule=Specialise("at_one", {t: classical_factor(delta)}),
        ),
    ),
    expected="proved",
)

nearly = Claim(
    title="The share $0.32$ is nearly the best: at $\\epsilon=1$, $\\delta=0.999$ the classical noise attains more than $0.317\\,\\delta$",
    covers=("6.1",),
    statement=Gt(classical(S.One, Rational(999, 1000)), Rational(317, 1000) * Rational(999, 1000), evaluate=False),
    expected="proved",
)


def border(delta_, low, word):
    """Between low and low + 1e-7 lies the epsilon where the classical noise ceases to be private."""
    high = low + Rational(1, 10**7)
    t_ = classical_factor(delta_)
    within = Claim(
        title=f"At $\\delta={word}$ the classical noise is private up to $\\epsilon={float(low)}$",
        covers=("6.1",),
        statement=Lt(classical(epsilon, delta_), delta_, evaluate=False),
        domain={epsilon: Interval.Lopen(0, low)},
        steps=(
            Step(
                Le(classical(epsilon, delta_), classical(low, delta_), evaluate=False),
                "the largest $\\epsilon$ is the worst",
                rule=Monotone(rises, s, epsilon / t_, low / t_, {t: t_}),
            ),
            Step(Lt(classical(low, delta_), delta_, evaluate=False), "its value there, enclosed"),
        ),
        expected="proved",
    )
    beyond = Claim(
        title=f"At $\\delta={word}$ the classical noise is not private from $\\epsilon={float(high)}$ on",
        covers=("6.1",),
        statement=Gt(classical(epsilon, delta_), delta_, evaluate=False),
        domain={epsilon: Interval(high, oo)},
        steps=(
            Step(
                Ge(classical(epsilon, delta_), classical(high, delta_), evaluate=False),
                "the smallest $\\epsilon$ is the most private",
                rule=Monotone(rises, s, high / t_, epsilon / t_, {t: t_}),
            ),
            Step(Gt(classical(high, delta_), delta_, evaluate=False), "its value there, enclosed"),
        ),
        expected="proved",
    )
    return within, beyond


small, large = Rational(1, 10**5), Rational(1, 10)
private_small_delta, not_private_small_delta = border(small, Rational(84197713, 10**7), "10^{-5}")
private_large_delta, not_private_large_delta = border(large, Rational(57425949, 10**7), "0.1")

tiny = Rational(1, 10**6)
private_tiny_delta, not_private_tiny_delta = border(tiny, Rational(87820917, 10**7), "10^{-6}")

erratum = Claim(
    title="Erratum: at $\\epsilon=10$ the exact Gaussian noise does not improve on the classical formula, which is too small there",
    source="balle2018gaussian, Section B",
    quote="On real datasets, aGM consistently improves over cGM by a constant factor, while denoising further improves MSE recovery.",
    covers=("6.1", "7.6"),
    statement=Le(classical(epsilon, tiny), tiny, evaluate=False),
    domain={epsilon: Interval.Lopen(0, 10)},
    points=({epsilon: S(10)},),
    expected="refuted",
    note="The exact $\\sigma$ is at most the classical one iff the classical one is private. At $\\delta=10^{-6}$, that of the heat maps, "
    "it is so up to $\\epsilon=8.782$ only (private_tiny_delta); at $\\epsilon=10$ it is smaller, by 2 per cent, and not private.",
)

violation_on_maps = Claim(
    title="At $\\epsilon=10$, $\\delta=10^{-6}$ the classical noise attains more than $1.9\\cdot10^{-6}$",
    covers=("6.1", "7.6"),
    statement=Gt(classical(S(10), tiny), Rational(19, 10**7), evaluate=False),
    expected="proved",
    corrects="erratum",
)

violation = Claim(
    title="At $\\epsilon=10$, $\\delta=10^{-5}$ the classical noise attains more than $2.265\\cdot10^{-5}$",
    covers=("6.1",),
    statement=Gt(classical(S(10), small), Rational(2265, 10**8), evaluate=False),
    expected="proved",
)
violation_at_most = Claim(
    title="At $\\epsilon=10$, $\\delta=10^{-5}$ the classical noise attains less than $2.266\\cdot10^{-5}$",
    covers=("6.1",),
    statement=Lt(classical(S(10), small), Rational(2266, 10**8), evaluate=False),
    expected="proved",
)
