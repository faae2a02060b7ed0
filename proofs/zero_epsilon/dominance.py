"""The laws P_alpha are optimal among symmetric monotone laws at epsilon = 0, for every loss (geng2018additive, Theorem 2).

Problem. Minimise E L(X), L non-decreasing in |x|, over symmetric monotone (0, delta)-DP noise: an atom (possibly none) at 0 and a density f
beside it that does not increase with |x|. Result. With c = f(Delta/2) and alpha = delta - c Delta, which lies in [0, delta), the law
P_alpha is stochastically smaller in |x|, so E L(X) >= E L(P_alpha). Idea: P(|X| <= Delta/2) <= delta, and P(|X| <= t) is concave in t with
the slope 2c at Delta/2, so P(|X| <= t) <= delta + 2c (t - Delta/2) = alpha + 2ct.
"""

from sympy import Abs, FiniteSet, Ge, Gt, Integer, Integral, Interval, Le, Piecewise, S, Symbol, exp, oo

from dpverify import Claim, Step
from dpverify.formulas import additive
from dpverify.notation import Delta, alpha, delta, epsilon, x
from dpverify.rules import ConcaveMass, Consequence, EventInequality, Specialise, StochasticDominance, Use
from dpverify.rules.laws import LOSS, MONOTONE_PRIVATE

G, f = MONOTONE_PRIVATE.within, MONOTONE_PRIVATE.density
t = Symbol("t", nonnegative=True)
c = Symbol("c", real=True)
place = Delta / 2
slope = f(place)
line = (x, -oo, oo)
domain = {epsilon: FiniteSet(0), delta: Interval.Ropen(0, 1), Delta: (0, oo)}

near_origin = Claim(
    title="At most $\\delta$ lies within $\\Delta/2$ of the origin",
    source="geng2018additive, Lemma 2",
    covers=("4.1", "4.9"),
    statement=Le(G(place), delta, evaluate=False),
    domain=domain,
    steps=(
        Step(
            Le((1 + G(place)) / 2, exp(epsilon) * (1 - G(place)) / 2 + delta, evaluate=False),
            "the event $[-\\Delta/2,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(MONOTONE_PRIVATE, "within", S.Zero),
            label="event",
        ),
        Step(Le(G(place), delta, evaluate=False), "$e^\\epsilon=1$", rule=Consequence((Use("event", times=S.One),))),
    ),
    expected="proved",
)

density_positive = Claim(
    title="The density at $\\Delta/2$ is positive",
    source="geng2018additive, Theorem 2",
    covers=("4.9",),
    statement=Gt(slope, 0, evaluate=False),
    domain=domain,
    steps=(
        Step(
            Gt(slope, 0, evaluate=False),
            "otherwise all the mass would lie within $\\Delta/2$",
            rule=ConcaveMass(MONOTONE_PRIVATE, "positive", place, fact="near_origin"),
        ),
    ),
    expected="proved",
)

chord = Claim(
    title="The mass near the origin lies below a line",
    source="geng2018additive, Theorem 2",
    covers=("4.9",),
    statement=Le(G(t), delta - Delta * slope + 2 * slope * t, evaluate=False),
    domain={**domain, t: Interval(0, oo)},
    steps=(
        Step(
            Le(G(t), G(place) + 2 * slope * (t - place), evaluate=False),
            "$P(|X|\\le t)$ is concave",
            rule=ConcaveMass(MONOTONE_PRIVATE, "line", place, t),
            label="line",
        ),
        Step(
            Le(G(t), delta - Delta * slope + 2 * slope * t, evaluate=False),
            "at most $\\delta$ lies within $\\Delta/2$",
            rule=Consequence((Use("line", times=S.One), Use("near_origin", times=S.One))),
        ),
    ),
    expected="proved",
)

atom = Claim(
    title="$\\alpha=\\delta-\\Delta f(\\Delta/2)$ is not negative",
    source="geng2018additive, Theorem 2",
    covers=("4.9",),
    statement=Ge(delta - Delta * slope, 0, evaluate=False),
    domain=domain,
    steps=(
        Step(
            Le(G(S.Zero), delta - Delta * slope, evaluate=False),
            "the line at $t=0$",
            rule=Specialise("chord", {t: S.Zero}),
            label="origin",
        ),
        Step(Ge(G(S.Zero), 0, evaluate=False), "a probability", rule=ConcaveMass(MONOTONE_PRIVATE, "non-negative"), label="mass"),
        Step(
            Ge(delta - Delta * slope, 0, evaluate=False),
            "together",
            rule=Consequence((Use("origin", times=S.One), Use("mass", times=S.One))),
        ),
    ),
    expected="proved",
)


