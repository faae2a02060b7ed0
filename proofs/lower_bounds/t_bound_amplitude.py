"""V1* >= 2 Delta sum_{k=1}^N t_k for every N, t_k = b^k/2 - delta b (1 - b^k)/(1 - b); the sum in closed form."""

from sympy import Ge, Interval, Naturals0, S, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_bound_amplitude, t_value
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Symmetrisation, TailIntegration
from dpverify.rules.laws import PRIVATE, least_cost

V1 = least_cost(S.One, epsilon, delta, Delta)
total = 2 * Delta * Sum(t_value(k), (k, 1, N))

claim = Claim(
    title="The $t$-bound of the least noise amplitude",
    statement=Ge(V1, t_bound_amplitude(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Ge(PRIVATE.moment(S.One), total),
            because="every multiple of $\\Delta$ that $|X|$ reaches costs another $\\Delta$, up to the $N$-th",
            rule=TailIntegration(PRIVATE, "lower_bounds.tail_on_the_grid", k, 1, upto=N),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
        Step(t_bound_amplitude(N), because="geometric sum"),
    ),
    note="The bound holds for every $N$; it is largest at $N=\\lfloor n\\rfloor$, $n=\\log(1+q)/\\epsilon$, where the terms change sign.",
)
