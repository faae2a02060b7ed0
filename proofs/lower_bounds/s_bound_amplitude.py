"""V1* >= 2 Delta sum_{k=0}^{N-1} s_k for every N, s_k = b^k s_0 - delta b (1 - b^k)/(1 - b), s_0 = b (1 - delta)/(1 + b)."""

from sympy import Ge, Interval, Naturals0, S, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, s_bound_amplitude, s_value
from dpverify.notation import Delta, delta, epsilon, k, y
from dpverify.rules import PairedTailIntegration, Symmetrisation
from dpverify.rules.laws import PRIVATE, least_cost

V1 = least_cost(S.One, epsilon, delta, Delta)
total = 2 * Delta * Sum(s_value(k), (k, 0, N - 1))

claim = Claim(
    title="The $s$-bound of the least noise amplitude",
    statement=Ge(V1, s_bound_amplitude(N)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.6",),
    steps=(
        Step(
            Ge(PRIVATE.moment(S.One), Delta * Sum(2 * s_value(k), (k, 0, N - 1))),
            because="integrate the tail over $N$ periods, pairing $y$ with $\\Delta-y$ in each",
            rule=PairedTailIntegration(PRIVATE, "lower_bounds.pairs_of_tails", k, y, upto=N - 1),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, Delta * Sum(2 * s_value(k), (k, 0, N - 1))),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
        Step(total, because="take out the factor $2$"),
        Step(s_bound_amplitude(N), because="geometric sum"),
    ),
    note="The bound holds for every $N$; it is largest when the sum takes exactly the positive $s_k$.",
)
