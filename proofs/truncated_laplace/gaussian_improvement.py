"""Where the truncated Laplacian is cheaper than the exact Gaussian mechanism of the same epsilon and delta.

Setting. Delta = 1, s = 1/sigma, t = epsilon/s; delta(ts, s) is the least delta of N(0, sigma^2) noise, so that no calibration is implicit.
Results. For delta <= 1/10 and every epsilon > 0 the amplitude is at most 0.8988 and the power at most 0.7681 of the Gaussian's; the
source's grid (epsilon in [1e-4, 10], delta in [1e-6, 0.1]) lies in that region. For larger delta < 1/2 the Gaussian can be the cheaper.
Derivation. With r > 0 such that (1 - log(1 + r)/r)/t is the wanted ratio, truncated_laplace.gaussian_comparison leaves one inequality
in r: the Gaussian with log(1 + 2 delta_0 r) = ts has a delta above delta_0. It is certified on (0, oo), near the ends by bounds. For t too
large for such an r the truncated Laplacian costs less than the Laplacian, which is cheap enough.
"""

from sympy import Ge, Gt, Interval, Le, Lt, Rational, S, Symbol, log, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas.gaussian import privacy_profile
from dpverify.formulas.truncated_laplace import amplitude as noise_amplitude
from dpverify.formulas.truncated_laplace import power as noise_power
from dpverify.notation import delta, epsilon, y
from dpverify.rules import Cases, Consequence, Specialise, Use

r, s, t, v = (Symbol(name, positive=True) for name in ("r", "s", "t", "v"))
ell = Symbol("ell", positive=True)
tenth, half = Rational(1, 10), Rational(1, 2)
far = 6000
widest, longest = Rational(162, 100), Rational(43, 10)

amplitude_share = 1 - log(1 + r) / r
power_share = 1 - (log(1 + r) ** 2 / 2 + log(1 + r)) / r

far_in_s = Claim(
    title="A Gaussian with $\\Delta/\\sigma\\ge4.3$ and $\\epsilon\\sigma/\\Delta\\le1.62$ has $\\delta>\\frac12$",
    statement=Gt(privacy_profile(t * s, s), half, evaluate=False),
    domain={t: Interval.Lopen(0, widest), s: Interval(longest, oo)},
    expected="certified",
)

far_in_epsilon = Claim(
    title="A Gaussian with $\\epsilon\\ge4.3\\cdot1.62$ and $\\epsilon\\sigma/\\Delta\\le1.62$ has $\\delta>\\frac12$",
    statement=Gt(privacy_profile(ell, ell / t), half, evaluate=False),
    domain={t: Interval.Lopen(0, widest), ell: Interval(widest * longest, oo)},
    steps=(
        Step(
            Gt(privacy_profile(ell, ell / t), half, evaluate=False),
            "$\\Delta/\\sigma=\\epsilon/t\\ge4.3$",
            rule=Specialise("far_in_s", {s: ell / t}),
        ),
    ),
    expected="certified",
)


power_far_in_epsilon = Claim(
    title="The same with $v=(\\epsilon\\sigma/\\Delta)^2$",
    statement=Gt(privacy_profile(ell, ell / sqrt(v)), half, evaluate=False),
    domain={v: Interval.Lopen(0, widest**2), ell: Interval(widest * longest, oo)},
    steps=(
        Step(Le(sqrt(v), widest, evaluate=False), "take roots", label="root"),
        Step(
            Gt(privacy_profile(ell, ell / sqrt(v)), half, evaluate=False),
            "at $t=\\sqrt v$",
            rule=Specialise("far_in_epsilon", {t: sqrt(v)}),
        ),
    ),
    expected="certified",
)


def near_origin(largest, shortest):
    """Gaussians with small epsilon have delta above 1/10."""
    return Claim(
        title=f"A Gaussian with $\\epsilon\\le{largest}$ and $\\Delta/\\sigma\\ge{shortest}$ has $\\delta>\\frac1{{10}}$",
        statement=Gt(privacy_profile(ell, s), tenth, evaluate=False),
        domain={ell: Interval.Lopen(0, largest), s: Interval(shortest, oo)},
        expected="certified",
    )


ends = log(1 + 2 * tenth * r)


def edge(place, cuts, far_rule, near_claim, word):
    """The Gaussian at the edge has delta above 1/10, for every r > 0. place: t as a function of r."""
    profile = privacy_profile(ends, ends / place)
    relation = Gt(profile, tenth, evaluate=False)
    pieces = tuple(zip(cuts, (*cuts[1:], far), strict=True))
    return Claim(
        title=f"The one-parameter inequality behind the {word}",
        covers=("2.13",),
        statement=relation,
        domain={r: (0, oo)},
        steps=(
            Step(
                relation,
                "near the origin $\\epsilon$ is small and $\\Delta/\\sigma$ bounded from below",
                rule=Specialise(near_claim, {ell: ends, s: ends / place}),
                label="near",
                domain={r: Interval.Lopen(0, cuts[0])},
            ),
            *(Step(relation, "enclosures", label=f"piece {low}", domain={r: Interval(low, high)}) for low, high in pieces),
            Step(
                Gt(profile, half, evaluate=False),
                "far out $\\epsilon$ is large and $t$ bounded",
                rule=far_rule,
                label="above one half",
                domain={r: Interval(far, oo)},
            ),
            Step(
                relation,
                "$\\frac12>\\frac1{10}$",
                rule=Consequence((Use("above one half", times=S.One),)),
                label="far",
                domain={r: Interval(far, oo)},
            ),
            Step(relation, "the pieces cover the half-line", rule=Cases(r, ("near", *(f"piece {low}" for low in cuts), "far"))),
        ),
        expected="certified",
    )


