"""At epsilon = 0: V2* >= Delta^2 (N^2 - delta N (N+1) (4N-1)/3) for every N."""

from sympy import FiniteSet, Ge, Integer, Interval, Le, Naturals0, Rational, Reals, S, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, t_value_flat
from dpverify.notation import Delta, delta, epsilon, k, x
from dpverify.rules import HYPOTHESIS, EventInequality, Induction, Symmetrisation, TailIntegration, TailShape, Use
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
two = Integer(2)
V2 = least_cost(two, epsilon, delta, Delta)
total = 2 * Delta**2 * Sum((2 * k - 1) * t_value_flat(k), (k, 1, N))
closed = Delta**2 * (N**2 - delta * N * (N + 1) * (4 * N - 1) / 3)

claim = Claim(
    title="The $t$-bound of the power at $\\epsilon=0$",
    statement=Ge(V2, closed),
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
            Ge(PRIVATE.moment(two), total),
            because="reaching the $k$-th multiple of $\\Delta$ costs $(2k-1)\\Delta^2$ more",
            rule=TailIntegration(PRIVATE, "grid", k, 2, upto=N),
            label="every symmetric law",
        ),
        Step(
            Ge(V2, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", two),
        ),
        Step(closed, because="sums of $2k-1$ and of $(2k-1)k$"),
    ),
)
