"""At epsilon = delta = 1/200 the value with n rounded up exceeds 37.98 while the truncated Laplacian costs less than 37.89."""

from sympy import Gt, Integer, Lt, Rational

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import periods, v1_low, v1_upp
from dpverify.notation import Delta, delta, epsilon

point = {epsilon: Rational(1, 200), delta: Rational(1, 200), Delta: 1}
rounded = v1_low(Integer(82)).subs(point)

claim = Claim(
    title="Rounding $n$ up gives more than an attainable cost at $\\epsilon=\\delta=1/200$",
    statement=Gt(rounded, v1_upp.subs(point), evaluate=False),
    domain={},
    covers=("3.5",),
    corrects="lower_bounds.rounding_n_up",
    steps=(
        Step(Gt(periods.subs(point), 81, evaluate=False), because="$n=81.26\\ldots$"),
        Step(Lt(periods.subs(point), 82, evaluate=False), because="so $n$ is rounded up to $82$"),
        Step(Gt(rounded, Rational(3798, 100), evaluate=False), because="enclosure of the closed form at $n=82$"),
        Step(Gt(Rational(3798, 100), Rational(3789, 100), evaluate=False), because="arithmetic"),
        Step(Gt(Rational(3789, 100), v1_upp.subs(point), evaluate=False), because="enclosure of the truncated Laplacian's amplitude"),
    ),
    note="$\\Delta=1$. Rounding $n$ down, or inserting the real $n$, is sound.",
)
