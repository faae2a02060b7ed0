"""2 Delta^2 sum_{k=0}^{n-1} a b^k k^2 in closed form."""

from sympy import Eq, Naturals, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, a, v2_low
from dpverify.notation import Delta, delta, epsilon, k

claim = Claim(
    title="The sum in Geng et al.'s lower bound of the power",
    statement=Eq(2 * Delta**2 * Sum(a * exp(-k * epsilon) * k**2, (k, 0, N - 1)), v2_low(N)),
    domain={epsilon: (0, oo), delta: (0, 1), Delta: (0, oo), N: Naturals},
    covers=("3.3",),
    source="geng2018truncated, Theorem 5",
    steps=(Step(v2_low(N), because="sum of $k^2b^k$ over $0\\le k<n$"),),
)
