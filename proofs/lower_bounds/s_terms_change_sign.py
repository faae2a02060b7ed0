"""s_k > 0 exactly as long as e^(k epsilon) < 1 + (1 - delta)(e^epsilon - 1)/(delta (e^epsilon + 1))."""

from sympy import Gt, Lt, Reals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, s_value
from dpverify.notation import delta, epsilon, y

grown = exp(epsilon) - 1
ratio = 1 + (1 - delta) * grown / (delta * (exp(epsilon) + 1))
factored = (ratio - exp(y * epsilon)) * delta * b * exp(-y * epsilon) / (1 - b)

claim = Claim(
    title="The terms of the $s$-bound are positive up to a known index",
    statement=Gt(s_value(y), 0),
    domain={epsilon: (0, oo), delta: (0, 1), y: Reals},
    assumptions=(Lt(exp(y * epsilon), ratio),),
    covers=("3.6",),
    steps=(
        Step(factored, because="take out $b^y\\,\\delta b/(1-b)$"),
        Step(Gt(factored, 0), because="$e^{y\\epsilon}$ is below the given value"),
    ),
    note="So the $s$-bound's sum has a closed form at every $\\epsilon$: no loop over its terms is needed.",
)
