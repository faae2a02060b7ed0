"""V2* >= 2 Delta^2 sum_{k=1}^N (2k - 1) t_k for every N, t_k = b^k/2 - delta b (1 - b^k)/(1 - b); the sum in closed form."""

from sympy import Ge, Integer, Interval, Naturals0, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_bound_power, t_value
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Symmetrisation, TailIntegration
from dpverify.rules.laws import PRIVATE, least_cost

two = Integer(2)
V2 = least_cost(two, epsilon, delta, Delta)
total = 2 * Delta**2 * Sum((2 * k - 1) * t_value(k), (k, 1, N))

claim = Claim(
    title="The $t$-bound of the least noise power",
    statement=Ge(V2, t_bound_power(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Ge(PRIVATE.moment(two), total),
            because="reaching the $k$-th multiple of $\\Delta$ costs $(k^2-(k-1)^2)\\Delta^2=(2k-1)\\Delta^2$ more",
            rule=TailIntegration(PRIVATE, "lower_bounds.tail_on_the_grid", k, 2, upto=N),
            label="every symmetric law",
        ),
        Step(
            Ge(V2, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", two),
        ),
        Step(t_bound_power(N), because="geometric sums of $b^k$ and $k\\,b^k$"),
    ),
    note="The bound holds for every $N$; it is largest at $N=\\lfloor n\\rfloor$, $n=\\log(1+q)/\\epsilon$, where the terms change sign.",
)
