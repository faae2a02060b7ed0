"""As delta goes to 0 at fixed epsilon the ratio of the bounds of the power goes to epsilon^2 (1 + e^epsilon)/(2 (e^epsilon - 1)^2)."""

from sympy import Eq, Limit, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import v2_low_explicit, v2_upp
from dpverify.notation import Delta, delta, epsilon

ratio = v2_low_explicit / v2_upp
lower = Delta**2 * (exp(epsilon) + 1) / (exp(epsilon) - 1) ** 2
upper = 2 * Delta**2 / epsilon**2

claim = Claim(
    title="The ratio of the bounds of the power goes to $\\epsilon^2(1+e^\\epsilon)/(2(e^\\epsilon-1)^2)$ as $\\delta\\to0$",
    statement=Eq(Limit(ratio, delta, 0), epsilon**2 * (1 + exp(epsilon)) / (2 * (exp(epsilon) - 1) ** 2), evaluate=False),
    domain={epsilon: (0, oo), Delta: (0, oo)},
    covers=("3.8",),
    source="geng2018truncated, Theorem 7",
    steps=(
        Step(Eq(Limit(v2_low_explicit, delta, 0), lower), because="$\\log(1+q)/q\\to0$ as $q\\to\\infty$", label="lower"),
        Step(Eq(Limit(v2_upp, delta, 0), upper), because="the power of the Laplacian", label="upper"),
        Step(lower / upper, because="the quotient of the two limits"),
    ),
    uses=("lower_bounds.v2_low_explicit",),
)
