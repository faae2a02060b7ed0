"""V1upp - V1low = Delta (1/epsilon - 1/(e^epsilon - 1)), whatever delta is."""

from sympy import Eq, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

gap = Delta * (1 / epsilon - 1 / (exp(epsilon) - 1))

claim = Claim(
    title="The additive gap between the bounds of the amplitude does not depend on $\\delta$",
    statement=Eq(v1_upp - v1_low_explicit, gap),
    domain={epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.8",),
    steps=(Step(gap, because="$\\log(1+q)/(\\epsilon q)$ cancels"),),
    uses=("lower_bounds.v1_low_explicit",),
)
