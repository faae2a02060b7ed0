"""Noise on a lattice is never dearer than noise on the line: rounding at random to the lattice bounds V* from below.

Setting. The grid has m steps per sensitivity. In units of the step the sensitivity is the integer m, and V_p^Z(epsilon, delta, m) is the
least E|X|^p of integer-valued noise that is private for the integer shifts up to m.
Result. V1*(epsilon, delta, Delta) >= (Delta/m) V_1^Z, V2* >= (Delta/m)^2 (V_2^Z - 1/4); a loss that is concave on each cell needs no
correction. Idea: unbiased randomised rounding is post-processing that commutes with grid shifts; it turns the loss into its
interpolation.
"""

from sympy import Abs, Eq, Ge, Interval, Naturals, Rational, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, delta, epsilon, m
from dpverify.rules import Consequence, IntegerInfimum, RandomisedRounding, Scaling, Specialise, Use
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.laws import ANY_PRIVATE_INTEGER, least_cost, least_integer_cost, loss_power
from dpverify.rules.rounding import lattice_point as j

i = Symbol("i", integer=True)
p = loss_power
lattice = {epsilon: Interval(0, oo), delta: Interval.Ropen(0, 1), Delta: Naturals}
line = {epsilon: Interval(0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), m: Naturals}


def on_the_integers(power, correction, words, covers, domain=None, pointwise=None, first=None, uses=()):
    """V_p*(Delta) >= V_p^Z(Delta) - correction for an integer sensitivity Delta."""
    least = least_integer_cost(power, epsilon, delta, Delta)
    return Claim(
        title=f"For an integer sensitivity, integer-valued noise bounds ${words}$ of all noise from below",
        statement=Ge(least_cost(power, epsilon, delta, Delta), least - correction, evaluate=False),
        domain={**lattice, **(domain or {})},
        covers=covers,
        steps=(
            Step(
                Ge(expected_cost(Abs(i) ** power, ANY_PRIVATE_INTEGER, i), least, evaluate=False),
                because="every integer-valued law costs at least the least cost",
                rule=IntegerInfimum(ANY_PRIVATE_INTEGER, power, i),
                label="every law",
            ),
            Step(
                Ge(least_cost(power, epsilon, delta, Delta), least - correction, evaluate=False),
                because="round to the integers at random; the interpolated loss is at most the loss plus the correction",
                rule=RandomisedRounding("every law", ANY_PRIVATE_INTEGER, i, j**power, power, correction, pointwise, first),
            ),
        ),
        uses=uses,
        note="$V^{\\mathbb{Z}}$ is the infimum over integer-valued laws that are private for the integer shifts up to $\\Delta$.",
    )


amplitude_integer = on_the_integers(S.One, S.Zero, "E|X|", ("8.1",))
power_integer = on_the_integers(S(2), Rational(1, 4), "EX^2", ("8.2",))
concave_integer = on_the_integers(
    p,
    S.Zero,
    "E|X|^p, p\\le1,",
    ("8.2",),
    {p: Interval.Lopen(0, 1)},
    pointwise="optimal.chord_excess.concave_later",
    first="optimal.chord_excess.concave_first",
    uses=("optimal.chord_excess.concave_later", "optimal.chord_excess.concave_first"),
)


def on_the_line(power, correction, integer, words, covers):
    """The same for a grid of m steps in a real sensitivity Delta."""
    least = least_integer_cost(power, epsilon, delta, m)
    bound = (Delta / m) ** power * (least - correction)
    at_m = least_cost(power, epsilon, delta, m)
    return Claim(
        title=f"A lattice of $m$ points per sensitivity bounds ${words}$ from below",
        statement=Ge(least_cost(power, epsilon, delta, Delta), bound, evaluate=False),
        domain=line,
        covers=covers,
        steps=(
            Step(
                Eq(least_cost(power, epsilon, delta, Delta), (Delta / m) ** power * at_m, evaluate=False),
                because="measure the noise in steps of the grid",
                rule=Scaling(power, Delta, m),
                label="scaled",
            ),
            Step(
                Ge(at_m, least - correction, evaluate=False),
                because="the bound for the integer sensitivity $m$",
                rule=Specialise(f"optimal.lattice_below.{integer}", {Delta: m}),
                label="integer",
            ),
            Step(
                Ge(least_cost(power, epsilon, delta, Delta), bound, evaluate=False),
                because="multiply by $(\\Delta/m)^p$",
                rule=Consequence((Use("scaled", times=S.One), Use("integer", times=(Delta / m) ** power))),
            ),
        ),
        uses=(f"optimal.lattice_below.{integer}",),
    )


amplitude = on_the_line(S.One, S.Zero, "amplitude_integer", "V_1^*", ("8.1",))
power = on_the_line(S(2), Rational(1, 4), "power_integer", "V_2^*", ("8.2",))
