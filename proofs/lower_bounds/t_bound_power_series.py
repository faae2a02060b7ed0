"""V2* >= 2 Delta^2 sum_{k>=1} (2k - 1) max(0, t_k): the t-bound of the power as a series."""

from sympy import Ge, Integer, Interval, Max, Naturals0, Sum, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import t_value
from dpverify.notation import Delta, delta, epsilon, k
from dpverify.rules import Consequence, Symmetrisation, TailIntegration, TailShape
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
two = Integer(2)
V2 = least_cost(two, epsilon, delta, Delta)
cut = Max(0, t_value(k))
total = 2 * Delta**2 * Sum((2 * k - 1) * cut, (k, 1, oo))
index = {k: Naturals0}

claim = Claim(
    title="The $t$-bound of the least noise power as a series",
    statement=Ge(V2, total),
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
            Ge(PRIVATE.moment(two), total),
            because="reaching the $k$-th multiple of $\\Delta$ costs $(2k-1)\\Delta^2$ more",
            rule=TailIntegration(PRIVATE, "grid", k, 2),
            label="every symmetric law",
        ),
        Step(
            Ge(V2, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", two),
        ),
    ),
    note="Summation by parts turns this into $2\\Delta^2\\sum_k(t_k-t_{k+1})k^2$ with $t_k$ cut at $0$ (see the claim on the two forms).",
)