def amplitude_place(c):
    """t at which (1 - log(1 + r)/r)/t = c sqrt(2/pi)."""
    return sqrt(pi / 2) * amplitude_share / c


def power_place(c):
    """t at which 2 (1 - (log(1 + r)^2/2 + log(1 + r))/r)/t^2 = c."""
    return sqrt(2 * power_share / c)


def amplitude_cost(epsilon, delta):
    """(epsilon/Delta) V1upp."""
    return epsilon * noise_amplitude(epsilon, delta, 1)


def power_cost(epsilon, delta):
    """(epsilon/Delta)^2 V2upp/2."""
    return epsilon**2 / 2 * noise_power(epsilon, delta, 1)


ratio_amplitude, ratio_power = Rational(8988, 10**4), Rational(7681, 10**4)
amplitude_t, power_t = amplitude_place(ratio_amplitude), power_place(ratio_power)

near_amplitude = near_origin(Rational(1, 100), Rational(281, 1000))
edge_amplitude = edge(
    amplitude_t,
    (Rational(1, 20),),
    Specialise("far_in_epsilon", {t: amplitude_t, ell: ends}),
    "near_amplitude",
    "amplitude",
)
near_power = near_origin(Rational(1, 25), Rational(3035, 10**4))
edge_power = edge(
    power_t,
    (Rational(1, 5),),
    Specialise("power_far_in_epsilon", {v: power_t**2, ell: ends}),
    "near_power",
    "power",
)


def improvement(cost, share, place, edge_claim, comparison, corrects, title):
    """The cost in units of the Laplacian's is at most the share, which is the wanted ratio times the Gaussian's cost in these units."""
    here = privacy_profile(t * s, s).subs(t, place)
    statement = Le(cost(t * s, y).subs(y, privacy_profile(t * s, s)).subs(t, place), share, evaluate=False)
    return Claim(
        title=title,
        source="geng2018truncated, Abstract",
        covers=("2.13",),
        corrects=corrects,
        statement=statement,
        domain={r: (0, oo), s: (0, oo)},
        assumptions=(Le(here, tenth, evaluate=False),),
        steps=(
            Step(
                Gt(privacy_profile(ends, ends / place), tenth, evaluate=False),
                "the one-parameter inequality",
                rule=Specialise(edge_claim),
                label="edge",
            ),
            Step(statement, "the comparison at fixed $t$", rule=comparison),
        ),
        expected="certified",
        note="The noise is for $\\Delta=1$. Here $t=\\epsilon\\sigma/\\Delta$ is written through $r$; the right side is the wanted "
        "ratio times the Gaussian's cost in units of the Laplacian's, $t\\sqrt{2/\\pi}$ for the amplitude and $t^2/2$ for the power.",
    )


amplitude = improvement(
    amplitude_cost,
    amplitude_share,
    amplitude_t,
    "edge_amplitude",
    Specialise("truncated_laplace.gaussian_comparison.amplitude", {t: amplitude_t, delta: tenth}, given=("edge",)),
    "everywhere",
    "Amplitude at most $0.8988$ of the exact Gaussian's for $\\delta\\le\\frac1{10}$ and every $\\epsilon$",
)
by_square = privacy_profile(sqrt(v) * s, s)
square_ends = log(1 + 2 * delta * r)

power_by_square = Claim(
    title="The comparison of the power, with $v=t^2$",
    covers=("2.13",),
    statement=Le(power_cost(t * s, y).subs(y, privacy_profile(t * s, s)).subs(t, sqrt(v)), power_share, evaluate=False),
    domain={delta: (0, 1), v: (0, oo), s: (0, oo), r: (0, oo)},
    assumptions=(
        Le(by_square, delta, evaluate=False),
        Gt(privacy_profile(square_ends, square_ends / sqrt(v)), delta, evaluate=False),
    ),
    steps=(
        Step(
            Le(power_cost(t * s, y).subs(y, privacy_profile(t * s, s)).subs(t, sqrt(v)), power_share, evaluate=False),
            "at $t=\\sqrt v$",
            rule=Specialise("truncated_laplace.gaussian_comparison.power", {t: sqrt(v)}),
        ),
    ),
    expected="proved",
)
power = improvement(
    power_cost,
    power_share,
    power_t,
    "edge_power",
    Specialise("power_by_square", {v: power_t**2, delta: tenth}, given=("edge",)),
    "power_everywhere",
    "Power at most $0.7681$ of the exact Gaussian's for $\\delta\\le\\frac1{10}$ and every $\\epsilon$",
)

