"""By how much exact calibration lowers the variance of the classical formula.

Setting. t = sqrt(2 log(1.25/delta)), so the classical sigma is Delta t/epsilon. The exact sigma has at most 1/c of the classical
variance iff the noise with s = Delta/sigma = sqrt(c) epsilon/t is private, that is iff delta(epsilon, sqrt(c) epsilon/t) <= delta.
Results. It is false that the variance is lowered by a third (c = 3/2) for every epsilon and delta, and that it is lowered by a factor of
1.4 up to epsilon = 1. For epsilon <= 1 the third holds where delta >= 1.26e-7, and for smaller delta where epsilon <= 180 delta^(1/3);
the factor 1.4 where delta >= 2e-9, and for smaller delta where epsilon <= 280 delta^(2/7). At epsilon = 1 neither
range can be much larger: it fails at delta = 1.25e-7 and 1.99e-9.
Idea. At fixed delta the test rises in epsilon, so only the largest epsilon has to be looked at.
"""

from sympy import Gt, Interval, Le, Lt, Rational, S, Symbol, exp, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import classical_factor, normal_density, privacy_profile
from dpverify.notation import delta, epsilon
from dpverify.rules import Monotone, Specialise

t, s = Symbol("t", positive=True), Symbol("s", positive=True)
C_THIRD, C_MORE = Rational(3, 2), Rational(7, 5)
end = Rational(668, 1000)
rises = "truncated_laplace.gaussian_monotonicity.profile_rises"


def attained(epsilon, delta, c):
    """The least delta of the noise with 1/c of the classical variance."""
    return privacy_profile(epsilon, sqrt(c) * epsilon / classical_factor(delta))


def at_one(c, last, word):
    """The test at epsilon = 1, in t."""
    return Claim(
        title=f"The test for the factor {word} at $\\epsilon=1$",
        covers=("6.7",),
        statement=Lt(privacy_profile(S.One, sqrt(c) / t), Rational(5, 4) * exp(-(t**2) / 2), evaluate=False),
        domain={t: Interval(end, last)},
        expected="proved",
    )


def holds(c, least, lemma, word, power_of_ten, corrects):
    """The region with epsilon <= 1 and delta >= least."""
    factor = classical_factor(delta)
    return Claim(
        title=f"The variance is lowered by a factor of {word} for $\\epsilon\\le1$ and $\\delta\\ge{power_of_ten}$",
        source="balle2018gaussian, Section 5.1",
        covers=("6.7",),
        corrects=corrects,
        statement=Lt(attained(epsilon, delta, c), delta, evaluate=False),
        domain={epsilon: Interval.Lopen(0, 1), delta: Interval.Ropen(least, 1)},
        steps=(
            Step(
                Le(attained(epsilon, delta, c), attained(S.One, delta, c), evaluate=False),
                "at fixed $\\delta$ the largest $\\epsilon$ is the worst",
                rule=Monotone(rises, s, sqrt(c) * epsilon / factor, sqrt(c) / factor, {t: factor / sqrt(c)}),
            ),
            Step(
                Lt(attained(S.One, delta, c), delta, evaluate=False),
                "the case $\\epsilon=1$, at $t=\\sqrt{2\\log(1.25/\\delta)}$",
                rule=Specialise(lemma, {t: factor}),
            ),
        ),
        expected="proved",
    )


def on_line(c, k, start, word):
    """The test at epsilon = k delta^(1 - 1/c), in t."""
    power = 1 - 1 / c
    largest = k * Rational(5, 4) ** power * exp(-power * t**2 / 2)
    place = sqrt(c) * largest / t
    bound = c / t**2 * place * normal_density(t / sqrt(c) - place / 2)
    share = sqrt(c) ** 3 * k * Rational(5, 4) ** power / (t**3 * sqrt(2 * pi)) * exp(largest / 2 - c * largest**2 / (8 * t**2))
    return Claim(
        title=f"The test for the factor {word} on the line $\\epsilon={k}\\,\\delta^{{{power}}}$",
        covers=("6.7",),
        statement=Lt(privacy_profile(largest, place), Rational(5, 4) * exp(-(t**2) / 2), evaluate=False),
        domain={t: Interval(start, oo)},
        steps=(
            Step(
                Le(privacy_profile(largest, place), bound, evaluate=False),
                "the upper bound of the least $\\delta$",
                rule=Specialise("gaussian.profile_bounds.above", {t: t / sqrt(c), s: place}),
            ),
            Step(exp(-(t**2) / 2) * share, "multiply out the square"),
            Step(Lt(exp(-(t**2) / 2) * share, Rational(5, 4) * exp(-(t**2) / 2), evaluate=False), "the factor falls in $t$"),
        ),
        expected="proved",
    )


