"""As epsilon = delta goes to 0 the ratio of the bounds of the power goes to 1."""

from sympy import Eq, Integer, Limit, Rational, log, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v2_low_explicit, v2_upp
from dpverify.notation import Delta, delta, epsilon

lower = (epsilon**2 / Delta**2 * v2_low_explicit).subs(delta, epsilon)
upper = (epsilon**2 / Delta**2 * v2_upp).subs(delta, epsilon)
ratio = (v2_low_explicit / v2_upp).subs(delta, epsilon)
constant = 2 * (1 - log(Rational(3, 2)) ** 2 - 2 * log(Rational(3, 2)))

claim = Claim(
    title="The ratio of the bounds of the power goes to one as $\\epsilon=\\delta\\to0$",
    statement=Eq(Limit(ratio, epsilon, 0), 1, evaluate=False),
    domain={Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, Theorem 7",
    corrects="lower_bounds.gap_goes_to_zero_power",
    steps=(
        Step(
            Eq(Limit(lower, epsilon, 0), constant),
            because="the lower bound times $\\epsilon^2/\\Delta^2$; $q\\to\\tfrac12$",
            label="lower",
        ),
        Step(Eq(Limit(upper, epsilon, 0), constant), because="the upper bound, scaled alike", label="upper"),
        Step(Integer(1), because="the two limits are equal and positive", uses=("lower", "upper")),
    ),
    uses=("lower_bounds.v2_low_explicit",),
)
