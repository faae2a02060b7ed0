"""Where the d - 2 of the James-Stein factor comes from, and that maximum likelihood would give d.

Problem. Under the prior f ~ N(0, w^2 I) the Bayes factor is 1 - sigma^2/V, V = w^2 + sigma^2. How is 1/V to be estimated from ||y||^2?
Result. ||y||^2/V is chi-square with d degrees of freedom, so (d-2)/||y||^2 has the mean 1/V: the factor 1 - (d-2) sigma^2/||y||^2 is
unbiased. The likelihood of V is greatest at ||y||^2/d, so the maximum-likelihood estimate of w^2 is (||y||^2/d - sigma^2)_+, not
||y||^2, and it gives 1 - d sigma^2/||y||^2. Idea. Euler's integral; log z <= z - 1.
"""

from sympy import Eq, Ge, Integral, Interval, Le, S, Symbol, exp, gamma, log, oo

from dpverify import Claim, Step
from dpverify.formulas.denoising import bayes_factor, log_likelihood
from dpverify.notation import d, sigma, x
from dpverify.rules import Specialise

V, s, z, w = (Symbol(name, positive=True) for name in ("V", "s", "z", "w"))
W = Symbol("W", nonnegative=True)
chi_square = x ** (d / 2 - 1) * exp(-x / 2) / (2 ** (d / 2) * gamma(d / 2))
positive = {d: (0, oo), s: (0, oo)}

unbiased = Claim(
    title="$E[(d-2)/\\|\\hat y\\|^2]=1/(w^2+\\sigma^2)$",
    source="balle2018gaussian, Section A.3",
    covers=("7.3",),
    statement=Eq(Integral((d - 2) / (V * x) * chi_square, (x, 0, oo)), 1 / V, evaluate=False),
    domain={d: Interval.open(2, oo), V: (0, oo)},
    steps=(
        Step((d - 2) / V * Integral(x ** (d / 2 - 2) * exp(-x / 2) / (2 ** (d / 2) * gamma(d / 2)), (x, 0, oo)), "constant factors"),
        Step(
            Eq(
                Integral(x ** (d / 2 - 2) * exp(-x / 2) / (2 ** (d / 2) * gamma(d / 2)), (x, 0, oo)),
                1 / (d - 2),
                evaluate=False,
            ),
            "$E[1/\\chi^2_d]$",
            rule=Specialise("denoising.james_stein.central"),
            label="central",
        ),
        Step(1 / V, "cancel", uses=("central",)),
    ),
    expected="proved",
    note="$\\|\\hat y\\|^2=VX$ with $X\\sim\\chi^2_d$ and $V=w^2+\\sigma^2$, the variance of one coordinate (bayes.posterior_law).",
)

factor = Claim(
    title="So the factor $1-(d-2)\\sigma^2/\\|\\hat y\\|^2$ has the Bayes factor as its mean",
    source="balle2018gaussian, Section A.3",
    covers=("7.3",),
    statement=Eq(
        1 - sigma**2 * Integral((d - 2) / (V * x) * chi_square, (x, 0, oo)).subs(V, w**2 + sigma**2), bayes_factor(w), evaluate=False
    ),
    domain={d: Interval.open(2, oo), w: (0, oo), sigma: (0, oo)},
    steps=(
        Step(
            Eq(Integral((d - 2) / (V * x) * chi_square, (x, 0, oo)).subs(V, w**2 + sigma**2), 1 / (w**2 + sigma**2), evaluate=False),
            "at $V=w^2+\\sigma^2$",
            rule=Specialise("unbiased", {V: w**2 + sigma**2}),
            label="mean",
        ),
        Step(1 - sigma**2 / (w**2 + sigma**2), "put in", uses=("mean",)),
        Step(bayes_factor(w), "one fraction"),
    ),
    expected="proved",
)

logarithm = Claim(
    title="$\\log z\\le z-1$",
    statement=Le(log(z), z - 1, evaluate=False),
    domain={z: (0, oo)},
    expected="proved",
)

