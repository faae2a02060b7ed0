"""The truncated Laplacian against the Gaussian of the same epsilon and delta: a bound of the ratio of the costs.

Setting. s = Delta/sigma, t = epsilon/s, delta(ts, s) the least delta of N(0, sigma^2), q = (e^{ts} - 1)/(2 delta(ts, s)), Delta = 1.
Result. Let r > 0 be such that the Gaussian with the same t, for which e^epsilon - 1 = 2 delta_0 r, has a delta above delta_0. Then q <= r
for every Gaussian with that t and delta(ts, s) <= delta_0, and so its truncated Laplacian has amplitude at most (1 - log(1 + r)/r)/(ts),
and its power is bounded likewise. For the ratio of the costs, only Gaussians with delta = delta_0 have to be looked at: one parameter
is left.
"""

from sympy import Derivative, Eq, Ge, Gt, Le, Lt, S, Symbol, exp, log, oo

from dpverify import Claim, Step
from dpverify.formulas.gaussian import privacy_profile
from dpverify.formulas.truncated_laplace import amplitude as noise_amplitude
from dpverify.formulas.truncated_laplace import power as noise_power
from dpverify.notation import delta, y
from dpverify.rules import Monotone, MonotoneInverse, Specialise

r, s, t, w = (Symbol(name, positive=True) for name in ("r", "s", "t", "w"))
edge_epsilon = log(1 + 2 * delta * r)
edge = edge_epsilon / t
profile, edge_profile = privacy_profile(t * s, s), privacy_profile(edge_epsilon, edge)
ratio = (exp(t * s) - 1) / profile
hypotheses = (Le(profile, delta, evaluate=False), Gt(edge_profile, delta, evaluate=False))
domain = {delta: (0, 1), t: (0, oo), s: (0, oo), r: (0, oo)}
positive = "truncated_laplace.gaussian_monotonicity.profile_positive"


def amplitude_share(w):
    """1 - log(1 + q)/q at q = w/2."""
    return 1 - log(1 + w / 2) / (w / 2)


def power_share(w):
    """1 - (log(1 + q)^2/2 + log(1 + q))/q at q = w/2."""
    return 1 - (log(1 + w / 2) ** 2 / 2 + log(1 + w / 2)) / (w / 2)


amplitude_share_rises = Claim(
    title="$1-\\log(1+q)/q$ increases with $q=w/2$",
    statement=Ge(Derivative(amplitude_share(w), w), 0, evaluate=False),
    domain={w: (0, oo)},
    expected="proved",
)

power_share_rises = Claim(
    title="$1-(\\frac12\\log^2(1+q)+\\log(1+q))/q$ increases with $q=w/2$",
    statement=Ge(Derivative(power_share(w), w), 0, evaluate=False),
    domain={w: (0, oo)},
    expected="proved",
)

smaller_divisor = Claim(
    title="A larger divisor makes a smaller quotient",
    statement=Le(2 * delta * r / y, 2 * r, evaluate=False),
    domain={delta: (0, 1), r: (0, oo), y: S.Reals},
    assumptions=(Gt(y, delta, evaluate=False),),
    expected="proved",
)

ratio_at_most = Claim(
    title="Among Gaussians with the same $\\epsilon\\sigma/\\Delta$ the ratio $(e^\\epsilon-1)/\\delta$ is at most its value at the edge",
    statement=Le(ratio, 2 * r, evaluate=False),
    domain=domain,
    assumptions=hypotheses,
    steps=(
        Step(Lt(profile, edge_profile, evaluate=False), "the hypotheses: at most $\\delta$, and above it", label="below"),
        Step(
            Lt(s, edge, evaluate=False),
            "the Gaussian's $\\delta$ increases with $\\Delta/\\sigma$",
            rule=MonotoneInverse("truncated_laplace.gaussian_monotonicity.profile_rises", s, s, edge, "below"),
            label="shorter",
        ),
        Step(
            Le(ratio, 2 * delta * r / edge_profile, evaluate=False),
            "so does $(e^\\epsilon-1)/\\delta$",
            rule=Monotone("truncated_laplace.gaussian_monotonicity.ratio_rises", s, s, edge, ordered="shorter"),
            uses=(positive,),
        ),
        Step(
            Le(2 * delta * r / edge_profile, 2 * r, evaluate=False),
            "at the edge $\\delta(ts,s)>\\delta$",
            rule=Specialise("smaller_divisor", {y: edge_profile}),
        ),
    ),
    expected="proved",
)


def share_from_ratio(cost, share, rises, word):
    """The share of the Laplacian's cost that is left, from a bound of (e^epsilon - 1)/delta; y stands for delta."""
    plain = (exp(t * s) - 1) / y
    return Claim(
        title=f"{word} of the truncated Laplacian in units of the Laplacian's, from a bound of $(e^\\epsilon-1)/\\delta$",
        statement=Le(cost, share(2 * r), evaluate=False),
        domain={t: (0, oo), s: (0, oo), r: (0, oo), y: (0, oo)},
        assumptions=(Le(plain, 2 * r, evaluate=False),),
        steps=(
            Step(Eq(cost, share(plain), evaluate=False), "$q=(e^\\epsilon-1)/(2\\delta)$, with $y$ for $\\delta$"),
            Step(Le(share(plain), share(2 * r), evaluate=False), "the share increases with $q$", rule=Monotone(rises, w, plain, 2 * r)),
        ),
        expected="proved",
    )


def share_at_most(cost, share, lemma, word):
    """The same for the Gaussian's delta."""
    return Claim(
        title=f"{word} of the truncated Laplacian beside a Gaussian, in units of the Laplacian's, from the edge",
        covers=("2.13",),
        statement=Le(cost.subs(y, profile), share(2 * r), evaluate=False),
        domain=domain,
        assumptions=hypotheses,
        steps=(
            Step(Le(ratio, 2 * r, evaluate=False), "the bound of the ratio", rule=Specialise("ratio_at_most"), label="ratio"),
            Step(
                Le(cost.subs(y, profile), share(2 * r), evaluate=False),
                "the share increases with the ratio",
                rule=Specialise(lemma, {y: profile}, given=("ratio",)),
                uses=(positive,),
            ),
        ),
        expected="proved",
    )


amplitude_in_units = t * s * noise_amplitude(t * s, y, 1)
power_in_units = (t * s) ** 2 / 2 * noise_power(t * s, y, 1)

amplitude_from_ratio = share_from_ratio(amplitude_in_units, amplitude_share, "amplitude_share_rises", "Amplitude")
power_from_ratio = share_from_ratio(power_in_units, power_share, "power_share_rises", "Power")
amplitude = share_at_most(amplitude_in_units, amplitude_share, "amplitude_from_ratio", "Amplitude")
power = share_at_most(power_in_units, power_share, "power_from_ratio", "Power")
