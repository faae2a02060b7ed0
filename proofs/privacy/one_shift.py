"""Symmetric unimodal noise: only the largest shift has to be checked.

Problem. (epsilon, delta)-DP asks for int (f(x) - e^epsilon f(x + d))_+ dx <= delta at every shift |d| <= Delta.
Result. If f is symmetric and unimodal, the integral at d = Delta is the largest, and a shift to the left gives what the same shift to
the right gives. Idea: where x <= -d/2 the shift moves towards the origin and the integrand is zero; where x >= -d/2 a larger shift
moves farther out, so the integrand grows with the shift.
"""

from sympy import Eq, Ge, Integral, Interval, Le, Max, S, exp, oo

from dpverify import Claim, Step
from dpverify.notation import Delta, d, epsilon, x
from dpverify.rules import Consequence, IntegrateInequality, Substitution, Unimodality, Use
from dpverify.rules.laws import UNIMODAL

f = UNIMODAL.density
line = (x, -oo, oo)
left, right = {x: Interval(-oo, -d / 2)}, {x: Interval(-d / 2, oo)}


def positive_part(shift):
    """(f(x) - e^epsilon f(x + shift))_+."""
    return Max(0, f(x) - exp(epsilon) * f(x + shift))


pointwise = Le(positive_part(d), positive_part(Delta), evaluate=False)

largest = Claim(
    title="For symmetric unimodal noise the shift $\\Delta$ is the worst",
    covers=("1.2",),
    statement=Le(Integral(positive_part(d), line), Integral(positive_part(Delta), line), evaluate=False),
    domain={epsilon: Interval(0, oo), Delta: (0, oo), d: Interval(0, oo)},
    assumptions=(Le(d, Delta),),
    steps=(
        Step(
            Ge(f(x + d), f(x), evaluate=False),
            "for $x\\le-d/2$ the shifted place is nearer to the origin",
            rule=Unimodality(UNIMODAL, x + d, x),
            label="inwards",
            domain=left,
        ),
        Step(Ge(f(x + d), 0), "a density is not negative", rule=Unimodality(UNIMODAL, x + d), label="f>=0", domain=left),
        Step(
            Le(f(x) - exp(epsilon) * f(x + d), 0, evaluate=False),
            "$f(x)\\le f(x+d)\\le e^\\epsilon f(x+d)$",
            rule=Consequence((Use("inwards", times=S.One), Use("f>=0", times=exp(epsilon) - 1))),
            label="no loss",
            domain=left,
        ),
        Step(pointwise, "the left side is zero there", rule=Consequence(("no loss",)), label="left half", domain=left),
        Step(
            Ge(f(x + d), f(x + Delta), evaluate=False),
            "for $x\\ge-d/2$ the larger shift leads farther from the origin",
            rule=Unimodality(UNIMODAL, x + d, x + Delta),
            label="outwards",
            domain=right,
        ),
        Step(
            pointwise,
            "$u\\mapsto\\max(0,f(x)-e^\\epsilon u)$ does not increase",
            rule=Consequence(("outwards",)),
            label="right half",
            domain=right,
        ),
        Step(
            Le(Integral(positive_part(d), line), Integral(positive_part(Delta), line), evaluate=False),
            "integrate over the two half-lines",
            rule=IntegrateInequality(x, ("left half", "right half"), split=-d / 2),
        ),
    ),
    expected="proved",
    note="So a symmetric unimodal law is $(\\epsilon,\\delta)$-DP iff its divergence at the one shift $\\Delta$ is at most $\\delta$.",
)

left = Claim(
    title="For symmetric noise a shift to the left gives the same divergence as to the right",
    covers=("1.2",),
    statement=Eq(Integral(positive_part(-d), line), Integral(positive_part(d), line), evaluate=False),
    domain={epsilon: Interval(0, oo), d: S.Reals},
    steps=(
        Step(
            Eq(Integral(positive_part(-d), line), Integral(positive_part(d), line), evaluate=False),
            "replace $x$ by $-x$ and use $f(-u)=f(u)$",
            rule=Substitution(x, positive_part(-d), sign=-1, law=UNIMODAL),
        ),
    ),
    expected="proved",
)
