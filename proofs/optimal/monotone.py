"""The same bracket for symmetric unimodal noise: rounding and smearing keep the shape, and one shift decides.

Setting. As in lattice_below and lattice_above, with laws that are symmetric and unimodal; V^mon is their least cost.
Result. V^{Z,mon} <= V_1^mon <= E|X| + p_0/4 in units of the grid's step, and for the power - 1/4 and + 1/12. The masses
p_i = int f(x) (1 - |x - i|)_+ dx of the rounded law decrease away from 0: for i >= 0 reflect at i + 1/2, where f is smaller on the far
side. Only the shift Delta has to be looked at, by privacy.one_shift for the smeared law.
"""

from sympy import Abs, Eq, Ge, Integral, Interval, Le, Max, Naturals, Naturals0, Rational, Reals, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, delta, epsilon, x
from dpverify.rules import Consequence, IntegerInfimum, IntegrateInequality, RandomisedRounding, Smearing, Specialise, Unimodality, Use
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.laws import MONOTONE_PRIVATE_INTEGER, UNIMODAL, least_monotone_cost, least_monotone_integer_cost
from dpverify.rules.rounding import lattice_point as j

i = Symbol("i", integer=True)
lattice = {epsilon: Interval(0, oo), delta: Interval.Ropen(0, 1), Delta: Naturals}
law = MONOTONE_PRIVATE_INTEGER


def below(power, correction, words):
    """V_p^mon >= V_p^{Z,mon} - correction."""
    least, everywhere = least_monotone_integer_cost(power, epsilon, delta, Delta), least_monotone_cost(power, epsilon, delta, Delta)
    return Claim(
        title=f"Integer-valued symmetric unimodal noise bounds ${words}$ of symmetric unimodal noise from below",
        statement=Ge(everywhere, least - correction, evaluate=False),
        domain=lattice,
        covers=("8.8",),
        steps=(
            Step(
                Ge(expected_cost(Abs(i) ** power, law, i), least, evaluate=False),
                because="every such law costs at least the least cost",
                rule=IntegerInfimum(law, power, i),
                label="every law",
            ),
            Step(
                Ge(everywhere, least - correction, evaluate=False),
                because="round at random, which keeps the law symmetric and unimodal",
                rule=RandomisedRounding("every law", law, i, j**power, power, correction),
            ),
        ),
    )


def above(power, correction, centre, words):
    """V_p^mon <= sum_i |i|^p p_i + correction + centre p_0."""
    total = expected_cost(Abs(i) ** power, law, i) + correction + centre * law.mass(S.Zero)
    return Claim(
        title=f"Spreading a symmetric unimodal lattice law over its cells bounds ${words}$ of such noise from above",
        statement=Le(least_monotone_cost(power, epsilon, delta, Delta), total, evaluate=False),
        domain=lattice,
        covers=("8.8",),
        steps=(
            Step(
                Le(least_monotone_cost(power, epsilon, delta, Delta), total, evaluate=False),
                because="the density is constant on cells and decreases with the masses",
                rule=Smearing(law, i, power, correction, centre),
            ),
        ),
    )


amplitude_below = below(S.One, S.Zero, "E|X|")
power_below = below(S(2), Rational(1, 4), "EX^2")
amplitude_above = above(S.One, S.Zero, Rational(1, 4), "E|X|")
power_above = above(S(2), Rational(1, 12), S.Zero, "EX^2")

f, half = UNIMODAL.density, Rational(1, 2)
line = (x, -oo, oo)
middle = j + half


def hat(u):
    """(1 - |u|)_+, the chance that u is rounded to 0."""
    return Max(0, 1 - Abs(u))


u = Symbol("u", real=True)
weight = Max(0, hat(x - j - 1) - hat(x - j))  # the chance that x is rounded to j + 1 less that of j
right, left = Interval(middle, oo), Interval(-oo, middle)
pointwise = Le(weight * f(x), weight * f(2 * j + 1 - x), evaluate=False)
masses_fall = Claim(
    title="The rounded law of symmetric unimodal noise is unimodal",
    statement=Le(Integral(weight * f(x), line), Integral(weight * f(2 * j + 1 - x), line), evaluate=False),
    domain={j: Naturals0},
    covers=("8.8",),
    steps=(
        Step(
            Ge(f(2 * j + 1 - x), f(x), evaluate=False),
            because="$|2j+1-x|\\le x$ for $x\\ge j+\\frac12$",
            rule=Unimodality(UNIMODAL, 2 * j + 1 - x, x),
            label="falls",
            domain={x: right},
        ),
        Step(
            pointwise,
            because="multiply by a non-negative weight",
            rule=Consequence((Use("falls", times=weight),)),
            label="right",
            domain={x: right},
        ),
        Step(
            Le(hat(u - half) - hat(u + half), 0, evaluate=False),
            because="$|u+\\frac12|\\le|u-\\frac12|$ for $u\\le0$",
            label="nearer",
            domain={u: Interval(-oo, 0)},
        ),
        Step(
            Le(hat(x - j - 1) - hat(x - j), 0, evaluate=False),
            because="put $u=x-j-\\frac12$: rounding to $j$ is the likelier of the two",
            rule=Specialise("nearer", {u: x - middle}),
            label="likelier",
            domain={x: left},
        ),
        Step(
            Eq(weight, 0, evaluate=False),
            because="so nothing is left of the positive part",
            rule=Consequence(("likelier",)),
            label="no weight",
            domain={x: left},
        ),
        Step(
            pointwise,
            because="both sides are zero",
            rule=Consequence(("no weight",)),
            label="left",
            domain={x: left},
        ),
        Step(
            Ge(f(x), 0, evaluate=False),
            because="a density is not negative",
            rule=Unimodality(UNIMODAL, x),
            label="f>=0",
            domain={x: Reals},
        ),
        Step(
            Ge(weight * f(x), 0, evaluate=False),
            because="nor is its product with the weight",
            rule=Consequence((Use("f>=0", times=weight),)),
            label="weight",
            domain={x: Reals},
        ),
        Step(
            Le(Integral(weight * f(x), line), Integral(weight * f(2 * j + 1 - x), line), evaluate=False),
            because="integrate over the two half-lines",
            rule=IntegrateInequality(x, ("left", "right"), split=middle, nonnegative="weight"),
        ),
    ),
    note=(
        "Reflection at $j+\\frac12$ turns the right side into $\\int(\\cdot)_+f$ with the roles of $j$ and $j+1$ exchanged, so that "
        "$p_{j+1}-p_j=\\int((1-|x-j-1|)_+-(1-|x-j|)_+)f(x)\\,dx$ is the left side less the right one: $p_{j+1}\\le p_j$ for $j\\ge0$."
    ),
)
