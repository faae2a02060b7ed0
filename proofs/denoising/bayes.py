"""Under the prior f ~ N(0, w^2) the posterior mean is w^2/(w^2 + sigma^2) times the release, with risk w^2 sigma^2/(w^2 + sigma^2).

Problem. The release is f + N(0, sigma^2) in each of d coordinates and f ~ N(0, w^2 I). Which estimate has the least expected squared
error? Result. The posterior mean; its risk is d w^2 sigma^2/(w^2 + sigma^2), and every other factor does worse. Idea. Prior times
likelihood is again a Gaussian in f, so that for each release the estimate a loses the posterior variance plus (a - mean)^2. Coordinates
are independent, so one coordinate is all there is to do, and d of them give d times its risk.
"""

from sympy import Eq, Ge, Gt, Integral, Interval, Naturals, S, Sum, Symbol, Union, exp, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.denoising import bayes_factor, bayes_risk, factor_risk
from dpverify.formulas.gaussian import density
from dpverify.notation import d, sigma, x, y
from dpverify.rules import IntegrateInequality, Specialise, SumInequality, SumLinearity, sequence

f, a, c, e = (Symbol(name, real=True) for name in ("f", "a", "c", "e"))
w = Symbol("w", positive=True)
scales = {w: (0, oo), sigma: (0, oo)}
mean = y * bayes_factor(w)
variance = bayes_risk(w)
line = (x, -oo, oo)
around = (x - mean) ** 2 + 2 * (mean - a) * (x - mean) + (mean - a) ** 2


def posterior(f):
    """Density of f given the release y."""
    return density(f - mean, sqrt(variance))


posterior_law = Claim(
    title="The posterior is $N(\\hat y\\,w^2/(w^2+\\sigma^2),\\;w^2\\sigma^2/(w^2+\\sigma^2))$",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(density(f, w) * density(y - f), density(y, sqrt(w**2 + sigma**2)) * posterior(f), evaluate=False),
    domain={f: S.Reals, y: S.Reals, **scales},
    steps=(
        Step(
            exp(-(w**2 + sigma**2) / (2 * w**2 * sigma**2) * (f - mean) ** 2 - y**2 / (2 * (w**2 + sigma**2))) / (2 * pi * w * sigma),
            "complete the square in $f$",
        ),
        Step(density(y, sqrt(w**2 + sigma**2)) * posterior(f), "two normal densities"),
    ),
    expected="proved",
    note="Prior times likelihood is the law $N(0,w^2+\\sigma^2)$ of the release times the posterior.",
)

posterior_mean = Claim(
    title="The posterior mean is the release times $w^2/(w^2+\\sigma^2)$",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(Integral(x * posterior(x), line), mean, evaluate=False),
    domain={y: S.Reals, **scales},
    expected="proved",
)

posterior_loss = Claim(
    title="Given the release, the estimate $a$ loses the posterior variance and the square of its distance from the posterior mean",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(Integral((x - a) ** 2 * posterior(x), line), variance + (a - mean) ** 2, evaluate=False),
    domain={a: S.Reals, y: S.Reals, **scales},
    steps=(
        Step(
            Eq((x - a) ** 2 * posterior(x), around * posterior(x), evaluate=False),
            "around the mean",
            label="around",
            domain={x: S.Reals},
        ),
        Step(
            Eq(Integral((x - a) ** 2 * posterior(x), line), Integral(around * posterior(x), line), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("around",)),
        ),
        Step(variance + (a - mean) ** 2, "the variance, zero, and the mass one"),
    ),
    expected="proved",
)

optimal = Claim(
    title="No estimate loses less than the posterior mean, whatever the release is",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Ge(Integral((x - a) ** 2 * posterior(x), line), variance, evaluate=False),
    domain={a: S.Reals, y: S.Reals, **scales},
    steps=(
        Step(
            Eq(Integral((x - a) ** 2 * posterior(x), line), variance + (a - mean) ** 2, evaluate=False),
            "the loss given the release",
            rule=Specialise("posterior_loss"),
        ),
        Step(Ge(variance + (a - mean) ** 2, variance, evaluate=False), "a square is non-negative, and zero only at the mean"),
    ),
    expected="proved",
    note="The variance does not depend on the release, so it is the risk, and the least that an estimator can have on average.",
)

F, Y, guess = sequence("f"), sequence("y"), sequence("a")
i, N = Symbol("i", integer=True, positive=True), Symbol("d", integer=True, positive=True)


def posterior_risk(estimate, release):
    """E[(estimate - f)^2] under the posterior of one coordinate, given its release."""
    return Integral((x - estimate) ** 2 * posterior(x).subs(y, release), line)


