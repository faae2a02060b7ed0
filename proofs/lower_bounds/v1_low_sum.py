"""2 Delta sum_{k=0}^{n-1} a b^k k in closed form, for any a and b in (0, 1)."""

from sympy import Eq, Naturals, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, a, v1_low
from dpverify.notation import Delta, delta, epsilon, k

claim = Claim(
    title="The sum in Geng et al.'s lower bound of the amplitude",
    statement=Eq(2 * Delta * Sum(a * exp(-k * epsilon) * k, (k, 0, N - 1)), v1_low(N)),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo), N: Naturals},
    covers=("3.2",),
    source="geng2018truncated, Theorem 4",
    steps=(Step(v1_low(N), because="sum of $k\\,b^k$ over $0\\le k<n$"),),
)