def below_line(c, k, largest_delta, lemma, word, power_of_ten):
    """The region epsilon <= k delta^(1 - 1/c) for small delta."""
    factor, power = classical_factor(delta), 1 - 1 / c
    return Claim(
        title=f"For $\\delta\\le{power_of_ten}$ it is lowered by a factor of {word} where $\\epsilon\\le{k}\\,\\delta^{{{power}}}$",
        source="balle2018gaussian, Section 5.1",
        covers=("6.7",),
        statement=Lt(attained(epsilon, delta, c), delta, evaluate=False),
        domain={epsilon: (0, oo), delta: Interval.Lopen(0, largest_delta)},
        assumptions=(Le(epsilon, k * delta**power, evaluate=False),),
        steps=(
            Step(
                Le(attained(epsilon, delta, c), attained(k * delta**power, delta, c), evaluate=False),
                "at fixed $\\delta$ the largest $\\epsilon$ is the worst",
                rule=Monotone(rises, s, sqrt(c) * epsilon / factor, sqrt(c) * k * delta**power / factor, {t: factor / sqrt(c)}),
            ),
            Step(
                Lt(attained(k * delta**power, delta, c), delta, evaluate=False),
                "the case of equality, at $t=\\sqrt{2\\log(1.25/\\delta)}$",
                rule=Specialise(lemma, {t: factor}),
            ),
        ),
        expected="proved",
    )


def sharp(c, delta_, word, power_of_ten):
    """Just below the least delta the factor is missed at epsilon = 1."""
    return Claim(
        title=f"At $\\epsilon=1$, $\\delta={power_of_ten}$ the variance is not lowered by a factor of {word}",
        covers=("6.7",),
        statement=Gt(attained(S.One, delta_, c), delta_, evaluate=False),
        expected="proved",
    )


third_at_one = at_one(C_THIRD, Rational("5.6763"), "1.5")
third_holds = holds(C_THIRD, Rational(126, 10**9), "third_at_one", "1.5", "1.26\\cdot10^{-7}", "third")
third_sharp = sharp(C_THIRD, Rational(125, 10**9), "1.5", "1.25\\cdot10^{-7}")
third_on_line = on_line(C_THIRD, 180, Rational(567, 100), "1.5")
third_below_line = below_line(C_THIRD, 180, Rational(126, 10**9), "third_on_line", "1.5", "1.26\\cdot10^{-7}")
more_at_one = at_one(C_MORE, Rational("6.3646"), "1.4")
more_holds = holds(C_MORE, Rational(2, 10**9), "more_at_one", "1.4", "2\\cdot10^{-9}", "more")
more_sharp = sharp(C_MORE, Rational(199, 10**11), "1.4", "1.99\\cdot10^{-9}")
more_on_line = on_line(C_MORE, 280, Rational(636, 100), "1.4")
more_below_line = below_line(C_MORE, 280, Rational(2, 10**9), "more_on_line", "1.4", "2\\cdot10^{-9}")

less_than_a_third = Claim(
    title="A factor of 1.4 is a reduction by $2/7$, less than a third",
    covers=("6.7",),
    statement=Lt(1 - 1 / C_MORE, Rational(1, 3), evaluate=False),
    expected="proved",
    note="So the two sentences of the source do not agree.",
)


def ratio(delta_, value, word):
    """The factor at epsilon = 1 to five digits, by a change of sign."""
    half_digit = Rational(5, 10**5)
    low, high = (attained(S.One, delta_, value + h) / delta_ - 1 for h in (-half_digit, half_digit))
    return Claim(
        title=f"At $\\epsilon=1$, $\\delta={word}$ the variance is lowered by a factor of ${float(value)}$",
        covers=("6.7",),
        statement=Lt(low * high, 0, evaluate=False),
        expected="proved",
        note="The test rises with the factor, so it changes its sign within $5\\cdot10^{-5}$ of the value.",
    )


ratio_6 = ratio(Rational(1, 10**6), Rational(15731, 10**4), "10^{-6}")
ratio_8 = ratio(Rational(1, 10**8), Rational(14334, 10**4), "10^{-8}")
ratio_10 = ratio(Rational(1, 10**10), Rational(13505, 10**4), "10^{-10}")
ratio_20 = ratio(Rational(1, 10**20), Rational(11848, 10**4), "10^{-20}")

third = Claim(
    title="Exact calibration removes at least a third of the classical variance",
    source="balle2018gaussian, Abstract",
    covers=("6.7",),
    quote="Our experiments show that analytical calibration removes at least a third of the variance of the noise compared to the "
    "classical Gaussian mechanism",
    statement=Le(attained(epsilon, delta, C_THIRD), delta, evaluate=False),
    domain={epsilon: (0, 1), delta: (0, 1)},
    points=({epsilon: Rational(99, 100), delta: Rational(1, 10**8)},),
    expected="refuted",
    note="At $\\epsilon=0.99$, $\\delta=10^{-8}$ noise with two thirds of the classical variance is not private.",
)
more = Claim(
    title="The variance is reduced by a factor of 1.4 or more up to $\\epsilon$ close to 1",
    source="balle2018gaussian, Section 5.1",
    covers=("6.7",),
    quote="Even for ε close to 1, the variance is reduced by a factor of 1.4 or more, with larger improvements for larger δ.",
    statement=Le(attained(epsilon, delta, C_MORE), delta, evaluate=False),
    domain={epsilon: (0, 1), delta: (0, 1)},
    points=({epsilon: Rational(99, 100), delta: Rational(1, 10**10)},),
    expected="refuted",
    note="At $\\epsilon=0.99$, $\\delta=10^{-10}$ noise with $1/1.4$ of the classical variance is not private.",
)
