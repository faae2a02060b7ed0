"""At epsilon = 0: T(k Delta) >= 1/2 - k delta and V1* >= Delta (N - N (N+1) delta) for every N."""

from sympy import FiniteSet, Ge, Interval, Le, Naturals0, Rational, Reals, S, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_value_flat
from dpverify.notation import Delta, delta, epsilon, k, x
from dpverify.rules import HYPOTHESIS, EventInequality, Induction, Symmetrisation, TailIntegration, TailShape, Use
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
V1 = least_cost(S.One, epsilon, delta, Delta)
total = 2 * Delta * Sum(t_value_flat(k), (k, 1, N))

claim = Claim(
    title="The $t$-bound at $\\epsilon=0$",
    statement=Ge(V1, Delta * (N - N * (N + 1) * delta)),
    domain={epsilon: FiniteSet(0), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.4",),
    steps=(
        Step(
            Le(T(x), exp(epsilon) * T(x + Delta) + delta),
            because="the event $[x,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "above", x),
            label="event",
            domain={x: Reals},
        ),
        Step(
            Ge(T(S.Zero), Rational(1, 2)),
            because="a symmetric law has at least half of its mass on $[0,\\infty)$",
            rule=TailShape(PRIVATE, "half"),
            label="half",
        ),
        Step(
            Ge(T(k * Delta), t_value_flat(k)),
            because="induction on $k$: $T((k+1)\\Delta)\\ge T(k\\Delta)-\\delta$",
            rule=Induction(k, base=["half"], step=[Use("event", at={x: k * Delta}), HYPOTHESIS]),
            label="grid",
            domain={k: Naturals0},
        ),
        Step(
            Ge(PRIVATE.moment(S.One), total),
            because="every multiple of $\\Delta$ that $|X|$ reaches costs another $\\Delta$, up to the $N$-th",
            rule=TailIntegration(PRIVATE, "grid", k, 1, upto=N),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
        Step(Delta * (N - N * (N + 1) * delta), because="arithmetic sum"),
    ),
)
