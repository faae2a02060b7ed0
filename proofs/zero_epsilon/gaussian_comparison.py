"""The Gaussian at epsilon = 0: its exact calibration, its costs, and what the optimum among monotone laws gains over it.

Setting. N(0, sigma^2) with s = Delta/sigma has total variation 2 Phi(s/2) - 1 from its copy shifted by Delta, so the exact calibration to
delta is s with delta = 2 Phi(s/2) - 1; everything is written through s.
Errata. The source takes sigma = Delta/(2 delta) for the least that is private and sigma for E|N(0, sigma^2)|. Right: Delta/(2 delta) is
more than needed, E|N| = sigma sqrt(2/pi), the gains tend to 4/pi and 6/pi as delta -> 0 (not to 2 and 3), and the Gaussian's costs tend
to 0 as delta -> 1 (not to Delta/2 and Delta^2/4), the amplitude like 1/sqrt(log(1/(1 - delta))).
"""

from sympy import Abs, Eq, Integral, Interval, Le, Limit, Lt, Max, S, Symbol, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas import additive, gaussian
from dpverify.notation import Delta, d, sigma, x
from dpverify.rules import Specialise
from dpverify.rules.laws import UNIMODAL

s = Symbol("s", positive=True)
line = (x, -oo, oo)
variation = 2 * gaussian.normal_cdf(s / 2) - 1
amplitude = gaussian.amplitude(Delta / s)
section = "geng2018additive, Section 5"
f = gaussian.density

amplitude_as_printed = Claim(
    title="The Gaussian's expected noise amplitude is $\\sigma$",
    source=section,
    covers=("4.8",),
    quote="It is ready to see that the Gaussian noise distribution has an expected noise amplitude $\\sigma=\\frac{{\\Delta}}{2\\delta}$ "
    "and an expected noise power $\\sigma^{2}=\\frac{{\\Delta}^{2}}{4\\delta^{2}}$.",
    statement=Eq(Integral(Abs(x) * f(x), line), sigma, evaluate=False),
    domain={sigma: (0, oo)},
    expected="refuted",
)

amplitude_right = Claim(
    title="The Gaussian's expected noise amplitude is $\\sigma\\sqrt{2/\\pi}$",
    covers=("4.8",),
    corrects="amplitude_as_printed",
    statement=Eq(Integral(Abs(x) * f(x), line), gaussian.amplitude(), evaluate=False),
    domain={sigma: (0, oo)},
    steps=(
        Step(2 * Integral(x * f(x), (x, 0, oo)), "the density is even"),
        Step(2 * sigma**2 * f(S.Zero), "$x\\varphi_\\sigma(x)=-\\sigma^2\\varphi_\\sigma'(x)$"),
        Step(gaussian.amplitude(), "$\\varphi_\\sigma(0)=1/(\\sigma\\sqrt{2\\pi})$"),
    ),
    expected="proved",
)

divergence = Claim(
    title="Total variation of a Gaussian and its copy shifted by $\\Delta$",
    source="balle2018gaussian, Theorem 8",
    covers=("4.8",),
    statement=Eq(
        Integral(Max(0, f(x) - f(x + Delta)), line),
        2 * gaussian.normal_cdf(Delta / (2 * sigma)) - 1,
        evaluate=False,
    ),
    domain={sigma: (0, oo), Delta: (0, oo)},
    steps=(
        Step(
            Integral(f(x), (x, -Delta / 2, oo)) - Integral(f(x + Delta), (x, -Delta / 2, oo)),
            "$f(x)\\ge f(x+\\Delta)$ iff $x\\ge-\\Delta/2$",
        ),
        Step(
            gaussian.normal_cdf(Delta / (2 * sigma)) - gaussian.normal_cdf(-Delta / (2 * sigma)),
            "both integrals in terms of $\\Phi$",
        ),
        Step(2 * gaussian.normal_cdf(Delta / (2 * sigma)) - 1, "$\\Phi(-u)=1-\\Phi(u)$"),
    ),
    expected="proved",
    note="So the least $\\delta$ of $N(0,\\sigma^2)$ is $2\\Phi(\\Delta/(2\\sigma))-1$, and the least $\\sigma$ for $\\delta$ is "
    "$\\Delta/(2\\Phi^{-1}(\\frac{1+\\delta}2))$.",
)

every_shift = Claim(
    title="No shift up to $\\Delta$ moves a Gaussian farther",
    covers=("4.8",),
    statement=Le(
        Integral(Max(0, f(x) - f(x + d)), line),
        2 * gaussian.normal_cdf(Delta / (2 * sigma)) - 1,
        evaluate=False,
    ),
    domain={sigma: (0, oo), Delta: (0, oo), d: Interval(0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Le(Integral(Max(0, f(x) - f(x + d)), line), Integral(Max(0, f(x) - f(x + Delta)), line), evaluate=False),
            "the density is symmetric and unimodal, so the shift $\\Delta$ is the worst",
            rule=Specialise("zero_epsilon.condition.largest", law=UNIMODAL, density=(x, f(x))),
        ),
        Step(
            Eq(
                Integral(Max(0, f(x) - f(x + Delta)), line),
                2 * gaussian.normal_cdf(Delta / (2 * sigma)) - 1,
                evaluate=False,
            ),
            "the divergence at $\\Delta$",
            rule=Specialise("divergence"),
        ),
    ),
    expected="proved",
)

