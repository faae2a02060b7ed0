"""Smearing a law on a lattice over its cells bounds V* from above.

Setting. As in lattice_below: in units of the grid's step the sensitivity is an integer. p_0 is the mass at 0 of the lattice law.
Result. A symmetric private law on the integers with E|X| = V gives private noise with amplitude V + p_0/4, and with E X^2 = V noise with
power V + 1/12. Idea: add a variable that is uniform over a cell; between integer shifts the divergence is affine (privacy.grid_shifts).
"""

from sympy import Abs, Interval, Le, Naturals, Rational, S, Symbol, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, delta, epsilon
from dpverify.rules import Smearing
from dpverify.rules.integer_cost import expected_cost
from dpverify.rules.laws import PRIVATE_INTEGER, least_cost

i = Symbol("i", integer=True)
lattice = {epsilon: Interval(0, oo), delta: Interval.Ropen(0, 1), Delta: Naturals}
mass_at_zero = PRIVATE_INTEGER.mass(S.Zero)


def smeared(power, correction, centre, words, covers, because):
    """V_p*(Delta) <= sum |i|^p p_i + correction + centre p_0 for an integer sensitivity Delta."""
    total = expected_cost(Abs(i) ** power, PRIVATE_INTEGER, i) + correction + centre * mass_at_zero
    return Claim(
        title=f"Spreading a lattice law over its cells bounds ${words}$ from above",
        statement=Le(least_cost(power, epsilon, delta, Delta), total, evaluate=False),
        domain=lattice,
        covers=covers,
        steps=(
            Step(
                Le(least_cost(power, epsilon, delta, Delta), total, evaluate=False),
                because=because,
                rule=Smearing(PRIVATE_INTEGER, i, power, correction, centre),
            ),
        ),
        note=(
            "In units of the grid's step $\\Delta/m$ the sensitivity is $m$; divided by $m^p$ the excess is "
            + ("$p_0/(4m)$ in units of $\\Delta$." if power == 1 else "$1/(12m^2)$ in units of $\\Delta^2$.")
        ),
    )


amplitude = smeared(
    S.One,
    S.Zero,
    Rational(1, 4),
    "V_1^*",
    ("8.1",),
    "the mean of $|x|$ over the cell of $i\\ne0$ is $|i|$, over that of $0$ it is $\\frac14$",
)
power = smeared(
    S(2),
    Rational(1, 12),
    S.Zero,
    "V_2^*",
    ("8.2",),
    "the mean of $x^2$ over the cell of $i$ is $i^2+\\frac1{12}$",
)
