"""The exact risk of the soft threshold in one coordinate, and its bound (2 log d + 1)(sigma^2 + sum min(f_i^2, sigma^2)) in all.

Problem. Y ~ N(mu, 1) is moved towards 0 by t, and set to 0 if |Y| <= t. What is the risk at mu? Result. r(t, mu) = 1 + t^2 +
(mu^2 - t^2 - 1)(Phi(t-mu) - Phi(-t-mu)) - (t-mu) phi(t+mu) - (t+mu) phi(t-mu), which is at most (1 + t^2)(exp(-t^2/2) + min(mu^2, 1)) at
every t >= 0; t = sqrt(2 log d) makes exp(-t^2/2) = 1/d, and d coordinates add up to the bound. Idea. r rises with mu more slowly than
mu^2 and never exceeds 1 + t^2.
"""

from sympy import Derivative, Eq, Ge, Integral, Interval, Le, Min, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.denoising import soft_threshold_loss, soft_threshold_risk
from dpverify.formulas.gaussian import density, normal_cdf, normal_density
from dpverify.notation import sigma, x, y
from dpverify.rules import Cases, Monotone, Specialise

mu, f = Symbol("mu", real=True), Symbol("f", real=True)
t = Symbol("t", nonnegative=True)
risk = soft_threshold_risk(t, mu)
kept = normal_cdf(t - mu) - normal_cdf(-t - mu)
everywhere = {t: Interval(0, oo), mu: S.Reals}
to_the_right = {t: Interval(0, oo), mu: Interval(0, oo)}

above = Claim(
    title="What lies above the threshold",
    statement=Eq(
        Integral((x - t - mu) ** 2 * normal_density(x - mu), (x, t, oo)),
        (1 + t**2) * normal_cdf(mu - t) - (t + mu) * normal_density(t - mu),
        evaluate=False,
    ),
    domain=everywhere,
    expected="proved",
)

below = Claim(
    title="What lies below minus the threshold",
    statement=Eq(
        Integral((x + t - mu) ** 2 * normal_density(x - mu), (x, -oo, -t)),
        (1 + t**2) * normal_cdf(-t - mu) - (t - mu) * normal_density(t + mu),
        evaluate=False,
    ),
    domain=everywhere,
    expected="proved",
)

between = Claim(
    title="What is set to 0",
    statement=Eq(Integral(mu**2 * normal_density(x - mu), (x, -t, t)), mu**2 * kept, evaluate=False),
    domain=everywhere,
    expected="proved",
)

claim = Claim(
    title="The risk of the soft threshold in one coordinate",
    source="donoho1994ideal",
    covers=("7.4",),
    statement=Eq(Integral(soft_threshold_loss(x, t, mu) * normal_density(x - mu), (x, -oo, oo)), risk, evaluate=False),
    domain=everywhere,
    steps=(
        Step(
            Integral((x + t - mu) ** 2 * normal_density(x - mu), (x, -oo, -t))
            + Integral(mu**2 * normal_density(x - mu), (x, -t, t))
            + Integral((x - t - mu) ** 2 * normal_density(x - mu), (x, t, oo)),
            "below, between and above",
        ),
        Step(risk, "add up", uses=("below", "between", "above")),
    ),
    expected="proved",
)

units = Claim(
    title="With noise $N(0,\\sigma^2)$ and the threshold $\\sigma t$ the risk is $\\sigma^2r(t,f/\\sigma)$",
    covers=("7.4",),
    statement=Eq(
        Integral(soft_threshold_loss(x, sigma * t, f) * density(x - f), (x, -oo, oo)),
        sigma**2 * soft_threshold_risk(t, f / sigma),
        evaluate=False,
    ),
    domain={t: Interval(0, oo), f: S.Reals, sigma: (0, oo)},
    expected="proved",
)

even = Claim(
    title="The risk is even in $\\mu$",
    statement=Eq(soft_threshold_risk(t, -mu), risk, evaluate=False),
    domain=everywhere,
    expected="proved",
)

rising = Claim(
    title="$\\Phi$ increases",
    statement=Ge(Derivative(normal_cdf(y), y), 0, evaluate=False),
    domain={y: S.Reals},
    expected="proved",
)

mass = Claim(
    title="The interval from $-t$ to $t$ has non-negative mass",
    statement=Ge(normal_cdf(t - mu), normal_cdf(-t - mu), evaluate=False),
    domain=everywhere,
    steps=(
        Step(
            Ge(normal_cdf(t - mu), normal_cdf(-t - mu), evaluate=False),
            "$\\Phi$ increases",
            rule=Monotone("rising", y, -t - mu, t - mu),
        ),
    ),
    expected="proved",
)

