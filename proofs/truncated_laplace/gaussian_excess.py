"""By how much the truncated Laplacian can cost more than the exact Gaussian mechanism of the same epsilon and delta.

Setting. As in gaussian_improvement: Delta = 1, s = 1/sigma, t = epsilon/s. Results. For every epsilon and every delta <= 1/2 the amplitude
is at most 1.05393 and the power at most 1.10861 times the Gaussian's; at some epsilon and delta < 1/2 the factors exceed 1.0539
(epsilon = 1.60385) and 1.1085 (epsilon = 2.16989). Derivation. The comparison at fixed t leaves one inequality in r > 0: the Gaussian with
epsilon = log(1 + r) and epsilon/s = t(r), where t(r) is such that the costs have the wanted ratio, has a delta above 1/2.
"""

from sympy import Ge, Gt, Interval, Le, Lt, Rational, Symbol, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import privacy_profile
from dpverify.formulas.truncated_laplace import amplitude as noise_amplitude
from dpverify.formulas.truncated_laplace import power as noise_power
from dpverify.notation import delta, epsilon, y
from dpverify.rules import Cases, Specialise

r, s, t, v, ell = (Symbol(name, positive=True) for name in ("r", "s", "t", "v", "ell"))
half, cut, far = Rational(1, 2), Rational(1, 5), 1100
ends = log(1 + r)
amplitude_share = 1 - ends / r
power_share = 1 - (ends**2 / 2 + ends) / r
amplitude_ratio, power_ratio = Rational("1.05393"), Rational("1.10861")
amplitude_t = sqrt(pi / 2) * amplitude_share / amplitude_ratio
power_t = sqrt(2 * power_share / power_ratio)

near_origin = Claim(
    title="A Gaussian with $\\epsilon\\le0.19$ and $\\Delta/\\sigma\\ge1.6$ has $\\delta>\\frac12$",
    statement=Gt(privacy_profile(ell, s), half, evaluate=False),
    domain={ell: Interval.Lopen(0, Rational(19, 100)), s: Interval(Rational(16, 10), oo)},
    expected="certified",
)


def edge(place, far_rule, word):
    """The Gaussian at the edge has delta above 1/2, for every r > 0."""
    profile = privacy_profile(ends, ends / place)
    relation = Gt(profile, half, evaluate=False)
    return Claim(
        title=f"The one-parameter inequality behind the bound of the {word}",
        covers=("2.13",),
        statement=relation,
        domain={r: (0, oo)},
        steps=(
            Step(
                relation,
                "near the origin $\\epsilon$ is small and $\\Delta/\\sigma$ bounded from below",
                rule=Specialise("near_origin", {ell: ends, s: ends / place}),
                label="near",
                domain={r: Interval.Lopen(0, cut)},
            ),
            Step(relation, "enclosures", label="middle", domain={r: Interval(cut, far)}),
            Step(relation, "far out $\\epsilon$ is large and $t$ bounded", rule=far_rule, label="far", domain={r: Interval(far, oo)}),
            Step(relation, "the pieces cover the half-line", rule=Cases(r, ("near", "middle", "far"))),
        ),
        expected="certified",
    )


edge_amplitude = edge(
    amplitude_t, Specialise("truncated_laplace.gaussian_improvement.far_in_epsilon", {t: amplitude_t, ell: ends}), "amplitude"
)
edge_power = edge(power_t, Specialise("truncated_laplace.gaussian_improvement.power_far_in_epsilon", {v: power_t**2, ell: ends}), "power")


def at_most(cost, share, place, edge_claim, comparison, title):
    """The cost in units of the Laplacian's is at most the share, which is the factor times the Gaussian's cost in these units."""
    here = privacy_profile(t * s, s).subs(t, place)
    statement = Le(cost.subs(y, privacy_profile(t * s, s)).subs(t, place), share, evaluate=False)
    return Claim(
        title=title,
        source="geng2018truncated, Abstract",
        covers=("2.13",),
        statement=statement,
        domain={r: (0, oo), s: (0, oo)},
        assumptions=(Le(here, half, evaluate=False),),
        steps=(
            Step(
                Gt(privacy_profile(ends, ends / place), half, evaluate=False),
                "the one-parameter inequality",
                rule=Specialise(edge_claim),
                label="edge",
            ),
            Step(statement, "the comparison at fixed $t$", rule=comparison),
        ),
        expected="certified",
        note="The noise is for $\\Delta=1$. Here $t=\\epsilon\\sigma/\\Delta$ is written through $r$; the right side is the factor "
        "times the Gaussian's cost in units of the Laplacian's, $t\\sqrt{2/\\pi}$ for the amplitude and $t^2/2$ for the power.",
    )


