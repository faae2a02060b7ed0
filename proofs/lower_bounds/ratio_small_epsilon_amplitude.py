"""As epsilon goes to 0 at fixed delta the ratio of the bounds of the amplitude goes to 1 - 2 delta."""

from sympy import Eq, Limit, Rational, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

ratio = v1_low_explicit / v1_upp
lower = Delta / (4 * delta) - Delta / 2
upper = Delta / (4 * delta)

claim = Claim(
    title="The ratio of the bounds of the amplitude goes to $1-2\\delta$ as $\\epsilon\\to0$",
    statement=Eq(Limit(ratio, epsilon, 0), 1 - 2 * delta, evaluate=False),
    domain={delta: (0, Rational(1, 2)), Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, Theorem 6",
    corrects="lower_bounds.gap_closes_at_fixed_delta_amplitude",
    steps=(
        Step(Eq(Limit(v1_low_explicit, epsilon, 0), lower), because="series in $\\epsilon$", label="lower"),
        Step(Eq(Limit(v1_upp, epsilon, 0), upper), because="the amplitude of the uniform law", label="upper"),
        Step(lower / upper, because="the quotient of the two limits"),
        Step(1 - 2 * delta, because="arithmetic"),
    ),
    uses=("lower_bounds.v1_low_explicit",),
)
