"""t_k > 0 exactly for k < n = log(1+q)/epsilon; this file: before n."""

from sympy import Gt, Lt, Reals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, q, t_value
from dpverify.notation import delta, epsilon, y

claim = Claim(
    title="The terms of the $t$-bound are positive before $n=\\log(1+q)/\\epsilon$",
    statement=Gt(t_value(y), 0),
    domain={epsilon: (0, oo), delta: (0, 1), y: Reals},
    assumptions=(Lt(exp(y * epsilon), 1 + q),),
    covers=("3.4",),
    steps=(
        Step(
            (1 + q - exp(y * epsilon)) * delta * b * exp(-y * epsilon) / (1 - b),
            because="take out $b^y\\,\\delta b/(1-b)$",
        ),
        Step(
            Gt((1 + q - exp(y * epsilon)) * delta * b * exp(-y * epsilon) / (1 - b), 0),
            because="$e^{y\\epsilon}<1+q$",
        ),
    ),
)
