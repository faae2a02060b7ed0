"""a b^k = t_k - t_{k+1}: Geng et al.'s weights are the masses between neighbouring multiples of the sensitivity."""

from sympy import Eq, Interval, Naturals0, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import a, b, t_value
from dpverify.notation import delta, epsilon, k

claim = Claim(
    title="The weights $ab^k$ are the differences $t_k-t_{k+1}$",
    statement=Eq(t_value(k) - t_value(k + 1), a * exp(-k * epsilon)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), k: Naturals0},
    covers=("3.1", "3.4"),
    source="geng2018truncated, Section 4",
    steps=(
        Step((1 - b) * t_value(k) + delta * b, because="$t_{k+1}=b(t_k-\\delta)$"),
        Step(a * exp(-k * epsilon), because="$a=\\tfrac12(1-b)+\\delta b$"),
    ),
)
