"""How the least delta of Gaussian noise depends on sigma, epsilon and Delta, and why sigma(epsilon, delta, Delta) is unique.

Result. delta(epsilon, sigma) = Phi(Delta/(2 sigma) - epsilon sigma/Delta) - e^epsilon Phi(-Delta/(2 sigma) - epsilon sigma/Delta) falls
strictly in sigma, from 1 (sigma -> 0) to 0 (sigma -> oo), falls in epsilon and rises in Delta; it depends on sigma and Delta through
Delta/sigma only. So for every 0 < delta < 1 exactly one sigma attains delta, and it is Delta sigma(epsilon, delta, 1).
"""

from sympy import Derivative, Eq, Gt, Interval, Limit, Lt, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import normal_cdf, normal_density, privacy_profile
from dpverify.notation import Delta, epsilon, sigma
from dpverify.rules import Monotone

s, tau, low, high = (Symbol(name, positive=True) for name in ("s", "tau", "sigma_1", "sigma_2"))
profile = privacy_profile(epsilon, Delta / sigma)
near, far = Delta / (2 * sigma) - epsilon * sigma / Delta, -Delta / (2 * sigma) - epsilon * sigma / Delta
everywhere = {epsilon: Interval(0, oo), sigma: (0, oo), Delta: (0, oo)}
same_density = Step(
    Eq(exp(epsilon) * normal_density(far), normal_density(near), evaluate=False),
    "the squares of the two arguments differ by $2\\epsilon$",
    label="same density",
)


def slope(variable, value, relation, words, title):
    """The derivative and its sign."""
    return Claim(
        title=title,
        source="balle2018gaussian, Section 3",
        covers=("6.3",),
        statement=relation(Derivative(profile, variable), 0, evaluate=False),
        domain=everywhere,
        steps=(
            same_density,
            Step(Eq(Derivative(profile, variable), value, evaluate=False), words, uses=("same density",)),
            Step(relation(value, 0, evaluate=False), "a density and a distribution function are positive"),
        ),
        expected="proved",
    )


falls_in_sigma = slope(
    sigma,
    -Delta / sigma**2 * normal_density(near),
    Lt,
    "differentiate; the two densities agree up to $e^\\epsilon$, so the terms with $\\epsilon$ cancel",
    "$\\partial\\delta/\\partial\\sigma=-(\\Delta/\\sigma^2)\\,\\varphi(\\Delta/(2\\sigma)-\\epsilon\\sigma/\\Delta)<0$",
)
falls_in_epsilon = slope(
    epsilon,
    -exp(epsilon) * normal_cdf(far),
    Lt,
    "differentiate; the densities cancel",
    "$\\partial\\delta/\\partial\\epsilon=-e^\\epsilon\\,\\Phi(-\\Delta/(2\\sigma)-\\epsilon\\sigma/\\Delta)<0$",
)
rises_in_sensitivity = slope(
    Delta,
    normal_density(near) / sigma,
    Gt,
    "differentiate; the terms with $\\epsilon$ cancel",
    "$\\partial\\delta/\\partial\\Delta=\\varphi(\\Delta/(2\\sigma)-\\epsilon\\sigma/\\Delta)/\\sigma>0$",
)

rises = Claim(
    title="In terms of $s=\\Delta/\\sigma$: $\\partial\\delta/\\partial s=\\varphi(s/2-\\epsilon/s)>0$",
    covers=("6.3",),
    statement=Gt(Derivative(privacy_profile(epsilon, s), s), 0, evaluate=False),
    domain={epsilon: Interval(0, oo), s: (0, oo)},
    steps=(
        Step(Eq(Derivative(privacy_profile(epsilon, s), s), normal_density(s / 2 - epsilon / s), evaluate=False), "differentiate"),
        Step(Gt(normal_density(s / 2 - epsilon / s), 0, evaluate=False), "a density is positive"),
    ),
    expected="proved",
)

falls = Claim(
    title="At fixed $s=\\Delta/\\sigma$ the least $\\delta$ falls in $\\epsilon$",
    covers=("6.3",),
    statement=Lt(Derivative(privacy_profile(epsilon, s), epsilon), 0, evaluate=False),
    domain={epsilon: Interval(0, oo), s: (0, oo)},
    steps=(
        Step(
            Eq(Derivative(privacy_profile(epsilon, s), epsilon), -exp(epsilon) * normal_cdf(-s / 2 - epsilon / s), evaluate=False),
            "differentiate",
        ),
        Step(Lt(-exp(epsilon) * normal_cdf(-s / 2 - epsilon / s), 0, evaluate=False), "a distribution function is positive"),
    ),
    expected="proved",
)

larger, smaller = privacy_profile(epsilon, Delta / low), privacy_profile(epsilon, Delta / high)
strictly = Claim(
    title="Two different $\\sigma$ have different least $\\delta$: $\\sigma(\\epsilon,\\delta,\\Delta)$ is unique",
    covers=("6.3",),
    statement=Gt(larger, smaller, evaluate=False),
    domain={epsilon: Interval(0, oo), Delta: (0, oo), low: (0, oo), high: (0, oo)},
    assumptions=(Lt(low, high, evaluate=False),),
    steps=(
        Step(
            Gt(larger, smaller, evaluate=False),
            "the derivative is negative",
            rule=Monotone("falls_in_sigma", sigma, low, high, strict=True),
        ),
    ),
    expected="proved",
)

at_no_noise = Claim(
    title="As $\\sigma\\to0$ the least $\\delta$ tends to one",
    covers=("6.3",),
    statement=Eq(Limit(profile, sigma, 0, "+"), 1, evaluate=False),
    domain={epsilon: Interval(0, oo), Delta: (0, oo)},
    expected="proved",
)
at_much_noise = Claim(
    title="As $\\sigma\\to\\infty$ the least $\\delta$ tends to zero",
    covers=("6.3",),
    statement=Eq(Limit(profile, sigma, oo), 0, evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    expected="proved",
)
at_much_noise_zero = Claim(
    title="Also for $\\epsilon=0$",
    covers=("6.3",),
    statement=Eq(Limit(profile.subs(epsilon, 0), sigma, oo), 0, evaluate=False),
    domain={Delta: (0, oo)},
    expected="proved",
)

scale = Claim(
    title="$\\sigma(\\epsilon,\\delta,\\Delta)=\\Delta\\,\\sigma(\\epsilon,\\delta,1)$",
    covers=("6.3",),
    statement=Eq(profile.subs(sigma, Delta * tau), privacy_profile(epsilon, 1 / tau), evaluate=False),
    domain={epsilon: Interval(0, oo), tau: (0, oo), Delta: (0, oo)},
    expected="proved",
    note="$\\Delta\\tau$ at sensitivity $\\Delta$ attains the $\\delta$ that $\\tau$ attains at sensitivity one.",
)