pinsker_is_sufficient = Claim(
    title="$\\sigma=\\Delta/(2\\delta)$ gives a Gaussian more private than asked",
    source="balle2018gaussian",
    covers=("4.8",),
    statement=Lt(variation, s / 2, evaluate=False),
    domain={s: (0, oo)},
    expected="proved",
    note="At $\\sigma=\\Delta/(2\\delta)$, that is $s=2\\delta$, the total variation is less than $\\delta$: sufficient, not necessary.",
)

scale_for_small_delta = Claim(
    title="The exact $\\sigma$ is asymptotic to $\\Delta/(\\delta\\sqrt{2\\pi})$ as $\\delta\\to0$",
    covers=("4.8",),
    statement=Eq(Limit(variation / s, s, 0), 1 / sqrt(2 * pi), evaluate=False),
    expected="proved",
    note="$\\delta\\sigma/\\Delta=\\delta/s$.",
)

QUOTE_GAIN = (
    "Therefore, our result shows a two-fold and three-fold multiplicative gain over the improved Gaussian mechanism in Balle and Wang "
    "2018 for $(0,\\delta)$-differential privacy in the high privacy regime for "
    "minimizing the noise magnitude and the noise power, respectively."
)
QUOTE_LIMIT = (
    "as $\\delta\\to 1$, the cost of the Gaussian mechanism converges to $\\frac{{\\Delta}}{2}$ and $\\frac{{\\Delta}^{2}}{4}$ for the "
    "noise magnitude and the noise power"
)
gain_in_amplitude = amplitude / additive.moment_without_atom(S.One, variation)
gain_in_power = (Delta / s) ** 2 / additive.moment_without_atom(2 * S.One, variation)


def limit(title, expression, place, value, quote=None, corrects=None, note="", steps=()):
    return Claim(
        title=title,
        source=section if quote else None,
        covers=("4.8",),
        quote=quote,
        corrects=corrects,
        statement=Eq(Limit(expression, s, place), value, evaluate=False),
        domain={Delta: (0, oo)},
        steps=steps,
        expected="refuted" if quote else "proved",
        note=note,
    )


SMALL = "$s\\to0$ is $\\delta\\to0$; for small $\\delta$ the best monotone laws cost $\\Delta/(4\\delta)$ and $\\Delta^2/(12\\delta^2)$."
LARGE = "$s\\to\\infty$ is $\\delta\\to1$."
gain_as_printed = limit("The gain in amplitude tends to $2$ as $\\delta\\to0$", gain_in_amplitude, 0, 2, quote=QUOTE_GAIN, note=SMALL)
gain_right = limit(
    "The gain in amplitude tends to $4/\\pi$ as $\\delta\\to0$",
    gain_in_amplitude,
    0,
    4 / pi,
    corrects="gain_as_printed",
    note=SMALL,
    steps=(
        Step(Limit(4 * sqrt(2 / pi) * (variation / s), s, 0), "$\\sigma\\sqrt{2/\\pi}$ over $\\Delta/(4\\delta)$"),
        Step(4 / pi, "$\\delta/s\\to1/\\sqrt{2\\pi}$"),
    ),
)
gain_power_as_printed = limit("The gain in power tends to $3$ as $\\delta\\to0$", gain_in_power, 0, 3, quote=QUOTE_GAIN, note=SMALL)
gain_power_right = limit(
    "The gain in power tends to $6/\\pi$ as $\\delta\\to0$",
    gain_in_power,
    0,
    6 / pi,
    corrects="gain_power_as_printed",
    note=SMALL,
    steps=(
        Step(Limit(12 * (variation / s) ** 2, s, 0), "$\\sigma^2$ over $\\Delta^2/(12\\delta^2)$"),
        Step(6 / pi, "$\\delta/s\\to1/\\sqrt{2\\pi}$"),
    ),
)
limit_as_printed = limit("The amplitude tends to $\\Delta/2$ as $\\delta\\to1$", amplitude, oo, Delta / 2, quote=QUOTE_LIMIT, note=LARGE)
limit_right = limit("The amplitude tends to $0$ as $\\delta\\to1$", amplitude, oo, 0, corrects="limit_as_printed", note=LARGE)
limit_power_as_printed = limit(
    "The power tends to $\\Delta^2/4$ as $\\delta\\to1$", (Delta / s) ** 2, oo, Delta**2 / 4, quote=QUOTE_LIMIT, note=LARGE
)
limit_power_right = limit(
    "The power tends to $0$ as $\\delta\\to1$", (Delta / s) ** 2, oo, 0, corrects="limit_power_as_printed", note=LARGE
)
delta_for_large_s = limit("A Gaussian with $s\\to\\infty$ has $\\delta\\to1$", variation, oo, 1)
decay_for_large_delta = limit(
    "As $\\delta\\to1$, $\\sigma$ vanishes like $1/\\sqrt{\\log(1/(1-\\delta))}$",
    sqrt(log(1 / (1 - variation))) * Delta / s,
    oo,
    Delta * sqrt(2) / 4,
    note=LARGE + " The amplitude $\\sigma\\sqrt{2/\\pi}$ vanishes alike, and the power like the square.",
)
