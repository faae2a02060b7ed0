"""At epsilon = 0: V1* >= Delta (N - N^2 delta) for every N."""

from sympy import FiniteSet, Ge, Interval, Le, Naturals0, Rational, Reals, S, Sum, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import N, s_value_flat
from dpverify.notation import Delta, delta, epsilon, k, x, y
from dpverify.rules import HYPOTHESIS, Consequence, EventInequality, Induction, PairedTailIntegration, Symmetrisation, Use
from dpverify.rules.laws import PRIVATE, least_cost

T = PRIVATE.tail
V1 = least_cost(S.One, epsilon, delta, Delta)
pair = T(y + k * Delta) + T((k + 1) * Delta - y)
total = Delta * Sum(2 * s_value_flat(k), (k, 0, N - 1))
inside = {y: Interval(0, Delta / 2)}

claim = Claim(
    title="The $s$-bound at $\\epsilon=0$",
    statement=Ge(V1, Delta * (N - N**2 * delta)),
    domain={epsilon: FiniteSet(0), delta: Interval.Ropen(0, 1), Delta: (0, oo), N: Naturals0},
    covers=("3.6", "3.7"),
    steps=(
        Step(
            Le(1 - T(x), exp(epsilon) * T(Delta - x) + delta),
            because="the event $(-x,\\infty)$, of mass $1-T(x)$, and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "below", x),
            label="below",
            domain={x: Reals},
        ),
        Step(
            Ge(T(y) + T(Delta - y), 2 * s_value_flat(0)),
            because="add the inequality at $x=y$ and at $x=\\Delta-y$, and divide by $2$",
            rule=Consequence([Use("below", {x: y}, Rational(1, 2)), Use("below", {x: Delta - y}, Rational(1, 2))]),
            label="start",
            domain=inside,
        ),
        Step(
            Le(T(x), exp(epsilon) * T(x + Delta) + delta),
            because="the event $[x,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "above", x),
            label="above",
            domain={x: Reals},
        ),
        Step(
            Ge(pair, 2 * s_value_flat(k)),
            because="induction on $k$: each of the two tails falls by at most $\\delta$ per period",
            rule=Induction(
                k,
                base=[Use("start", times=1)],
                step=[Use("above", {x: y + k * Delta}, 1), Use("above", {x: (k + 1) * Delta - y}, 1), Use(HYPOTHESIS, times=1)],
            ),
            label="pairs",
            domain={**inside, k: Naturals0},
        ),
        Step(
            Ge(PRIVATE.moment(S.One), total),
            because="integrate the tail over $N$ periods, pairing $y$ with $\\Delta-y$ in each",
            rule=PairedTailIntegration(PRIVATE, "pairs", k, y, upto=N - 1),
            label="every symmetric law",
        ),
        Step(
            Ge(V1, total),
            because="a law may be replaced by its average with its mirror image",
            rule=Symmetrisation("every symmetric law", S.One),
        ),
        Step(Delta * (N - N**2 * delta), because="arithmetic sum"),
    ),
    note="$N-N^2\\delta$ is largest at $N=1/(2\\delta)$, where it is $1/(4\\delta)$.",
)
