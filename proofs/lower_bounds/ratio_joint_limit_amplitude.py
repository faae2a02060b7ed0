"""As epsilon = delta goes to 0 the ratio of the bounds of the amplitude goes to 1."""

from sympy import Eq, Integer, Limit, Rational, log, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

lower = (epsilon / Delta * v1_low_explicit).subs(delta, epsilon)
upper = (epsilon / Delta * v1_upp).subs(delta, epsilon)
ratio = (v1_low_explicit / v1_upp).subs(delta, epsilon)
constant = 1 - 2 * log(Rational(3, 2))

claim = Claim(
    title="The ratio of the bounds of the amplitude goes to one as $\\epsilon=\\delta\\to0$",
    statement=Eq(Limit(ratio, epsilon, 0), 1, evaluate=False),
    domain={Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, Theorem 6",
    corrects="lower_bounds.gap_goes_to_zero_amplitude",
    steps=(
        Step(
            Eq(Limit(lower, epsilon, 0), constant),
            because="the lower bound times $\\epsilon/\\Delta$; $q\\to\\tfrac12$",
            label="lower",
        ),
        Step(Eq(Limit(upper, epsilon, 0), constant), because="the upper bound, scaled alike", label="upper"),
        Step(Integer(1), because="the two limits are equal and positive", uses=("lower", "upper")),
    ),
    uses=("lower_bounds.v1_low_explicit",),
)