def uniform_part(density):
    """The density beside the atom of P_alpha, alpha = delta - density Delta."""
    end = (1 - delta + Delta * density) / (2 * density)
    return Piecewise((density, Le(Abs(x), end)), (0, True), evaluate=False)


def dominated(power=None):
    """The rule that compares X with P_alpha, for the loss L or |x|^p."""
    return StochasticDominance(
        MONOTONE_PRIVATE,
        "chord",
        t,
        x,
        uniform_part(c),
        delta - Delta * c,
        number=(c, slope),
        inside=("density_positive", "atom"),
        power=power,
    )


every_loss = Claim(
    title="Among symmetric monotone laws some $P_\\alpha$ is at least as good, for every loss",
    source="geng2018additive, Theorem 2",
    covers=("4.9",),
    statement=Ge(
        MONOTONE_PRIVATE.loss(),
        LOSS(S.Zero) * (delta - Delta * slope) + Integral(LOSS(x) * uniform_part(slope), line),
        evaluate=False,
    ),
    domain=domain,
    steps=(
        Step(
            Ge(
                MONOTONE_PRIVATE.loss(),
                LOSS(S.Zero) * (delta - Delta * slope) + Integral(LOSS(x) * uniform_part(slope), line),
                evaluate=False,
            ),
            "$P(|X|\\le t)\\le\\min(1,\\alpha+2ct)$, which is $P_\\alpha$'s probability",
            rule=dominated(),
        ),
    ),
    expected="proved",
    note="The right side is the expected loss under $P_\\alpha$ at $\\alpha=\\delta-\\Delta f(\\Delta/2)\\in[0,\\delta)$. "
    "Every $P_\\alpha$ is itself symmetric, monotone and $(0,\\delta)$-DP, so the infimum over all of them is that over $\\alpha$.",
)


def least(q, cost, words, bound):
    """E|X|^q of every symmetric monotone private law against the best P_alpha."""
    order = Integer(q)
    family = Claim(
        title=f"The {words} of $P_\\alpha$ with the density $c$ beside its atom",
        covers=("4.9",),
        statement=Ge(Integral(Abs(x) ** order * uniform_part(c), line), cost(), evaluate=False),
        domain={delta: (0, 1), Delta: (0, oo), c: (0, oo)},
        assumptions=(Ge(delta - Delta * c, 0, evaluate=False),),
        steps=(
            Step(additive.moment(order, delta - Delta * c), "integrate; $\\alpha=\\delta-c\\Delta$"),
            Step(
                Ge(additive.moment(order, delta - Delta * c), cost(), evaluate=False),
                "the least over $\\alpha$",
                rule=Specialise(f"zero_epsilon.moments.{bound}", {alpha: delta - Delta * c}),
            ),
        ),
        expected="proved",
    )
    every_law = Claim(
        title=f"The least {words} of symmetric monotone $(0,\\delta)$-DP noise",
        source="geng2018additive, Theorem 3",
        covers=("4.9", "4.5" if q == 1 else "4.6"),
        statement=Ge(MONOTONE_PRIVATE.moment(order), cost(), evaluate=False),
        domain={**domain, delta: (0, 1)},
        steps=(
            Step(
                Ge(MONOTONE_PRIVATE.moment(order), Integral(Abs(x) ** order * uniform_part(slope), line), evaluate=False),
                "$P_\\alpha$ with $\\alpha=\\delta-\\Delta f(\\Delta/2)$ is stochastically smaller in $|x|$",
                rule=dominated(order),
            ),
            Step(
                Ge(Integral(Abs(x) ** order * uniform_part(slope), line), cost(), evaluate=False),
                "no $P_\\alpha$ costs less",
                rule=Specialise(f"{words}_of_family", {c: slope}, given=("density_positive", "atom")),
            ),
        ),
        expected="proved",
        note="It is attained by $P_\\alpha$ with the best atom.",
    )
    return family, every_law


amplitude_of_family, amplitude = least(1, additive.amplitude, "amplitude", "amplitude_bound")
power_of_family, power = least(2, additive.power, "power", "power_bound")
