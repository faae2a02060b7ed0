"""For integer n and the delta that belongs to it, sum_{k=0}^{n-1} a b^k = 1/2."""

from sympy import Eq, Naturals, Rational, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, a, b, delta_of_periods
from dpverify.notation import delta, epsilon, k

weight = a.subs(delta, delta_of_periods(N))

claim = Claim(
    title="The weights $ab^k$, $k<n$, add up to one half when $n$ is an integer",
    statement=Eq(Sum(weight * exp(-k * epsilon), (k, 0, N - 1)), Rational(1, 2)),
    domain={epsilon: (0, oo), N: Naturals},
    covers=("3.1",),
    source="geng2018truncated, Section 4",
    steps=(
        Step(weight * (1 - exp(-N * epsilon)) / (1 - b), because="geometric sum"),
        Step(Rational(1, 2), because="$\\delta=(e^\\epsilon-1)/(2(e^{n\\epsilon}-1))$"),
    ),
)
