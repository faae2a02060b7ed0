"""V1* >= 2 Delta sum_{k>=0} max(0, s_k): the s-bound as a series."""

from sympy import Ge, Interval, Max, Naturals0, S, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import s_value
from dpverify.notation import Delta, delta, epsilon, k, y
from dpverify.rules import Consequence, PairedTailIntegration, Symmetrisation, TailShape
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
V1 = least_cost(S.One, epsilon, delta, Delta)
cut = Max(0, s_value(k))
near, far = T(y + k * Delta), T((k + 1) * Delta - y)
inside = {k: Naturals0, y: Interval(0, Delta / 2)}

claim = Claim(
    title="The $s$-bound of the least noise amplitude as a series",
    statement=Ge(V1, Delta * Sum(2 * cut, (k, 0, oo))),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo)},
    covers=("3.6",),
    steps=(
        Step(
            Ge(near, 0, evaluate=False),
            because="a tail is a probability",
            rule=TailShape(PRIVATE, "non-negative", y + k * Delta),
            label="near",
            domain=inside,
        ),
        Step(
            Ge(far, 0, evaluate=False),
            because="a tail is a probability",
            rule=TailShape(PRIVATE, "non-negative", (k + 1) * Delta - y),
            label="far",
            domain=inside,
        ),
        Step(
            Ge(near + far, 2 * cut),
            because="the pair is at least $2s_k$ and at least $0$",
            rule=Consequence(["lower_bounds.pairs_of_tails", "near", "far"]),
            label="pairs",
            domain=inside,
        ),
        Step(
            Ge(PRIVATE.moment(S.One), Delta * Sum(2 * cut, (k, 0, oo))),
            because="integrate the tail, pairing $y$ with $\\Delta-y$ in each period",
            rule=PairedTailIntegration(PRIVATE, "pairs", k, y),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, Delta * Sum(2 * cut, (k, 0, oo))),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
    ),
)
