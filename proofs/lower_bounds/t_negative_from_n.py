"""t_k <= 0 from n = log(1+q)/epsilon on: there the sum of the t-bound may stop."""

from sympy import Ge, Le, Reals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, q, t_value
from dpverify.notation import delta, epsilon, y

claim = Claim(
    title="The terms of the $t$-bound are not positive from $n=\\log(1+q)/\\epsilon$ on",
    statement=Le(t_value(y), 0),
    domain={epsilon: (0, oo), delta: (0, 1), y: Reals},
    assumptions=(Ge(exp(y * epsilon), 1 + q),),
    covers=("3.4",),
    steps=(
        Step(
            (1 + q - exp(y * epsilon)) * delta * b * exp(-y * epsilon) / (1 - b),
            because="take out $b^y\\,\\delta b/(1-b)$",
        ),
        Step(
            Le((1 + q - exp(y * epsilon)) * delta * b * exp(-y * epsilon) / (1 - b), 0),
            because="$e^{y\\epsilon}\\ge1+q$",
        ),
    ),
)
