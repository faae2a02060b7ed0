"""As delta goes to 0 at fixed epsilon the ratio of the bounds of the amplitude goes to epsilon/(e^epsilon - 1)."""

from sympy import Eq, Limit, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v1_low_explicit, v1_upp
from dpverify.notation import Delta, delta, epsilon

ratio = v1_low_explicit / v1_upp
lower = Delta / (exp(epsilon) - 1)
upper = Delta / epsilon

claim = Claim(
    title="The ratio of the bounds of the amplitude goes to $\\epsilon/(e^\\epsilon-1)$ as $\\delta\\to0$",
    statement=Eq(Limit(ratio, delta, 0), epsilon / (exp(epsilon) - 1), evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, Theorem 6",
    steps=(
        Step(Eq(Limit(v1_low_explicit, delta, 0), lower), because="$\\log(1+q)/q\\to0$ as $q\\to\\infty$", label="lower"),
        Step(Eq(Limit(v1_upp, delta, 0), upper), because="the amplitude of the Laplacian", label="upper"),
        Step(lower / upper, because="the quotient of the two limits"),
    ),
    uses=("lower_bounds.v1_low_explicit",),
)
