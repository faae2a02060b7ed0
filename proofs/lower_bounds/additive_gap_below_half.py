"""1/epsilon - 1/(e^epsilon - 1) < 1/2: V1low and V1upp are less than half a sensitivity apart."""

from sympy import Lt, Rational, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

claim = Claim(
    title="The bounds of the amplitude are less than $\\Delta/2$ apart",
    statement=Lt(v1_upp - v1_low_explicit, Delta / 2),
    domain={epsilon: (0, oo), delta: (0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.8",),
    steps=(
        Step(Delta * (1 / epsilon - 1 / (exp(epsilon) - 1)), because="the additive gap"),
        Step(
            Lt(Delta * (1 / epsilon - 1 / (exp(epsilon) - 1)), Delta / 2),
            because="$2(e^\\epsilon-1-\\epsilon)<\\epsilon(e^\\epsilon-1)$",
        ),
    ),
)
