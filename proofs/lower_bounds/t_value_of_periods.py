"""With n = log(1+q)/epsilon in place of delta, t_k = (e^((n-k) epsilon) - 1)/(2 (e^(n epsilon) - 1)): it changes sign at k = n."""

from sympy import Eq, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, delta_of_periods, t_value, t_value_of_periods
from dpverify.notation import delta, epsilon, n, y

offset = 1 / (2 * (exp(n * epsilon) - 1))

claim = Claim(
    title="The $t$-bound's terms written with $n$ in place of $\\delta$",
    statement=Eq(t_value(y).subs(delta, delta_of_periods(n)), t_value_of_periods(y, n)),
    domain={epsilon: (0, oo), n: (0, oo), y: (-oo, oo)},
    covers=("3.1", "3.4"),
    steps=(
        Step(
            Eq(delta_of_periods(n) * b / (1 - b), offset),
            because="$b/(1-b)=1/(e^\\epsilon-1)$",
        ),
        Step(
            exp(-y * epsilon) / 2 - offset * (1 - exp(-y * epsilon)),
            because="$\\delta b/(1-b)=\\frac{1}{2(e^{n\\epsilon}-1)}$",
        ),
        Step(t_value_of_periods(y, n), because="common denominator"),
    ),
)