joint = Claim(
    title="In $d$ coordinates the posterior is the product of the posteriors",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(
        Sum(log(density(F(i), w) * density(Y(i) - F(i))), (i, 1, N)),
        Sum(log(density(Y(i), sqrt(w**2 + sigma**2)) * posterior(F(i)).subs(y, Y(i))), (i, 1, N)),
        evaluate=False,
    ),
    domain={N: Naturals, **scales},
    steps=(
        Step(
            Eq(
                log(density(f, w) * density(y - f)),
                log(density(y, sqrt(w**2 + sigma**2)) * posterior(f)),
                evaluate=False,
            ),
            "one coordinate",
            label="one",
            domain={f: S.Reals, y: S.Reals},
        ),
        Step(
            Eq(
                Sum(log(density(F(i), w) * density(Y(i) - F(i))), (i, 1, N)),
                Sum(log(density(Y(i), sqrt(w**2 + sigma**2)) * posterior(F(i)).subs(y, Y(i))), (i, 1, N)),
                evaluate=False,
            ),
            "logarithms of products add up",
            rule=SumInequality(i, 1, N, "one", {f: F(i), y: Y(i)}),
        ),
    ),
    expected="proved",
    note="The prior of $f$ times the density of the release is a product over the coordinates, since both are independent there; so is the "
    "right side. $f_i$ and $\\hat y_i$ are arbitrary.",
)

in_all = Claim(
    title="Given the release, no estimate of all $d$ coordinates loses less than $d\\,w^2\\sigma^2/(w^2+\\sigma^2)$",
    source="balle2018gaussian, Section 4",
    covers=("7.1", "7.0"),
    statement=Ge(Sum(posterior_risk(guess(i), Y(i)), (i, 1, N)), N * variance, evaluate=False),
    domain={N: Naturals, **scales},
    steps=(
        Step(
            Ge(Sum(posterior_risk(guess(i), Y(i)), (i, 1, N)), Sum(variance, (i, 1, N)), evaluate=False),
            "each coordinate loses at least the posterior variance",
            rule=SumInequality(i, 1, N, "optimal", {a: guess(i), y: Y(i)}),
        ),
        Step(
            Eq(Sum(variance, (i, 1, N)), N * variance, evaluate=False),
            "$d$ times the same",
            rule=SumLinearity(i, 1, N, ((S.One, variance),)),
        ),
    ),
    expected="proved",
    note="$a_i$ is the estimate of $f_i$, and may depend on the whole release $\\hat y$.",
)

attained = Claim(
    title="The posterior means lose exactly that, so the Bayes risk of $d$ coordinates is $d\\,w^2\\sigma^2/(w^2+\\sigma^2)$",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(Sum(posterior_risk(Y(i) * bayes_factor(w), Y(i)), (i, 1, N)), N * variance, evaluate=False),
    domain={N: Naturals, **scales},
    steps=(
        Step(
            Eq(Integral((x - mean) ** 2 * posterior(x), line), variance, evaluate=False),
            "the posterior mean loses the posterior variance",
            label="one",
            domain={y: S.Reals},
        ),
        Step(
            Eq(Sum(posterior_risk(Y(i) * bayes_factor(w), Y(i)), (i, 1, N)), Sum(variance, (i, 1, N)), evaluate=False),
            "in each coordinate",
            rule=SumInequality(i, 1, N, "one", {y: Y(i)}),
        ),
        Step(
            Eq(Sum(variance, (i, 1, N)), N * variance, evaluate=False),
            "$d$ times the same",
            rule=SumLinearity(i, 1, N, ((S.One, variance),)),
        ),
    ),
    expected="proved",
)

risk_at = Claim(
    title="The risk of the factor $c$ at $f$ is $c^2\\sigma^2+(1-c)^2f^2$",
    statement=Eq(Integral((c * x - f) ** 2 * density(x - f), line), factor_risk(c, f**2), evaluate=False),
    domain={f: S.Reals, c: S.Reals, sigma: (0, oo)},
    expected="proved",
)

risk = Claim(
    title="The Bayes risk of $d$ coordinates is $d\\,w^2\\sigma^2/(w^2+\\sigma^2)$",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Eq(d * Integral(factor_risk(bayes_factor(w), x**2) * density(x, w), line), d * variance, evaluate=False),
    domain={d: Interval(1, oo), **scales},
    steps=(
        Step(
            Eq(Integral(factor_risk(c, x**2) * density(x, w), line), factor_risk(c, w**2), evaluate=False),
            "the prior has second moment $w^2$",
            label="average",
            domain={c: S.Reals},
        ),
        Step(
            Eq(
                Integral(factor_risk(bayes_factor(w), x**2) * density(x, w), line),
                factor_risk(bayes_factor(w), w**2),
                evaluate=False,
            ),
            "at the factor of the posterior mean",
            rule=Specialise("average", {c: bayes_factor(w)}),
            label="one",
        ),
        Step(d * factor_risk(bayes_factor(w), w**2), "in each coordinate", uses=("one",)),
        Step(d * variance, "$\\sigma^2w^4+w^2\\sigma^4=w^2\\sigma^2(w^2+\\sigma^2)$"),
    ),
    expected="proved",
)

other_factor = Claim(
    title="Every other factor has a greater risk",
    source="balle2018gaussian, Section 4",
    covers=("7.1",),
    statement=Gt(factor_risk(bayes_factor(w) + e, w**2), variance, evaluate=False),
    domain={e: Union(Interval.open(-oo, 0), Interval.open(0, oo)), **scales},
    steps=(
        Step(variance + (w**2 + sigma**2) * e**2, "multiply out"),
        Step(Gt(variance + (w**2 + sigma**2) * e**2, variance, evaluate=False), "a positive term"),
    ),
    expected="proved",
)