large_t_amplitude = Claim(
    title="Where no $r$ belongs to $t$, the amplitude is below the bound all the same",
    covers=("2.13",),
    statement=Lt(noise_amplitude(epsilon, delta, 1), ratio_amplitude * sqrt(2 / pi) / s, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), s: (0, oo)},
    assumptions=(Ge(epsilon, s * sqrt(pi / 2) / ratio_amplitude, evaluate=False),),
    steps=(
        Step(Lt(noise_amplitude(epsilon, delta, 1), 1 / epsilon, evaluate=False), "truncation lowers the Laplacian's amplitude"),
        Step(Le(1 / epsilon, ratio_amplitude * sqrt(2 / pi) / s, evaluate=False), "the hypothesis on $t=\\epsilon/s$"),
    ),
    expected="certified",
)
large_t_power = Claim(
    title="Where no $r$ belongs to $t$, the power is below the bound all the same",
    covers=("2.13",),
    statement=Lt(noise_power(epsilon, delta, 1), ratio_power / s**2, evaluate=False),
    domain={epsilon: (0, oo), delta: (0, 1), s: (0, oo)},
    assumptions=(Ge(epsilon, s * sqrt(2 / ratio_power), evaluate=False),),
    steps=(
        Step(Lt(noise_power(epsilon, delta, 1), 2 / epsilon**2, evaluate=False), "truncation lowers the Laplacian's power"),
        Step(Le(2 / epsilon**2, ratio_power / s**2, evaluate=False), "the hypothesis on $t=\\epsilon/s$"),
    ),
    expected="certified",
)

everywhere = Claim(
    title="The truncated Laplacian's amplitude is below the exact Gaussian's for every $\\epsilon$ and $\\delta<\\frac12$",
    source="geng2018truncated, Abstract",
    covers=("2.13",),
    quote="Numeric experiments show the improvement of the truncated Laplacian mechanism over the optimal Gaussian mechanism in all "
    "privacy regimes.",
    statement=Lt(noise_amplitude(epsilon, privacy_profile(epsilon, s), 1), sqrt(2 / pi) / s, evaluate=False),
    domain={epsilon: (0, oo), s: (0, oo)},
    assumptions=(Lt(privacy_profile(epsilon, s), half, evaluate=False),),
    points=({epsilon: Rational(8, 5), s: Rational(226, 100)},),
    expected="refuted",
    note="At $\\epsilon=1.6$ and $\\Delta/\\sigma=2.26$ the Gaussian has $\\delta\\approx0.49990$, and the truncated "
    "Laplacian's amplitude is 5.3 percent above.",
)
power_everywhere = Claim(
    title="The truncated Laplacian's power is below the exact Gaussian's for every $\\epsilon$ and $\\delta<\\frac12$",
    source="geng2018truncated, Abstract",
    covers=("2.13",),
    quote="Numeric experiments show the improvement of the truncated Laplacian mechanism over the optimal Gaussian mechanism in all "
    "privacy regimes.",
    statement=Lt(noise_power(epsilon, privacy_profile(epsilon, s), 1), 1 / s**2, evaluate=False),
    domain={epsilon: (0, oo), s: (0, oo)},
    assumptions=(Lt(privacy_profile(epsilon, s), half, evaluate=False),),
    points=({epsilon: Rational(217, 100), s: Rational(25, 10)},),
    expected="refuted",
    note="At $\\epsilon=2.17$ and $\\Delta/\\sigma=2.5$ the truncated Laplacian's power is more than 10 percent above the Gaussian's.",
)


def gaussian_cheaper(cost, gaussian, at, ratio, title):
    """A Gaussian that is cheaper, at one point."""
    profile = privacy_profile(at[epsilon], at[s])
    return Claim(
        title=title,
        covers=("2.13",),
        statement=Gt(cost(at[epsilon], profile, 1), ratio * gaussian.subs(s, at[s]), evaluate=False),
        expected="certified",
        note=f"$\\epsilon={at[epsilon]}$, $\\Delta/\\sigma={at[s]}$.",
    )


amplitude_worst = gaussian_cheaper(
    noise_amplitude,
    sqrt(2 / pi) / s,
    {epsilon: Rational(8, 5), s: Rational(226, 100)},
    Rational(1053, 1000),
    "Amplitude 5.3 percent above the Gaussian's",
)
power_worst = gaussian_cheaper(
    noise_power,
    1 / s**2,
    {epsilon: Rational(217, 100), s: Rational(2502, 1000)},
    Rational(1108, 1000),
    "Power 10.8 percent above the Gaussian's",
)
amplitude_first = gaussian_cheaper(
    noise_amplitude,
    sqrt(2 / pi) / s,
    {epsilon: Rational(27, 20), s: Rational(1869, 1000)},
    S.One,
    "At $\\epsilon=1.35$, $\\delta<0.3965$ the Gaussian has the smaller amplitude",
)
power_first = gaussian_cheaper(
    noise_power,
    1 / s**2,
    {epsilon: Rational(193, 100), s: Rational(2149, 1000)},
    S.One,
    "At $\\epsilon=1.93$, $\\delta<0.4035$ the Gaussian has the smaller power",
)
