"""V1* >= 2 Delta sum_{k>=1} max(0, t_k): the t-bound as a series."""

from sympy import Ge, Interval, Max, Naturals0, S, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import t_value
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Consequence, Symmetrisation, TailIntegration, TailShape
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
V1 = least_cost(S.One, epsilon, delta, Delta)
cut = Max(0, t_value(k))
index = {k: Naturals0}

claim = Claim(
    title="The $t$-bound of the least noise amplitude as a series",
    statement=Ge(V1, 2 * Delta * Sum(cut, (k, 1, oo))),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo)},
    covers=("3.4",),
    steps=(
        Step(
            Ge(T(k * Delta), 0, evaluate=False),
            because="a tail is a probability",
            rule=TailShape(PRIVATE, "non-negative", k * Delta),
            label="probability",
            domain=index,
        ),
        Step(
            Ge(T(k * Delta), cut),
            because="the tail is at least $t_k$ and at least $0$",
            rule=Consequence(["lower_bounds.tail_on_the_grid", "probability"]),
            label="grid",
            domain=index,
        ),
        Step(
            Ge(PRIVATE.moment(S.One), 2 * Delta * Sum(cut, (k, 1, oo))),
            because="every multiple of $\\Delta$ that $|X|$ reaches costs another $\\Delta$",
            rule=TailIntegration(PRIVATE, "grid", k, 1),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, 2 * Delta * Sum(cut, (k, 1, oo))),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
    ),
)