greatest = Claim(
    title="The likelihood of $V=w^2+\\sigma^2$ is greatest at $\\|\\hat y\\|^2/d$",
    source="balle2018gaussian, Section A.3",
    covers=("7.3",),
    statement=Le(log_likelihood(d, s, V), log_likelihood(d, s, s / d), evaluate=False),
    domain={**positive, V: (0, oo)},
    steps=(
        Step(
            Le(log(s / (d * V)), s / (d * V) - 1, evaluate=False),
            "$\\log z\\le z-1$",
            rule=Specialise("logarithm", {z: s / (d * V)}),
            label="log",
        ),
        Step(log_likelihood(d, s, s / d) + d / 2 * (log(s / (d * V)) - (s / (d * V) - 1)), "take out the value at $s/d$"),
        Step(
            Le(
                log_likelihood(d, s, s / d) + d / 2 * (log(s / (d * V)) - (s / (d * V) - 1)),
                log_likelihood(d, s, s / d),
                evaluate=False,
            ),
            "the rest is at most 0",
            uses=("log",),
        ),
    ),
    expected="proved",
    corrects="erratum",
    note="$s=\\|\\hat y\\|^2$; equality only at $V=s/d$, since $\\log z=z-1$ only at $z=1$. So $w^2=s/d-\\sigma^2$ if that is $\\ge0$.",
)

at_the_edge = Claim(
    title="If $\\|\\hat y\\|^2\\le d\\sigma^2$, the likelihood is greatest at $w^2=0$",
    covers=("7.3",),
    statement=Le(log_likelihood(d, s, sigma**2 + W), log_likelihood(d, s, sigma**2), evaluate=False),
    domain={**positive, sigma: (0, oo), W: Interval(0, oo)},
    assumptions=(Le(s, d * sigma**2),),
    steps=(
        Step(
            Ge(log((sigma**2 + W) / sigma**2), 1 - sigma**2 / (sigma**2 + W), evaluate=False),
            "$\\log z\\ge1-1/z$",
            label="log",
        ),
        Step(
            log_likelihood(d, s, sigma**2)
            - d / 2 * (log((sigma**2 + W) / sigma**2) - (1 - sigma**2 / (sigma**2 + W)))
            - (d * sigma**2 - s) * W / (2 * sigma**2 * (sigma**2 + W)),
            "take out the value at $W=0$",
        ),
        Step(
            Le(
                log_likelihood(d, s, sigma**2)
                - d / 2 * (log((sigma**2 + W) / sigma**2) - (1 - sigma**2 / (sigma**2 + W)))
                - (d * sigma**2 - s) * W / (2 * sigma**2 * (sigma**2 + W)),
                log_likelihood(d, s, sigma**2),
                evaluate=False,
            ),
            "the rest is at most 0",
            uses=("log",),
        ),
    ),
    expected="proved",
    note="$W$ is $w^2$. Together with greatest: the estimate is $(\\|\\hat y\\|^2/d-\\sigma^2)_+$.",
)

plugged_in = Claim(
    title="The maximum-likelihood estimate gives the factor $1-d\\sigma^2/\\|\\hat y\\|^2$",
    covers=("7.3",),
    statement=Eq((s / d - sigma**2) / (s / d - sigma**2 + sigma**2), 1 - d * sigma**2 / s, evaluate=False),
    domain={**positive, sigma: (0, oo)},
    expected="proved",
    note="Without the positive part its risk is greater by $4\\sigma^4E[1/\\|\\hat y\\|^2]$ than with $d-2$ (james_stein.best_factor).",
)

erratum = Claim(
    title="Erratum: the maximum-likelihood estimate of $w^2$ is $\\|\\hat y\\|^2$",
    source="balle2018gaussian, Section A.3",
    quote="The maximum-likelihood estimate of the signal variance is w^2 = ||y||^2.",
    covers=("7.3",),
    statement=Ge(log_likelihood(d, s, s + sigma**2), log_likelihood(d, s, W + sigma**2), evaluate=False),
    domain={**positive, sigma: (0, oo), W: Interval(0, oo)},
    points=({d: S(3), s: S(3), sigma: S(1), W: S(0)},),
    expected="refuted",
    note="The sentence after it, that $w^2+\\sigma^2$ follows a chi-squared law, speaks of $\\|\\hat y\\|^2/(w^2+\\sigma^2)$.",
)
