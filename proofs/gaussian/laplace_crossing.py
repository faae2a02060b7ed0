"""Laplace or Gaussian noise on counts: the border in epsilon, and how it moves with the number of counts that one person changes.

Setting. One person changes m counts by one each: the L1 sensitivity is m, the L2 sensitivity sqrt(m). Laplace noise of scale m/epsilon has
E|X| = m/epsilon in each count. Gaussian noise of the same E|X| has sigma = (m/epsilon) sqrt(pi/2), that is sqrt(m)/sigma = epsilon/t with
t = sqrt(pi m/2); it is private with room to spare, so that Gaussian noise is the cheaper one, iff delta(epsilon, epsilon/t) < delta.
Result. That least delta rises with epsilon: Gaussian noise is cheaper below one border, Laplace noise above it. At delta = 1e-4 the border
lies between 0.00249 and 0.0025 for one count and between 0.3172 and 0.3173 for five. For E X^2 take t = sqrt(2m); on a map where all points
of one person may lie in one cell both sensitivities are equal (m = 1 in units of them), and at delta = 1e-6 Laplace noise is cheaper from
epsilon = 0.00004 on.
"""

from sympy import Eq, Ge, Gt, Interval, Le, Lt, Naturals, Rational, Symbol, oo, pi, sqrt

from dpverify import Claim, Step
from dpverify.formulas import laplace
from dpverify.formulas.gaussian import amplitude, privacy_profile
from dpverify.notation import epsilon, m
from dpverify.rules import Monotone, Specialise

t, s, larger = (Symbol(name, positive=True) for name in ("t", "s", "epsilon_1"))
rises = "truncated_laplace.gaussian_monotonicity.profile_rises"
by_amplitude, by_power = sqrt(pi * m / 2), sqrt(2 * m)
counts, cells = Rational(1, 10**4), Rational(1, 10**6)
section = "balle2018gaussian, Section B.1"


def as_dear(epsilon, t):
    """The least delta of the Gaussian noise that costs what Laplace noise costs."""
    return privacy_profile(epsilon, epsilon / t)


same_amplitude = Claim(
    title="Gaussian noise with $\\sqrt m/\\sigma=\\epsilon/\\sqrt{\\pi m/2}$ has the amplitude of Laplace noise",
    covers=("7.6",),
    statement=Eq(amplitude(sqrt(m) * by_amplitude / epsilon), laplace.amplitude(epsilon, m), evaluate=False),
    domain={m: Naturals, epsilon: (0, oo)},
    expected="proved",
)
same_power = Claim(
    title="Gaussian noise with $\\sqrt m/\\sigma=\\epsilon/\\sqrt{2m}$ has the power of Laplace noise",
    covers=("7.6",),
    statement=Eq((sqrt(m) * by_power / epsilon) ** 2, laplace.power(epsilon, m), evaluate=False),
    domain={m: Naturals, epsilon: (0, oo)},
    expected="proved",
)

one_border = Claim(
    title="At equal amplitude the Gaussian's least $\\delta$ rises with $\\epsilon$: there is one border",
    covers=("7.6",),
    statement=Lt(as_dear(epsilon, by_amplitude), as_dear(larger, by_amplitude), evaluate=False),
    domain={epsilon: (0, oo), larger: (0, oo), m: Naturals},
    assumptions=(Lt(epsilon, larger),),
    steps=(
        Step(
            Lt(as_dear(epsilon, by_amplitude), as_dear(larger, by_amplitude), evaluate=False),
            "as for the classical formula, at $t=\\sqrt{\\pi m/2}$",
            rule=Specialise("gaussian.classical.worst_epsilon", {t: by_amplitude}),
        ),
    ),
    expected="proved",
)


def gaussian_below(place, t_, delta_, title):
    """Up to the epsilon `place` Gaussian noise is the cheaper one."""
    return Claim(
        title=title,
        covers=("7.6",),
        statement=Lt(as_dear(epsilon, t_), delta_, evaluate=False),
        domain={epsilon: Interval.Lopen(0, place)},
        steps=(
            Step(
                Le(as_dear(epsilon, t_), as_dear(place, t_), evaluate=False),
                "the least $\\delta$ rises with $\\epsilon$",
                rule=Monotone(rises, s, epsilon / t_, place / t_, {t: t_}),
            ),
            Step(Lt(as_dear(place, t_), delta_, evaluate=False), "its value there, enclosed"),
        ),
        expected="proved",
        note="Gaussian noise that costs what Laplace noise costs is private with room to spare.",
    )


def laplace_above(place, t_, delta_, title, **more):
    """From the epsilon `place` on Laplace noise is the cheaper one."""
    return Claim(
        title=title,
        covers=("7.6",),
        statement=Gt(as_dear(epsilon, t_), delta_, evaluate=False),
        domain={epsilon: Interval(place, oo)},
        steps=(
            Step(
                Ge(as_dear(epsilon, t_), as_dear(place, t_), evaluate=False),
                "the least $\\delta$ rises with $\\epsilon$",
                rule=Monotone(rises, s, place / t_, epsilon / t_, {t: t_}),
            ),
            Step(Gt(as_dear(place, t_), delta_, evaluate=False), "its value there, enclosed"),
        ),
        expected="proved",
        note="Gaussian noise that costs what Laplace noise costs is not private.",
        **more,
    )


one, five = by_amplitude.subs(m, 1), by_amplitude.subs(m, 5)
one_count_gaussian = gaussian_below(
    Rational(249, 10**5), one, counts, "One count a person, $\\delta=10^{-4}$: Gaussian noise is cheaper up to $\\epsilon=0.00249$"
)
one_count_laplace = laplace_above(
    Rational(25, 10**4),
    one,
    counts,
    "One count a person, $\\delta=10^{-4}$: Laplace noise is cheaper from $\\epsilon=0.0025$ on",
    corrects="erratum",
)
five_counts_gaussian = gaussian_below(
    Rational(3172, 10**4), five, counts, "Five counts a person, $\\delta=10^{-4}$: Gaussian noise is cheaper up to $\\epsilon=0.3172$"
)
five_counts_laplace = laplace_above(
    Rational(3173, 10**4), five, counts, "Five counts a person, $\\delta=10^{-4}$: Laplace noise is cheaper from $\\epsilon=0.3173$ on"
)
map_laplace = laplace_above(
    Rational(4, 10**5),
    by_power.subs(m, 1),
    cells,
    "All points of a person in one cell, $\\delta=10^{-6}$: Laplace noise has the smaller power from $\\epsilon=0.00004$ on",
)

erratum = Claim(
    title="Erratum, if one person changes one count: at the $\\epsilon\\ge0.01$ of the source's figure Gaussian noise is not better",
    source=section,
    quote="As ε decreases, the analytic Gaussian mechanism becomes better than Laplace, and denoising adds a significant advantage.",
    covers=("7.6",),
    statement=Lt(as_dear(epsilon, one), counts, evaluate=False),
    domain={epsilon: Interval(Rational(1, 100), Rational(1, 10))},
    points=({epsilon: Rational(1, 100)},),
    expected="refuted",
    note="The sentence does not say how many counts one person changes. With five it holds (five_counts_gaussian); with one it does only "
    "for $\\epsilon<0.0025$, far below the source's $\\epsilon\\in\\{1,0.1,0.01\\}$.",
)