rest_rises = Claim(
    title="$1+t^2-r(t,\\mu)$ increases with the threshold",
    statement=Ge(Derivative(1 + t**2 - risk, t), 0, evaluate=False),
    domain=everywhere,
    steps=(
        Step(2 * normal_density(t - mu) + 2 * normal_density(t + mu) + 2 * t * kept, "differentiate"),
        Step(
            Ge(2 * normal_density(t - mu) + 2 * normal_density(t + mu) + 2 * t * kept, 0, evaluate=False),
            "no term is negative",
            uses=("mass",),
        ),
    ),
    expected="proved",
)

largest = Claim(
    title="The risk never exceeds $1+t^2$",
    source="donoho1994ideal",
    covers=("7.4",),
    statement=Ge(1 + t**2 - risk, 0, evaluate=False),
    domain=everywhere,
    steps=(
        Step(
            Ge(1 + t**2 - risk, S.Zero, evaluate=False),
            "it increases from 0, since without a threshold the risk is 1",
            rule=Monotone("rest_rises", t, S.Zero, t),
        ),
    ),
    expected="proved",
)

excess_falls = Claim(
    title="The risk grows more slowly than $\\mu^2$",
    statement=Le(Derivative(risk - mu**2, mu), 0, evaluate=False),
    domain=to_the_right,
    steps=(
        Step(-2 * mu * (1 - kept), "differentiate"),
        Step(Le(-2 * mu * (1 - kept), 0, evaluate=False), "$1-\\Phi(t-\\mu)+\\Phi(-t-\\mu)\\ge0$"),
    ),
    expected="proved",
)

at_zero = Claim(
    title="At $\\mu=0$ the risk is at most $(1+t^2)e^{-t^2/2}$",
    covers=("7.4",),
    statement=Le(soft_threshold_risk(t, S.Zero), (1 + t**2) * exp(-(t**2) / 2), evaluate=False),
    domain={t: Interval(0, oo)},
    steps=(
        Step(2 * (1 + t**2) * normal_cdf(-t) - 2 * t * normal_density(t), "put in"),
        Step(
            Le(
                2 * (1 + t**2) * normal_cdf(-t) - 2 * t * normal_density(t),
                2 * (1 + t**2) * normal_cdf(-t),
                evaluate=False,
            ),
            "leave out",
        ),
        Step(
            Le(2 * (1 + t**2) * normal_cdf(-t), (1 + t**2) * exp(-(t**2) / 2), evaluate=False),
            "$\\Phi(-t)\\le\\frac12e^{-t^2/2}$",
        ),
    ),
    expected="proved",
)

small = Claim(
    title="$r(t,\\mu)\\le(1+t^2)e^{-t^2/2}+\\mu^2$",
    covers=("7.4",),
    statement=Le(risk - mu**2, (1 + t**2) * exp(-(t**2) / 2), evaluate=False),
    domain=to_the_right,
    steps=(
        Step(
            Le(risk - mu**2, (risk - mu**2).subs(mu, 0), evaluate=False),
            "it falls",
            rule=Monotone("excess_falls", mu, S.Zero, mu),
        ),
        Step(
            Le((risk - mu**2).subs(mu, 0), (1 + t**2) * exp(-(t**2) / 2), evaluate=False),
            "the risk at 0",
            rule=Specialise("at_zero"),
        ),
    ),
    expected="proved",
)

bound = (1 + t**2) * (exp(-(t**2) / 2) + Min(mu**2, 1))

bounded = Claim(
    title="$r(t,\\mu)\\le(1+t^2)(e^{-t^2/2}+\\min(\\mu^2,1))$",
    source="donoho1994ideal",
    covers=("7.4",),
    statement=Le(risk, bound, evaluate=False),
    domain=to_the_right,
    steps=(
        Step(Le(risk - mu**2, (1 + t**2) * exp(-(t**2) / 2), evaluate=False), "$r$ grows slowly", rule=Specialise("small"), label="slow"),
        Step(Ge(1 + t**2 - risk, 0, evaluate=False), "$r\\le1+t^2$", rule=Specialise("largest"), label="flat"),
        Step(Le(risk, bound, evaluate=False), "the first", uses=("slow",), label="near", domain={mu: Interval(0, 1)}),
        Step(Le(risk, bound, evaluate=False), "the second", uses=("flat",), label="far", domain={mu: Interval(1, oo)}),
        Step(Le(risk, bound, evaluate=False), "for all $\\mu\\ge0$", rule=Cases(mu, ("near", "far"))),
    ),
    expected="proved",
)