amplitude = at_most(
    t * s * noise_amplitude(t * s, y, 1),
    amplitude_share,
    amplitude_t,
    "edge_amplitude",
    Specialise("truncated_laplace.gaussian_comparison.amplitude", {t: amplitude_t, delta: half}, given=("edge",)),
    "Amplitude at most $1.05393$ times the exact Gaussian's for $\\delta\\le\\frac12$ and every $\\epsilon$",
)
power = at_most(
    (t * s) ** 2 / 2 * noise_power(t * s, y, 1),
    power_share,
    power_t,
    "edge_power",
    Specialise("truncated_laplace.gaussian_improvement.power_by_square", {v: power_t**2, delta: half}, given=("edge",)),
    "Power at most $1.10861$ times the exact Gaussian's for $\\delta\\le\\frac12$ and every $\\epsilon$",
)

large_t_amplitude = Claim(
    title="Where no $r$ belongs to $t$, the truncated Laplacian's amplitude is below the bound all the same",
    covers=("2.13",),
    statement=Lt(noise_amplitude(epsilon, delta, 1), amplitude_ratio * sqrt(2 / pi) / s, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), s: (0, oo)},
    assumptions=(Ge(epsilon, s * sqrt(pi / 2) / amplitude_ratio, evaluate=False),),
    steps=(
        Step(Lt(noise_amplitude(epsilon, delta, 1), 1 / epsilon, evaluate=False), "truncation lowers the Laplacian's amplitude"),
        Step(Le(1 / epsilon, amplitude_ratio * sqrt(2 / pi) / s, evaluate=False), "the hypothesis on $t=\\epsilon/s$"),
    ),
    expected="certified",
)
large_t_power = Claim(
    title="Where no $r$ belongs to $t$, the truncated Laplacian's power is below the bound all the same",
    covers=("2.13",),
    statement=Lt(noise_power(epsilon, delta, 1), power_ratio / s**2, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), s: (0, oo)},
    assumptions=(Ge(epsilon, s * sqrt(2 / power_ratio), evaluate=False),),
    steps=(
        Step(Lt(noise_power(epsilon, delta, 1), 2 / epsilon**2, evaluate=False), "truncation lowers the Laplacian's power"),
        Step(Le(2 / epsilon**2, power_ratio / s**2, evaluate=False), "the hypothesis on $t=\\epsilon/s$"),
    ),
    expected="certified",
)


def attained(cost, gaussian, at, factor, title):
    """A pair with delta < 1/2 at which the truncated Laplacian costs more than the factor times the Gaussian."""
    profile = privacy_profile(at[epsilon], at[s])
    below = Claim(
        title=title + ": $\\delta<\\frac12$ there", covers=("2.13",), statement=Lt(profile, half, evaluate=False), expected="certified"
    )
    above = Claim(
        title=title,
        covers=("2.13",),
        statement=Gt(cost(at[epsilon], profile, 1), factor * gaussian.subs(s, at[s]), evaluate=False),
        expected="certified",
        note=f"$\\epsilon={at[epsilon]}$, $\\Delta/\\sigma={at[s]}$.",
    )
    return below, above


amplitude_delta, amplitude_attained = attained(
    noise_amplitude,
    sqrt(2 / pi) / s,
    {epsilon: Rational("1.60385"), s: Rational("2.26204")},
    Rational("1.0539"),
    "The amplitude is more than $1.0539$ times the Gaussian's at $\\epsilon=1.60385$, $\\Delta/\\sigma=2.26204$",
)
power_delta, power_attained = attained(
    noise_power,
    1 / s**2,
    {epsilon: Rational("2.16989"), s: Rational("2.50235")},
    Rational("1.1085"),
    "The power is more than $1.1085$ times the Gaussian's at $\\epsilon=2.16989$, $\\Delta/\\sigma=2.50235$",
)
