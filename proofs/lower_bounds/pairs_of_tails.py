"""T(y + k Delta) + T((k+1) Delta - y) >= 2 s_k for private symmetric noise: the event (-y, oo) and its mirror image."""

from sympy import Ge, Interval, Le, Naturals0, Reals, exp, oo

from dpverify import Claim, Step
from dpverify.formulas.lower_bounds import b, s_value
from dpverify.notation import Delta, delta, epsilon, k, x, y
from dpverify.rules import HYPOTHESIS, Consequence, EventInequality, Induction, Use
from dpverify.rules.laws import PRIVATE

T = PRIVATE.tail
half = 1 / (1 + exp(epsilon))

claim = Claim(
    title="Two tails that lie symmetrically in one period are together at least $2s_k$",
    statement=Ge(T(y + k * Delta) + T((k + 1) * Delta - y), 2 * s_value(k)),
    domain={epsilon: (0, oo), delta: Interval.Ropen(0, 1), Delta: (0, oo), k: Naturals0, y: Interval(0, Delta / 2)},
    covers=("3.6",),
    steps=(
        Step(
            Le(1 - T(x), exp(epsilon) * T(Delta - x) + delta),
            because="the event $(-x,\\infty)$, of mass $1-T(x)$, and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "below", x),
            label="below",
            domain={x: Reals},
        ),
        Step(
            Ge(T(y) + T(Delta - y), 2 * s_value(0)),
            because="add the inequality at $x=y$ and at $x=\\Delta-y$, and divide by $1+e^\\epsilon$",
            rule=Consequence([Use("below", {x: y}, half), Use("below", {x: Delta - y}, half)]),
            label="start",
        ),
        Step(
            Le(T(x), exp(epsilon) * T(x + Delta) + delta),
            because="the event $[x,\\infty)$ and the shift $\\Delta$",
            rule=EventInequality(PRIVATE, "above", x),
            label="above",
            domain={x: Reals},
        ),
        Step(
            Ge(T(y + k * Delta) + T((k + 1) * Delta - y), 2 * s_value(k)),
            because="induction on $k$: $T(x+\\Delta)\\ge b\\,(T(x)-\\delta)$ for both tails, and $s_{k+1}=b(s_k-\\delta)$",
            rule=Induction(
                k,
                base=[Use("start", times=1)],
                step=[
                    Use("above", {x: y + k * Delta}, b),
                    Use("above", {x: (k + 1) * Delta - y}, b),
                    Use(HYPOTHESIS, times=b),
                ],
            ),
        ),
    ),
    note="$T(x)=P(X\\ge x)$; $s_0=b(1-\\delta)/(1+b)$ and $s_{k+1}=b(s_k-\\delta)$.",
)
