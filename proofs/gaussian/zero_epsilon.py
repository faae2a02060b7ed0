"""(0, delta)-DP by Gaussian noise: total variation, Pinsker's bound, and the condition on the privacy loss that cannot show it.

Result. The total variation distance of N(0, sigma^2) and its shift by Delta is 2 Phi(Delta/(2 sigma)) - 1, which is at most Pinsker's
bound sqrt(KL/2) = Delta/(2 sigma). So sigma = Delta/(2 delta) suffices. The privacy loss is positive with probability
Phi(sqrt(eta/2)) > 1/2, eta = Delta^2/(2 sigma^2): asking that P[L > 0] <= delta never succeeds for delta <= 1/2.
"""

from sympy import Derivative, Eq, Gt, Integral, Interval, Lt, Max, Rational, S, Symbol, log, oo, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import density, loss_density, normal_cdf, normal_density, privacy_profile
from dpverify.notation import Delta, delta, epsilon, sigma, x
from dpverify.rules import IntegrateInequality, Monotone, Specialise

line = (x, -oo, oo)
D, eta, s = (Symbol(name, positive=True) for name in ("D", "eta", "s"))
w = Symbol("w", nonnegative=True)
both = {sigma: (0, oo), D: (0, oo)}

total_variation = Claim(
    title="The total variation distance of the Gaussian and its shift",
    source="balle2018gaussian, Section A.1",
    covers=("6.6",),
    statement=Eq(Integral(Max(0, density(x) - density(x + D)), line), 2 * normal_cdf(D / (2 * sigma)) - 1, evaluate=False),
    domain=both,
    steps=(
        Step(
            Eq(
                Integral(Max(0, density(x) - density(x + D)), line),
                privacy_profile(S.Zero, D / sigma),
                evaluate=False,
            ),
            "the divergence at $\\epsilon=0$",
            rule=Specialise("gaussian.privacy.divergence", {epsilon: S.Zero}),
        ),
        Step(2 * normal_cdf(D / (2 * sigma)) - 1, "$\\Phi(-t)=1-\\Phi(t)$"),
    ),
    expected="proved",
)

excess = w / 2 - (2 * normal_cdf(w / 2) - 1)
excess_rises = Claim(
    title="$s/2-(2\\Phi(s/2)-1)$ rises",
    statement=Gt(Derivative(excess, w), 0, evaluate=False),
    domain={w: Interval(0, oo)},
    steps=(
        Step(Eq(Derivative(excess, w), Rational(1, 2) - normal_density(w / 2), evaluate=False), "differentiate"),
        Step(Gt(Rational(1, 2) - normal_density(w / 2), 0, evaluate=False), "$\\varphi\\le1/\\sqrt{2\\pi}<\\frac12$"),
    ),
    expected="proved",
)

pinsker = Claim(
    title="Total variation is below Pinsker's bound $\\sqrt{\\eta/2}=\\Delta/(2\\sigma)$",
    source="balle2018gaussian, Section A.1",
    covers=("6.6",),
    statement=Lt(2 * normal_cdf(D / (2 * sigma)) - 1, D / (2 * sigma), evaluate=False),
    domain=both,
    steps=(
        Step(
            Lt(excess.subs(w, 0), excess.subs(w, D / sigma), evaluate=False),
            "the excess rises from zero",
            rule=Monotone("excess_rises", w, S.Zero, D / sigma, strict=True),
            label="excess",
        ),
        Step(Lt(2 * normal_cdf(D / (2 * sigma)) - 1, D / (2 * sigma), evaluate=False), "$\\Phi(0)=\\frac12$", uses=("excess",)),
    ),
    expected="proved",
)

affine = x * D / sigma**2 + D**2 / (2 * sigma**2)
divergence = Claim(
    title="The Kullback-Leibler divergence is $\\eta=D^2/(2\\sigma^2)$",
    source="balle2018gaussian, Section A.1",
    covers=("6.6",),
    statement=Eq(Integral(density(x) * log(density(x) / density(x + D)), line), D**2 / (2 * sigma**2), evaluate=False),
    domain=both,
    steps=(
        Step(
            Eq(density(x) * log(density(x) / density(x + D)), density(x) * affine, evaluate=False),
            "the loss is affine",
            label="loss",
            domain={x: S.Reals},
        ),
        Step(
            Eq(Integral(density(x) * log(density(x) / density(x + D)), line), Integral(density(x) * affine, line), evaluate=False),
            "equal functions have equal integrals",
            rule=IntegrateInequality(x, ("loss",)),
        ),
        Step(Eq(Integral(density(x) * affine, line), D**2 / (2 * sigma**2), evaluate=False), "the noise has mean zero"),
    ),
    expected="proved",
)

sufficient = Claim(
    title="$\\sigma=\\Delta/(2\\delta)$ gives $(0,\\delta)$-DP, with slack",
    source="balle2018gaussian, Section 2.1",
    covers=("6.6",),
    statement=Lt(privacy_profile(S.Zero, Delta / sigma).subs(sigma, Delta / (2 * delta)), delta, evaluate=False),
    domain={Delta: (0, oo), delta: (0, 1)},
    steps=(
        Step(2 * normal_cdf(delta) - 1, "$\\Delta/(2\\sigma)=\\delta$"),
        Step(
            Lt(2 * normal_cdf(delta) - 1, delta, evaluate=False),
            "Pinsker's bound",
            rule=Specialise("pinsker", {D: 2 * delta, sigma: S.One}),
        ),
    ),
    expected="proved",
)

loss_positive = Claim(
    title="The privacy loss is positive with probability $\\Phi(\\sqrt{\\eta/2})$",
    source="balle2018gaussian, Section 2.2",
    covers=("6.6",),
    statement=Eq(Integral(loss_density(x, eta), (x, 0, oo)), normal_cdf(sqrt(eta / 2)), evaluate=False),
    domain={eta: (0, oo)},
    expected="proved",
)

loss_condition = Claim(
    title="The condition $P[L>0]\\le\\delta$ shows nothing for $\\delta\\le\\frac12$",
    source="balle2018gaussian, Section 2.2",
    covers=("6.6",),
    statement=Gt(Integral(loss_density(x, eta), (x, 0, oo)), Rational(1, 2), evaluate=False),
    domain={eta: (0, oo)},
    steps=(
        Step(
            Eq(Integral(loss_density(x, eta), (x, 0, oo)), normal_cdf(sqrt(eta / 2)), evaluate=False),
            "the law of the loss",
            rule=Specialise("loss_positive"),
        ),
        Step(Gt(normal_cdf(sqrt(eta / 2)), Rational(1, 2), evaluate=False), "$\\Phi(t)>\\Phi(0)=\\frac12$ for $t>0$"),
    ),
    expected="proved",
)
